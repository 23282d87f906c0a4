//! Everything on the board but the CPU, its RAM and the cartridge.

use tia::register::WSYNC;
use tia::{Archive, Pin, Revision, Sink, Tia};

use crate::controller::{Controller, Pins};
use crate::input::Input;
use crate::riot::Riot;
use crate::screen::{Row, Screen};
use crate::sound::Sound;

/// Where the TIA's signals go.
#[derive(Clone, Default)]
pub(crate) struct Output {
    pub(crate) screen: Screen,
    pub(crate) sound: Sound,
}

impl Sink for Output {
    #[inline]
    fn lines(&mut self, pixels: &Row, count: u32) {
        self.screen.lines(pixels, count);
    }

    fn vsync(&mut self, on: bool, clock: u64) {
        self.screen.vsync(on, clock);
    }

    #[inline]
    fn audio(&mut self, channel0: u8, channel1: u8, count: u32) {
        self.sound.push(channel0, channel1, count);
    }
}

/// What a write did to time.
#[derive(Clone, Copy)]
pub(crate) struct Written {
    /// The cycle in which the CPU's next read ends: later than the next one after WSYNC.
    pub(crate) next: u64,
    /// Whether the run is over: a frame has ended that it was to end with.
    pub(crate) halts: bool,
}

#[derive(Clone)]
pub(crate) struct Chips {
    pub(crate) tia: Tia,
    pub(crate) riot: Riot,
    pub(crate) output: Output,
    /// What is plugged into the left and the right port.
    pub(crate) controllers: [Controller; 2],
    /// What a person holds.
    pub(crate) input: Input,
    /// Whether a frame has ended in this run.
    pub(crate) frame: bool,
    /// Whether that ends the run.
    pub(crate) stop_at_frame: bool,
}

impl Chips {
    pub(crate) fn new(revision: Revision) -> Self {
        Chips {
            tia: Tia::with_revision(revision),
            riot: Riot::new(),
            output: Output::default(),
            controllers: [Controller::default(); 2],
            input: Input::default(),
            frame: false,
            stop_at_frame: false,
        }
    }

    /// Reads TIA or RIOT. The TIA drives two data lines at most; the others keep what was on the bus.
    #[inline(never)]
    pub(crate) fn read(&mut self, cycle: u64, address: u16, bus: u8) -> u8 {
        if address & 0x0080 != 0 {
            return self.riot.read(cycle, address);
        }
        let (value, driven) = self.tia.read(cycle, (address & 0x0f) as u8, &mut self.output);
        value & driven | bus & !driven
    }

    /// Writes TIA or RIOT.
    #[inline(never)]
    pub(crate) fn write(&mut self, cycle: u64, address: u16, value: u8) -> Written {
        let mut written = Written { next: cycle + 1, halts: false };
        if address & 0x0080 != 0 {
            self.riot.write(cycle, address, value);
            if self.controllers.contains(&Controller::Keypad) {
                self.connect(cycle);
            }
            return written;
        }
        let frames = self.output.screen.frames();
        let reg = (address & 0x3f) as u8;
        self.tia.write(cycle, reg, value, &mut self.output);
        if reg == WSYNC {
            written.next = self.tia.rdy_release(cycle).unwrap_or(written.next);
        }
        if self.output.screen.frames() != frames {
            self.frame = true;
            written.halts = self.stop_at_frame;
        }
        written
    }

    pub(crate) fn catch_up(&mut self, cycle: u64) {
        self.tia.catch_up(cycle, &mut self.output);
    }

    /// Brings what is held to the pins.
    pub(crate) fn connect(&mut self, cycle: u64) {
        let driven = self.riot.driven_a();
        let ports = [driven >> 4, driven & 0x0f];
        let [left, right] =
            [0, 1].map(|port| Pins::new(self.controllers[port], port, &self.input, ports[port]));
        self.riot.set_pins_a(left.digital << 4 | right.digital);
        self.riot.set_pins_b(self.input.switches.pins());
        for (port, pins) in [left, right].into_iter().enumerate() {
            self.tia.set_pin(cycle, 2 * port, pins.analogue[0]);
            self.tia.set_pin(cycle, 2 * port + 1, pins.analogue[1]);
            self.tia.set_pin(cycle, 4 + port, Pin::Level(pins.trigger));
        }
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        self.tia.archive(archive);
        self.riot.archive(archive);
        self.output.screen.archive(archive);
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.tia.is_valid() && self.riot.is_valid() && self.output.screen.is_valid()
    }
}
