//! The width of missiles and ball, borrowed from their two-phase clock.

use crate::archive::Archive;
use crate::mechanism::counter::Counter;

/// The start pulse of one count, and its copy one count later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pulse {
    pub(crate) first: bool,
    pub(crate) second: bool,
}

impl Pulse {
    /// Phase 2 begins, and with it a count in which the object starts, or not.
    pub(crate) fn shift(&mut self, start: bool) {
        self.second = self.first;
        self.first = start;
    }

    /// Whether a missile or ball of size 0..=3 (1, 2, 4, 8 clocks) is on.
    pub(crate) fn on(self, counter: &Counter, size: u8) -> bool {
        let narrow = counter.clock.phase2() || size & 1 != 0 && counter.clock.first_half() || size & 2 != 0;
        self.first && narrow || self.second && size == 3
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.bool(&mut self.first);
        archive.bool(&mut self.second);
    }
}
