//! The divide-by-four clock beside every polynomial counter of the chip.

use crate::archive::Archive;

/// Two flip-flops in a ring, stepped by a rising clock edge. Phase 1 loads the dynamic latches
/// that it feeds, phase 2 passes them on; each lasts one of four steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TwoPhase {
    first: bool,
    second: bool,
}

impl TwoPhase {
    /// Number of steps since phase 2 began: 0 is phase 2 itself, 2 is phase 1.
    pub(crate) fn from_step(step: u8) -> Self {
        Self { first: step < 2, second: matches!(step, 0 | 3) }
    }

    /// The inverse of [`Self::from_step`].
    pub(crate) fn to_step(self) -> u8 {
        match (self.first, self.second) {
            (true, true) => 0,
            (true, false) => 1,
            (false, false) => 2,
            (false, true) => 3,
        }
    }

    pub(crate) fn phase1(self) -> bool {
        !self.first && !self.second
    }

    pub(crate) fn phase2(self) -> bool {
        self.first && self.second
    }

    /// True in phase 2 and in the step after it: the two-clock window that sizes borrow.
    pub(crate) fn first_half(self) -> bool {
        self.first
    }

    pub(crate) fn step(&mut self) {
        (self.first, self.second) = (self.second, !self.first);
    }

    /// A strobe clears both flip-flops, whatever the clock does: phase 1.
    pub(crate) fn hold(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.bool(&mut self.first);
        archive.bool(&mut self.second);
    }
}
