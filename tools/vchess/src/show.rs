//! A position as the cartridge shows it.
//!
//! The real program draws it: its memory is set to the position, and it runs for a few frames. Nothing is touched but the
//! 128 bytes and the right difficulty switch, which says whether the human is black.

use anyhow::{Result, ensure};
use emu6507::{Cartridge, Console, Input, Stop};
use video_chess::tables::kind::{HUMAN, KING};
use video_chess::{Colour, Level, Position, Ram};

use crate::verify::chess_rom::FRAME_START;

/// More cycles than it takes from power-on to the first frame, or from one frame to the next.
const LIMIT: u64 = 1_000_000;
/// Frames after which the picture is the position's.
const FRAMES: usize = 3;
/// A frame counter with which, for the next frames, a piece is shown and not the cursor on it.
const COUNTER: u8 = 0x04;

/// Has the cartridge draw a position, from the human's side. The console has the picture of it.
///
/// # Errors
/// If the program does not make its frames.
pub fn draw(rom: &[u8; 4096], position: &Position, human: Colour, level: Level) -> Result<Console> {
    let mut console = Console::new(Cartridge::new(rom)?);
    let mut input = Input::default();
    input.switches.right_a = human == Colour::Black;
    console.set_input(input);
    ensure!(console.run_to(FRAME_START, LIMIT) == Stop::Address, "the program does not start");
    // The cartridge shows a board while it waits for the human.
    let waiting = Position { to_move: human, ..*position };
    let mut ram = waiting.to_ram(human, level, COUNTER);
    park_cursor(&mut ram);
    *console.ram_mut() = *ram.bytes();
    for _ in 0..FRAMES {
        let limit = console.cycle() + LIMIT;
        ensure!(console.run_to(FRAME_START, limit) == Stop::Address, "the program makes no frame");
    }
    Ok(console)
}

/// Puts the free cursor on the human's king. On an empty square it is a cross; with a piece under it, it blinks, and the
/// piece is shown three quarters of the time.
fn park_cursor(ram: &mut Ram) {
    let Some(king) = ram.find(KING | HUMAN) else { return };
    ram.set_source(king);
    ram.set_target(king);
    ram.set_counter(king);
    ram.set_piece(KING | HUMAN);
    ram.set_captured(KING | HUMAN);
    // What the check of a move leaves alone is a copy of the same.
    for offset in 0..5 {
        ram.set_byte(0xd9 + offset, ram.byte(0xd4 + offset));
    }
}
