//! A player: position counter, scan counter, graphics.

use crate::archive::Archive;
use crate::mechanism::counter::{Counter, LAST_COUNT, starts_copy};

/// One of the two players. The graphics registers' "old" copies are loaded by the other player's write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    pub(crate) counter: Counter,
    /// NUSIZ bits 2..0.
    pub(crate) mode: u8,
    pub(crate) reflect: bool,
    pub(crate) delayed: bool,
    pub(crate) graphics: u8,
    pub(crate) old_graphics: u8,
    /// Phase-1 latches: a copy starts; it is not the main one.
    pub(crate) start_latch: bool,
    pub(crate) other_latch: bool,
    /// A copy starts, for one count.
    pub(crate) start: bool,
    /// The copy being drawn is not the main one: it moves no missile.
    pub(crate) other_copy: bool,
    /// The scan counter may step: this is what stretches a player.
    pub(crate) enable: bool,
    pub(crate) active: bool,
    pub(crate) scan: u8,
    /// Level of the object's clock.
    pub(crate) high: bool,
}

impl Player {
    pub(crate) fn new() -> Self {
        Self {
            counter: Counter::at(158),
            mode: 0,
            reflect: false,
            delayed: false,
            graphics: 0,
            old_graphics: 0,
            start_latch: true,
            other_latch: false,
            start: false,
            other_copy: false,
            enable: true,
            active: false,
            scan: 0,
            high: false,
        }
    }

    /// Follows the dynamic latches of phase 1, which end with its last value.
    pub(crate) fn settle(&mut self) {
        if self.counter.clock.phase1() {
            self.other_latch = starts_copy(self.counter.count, self.mode);
            self.start_latch = self.other_latch || self.counter.count == LAST_COUNT;
        }
    }

    /// The object's clock takes a level. `held`: RESPx is active.
    pub(crate) fn clock(&mut self, high: bool, held: bool) {
        if high && !self.high {
            self.tick(held);
        }
        self.high = high;
    }

    /// A rising edge of the object's clock.
    pub(crate) fn tick(&mut self, held: bool) {
        let count = match self.mode {
            5 => self.counter.clock.phase1() || self.counter.clock.phase2(),
            7 => self.counter.clock.phase2(),
            _ => true,
        };
        if self.enable {
            let last = self.scan == 7;
            if self.active {
                self.scan = (self.scan + 1) & 7;
            }
            if self.start {
                self.active = true;
            } else if last {
                self.active = false;
            }
        }
        self.enable = count;
        if !held && self.counter.tick() {
            self.other_copy = (self.other_latch || self.other_copy) && !self.counter.clear;
            self.start = self.start_latch;
        }
    }

    /// The scan counter is where a locked missile is put, on the main copy, with the clock low.
    pub(crate) fn places_missile(&self) -> bool {
        !self.high && self.scan == 1 && self.enable && !self.other_copy
    }

    pub(crate) fn pixel(&self) -> bool {
        let graphics = if self.delayed { self.old_graphics } else { self.graphics };
        let bit = if self.reflect { self.scan } else { 7 - self.scan };
        self.active && graphics >> bit & 1 != 0
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        self.counter.archive(archive);
        for byte in [&mut self.mode, &mut self.graphics, &mut self.old_graphics, &mut self.scan] {
            archive.u8(byte);
        }
        for wire in [
            &mut self.reflect,
            &mut self.delayed,
            &mut self.start_latch,
            &mut self.other_latch,
            &mut self.start,
            &mut self.other_copy,
            &mut self.enable,
            &mut self.active,
            &mut self.high,
        ] {
            archive.bool(wire);
        }
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.counter.is_valid() && self.mode < 8 && self.scan < 8
    }
}
