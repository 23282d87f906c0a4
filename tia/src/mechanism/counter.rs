//! The position counter that every movable object has.

use crate::archive::Archive;
use crate::mechanism::two_phase::TwoPhase;

/// Value at which a position counter starts over: 40 counts of 4 clocks are one line's 160 pixels.
pub(crate) const LAST_COUNT: u8 = 39;

/// Counts phase 2s of its own two-phase clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counter {
    pub(crate) clock: TwoPhase,
    pub(crate) count: u8,
    /// The counter is being cleared: lasts one count, from phase 2 to phase 2.
    pub(crate) clear: bool,
    /// A strobe waits for the next phase 2 to clear the counter.
    pub(crate) pending: bool,
}

impl Counter {
    /// A counter that has been running undisturbed, `clocks` (0..=159) after it was cleared.
    pub(crate) fn at(clocks: u8) -> Self {
        Self { clock: TwoPhase::from_step(clocks % 4), count: clocks / 4, clear: clocks < 4, pending: false }
    }

    /// The inverse of [`Self::at`]; `None` if a strobe has left its mark.
    pub(crate) fn clocks(&self) -> Option<u8> {
        let clocks = 4 * self.count + self.clock.to_step();
        (!self.pending && self.clear == (clocks < 4)).then_some(clocks)
    }

    /// The strobe, for as long as it lasts.
    pub(crate) fn hold(&mut self) {
        self.clock.hold();
        self.pending = true;
    }

    /// A rising edge of the object's clock while no strobe is active. True if phase 2 begins with it.
    pub(crate) fn tick(&mut self) -> bool {
        self.clock.step();
        let phase2 = self.clock.phase2();
        if phase2 {
            self.clear = self.pending || self.count == LAST_COUNT;
            self.pending = false;
            self.count = if self.clear { 0 } else { self.count + 1 };
        }
        phase2
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        self.clock.archive(archive);
        archive.u8(&mut self.count);
        archive.bool(&mut self.clear);
        archive.bool(&mut self.pending);
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.count <= LAST_COUNT
    }
}

/// Whether NUSIZ bits 2..0 start a second or third copy when the counter has this value.
pub(crate) fn starts_copy(count: u8, mode: u8) -> bool {
    match count {
        3 => matches!(mode, 1 | 3),
        7 => matches!(mode, 2 | 3 | 6),
        15 => matches!(mode, 4 | 6),
        _ => false,
    }
}
