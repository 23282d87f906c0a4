//! RSYNC tears a line apart: the literal model takes over until a whole line has passed.

use crate::bits::FIRST_PIXEL;
use crate::chip::{CYCLES, Tia};
use crate::mechanism::Mechanism;
use crate::mechanism::colour::Colours;
use crate::mechanism::hmove;
use crate::mechanism::horizontal::Horizontal;
use crate::mechanism::playfield::Playfield;
use crate::mechanism::two_phase::TwoPhase;
use crate::motion::{COUNTS, Motion};
use crate::object::Object;
use crate::picture::CENTRE;
use crate::register::RSYNC;
use crate::sink::{BLANK, Sample, Sink};
use crate::sound::Sound;
use crate::track::{LATE_VISIBLE, LINE_END, Track, VISIBLE};

/// First count of the horizontal counter in which the playfield's tokens are on their way, and that of its second half.
const FIRST_COLUMN: i32 = 16;
const SECOND_HALF: i32 = 36;

impl Tia {
    /// RSYNC in cycle `x` (0..=75) of the line.
    pub(crate) fn restart<S: Sink>(&mut self, x: i32, cycle: u64, value: u8, sink: &mut S) {
        let time = 3 * x + 2;
        self.tell();
        self.motion.expand();
        self.collide(time + 1);
        self.draw(time + 1, sink);
        self.refresh();
        self.deliver(sink);
        self.sound.run(time, sink);
        self.sound.flush(sink);
        if S::RASTER {
            self.raster(time as u32, sink);
        }
        self.mechanism = self.to_mechanism(time);
        self.by_mechanism = true;
        self.mechanism.write(cycle, RSYNC, value, sink);
    }

    /// The literal model's state after the first edge of clock `time` (2..=227) of the line.
    fn to_mechanism(&self, time: i32) -> Mechanism {
        let visible = self.visible;
        let in_view = |time: i32| (visible..=LINE_END).contains(&time);
        let count = (time + 1) / 4;
        let blank = !in_view(time) || self.vblank;

        let mut players = self.players.map(|track| track.state(time.min(LINE_END)));
        let mut missiles = [self.missiles[0].object; 2];
        let mut ball = self.ball.state(time.min(LINE_END));
        for index in 0..2 {
            let track = &self.missiles[index];
            missiles[index] = if track.object.locked {
                track.locked_state(&self.players[index], time.min(LINE_END))
            } else {
                track.state(time.min(LINE_END))
            };
            players[index].high = self.players[index].is_high(time);
            missiles[index].high = track.is_high(time);
        }
        ball.high = self.ball.is_high(time);

        // What the pixel latch took in this clock; at the end of the line, what it takes in the next.
        let levels = [
            players[0].level(),
            players[1].level(),
            missiles[0].level(),
            missiles[1].level(),
            ball.level(),
            false,
        ];
        let taken = self.objects();
        let taken =
            [taken.player0, taken.player1, taken.missile0, taken.missile1, taken.ball, taken.playfield]
                .map(|line| line.get((time + 1) as u32));
        let objects = if time > LINE_END { levels } else { taken };
        let objects = (0..6).map(|bit| u8::from(objects[bit]) << bit).sum();

        let shown = usize::try_from(time - FIRST_PIXEL as i32).ok().map(|pixel| self.pixels[pixel]);
        let colour = shown.unwrap_or(BLANK);
        let right = !blank && time >= (FIRST_PIXEL + self.centre) as i32;
        let begun = 3 * self.line;
        Mechanism {
            revision: self.revision,
            late: None,
            half: 2 * (begun as i64 + i64::from(time)) as u64 + 1,
            strobe: Mechanism::NO_STROBE,
            strobe_end: 0,
            horizontal: self.to_horizontal(count, time),
            motion: self.motion.to_latches(count, time),
            players,
            missiles,
            ball,
            playfield: self.to_playfield(count),
            colours: Colours { left: !right, right, ..self.colours },
            collisions: self.collisions,
            audio: self.sound.channels,
            inputs: self.inputs,
            vblank: self.vblank,
            vsync: self.vsync,
            rdy_low: self.waiting && count < COUNTS,
            objects,
            blank,
            output: Sample { colour, blank: colour == BLANK, sync: false },
            line_start: begun,
            next_line: if count < COUNTS { begun } else { begun + 3 * CYCLES },
            pixels: self.pixels,
        }
    }

    fn to_horizontal(&self, count: i32, time: i32) -> Horizontal {
        let first_visible = if self.visible == VISIBLE { 17 } else { 19 };
        Horizontal {
            clock: TwoPhase::from_step(((time + 1) % 4) as u8),
            count: (count % COUNTS) as u8,
            clear: count % COUNTS == 0,
            visible: (first_visible..COUNTS).contains(&count),
            late: self.visible == LATE_VISIBLE && (self.late_from..COUNTS).contains(&count),
            sync: (5..=8).contains(&count),
            centre: count == 37,
            audio1: matches!(count, 1 | 19),
            audio2: matches!(count, 9 | 37),
            ..Horizontal::new()
        }
    }

    fn to_playfield(&self, count: i32) -> Playfield {
        let mut playfield = Playfield {
            registers: self.field,
            reflect: self.reflect,
            pixel: (17..COUNTS).contains(&count) && self.columns >> (count - 17) & 1 != 0,
            ..Playfield::default()
        };
        // The chains' first cells are the decoded counts themselves.
        if (FIRST_COLUMN + 1..SECOND_HALF).contains(&count) {
            playfield.forwards = 1 << (count - FIRST_COLUMN);
        } else if (SECOND_HALF + 1..SECOND_HALF + 20).contains(&count) {
            let bit = count - SECOND_HALF;
            if self.reflect_line {
                playfield.backwards = 1 << (19 - bit);
            } else {
                playfield.forwards = 1 << bit;
            }
        }
        playfield
    }

    /// Lets the literal model run up to half clock `until`, and ends its charge at the first line that can be told by
    /// arithmetic again.
    pub(crate) fn run_mechanism<S: Sink>(&mut self, until: u64, sink: &mut S) {
        loop {
            if self.mechanism.line_ends() {
                self.mechanism.finish_line(sink);
                if self.mechanism.is_settled() {
                    self.take_over();
                    return;
                }
            }
            if self.mechanism.half >= until {
                return;
            }
            self.mechanism.half_clock(sink);
        }
    }

    /// The literal model is at the start of a line.
    fn take_over(&mut self) {
        let mechanism = &self.mechanism;
        let lost = self.revision.lost_clocks;
        let mut next = Self {
            line: mechanism.line_start / 3,
            players: mechanism.players.map(|player| Track::resume(player, lost)),
            missiles: mechanism.missiles.map(|missile| Track::resume(missile, lost)),
            ball: Track::resume(mechanism.ball, lost),
            motion: Motion::from_latches(&mechanism.motion),
            field: mechanism.playfield.registers,
            reflect: mechanism.playfield.reflect,
            colours: mechanism.colours,
            collisions: mechanism.collisions,
            // The pixel latch's first value of the line has been seen.
            collided: 1,
            sound: Sound::new(mechanism.audio, 0),
            inputs: mechanism.inputs,
            vblank: mechanism.vblank,
            vsync: mechanism.vsync,
            sync: mechanism.vsync,
            pixels: mechanism.pixels,
            now: self.now,
            centre: CENTRE,
            locked: mechanism.missiles.iter().any(|missile| missile.locked),
            ..Self::with_revision(self.revision)
        };
        next.begin_motion();
        next.begin_field();
        *self = next;
    }
}

impl Mechanism {
    /// Whether nothing is left of the line before, as a line starts.
    fn is_settled(&self) -> bool {
        let Playfield { forwards, backwards, pixel, .. } = self.playfield;
        let Horizontal { late, sync, centre, audio1, audio2, .. } = self.horizontal;
        self.strobe == Self::NO_STROBE
            && forwards | backwards == 0
            && !(pixel || late || sync || centre || audio1 || audio2)
    }
}

impl Motion {
    /// The latches in count `count`, after the first edge of clock `time`.
    fn to_latches(self, count: i32, time: i32) -> hmove::Motion {
        let mut latches = hmove::Motion {
            clocks: self.clocks,
            // It is cleared in phase 1 of the pulse.
            request: self.active && 4 * self.pulse() >= time,
            pulse: self.active && count == self.pulse(),
            count: if self.active { self.counter(count) } else { 0 },
            ..hmove::Motion::new()
        };
        for (object, moving) in latches.moving.iter_mut().enumerate() {
            *moving = self.active && self.moves(object, count);
        }
        latches.pulse_latch = self.active && self.pulse() == count - 1 && time < 4 * count + 1;
        latches
    }

    /// The timetable of a line that starts with these latches.
    fn from_latches(latches: &hmove::Motion) -> Self {
        let mut motion = Self::new();
        motion.clocks = latches.clocks;
        motion.resume(latches.count, latches.moving);
        if latches.pulse {
            motion.pulse_in(0);
        } else if latches.request {
            motion.pulse_in(1);
        } else if latches.pulse_latch {
            motion.pulse_was(-1);
        }
        motion
    }
}
