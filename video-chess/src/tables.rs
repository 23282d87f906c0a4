//! The tables of the search. What the ROM stores as numbers is built here from what the numbers stand for.

/// Kinds of pieces, as in the low three bits of a square.
pub mod kind {
    /// King.
    pub const KING: u8 = 1;
    /// Queen.
    pub const QUEEN: u8 = 2;
    /// Bishop.
    pub const BISHOP: u8 = 3;
    /// Knight.
    pub const KNIGHT: u8 = 4;
    /// Rook.
    pub const ROOK: u8 = 5;
    /// Pawn.
    pub const PAWN: u8 = 6;
    /// Bit 3: the human's.
    pub const HUMAN: u8 = 8;
}

use kind::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// The pieces' worth by kind (`$FEDD`): a king is more than everything that is commonly exchanged.
///
/// Entry 7 is not a piece; the ROM has the next table's second byte there.
pub const WORTH: [u8; 8] = [0, 66, 27, 9, 9, 15, 3, APPROACH[1] as u8];

/// The pieces' worth with a sign, by the low nibble of a square (`$FED5`): capturing the human's pieces adds to the
/// program's balance, losing its own takes away.
///
/// Entry 15 is not a piece; the ROM has the next table's second byte there.
pub const SIGNED_WORTH: [i8; 16] = {
    let mut table = [0; 16];
    let mut kind = KING as usize;
    while kind <= PAWN as usize {
        table[kind] = -(WORTH[kind] as i8);
        table[kind + 8] = WORTH[kind] as i8;
        kind += 1;
    }
    table[15] = APPROACH[1] as u8 as i8;
    table
};

/// How often the approach to the point of attraction counts when a root move is ranked, by kind of piece (`$FEE3`);
/// from the program's eighth move on eight entries further, which begins inside this very table.
///
/// Positive: so many times. Zero: nothing. Negative: six times, except in the opening, where the number itself is added.
pub const APPROACH: [i8; 15] = [3, -8, 0, 2, 4, -16, 1, 0, 0, -1, 2, 3, 4, 0, 3];

/// What a root move from squares 0 to 12 is worth before the eighth move (`$FEC6`): low nibble where the program is
/// black, high nibble where it opened. It brings out knights, bishops and the centre pawns.
pub const DEVELOPMENT: [u8; 13] =
    [0x00, 0x5e, 0x85, 0x00, 0x00, 0x75, 0xe4, 0x00, 0x44, 0x33, 0x65, 0xfd, 0xff];

/// The back rank, as it is set up (`$FEF2`). Late pawns lose as much in rank as the piece of their file is numbered.
pub const BACK_RANK: [u8; 8] = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];

/// The program's castling as its generator offers it (`$F682`): source, target, piece, captured, counter. There is no
/// other: the program never castles on the queen's side, and no castling is ever looked at beyond the root.
pub const CASTLING: [u8; 5] = [4, 6, KING, 0, 8];

/// Squares whose leaving or entering sets a moved bit at `$82` + i (`$FEFA`).
pub const CASTLING_HOMES: [u8; 6] = [4, 60, 0, 7, 56, 63];

/// The king's square of the castling with index i (`$FF76`): the program's towards a, h, the human's towards a, h.
pub const CASTLING_KINGS: [u8; 4] = [4, 4, 60, 60];

/// First of the three squares of its path that must not be attacked (`$FF7A`).
pub const CASTLING_PATHS: [u8; 4] = [2, 4, 58, 60];

/// Up, down, left, right as the screen shows them to a human with white (`$FF7E`).
pub const DIRECTIONS: [i8; 4] = [-8, 8, -1, 1];

/// Full width of the second pass and maximum depth, by level less 1 (`$FFF5`).
pub const LEVEL_DEPTHS: [(u8, u8); 8] = [(0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (5, 6), (0, 0)];

/// Where a kind of piece's steps begin (`$FFE8`); a counter is added.
pub const STEPS_OF: [u8; 7] = [0xff, 0, 10, 42, 74, 10, 82];

/// The same for all sixteen contents of a square: the ROM does not look whether it is a kind of piece, and beyond the table
/// lie [`FIRST_COUNTER`] and [`LEVEL_DEPTHS`].
pub(crate) const STEPS_OF_CONTENT: [u8; 16] = {
    let mut table = [0; 16];
    let mut i = 0;
    while i < table.len() {
        table[i] = match i {
            0..7 => STEPS_OF[i],
            7..13 => FIRST_COUNTER[i - 6],
            _ => packed_depths(i - 13),
        };
        i += 1;
    }
    table
};

/// What follows [`STEPS`] in the ROM, up to its last byte.
pub(crate) const BEYOND_STEPS: [u8; 24] = {
    let mut table = [0; 24];
    let mut i = 0;
    while i < table.len() {
        table[i] = match i {
            // The pawn's beginning and the first counter of no piece are one byte.
            0..6 => STEPS_OF[i],
            6..13 => FIRST_COUNTER[i - 6],
            13..20 => packed_depths(i - 13),
            // Reset and interrupt lead to $F000.
            20 | 22 => 0x00,
            _ => 0xf0,
        };
        i += 1;
    }
    table
};

/// [`LEVEL_DEPTHS`] as the ROM packs it.
const fn packed_depths(level: usize) -> u8 {
    let (full_width, max_depth) = LEVEL_DEPTHS[level];
    full_width << 4 | max_depth
}

/// A piece's first counter, one above its first step's (`$FFEE`). A pawn of the human has one more.
pub const FIRST_COUNTER: [u8; 7] = [82, 8, 64, 32, 8, 32, 12];

/// Number of steps of all pieces.
pub const STEP_COUNT: usize = 102;

/// Every step (`$FF82`) as a difference of squares written `10 * row + file`, modulo 100 as the ROM's decimal mode has
/// it: 99 is one file to the left, 90 one row up.
///
/// King: eight directions and two castlings. Queen: eight lines of eight steps, the shortest with the highest counter,
/// so that a line is left by clearing the counter's low three bits; its last step is off every board. The rook has the
/// first half of them, the bishop the second. Knight: eight jumps. Pawn: two squares, one, two captures, two captures
/// en passant, each for either side in turn, then the promoting ones among them again.
pub const STEPS: [u8; STEP_COUNT] = {
    const KING_STEPS: [i8; 10] = [9, 10, -1, 11, -9, 1, -10, -11, 2, -2];
    const LINES: [i8; 8] = [-1, 1, 10, -10, -9, -11, 11, 9];
    const JUMPS: [i8; 8] = [12, 21, 8, 19, -12, -21, -19, -8];
    const PAWN_STEPS: [i8; 10] = [20, 10, 9, 11, 9, 11, 0, 10, 9, 11];
    const fn modulo_100(step: i8) -> u8 {
        (step as i16).rem_euclid(100) as u8
    }

    let mut steps = [0; STEP_COUNT];
    let mut i = 0;
    while i < KING_STEPS.len() {
        steps[STEPS_OF[KING as usize] as usize + i] = modulo_100(KING_STEPS[i]);
        i += 1;
    }
    i = 0;
    while i < 8 * LINES.len() {
        let length = 8 - (i % 8) as i8;
        steps[STEPS_OF[QUEEN as usize] as usize + i] = modulo_100(LINES[i / 8] * length);
        i += 1;
    }
    i = 0;
    while i < JUMPS.len() {
        steps[STEPS_OF[KNIGHT as usize] as usize + i] = modulo_100(JUMPS[i]);
        i += 1;
    }
    i = 0;
    while i < PAWN_STEPS.len() {
        let first = STEPS_OF[PAWN as usize] as usize + 2 * i;
        steps[first] = modulo_100(PAWN_STEPS[i]);
        steps[first + 1] = modulo_100(-PAWN_STEPS[i]);
        i += 1;
    }
    steps
};

/// Where a step leads from a square, as the ROM computes it at `$FB91`: 0 to 63, or with bit 7 set beyond the edge.
pub static TARGETS: [[u8; 64]; STEP_COUNT] = {
    let mut targets = [[0; 64]; STEP_COUNT];
    let mut step = 0;
    while step < STEP_COUNT {
        let mut square = 0;
        while square < 64 {
            targets[step][square] = target(square as u8, STEPS[step]);
            square += 1;
        }
        step += 1;
    }
    targets
};

/// `$FB9A`: row and file are the two digits of a decimal number; 8 and 9 are beyond the edge.
const fn target(square: u8, step: u8) -> u8 {
    let sum = 10 * (square >> 3) + (square & 7) + step;
    let (carry, row, file) = (sum / 100, sum / 10 % 10, sum % 10);
    pack(row << 4 | file, carry)
}

/// `$FBA5`: a number of two decimal digits, row and file, becomes a square. `carry` is the hundred before them.
pub(crate) const fn pack(digits: u8, carry: u8) -> u8 {
    let file = digits & 0x0f;
    if digits & 0x80 != 0 {
        return digits;
    }
    // The file's digit is doubled to close the gap between it and the row's, and both are shifted down again.
    let doubled = digits + file + carry;
    if file >= 8 { doubled >> 1 | 0x80 } else { doubled >> 1 }
}

/// Whether a target of [`TARGETS`] is beyond the edge.
#[inline(always)]
pub const fn is_off_board(target: u8) -> bool {
    target & 0x80 != 0
}

/// By square, the squares that lie beyond it on each of the queen's lines, a bit a square. The lines are in the order of
/// her counter from its lowest values up; the first four are the rook's.
pub(crate) static LINES: [[u64; 8]; 64] = {
    let mut lines = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 8 {
            let mut length = 1;
            while length < 8 {
                let target = TARGETS[STEPS_OF[QUEEN as usize] as usize + 8 * line + 8 - length][square];
                if is_off_board(target) {
                    break;
                }
                lines[square][line] |= 1 << target;
                length += 1;
            }
            line += 1;
        }
        square += 1;
    }
    lines
};

/// Whether the squares' numbers ascend on a line: seen from the middle of the board, where every line has squares.
pub(crate) const LINE_ASCENDS: [bool; 8] = {
    let mut ascends = [false; 8];
    let mut line = 0;
    while line < 8 {
        ascends[line] = LINES[27][line] > 1 << 27;
        line += 1;
    }
    ascends
};

/// By square, the squares that a king reaches, a bit a square.
pub(crate) static KING_REACH: [u64; 64] = reach(KING);

/// By square, the squares that a knight reaches.
pub(crate) static KNIGHT_REACH: [u64; 64] = reach(KNIGHT);

const fn reach(kind: u8) -> [u64; 64] {
    let mut reach = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut counter = 0;
        while counter < FIRST_COUNTER[kind as usize] {
            let target = TARGETS[(STEPS_OF[kind as usize] + counter) as usize][square];
            if !is_off_board(target) {
                reach[square] |= 1 << target;
            }
            counter += 1;
        }
        square += 1;
    }
    reach
}

/// How many of a queen's steps lie between two squares on a line.
#[inline(always)]
pub(crate) const fn steps_between(one: u8, other: u8) -> u8 {
    let files = (one & 7).abs_diff(other & 7);
    let rows = (one >> 3).abs_diff(other >> 3);
    if files > rows { files } else { rows }
}
