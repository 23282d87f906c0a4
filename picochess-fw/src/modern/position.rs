//! A compact position: 0x88 squares, piece lists, a running score and key.

use super::weights::{PHASE, SQUARE_VALUES, key_of};

/// A square: file in bits 0-2, rank in bits 4-6. Bit 3 or 7 set is off the board.
pub(super) type Square = u8;
/// No square.
pub(super) const NOWHERE: Square = 0x7F;

/// A piece: 1 pawn, 2 knight, 3 bishop, 4 rook, 5 queen, 6 king; plus 8 for Black; 0 is an empty square.
pub(super) type Piece = u8;
pub(super) const PAWN: u8 = 1;
pub(super) const KNIGHT: u8 = 2;
pub(super) const BISHOP: u8 = 3;
pub(super) const ROOK: u8 = 4;
pub(super) const QUEEN: u8 = 5;
pub(super) const KING: u8 = 6;

/// Castling rights: bits 0, 1 White's king and queen side; bits 2, 3 Black's.
const RIGHTS: [(Square, u8); 6] =
    [(0x04, 0b0011), (0x07, 0b0001), (0x00, 0b0010), (0x74, 0b1100), (0x77, 0b0100), (0x70, 0b1000)];

/// Steps of the sliding pieces: first the four of a bishop, then the four of a rook.
pub(super) const STEPS: [i8; 8] = [15, 17, -15, -17, 1, 16, -1, -16];
pub(super) const LEAPS: [i8; 8] = [14, 18, 31, 33, -14, -18, -31, -33];

/// A move: source in bits 0-5, target in 6-11 (squares 0 to 63), promotion piece in 12-15. 0 is no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Move(pub(super) u16);

impl Move {
    pub(super) const NONE: Move = Move(0);

    pub(super) const fn new(from: Square, to: Square, promotion: u8) -> Move {
        Move(narrow(from) as u16 | (narrow(to) as u16) << 6 | (promotion as u16) << 12)
    }

    pub(super) const fn from(self) -> Square {
        widen((self.0 & 63) as u8)
    }

    pub(super) const fn to(self) -> Square {
        widen((self.0 >> 6 & 63) as u8)
    }

    pub(super) const fn promotion(self) -> u8 {
        (self.0 >> 12) as u8
    }
}

/// From 0x88 to 0..63.
pub(super) const fn narrow(square: Square) -> u8 {
    (square + (square & 7)) >> 1
}

/// From 0..63 to 0x88.
pub(super) const fn widen(square: u8) -> Square {
    square + (square & 0x38)
}

pub(super) const fn step(square: Square, by: i8) -> Square {
    square.wrapping_add(by as u8)
}

/// What a move destroys.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Undo {
    captured: Piece,
    castling: u8,
    en_passant: Square,
    quiet: u8,
    key: u32,
    middle: i16,
    end: i16,
    phase: u8,
}

impl Undo {
    /// The key of the position before the move.
    pub(super) fn key(&self) -> u32 {
        self.key
    }
}

/// A position.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) squares: [Piece; 128],
    /// The squares of each side's men; the king is always the first.
    pub(super) men: [[Square; 16]; 2],
    pub(super) counts: [u8; 2],
    /// Where in `men` the man on a square is.
    place: [u8; 128],
    /// 0 White, 1 Black.
    pub(super) side: u8,
    castling: u8,
    en_passant: Square,
    /// Moves of either side since the last capture or pawn move.
    pub(super) quiet: u8,
    pub(super) key: u32,
    /// Material and squares, White's view, in the middle game and in the endgame.
    pub(super) middle: i16,
    pub(super) end: i16,
    /// 24 with all pieces on the board, 0 with pawns and kings alone.
    pub(super) phase: u8,
}

impl Position {
    /// The usual start.
    pub(super) fn new() -> Self {
        let mut position = Self {
            squares: [0; 128],
            men: [[NOWHERE; 16]; 2],
            counts: [0; 2],
            place: [0; 128],
            side: 0,
            castling: 0b1111,
            en_passant: NOWHERE,
            quiet: 0,
            key: 0,
            middle: 0,
            end: 0,
            phase: 0,
        };
        position.reset();
        position
    }

    /// Back to the usual start.
    pub(super) fn reset(&mut self) {
        const HOME: [u8; 8] = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
        self.squares = [0; 128];
        self.counts = [0; 2];
        self.side = 0;
        self.castling = 0b1111;
        self.en_passant = NOWHERE;
        self.quiet = 0;
        self.key = 0;
        self.middle = 0;
        self.end = 0;
        self.phase = 0;
        for file in [4, 0, 1, 2, 3, 5, 6, 7] {
            self.add(file, HOME[file as usize]);
            self.add(0x70 + file, HOME[file as usize] | 8);
        }
        for file in 0..8 {
            self.add(0x10 + file, PAWN);
            self.add(0x60 + file, PAWN | 8);
        }
    }

    fn account(&mut self, square: Square, piece: Piece, sign: i16) {
        let (middle, end) = SQUARE_VALUES[usize::from(piece)][usize::from(narrow(square))];
        self.middle += sign * middle;
        self.end += sign * end;
        self.key ^= key_of(piece, narrow(square));
        self.phase = self.phase.wrapping_add_signed(PHASE[usize::from(piece & 7)] * sign as i8);
    }

    fn add(&mut self, square: Square, piece: Piece) {
        let side = usize::from(piece >> 3);
        let place = self.counts[side];
        self.squares[usize::from(square)] = piece;
        self.men[side][usize::from(place)] = square;
        self.place[usize::from(square)] = place;
        self.counts[side] += 1;
        self.account(square, piece, 1);
    }

    fn remove(&mut self, square: Square) -> Piece {
        let piece = self.squares[usize::from(square)];
        let side = usize::from(piece >> 3);
        let place = self.place[usize::from(square)];
        self.squares[usize::from(square)] = 0;
        self.counts[side] -= 1;
        let last = self.men[side][usize::from(self.counts[side])];
        self.men[side][usize::from(place)] = last;
        self.place[usize::from(last)] = place;
        self.account(square, piece, -1);
        piece
    }

    fn carry(&mut self, from: Square, to: Square) {
        let piece = self.squares[usize::from(from)];
        let side = usize::from(piece >> 3);
        let place = self.place[usize::from(from)];
        self.squares[usize::from(from)] = 0;
        self.squares[usize::from(to)] = piece;
        self.men[side][usize::from(place)] = to;
        self.place[usize::from(to)] = place;
        self.account(from, piece, -1);
        self.account(to, piece, 1);
    }

    /// A pawn becomes a piece, or a piece a pawn again, in its place in the list.
    fn turn_into(&mut self, square: Square, piece: Piece) {
        let was = self.squares[usize::from(square)];
        self.account(square, was, -1);
        self.squares[usize::from(square)] = piece;
        self.account(square, piece, 1);
    }

    /// What a move that captures `captured` is about to destroy.
    #[inline]
    fn remember(&self, captured: Piece) -> Undo {
        Undo {
            captured,
            castling: self.castling,
            en_passant: self.en_passant,
            quiet: self.quiet,
            key: self.key,
            middle: self.middle,
            end: self.end,
            phase: self.phase,
        }
    }

    /// Plays a move that the generator gave. The king may be left in check: see [`Position::is_legal`].
    pub(super) fn make(&mut self, m: Move) -> Undo {
        let (from, to) = (m.from(), m.to());
        let piece = self.squares[usize::from(from)];
        let mut undo = self.remember(self.squares[usize::from(to)]);
        self.quiet = self.quiet.saturating_add(1);
        let hop = self.en_passant;
        self.set_en_passant(NOWHERE);
        if undo.captured != 0 {
            self.remove(to);
            self.quiet = 0;
        }
        self.carry(from, to);
        let side = self.side;
        if piece & 7 == PAWN {
            self.quiet = 0;
            let ahead: i8 = if side == 0 { 16 } else { -16 };
            if to == hop {
                undo.captured = self.remove(step(to, -ahead));
            } else if from.abs_diff(to) == 32 {
                // Only where it can be taken: else equal positions would have different keys.
                let enemy = PAWN | (side ^ 1) << 3;
                let beside = |by: i8| {
                    let square = step(to, by);
                    square & 0x88 == 0 && self.squares[usize::from(square)] == enemy
                };
                if beside(1) || beside(-1) {
                    self.set_en_passant(step(from, ahead));
                }
            } else if m.promotion() != 0 {
                self.turn_into(to, m.promotion() | side << 3);
            }
        } else if piece & 7 == KING && from.abs_diff(to) == 2 {
            let (rook, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            self.carry(rook, beside);
        }
        if self.castling != 0 {
            let mut rights = self.castling;
            for (square, lost) in RIGHTS {
                if square == from || square == to {
                    rights &= !lost;
                }
            }
            if rights != self.castling {
                self.key ^= key_of(0, self.castling) ^ key_of(0, rights);
                self.castling = rights;
            }
        }
        self.turn();
        undo
    }

    /// Takes back the move that `make` played.
    pub(super) fn unmake(&mut self, m: Move, undo: &Undo) {
        self.side ^= 1;
        let (from, to) = (m.from(), m.to());
        if m.promotion() != 0 {
            self.turn_into(to, PAWN | self.side << 3);
        }
        self.carry(to, from);
        let piece = self.squares[usize::from(from)] & 7;
        if undo.captured != 0 {
            let at = if piece == PAWN && to == undo.en_passant {
                step(to, if self.side == 0 { -16 } else { 16 })
            } else {
                to
            };
            self.add(at, undo.captured);
        } else if piece == KING && from.abs_diff(to) == 2 {
            let (rook, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            self.carry(beside, rook);
        }
        self.restore(undo);
    }

    fn restore(&mut self, undo: &Undo) {
        self.castling = undo.castling;
        self.en_passant = undo.en_passant;
        self.quiet = undo.quiet;
        self.key = undo.key;
        self.middle = undo.middle;
        self.end = undo.end;
        self.phase = undo.phase;
    }

    /// Passes.
    pub(super) fn make_null(&mut self) -> Undo {
        let undo = self.remember(0);
        // A position after a pass must not look like a repetition.
        self.quiet = 0;
        self.set_en_passant(NOWHERE);
        self.turn();
        undo
    }

    /// Takes back a pass.
    pub(super) fn unmake_null(&mut self, undo: &Undo) {
        self.side ^= 1;
        self.restore(undo);
    }

    fn set_en_passant(&mut self, square: Square) {
        if self.en_passant != NOWHERE {
            self.key ^= key_of(7, narrow(self.en_passant));
        }
        if square != NOWHERE {
            self.key ^= key_of(7, narrow(square));
        }
        self.en_passant = square;
    }

    fn turn(&mut self) {
        self.side ^= 1;
        self.key ^= key_of(7, 0);
    }

    pub(super) fn king(&self, side: u8) -> Square {
        self.men[usize::from(side)][0]
    }

    pub(super) fn en_passant(&self) -> Square {
        self.en_passant
    }

    /// Whether `side` may still castle: on its king's side, on its queen's side.
    pub(super) fn rights(&self, side: u8) -> (bool, bool) {
        let rights = self.castling >> (2 * side);
        (rights & 1 != 0, rights & 2 != 0)
    }

    /// Whether the side that has just moved has left its king alone.
    pub(super) fn is_legal(&self) -> bool {
        !self.attacked(self.king(self.side ^ 1), self.side)
    }

    pub(super) fn in_check(&self) -> bool {
        self.attacked(self.king(self.side), self.side ^ 1)
    }

    /// Whether `by` attacks `square`.
    pub(super) fn attacked(&self, square: Square, by: u8) -> bool {
        let colour = by << 3;
        if self.pawn_attacks(square, by) {
            return true;
        }
        for leap in LEAPS {
            let from = step(square, leap);
            if from & 0x88 == 0 && self.squares[usize::from(from)] == KNIGHT | colour {
                return true;
            }
        }
        for (i, by) in STEPS.into_iter().enumerate() {
            let slider = (if i < 4 { BISHOP } else { ROOK }) | colour;
            let mut from = step(square, by);
            let mut near = true;
            while from & 0x88 == 0 {
                let piece = self.squares[usize::from(from)];
                if piece != 0 {
                    if piece == slider || piece == QUEEN | colour || (near && piece == KING | colour) {
                        return true;
                    }
                    break;
                }
                near = false;
                from = step(from, by);
            }
        }
        false
    }

    /// Whether a pawn of `by` attacks `square`.
    pub(super) fn pawn_attacks(&self, square: Square, by: u8) -> bool {
        let pawn = PAWN | by << 3;
        // Squares off the side are empty, and one off the end wraps to a rank that has no such pawns.
        let at = |by: i8| self.squares[usize::from(step(square, by) & 0x7F)] == pawn;
        if by == 0 { at(-17) || at(-15) } else { at(17) || at(15) }
    }

    /// Whether `side` has more than king and pawns.
    pub(super) fn has_pieces(&self, side: u8) -> bool {
        let men = &self.men[usize::from(side)][1..usize::from(self.counts[usize::from(side)])];
        men.iter().any(|&square| self.squares[usize::from(square)] & 7 != PAWN)
    }
}
