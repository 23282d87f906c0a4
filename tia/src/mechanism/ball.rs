//! The ball.

use crate::archive::Archive;
use crate::mechanism::counter::Counter;
use crate::mechanism::width::Pulse;

/// The ball starts whenever its counter is cleared, by a strobe too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ball {
    pub(crate) counter: Counter,
    /// CTRLPF bits 5..4.
    pub(crate) size: u8,
    pub(crate) enabled: bool,
    /// The enable that VDELBL shows; loaded by a write to GRP1.
    pub(crate) old_enabled: bool,
    pub(crate) delayed: bool,
    pub(crate) pulse: Pulse,
    pub(crate) high: bool,
}

impl Ball {
    pub(crate) fn new() -> Self {
        Self {
            counter: Counter::at(158),
            size: 0,
            enabled: false,
            old_enabled: false,
            delayed: false,
            pulse: Pulse::default(),
            high: false,
        }
    }

    /// The object's clock takes a level. `held`: RESBL is active.
    pub(crate) fn clock(&mut self, high: bool, held: bool) {
        if high && !self.high {
            self.tick(held);
        }
        self.high = high;
    }

    /// A rising edge of the object's clock.
    pub(crate) fn tick(&mut self, held: bool) {
        if !held && self.counter.tick() {
            self.pulse.shift(self.counter.clear);
        }
    }

    pub(crate) fn pixel(&self) -> bool {
        let enabled = if self.delayed { self.old_enabled } else { self.enabled };
        enabled && self.pulse.on(&self.counter, self.size)
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        self.counter.archive(archive);
        archive.u8(&mut self.size);
        for wire in [&mut self.enabled, &mut self.old_enabled, &mut self.delayed, &mut self.high] {
            archive.bool(wire);
        }
        self.pulse.archive(archive);
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.counter.is_valid() && self.size < 4
    }
}
