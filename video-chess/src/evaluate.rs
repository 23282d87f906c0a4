//! What a move is worth: material (`$F782`), the lone king (`$F7C1`), late captures (`$FD65`), threats (`$FD81`), and the
//! rank by which root moves are ordered and chosen among equals (`$FBB6`).
//!
//! A score is a byte: `0x80` is equal, and more is better for the program.

use crate::moves::COUNTER_PROMOTION;
use crate::ram::{Ram, Side};
use crate::tables::kind::{HUMAN, KING, PAWN, QUEEN, ROOK};
use crate::tables::{APPROACH, BACK_RANK, DEVELOPMENT, DIRECTIONS, SIGNED_WORTH};

/// Equal.
pub(crate) const EVEN: u8 = 0x80;
/// From this score on the human's king is lost.
pub(crate) const HUMAN_MATED: u8 = 0xfd;
/// Below this score the program's king is lost.
pub(crate) const PROGRAM_MATED: u8 = 3;

/// Square to which a lone king is pressed away from, and the middle of the board for the ranking (`$1B`).
const CENTRE: u8 = 27;

/// Signed worth of a square's content, as the byte the ROM adds.
#[inline(always)]
pub(crate) fn worth(content: u8) -> u8 {
    SIGNED_WORTH[usize::from(content & 15)] as u8
}

/// Balance of material as a score (`$F7EB`): the lone king's term is in it.
#[inline(always)]
pub(crate) fn static_score(ram: &Ram) -> u8 {
    ram.material_after().wrapping_add(ram.king_term()) ^ EVEN
}

/// `$F6EA`: whether the move in the RAM promotes a pawn.
#[inline(always)]
pub(crate) fn promotes(ram: &Ram) -> bool {
    ram.piece() == PAWN && ram.counter() >= COUNTER_PROMOTION
}

/// What a promotion adds to the balance of material (`$F790`, `$F89F`).
///
/// Not the difference of a queen and a pawn: the program counts two pawns off its queen, the human likewise, and a ply's
/// delay costs the program a point and gains the human one as well, since the subtraction is the same for both.
#[inline(always)]
pub(crate) fn promotion(side: Side, ply: u8) -> u8 {
    let (pawns, queen) = match side {
        Side::Program => (6u8.wrapping_neg(), worth(HUMAN | QUEEN)),
        Side::Human => (6, worth(QUEEN)),
    };
    pawns.wrapping_add(queen).wrapping_sub(ply).wrapping_sub(1)
}

/// `$F7B1`: the score of a line in which `side` takes the other king at `ply`; the sooner the better.
#[inline(always)]
pub(crate) fn king_taken(side: Side, ply: u8) -> u8 {
    match side {
        Side::Program => !ply,
        Side::Human => ply + 1,
    }
}

/// `$F7C5`: with nothing left but a king, the human is driven away from the centre and towards the program's king.
pub(crate) fn weigh_lone_king(ram: &mut Ram) {
    let own = king_after_move(ram, KING);
    let other = king_after_move(ram, KING | HUMAN);
    let between = distance(ram, own, other);
    let from_centre = distance(ram, CENTRE, other);
    ram.set_king_term((from_centre << 1).wrapping_sub(between).wrapping_sub(1));
}

/// `$FE71`: the square of a king once the move in the RAM is made; 255 where there is none.
fn king_after_move(ram: &mut Ram, king: u8) -> u8 {
    ram.set_byte(0xcc, king);
    if ram.square(ram.source()) == king {
        return ram.target();
    }
    let square = ram.find(king).unwrap_or(0xff);
    ram.set_byte(0xcd, square);
    square
}

/// `$FE9C`: files plus ranks between two squares.
pub(crate) fn distance(ram: &mut Ram, one: u8, other: u8) -> u8 {
    let (file, rank) = (one & 7, one & 0xf8);
    let files = (other & 7).abs_diff(file);
    let difference = (other & 0x38).wrapping_sub(rank);
    let ranks = if difference & 0x80 == 0 { difference } else { difference.wrapping_neg() } >> 3;
    ram.set_byte(0xcb, file);
    ram.set_byte(0xcc, rank);
    ram.set_byte(0xcd, files);
    files + ranks
}

/// `$FD81`: a gain as its maker sees it, turned so that less is more: below `0x80` something is gained, below
/// [`REAL_GAIN`] more than a pawn's worth is.
#[inline(always)]
pub(crate) fn turned_gain(side: Side, gain: u8) -> u8 {
    (if side == Side::Human { gain } else { gain.wrapping_neg() }) ^ 0x80
}

/// A turned gain (see [`turned_gain`]) below this is worth a look: more than 5 points.
pub(crate) const REAL_GAIN: u8 = 0x7b;

/// `$FD65`: whether a capture beyond the maximum depth is worth a node. It is where both pieces' worth together leave a
/// real gain, or where the mover is behind and the capture brings the balance back to even or beyond.
#[inline(always)]
pub(crate) fn gains_enough(ram: &Ram) -> bool {
    let gain = worth(ram.mover()).wrapping_add(worth(ram.captured()));
    let balance = ram.material();
    let side = ram.side_byte();
    if balance != 0 && (balance ^ side) & 0x80 != 0 {
        let after = gain.wrapping_add(balance);
        if after == 0 || (after ^ side) & 0x80 == 0 {
            return true;
        }
    }
    turned_gain(ram.side(), gain) < REAL_GAIN
}

/// `$FBB6`: the rank of the root move in the RAM; the candidate with the highest is searched first.
///
/// Pieces are drawn to a square that the frame counter picks around the centre; early moves get a development bonus,
/// pawns before the castled king a penalty, rooks lines, passed pawns their advance. The frame counter's bits 0, 1, 3
/// and 4 choose the square (in the opening bits 0 and 3 only), from the eighth move on `0x40` and up put captures last,
/// and bit 6 decides a first reply.
pub(crate) fn rank_root_move(ram: &mut Ram) {
    let late = ram.half_moves() >= 8;
    let mut rank = approach(ram, late);
    if late {
        rank = late_terms(ram, rank);
    }
    ram.set_byte(RANK_SUM, rank);
    if !late {
        rank = development(ram, rank);
    }
    rank = stay_before_king(ram, rank);
    let sum = match ram.piece() {
        ROOK => {
            let on_target = rook_lines(ram, ram.target(), rank);
            let on_source = rook_lines(ram, ram.source(), on_target);
            on_target.wrapping_sub(on_source)
        }
        PAWN => {
            let shape = pawn_shape(ram, rank);
            shape.wrapping_add(rank)
        }
        KING => {
            open_line(ram, ram.target(), rank);
            let castles = ram.target().wrapping_sub(2) == ram.source();
            rank.wrapping_add(if castles { 20 } else { 0 })
        }
        _ => {
            open_line(ram, ram.target(), rank);
            rank
        }
    };
    ram.set_byte(RANK, sum ^ EVEN);
}

/// Where the ranking keeps its result and what it works with; at the root the stack of counters leaves these free.
const RANK: u8 = 0xf0;
const LINE_SQUARE: u8 = 0xf2;
const TARGET_DISTANCE: u8 = 0xf4;
const LINE_SCORE: u8 = 0xf6;
const NEARER: u8 = 0xf7;
const RANK_SUM: u8 = 0xf8;

/// The result of [`rank_root_move`].
pub(crate) fn rank_of(ram: &Ram) -> u8 {
    ram.byte(RANK)
}

/// `$FBC1`–`$FBF9`: how far the move leads towards the point of attraction, weighted by kind of piece.
fn approach(ram: &mut Ram, late: bool) -> u8 {
    let frame = ram.frame() & 0x1b;
    let attraction = 18 + if ram.is_opening() { (frame & 9) + 9 } else { frame };
    let after = distance(ram, ram.target(), attraction);
    ram.set_byte(TARGET_DISTANCE, after);
    let before = distance(ram, ram.source(), attraction);
    // The machine's stack reaches down to here: the low byte of the address that the call at $FBDA returns to.
    ram.set_byte(0xfb, 0xdc);
    let nearer = before.wrapping_sub(after);
    ram.set_byte(NEARER, nearer);
    let entry = usize::from(ram.piece()) + if late { 8 } else { 0 };
    match APPROACH[entry] {
        0 => 0,
        times @ 1.. => nearer.wrapping_mul(times as u8),
        flat if ram.is_opening() => flat as u8,
        _ => nearer.wrapping_mul(6),
    }
}

/// `$FBFC`–`$FC11`: from the eighth move on, captures can be out of favour and pawns of the wings are.
fn late_terms(ram: &Ram, mut rank: u8) -> u8 {
    if ram.frame() >= 0x40 && ram.captured() != 0 {
        rank = rank.wrapping_sub(50);
    }
    if ram.piece() == PAWN {
        let file = usize::from(ram.byte(0xcb));
        rank = rank.wrapping_sub(BACK_RANK[file]);
    }
    rank
}

/// c5 where the program is black, c4 where it is white.
const BISHOPS_FIFTH: u8 = 26;

/// `$FC14`–`$FC3D`: before the eighth move, what developing the piece from this square is worth.
fn development(ram: &Ram, rank: u8) -> u8 {
    let Some(&pair) = DEVELOPMENT.get(usize::from(ram.source())) else { return rank };
    let bonus = if ram.program_opened() { pair >> 4 } else { pair & 15 };
    if ram.target() < BISHOPS_FIFTH {
        return rank.wrapping_add(bonus);
    }
    if ram.half_moves() != 0 {
        return rank.wrapping_add(bonus).wrapping_add(1);
    }
    let liked = ram.target() == BISHOPS_FIFTH && ram.frame() & 0x40 != 0;
    rank.wrapping_add(2 * if liked { bonus + 17 } else { bonus })
}

/// `$FC3F`–`$FC63`: pawns of the f, g and h file on their first row stay there while the king's wing is the king's.
fn stay_before_king(ram: &Ram, rank: u8) -> u8 {
    if ram.piece() != PAWN || !(13..16).contains(&ram.source()) {
        return rank;
    }
    let outermost = (4..8).rev().map(|square| ram.square(square)).find(|&content| content != 0);
    let king_is_outermost = outermost == Some(KING);
    let king_has_moved = ram.bit(0x82, 0x40);
    match (king_has_moved, king_is_outermost) {
        (true, false) => rank,
        (false, false) => rank.wrapping_sub(11),
        (_, true) => rank.wrapping_sub(12),
    }
}

/// `$FC67`: begins the part that looks along lines from `square`.
fn open_line(ram: &mut Ram, square: u8, rank: u8) {
    ram.set_byte(LINE_SQUARE, square);
    ram.set_byte(RANK_SUM, rank);
    ram.set_byte(LINE_SCORE, 15);
}

const OWN_PAWN: u8 = PAWN;
const OTHER_PAWN: u8 = PAWN | HUMAN;

/// `$FC75`–`$FC9D`, `$FCD8`–`$FD0E`: what a rook on `square` would have of its lines: an open file, the seventh row, a
/// second rook. What went into the rank before is lost: the ROM keeps the first of the two squares' results in its place.
fn rook_lines(ram: &mut Ram, square: u8, rank: u8) -> u8 {
    open_line(ram, square, rank);
    if square & 0x38 == 0x30 {
        ram.set_byte(LINE_SCORE, 24);
    }
    for ahead in (1..7).map(|row| row << 3 | square & 7) {
        match ram.square(ahead) {
            OTHER_PAWN => ram.set_byte(LINE_SCORE, ram.byte(LINE_SCORE).wrapping_sub(2)),
            OWN_PAWN if ahead < square => {
                ram.set_byte(LINE_SCORE, 0);
                break;
            }
            OWN_PAWN => {
                free_way(ram, ahead);
                break;
            }
            _ => {}
        }
    }
    second_rook(ram, square).wrapping_add(ram.byte(LINE_SCORE)).wrapping_add(1)
}

/// `$FCD8`: 4 where another rook stands on the same row, 5 on the same file, else -1. The moving rook itself is seen
/// through, but from its present square the row is looked along from its target.
fn second_rook(ram: &Ram, square: u8) -> u8 {
    for direction in (0..4).rev() {
        let along_row = direction >= 2;
        let mut at = if square == ram.source() && along_row { ram.target() } else { square };
        loop {
            at = at.wrapping_add_signed(DIRECTIONS[direction]);
            let offset = at ^ square;
            if offset >= 8 && offset & 0xc7 != 0 {
                break;
            }
            if at == ram.source() {
                continue;
            }
            match ram.square(at) {
                0 => {}
                ROOK => return if along_row { 4 } else { 5 },
                _ => break,
            }
        }
    }
    0xff
}

/// `$FCA1` for a pawn: what its target is worth: the square's number (with the target's bits set) where no pawn of the
/// human can stop it any more, 0 where one can; but in the first four moves twice what it captures.
fn pawn_shape(ram: &mut Ram, rank: u8) -> u8 {
    open_line(ram, ram.target(), rank);
    let way = free_way(ram, ram.target());
    if ram.half_moves() < 4 { ram.captured() << 1 } else { way }
}

/// `$FCA1`: looks for pawns of the human on the three files ahead of `from`, row by row.
fn free_way(ram: &mut Ram, from: u8) -> u8 {
    /// Steps to the left, the right and the middle square of the next row, and the file that a step lands on if it has
    /// crossed the board's edge.
    const NEXT_ROW: [(i8, Option<u8>); 3] = [(7, Some(7)), (2, Some(0)), (-1, None)];
    let mut at = from;
    for (step, wrapped) in NEXT_ROW.into_iter().cycle() {
        at = at.wrapping_add_signed(step);
        if wrapped == Some(at & 7) {
            continue;
        }
        if at >= 64 {
            ram.set_byte(LINE_SCORE, ram.byte(LINE_SCORE).wrapping_sub(1));
            return at | ram.byte(LINE_SQUARE);
        }
        if ram.square(at) == OTHER_PAWN {
            break;
        }
    }
    ram.set_byte(LINE_SCORE, 0);
    0
}
