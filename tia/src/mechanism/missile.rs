//! A missile.

use crate::archive::Archive;
use crate::mechanism::counter::{Counter, LAST_COUNT, starts_copy};
use crate::mechanism::width::Pulse;

/// One of the two missiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Missile {
    pub(crate) counter: Counter,
    /// NUSIZ bits 2..0.
    pub(crate) mode: u8,
    /// NUSIZ bits 5..4.
    pub(crate) size: u8,
    pub(crate) enabled: bool,
    /// RESMPx: off, and put where its player is.
    pub(crate) locked: bool,
    pub(crate) start_latch: bool,
    pub(crate) pulse: Pulse,
    pub(crate) high: bool,
}

impl Missile {
    pub(crate) fn new() -> Self {
        Self {
            counter: Counter::at(158),
            mode: 0,
            size: 0,
            enabled: false,
            locked: false,
            start_latch: true,
            pulse: Pulse::default(),
            high: false,
        }
    }

    pub(crate) fn settle(&mut self) {
        if self.counter.clock.phase1() {
            self.start_latch = self.counter.count == LAST_COUNT || starts_copy(self.counter.count, self.mode);
        }
    }

    /// The object's clock takes a level. `held`: RESMx is active, or the player's own reset.
    pub(crate) fn clock(&mut self, high: bool, held: bool) {
        if high && !self.high {
            self.tick(held);
        }
        self.high = high;
    }

    /// A rising edge of the object's clock.
    pub(crate) fn tick(&mut self, held: bool) {
        if !held && self.counter.tick() {
            self.pulse.shift(self.start_latch);
        }
    }

    pub(crate) fn pixel(&self) -> bool {
        self.enabled && !self.locked && self.pulse.on(&self.counter, self.size)
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        self.counter.archive(archive);
        archive.u8(&mut self.mode);
        archive.u8(&mut self.size);
        for wire in [&mut self.enabled, &mut self.locked, &mut self.start_latch, &mut self.high] {
            archive.bool(wire);
        }
        self.pulse.archive(archive);
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.counter.is_valid() && self.mode < 8 && self.size < 4
    }
}
