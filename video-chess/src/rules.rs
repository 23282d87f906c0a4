//! The rules of chess as the ROM knows them, on the game's side of the program: completing moves, castling, check.

use crate::evaluate::{HUMAN_MATED, PROGRAM_MATED};
use crate::level::Material;
use crate::moves::{self, BEFORE_FIRST};
use crate::ram::{Ram, Side};
use crate::tables::kind::{HUMAN, KING, PAWN};
use crate::tables::{BACK_RANK, CASTLING_HOMES, CASTLING_KINGS, CASTLING_PATHS, WORTH};

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

/// `$F13E`: what the move in the RAM does beside moving its piece. Says whether a second piece has moved.
pub(crate) fn special_move(ram: &mut Ram) -> bool {
    let target = ram.target();
    let kind = ram.piece() & 7;
    if kind == PAWN {
        let pawn = ram.double_step() ^ 0x10;
        if pawn ^ 0x08 == target {
            // The captured pawn is put where it is captured.
            moves::move_from_to(ram, pawn, target);
            return true;
        }
        if !(8..56).contains(&target) {
            ram.set_piece(ram.piece() ^ 4);
        }
    } else if kind == KING {
        let row = ram.source() & 0x38;
        match target.wrapping_sub(ram.source()) {
            0xfe => moves::move_from_to(ram, row, target.wrapping_add(1)),
            0x02 => moves::move_from_to(ram, row | 7, target.wrapping_sub(1)),
            _ => return false,
        }
        return true;
    }
    false
}

/// `$F524`: a new pair of squares.
pub(crate) fn new_pair(ram: &mut Ram) {
    for address in [0xf0, 0xf1, 0xf5, 0xf6] {
        ram.set_byte(address, 0);
    }
    ram.set_byte(COUNTDOWN, 0x20);
    keep_move(ram);
}

/// `$F53C`: keeps them unless their check is under way or over.
pub(crate) fn keep_if_ready(ram: &mut Ram) {
    if ram.byte(COUNTDOWN) == 0 && ram.source() & 0x80 == 0 {
        keep_move(ram);
    }
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

impl Outcome {
    /// How the game stands after the reply in this memory.
    #[must_use]
    pub const fn of(ram: &Ram) -> Self {
        match ram.byte(OUTCOME) {
            0 => Self::ProgramLost,
            1 => Self::HumanLost,
            _ => Self::PlayOn,
        }
    }
}

/// `$FD91`: makes the move in the RAM for good, counts what is left on the board and finds out which castlings can be
/// made. Source to counter must have been kept. `stack` is the machine's stack pointer in it.
pub(crate) fn complete_move(ram: &mut Ram, stack: u8) -> Material {
    moves::move_piece(ram);
    let material = look_at_board(ram, stack);
    restore_move(ram);
    moves::push_address(ram, stack, 0xfe4a);
    mark_moved(ram);
    material
}

/// The same of a board that has come about otherwise.
pub(crate) fn survey(ram: &mut Ram) -> Material {
    let material = look_at_board(ram, 0xfb);
    restore_move(ram);
    material
}

/// `$FD94`–`$FE46`.
fn look_at_board(ram: &mut Ram, stack: u8) -> Material {
    let material = count_material(ram);
    ram.set_byte(0xf7, 0xff);
    let is_double_step = ram.piece() & 7 == PAWN && ram.source().abs_diff(ram.target()) == 16;
    ram.set_double_step(if is_double_step { ram.source() } else { 0x80 });
    ram.set_generates_quiet(true);
    ram.set_generates_attacks(true);
    for castling in (0..4).rev() {
        look_at_castling(ram, castling, stack);
    }
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

/// `$F2AD`: sets up the board. Where the human is black the program has opened already, with its d- or e-pawn by bit 6
/// of the frame counter.
pub(crate) fn new_game(ram: &mut Ram) {
    ram.set_half_moves(0);
    for file in 0..8 {
        let officer = BACK_RANK[usize::from(file)];
        for (row, content) in
            [officer, 0x40 | PAWN, 0, 0, 0, 0, 0x80 | PAWN | HUMAN, officer | HUMAN].iter().enumerate()
        {
            ram.set_byte(8 * row as u8 + file, *content);
        }
    }
    ram.set_stage(0xff);
    ram.set_byte(HUMAN_KING, 0xff);
    ram.set_double_step(0xff);
    if ram.byte(SWITCHES) & 0x80 != 0 {
        let pawn = if ram.frame() & 0x40 != 0 { 11 } else { 12 };
        ram.set_byte(pawn, 0);
        ram.set_byte(pawn + 16, 0x40 | PAWN);
        ram.set_bit(0xb9, 0x80, true);
        ram.set_half_moves(1);
    }
    ram.set_byte(STEP, 0);
    ram.set_byte(NOISE, 0);
    ram.set_byte(OUTCOME, Outcome::PlayOn as u8);
    ram.set_target(CURSOR_HOME);
    ram.set_source(CURSOR_HOME);
    ram.set_counter(CURSOR_HOME);
    ram.set_piece(0);
    ram.set_captured(0);
    new_pair(ram);
}

/// Where the cursor begins: d4 where the human is white.
const CURSOR_HOME: u8 = 35;

/// `$F317`: a frame's share of the check of a move, the human's or, once it stands, the program's.
///
/// First the piece's own moves are generated, with the target taken off the board, until one is the move or another
/// piece's turn comes ([`NO_MOVE`]). Then the program's moves are generated with the move made, until one takes the king
/// ([`INTO_CHECK`]). A pawn taken en passant still stands on the board in this.
pub(crate) fn check_move(ram: &mut Ram) {
    let has_piece_in_hand = (1..=0x80).contains(&ram.byte(STEP));
    let countdown = ram.byte(COUNTDOWN);
    if !has_piece_in_hand || countdown == 0 {
        return;
    }
    if countdown >= 0x20 {
        ram.set_byte(COUNTDOWN, 0x20);
        ram.set_side_byte(0xff);
        if human_may_castle(ram) {
            look_for_check(ram);
        } else {
            restart_generator(ram, ram.source().wrapping_add(1));
        }
    } else if ram.source() & 0x80 == 0 {
        match ram.side() {
            Side::Human => compare_own_move(ram),
            Side::Program => test_reply(ram),
        }
    }
}

/// `$F32C`: whether source and target are a castling of the human that neither the moved bits nor the program's last
/// look at the castling squares refuse.
fn human_may_castle(ram: &Ram) -> bool {
    let refuses = |moved: u8, castling: u8| (ram.byte(moved) | ram.byte(castling)) & 0x40 != 0;
    let (source, target) = (ram.source(), ram.target());
    ram.piece() == KING | HUMAN
        && !ram.bit(0x83, 0x40)
        && (!refuses(0x86, 0x8a) && target == source.wrapping_sub(2)
            || !refuses(0x87, 0x8b) && target == source.wrapping_add(2))
}

/// `$F379`–`$F3B9`: whether the next move of the human's piece is the one in question.
fn compare_own_move(ram: &mut Ram) {
    let (source, target) = (ram.byte(KEPT_SOURCE), ram.byte(KEPT_TARGET));
    ram.set_byte(source, ram.byte(source) & 0xf0 | ram.byte(KEPT_PIECE));
    empty_square(ram, target);
    moves::next_attack(ram, 0xfb);
    if ram.source() == source && ram.target() != target {
        return;
    }
    let captured = ram.byte(KEPT_CAPTURED);
    let takes = (1..7).contains(&captured);
    let possible = ram.source() == source
        && match (ram.piece(), ram.counter()) {
            // En passant is found by the generator itself.
            (PAWN, 8..) => true,
            (PAWN, 4..) => takes,
            (PAWN, _) => captured == 0,
            _ => takes || captured == 0,
        };
    if !possible {
        ram.set_illegal(NO_MOVE);
    }
    look_for_check(ram);
}

/// `$F369`–`$F3E4`: whether the next move of the program takes the human's king.
fn test_reply(ram: &mut Ram) {
    let king = ram.byte(HUMAN_KING);
    if king & 0x80 != 0 {
        restart_generator(ram, king);
        return;
    }
    let (source, target) = (ram.byte(KEPT_SOURCE), ram.byte(KEPT_TARGET));
    empty_square(ram, king);
    if target != king {
        ram.set_byte(target, ram.byte(target) & 0xf0 | ram.byte(KEPT_PIECE));
    }
    empty_square(ram, source);
    moves::next_attack(ram, 0xfb);
    ram.set_byte(0xcd, KING | HUMAN);
    ram.set_square(king, KING | HUMAN);
    let pushes_pawn = ram.piece() == PAWN && ram.counter() < 4;
    if ram.target() == king && ram.counter() & 0x80 == 0 && !pushes_pawn {
        ram.set_illegal(INTO_CHECK);
        ram.set_byte(IN_CHECK, INTO_CHECK);
        ram.set_source(INTO_CHECK);
    }
}

/// Whether a square's content is a piece of the human's.
pub(crate) const fn is_human(content: u8) -> bool {
    matches!(content, 9..15)
}

/// Whether the human's piece on `source` is a pawn that becomes a queen on `target`.
pub(crate) fn human_promotes(ram: &Ram, source: u8, target: u8) -> bool {
    ram.square(source) == PAWN | HUMAN && !(8..56).contains(&target)
}

/// What the check of a move comes to ([`Ram::illegal`]) for a piece that is picked up on `source` and carried to
/// `target`, on a memory where nothing blinks.
pub(crate) fn judge(ram: &Ram, source: u8, target: u8) -> u8 {
    let mut ram = *ram;
    ram.set_source(source);
    ram.set_target(target);
    ram.set_piece(ram.square(source));
    ram.set_captured(ram.square(target));
    ram.set_counter(target);
    ram.set_illegal(0);
    ram.set_byte(STEP, 1);
    ram.set_byte(0xd0, 0);
    keep_move(&mut ram);
    let king = ram.find(KING | HUMAN);
    let king = if king == Some(source) { Some(target) } else { king };
    ram.set_byte(HUMAN_KING, king.unwrap_or(0xff));
    finish_check(&mut ram);
    ram.illegal()
}

/// Whether the human's king is in check, on a memory where nothing blinks.
pub(crate) fn is_check(ram: &Ram) -> bool {
    let Some(king) = ram.find(KING | HUMAN) else { return false };
    let mut ram = *ram;
    for address in [KEPT_SOURCE, KEPT_TARGET, HUMAN_KING] {
        ram.set_byte(address, king);
    }
    ram.set_byte(IN_CHECK, 0);
    ram.set_generates_quiet(true);
    ram.set_generates_attacks(true);
    ram.set_byte(0xd0, 0);
    look_for_check(&mut ram);
    while ram.source() & 0x80 == 0 {
        test_reply(&mut ram);
    }
    ram.byte(IN_CHECK) != 0
}

/// All the frames of a check at once. Where the piece does not move so at all, the rest is left out; the ROM goes on to
/// look for check.
fn finish_check(ram: &mut Ram) {
    ram.set_byte(COUNTDOWN, 0x20);
    check_move(ram);
    ram.set_byte(COUNTDOWN, 0x1f);
    while ram.source() & 0x80 == 0 && ram.illegal() != NO_MOVE {
        check_move(ram);
    }
}

/// The memory once the program's reply no longer blinks: between frames the board is the one before the reply, and the
/// joystick's next input brings the one after it.
pub(crate) fn settled(ram: &Ram) -> Ram {
    let mut ram = *ram;
    if ram.byte(STEP) == REPLY_BLINKS && ram.byte(OUTCOME) != 0 {
        ram.set_square(ram.byte(KEPT_SOURCE), 0);
        ram.set_square(ram.byte(KEPT_TARGET), ram.byte(KEPT_PIECE));
        ram.set_byte(STEP, 0);
    }
    ram
}

/// `$F289`–`$F2A1`: where the human's king is, and what the stage of the game is.
pub(crate) fn note_stage(ram: &mut Ram) {
    ram.set_byte(0xcc, KING | HUMAN);
    let found = ram.find(KING | HUMAN).unwrap_or(0xff);
    ram.set_byte(0xcd, found);
    let is_alone = (0..64).all(|square| ram.square(square) <= KING | HUMAN);
    let carries_king = found == ram.byte(KEPT_SOURCE) && ram.byte(STEP) != 0;
    ram.set_byte(HUMAN_KING, if carries_king { ram.byte(0xdd) } else { found });
    let before = ram.stage();
    let zero = if before == 0 { 0x02 } else { 0 };
    let carry = u8::from(found >= ram.byte(KEPT_SOURCE));
    ram.set_stage(before & 0x80 | if is_alone { 0x40 } else { 0 } | 0x34 | zero | carry);
}

/// `$FE62`: takes what stands on `square` off the board.
fn empty_square(ram: &mut Ram, square: u8) {
    ram.set_byte(0xcd, 0);
    ram.set_square(square, 0);
}

/// [`Ram::illegal`] of a pair of squares that is no move of the piece.
pub const NO_MOVE: u8 = 0xff;
/// [`Ram::illegal`] of a move that leaves the king in check.
pub const INTO_CHECK: u8 = 0xfe;

const KEPT_SOURCE: u8 = 0xd9;
const KEPT_TARGET: u8 = 0xda;
const KEPT_PIECE: u8 = 0xdb;
const KEPT_CAPTURED: u8 = 0xdc;
const SWITCHES: u8 = 0xed;
const IN_CHECK: u8 = 0xf6;
const HUMAN_KING: u8 = 0xf7;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::{Colour, Level};

    /// From a score of `$FD` on the human is mated, below 3 the program is: in two plies, in one. Scores beside them are
    /// rare enough for recordings to miss them.
    #[test]
    fn the_outcome_turns_at_the_scores_of_a_mate() {
        let root =
            Position { to_move: Colour::Black, ..Position::START }.to_ram(Colour::White, Level::One, 0);
        for (score, outcome) in [
            (0x00, Outcome::ProgramLost),
            (0x02, Outcome::ProgramLost),
            (0x03, Outcome::PlayOn),
            (0x04, Outcome::PlayOn),
            (0x80, Outcome::PlayOn),
            (0xfc, Outcome::PlayOn),
            (0xfd, Outcome::HumanLost),
            (0xff, Outcome::HumanLost),
        ] {
            let mut ram = root;
            ram.set_score(0, score);
            answer(&mut ram);
            assert_eq!(Outcome::of(&ram), outcome, "{score:#04x}");
        }
    }
}
