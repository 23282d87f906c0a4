//! The rules of chess as the ROM knows them, on the game's side of the program: completing moves, castling, check.

use crate::evaluate::{HUMAN_MATED, PROGRAM_MATED};
use crate::level::Material;
use crate::moves::{self, BEFORE_FIRST};
use crate::ram::Ram;
use crate::tables::kind::{KING, PAWN};
use crate::tables::{CASTLING_HOMES, CASTLING_KINGS, CASTLING_PATHS, WORTH};

/// `$FA30`–`$FA60`: the search's best move becomes the program's reply.
pub(crate) fn answer(ram: &mut Ram) {
    ram.set_half_moves(ram.half_moves().wrapping_add(1));
    ram.set_ply(BLANK_FRAMES);
    let score = ram.score(0);
    let outcome = if score < PROGRAM_MATED {
        ram.set_target(ram.source());
        Outcome::ProgramLost
    } else if score >= HUMAN_MATED {
        Outcome::HumanLost
    } else {
        Outcome::PlayOn
    };
    ram.set_byte(OUTCOME, outcome as u8);
    ram.set_counter(ram.source());
    special_move(ram);
    new_pair(ram);
    ram.set_byte(STEP, REPLY_BLINKS);
    ram.set_byte(NOISE, 0x80);
    complete_move(ram, 0xfd);
    look_for_check(ram);
    moves::push_address(ram, 0xff, 0xfa62);
}

/// Frames for which the picture stays dark after a search.
const BLANK_FRAMES: u8 = 31;
const OUTCOME: u8 = 0xee;
const STEP: u8 = 0xf3;
const COUNTDOWN: u8 = 0xf4;
const NOISE: u8 = 0xe7;
const REPLY_BLINKS: u8 = 0x80;

/// How the game stands after a reply (`$EE`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The program is mated, stalemated, or finds nothing but the loss of its king.
    ProgramLost = 0,
    /// The human is mated or stalemated.
    HumanLost = 1,
    /// The game goes on.
    PlayOn = 3,
}

/// `$F13E`: what the move in the RAM does beside moving its piece.
pub(crate) fn special_move(ram: &mut Ram) {
    let target = ram.target();
    let kind = ram.piece() & 7;
    if kind == PAWN {
        let pawn = ram.double_step() ^ 0x10;
        if pawn ^ 0x08 == target {
            // The captured pawn is put where it is captured.
            moves::move_from_to(ram, pawn, target);
        } else if !(8..56).contains(&target) {
            ram.set_piece(ram.piece() ^ 4);
        }
    } else if kind == KING {
        let row = ram.source() & 0x38;
        match target.wrapping_sub(ram.source()) {
            0xfe => moves::move_from_to(ram, row, target + 1),
            0x02 => moves::move_from_to(ram, row | 7, target - 1),
            _ => {}
        }
    }
}

/// `$F524`: a new pair of squares.
pub(crate) fn new_pair(ram: &mut Ram) {
    for address in [0xf0, 0xf1, 0xf5, 0xf6] {
        ram.set_byte(address, 0);
    }
    ram.set_byte(COUNTDOWN, 0x20);
    keep_move(ram);
}

/// `$F532`: keeps source to counter where the generator does not reach.
pub(crate) fn keep_move(ram: &mut Ram) {
    for offset in 0..5 {
        ram.set_byte(0xd9 + offset, ram.byte(0xd4 + offset));
    }
}

/// `$F1DC`: the kept move comes back.
pub(crate) fn restore_move(ram: &mut Ram) {
    for offset in 0..5 {
        ram.set_byte(0xd4 + offset, ram.byte(0xd9 + offset));
    }
}

/// `$FD91`: makes the move in the RAM for good, counts what is left on the board and finds out which castlings can be
/// made. Source to counter must have been kept. `stack` is the machine's stack pointer in it.
pub(crate) fn complete_move(ram: &mut Ram, stack: u8) -> Material {
    moves::move_piece(ram);
    let material = count_material(ram);
    ram.set_byte(0xf7, 0xff);
    let is_double_step = ram.piece() & 7 == PAWN && ram.source().abs_diff(ram.target()) == 16;
    ram.set_double_step(if is_double_step { ram.source() } else { 0x80 });
    ram.set_generates_quiet(true);
    ram.set_generates_attacks(true);
    for castling in (0..4).rev() {
        look_at_castling(ram, castling, stack);
    }
    restore_move(ram);
    moves::push_address(ram, stack, 0xfe4a);
    mark_moved(ram);
    material
}

/// `$FD94`: counts both sides' material and wipes the stack's bits off the board.
fn count_material(ram: &mut Ram) -> Material {
    let (mut program, mut human) = (4u8, 4u8);
    for square in (0..64).rev() {
        ram.set_byte(square, ram.byte(square) & 0xcf);
        let content = ram.square(square);
        let worth = WORTH[usize::from(content & 7)];
        if content >= 8 {
            human = human.wrapping_add(worth);
        } else if let Some(sum) = program.checked_add(worth) {
            program = sum;
        }
    }
    ram.set_byte(0xca, human);
    ram.set_byte(0xcc, program);
    Material { program, human }
}

/// `$FDE6`: sets or clears the bit that refuses one of the four castlings. The king's and rook's moved bits are another
/// matter.
///
/// The king is taken off the board, so that lines through it count. Castling is refused where anything stands on the
/// squares between, and where any move of the other side to an empty square, a pawn's steps ahead among them, ends on
/// the king's path.
fn look_at_castling(ram: &mut Ram, castling: u8, stack: u8) {
    let index = usize::from(castling);
    let flag = 0x88 + castling;
    let home = CASTLING_KINGS[index];
    let path = CASTLING_PATHS[index];
    ram.set_byte(0xc1, castling);
    ram.set_bit(flag, 0x40, false);
    let king = ram.square(home);
    ram.set_square(home, 0);
    ram.set_byte(0xc0, path);
    let towards_a = castling & 1 == 0;
    let first = if towards_a { path - 1 } else { path };
    ram.set_side_byte(if castling < 2 { 0xff } else { 1 });
    let is_empty = (first..first + 3).all(|square| ram.square(square) == 0);
    if !is_empty || path_is_attacked(ram, path, stack - 2) {
        ram.set_bit(flag, 0x40, true);
    }
    ram.set_byte(0xcd, king);
    ram.set_square(home, king);
}

/// `$FE16`: whether a step of the side to move ends on one of the three squares from `path` on.
fn path_is_attacked(ram: &mut Ram, path: u8, stack: u8) -> bool {
    restart_generator(ram, BEFORE_FIRST);
    while moves::next_attack(ram, stack) {
        if (path..path + 3).contains(&ram.target()) {
            return true;
        }
    }
    false
}

/// `$F356`: the generator is to begin with the first piece below `source`.
fn restart_generator(ram: &mut Ram, source: u8) {
    ram.set_source(source);
    ram.set_counter(0xfe);
    ram.set_piece(0xfe);
}

/// `$FE4B`: touching a king's or rook's home square with a move, from or to, ends its castling.
pub(crate) fn mark_moved(ram: &mut Ram) {
    for (address, home) in (0x82..).zip(CASTLING_HOMES) {
        if home == ram.source() || home == ram.target() {
            ram.set_bit(address, 0x40, true);
        }
    }
}

/// `$F3B9`: the check of a move goes on with the program's replies.
pub(crate) fn look_for_check(ram: &mut Ram) {
    ram.set_side_byte(1);
    restart_generator(ram, BEFORE_FIRST);
}
