//! Standard algebraic notation. With the move itself, a byte says all that the notation needs of its position.

use core::fmt::{self, Write};

use shakmaty::{
    CastlingSide, Chess, Move, Role,
    san::{San as Plain, SanPlus, Suffix},
};

use super::PackedMove;

/// What a move's notation takes from its position: bits 0-2 the piece (1 pawn to 6 king, 7 castling), bit 3 a capture,
/// bits 4 and 5 whether the source's file and rank are named, bits 6 and 7 no check, check, mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(u8);

const CASTLES: u8 = 7;
const CAPTURES: u8 = 1 << 3;
const FILE: u8 = 1 << 4;
const RANK: u8 = 1 << 5;
const CHECK: u8 = 1 << 6;
const MATE: u8 = 2 << 6;

impl Mark {
    /// The mark of `m`, which is played on `position`.
    pub(super) fn play(position: &mut Chess, m: Move) -> Self {
        let SanPlus { san, suffix } = SanPlus::from_move_and_play_unchecked(position, m);
        let what = match san {
            Plain::Normal { role, file, capture, rank, .. } => {
                let flag = |is_set, bit| if is_set { bit } else { 0 };
                role as u8 | flag(capture, CAPTURES) | flag(file.is_some(), FILE) | flag(rank.is_some(), RANK)
            }
            Plain::Castle(_) | Plain::Put { .. } | Plain::Null => CASTLES,
        };
        Self(what | suffix.map_or(0, |suffix| if suffix == Suffix::Check { CHECK } else { MATE }))
    }

    /// The notation of the move that this is the mark of.
    pub(super) fn of(self, m: PackedMove) -> San {
        let has = |bit| self.0 & bit != 0;
        let (from, to) = (m.from(), m.to());
        let san = match Role::try_from(self.0 & 7) {
            Ok(role) => Plain::Normal {
                role,
                file: has(FILE).then(|| from.file()),
                rank: has(RANK).then(|| from.rank()),
                capture: has(CAPTURES),
                to,
                promotion: m.promotion(),
            },
            Err(_) => Plain::Castle(if to > from { CastlingSide::KingSide } else { CastlingSide::QueenSide }),
        };
        let suffix = match self.0 & (CHECK | MATE) {
            CHECK => Some(Suffix::Check),
            MATE => Some(Suffix::Checkmate),
            _ => None,
        };
        let mut text = San::default();
        // The longest notation, "Qa1xb2#" or "bxa8=Q#", has seven characters.
        let _ = write!(Writer(&mut text.0, 0), "{}", SanPlus { san, suffix });
        text
    }
}

/// Text of a move such as `Nbxd2+`: at most seven characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct San([u8; 8]);

impl San {
    /// The text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&b| b == 0).unwrap_or(8);
        core::str::from_utf8(&self.0[..length]).unwrap_or("?")
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

struct Writer<'a>(&'a mut [u8; 8], usize);

impl Write for Writer<'_> {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        let target = self.0.get_mut(self.1..self.1 + s.len()).ok_or(fmt::Error)?;
        target.copy_from_slice(s.as_bytes());
        self.1 += s.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::string::ToString;

    use shakmaty::{Position as _, fen::Fen};

    use super::*;
    use crate::rules::packed::CASTLING;

    /// All legal moves of positions in which every kind of notation comes up, against shakmaty's own.
    #[test]
    fn a_byte_and_the_move_give_the_notation() {
        let mut seen = std::collections::BTreeSet::new();
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/1P4p1/8/2pP4/8/8/6P1/R3K2R w KQkq c6 0 1",
            "r3k2r/6p1/8/8/2Pp4/8/1p4P1/R3K2R b KQkq c3 0 1",
            "4k3/8/8/8/3p4/1N6/8/1N2KN2 w - - 0 1",
            "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
            "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "1n6/P3k3/8/8/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/8/8/8/PPP5/RN2K2R w KQ - 0 1",
        ] {
            let position: Chess = Fen::from_ascii(fen.as_bytes()).unwrap().into_position(CASTLING).unwrap();
            for m in position.legal_moves() {
                let (mut one, mut other) = (position.clone(), position.clone());
                let mark = Mark::play(&mut one, m);
                let expected = SanPlus::from_move_and_play_unchecked(&mut other, m).to_string();
                assert_eq!(mark.of(PackedMove::pack(m)).as_str(), expected, "{fen} {m:?}");
                assert_eq!(one, other);
                seen.insert(expected);
            }
        }
        let kinds = [
            "O-O", "O-O-O", "O-O-O+", "e4", "dxc6", "bxa1=Q+", "b8=N", "Nb1d2", "N3d2", "Nfd2", "Nxd4",
            "Ra8#", "axb8=B",
        ];
        for text in kinds {
            assert!(seen.contains(text), "{text} is not among {seen:?}");
        }
    }
}
