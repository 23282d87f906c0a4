//! The pieces, drawn in `sprites/*.txt`: one character a pixel, so that an editor is all one needs.
//!
//! `.` is the square behind, `#` the outline, `o` the body, `+` the body in shade, `-` a carved line.

use shakmaty::{Color, Piece, Role};

use super::{Colour, Frame};

/// Width and height of a piece's picture.
pub(super) const SIZE: usize = 36;

const OUTLINE: u8 = 1;
const BODY: u8 = 2;
const SHADE: u8 = 3;
const LINE: u8 = 4;

/// A picture, two pixels a byte, the left one in the low nibble.
type Pixels = [[u8; SIZE / 2]; SIZE];

const fn parse(text: &[u8]) -> Pixels {
    let mut pixels = [[0; SIZE / 2]; SIZE];
    let mut i = 0;
    let mut at = 0;
    while i < text.len() {
        let value = match text[i] {
            b'.' => 0,
            b'#' => OUTLINE,
            b'o' => BODY,
            b'+' => SHADE,
            b'-' => LINE,
            b'\n' => {
                assert!(at % SIZE == 0, "a line of a sprite has 36 characters");
                i += 1;
                continue;
            }
            _ => panic!("a sprite is drawn with . # o + -"),
        };
        pixels[at / SIZE][at % SIZE / 2] |= value << (at % 2 * 4);
        at += 1;
        i += 1;
    }
    assert!(at == SIZE * SIZE, "a sprite has 36 lines");
    pixels
}

static SPRITES: [Pixels; 6] = [
    parse(include_bytes!("../../sprites/pawn.txt")),
    parse(include_bytes!("../../sprites/knight.txt")),
    parse(include_bytes!("../../sprites/bishop.txt")),
    parse(include_bytes!("../../sprites/rook.txt")),
    parse(include_bytes!("../../sprites/queen.txt")),
    parse(include_bytes!("../../sprites/king.txt")),
];

const fn sprite(role: Role) -> &'static Pixels {
    &SPRITES[role as usize - 1]
}

/// The colours of outline, body, shade and carved line.
const fn colours(side: Color) -> [Colour; 4] {
    match side {
        Color::White => [Colour::BLACK, Colour::WHITE, Colour::LIGHT, Colour::BLACK],
        Color::Black => [Colour::BLACK, Colour::BLACK, Colour::BLACK, Colour::LIGHT],
    }
}

/// Draws a piece with its top left corner at (x, y). A ghost is a piece that is not there: every other pixel.
pub(super) fn draw(frame: &mut Frame, x: u16, y: u16, piece: Piece, ghost: bool) {
    let colours = colours(piece.color);
    for (row, line) in sprite(piece.role).iter().enumerate() {
        for (pair, &byte) in line.iter().enumerate() {
            if byte == 0 {
                continue;
            }
            for half in 0..2 {
                let value = byte >> (half * 4) & 15;
                let column = pair * 2 + half;
                if value != 0 && !(ghost && (row + column) % 2 == 0) {
                    let colour = colours[usize::from(value) - 1];
                    frame.set(u32::from(x) + column as u32, u32::from(y) + row as u32, colour);
                }
            }
        }
    }
}
