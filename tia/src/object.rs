//! What the five movable objects do when nobody disturbs them, in closed form.

use crate::bits::{Bits, FIRST_PIXEL};
use crate::mechanism::ball::Ball;
use crate::mechanism::counter::{Counter, LAST_COUNT, starts_copy};
use crate::mechanism::missile::Missile;
use crate::mechanism::player::Player;
use crate::mechanism::width::Pulse;

/// Clocks in which a position counter comes round.
const ROUND: u32 = 160;

/// A movable object: its registers, and its latches as they are after some edge of its clock.
///
/// "Phase" is the number of clocks (0..=159) since its position counter was cleared.
pub(crate) trait Object: Copy {
    /// Whether a strobe draws nothing at first: the first copy comes a round later.
    const STARTS_LATE: bool;

    /// Sets the latches of an object that has had these registers for a whole round.
    fn set_regular(&mut self, phase: u8);

    /// The phase, if from here on the object can't be told from such a one.
    fn regular_phase(&self) -> Option<u8>;

    /// What such an object shows in a line in which it comes to phase 0 at pixel `start` (0..=159).
    fn shape(&self, start: u32) -> Bits;

    /// What such an object shows after its strobe at rest, in the rest of the line in which it comes to phase 0 at pixel
    /// `start`: only the ball has a first copy then.
    fn shape_after_strobe(&self, start: u32) -> Bits;

    /// Whether a strobe at rest in this phase would start a copy: one that is decoded just then.
    fn is_starting(&self, phase: u8) -> bool;

    /// Clocks from a start during which an object may be on.
    fn length(&self) -> u8;

    /// The pixels of its copies: the first, counted from where it comes to phase 0, and the number of pixels from there
    /// to the end of the last copy.
    fn span(&self) -> (u32, u32);

    /// How many edges leave such an object off, if it is at rest in this phase: nothing is being drawn, and no start
    /// waits in a latch. 0 if it is not at rest.
    fn quiet(&self, phase: u8) -> u8;

    /// Whether the registers allow any pixel.
    fn shown(&self) -> bool;

    /// The pixel, before the pixel latch.
    fn level(&self) -> bool;

    /// A rising edge of the object's clock; `held`: its reset strobe is active.
    fn tick(&mut self, held: bool);

    /// Its reset strobe.
    fn hold(&mut self);

    /// Registers have changed: what the latches follow changes with them.
    fn relatch(&mut self);

    /// `ticks` edges. Bit `clock` + i of `bits` is the level after edge i + 1.
    fn advance(&mut self, ticks: u32, bits: &mut Bits, clock: u32);
}

/// Phases in which copies start.
const fn starts(mode: u8) -> &'static [u8] {
    match mode {
        1 => &[0, 16],
        2 => &[0, 32],
        3 => &[0, 16, 32],
        4 => &[0, 64],
        6 => &[0, 32, 64],
        _ => &[0],
    }
}

/// The phase in which the last copy starts.
fn reach(mode: u8) -> u32 {
    [0, 16, 32, 32, 64, 0, 64, 0][usize::from(mode & 7)]
}

/// The latest start at or before this phase.
fn last_start(mode: u8, phase: u8) -> u8 {
    starts(mode).iter().rev().copied().find(|start| *start <= phase).unwrap_or(0)
}

/// The first start after this phase: 160 is the next main copy.
fn next_start(mode: u8, phase: u8) -> u8 {
    starts(mode).iter().copied().find(|start| *start > phase).unwrap_or(ROUND as u8)
}

/// What a phase-1 latch of the start decoder holds in this phase: a copy starts, and it is not the main one.
fn start_latches(mode: u8, phase: u8) -> (bool, bool) {
    let count = if phase % 4 < 2 { previous(phase / 4) } else { phase / 4 };
    let other = starts_copy(count, mode);
    (other || count == LAST_COUNT, other)
}

fn previous(count: u8) -> u8 {
    if count == 0 { LAST_COUNT } else { count - 1 }
}

/// [`Object::quiet`] for each mode and phase, for copies that are on until `length` edges after their start.
const fn quiet_phases(lengths: [u8; 8]) -> [[u8; ROUND as usize]; 8] {
    let mut table = [[0; ROUND as usize]; 8];
    let mut mode = 0;
    while mode < 8 {
        let starts = starts(mode as u8);
        let mut copy = 0;
        while copy < starts.len() {
            let next = if copy + 1 < starts.len() { starts[copy + 1] } else { ROUND as u8 };
            let mut phase = starts[copy] + lengths[mode];
            // In the last phase before a start it waits in the latch.
            while phase < next - 1 {
                table[mode][phase as usize] = next - phase;
                phase += 1;
            }
            copy += 1;
        }
        mode += 1;
    }
    table
}

const PLAYER_LENGTHS: [u8; 8] = [9, 9, 9, 9, 9, 18, 9, 34];
const LINE_LENGTH: u8 = 8;
static PLAYER_QUIET: [[u8; ROUND as usize]; 8] = quiet_phases(PLAYER_LENGTHS);
static LINE_QUIET: [[u8; ROUND as usize]; 8] = quiet_phases([LINE_LENGTH; 8]);

fn sum(phase: u8, ticks: u32) -> u8 {
    ((u32::from(phase) + ticks) % ROUND) as u8
}

/// Clocks from the start pulse to the first pixel, clocks a graphics bit.
fn player_geometry(mode: u8) -> (u32, u32) {
    match mode {
        5 => (2, 2),
        7 => (2, 4),
        _ => (1, 1),
    }
}

/// Eight bits, each as wide as `width` says.
fn stretch(pattern: u8, width: u32) -> u64 {
    let bits = u64::from(pattern);
    match width {
        1 => bits,
        2 => {
            let bits = (bits | bits << 4) & 0x0f0f;
            let bits = (bits | bits << 2) & 0x3333;
            ((bits | bits << 1) & 0x5555) * 3
        }
        _ => {
            let bits = (bits | bits << 12) & 0x000f_000f;
            let bits = (bits | bits << 6) & 0x0303_0303;
            ((bits | bits << 3) & 0x1111_1111) * 15
        }
    }
}

impl Player {
    /// The graphics that are shown, the leftmost bit lowest.
    fn pattern(&self) -> u8 {
        let graphics = if self.delayed { self.old_graphics } else { self.graphics };
        if self.reflect { graphics } else { graphics.reverse_bits() }
    }
}

impl Object for Player {
    const STARTS_LATE: bool = true;

    fn set_regular(&mut self, phase: u8) {
        self.counter = Counter::at(phase);
        (self.start_latch, self.other_latch) = start_latches(self.mode, phase);
        let count = previous(phase / 4);
        self.start = count == LAST_COUNT || starts_copy(count, self.mode);
        let last = last_start(self.mode, phase);
        let since = u32::from(phase - last);
        self.other_copy = last != 0;
        let (lead, width) = player_geometry(self.mode);
        self.enable = match width {
            1 => true,
            2 => phase % 2 == 1,
            _ => phase % 4 == 1,
        };
        self.active = since >= lead && since < lead + 8 * width;
        self.scan = if self.active { ((since - lead) / width) as u8 } else { 0 };
        self.high = false;
    }

    fn regular_phase(&self) -> Option<u8> {
        let phase = self.counter.clocks()?;
        let mut regular = *self;
        regular.set_regular(phase);
        // The start decoder's latches follow it again before they are used, but in the last of the four phases.
        let latches = phase % 4 != 3
            || (regular.start_latch, regular.other_latch) == (self.start_latch, self.other_latch);
        let state = |player: &Self| (player.active, player.start, player.scan);
        // At rest the gate of the scan counter, and which copy was last, have no effect any more.
        let scan = state(&regular) == state(self)
            && (!self.active && !self.start
                || (regular.enable, regular.other_copy) == (self.enable, self.other_copy));
        (latches && scan).then_some(phase)
    }

    fn shape(&self, start: u32) -> Bits {
        let mut bits = Bits::default();
        if self.mode == 0 {
            bits.put_pixels(u64::from(self.pattern()), 8, if start == ROUND - 1 { 0 } else { start + 1 });
            return bits;
        }
        let (lead, width) = player_geometry(self.mode);
        let pattern = stretch(self.pattern(), width);
        for copy in starts(self.mode) {
            let mut pixel = start + lead + u32::from(*copy);
            if pixel >= ROUND {
                pixel -= ROUND;
            }
            bits.put_pixels(pattern, 8 * width, pixel);
        }
        bits
    }

    fn shape_after_strobe(&self, start: u32) -> Bits {
        let (lead, width) = player_geometry(self.mode);
        let pattern = stretch(self.pattern(), width);
        let mut bits = Bits::default();
        for copy in &starts(self.mode)[1..] {
            bits.put(pattern, FIRST_PIXEL + start + lead + u32::from(*copy));
        }
        bits
    }

    fn is_starting(&self, phase: u8) -> bool {
        let count = phase / 4;
        count == LAST_COUNT || starts_copy(count, self.mode)
    }

    fn length(&self) -> u8 {
        PLAYER_LENGTHS[usize::from(self.mode & 7)]
    }

    fn span(&self) -> (u32, u32) {
        let (lead, width) = player_geometry(self.mode);
        (lead, reach(self.mode) + 8 * width)
    }

    fn quiet(&self, phase: u8) -> u8 {
        PLAYER_QUIET[usize::from(self.mode & 7)][usize::from(phase)]
    }

    fn shown(&self) -> bool {
        (if self.delayed { self.old_graphics } else { self.graphics }) != 0
    }

    fn level(&self) -> bool {
        self.pixel()
    }

    fn tick(&mut self, held: bool) {
        Self::tick(self, held);
        self.settle();
    }

    fn hold(&mut self) {
        self.counter.hold();
        self.settle();
    }

    fn relatch(&mut self) {
        self.settle();
    }

    fn advance(&mut self, mut ticks: u32, bits: &mut Bits, mut clock: u32) {
        if let Some(phase) = self.regular_phase() {
            self.draw_copies(phase, ticks, bits, clock);
            return;
        }
        while ticks > 0 {
            if !self.active
                && !self.start
                && let Some(phase) = self.counter.clocks()
            {
                // A start decoded before the registers changed may wait in the latch.
                let waiting =
                    phase % 4 == 3 && (self.start_latch, self.other_latch) != start_latches(self.mode, phase);
                if !waiting {
                    let distance = u32::from(next_start(self.mode, phase) - phase);
                    if distance > ticks {
                        self.set_resting(sum(phase, ticks));
                    } else {
                        self.set_regular(sum(phase, distance));
                        self.draw_copies(sum(phase, distance), ticks - distance, bits, clock + distance);
                    }
                    return;
                }
            }
            Object::tick(self, false);
            if self.level() {
                bits.set(clock);
            }
            clock += 1;
            ticks -= 1;
        }
    }
}

impl Player {
    /// The latches of an undisturbed player, but that it draws nothing: after a strobe there is no main copy.
    fn set_resting(&mut self, phase: u8) {
        self.set_regular(phase);
        self.active = false;
        self.start = false;
        self.scan = 0;
    }

    /// [`Object::advance`] of an undisturbed player: copy after copy, each as far as the ticks reach.
    fn draw_copies(&mut self, phase: u8, ticks: u32, bits: &mut Bits, clock: u32) {
        let (lead, width) = player_geometry(self.mode);
        let pattern = stretch(self.pattern(), width);
        let since = u32::from(phase - last_start(self.mode, phase));
        if since < lead + 8 * width {
            let done = (since + 1).saturating_sub(lead);
            let ahead = lead.saturating_sub(since + 1);
            put_part(bits, pattern >> done, clock + ahead, ticks.saturating_sub(ahead));
        }
        let mut next = next_start(self.mode, phase);
        let mut distance = u32::from(next - phase);
        while distance <= ticks {
            let left = (ticks - distance + 1).saturating_sub(lead);
            put_part(bits, pattern, clock + distance - 1 + lead, left);
            next %= ROUND as u8;
            let following = next_start(self.mode, next);
            distance += u32::from(following - next);
            next = following;
        }
        self.set_regular(sum(phase, ticks));
    }
}

/// The first `count` bits of a pattern.
fn put_part(bits: &mut Bits, pattern: u64, clock: u32, count: u32) {
    if count > 0 {
        let part = if count < 64 { pattern & ((1 << count) - 1) } else { pattern };
        bits.put(part, clock);
    }
}

/// The pixels of a missile or ball of size 0..=3.
fn line_pattern(size: u8) -> u64 {
    (1 << (1 << size)) - 1
}

/// The two start pulses of an object that started at this phase or before.
fn pulses(since: u8) -> Pulse {
    Pulse { first: since < 4, second: (4..8).contains(&since) }
}

/// [`Object::advance`] for missiles and ball, which differ from a player in having no scan counter.
macro_rules! advance_line {
    ($object:ident, $mode:expr, $waiting:expr) => {
        fn advance(&mut self, mut ticks: u32, bits: &mut Bits, mut clock: u32) {
            if let Some(phase) = self.regular_phase() {
                self.draw_copies(phase, ticks, bits, clock);
                return;
            }
            while ticks > 0 {
                if self.pulse == Pulse::default()
                    && let Some(phase) = self.counter.clocks()
                {
                    let waiting: fn(&$object, u8) -> bool = $waiting;
                    if !waiting(self, phase) {
                        let mode: fn(&$object) -> u8 = $mode;
                        let distance = u32::from(next_start(mode(self), phase) - phase);
                        if distance > ticks {
                            self.set_regular(sum(phase, ticks));
                            self.pulse = Pulse::default();
                        } else {
                            self.set_regular(sum(phase, distance));
                            if self.level() {
                                bits.set(clock + distance - 1);
                            }
                            self.draw_copies(sum(phase, distance), ticks - distance, bits, clock + distance);
                        }
                        return;
                    }
                }
                Object::tick(self, false);
                if self.level() {
                    bits.set(clock);
                }
                clock += 1;
                ticks -= 1;
            }
        }
    };
}

/// [`Object::advance`] of an undisturbed missile or ball, its size and starts given.
fn draw_lines(size: u8, mode: u8, shown: bool, phase: u8, ticks: u32, bits: &mut Bits, clock: u32) {
    if !shown {
        return;
    }
    let pattern = line_pattern(size);
    let since = u32::from(phase - last_start(mode, phase));
    if since < 8 {
        put_part(bits, pattern >> (since + 1), clock, ticks);
    }
    let mut next = next_start(mode, phase);
    let mut distance = u32::from(next - phase);
    while distance <= ticks {
        put_part(bits, pattern, clock + distance - 1, ticks - distance + 1);
        next %= ROUND as u8;
        let following = next_start(mode, next);
        distance += u32::from(following - next);
        next = following;
    }
}

fn line_shape(size: u8, mode: u8, start: u32) -> Bits {
    let mut bits = Bits::default();
    for copy in starts(mode) {
        let mut pixel = start + u32::from(*copy);
        if pixel >= ROUND {
            pixel -= ROUND;
        }
        bits.put_pixels(line_pattern(size), 1 << size, pixel);
    }
    bits
}

impl Missile {
    fn draw_copies(&mut self, phase: u8, ticks: u32, bits: &mut Bits, clock: u32) {
        draw_lines(self.size, self.mode, self.shown(), phase, ticks, bits, clock);
        self.set_regular(sum(phase, ticks));
    }
}

impl Object for Missile {
    const STARTS_LATE: bool = true;

    fn set_regular(&mut self, phase: u8) {
        self.counter = Counter::at(phase);
        self.start_latch = start_latches(self.mode, phase).0;
        self.pulse = pulses(phase - last_start(self.mode, phase));
        self.high = false;
    }

    fn regular_phase(&self) -> Option<u8> {
        let phase = self.counter.clocks()?;
        let latch = phase % 4 != 3 || self.start_latch == start_latches(self.mode, phase).0;
        (latch && self.pulse == pulses(phase - last_start(self.mode, phase))).then_some(phase)
    }

    fn shape(&self, start: u32) -> Bits {
        line_shape(self.size, self.mode, start)
    }

    fn shape_after_strobe(&self, start: u32) -> Bits {
        let mut bits = Bits::default();
        for copy in &starts(self.mode)[1..] {
            bits.put(line_pattern(self.size), FIRST_PIXEL + start + u32::from(*copy));
        }
        bits
    }

    fn is_starting(&self, phase: u8) -> bool {
        let count = phase / 4;
        count == LAST_COUNT || starts_copy(count, self.mode)
    }

    fn length(&self) -> u8 {
        LINE_LENGTH
    }

    fn span(&self) -> (u32, u32) {
        (0, reach(self.mode) + 8)
    }

    fn quiet(&self, phase: u8) -> u8 {
        LINE_QUIET[usize::from(self.mode & 7)][usize::from(phase)]
    }

    fn shown(&self) -> bool {
        self.enabled && !self.locked
    }

    fn level(&self) -> bool {
        self.pixel()
    }

    fn tick(&mut self, held: bool) {
        Self::tick(self, held);
        self.settle();
    }

    fn hold(&mut self) {
        self.counter.hold();
        self.settle();
    }

    fn relatch(&mut self) {
        self.settle();
    }

    advance_line!(Missile, |missile| missile.mode, |missile, phase| {
        phase % 4 == 3 && missile.start_latch != start_latches(missile.mode, phase).0
    });
}

impl Ball {
    fn draw_copies(&mut self, phase: u8, ticks: u32, bits: &mut Bits, clock: u32) {
        draw_lines(self.size, 0, self.shown(), phase, ticks, bits, clock);
        self.set_regular(sum(phase, ticks));
    }
}

impl Object for Ball {
    const STARTS_LATE: bool = false;

    fn set_regular(&mut self, phase: u8) {
        self.counter = Counter::at(phase);
        self.pulse = pulses(phase);
        self.high = false;
    }

    fn regular_phase(&self) -> Option<u8> {
        let phase = self.counter.clocks()?;
        (self.pulse == pulses(phase)).then_some(phase)
    }

    fn shape(&self, start: u32) -> Bits {
        line_shape(self.size, 0, start)
    }

    fn shape_after_strobe(&self, start: u32) -> Bits {
        let mut bits = Bits::default();
        bits.put(line_pattern(self.size), FIRST_PIXEL + start);
        bits
    }

    fn is_starting(&self, _phase: u8) -> bool {
        // The ball starts with every strobe.
        false
    }

    fn length(&self) -> u8 {
        LINE_LENGTH
    }

    fn span(&self) -> (u32, u32) {
        (0, 8)
    }

    fn quiet(&self, phase: u8) -> u8 {
        LINE_QUIET[0][usize::from(phase)]
    }

    fn shown(&self) -> bool {
        if self.delayed { self.old_enabled } else { self.enabled }
    }

    fn level(&self) -> bool {
        self.pixel()
    }

    fn tick(&mut self, held: bool) {
        Self::tick(self, held);
    }

    fn hold(&mut self) {
        self.counter.hold();
    }

    fn relatch(&mut self) {}

    advance_line!(Ball, |_| 0, |_, _| false);
}
