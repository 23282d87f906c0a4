//! The picture on VGA, 640 by 480 at 60 Hz, by PIO and DMA alone.
//!
//! The system's clock is five times the pixel clock of 25.2 MHz. Three state machines of PIO 0 work together: one makes
//! hsync and tells the second of each line, which makes vsync and tells the third of each visible line, which puts out
//! its 640 pixels. A DMA channel feeds that one with the whole frame; a second channel then gives the first its start
//! address back. No interrupt, no code: the picture stays through a search and while the flash is written.

use core::mem::MaybeUninit;

use picochess_fw::screen::{Frame, Painter, Scene, beam};
use pio::pio_asm;
use rp2040_hal::{
    gpio::{
        FunctionNull, FunctionPio0, Pin, PullDown, PullNone,
        bank0::{Gpio16, Gpio17, Gpio18, Gpio19, Gpio20, Gpio21},
    },
    pac,
    pio::{Buffers, PIOBuilder, PIOExt, PinDir, PinState, ShiftDirection},
};

type Fresh<I> = Pin<I, FunctionNull, PullDown>;
/// hsync, vsync, green low, green high, blue, red.
pub(crate) type Signals =
    (Fresh<Gpio16>, Fresh<Gpio17>, Fresh<Gpio18>, Fresh<Gpio19>, Fresh<Gpio20>, Fresh<Gpio21>);

const HSYNC: u8 = 16;
const VSYNC: u8 = 17;
const COLOUR: u8 = 18;
/// System clocks a pixel.
const CLOCKS_A_PIXEL: u16 = 5;
/// Pixels, less one, from the end of hsync's back porch to the next hsync: the visible ones and the front porch of 16.
const ACTIVE_AND_FRONT: u32 = 640 + 16 - 1;
/// Visible lines, less one.
const LINES: u32 = 480 - 1;
/// Visible pixels, less one.
const PIXELS: u32 = 640 - 1;
/// Words of a line in the frame.
const WORDS_A_LINE: u32 = 640 / 8;
/// Request line of the third state machine's FIFO, and the one that always asks.
const DREQ_PIO0_TX2: u8 = 2;
const DREQ_ALWAYS: u8 = 0x3F;

/// The frame on the monitor. No start-up code clears it: the painter begins with black.
#[unsafe(no_mangle)]
#[unsafe(link_section = ".picture")]
static mut FRAME: MaybeUninit<Frame> = MaybeUninit::uninit();

/// Where the frame starts, for the channel that gives it back to the other one.
static mut START: u32 = 0;

/// The picture.
pub(crate) struct Video {
    frame: &'static mut Frame,
    dma: pac::DMA,
    start: u32,
}

impl Video {
    /// Switches the picture on. `None` if it is on already.
    pub(crate) fn start(
        pio: pac::PIO0,
        dma: pac::DMA,
        pins: Signals,
        resets: &mut pac::RESETS,
    ) -> Option<Self> {
        let _hsync: Pin<_, FunctionPio0, PullNone> = pins.0.reconfigure();
        let _vsync: Pin<_, FunctionPio0, PullNone> = pins.1.reconfigure();
        let _green_low: Pin<_, FunctionPio0, PullNone> = pins.2.reconfigure();
        let _green_high: Pin<_, FunctionPio0, PullNone> = pins.3.reconfigure();
        let _blue: Pin<_, FunctionPio0, PullNone> = pins.4.reconfigure();
        let _red: Pin<_, FunctionPio0, PullNone> = pins.5.reconfigure();

        // One count is a pixel. 96 pixels low, 48 of back porch (of which the flag takes 3), then 656.
        let hsync = pio_asm!(
            "    pull block",
            ".wrap_target",
            "    mov x, osr",
            "visible:",
            "    jmp x-- visible",
            "    set pins, 0 [31]",
            "    set pins, 0 [31]",
            "    set pins, 0 [31]",
            "    set pins, 1 [31]",
            "    set pins, 1 [12]",
            "    irq 0 [1]",
            ".wrap",
        );
        // 480 lines, 10 of front porch, 2 low, 33 of back porch: the flag of the next visible line ends the last one.
        let vsync = pio_asm!(
            "    pull block",
            ".wrap_target",
            "    mov x, osr",
            "visible:",
            "    wait 1 irq 0",
            "    irq 1",
            "    jmp x-- visible",
            "    set y, 10",
            "front:",
            "    wait 1 irq 0",
            "    jmp y-- front",
            "    set pins, 0",
            "    wait 1 irq 0",
            // The jump before the fall took one count too.
            "    wait 1 irq 0 [1]",
            "    set pins, 1",
            "    set y, 31",
            "back:",
            "    wait 1 irq 0",
            "    jmp y-- back",
            ".wrap",
        );
        // One count is a system clock: five for each pixel.
        let colour = pio_asm!(
            "    out y, 32",
            ".wrap_target",
            "    set pins, 0",
            "    mov x, y",
            "    wait 1 irq 1 [9]",
            "pixel:",
            "    out pins, 4 [3]",
            "    jmp x-- pixel",
            ".wrap",
        );
        let (mut pio, sm0, sm1, sm2, _) = pio.split(resets);
        let (mut sm0, _, mut tx0) = PIOBuilder::from_installed_program(pio.install(&hsync.program).ok()?)
            .set_pins(HSYNC, 1)
            .clock_divisor_fixed_point(CLOCKS_A_PIXEL, 0)
            .build(sm0);
        let (mut sm1, _, mut tx1) = PIOBuilder::from_installed_program(pio.install(&vsync.program).ok()?)
            .set_pins(VSYNC, 1)
            .clock_divisor_fixed_point(CLOCKS_A_PIXEL, 0)
            .build(sm1);
        let (mut sm2, _, mut tx2) = PIOBuilder::from_installed_program(pio.install(&colour.program).ok()?)
            .set_pins(COLOUR, 4)
            .out_pins(COLOUR, 4)
            .out_shift_direction(ShiftDirection::Right)
            .autopull(true)
            .pull_threshold(32)
            .buffers(Buffers::OnlyTx)
            .clock_divisor_fixed_point(1, 0)
            .build(sm2);
        sm0.set_pins([(HSYNC, PinState::High)]);
        sm1.set_pins([(VSYNC, PinState::High)]);
        sm2.set_pins((COLOUR..COLOUR + 4).map(|pin| (pin, PinState::Low)));
        sm0.set_pindirs([(HSYNC, PinDir::Output)]);
        sm1.set_pindirs([(VSYNC, PinDir::Output)]);
        sm2.set_pindirs((COLOUR..COLOUR + 4).map(|pin| (pin, PinDir::Output)));
        tx0.write(ACTIVE_AND_FRONT);
        tx1.write(LINES);
        tx2.write(PIXELS);

        // SAFETY: `Video` owns PIO0, which exists once, so this runs once and makes the only reference to the frame.
        // Any words at all are a frame.
        let frame = unsafe { (*core::ptr::addr_of_mut!(FRAME)).assume_init_mut() };
        let start = frame.words().as_ptr() as u32;
        let words = frame.words().len() as u32;
        // SAFETY: nothing else reads or writes `START` but the DMA channel set up below, after this.
        unsafe { core::ptr::addr_of_mut!(START).write_volatile(start) };

        resets.reset().modify(|_, w| w.dma().clear_bit());
        while resets.reset_done().read().dma().bit_is_clear() {}
        let (stream, again) = (dma.ch(0), dma.ch(1));
        // SAFETY: the channels read `START` and the frame, which live for ever, and write a PIO FIFO and channel 0's
        // own read address. Channel 1 is armed before channel 0 starts.
        unsafe {
            again.ch_read_addr().write(|w| w.bits(core::ptr::addr_of!(START) as u32));
            again.ch_write_addr().write(|w| w.bits(stream.ch_read_addr().as_ptr() as u32));
            again.ch_trans_count().write(|w| w.bits(1));
            again.ch_al1_ctrl().write(|w| {
                w.data_size().size_word().chain_to().bits(0).treq_sel().bits(DREQ_ALWAYS);
                w.irq_quiet().set_bit().high_priority().set_bit().en().set_bit()
            });
            stream.ch_read_addr().write(|w| w.bits(start));
            stream.ch_write_addr().write(|w| w.bits(tx2.fifo_address() as u32));
            stream.ch_trans_count().write(|w| w.bits(words));
            stream.ch_ctrl_trig().write(|w| {
                w.data_size()
                    .size_word()
                    .incr_read()
                    .set_bit()
                    .chain_to()
                    .bits(1)
                    .treq_sel()
                    .bits(DREQ_PIO0_TX2);
                w.irq_quiet().set_bit().high_priority().set_bit().en().set_bit()
            });
        }
        sm0.with(sm1).with(sm2).sync().start();
        Some(Self { frame, dma, start })
    }

    /// The line that is being fetched; 480 after the last one, 0 until the first one begins.
    fn line(&self) -> u16 {
        let at = self.dma.ch(0).ch_read_addr().read().bits();
        (at.wrapping_sub(self.start) / (4 * WORDS_A_LINE)) as u16
    }

    /// Paints the next part of `scene`, unless the beam would meet it.
    pub(crate) fn paint(&mut self, painter: &mut Painter, scene: &Scene) -> Painting {
        let Some(patch) = painter.next(scene) else { return Painting::Done };
        if !beam::is_clear(self.line(), patch) {
            return Painting::Waits;
        }
        painter.paint_next(scene, self.frame);
        Painting::Painted(patch)
    }
}

/// What an attempt to paint has come to.
pub(crate) enum Painting {
    /// The frame shows the scene.
    Done,
    /// The beam is in the way.
    Waits,
    /// A part was painted.
    Painted(beam::Patch),
}
