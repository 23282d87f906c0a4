//! The chip as a computer likes it: a line at a time, and only where something changes.

use crate::archive::Archive;
use crate::bits::{Bits, FIRST_PIXEL, LINE};
use crate::collision::Collisions;
use crate::input::{Inputs, Pin};
use crate::mechanism::Mechanism;
use crate::mechanism::audio::Channel;
use crate::mechanism::ball::Ball;
use crate::mechanism::colour::Colours;
use crate::mechanism::hmove::OBJECTS;
use crate::mechanism::missile::Missile;
use crate::mechanism::player::Player;
use crate::motion::Motion;
use crate::picture::{CENTRE, Layers, Objects, Painting, blank, columns, paint, paint_line, widen};
use crate::register;
use crate::revision::Revision;
use crate::sink::{BLANK, Beam, Sample, Sink};
use crate::sound::Sound;
use crate::track::{DISTURBED, Extra, LATE_VISIBLE, Track, UNSEEN, VISIBLE};

/// 6507 cycles in a line.
pub(crate) const CYCLES: u64 = 76;
/// The first clock in which a change of the playfield's registers comes too late for a column.
const FIRST_COLUMN: i32 = 66;
/// Extra clocks of an object that HMOVE leaves where it is: as many as the longer blanking swallows.
const STILL: u8 = 8;
/// The last count of the horizontal counter with an extra clock in the longer blanking.
const LAST_BLANK_COUNT: i32 = 18;
/// The phase of players, missiles and ball after a strobe in horizontal blanking.
const FIRST_PHASE: u8 = 158;

/// The chip. Time is given in 6507 cycles, counted from power-on, where cycle 0 begins a line.
///
/// Within a line a write in cycle x acts in the first half of colour clock 3x + 2; the pins show it one to two clocks
/// later. A write in a line's last cycle acts when the next line has begun already, so it is taken as one of cycle -1
/// of that.
#[derive(Clone, Debug)]
pub struct Tia {
    pub(crate) revision: Revision,
    /// Cycle 0 of the line being drawn.
    pub(crate) line: u64,
    /// Cycle of the last `catch_up`.
    pub(crate) now: u64,
    pub(crate) players: [Track<Player>; 2],
    pub(crate) missiles: [Track<Missile>; 2],
    pub(crate) ball: Track<Ball>,
    /// A missile is locked to its player.
    pub(crate) locked: bool,
    pub(crate) motion: Motion,
    /// The first clock with a visible edge of the objects' clock; later if HMOVE has made the blanking longer, by a
    /// pulse in this count of the horizontal counter.
    pub(crate) visible: i32,
    pub(crate) late_from: i32,
    /// Objects, as bits, that have not been told of HMOVE in this line since they stay where they are.
    pub(crate) untold: u8,
    /// Those of them that have been left alone because they are not shown.
    pub(crate) hidden: u8,
    pub(crate) field: [u8; 3],
    pub(crate) reflect: bool,
    /// How the second half of this line is read.
    pub(crate) reflect_line: bool,
    pub(crate) columns: u64,
    pub(crate) field_bits: Bits,
    pub(crate) field_dirty: bool,
    /// The registers have changed before the columns were read, or after some of them were.
    pub(crate) field_stale: bool,
    pub(crate) field_mixed: bool,
    pub(crate) colours: Colours,
    /// Pixel from which on score mode takes the second colour.
    pub(crate) centre: u32,
    pub(crate) collisions: Collisions,
    /// Clocks of this line whose collisions have been seen.
    pub(crate) collided: u32,
    pub(crate) sound: Sound,
    pub(crate) inputs: Inputs,
    pub(crate) vblank: bool,
    pub(crate) vsync: bool,
    /// WSYNC was written in this line.
    pub(crate) waiting: bool,
    /// The line so far; from pixel `drawn` on one of an earlier line.
    pub(crate) pixels: [u8; 160],
    pub(crate) drawn: u32,
    /// `pixels` are not what a whole line without changes would be now, its objects apart from their blanking.
    pub(crate) repaint: bool,
    /// The blanking for which they are painted.
    pub(crate) painted: (i32, bool),
    /// What `pixels` show, if they have been painted as one line.
    pub(crate) painting: Option<Painting>,
    /// The objects have not been seen together in a whole line yet.
    pub(crate) recollide: bool,
    /// Finished lines like `pixels` that the sink has not got yet.
    pub(crate) pending: u32,
    /// The line is not just like the one before.
    pub(crate) busy: bool,
    /// The next line won't be just like this one.
    pub(crate) mid: bool,
    /// VSYNC at the beginning of the line, and the clocks since when it has been different.
    pub(crate) sync: bool,
    pub(crate) flips: Bits,
    /// The sample of the last clock of the line before: VSYNC may still change it.
    pub(crate) tail: Option<Sample>,
    /// Clocks of the line whose samples are out.
    pub(crate) rastered: u32,
    /// In charge while `by_mechanism` is set.
    pub(crate) mechanism: Mechanism,
    pub(crate) by_mechanism: bool,
}

impl Default for Tia {
    fn default() -> Self {
        Self::new()
    }
}

impl Tia {
    /// A chip at the start of a line, with all registers 0, no motion, no collision, all inputs high, players at
    /// pixel 3 and missiles and ball at pixel 2.
    pub fn new() -> Self {
        Self::with_revision(Revision::default())
    }

    /// The same of another revision of the chip.
    pub fn with_revision(revision: Revision) -> Self {
        let lost = revision.lost_clocks;
        Self {
            revision,
            line: 0,
            now: 0,
            players: [Track::new(Player::new(), FIRST_PHASE, lost); 2],
            missiles: [Track::new(Missile::new(), FIRST_PHASE, lost); 2],
            ball: Track::new(Ball::new(), FIRST_PHASE, lost),
            locked: false,
            motion: Motion::new(),
            visible: VISIBLE,
            late_from: 0,
            untold: 0,
            hidden: 0,
            field: [0; 3],
            reflect: false,
            reflect_line: false,
            columns: 0,
            field_bits: Bits::default(),
            field_dirty: false,
            field_stale: false,
            field_mixed: false,
            colours: Colours { left: true, ..Colours::default() },
            centre: CENTRE,
            collisions: Collisions::default(),
            collided: 0,
            sound: Sound::new([Channel::new(false), Channel::new(true)], 0),
            inputs: Inputs::new(),
            vblank: false,
            vsync: false,
            waiting: false,
            pixels: [BLANK; 160],
            drawn: 0,
            repaint: true,
            painted: (VISIBLE, false),
            painting: None,
            recollide: true,
            pending: 0,
            busy: true,
            mid: false,
            sync: false,
            flips: Bits::default(),
            tail: None,
            rastered: 0,
            mechanism: Mechanism::with_revision(revision),
            by_mechanism: false,
        }
    }

    /// Writes `value` to register `reg` (0..=0x3f; those that do not exist are ignored) in 6507 cycle `cycle`.
    #[inline]
    pub fn write<S: Sink>(&mut self, cycle: u64, reg: u8, value: u8, sink: &mut S) {
        let mut x = cycle.wrapping_sub(self.line) as i64;
        // In the last cycle of a line the next one has begun; the mechanism counts for itself.
        if !(-1..75).contains(&x) || self.by_mechanism {
            if !self.reach(cycle, reg, value, sink) {
                return;
            }
            x = cycle.wrapping_sub(self.line) as i64;
        }
        self.store(x as i32, cycle, reg, value, sink);
    }

    /// Lets lines pass until the one of a write in this cycle. False if the write is done with that.
    #[cold]
    #[inline(never)]
    fn reach<S: Sink>(&mut self, cycle: u64, reg: u8, value: u8, sink: &mut S) -> bool {
        if self.by_mechanism {
            self.run_mechanism(6 * cycle + 5, sink);
            if self.by_mechanism {
                self.mechanism.write(cycle, reg, value, sink);
                return false;
            }
        }
        if reg & 0x3f == register::RSYNC {
            // It acts on what is left of the line in its last cycle too.
            self.pass(cycle, CYCLES, sink);
            self.restart((cycle - self.line) as i32, cycle, value, sink);
            return false;
        }
        self.pass(cycle, CYCLES - 1, sink);
        true
    }

    /// Lets whole lines pass until `cycle` is less than `end` cycles into the line.
    fn pass<S: Sink>(&mut self, cycle: u64, end: u64, sink: &mut S) {
        while cycle.wrapping_sub(self.line) as i64 >= end as i64 {
            if self.busy {
                self.finish_line(sink);
            } else {
                let lines = (cycle - self.line - end) / CYCLES + 1;
                self.repeat_lines(lines, sink);
            }
        }
    }

    fn store<S: Sink>(&mut self, x: i32, cycle: u64, reg: u8, value: u8, sink: &mut S) {
        let time = 3 * x + 2;
        let bit = |n: u8| value >> n & 1 != 0;
        match reg & 0x3f {
            register::VSYNC => {
                if self.vsync != bit(1) {
                    self.vsync = bit(1);
                    // In the last clock of a line the line is not over yet.
                    let unfinished = u32::from(x < 0).min(self.pending);
                    self.pending -= unfinished;
                    self.deliver(sink);
                    self.pending = unfinished;
                    sink.vsync(self.vsync, 3 * cycle + 2);
                    if x < 0 {
                        self.sync = self.vsync;
                        if let Some(tail) = &mut self.tail {
                            tail.sync = !tail.sync;
                        }
                    } else {
                        let since = Bits::range(time as u32, LINE);
                        self.flips = self.flips.without(since).or(since.without(self.flips));
                    }
                }
            }
            register::VBLANK => {
                self.inputs.write_vblank(cycle, value);
                if self.vblank != bit(1) {
                    self.collide(time + 1);
                    self.draw(time + 2, sink);
                    self.vblank = bit(1);
                    self.busy = true;
                    self.mid = true;
                    self.repaint = true;
                    if !self.vblank && time + 1 >= 147 {
                        // The centre of the line was, or is being, passed unseen.
                        self.centre = if time < 150 { (time + 2) as u32 - FIRST_PIXEL } else { 160 };
                    }
                }
            }
            register::WSYNC => self.waiting |= x >= 0,
            register::RSYNC => self.restart(x, cycle, value, sink),
            register::NUSIZ0 => self.resize(0, time, value),
            register::NUSIZ1 => self.resize(1, time, value),
            register::COLUP0 => {
                if self.colours.player0 != value & 0xfe {
                    self.draw_player(0, time + 1, sink);
                    self.colours.player0 = value & 0xfe;
                    self.repaint = true;
                    self.busy = true;
                }
            }
            register::COLUP1 => {
                if self.colours.player1 != value & 0xfe {
                    self.draw_player(1, time + 1, sink);
                    self.colours.player1 = value & 0xfe;
                    self.repaint = true;
                    self.busy = true;
                }
            }
            register::COLUPF => {
                if self.colours.playfield != value & 0xfe {
                    self.draw_field(time + 1 + i32::from(self.revision.late_playfield_colour), sink);
                    self.colours.playfield = value & 0xfe;
                    self.repaint = true;
                    self.busy = true;
                }
            }
            register::COLUBK => {
                if self.colours.background != value & 0xfe {
                    self.draw_unblanked(time + 1 + i32::from(self.revision.late_background_colour), sink);
                    self.colours.background = value & 0xfe;
                    self.repaint = true;
                    self.busy = true;
                }
            }
            register::CTRLPF => self.control_playfield(time, value, sink),
            register::REFP0 | register::REFP1 => {
                let index = usize::from(reg & 0x3f != register::REFP0);
                if self.players[index].object.reflect != bit(3) {
                    self.alter_player(index, time).reflect = bit(3);
                }
            }
            register::PF0 => self.store_field(0, time, value),
            register::PF1 => self.store_field(1, time, value),
            register::PF2 => self.store_field(2, time, value),
            register::RESP0 => self.reset_player(0, time),
            register::RESP1 => self.reset_player(1, time),
            register::RESM0 => self.reset_missile(0, time),
            register::RESM1 => self.reset_missile(1, time),
            register::RESBL => {
                self.tell();
                self.ball.strobe(time);
                self.busy = true;
            }
            register::AUDC0..=register::AUDV1 => self.store_audio(reg & 0x3f, time, value, sink),
            register::GRP0 => {
                self.store_graphics(0, time, value);
                self.copy_graphics(1, time);
            }
            register::GRP1 => {
                self.store_graphics(1, time, value);
                self.copy_graphics(0, time);
                let Ball { enabled, old_enabled, delayed, .. } = self.ball.object;
                if old_enabled != enabled {
                    let ball = if delayed { self.alter_ball(time) } else { self.ball.registers() };
                    ball.old_enabled = enabled;
                }
            }
            register::ENAM0 => self.enable_missile(0, time, bit(1)),
            register::ENAM1 => self.enable_missile(1, time, bit(1)),
            register::ENABL => {
                let Ball { enabled, delayed, .. } = self.ball.object;
                if enabled != bit(1) {
                    let ball = if delayed { self.ball.registers() } else { self.alter_ball(time) };
                    ball.enabled = bit(1);
                }
            }
            register::HMP0..=register::HMBL => {
                self.set_motion(usize::from((reg & 0x3f) - register::HMP0), value >> 4 ^ 8, x);
            }
            register::VDELP0 | register::VDELP1 => {
                let index = usize::from(reg & 0x3f != register::VDELP0);
                if self.players[index].object.delayed != bit(0) {
                    self.alter_player(index, time).delayed = bit(0);
                }
            }
            register::VDELBL => {
                if self.ball.object.delayed != bit(0) {
                    self.alter_ball(time).delayed = bit(0);
                }
            }
            register::RESMP0 => self.lock_missile(0, time, bit(1)),
            register::RESMP1 => self.lock_missile(1, time, bit(1)),
            register::HMOVE => self.move_objects(x),
            register::HMCLR => {
                if self.motion.is_settled(x) {
                    self.motion.clocks = [STILL; OBJECTS];
                } else {
                    for object in 0..OBJECTS {
                        self.change_motion(object, STILL, x);
                    }
                }
            }
            register::CXCLR => {
                self.collisions.clear();
                self.collided = (time + 2) as u32;
                self.recollide = true;
                self.busy = true;
                self.mid = true;
            }
            _ => {}
        }
    }

    fn store_audio<S: Sink>(&mut self, reg: u8, time: i32, value: u8, sink: &mut S) {
        self.sound.run(time, sink);
        let [first, second] = &mut self.sound.channels;
        match reg {
            register::AUDC0 => first.control = value & 15,
            register::AUDC1 => second.control = value & 15,
            register::AUDF0 => first.frequency = value & 31,
            register::AUDF1 => second.frequency = value & 31,
            register::AUDV0 => first.volume = value & 15,
            _ => second.volume = value & 15,
        }
    }

    fn resize(&mut self, index: usize, time: i32, value: u8) {
        let (mode, size) = (value & 7, value >> 4 & 3);
        self.tell();
        let player = &mut self.players[index];
        let missile = &mut self.missiles[index];
        if missile.object.mode != mode {
            if missile.object.locked {
                missile.sync_locked(player, time);
            }
            player.reshape(time, |player| player.mode = mode);
            missile.reshape(time, |missile| {
                missile.mode = mode;
                missile.size = size;
            });
            self.busy = true;
        } else if missile.object.size != size {
            missile.change(time);
            missile.registers().size = size;
            self.busy = true;
        }
    }

    fn control_playfield<S: Sink>(&mut self, time: i32, value: u8, sink: &mut S) {
        let bit = |n: u8| value >> n & 1 != 0;
        if (self.colours.score, self.colours.priority) != (bit(1), bit(2)) {
            self.draw(time + 1, sink);
            self.colours.score = bit(1);
            self.colours.priority = bit(2);
            self.repaint = true;
            self.busy = true;
        }
        if self.reflect != bit(0) {
            self.reflect = bit(0);
            // The second half's direction is taken at its start.
            if time <= 145 {
                self.before_field(time);
                self.reflect_line = self.reflect;
                self.after_field(time);
            } else {
                self.field_mixed = true;
                self.mid = true;
            }
            self.busy = true;
        }
        if self.ball.object.size != value >> 4 & 3 {
            self.alter_ball(time).size = value >> 4 & 3;
        }
    }

    #[inline]
    fn store_field(&mut self, index: usize, time: i32, value: u8) {
        let time = time + i32::from(self.revision.late_playfield);
        if self.field[index] != value {
            self.before_field(time);
            self.field[index] = value;
            self.after_field(time);
        }
    }

    /// A register of the playfield is about to change.
    #[inline]
    fn before_field(&mut self, time: i32) {
        self.busy = true;
        if time < FIRST_COLUMN {
            self.field_stale = true;
        } else {
            self.read_field();
        }
    }

    /// A register of the playfield has changed in clock `time`: what is read later shows it.
    #[inline]
    fn after_field(&mut self, time: i32) {
        if time >= FIRST_COLUMN {
            let all = columns(self.field, self.reflect_line);
            // Column n is read in clock 65 + 4n.
            let past = (1 << ((time - 62) >> 2).min(40)) - 1;
            self.columns = self.columns & past | all & !past;
            self.field_mixed = true;
            self.field_dirty = true;
            self.mid = true;
        }
    }

    /// Reads the columns, if the registers have changed since.
    #[inline]
    fn read_field(&mut self) {
        if self.field_stale {
            self.field_stale = false;
            let all = columns(self.field, self.reflect_line);
            self.field_dirty |= all != self.columns;
            self.columns = all;
        }
    }

    fn reset_player(&mut self, index: usize, time: i32) {
        self.tell();
        let player = &mut self.players[index];
        let missile = &mut self.missiles[index];
        if missile.object.locked {
            missile.strobe_locked(player, time, true);
        }
        player.strobe(time);
        self.busy = true;
    }

    fn reset_missile(&mut self, index: usize, time: i32) {
        self.tell();
        let missile = &mut self.missiles[index];
        if missile.object.locked {
            missile.strobe_locked(&self.players[index], time, false);
        } else {
            missile.strobe(time);
        }
        self.busy = true;
    }

    fn enable_missile(&mut self, index: usize, time: i32, enabled: bool) {
        if self.missiles[index].object.enabled != enabled {
            self.show(2 + index);
            let missile = &mut self.missiles[index];
            missile.change(time);
            missile.registers().enabled = enabled;
            self.busy = true;
        }
    }

    #[inline]
    fn store_graphics(&mut self, index: usize, time: i32, value: u8) {
        let Player { graphics, delayed, .. } = self.players[index].object;
        if graphics != value {
            let player =
                if delayed { self.players[index].registers() } else { self.alter_player(index, time) };
            player.graphics = value;
        }
    }

    /// The delayed graphics are loaded with the other player's.
    #[inline]
    fn copy_graphics(&mut self, index: usize, time: i32) {
        let Player { graphics, old_graphics, delayed, .. } = self.players[index].object;
        if old_graphics != graphics {
            let player =
                if delayed { self.alter_player(index, time) } else { self.players[index].registers() };
            player.old_graphics = graphics;
        }
    }

    /// The registers of a player, to change what it shows.
    fn alter_player(&mut self, index: usize, time: i32) -> &mut Player {
        self.show(index);
        self.busy = true;
        let player = &mut self.players[index];
        player.change(time);
        player.registers()
    }

    /// The registers of the ball, to change what it shows.
    fn alter_ball(&mut self, time: i32) -> &mut Ball {
        self.show(4);
        self.busy = true;
        self.ball.change(time);
        self.ball.registers()
    }

    fn lock_missile(&mut self, index: usize, time: i32, locked: bool) {
        if self.missiles[index].object.locked != locked {
            self.tell();
            let missile = &mut self.missiles[index];
            if locked {
                missile.sync(time);
            } else {
                missile.sync_locked(&self.players[index], time);
            }
            missile.registers().locked = locked;
            self.locked = self.missiles[0].object.locked || self.missiles[1].object.locked;
            self.busy = true;
        }
    }

    #[inline]
    fn set_motion(&mut self, object: usize, clocks: u8, x: i32) {
        if self.motion.is_settled(x) {
            self.motion.clocks[object] = clocks;
        } else {
            self.change_motion(object, clocks, x);
        }
    }

    /// HMxx while a motion is under way, or has been in this line.
    #[inline(never)]
    fn change_motion(&mut self, object: usize, clocks: u8, x: i32) {
        self.motion.expand();
        if self.motion.is_over(object, x) {
            self.motion.clocks[object] = clocks;
            return;
        }
        self.tell();
        self.motion.set(object, clocks, x);
        // The extra clock of the count in which the comparison is made is not in question.
        self.schedule(object, (3 * x + 4) >> 2);
        self.busy = true;
    }

    /// The motion counter's timetable has changed for the counts after `count`.
    fn schedule(&mut self, object: usize, count: i32) {
        let past = if count >= 63 { !0 } else { (2 << count) - 1 };
        let extra = self.motion.extra(object);
        match object {
            0 | 1 => self.players[object].schedule(past, extra, self.visible),
            2 | 3 => self.missiles[object - 2].schedule(past, extra, self.visible),
            _ => self.ball.schedule(past, extra, self.visible),
        }
    }

    fn move_objects(&mut self, x: i32) {
        let pulse = (3 * x + 8) >> 2;
        let rest = !self.motion.active;
        if let Some(late) = self.motion.strobe(x) {
            self.busy = true;
            if late && self.visible == VISIBLE {
                self.visible = LATE_VISIBLE;
                self.late_from = pulse;
            }
            if rest && pulse + i32::from(STILL) <= LAST_BLANK_COUNT {
                self.begin_line_motion(pulse);
            } else {
                self.tell();
                self.motion.expand();
                for object in 0..OBJECTS {
                    self.schedule(object, pulse);
                }
            }
        }
    }

    /// HMOVE as it is meant, with its pulse in this count.
    fn begin_line_motion(&mut self, pulse: i32) {
        // What gets as many clocks as the blanking swallows stays where it is, and need not know, unless it is near the
        // blanking. If it is not shown, it need not know before it is.
        let clocks = self.motion.clocks;
        if !self.locked && clocks == [STILL; OBJECTS] {
            let near = u8::from(!self.players[0].is_quiet(STILL))
                | u8::from(!self.players[1].is_quiet(STILL)) << 1
                | u8::from(!self.missiles[0].is_quiet(STILL)) << 2
                | u8::from(!self.missiles[1].is_quiet(STILL)) << 3
                | u8::from(!self.ball.is_quiet(STILL)) << 4;
            let hidden = u8::from(self.players[0].is_hidden())
                | u8::from(self.players[1].is_hidden()) << 1
                | u8::from(self.missiles[0].is_hidden()) << 2
                | u8::from(self.missiles[1].is_hidden()) << 3
                | u8::from(self.ball.is_hidden()) << 4;
            if near & !hidden == 0 {
                self.untold = (1 << OBJECTS) - 1;
                self.hidden = near;
                return;
            }
        }
        let locked = self.locked;
        let mut near = 0;
        let mut told = |index: usize, regular: bool, quiet: bool, shown: bool| {
            near |= u8::from(!quiet && !shown) << index;
            locked || !regular || clocks[index] != STILL || !quiet && shown
        };
        let extra = |index: usize| -> Extra { ((1 << clocks[index]) - 1) << (pulse + 1) };
        let visible = LATE_VISIBLE;
        let ticks = |index: usize| {
            // Only the last of many come later than the blanking.
            let after = i32::from(clocks[index]) + pulse - LAST_BLANK_COUNT;
            u32::from(clocks[index]) - after.max(0) as u32
        };
        let mut untold = (1 << OBJECTS) - 1;
        for index in 0..2 {
            let player = &mut self.players[index];
            if told(index, player.is_regular(), player.is_quiet(STILL), player.is_shown()) {
                player.begin_motion(extra(index), ticks(index), visible);
                untold &= !(1 << index);
            }
            let missile = &mut self.missiles[index];
            if told(2 + index, missile.is_regular(), missile.is_quiet(STILL), missile.is_shown()) {
                missile.begin_motion(extra(2 + index), ticks(2 + index), visible);
                untold &= !(4 << index);
            }
        }
        let ball = &mut self.ball;
        if told(4, ball.is_regular(), ball.is_quiet(STILL), ball.is_shown()) {
            ball.begin_motion(extra(4), ticks(4), visible);
            untold &= !16;
        }
        self.untold = untold;
        self.hidden = untold & near;
    }

    /// Tells the objects that did not need to know of this line's HMOVE.
    #[inline]
    pub(crate) fn tell(&mut self) {
        if self.untold != 0 {
            self.tell_all();
        }
    }

    #[inline(never)]
    fn tell_all(&mut self) {
        for object in 0..OBJECTS {
            if self.untold >> object & 1 != 0 {
                let extra: Extra = ((1 << STILL) - 1) << (self.late_from + 1);
                let ticks = u32::from(STILL);
                match object {
                    0 | 1 => self.players[object].begin_motion(extra, ticks, LATE_VISIBLE),
                    2 | 3 => self.missiles[object - 2].begin_motion(extra, ticks, LATE_VISIBLE),
                    _ => self.ball.begin_motion(extra, ticks, LATE_VISIBLE),
                }
            }
        }
        self.untold = 0;
        self.hidden = 0;
    }

    /// An object may be shown from now on.
    #[inline]
    fn show(&mut self, object: usize) {
        if self.hidden >> object & 1 != 0 {
            self.tell_all();
        }
    }

    /// Draws what the objects show, if nothing changes any more in the line.
    #[inline]
    pub(crate) fn refresh(&mut self) {
        self.refresh_field();
        let mut fresh = self.players[0].refresh();
        fresh |= self.players[1].refresh();
        fresh |= self.missiles[0].refresh();
        fresh |= self.missiles[1].refresh();
        fresh |= self.ball.refresh();
        self.repaint |= fresh;
        self.recollide |= fresh;
    }

    #[inline]
    fn refresh_field(&mut self) {
        self.read_field();
        if self.field_dirty {
            self.field_bits = widen(self.columns);
            self.field_dirty = false;
            self.repaint = true;
            self.recollide = true;
        }
    }

    /// The objects, as of the last [`Self::refresh`].
    pub(crate) fn objects(&self) -> Objects<'_> {
        Objects {
            player0: self.players[0].bits(),
            player1: self.players[1].bits(),
            missile0: self.missiles[0].bits(),
            missile1: self.missiles[1].bits(),
            ball: self.ball.bits(),
            playfield: &self.field_bits,
        }
    }

    /// Collisions in the clocks before `end`.
    pub(crate) fn collide(&mut self, end: i32) {
        let end = end.max(0) as u32;
        if end <= self.collided {
            return;
        }
        if !self.vblank {
            self.refresh();
            let whole = self.collided == 0 && end == LINE;
            if self.recollide {
                let present = u8::from(!self.players[0].is_empty())
                    | u8::from(!self.players[1].is_empty()) << 1
                    | u8::from(!self.missiles[0].is_empty()) << 2
                    | u8::from(!self.missiles[1].is_empty()) << 3
                    | u8::from(!self.ball.is_empty()) << 4
                    | u8::from(self.columns != 0) << 5;
                let clocks = (!whole).then(|| Bits::range(self.collided, end));
                let mut collisions = self.collisions;
                collisions.see_line(&self.objects(), present, clocks);
                self.collisions = collisions;
            }
            // The same objects can't meet anew, unless the latches are cleared.
            self.recollide &= !whole;
        }
        self.collided = end;
    }

    /// Colours the pixels of the clocks before `end`.
    pub(crate) fn draw<S: Sink>(&mut self, end: i32, sink: &mut S) {
        let end = (end - FIRST_PIXEL as i32).clamp(0, 160) as u32;
        if end <= self.drawn {
            return;
        }
        if !self.vblank {
            self.refresh();
        }
        let whole = self.drawn == 0 && end == 160;
        let painted = (self.visible, self.vblank);
        if whole && !self.repaint && painted == self.painted {
            // Just the same picture as the line before.
            self.drawn = end;
            return;
        }
        self.deliver(sink);
        if self.vblank {
            blank(&mut self.pixels, self.drawn, end);
            self.painting = None;
        } else {
            let layers = Layers::new(&self.objects(), &self.colours, self.centre);
            if whole {
                // A longer blanking has hidden what is painted first.
                let hidden = self.painted.0 != VISIBLE;
                let painting = self.painting.as_ref();
                let painting = paint_line(&mut self.pixels, &layers, &self.colours, painting, hidden);
                self.painting = Some(painting);
            } else {
                paint(&mut self.pixels, self.drawn, end, &layers, &self.colours);
                self.painting = None;
            }
            if self.visible != VISIBLE {
                blank(&mut self.pixels, 0, end.min(8));
            }
        }
        self.drawn = end;
        self.mid |= end < 160;
        self.repaint = !whole;
        self.painted = painted;
    }

    /// [`Self::draw`], if colours can be seen.
    #[inline]
    fn draw_unblanked<S: Sink>(&mut self, end: i32, sink: &mut S) {
        if end > FIRST_PIXEL as i32 && !self.vblank {
            self.draw(end, sink);
        }
    }

    /// The clocks before `end` that are not coloured yet.
    fn ahead(&self, end: i32) -> Bits {
        Bits::range(FIRST_PIXEL + self.drawn, end as u32)
    }

    /// [`Self::draw`], if the colour of player `index` can be seen.
    fn draw_player<S: Sink>(&mut self, index: usize, end: i32, sink: &mut S) {
        if end <= FIRST_PIXEL as i32 || self.vblank {
            return;
        }
        if !self.colours.score {
            let fresh = self.players[index].refresh() | self.missiles[index].refresh();
            self.repaint |= fresh;
            self.recollide |= fresh;
            let both = self.players[index].bits().or(*self.missiles[index].bits());
            if both.and(self.ahead(end)).is_empty() {
                return;
            }
        }
        self.draw(end, sink);
    }

    /// [`Self::draw`], if the colour of the playfield can be seen.
    fn draw_field<S: Sink>(&mut self, end: i32, sink: &mut S) {
        if end <= FIRST_PIXEL as i32 || self.vblank {
            return;
        }
        let fresh = self.ball.refresh();
        self.repaint |= fresh;
        self.recollide |= fresh;
        self.refresh_field();
        if !self.field_bits.or(*self.ball.bits()).and(self.ahead(end)).is_empty() {
            self.draw(end, sink);
        }
    }

    /// The sink gets the lines that are finished.
    pub(crate) fn deliver<S: Sink>(&mut self, sink: &mut S) {
        if self.pending > 0 {
            sink.lines(&self.pixels, self.pending);
            self.pending = 0;
        }
    }

    fn finish_line<S: Sink>(&mut self, sink: &mut S) {
        let flags = self.players[0].flags()
            | self.players[1].flags()
            | self.missiles[0].flags()
            | self.missiles[1].flags()
            | self.ball.flags();
        if !self.vblank {
            if self.field_dirty || self.field_stale || flags & UNSEEN != 0 {
                self.refresh();
            }
            if self.recollide {
                self.collide(LINE as i32);
            }
        }
        if self.repaint || self.drawn > 0 || self.painted != (self.visible, self.vblank) {
            self.draw(LINE as i32, sink);
        }
        self.sound.finish(1, sink);
        if S::RASTER {
            self.raster(LINE, sink);
        }
        if self.pending == u32::MAX {
            self.deliver(sink);
        }
        self.pending += 1;

        self.busy = self.mid || self.motion.active || self.visible != VISIBLE || flags & DISTURBED != 0;
        if flags & DISTURBED != 0 || self.locked {
            self.finish_objects();
        }
        self.next_line();
        if self.motion.active {
            self.motion.next_line();
            if self.motion.active {
                self.begin_motion();
            }
        }
        if self.field_mixed {
            self.begin_field();
        }
    }

    #[inline(never)]
    fn finish_objects(&mut self) {
        for index in 0..2 {
            let (player, missile) = (&mut self.players[index], &mut self.missiles[index]);
            if missile.object.locked {
                self.busy |= !missile.finish_locked(player);
            } else {
                missile.finish();
            }
            player.finish();
        }
        self.ball.finish();
    }

    /// A line begins while a motion is under way.
    #[inline(never)]
    pub(crate) fn begin_motion(&mut self) {
        self.motion.expand();
        for object in 0..OBJECTS {
            let extra = self.motion.extra(object);
            if extra == 0 {
                continue;
            }
            match object {
                0 | 1 => self.players[object].schedule(0, extra, VISIBLE),
                2 | 3 => self.missiles[object - 2].schedule(0, extra, VISIBLE),
                _ => self.ball.schedule(0, extra, VISIBLE),
            }
        }
    }

    /// A line begins: the playfield is as its registers are.
    pub(crate) fn begin_field(&mut self) {
        self.field_mixed = false;
        self.field_stale = true;
        self.reflect_line = self.reflect;
    }

    /// Lines that are just like the one before.
    fn repeat_lines<S: Sink>(&mut self, lines: u64, sink: &mut S) {
        if S::RASTER {
            for _ in 0..lines {
                self.sound.finish(1, sink);
                self.raster(LINE, sink);
                self.pending += 1;
                self.next_line();
            }
            return;
        }
        let mut left = lines;
        while left > 0 {
            let some = left.min(1 << 24) as u32;
            if self.pending.checked_add(some).is_none() {
                self.deliver(sink);
            }
            self.sound.finish(some, sink);
            self.pending += some;
            left -= u64::from(some);
        }
        self.line += CYCLES * (lines - 1);
        self.next_line();
    }

    fn next_line(&mut self) {
        self.line += CYCLES;
        self.visible = VISIBLE;
        self.centre = CENTRE;
        self.collided = 0;
        self.drawn = 0;
        self.rastered = 0;
        self.mid = false;
        self.waiting = false;
        self.untold = 0;
        self.hidden = 0;
        self.sync = self.vsync;
        self.flips = Bits::default();
    }

    /// Samples of the line's clocks before `end`, and what is left of the line before.
    pub(crate) fn raster<S: Sink>(&mut self, end: u32, sink: &mut S) {
        let first = 3 * self.line;
        self.raster_tail(sink);
        for clock in self.rastered..end {
            let pixel = clock.checked_sub(FIRST_PIXEL).map_or(BLANK, |pixel| self.pixels[pixel as usize]);
            let pulse = (18..34).contains(&clock);
            let sample = Sample {
                colour: if pixel == BLANK { 0 } else { pixel },
                blank: pixel == BLANK,
                sync: pulse != (self.sync != self.flips.get(clock)),
            };
            if clock == LINE - 1 {
                self.tail = Some(sample);
            } else {
                sink.raster(first + u64::from(clock), &[sample]);
            }
        }
        self.rastered = self.rastered.max(end);
    }

    pub(crate) fn raster_tail<S: Sink>(&mut self, sink: &mut S) {
        if let Some(tail) = self.tail.take() {
            sink.raster(3 * self.line - 1, &[tail]);
        }
    }

    /// Bits 7 and 6 that the chip drives in a read of `reg` (0..=0x0f) in this cycle, and which bits it drives.
    pub fn read<S: Sink>(&mut self, cycle: u64, reg: u8, sink: &mut S) -> (u8, u8) {
        let mut x = cycle.wrapping_sub(self.line) as i64;
        if !(-1..75).contains(&x) || self.by_mechanism {
            if self.by_mechanism {
                self.run_mechanism(6 * cycle + 4, sink);
                if self.by_mechanism {
                    return self.mechanism.read(cycle, reg, sink);
                }
            }
            self.pass(cycle, CYCLES - 1, sink);
            x = cycle.wrapping_sub(self.line) as i64;
        }
        let value = match reg & 15 {
            register @ 0..=7 => {
                self.collide(3 * x as i32 + 3);
                self.collisions.read(register)
            }
            pin @ 8..=13 => u8::from(self.inputs.read(cycle, usize::from(pin - 8))) << 7,
            _ => 0,
        };
        (value, 0xc0)
    }

    /// Brings the chip up to the start of `cycle`; lines that are complete go to the sink, and samples of sound.
    pub fn catch_up<S: Sink>(&mut self, cycle: u64, sink: &mut S) {
        if self.by_mechanism {
            self.run_mechanism(6 * cycle, sink);
            if self.by_mechanism {
                return;
            }
        }
        self.pass(cycle, CYCLES, sink);
        let x = cycle.wrapping_sub(self.line) as i64;
        self.now = cycle;
        self.sound.run(3 * x as i32, sink);
        self.deliver(sink);
        self.sound.flush(sink);
        if S::RASTER && x >= 0 {
            self.draw(3 * x as i32, sink);
            self.raster(3 * x as u32, sink);
        }
    }

    /// While RDY is low because of WSYNC: the first cycle in which it is high again, which is the one in which a
    /// read of the 6507 ends. To be asked after a write to WSYNC in cycle `cycle`.
    #[inline]
    pub fn rdy_release(&self, cycle: u64) -> Option<u64> {
        if self.by_mechanism {
            return self.mechanism.rdy_release(cycle);
        }
        self.waiting.then_some(self.line + CYCLES).filter(|release| *release > cycle + 1)
    }

    /// Connects something to pin I`pin` (0..=5) from this cycle on.
    pub fn set_pin(&mut self, cycle: u64, pin: usize, value: Pin) {
        let _ = cycle;
        if self.by_mechanism {
            self.mechanism.set_pin(cycle, pin, value);
        } else {
            self.inputs.set(pin, value);
        }
    }

    /// The line being drawn, as it was at the start of the cycle of the last [`Self::catch_up`].
    pub fn beam(&self) -> Beam {
        if self.by_mechanism {
            return self.mechanism.beam();
        }
        let mut ahead = self.clone();
        let clock = 3 * self.now.saturating_sub(self.line);
        ahead.draw(clock as i32, &mut ());
        Beam { clock: clock as u32, pixels: ahead.pixels, drawn: ahead.drawn as usize }
    }

    /// One symmetrical walk over every field of state, for save states.
    pub fn archive<A: Archive>(&mut self, archive: &mut A) {
        self.revision.archive(archive);
        archive.bool(&mut self.by_mechanism);
        if self.by_mechanism {
            self.mechanism.archive(archive);
        }
        archive.u64(&mut self.line);
        archive.u64(&mut self.now);
        for track in &mut self.players {
            track.archive(archive, Player::archive);
        }
        for track in &mut self.missiles {
            track.archive(archive, Missile::archive);
        }
        self.ball.archive(archive, Ball::archive);
        self.motion.archive(archive);
        for value in [&mut self.visible, &mut self.late_from, &mut self.painted.0] {
            let mut bits = *value as u32;
            archive.u32(&mut bits);
            *value = bits as i32;
        }
        archive.u8(&mut self.untold);
        archive.u8(&mut self.hidden);
        archive.bytes(&mut self.field);
        archive.u64(&mut self.columns);
        self.field_bits.archive(archive);
        self.colours.archive(archive);
        for value in
            [&mut self.centre, &mut self.collided, &mut self.drawn, &mut self.pending, &mut self.rastered]
        {
            archive.u32(value);
        }
        self.collisions.archive(archive);
        self.sound.archive(archive);
        self.inputs.archive(archive);
        let mut tail = self.tail.is_some();
        archive.bool(&mut tail);
        let mut sample = self.tail.unwrap_or_default();
        archive.u8(&mut sample.colour);
        archive.bool(&mut sample.blank);
        archive.bool(&mut sample.sync);
        self.tail = tail.then_some(sample);
        for wire in [
            &mut self.locked,
            &mut self.reflect,
            &mut self.reflect_line,
            &mut self.field_dirty,
            &mut self.field_stale,
            &mut self.field_mixed,
            &mut self.vblank,
            &mut self.vsync,
            &mut self.waiting,
            &mut self.busy,
            &mut self.mid,
            &mut self.repaint,
            &mut self.recollide,
            &mut self.painted.1,
            &mut self.sync,
        ] {
            archive.bool(wire);
        }
        self.flips.archive(archive);
        archive.bytes(&mut self.pixels);
        // It only saves work.
        self.painting = None;
    }

    /// After a load: false if a field holds a value that the chip can't hold.
    pub fn is_valid(&self) -> bool {
        (!self.by_mechanism || self.mechanism.is_valid())
            && self.players.iter().all(|track| track.is_valid() && track.object.is_valid())
            && self.missiles.iter().all(|track| track.is_valid() && track.object.is_valid())
            && (self.ball.is_valid() && self.ball.object.is_valid())
            && self.motion.is_valid()
            && self.untold < 1 << OBJECTS
            && self.hidden & !self.untold == 0
            && matches!(self.visible, VISIBLE | LATE_VISIBLE)
            && self.has_revision()
            && self.columns < 1 << 40
            && self.centre <= 160
            && self.collided <= LINE
            && self.drawn <= 160
            && self.rastered <= LINE
            && self.collisions.is_valid()
            && self.sound.is_valid()
    }

    /// Whether all parts are of one revision.
    fn has_revision(&self) -> bool {
        let lost = self.revision.lost_clocks;
        self.players.iter().all(|track| track.loses_clocks() == lost)
            && self.missiles.iter().all(|track| track.loses_clocks() == lost)
            && self.ball.loses_clocks() == lost
            && (!self.by_mechanism || self.mechanism.revision == self.revision)
    }
}
