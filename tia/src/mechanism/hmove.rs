//! HMOVE: extra clocks for the objects, compared out by a counter.

use crate::archive::Archive;

/// The objects in the order of HMP0, HMP1, HMM0, HMM1, HMBL.
pub(crate) const OBJECTS: usize = 5;

/// Motion logic, on the two-phase clock of the horizontal counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Motion {
    /// HMxx, as the number of extra clocks: bits 7..4 of the register with bit 7 inverted.
    pub(crate) clocks: [u8; OBJECTS],
    /// HMOVE was strobed.
    pub(crate) request: bool,
    pub(crate) request_latch: bool,
    /// The pulse that starts the motion, one count long.
    pub(crate) pulse: bool,
    pub(crate) pulse_latch: bool,
    /// Number of extra clocks so far; 0 at rest.
    pub(crate) count: u8,
    pub(crate) count_latch: u8,
    /// The object gets an extra clock in each phase 1.
    pub(crate) moving: [bool; OBJECTS],
    pub(crate) moving_latch: [bool; OBJECTS],
    pub(crate) match_latch: [bool; OBJECTS],
}

impl Motion {
    pub(crate) fn new() -> Self {
        Self { clocks: [8; OBJECTS], ..Self::default() }
    }

    /// The dynamic latches of phase 1.
    pub(crate) fn settle(&mut self, phase1: bool, strobe: bool) {
        if phase1 {
            self.pulse_latch = self.pulse;
        }
        if self.pulse_latch {
            self.request = false;
        } else if strobe {
            self.request = true;
        }
        if phase1 {
            self.request_latch = self.request;
            self.count_latch = if self.pulse || self.count != 0 { (self.count + 1) & 15 } else { 0 };
            self.moving_latch = self.moving;
            for (found, clocks) in self.match_latch.iter_mut().zip(self.clocks) {
                *found = self.count == clocks;
            }
        }
    }

    /// Phase 2 begins.
    pub(crate) fn tick(&mut self) {
        self.pulse = self.request_latch;
        self.count = self.count_latch;
        for ((moving, latch), found) in self.moving.iter_mut().zip(self.moving_latch).zip(self.match_latch) {
            *moving = (latch || self.pulse_latch) && !found;
        }
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.bytes(&mut self.clocks);
        for wire in [&mut self.request, &mut self.request_latch, &mut self.pulse, &mut self.pulse_latch] {
            archive.bool(wire);
        }
        archive.u8(&mut self.count);
        archive.u8(&mut self.count_latch);
        for wires in [&mut self.moving, &mut self.moving_latch, &mut self.match_latch] {
            for wire in wires {
                archive.bool(wire);
            }
        }
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.count < 16 && self.count_latch < 16 && self.clocks.iter().all(|clocks| *clocks < 16)
    }
}
