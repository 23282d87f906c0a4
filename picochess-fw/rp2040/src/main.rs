//! The firmware of the board for a Raspberry Pi Pico.
//!
//! Core 0 runs the board: reeds, keys, game, picture, sound, storage, USB. Core 1 thinks. The picture goes out by
//! PIO and DMA alone.
//!
//! | GPIO | what |
//! |---|---|
//! | 0 to 7 | rows of the reeds, driven in turn; 0 to 2 also those of the keypad |
//! | 8 to 15 | columns of the reeds, a to h, pulled down |
//! | 16, 17 | hsync, vsync |
//! | 18 to 21 | green low, green high, blue, red |
//! | 22 | column of the keys 2, 5, 8, pulled down |
//! | 26 | buzzer |
#![no_std]
#![no_main]

mod buzzer;
mod core1;
mod fault;
mod flash;
mod matrix;
mod ports;
mod storage;
mod telemetry;
mod usb;
mod video;

use core::sync::atomic::Ordering::Relaxed;

use cortex_m::singleton;
use fugit::RateExtU32;
use picochess_fw::{Board, Config, Task, screen};
use rp2040_hal::{
    self as hal, Clock, Timer,
    clocks::{ClockSource, ClocksManager},
    gpio::Pins,
    multicore::Multicore,
    pac, pll,
    sio::Sio,
    watchdog::Watchdog,
    xosc,
};

use crate::{
    buzzer::Buzzer,
    core1::Courier,
    matrix::Matrix,
    ports::Outbox,
    storage::Storage,
    telemetry::TELEMETRY,
    video::{Painting, Video},
};

/// The second-stage boot loader: makes the flash readable as memory, at QSPI speed.
#[unsafe(link_section = ".boot2")]
#[used]
pub static BOOT2_FIRMWARE: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

/// Crystal on the Pico.
const CRYSTAL_HZ: u32 = 12_000_000;
/// From one look at reeds and keys to the next, in microseconds.
const LOOK_US: u64 = 10_000;
/// Without a sign of life for so long, the chip starts anew and takes the game up from flash. A flash chip may
/// take 0.4 s to erase a sector; each erased sector is a sign of life.
const WATCHDOG_US: u32 = 4_000_000;
/// Nodes of Video Chess's search in a second, for the text about levels: rounded down from docs/firmware.md.
const CARTRIDGE_SPEED: u32 = 10_000;
/// Cycles of the emulated 6507 in a second, for the same text.
const ORIGINAL_SPEED: u32 = 5_000_000;

#[hal::entry]
fn main() -> ! {
    let Some(peripherals) = pac::Peripherals::take() else { fault::stop() };
    let pac::Peripherals {
        WATCHDOG,
        CLOCKS,
        XOSC,
        PLL_SYS,
        PLL_USB,
        mut RESETS,
        SIO,
        IO_BANK0,
        PADS_BANK0,
        PIO0,
        DMA,
        PWM,
        mut PSM,
        mut PPB,
        TIMER,
        USBCTRL_REGS,
        USBCTRL_DPRAM,
        ..
    } = peripherals;
    let mut watchdog = Watchdog::new(WATCHDOG);
    watchdog.enable_tick_generation((CRYSTAL_HZ / 1_000_000) as u8);
    let Some(clocks) = clocks(CLOCKS, XOSC, PLL_SYS, PLL_USB, &mut RESETS) else { fault::stop() };
    let timer = Timer::new(TIMER, &mut RESETS, &clocks);
    watchdog.pause_on_debug(true);
    watchdog.start(fugit::MicrosDurationU32::micros(WATCHDOG_US));

    let mut sio = Sio::new(SIO);
    let pins = Pins::new(IO_BANK0, PADS_BANK0, sio.gpio_bank0, &mut RESETS);
    let mut matrix = Matrix::new(
        (pins.gpio0, pins.gpio1, pins.gpio2, pins.gpio3, pins.gpio4, pins.gpio5, pins.gpio6, pins.gpio7),
        (
            pins.gpio8,
            pins.gpio9,
            pins.gpio10,
            pins.gpio11,
            pins.gpio12,
            pins.gpio13,
            pins.gpio14,
            pins.gpio15,
        ),
        pins.gpio22,
        timer,
    );
    let mut buzzer = Buzzer::new(PWM, pins.gpio26, &mut RESETS, clocks.system_clock.freq().to_Hz());

    let mut multicore = Multicore::new(&mut PSM, &mut PPB, &mut sio.fifo);
    let Some((board, picture, mut outbox)) = make(&mut multicore, timer, watchdog) else { fault::stop() };
    let Some(mut usb) = usb::new(USBCTRL_REGS, USBCTRL_DPRAM, clocks.usb_clock, timer, &mut RESETS) else {
        fault::stop()
    };
    let signals = (pins.gpio16, pins.gpio17, pins.gpio18, pins.gpio19, pins.gpio20, pins.gpio21);
    let Some(mut video) = Video::start(PIO0, DMA, signals, &mut RESETS) else { fault::stop() };
    TELEMETRY.magic.store(telemetry::MAGIC, Relaxed);

    let mut next_look = 0;
    let mut painted = false;
    loop {
        let now = timer.get_counter().ticks();
        if now >= next_look {
            next_look = (next_look + LOOK_US).max(now);
            let contacts = matrix.scan();
            board.tick(now, contacts.reeds, contacts.keys, &mut outbox);
            usb.serve(board, &mut outbox);
            // Where a PC makes the computer's moves, core 1 is asked for hints and judgements only.
            let linked = usb.is_linked();
            let request = board.request().filter(|request| !linked || request.task != Task::Move);
            if let Some((id, answer)) = outbox.courier.exchange(request.as_ref()) {
                board.answer(id, answer, &mut outbox);
            }
            buzzer.play(now, outbox.take_sound());
            picture.see(board);
            painted = false;
            TELEMETRY.painted.store(0, Relaxed);
            if outbox.courier.is_alive(now) {
                outbox.feed_watchdog();
            }
            telemetry::raise(&TELEMETRY.look_us, timer.get_counter().ticks().wrapping_sub(now) as u32);
            TELEMETRY.looked(now, &contacts, board);
        }
        usb.poll();
        if !painted {
            let began = timer.get_counter_low();
            match video.paint(&mut picture.painter, &picture.scene) {
                Painting::Done => painted = true,
                Painting::Waits => {}
                Painting::Painted(patch) => {
                    TELEMETRY.painted_part(patch, timer.get_counter_low().wrapping_sub(began));
                }
            }
            TELEMETRY.painted.store(u32::from(painted), Relaxed);
        }
    }
}

/// What the board wants to be seen, and what does the painting.
struct Picture {
    painter: screen::Painter,
    scene: screen::Scene,
}

impl Picture {
    /// Asks the board. A function of its own, so that its stack is free again when the painter works.
    #[inline(never)]
    fn see(&mut self, board: &Board) {
        self.scene = board.scene();
    }
}

/// Makes all that is large, each in its place. The compiler may make it on the stack and move it there: then the stack
/// reaches into the picture, which is not painted yet, and is out of it when this returns.
#[inline(never)]
fn make(
    multicore: &mut Multicore<'_>,
    timer: Timer,
    watchdog: Watchdog,
) -> Option<(&'static mut Board, &'static mut Picture, Outbox)> {
    let storage = singleton!(: Storage = Storage::new(watchdog))?;
    let original_speed = has_cartridge().then_some(ORIGINAL_SPEED);
    let config = Config { cartridge_speed: CARTRIDGE_SPEED, original_speed, ..Config::default() };
    let board = singleton!(: Board = storage.board(config))?;
    let courier = Courier::start(multicore, timer)?;
    let picture =
        singleton!(: Picture = Picture { painter: screen::Painter::new(), scene: screen::Scene::default() })?;
    Some((board, picture, Outbox::new(storage, courier)))
}

/// Whether the cartridge's own program can think.
fn has_cartridge() -> bool {
    #[cfg(feature = "original")]
    return flash::cartridge().is_some();
    #[cfg(not(feature = "original"))]
    return false;
}

/// 126 MHz for the system, five times the pixel clock; 48 MHz for USB.
fn clocks(
    clocks: pac::CLOCKS,
    xosc: pac::XOSC,
    pll_sys: pac::PLL_SYS,
    pll_usb: pac::PLL_USB,
    resets: &mut pac::RESETS,
) -> Option<ClocksManager> {
    let mut clocks = ClocksManager::new(clocks);
    let xosc = xosc::setup_xosc_blocking(xosc, CRYSTAL_HZ.Hz()).ok()?;
    let config = pll::PLLConfig { vco_freq: 1512.MHz(), refdiv: 1, post_div1: 6, post_div2: 2 };
    let pll_sys =
        pll::setup_pll_blocking(pll_sys, xosc.operating_frequency(), config, &mut clocks, resets).ok()?;
    let config = pll::common_configs::PLL_USB_48MHZ;
    let pll_usb =
        pll::setup_pll_blocking(pll_usb, xosc.operating_frequency(), config, &mut clocks, resets).ok()?;
    clocks.reference_clock.configure_clock(&xosc, xosc.get_freq()).ok()?;
    clocks.system_clock.configure_clock(&pll_sys, pll_sys.get_freq()).ok()?;
    clocks.usb_clock.configure_clock(&pll_usb, pll_usb.get_freq()).ok()?;
    clocks.peripheral_clock.configure_clock(&clocks.system_clock, clocks.system_clock.freq()).ok()?;
    Some(clocks)
}
