//! The chip latch by latch, half a colour clock at a time: slow, and as literal as the netlist allows.
//!
//! Everything here was read off the netlist of the chip's visual6502.org layout. [`crate::Tia`] gives the same
//! output by arithmetic, hands over to this model where the arithmetic does not reach, and is judged by it in tests.

pub(crate) mod audio;
pub(crate) mod ball;
pub(crate) mod colour;
pub(crate) mod counter;
pub(crate) mod hmove;
pub(crate) mod horizontal;
pub(crate) mod missile;
pub(crate) mod player;
pub(crate) mod playfield;
pub(crate) mod two_phase;
pub(crate) mod width;

use self::audio::Channel;
use self::ball::Ball;
use self::colour::Colours;
use self::hmove::Motion;
use self::horizontal::Horizontal;
use self::missile::Missile;
use self::player::Player;
use self::playfield::Playfield;
use crate::archive::Archive;
use crate::collision::{BL, Collisions, M0, M1, P0, P1, PF};
use crate::input::{Inputs, Pin};
use crate::register;
use crate::revision::Revision;
use crate::sink::{BLANK, Beam, Sample, Sink};

/// Clock of a line in which pixel 0 is on the pins.
const FIRST_PIXEL: u64 = 68;

/// The chip. Time is given in 6507 cycles, counted from power-on, where cycle 0 begins a line.
#[derive(Clone, Debug)]
pub struct Mechanism {
    pub(crate) revision: Revision,
    /// A register of another revision that takes its value late: half clock, register, value.
    pub(crate) late: Option<(u64, u8, u8)>,
    /// Next half clock to run. Even ones begin a colour clock: the pixel clock rises.
    pub(crate) half: u64,
    /// Register whose strobe is active, and the half clock after whose edge it ends.
    pub(crate) strobe: u8,
    pub(crate) strobe_end: u64,
    pub(crate) horizontal: Horizontal,
    pub(crate) motion: Motion,
    pub(crate) players: [Player; 2],
    pub(crate) missiles: [Missile; 2],
    pub(crate) ball: Ball,
    pub(crate) playfield: Playfield,
    pub(crate) colours: Colours,
    pub(crate) collisions: Collisions,
    pub(crate) audio: [Channel; 2],
    pub(crate) inputs: Inputs,
    pub(crate) vblank: bool,
    pub(crate) vsync: bool,
    pub(crate) rdy_low: bool,
    /// First pixel latch: objects and blanking.
    pub(crate) objects: u8,
    pub(crate) blank: bool,
    /// Second latch, the output.
    pub(crate) output: Sample,
    /// Colour clock in which the line on the pins began, and in which the next one will.
    pub(crate) line_start: u64,
    pub(crate) next_line: u64,
    pub(crate) pixels: [u8; 160],
}

impl Default for Mechanism {
    fn default() -> Self {
        Self::new()
    }
}

impl Mechanism {
    /// No strobe is active.
    pub(crate) const NO_STROBE: u8 = 0xff;

    /// A chip at the start of a line, with all registers 0, no motion, no collision, all inputs high, players at
    /// pixel 3 and missiles and ball at pixel 2.
    pub fn new() -> Self {
        Self::with_revision(Revision::default())
    }

    /// The same of another revision of the chip.
    pub fn with_revision(revision: Revision) -> Self {
        Self {
            revision,
            late: None,
            half: 0,
            strobe: Self::NO_STROBE,
            strobe_end: 0,
            horizontal: Horizontal::new(),
            motion: Motion::new(),
            players: [Player::new(); 2],
            missiles: [Missile::new(); 2],
            ball: Ball::new(),
            playfield: Playfield::default(),
            colours: Colours { left: true, ..Colours::default() },
            collisions: Collisions::default(),
            audio: [Channel::new(false), Channel::new(true)],
            inputs: Inputs::new(),
            vblank: false,
            vsync: false,
            rdy_low: false,
            objects: 0,
            blank: true,
            output: Sample::default(),
            line_start: 0,
            next_line: 0,
            pixels: [BLANK; 160],
        }
    }

    /// Writes `value` to register `reg` (0..=0x3f; those that do not exist are ignored) in 6507 cycle `cycle`.
    pub fn write<S: Sink>(&mut self, cycle: u64, reg: u8, value: u8, sink: &mut S) {
        self.run(6 * cycle + 5, sink);
        self.strobe = reg & 0x3f;
        self.strobe_end = 6 * cycle + 7;
        if self.is_late(reg & 0x3f) {
            self.late = Some((self.half + 1, reg & 0x3f, value));
        } else {
            self.store(cycle, reg & 0x3f, value, sink);
        }
        // The strobe begins right after a rising edge.
        self.settle(true);
    }

    /// Whether a register takes its value a colour clock later than the netlist's.
    fn is_late(&self, reg: u8) -> bool {
        match reg {
            register::PF0..=register::PF2 => self.revision.late_playfield,
            register::COLUPF => self.revision.late_playfield_colour,
            register::COLUBK => self.revision.late_background_colour,
            _ => false,
        }
    }

    /// Bits 7 and 6 that the chip drives in a read of `reg` (0..=0x0f) in this cycle, and which bits it drives.
    pub fn read<S: Sink>(&mut self, cycle: u64, reg: u8, sink: &mut S) -> (u8, u8) {
        self.run(6 * cycle + 4, sink);
        let value = match reg & 15 {
            register @ 0..=7 => self.collisions.read(register),
            pin @ 8..=13 => u8::from(self.inputs.read(cycle, usize::from(pin - 8))) << 7,
            _ => 0,
        };
        (value, 0xc0)
    }

    /// Brings the chip up to the start of `cycle`; lines that are complete go to the sink.
    pub fn catch_up<S: Sink>(&mut self, cycle: u64, sink: &mut S) {
        self.run(6 * cycle, sink);
        if self.line_ends() {
            self.finish_line(sink);
        }
    }

    /// The next half clock is the first of a line, and the line before has not gone to the sink yet.
    pub(crate) fn line_ends(&self) -> bool {
        self.half == 2 * self.next_line && self.next_line > self.line_start
    }

    /// While RDY is low because of WSYNC: the first cycle in which it is high again, which is the one in which a
    /// read of the 6507 ends. To be asked after a write to WSYNC in cycle `cycle`.
    pub fn rdy_release(&self, cycle: u64) -> Option<u64> {
        let mut ahead = self.clone();
        ahead.run(6 * cycle + 7, &mut ());
        let mut low = None;
        while ahead.rdy_low {
            let next = ahead.half / 6 + 1;
            ahead.run(6 * next + 1, &mut ());
            low = Some(next);
        }
        low.filter(|release| *release > cycle + 1)
    }

    /// Whether RDY is low as phi0 rises in this cycle.
    pub fn rdy_low<S: Sink>(&mut self, cycle: u64, sink: &mut S) -> bool {
        self.run(6 * cycle + 1, sink);
        self.rdy_low
    }

    /// Connects something to pin I`pin` (0..=5) from this cycle on.
    pub fn set_pin(&mut self, cycle: u64, pin: usize, value: Pin) {
        debug_assert!(6 * cycle + 7 >= self.half, "time runs forwards");
        self.inputs.set(pin, value);
    }

    /// The line being drawn.
    pub fn beam(&self) -> Beam {
        let clock = self.half / 2 - self.line_start;
        Beam {
            clock: clock as u32,
            pixels: self.pixels,
            drawn: clock.saturating_sub(FIRST_PIXEL).min(160) as usize,
        }
    }

    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) {
        while self.half < until {
            self.half_clock(sink);
        }
    }

    /// A register takes its value as its strobe begins.
    fn store<S: Sink>(&mut self, cycle: u64, reg: u8, value: u8, sink: &mut S) {
        let bit = |n: u8| value >> n & 1 != 0;
        match reg {
            register::VSYNC => {
                if self.vsync != bit(1) {
                    sink.vsync(bit(1), 3 * cycle + 2);
                }
                self.vsync = bit(1);
            }
            register::VBLANK => {
                self.vblank = bit(1);
                self.inputs.write_vblank(cycle, value);
            }
            register::NUSIZ0 | register::NUSIZ1 => {
                let index = usize::from(reg - register::NUSIZ0);
                self.players[index].mode = value & 7;
                self.missiles[index].mode = value & 7;
                self.missiles[index].size = value >> 4 & 3;
            }
            register::COLUP0 => self.colours.player0 = value & 0xfe,
            register::COLUP1 => self.colours.player1 = value & 0xfe,
            register::COLUPF => self.colours.playfield = value & 0xfe,
            register::COLUBK => self.colours.background = value & 0xfe,
            register::CTRLPF => {
                self.playfield.reflect = bit(0);
                self.colours.score = bit(1);
                self.colours.priority = bit(2);
                self.ball.size = value >> 4 & 3;
            }
            register::REFP0 | register::REFP1 => {
                self.players[usize::from(reg - register::REFP0)].reflect = bit(3);
            }
            register::PF0 | register::PF1 | register::PF2 => {
                self.playfield.registers[usize::from(reg - register::PF0)] = value;
            }
            register::AUDC0 | register::AUDC1 => {
                self.audio[usize::from(reg - register::AUDC0)].control = value & 15;
            }
            register::AUDF0 | register::AUDF1 => {
                self.audio[usize::from(reg - register::AUDF0)].frequency = value & 31;
            }
            register::AUDV0 | register::AUDV1 => {
                self.audio[usize::from(reg - register::AUDV0)].volume = value & 15;
            }
            register::GRP0 => {
                self.players[0].graphics = value;
                self.players[1].old_graphics = self.players[1].graphics;
            }
            register::GRP1 => {
                self.players[1].graphics = value;
                self.players[0].old_graphics = self.players[0].graphics;
                self.ball.old_enabled = self.ball.enabled;
            }
            register::ENAM0 | register::ENAM1 => {
                self.missiles[usize::from(reg - register::ENAM0)].enabled = bit(1);
            }
            register::ENABL => self.ball.enabled = bit(1),
            register::HMP0..=register::HMBL => {
                self.motion.clocks[usize::from(reg - register::HMP0)] = value >> 4 ^ 8;
            }
            register::VDELP0 | register::VDELP1 => {
                self.players[usize::from(reg - register::VDELP0)].delayed = bit(0);
            }
            register::VDELBL => self.ball.delayed = bit(0),
            register::RESMP0 | register::RESMP1 => {
                self.missiles[usize::from(reg - register::RESMP0)].locked = bit(1);
            }
            register::HMCLR => self.motion.clocks = [8; 5],
            _ => {}
        }
    }

    /// One edge of the pixel clock, and what follows from it.
    pub(crate) fn half_clock<S: Sink>(&mut self, sink: &mut S) {
        let rising = self.half.is_multiple_of(2);
        if rising {
            self.rising_edge(sink);
        } else {
            self.falling_edge(sink);
        }
        if let Some((half, reg, value)) = self.late
            && half == self.half
        {
            self.late = None;
            self.store(half / 6, reg, value, sink);
        }
        self.settle(rising);
        if self.strobe != Self::NO_STROBE && self.half == self.strobe_end {
            self.strobe = Self::NO_STROBE;
            self.settle(rising);
        }
        if !rising {
            self.sample(sink);
        }
        self.half += 1;
    }

    /// The pixel latches take over, and the objects' clock rises in the visible part of the line.
    fn rising_edge<S: Sink>(&mut self, sink: &mut S) {
        if self.line_ends() {
            self.finish_line(sink);
        }
        self.output.colour = self.colours.choose(self.objects);
        self.output.blank = self.blank;
        self.objects = self.raw_objects();
        self.blank = !self.horizontal.visible || self.vblank;
        // PH0 has risen: it is one of the inputs of RSYNC's decoder.
        if self.strobe == register::RSYNC {
            self.strobe = Self::NO_STROBE;
        }
        self.clock_objects(self.horizontal.visible);
    }

    /// The horizontal counter's clock steps.
    fn falling_edge<S: Sink>(&mut self, _sink: &mut S) {
        // The common clock falls before an extra clock rises: the objects see a low level in between.
        if !self.revision.lost_clocks {
            self.clock_objects(false);
            self.hold_missiles();
        }
        if self.strobe != register::RSYNC {
            let clear = self.horizontal.clear;
            self.horizontal.tick();
            if self.horizontal.clock.phase2() {
                self.motion.tick();
                self.playfield.tick();
                if self.horizontal.clear && !clear {
                    self.next_line = self.half.div_ceil(2) + 1;
                }
            }
        }
    }

    fn raw_objects(&self) -> u8 {
        let mut objects = 0;
        for (on, bit) in [
            (self.players[0].pixel(), P0),
            (self.players[1].pixel(), P1),
            (self.missiles[0].pixel(), M0),
            (self.missiles[1].pixel(), M1),
            (self.ball.pixel(), BL),
            (self.playfield.pixel, PF),
        ] {
            objects |= if on { bit } else { 0 };
        }
        objects
    }

    /// Each object's clock is the common one, high in the first half of visible clocks, or its extra clock.
    fn clock_objects(&mut self, common: bool) {
        let extra = |object: usize| self.motion.moving[object] && self.horizontal.clock.phase1();
        let places = [self.places_missile(0), self.places_missile(1)];
        for (index, place) in places.into_iter().enumerate() {
            let held = self.strobe == register::RESP0 + index as u8;
            self.players[index].clock(common || extra(index), held);
            let held = place || self.strobe == register::RESM0 + index as u8;
            self.missiles[index].clock(common || extra(2 + index), held);
        }
        self.ball.clock(common || extra(4), self.strobe == register::RESBL);
    }

    fn hold_missiles(&mut self) {
        for index in 0..2 {
            if self.strobe == register::RESM0 + index as u8 || self.places_missile(index) {
                self.missiles[index].counter.hold();
            }
        }
    }

    fn places_missile(&self, index: usize) -> bool {
        self.missiles[index].locked && self.players[index].places_missile()
    }

    /// Everything that follows levels; the pixel clock has risen, or fallen.
    fn settle(&mut self, rising: bool) {
        if self.strobe == register::RSYNC {
            self.horizontal.hold();
        }
        if self.horizontal.clear {
            self.horizontal.late = false;
        } else if self.motion.pulse {
            self.horizontal.late = true;
        }
        let phase1 = self.horizontal.clock.phase1();
        self.motion.settle(phase1, self.strobe == register::HMOVE);
        self.horizontal.settle();
        self.playfield.settle(
            phase1,
            self.horizontal.starts_playfield(),
            self.horizontal.starts_second_half(),
        );
        for channel in &mut self.audio {
            channel.settle(self.horizontal.audio1, self.horizontal.audio2);
        }
        self.colours.settle(self.blank, self.horizontal.centre);

        // The extra clocks may have come with phase 1.
        self.clock_objects(rising && self.horizontal.visible);
        self.hold_missiles();
        for index in 0..2 {
            if self.strobe == register::RESP0 + index as u8 {
                self.players[index].counter.hold();
            }
            self.players[index].settle();
            self.missiles[index].settle();
        }
        if self.strobe == register::RESBL {
            self.ball.counter.hold();
        }

        if self.strobe == register::CXCLR {
            self.collisions.clear();
        } else if !rising && !self.vblank {
            self.collisions.see(self.objects);
        }
        if rising && self.horizontal.clear {
            self.rdy_low = false;
        } else if self.strobe == register::WSYNC && !self.horizontal.clear {
            self.rdy_low = true;
        }
        self.output.sync = self.horizontal.sync() != self.vsync;
    }

    /// The end of a colour clock.
    fn sample<S: Sink>(&mut self, sink: &mut S) {
        let clock = self.half / 2;
        let line_clock = clock - self.line_start;
        if let Some(pixel) = self.pixels.get_mut(line_clock.wrapping_sub(FIRST_PIXEL) as usize) {
            *pixel = if self.output.blank { BLANK } else { self.output.colour };
        }
        if line_clock == 57 || line_clock == 171 {
            sink.audio(self.audio[0].level(), self.audio[1].level(), 1);
        }
        if S::RASTER {
            let Sample { colour, blank, sync } = self.output;
            sink.raster(clock, &[Sample { colour: if blank { 0 } else { colour }, blank, sync }]);
        }
    }

    pub(crate) fn finish_line<S: Sink>(&mut self, sink: &mut S) {
        sink.lines(&self.pixels, 1);
        self.line_start = self.half / 2;
    }

    /// One symmetrical walk over every field of state, for save states.
    pub fn archive<A: Archive>(&mut self, archive: &mut A) {
        self.revision.archive(archive);
        let (mut half, mut reg, mut value) = self.late.unwrap_or((0, Self::NO_STROBE, 0));
        archive.u64(&mut half);
        archive.u8(&mut reg);
        archive.u8(&mut value);
        self.late = (reg != Self::NO_STROBE).then_some((half, reg, value));
        archive.u64(&mut self.half);
        archive.u8(&mut self.strobe);
        archive.u64(&mut self.strobe_end);
        self.horizontal.archive(archive);
        self.motion.archive(archive);
        for index in 0..2 {
            self.players[index].archive(archive);
            self.missiles[index].archive(archive);
            self.audio[index].archive(archive);
        }
        self.ball.archive(archive);
        self.playfield.archive(archive);
        self.colours.archive(archive);
        self.collisions.archive(archive);
        self.inputs.archive(archive);
        for wire in [
            &mut self.vblank,
            &mut self.vsync,
            &mut self.rdy_low,
            &mut self.blank,
            &mut self.output.blank,
            &mut self.output.sync,
        ] {
            archive.bool(wire);
        }
        archive.u8(&mut self.objects);
        archive.u8(&mut self.output.colour);
        archive.u64(&mut self.line_start);
        archive.u64(&mut self.next_line);
        archive.bytes(&mut self.pixels);
    }

    /// After a load: false if a field holds a value that the chip can't hold.
    pub fn is_valid(&self) -> bool {
        self.horizontal.is_valid()
            && self.motion.is_valid()
            && self.players.iter().all(Player::is_valid)
            && self.missiles.iter().all(Missile::is_valid)
            && self.audio.iter().all(Channel::is_valid)
            && self.ball.is_valid()
            && self.playfield.is_valid()
            && self.collisions.is_valid()
            && self.objects < 64
            && self.line_start <= self.half / 2
    }
}
