//! How much of the Atari's time is due by the host's clock. Counted in cycles: frames have no fixed length.

use std::time::Duration;

/// Seconds that are caught up with at the most. A host that slept, or is too slow, does not race afterwards.
const MOST: f64 = 0.1;

/// Balance of cycles due and cycles run.
#[derive(Clone, Debug)]
pub(crate) struct Pacer {
    /// Cycles a second.
    rate: f64,
    /// Cycles due and not yet run; below 0 those run ahead.
    owed: f64,
}

impl Pacer {
    /// A balance of nothing, for so many cycles a second.
    pub(crate) fn new(rate: f64) -> Self {
        Pacer { rate, owed: 0.0 }
    }

    /// Time has passed.
    pub(crate) fn pass(&mut self, time: Duration) {
        self.owed = (self.owed + time.as_secs_f64() * self.rate).min(MOST * self.rate);
    }

    /// Cycles were run.
    pub(crate) fn ran(&mut self, cycles: u64) {
        self.owed -= cycles as f64;
    }

    /// Whether a frame is due: it is run whole as soon as its first cycle is.
    pub(crate) fn is_due(&self) -> bool {
        self.owed > 0.0
    }

    /// How long until something is due.
    pub(crate) fn wait(&self) -> Duration {
        Duration::from_secs_f64((-self.owed / self.rate).max(0.0))
    }

    /// Nothing is owed: time went another way.
    pub(crate) fn restart(&mut self) {
        self.owed = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use emu6507::NTSC_CYCLES_PER_SECOND;

    use super::*;

    const FRAME: u64 = 262 * 76;

    /// Runs frames of the given lengths in turn for so many seconds, woken up at uneven times; returns the
    /// cycles and the seconds.
    fn run(seconds: f64, frames: &[u64]) -> (u64, f64) {
        let mut pacer = Pacer::new(NTSC_CYCLES_PER_SECOND);
        let (mut time, mut cycles, mut turn) = (0.0, 0, 0);
        let mut uneven = 1u32;
        while time < seconds {
            uneven = uneven.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let nap = pacer.wait().as_secs_f64() + f64::from(uneven >> 20) * 1e-6;
            pacer.pass(Duration::from_secs_f64(nap));
            time += nap;
            while pacer.is_due() {
                let frame = frames[turn % frames.len()];
                pacer.ran(frame);
                cycles += frame;
                turn += 1;
            }
        }
        (cycles, time)
    }

    #[test]
    fn an_hour_has_as_many_cycles_as_the_atari_makes_in_an_hour() {
        for frames in [&[FRAME][..], &[FRAME, 312 * 76, 350 * 76], &[924 * 76], &[3 * 76]] {
            let (cycles, seconds) = run(3_600.0, frames);
            let (due, longest) = (seconds * NTSC_CYCLES_PER_SECOND, *frames.iter().max().unwrap() as f64);
            let ahead = cycles as f64 - due;
            // The host's clock counts nanoseconds: a thousandth of a cycle each time that it is looked at.
            assert!((-1e3..=longest + 1e3).contains(&ahead), "{ahead} cycles ahead after an hour");
        }
    }

    #[test]
    fn after_a_long_sleep_only_a_moment_is_caught_up_with() {
        let mut pacer = Pacer::new(NTSC_CYCLES_PER_SECOND);
        pacer.pass(Duration::from_hours(1));
        let mut frames = 0;
        while pacer.is_due() {
            pacer.ran(FRAME);
            frames += 1;
        }
        assert_eq!(frames, 6);
        assert!(pacer.wait() > Duration::ZERO && pacer.wait() < Duration::from_millis(17));
    }

    #[test]
    fn nothing_is_owed_after_a_restart() {
        let mut pacer = Pacer::new(1_000.0);
        pacer.pass(Duration::from_millis(50));
        assert!(pacer.is_due());
        pacer.restart();
        assert!(!pacer.is_due());
    }
}
