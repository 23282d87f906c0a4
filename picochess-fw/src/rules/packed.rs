//! A move in sixteen bits.

use core::fmt;

use shakmaty::{Chess, File, Move, Position, Role, Square, uci::UciMove};

/// A move as the board keeps and saves it: source (bits 0-5), target (6-11; the king's square when
/// castling) and promotion (12-15: 0, or 2 knight to 5 queen).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedMove(pub u16);

impl PackedMove {
    /// Packs a move from `from` to `to`.
    pub fn new(from: Square, to: Square, promotion: Option<Role>) -> Self {
        let promotion = promotion.map_or(0, u16::from);
        Self(u16::from(from) | u16::from(to) << 6 | promotion << 12)
    }

    /// Packs a legal move. A castling move's target is the king's.
    pub fn pack(m: Move) -> Self {
        match m {
            Move::Castle { king, rook } => {
                let file = if rook > king { File::G } else { File::C };
                Self::new(king, Square::from_coords(file, king.rank()), None)
            }
            _ => Self::new(m.from().unwrap_or(m.to()), m.to(), m.promotion()),
        }
    }

    /// Where the piece comes from.
    pub fn from(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    /// Where the piece goes.
    pub fn to(self) -> Square {
        Square::new(u32::from(self.0 >> 6 & 63))
    }

    /// What a pawn becomes.
    pub fn promotion(self) -> Option<Role> {
        match self.0 >> 12 {
            2 => Some(Role::Knight),
            3 => Some(Role::Bishop),
            4 => Some(Role::Rook),
            5 => Some(Role::Queen),
            _ => None,
        }
    }

    /// The move in `position`, if it is legal there.
    pub fn unpack(self, position: &Chess) -> Option<Move> {
        let m = self.unpack_unchecked(position)?;
        position.is_legal(m).then_some(m)
    }

    /// The move in `position`, in which it is known to be legal. `None` if no piece stands on its source.
    pub(crate) fn unpack_unchecked(self, position: &Chess) -> Option<Move> {
        let (from, to) = (self.from(), self.to());
        let board = position.board();
        let role = board.role_at(from)?;
        let capture = board.role_at(to);
        Some(match role {
            Role::King if from.file() == File::E && (from.distance(to) > 1) => {
                let file = if to > from { File::H } else { File::A };
                Move::Castle { king: from, rook: Square::from_coords(file, from.rank()) }
            }
            Role::Pawn if capture.is_none() && from.file() != to.file() => Move::EnPassant { from, to },
            _ => Move::Normal { role, from, capture, to, promotion: self.promotion() },
        })
    }

    /// The move in the notation of UCI, such as `e7e8q`.
    pub fn uci(self) -> UciMove {
        UciMove::Normal { from: self.from(), to: self.to(), promotion: self.promotion() }
    }

    /// Reads a move in the notation of UCI; castling is the king's move.
    pub fn parse(uci: &str) -> Option<PackedMove> {
        match UciMove::from_ascii(uci.as_bytes()).ok()? {
            UciMove::Normal { from, to, promotion } => Some(Self::new(from, to, promotion)),
            _ => None,
        }
    }

    /// Packs a UCI move of `position`, whichever way it writes castling.
    pub fn from_uci(uci: &UciMove, position: &Chess) -> Option<PackedMove> {
        uci.to_move(position).ok().map(PackedMove::pack)
    }
}

impl fmt::Display for PackedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.uci().fmt(f)
    }
}

/// Castling rules of the games played here.
#[cfg(test)]
pub(crate) const CASTLING: shakmaty::CastlingMode = shakmaty::CastlingMode::Standard;

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    #[test]
    fn every_kind_of_move_survives() {
        for fen in [
            "r3k2r/1P4p1/8/2pP4/8/8/6P1/R3K2R w KQkq c6 0 1",
            "r3k2r/6p1/8/8/2Pp4/8/1p4P1/R3K2R b KQkq c3 0 1",
        ] {
            let position: Chess = Fen::from_ascii(fen.as_bytes()).unwrap().into_position(CASTLING).unwrap();
            for m in position.legal_moves() {
                let packed = PackedMove::pack(m);
                assert_eq!(packed.unpack(&position), Some(m), "{m:?}");
                assert_eq!(PackedMove::from_uci(&packed.uci(), &position), Some(packed));
            }
        }
    }

    #[test]
    fn an_illegal_move_is_none() {
        let position = Chess::default();
        assert_eq!(PackedMove::parse("e2e5").unwrap().unpack(&position), None);
        assert_eq!(PackedMove::parse("e4e5").unwrap().unpack(&position), None);
        assert_eq!(PackedMove::parse("e1e3").unwrap().unpack(&position), None);
    }
}
