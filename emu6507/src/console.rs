//! The console: CPU, RAM, chips and cartridge, run by cycles.

use tia::{Archive, Revision};

use crate::cartridge::{Cartridge, with_mapper};
use crate::chips::Chips;
use crate::controller::Controller;
use crate::cpu::Cpu;
use crate::input::Input;
use crate::screen::Screen;
use crate::sound::Sound;
use crate::tv::Tv;
use crate::wires::{self, Run};

/// Colour clocks of a line are three to a cycle.
pub const CYCLES_PER_LINE: u64 = 76;
/// 6507 cycles a second of an NTSC console: a third of the colour clock.
pub const NTSC_CYCLES_PER_SECOND: f64 = Tv::Ntsc.cycles_per_second();
/// No console runs as long as this: two thousand years.
const LAST_CYCLE: u64 = 1 << 56;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// VSYNC was switched off after two lines or more: a frame is complete.
    Frame,
    /// The given cycle was reached.
    Cycle,
    /// The given address is the next opcode's.
    Address,
}

/// An Atari 2600 with a cartridge in its slot.
///
/// Time is counted in cycles of the 6507 since power-on. A run ends only between instructions, so it may
/// pass its goal by a few cycles; what was passed counts towards the next.
#[derive(Clone)]
pub struct Console {
    cpu: Cpu,
    ram: [u8; 128],
    chips: Chips,
    cartridge: Cartridge,
    cycle: u64,
    data: u8,
    /// The cycle in which to look whether the frame in progress is too long.
    frame_check: u64,
    /// Whether the frame before was cut because it was too long.
    without_vsync: bool,
}

impl Console {
    /// Power on: RAM holds zeros, the CPU is reset.
    pub fn new(cartridge: Cartridge) -> Self {
        Self::with_tia(cartridge, Revision::default())
    }

    /// The same with another revision of the TIA than the one whose netlist this is.
    pub fn with_tia(cartridge: Cartridge, revision: Revision) -> Self {
        let mut console = Console {
            cpu: Cpu::new(),
            ram: [0; 128],
            chips: Chips::new(revision),
            cartridge,
            cycle: 0,
            data: 0,
            frame_check: 0,
            without_vsync: false,
        };
        console.chips.connect(0);
        let run = console.plan(0, false);
        let Console { cpu, ram, chips, cartridge, .. } = &mut console;
        let run = with_mapper!(&mut cartridge.wiring, mapper => wires::reset(cpu, ram, mapper, chips, run));
        console.note(run);
        console
    }

    /// What is plugged into the left and the right port from now on; at power-on it is two joysticks.
    pub fn plug(&mut self, controllers: [Controller; 2]) {
        self.chips.controllers = controllers;
        self.chips.connect(self.cycle);
    }

    /// What is plugged into the left and the right port.
    pub fn controllers(&self) -> [Controller; 2] {
        self.chips.controllers
    }

    /// The standard of the television set; at power-on it is NTSC. It decides when a frame without VSYNC ends.
    pub fn set_tv(&mut self, tv: Tv) {
        self.chips.output.screen.set_tv(tv);
        // The frame may be too long for the set it is on.
        self.frame_check = self.cycle;
    }

    /// What a person holds from now on.
    pub fn set_input(&mut self, input: Input) {
        self.chips.input = input;
        self.chips.connect(self.cycle);
    }

    /// What a person holds.
    pub fn input(&self) -> &Input {
        &self.chips.input
    }

    /// Cycles since power-on.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// The CPU's registers.
    pub fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    /// The CPU's registers, to be changed between instructions.
    pub fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.cpu
    }

    /// The RIOT's RAM, `$80` to `$FF`.
    pub fn ram(&self) -> &[u8; 128] {
        &self.ram
    }

    /// The RAM, to be changed between instructions.
    pub fn ram_mut(&mut self) -> &mut [u8; 128] {
        &mut self.ram
    }

    /// The cartridge.
    pub fn cartridge(&self) -> &Cartridge {
        &self.cartridge
    }

    /// The television.
    pub fn screen(&self) -> &Screen {
        &self.chips.output.screen
    }

    /// Draws up to the present cycle and returns the television.
    pub fn screen_now(&mut self) -> &Screen {
        self.chips.catch_up(self.cycle);
        &self.chips.output.screen
    }

    /// The audio output, caught up to the present cycle.
    pub fn sound_now(&mut self) -> &mut Sound {
        self.chips.catch_up(self.cycle);
        &mut self.chips.output.sound
    }

    /// Whether the frame before the present one had no VSYNC: the program is busy with something else.
    pub fn is_without_vsync(&self) -> bool {
        self.without_vsync
    }

    /// What a read at `address` would give, if that has no effects: RAM and cartridge.
    pub fn peek(&self, address: u16) -> Option<u8> {
        if address & 0x1000 != 0 {
            Some(self.cartridge.peek(address))
        } else if address & 0x0280 == 0x0080 {
            Some(self.ram[(address & 0x7f) as usize])
        } else {
            None
        }
    }

    /// Runs until a frame ends: by VSYNC, or because it is too long.
    pub fn run_frame(&mut self) -> Stop {
        self.run_frame_until(u64::MAX)
    }

    /// Runs until a frame ends or `cycle` is reached, whichever is first.
    pub fn run_frame_until(&mut self, cycle: u64) -> Stop {
        loop {
            if self.run(cycle.min(self.frame_check), true) == Stop::Frame {
                return Stop::Frame;
            }
            if self.cycle >= self.frame_check {
                self.chips.catch_up(self.cycle);
                let is_too_long = self.chips.output.screen.patience() == 0;
                if is_too_long {
                    self.chips.output.screen.end_frame();
                    self.without_vsync = true;
                }
                self.plan_check();
                if is_too_long {
                    return Stop::Frame;
                }
            }
            if self.cycle >= cycle {
                return Stop::Cycle;
            }
        }
    }

    /// The frame cannot be too long before so many lines have ended.
    fn plan_check(&mut self) {
        let line_start = self.cycle - u64::from(self.chips.tia.beam().clock).div_ceil(3).min(self.cycle);
        let end = line_start + self.chips.output.screen.patience() * CYCLES_PER_LINE;
        self.frame_check = end.max(self.cycle + 1);
    }

    /// Runs until `cycle`, whatever the picture does.
    pub fn run_until(&mut self, cycle: u64) -> Stop {
        self.run(cycle, false)
    }

    /// Runs one instruction.
    pub fn step(&mut self) {
        self.run(self.cycle + 1, false);
    }

    /// Runs until the next opcode's address is `address` (A0 to A12 count) or `cycle` is reached. At least
    /// one instruction runs.
    pub fn run_to(&mut self, address: u16, cycle: u64) -> Stop {
        let address = address & 0x1fff;
        if self.execute(cycle, false, address) { Stop::Address } else { Stop::Cycle }
    }

    fn run(&mut self, cycle: u64, stop_at_frame: bool) -> Stop {
        self.execute(cycle, stop_at_frame, wires::NOWHERE);
        if stop_at_frame && self.chips.frame { Stop::Frame } else { Stop::Cycle }
    }

    /// Returns whether it came to the address `stop`.
    fn execute(&mut self, deadline: u64, stop_at_frame: bool, stop: u16) -> bool {
        let run = self.plan(deadline, stop_at_frame);
        let Console { cpu, ram, chips, cartridge, .. } = self;
        let (run, found) =
            with_mapper!(&mut cartridge.wiring, mapper => wires::execute(cpu, ram, mapper, chips, run, stop));
        self.note(run);
        found
    }

    fn plan(&mut self, deadline: u64, stop_at_frame: bool) -> Run {
        (self.chips.frame, self.chips.stop_at_frame) = (false, stop_at_frame);
        Run { cycle: self.cycle, deadline, data: self.data }
    }

    fn note(&mut self, run: Run) {
        (self.cycle, self.data) = (run.cycle, run.data);
        if self.chips.frame {
            self.without_vsync = false;
            self.frame_check = self.cycle;
        }
    }

    /// One walk over the whole state, except for the cartridge's image, what is plugged in and what a person holds.
    pub fn archive<A: Archive>(&mut self, archive: &mut A) {
        // How far the TIA lags behind depends on where runs ended, and is no state.
        self.chips.catch_up(self.cycle);
        self.cpu.archive(archive);
        archive.bytes(&mut self.ram);
        self.chips.archive(archive);
        self.cartridge.archive(archive);
        archive.u64(&mut self.cycle);
        archive.u8(&mut self.data);
        archive.bool(&mut self.without_vsync);
        // It depends on where runs ended, and to look early costs nothing.
        self.frame_check = self.cycle;
    }

    /// Whether a loaded state is possible.
    pub fn is_valid(&self) -> bool {
        let screen = self.screen();
        self.chips.is_valid()
            && self.cartridge.is_valid()
            && self.cycle < LAST_CYCLE
            && screen.frames() <= self.cycle
            && screen.lines_begun() <= self.cycle
    }
}
