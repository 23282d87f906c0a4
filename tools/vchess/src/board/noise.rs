//! Contacts as they are: they bounce when they change, and now and then one closes by itself.

/// Longest bounce after a change, in microseconds.
const BOUNCE_US: u64 = 8_000;
/// Longest closure of a reed with nothing above it.
const GHOST_US: u64 = 12_000;
/// One ghost in so many microseconds, on average.
const GHOST_EVERY_US: u64 = 400_000;

/// Noise on 64 reeds.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    state: u64,
    last: u64,
    last_time: u64,
    /// Until when each reed bounces.
    bounces: [u64; 64],
    ghost: Option<(u8, u64)>,
    ghosts: u64,
}

impl Noise {
    /// Noise from a seed.
    pub(super) fn new(seed: u64) -> Self {
        let state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        Self { state, last: 0, last_time: 0, bounces: [0; 64], ghost: None, ghosts: 0 }
    }

    fn random(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state
    }

    /// The contacts at `now_us`, for men on the squares of `men`.
    pub(super) fn contacts(&mut self, now_us: u64, men: u64) -> u64 {
        for square in 0..64 {
            if (men ^ self.last) >> square & 1 != 0 {
                self.bounces[square] = now_us + self.random() % BOUNCE_US;
            }
        }
        self.last = men;
        let mut contacts = men;
        for square in 0..64 {
            if now_us < self.bounces[square] && self.random() & 1 != 0 {
                contacts ^= 1 << square;
            }
        }
        let passed = now_us.saturating_sub(self.last_time);
        self.last_time = now_us;
        if self.ghost.is_none_or(|(_, until)| now_us >= until) {
            self.ghost = None;
            if self.random() % GHOST_EVERY_US < passed {
                let square = (self.random() % 64) as u8;
                self.ghost = Some((square, now_us + self.random() % GHOST_US));
                self.ghosts += 1;
            }
        }
        if let Some((square, _)) = self.ghost {
            contacts |= 1 << square;
        }
        contacts
    }

    /// How many ghosts there have been.
    #[cfg(test)]
    pub(super) fn ghosts(&self) -> u64 {
        self.ghosts
    }
}

#[cfg(test)]
mod tests {
    use picochess_fw::{START_REEDS, Scanner};

    use super::*;

    #[test]
    fn there_are_ghosts_and_none_of_them_settles() {
        for tick in [5_000, 10_000, 16_667, 30_000] {
            let mut noise = Noise::new(tick);
            let mut scanner = Scanner::default();
            scanner.sample(0, START_REEDS);
            for i in 1..=60_000_000 / tick {
                let contacts = noise.contacts(i * tick, START_REEDS);
                let scan = scanner.sample(i * tick, contacts);
                // The first change is the men themselves, whose contacts bounce.
                assert!(i * tick < 50_000 || (scan.stable, scan.closed) == (START_REEDS, 0), "tick {tick}");
            }
            assert!(noise.ghosts() > 50);
        }
    }

    #[test]
    fn a_change_bounces_and_comes_through() {
        let mut noise = Noise::new(3);
        noise.contacts(0, 0);
        let seen: Vec<u64> = (1..40).map(|i| noise.contacts(i * 500, 1) & 1).collect();
        assert!(seen[20..].iter().all(|&c| c == 1));
    }
}
