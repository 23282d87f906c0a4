//! Weights of the evaluation, and the keys of positions. All are made by rules, at compile time.

use super::position::{KING, Piece};

/// Centipawns of pawn to queen in the middle game and in the endgame, by piece.
pub(super) const VALUES: [(i16, i16); 7] =
    [(0, 0), (90, 110), (320, 310), (335, 325), (480, 530), (980, 990), (0, 0)];

/// How much each piece makes it a middle game.
pub(super) const PHASE: [i8; 8] = [0, 0, 1, 1, 2, 4, 0, 0];
/// The sum of all.
pub(super) const FULL_PHASE: i32 = 24;

/// Value of a piece on a square, White's view: middle game and endgame.
pub(super) static SQUARE_VALUES: [[(i16, i16); 64]; 15] = square_values();

/// How near a file or rank is to the centre: 0 to 3.
const NEAR: [i16; 8] = [0, 1, 2, 3, 3, 2, 1, 0];

const fn bonus(piece: u8, file: usize, rank: usize) -> (i16, i16) {
    let near = NEAR[file] + NEAR[rank];
    let home = rank == 0;
    match piece {
        1 => {
            const MIDDLE: [i16; 8] = [0, 0, 2, 7, 14, 26, 50, 0];
            const END: [i16; 8] = [0, 0, 5, 14, 30, 54, 90, 0];
            let centre = match (file, rank) {
                (3 | 4, 1) => -10,
                (3 | 4, 2) | (2 | 5, 3) => 6,
                (3 | 4, 3) => 18,
                (0 | 7, _) => -5,
                _ => 0,
            };
            (MIDDLE[rank] + centre, END[rank])
        }
        2 => (8 * near - 26 - if home { 8 } else { 0 }, 6 * near - 20),
        3 => {
            let diagonal = if file == rank || file + rank == 7 { 5 } else { 0 };
            (4 * near - 10 + diagonal - if home { 9 } else { 0 }, 3 * near - 8)
        }
        4 => {
            let seventh = if rank == 6 { 14 } else { 0 };
            (2 * NEAR[file] - 3 + seventh, seventh)
        }
        5 => (2 * near - 6 - if rank >= 2 && rank <= 4 { 3 } else { 0 }, 4 * near - 12),
        6 => {
            const HOME: [i16; 8] = [16, 26, 14, -8, 0, -6, 30, 20];
            let middle = match rank {
                0 => HOME[file],
                1 => -14 - 3 * NEAR[file],
                _ => -30 - 6 * near,
            };
            (middle, 8 * near - 26)
        }
        _ => (0, 0),
    }
}

const fn square_values() -> [[(i16, i16); 64]; 15] {
    let mut table = [[(0, 0); 64]; 15];
    let mut piece = 1;
    while piece <= KING {
        let mut square = 0;
        while square < 64 {
            let (file, rank) = (square % 8, square / 8);
            let (middle, end) = bonus(piece, file, rank);
            let (m, e) = VALUES[piece as usize];
            table[piece as usize][square] = (m + middle, e + end);
            table[piece as usize | 8][(7 - rank) * 8 + file] = (-m - middle, -e - end);
            square += 1;
        }
        piece += 1;
    }
    table
}

/// The key of a piece on a square. Piece 0 stands for castling rights, 7 for en passant, and 7 on a1, where
/// no pawn can be taken, for Black to move.
pub(super) fn key_of(piece: Piece, square: u8) -> u32 {
    KEYS[usize::from(piece)][usize::from(square)]
}

static KEYS: [[u32; 64]; 15] = keys();

const fn keys() -> [[u32; 64]; 15] {
    let mut table = [[0; 64]; 15];
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut piece = 0;
    while piece < 15 {
        let mut square = 0;
        while square < 64 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            table[piece][square] = (state >> 29) as u32;
            square += 1;
        }
        piece += 1;
    }
    table
}
