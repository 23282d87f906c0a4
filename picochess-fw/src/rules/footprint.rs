//! Which reeds a move opens and closes.

use shakmaty::{File, Move, Square};

/// The mark that a move leaves on 64 reeds. Bit 0 is a1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// Squares occupied before and empty after the move: the source, castling's rook, the pawn taken en passant.
    pub vacated: u64,
    /// Squares empty before and occupied after.
    pub filled: u64,
    /// The square of a captured man, which another man takes: occupied before and after.
    pub replaced: u64,
}

impl Footprint {
    /// The footprint of `m`.
    pub fn of(m: Move) -> Footprint {
        match m {
            Move::Castle { king, rook } => {
                let (king_file, rook_file) =
                    if rook > king { (File::G, File::F) } else { (File::C, File::D) };
                let rank = king.rank();
                Footprint {
                    vacated: bit(king) | bit(rook),
                    filled: bit(Square::from_coords(king_file, rank))
                        | bit(Square::from_coords(rook_file, rank)),
                    replaced: 0,
                }
            }
            Move::EnPassant { from, to } => Footprint {
                vacated: bit(from) | bit(Square::from_coords(to.file(), from.rank())),
                filled: bit(to),
                replaced: 0,
            },
            _ => {
                let from = m.from().map_or(0, bit);
                let to = bit(m.to());
                if m.is_capture() {
                    Footprint { vacated: from, filled: 0, replaced: to }
                } else {
                    Footprint { vacated: from, filled: to, replaced: 0 }
                }
            }
        }
    }

    /// All squares that the move touches.
    pub const fn all(self) -> u64 {
        self.vacated | self.filled | self.replaced
    }

    /// The reeds after the move, from the reeds before it.
    pub const fn apply(self, before: u64) -> u64 {
        before & !self.vacated | self.filled
    }
}

/// The bit of a square.
pub(crate) const fn bit(square: Square) -> u64 {
    1 << square as u64
}
