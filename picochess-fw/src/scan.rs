//! The reeds: 64 raw contacts in, settled squares out.
//!
//! A magnet that slides over a reed makes the contact chatter for some milliseconds, so a square counts as
//! changed when its contact has held its new state for [`SETTLE_US`]. A change too short to settle is not
//! thrown away: an opening that was seen at all is reported in [`Scan::glimpsed`], because a fast capture
//! can lift the captured man and put the capturing one in its place between two scans.

/// How long a contact holds a state before the square counts as changed, in microseconds.
///
/// The first differing sample starts the time, so at least two samples agree.
pub const SETTLE_US: u64 = 20_000;

/// What a sample of the reeds says. Bit 0 is a1, bit 1 b1, bit 63 h8; a set bit is a closed reed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// The squares with a man on, settled.
    pub stable: u64,
    /// Squares that settled as open in this sample.
    pub opened: u64,
    /// Squares that settled as closed in this sample.
    pub closed: u64,
    /// Occupied squares whose contact opened in this sample and has not settled.
    pub glimpsed: u64,
}

/// Settles the contacts of 64 reeds.
#[derive(Clone, Debug)]
pub struct Scanner {
    raw: u64,
    stable: u64,
    changed_at: [u32; 64],
    started: bool,
}

impl Default for Scanner {
    fn default() -> Self {
        Self { raw: 0, stable: 0, changed_at: [0; 64], started: false }
    }
}

impl Scanner {
    /// Takes one sample. The first one is believed as it is.
    pub fn sample(&mut self, now_us: u64, reeds: u64) -> Scan {
        if !self.started {
            self.started = true;
            self.raw = reeds;
            self.stable = reeds;
            return Scan { stable: reeds, ..Scan::default() };
        }
        // 32 bits of microseconds wrap after 71 minutes; only differences of milliseconds matter, and a
        // pending square is looked at in every sample.
        let now = now_us as u32;
        let glimpsed = self.stable & self.raw & !reeds;
        for square in bits(self.raw ^ reeds) {
            self.changed_at[square as usize] = now;
        }
        self.raw = reeds;
        let mut settled = 0;
        for square in bits(reeds ^ self.stable) {
            if u64::from(now.wrapping_sub(self.changed_at[square as usize])) >= SETTLE_US {
                settled |= 1 << square;
            }
        }
        self.stable ^= settled;
        Scan { stable: self.stable, opened: settled & !reeds, closed: settled & reeds, glimpsed }
    }

    /// The contacts as last sampled, for the debug screen.
    pub fn raw(&self) -> u64 {
        self.raw
    }

    /// Whether some contact differs from its settled square.
    pub fn is_unsettled(&self) -> bool {
        self.raw != self.stable
    }
}

/// The numbers of the set bits, lowest first.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    core::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as u8;
            set &= set - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_settles_once() {
        let mut scanner = Scanner::default();
        scanner.sample(0, 0b1);
        assert_eq!(scanner.sample(5_000, 0).glimpsed, 0b1);
        assert_eq!(scanner.sample(10_000, 0), Scan { stable: 0b1, ..Scan::default() });
        assert_eq!(scanner.sample(25_000, 0), Scan { stable: 0, opened: 0b1, ..Scan::default() });
        assert_eq!(scanner.sample(30_000, 0), Scan::default());
    }

    #[test]
    fn chatter_changes_nothing() {
        let mut scanner = Scanner::default();
        scanner.sample(0, 0);
        for t in 1..100u64 {
            let scan = scanner.sample(t * 5_000, t & 1);
            assert_eq!((scan.stable, scan.closed), (0, 0));
        }
    }

    #[test]
    fn one_sample_at_thirty_milliseconds_is_a_glimpse() {
        let mut scanner = Scanner::default();
        scanner.sample(0, 0b10);
        assert_eq!(scanner.sample(30_000, 0).glimpsed, 0b10);
        let scan = scanner.sample(60_000, 0b10);
        assert_eq!((scan.stable, scan.opened, scan.glimpsed), (0b10, 0, 0));
    }

    #[test]
    fn time_may_wrap() {
        let mut scanner = Scanner::default();
        let start = u64::from(u32::MAX) - 10_000;
        scanner.sample(start, 0);
        scanner.sample(start + 5_000, 1);
        assert_eq!(scanner.sample(start + 15_000, 1).closed, 0);
        assert_eq!(scanner.sample(start + 25_000, 1).closed, 1);
        // A board that is on for longer than that.
        assert_eq!(scanner.sample(start + 90_000, 0).glimpsed, 1);
        assert_eq!(scanner.sample(start + 100_000, 0).opened, 0);
        assert_eq!(scanner.sample(start + 110_000, 0).opened, 1);
    }
}
