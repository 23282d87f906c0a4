//! The chip with what is around it.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail, ensure};
use picochess_fw::{Game, Keys, PackedMove, Save, Slot};
use rp2040_emu::{Config, Emulator};

use crate::{
    Image, Look, Telemetry,
    bootrom::BootRom,
    flash::{Caller, Effect, Flash},
    matrix::{INPUTS, Matrix},
    saves,
    telemetry::WORDS,
    vga::Signal,
};

/// The system's clock that the firmware sets.
pub const CLOCK_HZ: u64 = 126_000_000;
/// Clocks of a microsecond.
const MICROSECOND: u64 = CLOCK_HZ / 1_000_000;
/// Clocks that the cores run before PIO and DMA follow: less than the PIO's FIFO lasts.
const QUANTUM: u32 = 32;
/// Pins of the video signal.
const VIDEO: u32 = 0x3F << 16;
/// RAM of the RP2040.
const RAM: std::ops::Range<u32> = 0x2000_0000..0x2004_2000;
/// Registers of the flash's interface, and the flash's command in the upper one that the second-stage boot loader leaves
/// there when it has made the flash readable.
const SSI_ENABLE: u32 = 0x1800_0008;
const SSI_SPI_CTRLR0: u32 = 0x1800_00F4;
const CONTINUOUS_READ: u32 = 0xA0;
/// The exception of a core that has lost its way.
const HARD_FAULT: u32 = 3;
/// What RAM holds before the firmware writes there, so that what a stack has reached can be told.
const UNUSED: u32 = 0xA5C3_3C5A;

/// An emulated Pico that runs the firmware.
pub struct Pico {
    image: Image,
    emulator: Box<Emulator>,
    rom: BootRom,
    pub(crate) flash: Flash,
    pub(crate) matrix: Matrix,
    telemetry: u32,
    frame: u32,
    powered: bool,
    /// Clocks of all power-ups before this one.
    past: u64,
    driven: u32,
    last_look: u32,
    /// How often the watchdog has been fed since power-on, and the clock of the last time.
    fed: (u32, u64),
    /// Every look since power-on, where wanted.
    pub(crate) looks: Option<Vec<Look>>,
}

impl Pico {
    /// A Pico with power, from the firmware's file, with an empty board.
    ///
    /// # Errors
    /// If the firmware lacks a symbol, or does not come up.
    pub fn new(image: &Image) -> Result<Self> {
        let mut pico = Self {
            telemetry: image.symbol("TELEMETRY")?,
            frame: image.symbol("FRAME")?,
            image: image.clone(),
            emulator: Box::new(Emulator::new(Config::default())),
            rom: BootRom::new(),
            flash: Flash::new(image.flash.clone()),
            matrix: Matrix::default(),
            powered: false,
            past: 0,
            driven: 0,
            last_look: 0,
            fed: (0, 0),
            looks: None,
        };
        pico.power(true)?;
        Ok(pico)
    }

    /// Switches the power on or off. The flash keeps what is in it, half-written sectors too.
    ///
    /// # Errors
    /// If the firmware does not come up.
    pub fn power(&mut self, on: bool) -> Result<()> {
        if on == self.powered {
            return Ok(());
        }
        self.powered = on;
        if !on {
            self.past = self.cycles();
            *self.emulator = Emulator::new(Config::default());
            return Ok(());
        }
        let mut emulator = Emulator::new(Config::default());
        emulator.load_bootrom(&self.rom.bytes);
        self.flash.power_on();
        emulator.load_flash(&self.flash.bytes);
        emulator.reset();
        for address in RAM.step_by(4) {
            emulator.bus.poke32(address, UNUSED);
        }
        emulator.direct_boot_from_flash(0x100);
        emulator.step_quantum = QUANTUM;
        emulator.bus.external_gpio_in_mask = INPUTS;
        *self.emulator = emulator;
        (self.driven, self.last_look, self.fed) = (0, 0, (0, 0));
        let limit = self.cycles() + CLOCK_HZ;
        while !self.told().is_up() {
            ensure!(
                self.cycles() < limit,
                "the firmware has not come up in a second: {}",
                self.where_it_is()
            );
            self.run(10_000)?;
        }
        Ok(())
    }

    /// Whether there is power.
    pub fn is_powered(&self) -> bool {
        self.powered
    }

    /// Clocks since the first power-on, those without power left out.
    pub fn cycles(&self) -> u64 {
        self.past + self.emulator.clock.cycles
    }

    /// Microseconds since the first power-on.
    pub fn now(&self) -> u64 {
        self.cycles() / MICROSECOND
    }

    /// Lets time go on, by at least so many clocks.
    ///
    /// # Errors
    /// If the firmware panics or a core stops.
    pub fn run(&mut self, cycles: u64) -> Result<()> {
        if !self.powered {
            self.past += cycles;
            return Ok(());
        }
        let until = self.emulator.clock.cycles + cycles;
        self.matrix.stir(self.now());
        self.feed_columns();
        while self.emulator.clock.cycles < until {
            let before = self.emulator.clock.cycles;
            if let Err(error) = self.emulator.step() {
                bail!("the emulator stops: {error:?}: {}", self.where_it_is());
            }
            ensure!(self.emulator.clock.cycles > before, "both cores have stopped: {}", self.where_it_is());
            for core in &self.emulator.cores {
                ensure!(core.regs.xpsr & 0x3F != HARD_FAULT, "a hard fault: {}", self.where_it_is());
            }
            let driven = self.emulator.bus.sio.gpio_out & self.emulator.bus.sio.gpio_oe & 0xFF;
            if driven != self.driven {
                self.driven = driven;
                self.feed_columns();
            }
            self.serve_flash()?;
            self.watch_the_watchdog()?;
            if self.looks.is_some() {
                let looks = self.emulator.peek(self.telemetry + 8);
                if looks != self.last_look {
                    self.last_look = looks;
                    let look = self.told().look();
                    self.looks.get_or_insert_default().push(look);
                }
            }
        }
        if let Some(line) = self.told().panic() {
            bail!("the firmware has panicked in line {line} of one of its sources: {}", self.where_it_is());
        }
        Ok(())
    }

    fn feed_columns(&mut self) {
        let columns = self.matrix.columns(self.driven, self.now());
        self.emulator.bus.external_gpio_in_override = columns;
    }

    fn serve_flash(&mut self) -> Result<()> {
        for core in 0..2 {
            let regs = &self.emulator.cores[core].regs;
            let pc = regs.r[15];
            // A core that has not been started waits in the boot ROM.
            let started = !self.emulator.cores[core].is_halted();
            if !started || pc >= 0x4000 && self.flash.is_readable() {
                continue;
            }
            let (r, interruptible) = (regs.r, regs.primask & 1 == 0);
            let emulator = &self.emulator;
            let data = |at: u32, bytes: usize| -> Vec<u8> {
                (at..at + bytes as u32).map(|at| (emulator.peek(at & !3) >> (8 * (at & 3))) as u8).collect()
            };
            let now = self.past / MICROSECOND + emulator.clock.cycles / MICROSECOND;
            let caller = Caller { core, pc, arguments: [r[0], r[1], r[2]], interruptible };
            let effect = self.flash.look(&self.rom, caller, now, data);
            let effect = effect.with_context(|| self.where_it_is())?;
            if let Effect::Hide(nonsense) = &effect {
                self.emulator.load_flash(nonsense);
                self.emulator.mmio_write32(SSI_SPI_CTRLR0, 0);
            }
            if effect != Effect::None {
                self.emulator.cores[core].regs.set_pc(r[14] & !1);
            }
            if self.flash.awaits_boot_loader() {
                // The boot loader returns into the flash a few clocks after it has made it readable.
                self.emulator.step_quantum = 1;
            }
        }
        if self.flash.awaits_boot_loader()
            && self.emulator.mmio_read32(SSI_SPI_CTRLR0) >> 24 == CONTINUOUS_READ
            && self.emulator.mmio_read32(SSI_ENABLE) == 1
        {
            self.flash.booted(self.emulator.cores[0].regs.primask & 1 == 0)?;
            self.emulator.load_flash(&self.flash.bytes);
            self.emulator.step_quantum = QUANTUM;
        }
        Ok(())
    }

    /// Fails where the chip would be reset.
    fn watch_the_watchdog(&mut self) -> Result<()> {
        let watchdog = &self.emulator.bus.watchdog_tick;
        let now = self.emulator.clock.cycles;
        if watchdog.loads != self.fed.0 {
            self.fed = (watchdog.loads, now);
        }
        // The counter loses two each microsecond: erratum RP2040-E1.
        let (enabled, allowed) = (watchdog.ctrl >> 30 & 1 != 0, u64::from(watchdog.load) / 2);
        let waited = (now - self.fed.1) / MICROSECOND;
        ensure!(
            !enabled || waited <= allowed,
            "the watchdog resets the chip after {waited} us: {}",
            self.where_it_is()
        );
        Ok(())
    }

    /// The microseconds that the watchdog waits, where it is switched on, and how often it has been fed since power-on.
    pub fn watchdog(&self) -> (Option<u32>, u32) {
        let watchdog = &self.emulator.bus.watchdog_tick;
        ((watchdog.ctrl >> 30 & 1 != 0).then_some(watchdog.load / 2), watchdog.loads)
    }

    /// The tone at the buzzer's pin, in hertz, while there is one.
    pub fn tone(&mut self) -> Option<u64> {
        /// GPIO 26 is channel A of slice 5, as its function 4.
        const FUNCTION: (u32, u32) = (0x4001_40D4, 4);
        const SLICE: u32 = 0x4005_0000 + 5 * 0x14;
        let on_the_pin = self.emulator.mmio_read32(FUNCTION.0) & 0x1F == FUNCTION.1;
        let [control, sixteenths, level, top] =
            [0, 4, 12, 16].map(|at| self.emulator.mmio_read32(SLICE + at));
        let (level, period) = (level & 0xFFFF, top + 1);
        let swings = on_the_pin && control & 1 != 0 && level > 0 && level < period;
        swings.then(|| CLOCK_HZ * 16 / (u64::from(sixteenths) * u64::from(period)))
    }

    /// What the firmware tells about itself.
    pub fn told(&self) -> Telemetry {
        let mut words = [0; WORDS];
        for (i, word) in words.iter_mut().enumerate() {
            *word = self.emulator.peek(self.telemetry + 4 * i as u32);
        }
        Telemetry(words)
    }

    /// The game, from the moves in the firmware's memory.
    pub fn game(&self) -> Game {
        let (at, count) = self.told().moves();
        let moves = (0..count).map(|i| {
            let address = at + 2 * i;
            PackedMove((self.emulator.peek(address & !3) >> (8 * (address & 2))) as u16)
        });
        let mut game = Game::new();
        game.load(moves);
        game
    }

    /// The words of the framebuffer.
    pub fn framebuffer(&self) -> Vec<u32> {
        (0..640 * 480 / 8).map(|i| self.emulator.peek(self.frame + 4 * i)).collect()
    }

    /// A word of memory.
    pub fn peek(&self, address: u32) -> u32 {
        self.emulator.peek(address)
    }

    /// The firmware's file.
    pub fn image(&self) -> &Image {
        &self.image
    }

    /// The squares with men on.
    pub fn men(&mut self) -> &mut u64 {
        &mut self.matrix.men
    }

    /// The keys held.
    pub fn keys(&mut self) -> &mut Keys {
        &mut self.matrix.keys
    }

    /// Longest bounce of the contacts, in microseconds.
    pub fn bounce(&mut self, longest_us: u64) {
        self.matrix.bounce_us = longest_us;
    }

    /// Lets time go on and watches the video signal.
    ///
    /// # Errors
    /// If the firmware panics or a core stops.
    pub fn watch(&mut self, cycles: u64) -> Result<Signal> {
        let pio = &mut self.emulator.bus.pio[0];
        pio.obs_log.clear();
        (pio.obs_mask, pio.obs_last) = (VIDEO, u32::MAX);
        let ran = self.run(cycles);
        let pio = &mut self.emulator.bus.pio[0];
        pio.obs_mask = 0;
        let log = std::mem::take(&mut pio.obs_log);
        ran?;
        Ok(Signal::new(log.into_iter().map(|(clock, pins)| (clock, (pins >> 16) as u8)).collect()))
    }

    /// The functions that the video pins are switched to: 6 is PIO 0.
    pub fn video_functions(&mut self) -> Vec<u32> {
        (16..22).map(|pin| self.emulator.mmio_read32(0x4001_4004 + 8 * pin) & 0x1F).collect()
    }

    /// Sectors erased and pages programmed.
    pub fn flash_work(&self) -> (u32, u32) {
        (self.flash.erased, self.flash.programmed)
    }

    /// How long the flash takes to erase a sector, in microseconds: 45,000 is typical, 400,000 is allowed.
    pub fn erase_time(&mut self, us: u64) {
        self.flash.erase_us = us;
    }

    /// Whether the flash is being erased or programmed right now.
    pub fn is_writing_flash(&self) -> bool {
        let pc = self.emulator.cores[0].regs.r[15];
        pc == self.rom.erase || pc == self.rom.program
    }

    /// The saves in the flash's two slots, those that can be read.
    pub fn saves(&self) -> [Option<Save>; 2] {
        let mut bytes = self.flash.bytes.clone();
        [Slot::A, Slot::B].map(|slot| saves::load(&mut bytes, slot))
    }

    /// Stops the state machines that make the picture, for runs that look at nothing but the cores: the emulator is
    /// faster then by half and more.
    pub fn stop_picture(&mut self) {
        self.emulator.mmio_write32(0x5020_0000, 0);
    }

    /// The stacks of the two cores: lowest and highest address.
    ///
    /// # Errors
    /// If the firmware lacks their symbols.
    pub fn stacks(&self) -> Result<[(u32, u32); 2]> {
        let core0 = (self.frame + 640 * 480 / 2, self.image.symbol("_stack_start")?);
        let (from, bytes) = self.image.symbol_with("core15STACK")?;
        Ok([core0, (from, from + bytes)])
    }

    /// Marks what the stacks do not reach at this moment, so that [`Pico::stack_used`] can tell how far they come from
    /// here on.
    ///
    /// # Errors
    /// If the firmware lacks the symbols of the stacks.
    pub fn mark_stacks(&mut self) -> Result<()> {
        for (core, (from, _)) in self.stacks()?.into_iter().enumerate() {
            let top = self.emulator.cores[core].regs.r[13];
            ensure!(
                top > from,
                "core {core} has more on its stack than there is room: {top:#x} is below {from:#x}"
            );
            for address in (from..top).step_by(4) {
                self.emulator.bus.poke32(address, UNUSED);
            }
        }
        Ok(())
    }

    /// How many bytes of the two stacks have been used at most since [`Pico::mark_stacks`].
    ///
    /// # Errors
    /// If the firmware lacks the symbols of the stacks.
    pub fn stack_used(&self) -> Result<[u32; 2]> {
        Ok(self.stacks()?.map(|(from, to)| {
            let free =
                (from..to).step_by(4).take_while(|&at| self.emulator.peek(at) == UNUSED).count() as u32;
            to - from - 4 * free
        }))
    }

    /// Every look of the firmware at its board since the first power-on, if [`Pico::keep_looks`] was called.
    pub fn looks(&self) -> &[Look] {
        self.looks.as_deref().unwrap_or_default()
    }

    /// Keeps every look from here on.
    pub fn keep_looks(&mut self) {
        self.last_look = self.told().looks();
        self.looks = Some(Vec::new());
    }

    /// Writes into the flash, as a programmer from outside would, without power.
    pub fn flash(&mut self) -> &mut [u8] {
        &mut self.flash.bytes
    }

    /// What the cores do.
    pub fn where_it_is(&self) -> String {
        let cores = &self.emulator.cores;
        let places = BTreeMap::from([0, 1].map(|i| {
            let r = cores[i].regs.r;
            // After a fault the stack begins with the registers at the fault: r0 to r3, r12, lr, pc.
            let stack: Vec<u32> =
                (0..12).map(|word| self.emulator.peek(r[13].wrapping_add(4 * word))).collect();
            (i, (r[15], r[14], r[13], stack))
        }));
        format!("core: (pc, lr, sp, stack): {places:x?}")
    }
}
