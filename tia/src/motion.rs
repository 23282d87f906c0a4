//! HMOVE as a timetable: which of a line's extra clocks each object gets.

use crate::archive::Archive;
use crate::mechanism::hmove::OBJECTS;
use crate::track::Extra;

/// Counts of the horizontal counter in a line.
pub(crate) const COUNTS: i32 = 57;
/// Long ago, or never.
const NEVER: i32 = -1000;
/// Without end.
const FOREVER: i32 = i32::MAX;

/// Count of the first comparison that is not over as a register changes in 6507 cycle `x`.
fn next_comparison(x: i32) -> i32 {
    (3 * x + 4) >> 2
}

/// Times are counts of the horizontal counter, relative to the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Motion {
    /// HMxx as a number of extra clocks.
    pub(crate) clocks: [u8; OBJECTS],
    /// Count in which the motion counter last left 0: it is n in the n-th count after it, up to 15, and then 0.
    base: i32,
    /// The same for the time before `base`.
    earlier: i32,
    /// Count of the last start pulse.
    pulse: i32,
    /// First and last count in which an object gets an extra clock, the pulse left aside.
    first: [i32; OBJECTS],
    last: [i32; OBJECTS],
    /// The last count with an extra clock after the pulse.
    after: [i32; OBJECTS],
    /// A motion is under way, or an object moves without end.
    pub(crate) active: bool,
    /// The motion came from rest with the pulse, and nothing has been worked out about it.
    simple: bool,
    /// The last count in which a comparator may matter.
    horizon: i32,
}

impl Motion {
    pub(crate) fn new() -> Self {
        Self {
            clocks: [8; OBJECTS],
            base: NEVER,
            earlier: NEVER,
            pulse: NEVER,
            first: [NEVER; OBJECTS],
            last: [NEVER; OBJECTS],
            after: [NEVER; OBJECTS],
            active: false,
            simple: false,
            horizon: NEVER,
        }
    }

    /// HMOVE in 6507 cycle `x` of the line. Whether this line's blanking gets longer; `None` if the strobe is lost.
    pub(crate) fn strobe(&mut self, x: i32) -> Option<bool> {
        self.expand();
        // The pulse comes in the count after the first phase 1 that ends after the strobe began.
        let pulse = (3 * x + 8) >> 2;
        // A pulse clears the request from its phase 1 to that of the count after it: the strobe must last until then.
        if 3 * x <= 4 * self.pulse {
            return None;
        }
        self.pulse_in(pulse);
        Some(pulse <= 16)
    }

    /// The start pulse comes in count `pulse`.
    pub(crate) fn pulse_in(&mut self, pulse: i32) {
        if !self.active {
            self.pulse = pulse;
            self.active = true;
            self.simple = true;
            self.horizon = pulse + 15;
            return;
        }
        self.leave_pulse();
        self.pulse = pulse;
        if pulse - self.base > 15 {
            self.earlier = self.base;
            self.base = pulse;
        }
        for object in 0..OBJECTS {
            self.after[object] = self.stop(object, pulse);
        }
        self.active = true;
        self.horizon = FOREVER;
    }

    /// Works out a motion that came from rest.
    pub(crate) fn expand(&mut self) {
        if self.simple {
            self.simple = false;
            self.horizon = FOREVER;
            self.base = self.pulse;
            self.earlier = NEVER;
            self.first = [NEVER; OBJECTS];
            self.last = [NEVER; OBJECTS];
            for (after, clocks) in self.after.iter_mut().zip(self.clocks) {
                *after = self.pulse + i32::from(clocks);
            }
        }
    }

    /// Whether no HMxx in 6507 cycle `x` or later can change what an object gets.
    #[inline]
    pub(crate) fn is_settled(&self, x: i32) -> bool {
        !self.active || next_comparison(x) > self.horizon
    }

    /// The pulse is in the past: what it began is what goes on.
    fn leave_pulse(&mut self) {
        for object in 0..OBJECTS {
            if !self.moves(object, self.pulse) {
                self.first[object] = self.pulse + 1;
            }
            self.last[object] = self.after[object];
        }
    }

    /// A start pulse is just over.
    pub(crate) fn pulse_was(&mut self, pulse: i32) {
        self.pulse = pulse;
        self.active = true;
        self.horizon = FOREVER;
    }

    /// The motion counter has this value in count 0, and these objects are moving.
    pub(crate) fn resume(&mut self, count: u8, moving: [bool; OBJECTS]) {
        if count > 0 {
            self.base = -i32::from(count);
            self.active = true;
            self.horizon = FOREVER;
        }
        for (object, moving) in moving.into_iter().enumerate() {
            if moving {
                self.after[object] = self.stop(object, 0);
                self.active = true;
                self.horizon = FOREVER;
            }
        }
    }

    /// The motion counter in this count.
    pub(crate) fn counter(&self, count: i32) -> u8 {
        let since = count - if count < self.base { self.earlier } else { self.base };
        if (0..16).contains(&since) { since as u8 } else { 0 }
    }

    pub(crate) fn pulse(&self) -> i32 {
        self.pulse
    }

    /// Whether the object gets an extra clock in this count.
    pub(crate) fn moves(&self, object: usize, count: i32) -> bool {
        if count <= self.pulse {
            self.first[object] <= count && count <= self.last[object]
        } else {
            count <= self.after[object]
        }
    }

    /// The first count from `from` on in which the comparator finds the motion counter equal to the register.
    fn stop(&self, object: usize, from: i32) -> i32 {
        let clocks = i32::from(self.clocks[object]);
        if from < self.base {
            // The counter may still be on its way from the start before, and is at 0 after that.
            let count = from - self.earlier;
            return match clocks {
                0 if (1..16).contains(&count) => self.earlier + 16,
                0 => from,
                _ if count <= clocks => self.earlier + clocks,
                _ => self.base + clocks,
            };
        }
        let count = from - self.base;
        match clocks {
            0 if (1..16).contains(&count) => self.base + 16,
            0 => from,
            _ if count <= clocks => self.base + clocks,
            _ => FOREVER,
        }
    }

    /// Whether HMxx in 6507 cycle `x` comes too late to change what the object gets.
    pub(crate) fn is_over(&self, object: usize, x: i32) -> bool {
        let next = next_comparison(x);
        next > self.pulse && next > self.after[object]
    }

    /// HMxx in 6507 cycle `x`, while a motion is under way.
    pub(crate) fn set(&mut self, object: usize, clocks: u8, x: i32) {
        self.clocks[object] = clocks;
        let next = next_comparison(x);
        if self.pulse >= next {
            if self.moves(object, next) {
                self.last[object] = self.stop(object, next);
            }
            self.after[object] = self.stop(object, self.pulse);
        } else if self.moves(object, next) {
            self.after[object] = self.stop(object, next);
        }
    }

    /// An object's extra clocks in this line.
    pub(crate) fn extra(&self, object: usize) -> Extra {
        let between = |first: i32, last: i32| -> Extra {
            let (first, last) = (first.max(0), last.min(COUNTS - 1));
            if first > last { 0 } else { (1 << (last + 1)) - (1 << first) }
        };
        between(self.first[object], self.last[object].min(self.pulse))
            | between(self.pulse + 1, self.after[object])
    }

    /// The next line.
    #[inline]
    pub(crate) fn next_line(&mut self) {
        if self.simple && self.horizon + 5 < COUNTS {
            self.rest();
        } else {
            self.go_on();
        }
    }

    /// Nothing is left of motions before.
    fn rest(&mut self) {
        self.pulse = NEVER;
        self.simple = false;
        self.active = false;
    }

    #[inline(never)]
    fn go_on(&mut self) {
        self.expand();
        if self.base + 20 < COUNTS && self.after.iter().all(|last| *last < COUNTS) {
            self.rest();
            return;
        }
        let pass = |count: &mut i32| {
            if *count != FOREVER {
                *count = (*count - COUNTS).max(NEVER);
            }
        };
        pass(&mut self.base);
        pass(&mut self.earlier);
        pass(&mut self.pulse);
        for counts in [&mut self.first, &mut self.last, &mut self.after] {
            counts.iter_mut().for_each(pass);
        }
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.bytes(&mut self.clocks);
        let counts = [&mut self.base, &mut self.earlier, &mut self.pulse].into_iter();
        for count in counts.chain(&mut self.first).chain(&mut self.last).chain(&mut self.after) {
            let mut value = *count as u32;
            archive.u32(&mut value);
            *count = value as i32;
        }
        let mut horizon = self.horizon as u32;
        archive.u32(&mut horizon);
        self.horizon = horizon as i32;
        archive.bool(&mut self.active);
        archive.bool(&mut self.simple);
    }

    pub(crate) fn is_valid(&self) -> bool {
        let past = |count: i32| (NEVER..=2 * COUNTS).contains(&count);
        self.clocks.iter().all(|clocks| *clocks < 16)
            && past(self.base)
            && past(self.earlier)
            && past(self.pulse)
            && (past(self.horizon) || self.horizon == FOREVER)
            && self.first.iter().all(|count| past(*count))
            && [self.last, self.after].as_flattened().iter().all(|count| past(*count) || *count == FOREVER)
    }
}
