//! One of the two audio channels.

use crate::archive::Archive;

/// A divider, a five-bit and a four-bit shift register, on the two-phase audio clock.
///
/// The two channels are not wired alike: the shift registers' phase 1 waits for the divider's match of the same
/// tick in channel 0, and of the tick before in channel 1; and only channel 1 leaves the states of its wave register
/// that are in no cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Channel {
    pub(crate) second: bool,
    /// AUDCx, AUDFx, AUDVx.
    pub(crate) control: u8,
    pub(crate) frequency: u8,
    pub(crate) volume: u8,
    pub(crate) count: u8,
    pub(crate) count_latch: u8,
    pub(crate) matched: bool,
    pub(crate) matched_before: bool,
    /// Five bits, the first lowest.
    pub(crate) noise: u8,
    pub(crate) noise_latch: u8,
    pub(crate) fifth_latch: bool,
    pub(crate) hold_latch: bool,
    /// Four bits, the first lowest; the last is the output.
    pub(crate) wave: u8,
    pub(crate) wave_next: u8,
    pub(crate) open: bool,
}

impl Channel {
    /// After some time with all registers 0: both shift registers are full of ones.
    pub(crate) fn new(second: bool) -> Self {
        Self {
            second,
            control: 0,
            frequency: 0,
            volume: 0,
            count: 0,
            count_latch: 1,
            matched: true,
            matched_before: true,
            noise: 31,
            noise_latch: 31,
            fifth_latch: true,
            hold_latch: false,
            wave: 15,
            wave_next: 15,
            open: false,
        }
    }

    /// The audio clock's phases have these levels.
    pub(crate) fn settle(&mut self, phase1: bool, phase2: bool) {
        if phase1 {
            self.matched = self.count == self.frequency;
            self.count_latch = (self.count + 1) & 31;
            if if self.second { self.matched_before } else { self.matched } {
                self.noise_latch = self.noise << 1 & 31 | u8::from(self.noise_input());
                self.fifth_latch = self.noise & 16 != 0;
                self.hold_latch = !self.wave_runs();
            }
        }
        if phase2 {
            self.matched_before = self.matched;
            self.count = if self.matched { 0 } else { self.count_latch };
            if self.matched {
                self.noise = self.noise_latch;
            }
        }
        let open = phase2 && self.matched && !self.hold_latch;
        if open {
            self.wave_next = self.wave << 1 & 15 | u8::from(self.wave_input());
        } else if self.open {
            self.wave = self.wave_next;
        }
        self.open = open;
    }

    /// The end of phase 1, if the registers were the same throughout.
    pub(crate) fn phase1(&mut self) {
        self.settle(true, false);
    }

    /// Phase 2 and its end.
    pub(crate) fn phase2(&mut self) {
        self.settle(false, true);
        self.settle(false, false);
    }

    /// Both phases, if the registers are the same throughout.
    #[inline]
    pub(crate) fn tick(&mut self) {
        self.matched = self.count == self.frequency;
        if if self.second { self.matched_before } else { self.matched } {
            self.noise_latch = self.noise << 1 & 31 | u8::from(self.noise_input());
            self.fifth_latch = self.noise & 16 != 0;
            self.hold_latch = !self.wave_runs();
        }
        self.matched_before = self.matched;
        self.count_latch = (self.count + 1) & 31;
        self.count = if self.matched { 0 } else { self.count_latch };
        if self.matched {
            self.noise = self.noise_latch;
            if !self.hold_latch {
                self.wave_next = self.wave << 1 & 15 | u8::from(self.wave_input());
                self.wave = self.wave_next;
            }
        }
    }

    /// The level stays the same as long as no register changes.
    pub(crate) fn is_flat(&self) -> bool {
        self.volume == 0 || self.is_full()
    }

    /// AUDCx has been 0 for so long that both shift registers are full of ones and remain so.
    fn is_full(&self) -> bool {
        self.control == 0 && self.noise == 31 && self.noise_latch == 31 && self.wave == 15 && !self.hold_latch
    }

    /// Number of ticks to come in which the divider counts and nothing else happens.
    #[inline]
    pub(crate) fn quiet(&self) -> u32 {
        if self.second && self.matched_before {
            return 0;
        }
        u32::from(self.frequency.wrapping_sub(self.count) & 31)
    }

    /// So many such ticks, at least one.
    #[inline]
    pub(crate) fn count(&mut self, ticks: u32) {
        self.count = (u32::from(self.count) + ticks) as u8 & 31;
        self.count_latch = self.count;
        self.matched = false;
        self.matched_before = false;
    }

    /// `ticks` of the audio clock.
    pub(crate) fn skip(&mut self, ticks: u32) {
        let mut left = ticks;
        // The shift registers of a full channel stand still; its divider goes round.
        if self.is_full() && ticks > 64 {
            left = 64 + (ticks - 64) % (u32::from(self.frequency) + 1);
        }
        while left > 0 {
            let quiet = self.quiet().min(left);
            if quiet > 0 {
                self.count(quiet);
                left -= quiet;
            } else {
                self.tick();
                left -= 1;
            }
        }
    }

    fn noise_input(&self) -> bool {
        let bit = |n: u8| self.noise >> n & 1 != 0;
        let long = self.control & 3 == 0;
        let tap = if long { self.wave & 8 != 0 } else { bit(2) };
        let stuck = self.noise == 0 && (!long || self.wave == 0);
        self.control == 0 || bit(4) != tap || stuck
    }

    fn wave_runs(&self) -> bool {
        match self.control & 3 {
            2 => self.noise & 15 == 8,
            3 => self.noise & 16 != 0,
            _ => true,
        }
    }

    fn wave_input(&self) -> bool {
        let bit = |n: u8| self.wave >> n & 1 != 0;
        self.control == 0
            || match self.control >> 2 {
                0 => bit(2) != bit(3) || self.second && self.wave == 0,
                1 => !bit(0),
                2 => self.fifth_latch,
                _ => !bit(2) || self.second && bit(0) && !bit(1),
            }
    }

    /// The level on the output: 0..=15.
    pub(crate) fn level(&self) -> u8 {
        if self.wave & 8 != 0 { self.volume } else { 0 }
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        for byte in [
            &mut self.control,
            &mut self.frequency,
            &mut self.volume,
            &mut self.count,
            &mut self.count_latch,
            &mut self.noise,
            &mut self.noise_latch,
            &mut self.wave,
            &mut self.wave_next,
        ] {
            archive.u8(byte);
        }
        for wire in [
            &mut self.matched,
            &mut self.matched_before,
            &mut self.fifth_latch,
            &mut self.hold_latch,
            &mut self.open,
        ] {
            archive.bool(wire);
        }
    }

    pub(crate) fn is_valid(&self) -> bool {
        (self.control | self.volume | self.wave | self.wave_next) < 16
            && (self.frequency | self.count | self.count_latch | self.noise | self.noise_latch) < 32
    }
}
