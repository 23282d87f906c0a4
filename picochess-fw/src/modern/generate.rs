//! Pseudo-legal moves: the king may be left in check.

use super::position::{
    BISHOP, KING, KNIGHT, LEAPS, Move, NOWHERE, PAWN, Position, QUEEN, ROOK, STEPS, Square, step,
};

/// Where moves go.
pub(super) trait Sink {
    /// Takes a move.
    fn push(&mut self, m: Move);
}

impl Position {
    /// All moves, or with `loud` only captures and promotions to a queen.
    pub(super) fn generate(&self, loud: bool, sink: &mut impl Sink) {
        let side = usize::from(self.side);
        let enemy = (self.side ^ 1) << 3;
        for &from in &self.men[side][..usize::from(self.counts[side])] {
            match self.squares[usize::from(from)] & 7 {
                PAWN => self.pawn(from, loud, sink),
                KNIGHT => self.leap(from, &LEAPS, enemy, loud, sink),
                KING => {
                    self.leap(from, &STEPS, enemy, loud, sink);
                    if !loud {
                        self.castle(from, sink);
                    }
                }
                BISHOP => self.slide(from, &STEPS[..4], enemy, loud, sink),
                ROOK => self.slide(from, &STEPS[4..], enemy, loud, sink),
                QUEEN => self.slide(from, &STEPS, enemy, loud, sink),
                _ => {}
            }
        }
    }

    fn leap(&self, from: Square, leaps: &[i8], enemy: u8, loud: bool, sink: &mut impl Sink) {
        for &leap in leaps {
            let to = step(from, leap);
            if to & 0x88 == 0 {
                let there = self.squares[usize::from(to)];
                if if there == 0 { !loud } else { there & 8 == enemy } {
                    sink.push(Move::new(from, to, 0));
                }
            }
        }
    }

    fn slide(&self, from: Square, steps: &[i8], enemy: u8, loud: bool, sink: &mut impl Sink) {
        for &by in steps {
            let mut to = step(from, by);
            while to & 0x88 == 0 {
                let there = self.squares[usize::from(to)];
                if there != 0 {
                    if there & 8 == enemy {
                        sink.push(Move::new(from, to, 0));
                    }
                    break;
                }
                if !loud {
                    sink.push(Move::new(from, to, 0));
                }
                to = step(to, by);
            }
        }
    }

    fn pawn(&self, from: Square, loud: bool, sink: &mut impl Sink) {
        let (ahead, start, last): (i8, u8, u8) =
            if self.side == 0 { (16, 0x10, 0x70) } else { (-16, 0x60, 0x00) };
        let enemy = (self.side ^ 1) << 3;
        let mut put = |to: Square, capture: bool| {
            if to & 0x70 == last {
                sink.push(Move::new(from, to, QUEEN));
                if !loud {
                    for piece in [KNIGHT, ROOK, BISHOP] {
                        sink.push(Move::new(from, to, piece));
                    }
                }
            } else if capture || !loud {
                sink.push(Move::new(from, to, 0));
            }
        };
        let to = step(from, ahead);
        if self.squares[usize::from(to)] == 0 {
            put(to, false);
            let far = step(to, ahead);
            if from & 0x70 == start && self.squares[usize::from(far)] == 0 {
                put(far, false);
            }
        }
        for by in [ahead - 1, ahead + 1] {
            let to = step(from, by);
            if to & 0x88 != 0 {
                continue;
            }
            let there = self.squares[usize::from(to)];
            if (there != 0 && there & 8 == enemy) || (to == self.en_passant() && to != NOWHERE) {
                put(to, true);
            }
        }
    }

    fn castle(&self, king: Square, sink: &mut impl Sink) {
        let (short, long) = self.rights(self.side);
        let enemy = self.side ^ 1;
        let empty = |by: i8| self.squares[usize::from(step(king, by))] == 0;
        let safe = |by: i8| !self.attacked(step(king, by), enemy);
        if !(short || long) || !safe(0) {
            return;
        }
        if short && empty(1) && empty(2) && safe(1) {
            sink.push(Move::new(king, king + 2, 0));
        }
        if long && empty(-1) && empty(-2) && empty(-3) && safe(-1) {
            sink.push(Move::new(king, king - 2, 0));
        }
    }

    /// Whether the generator would give `m`, which comes from a table or another position.
    pub(super) fn is_pseudo_legal(&self, m: Move) -> bool {
        struct Find(Move, bool);
        impl Sink for Find {
            fn push(&mut self, m: Move) {
                self.1 |= m == self.0;
            }
        }
        let mut find = Find(m, false);
        self.generate(false, &mut find);
        find.1
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;

    impl Sink for Vec<Move> {
        fn push(&mut self, m: Move) {
            Vec::push(self, m);
        }
    }

    fn perft(position: &mut Position, depth: u32) -> u64 {
        let mut moves = Vec::new();
        position.generate(false, &mut moves);
        let mut nodes = 0;
        for m in moves {
            let (key, middle, end, phase) = (position.key, position.middle, position.end, position.phase);
            let undo = position.make(m);
            if position.is_legal() {
                nodes += if depth == 1 { 1 } else { perft(position, depth - 1) };
            }
            position.unmake(m, &undo);
            assert_eq!(
                (key, middle, end, phase),
                (position.key, position.middle, position.end, position.phase)
            );
        }
        nodes
    }

    #[test]
    fn perft_from_the_start() {
        assert_eq!(perft(&mut Position::new(), 4), 197_281);
    }

    #[test]
    fn perft_where_everything_is_possible() {
        // Reached by moves, since positions come from games alone: castling both ways, pins, en passant.
        let moves = "e2e4 e7e6 d2d4 g7g6 b1c3 f8g7 g1f3 d8e7 f1e2 b8c6 c1d2 c6b4 e1g1 b4d3 c2d3 b7b5";
        let mut position = Position::new();
        let mut judge = shakmaty::Chess::default();
        for text in moves.split(' ') {
            let packed = crate::PackedMove::parse(text).unwrap();
            let m = packed.unpack(&judge).unwrap();
            shakmaty::Position::play_unchecked(&mut judge, m);
            position.make(Move(packed.0));
        }
        for depth in 1..4 {
            assert_eq!(perft(&mut position, depth), shakmaty::perft(&judge, depth));
        }
    }

    #[test]
    fn the_same_moves_as_the_rules_in_random_games() {
        use shakmaty::Position as _;
        let mut rng = 1u64;
        let mut random = move |n: usize| {
            rng ^= rng << 13;
            rng ^= rng >> 7;
            rng ^= rng << 17;
            (rng % n as u64) as usize
        };
        for _ in 0..60 {
            let mut position = Position::new();
            let mut judge = shakmaty::Chess::default();
            for _ in 0..150 {
                let mut moves = Vec::new();
                position.generate(false, &mut moves);
                let mut ours: Vec<u16> = moves
                    .into_iter()
                    .filter(|&m| {
                        let undo = position.make(m);
                        let legal = position.is_legal();
                        position.unmake(m, &undo);
                        legal
                    })
                    .map(|m| m.0)
                    .collect();
                let mut theirs: Vec<u16> =
                    judge.legal_moves().into_iter().map(|m| crate::PackedMove::pack(m).0).collect();
                ours.sort_unstable();
                theirs.sort_unstable();
                assert_eq!(ours, theirs, "{judge:?}");
                if ours.is_empty() {
                    break;
                }
                let choice = theirs[random(theirs.len())];
                judge.play_unchecked(crate::PackedMove(choice).unpack(&judge).unwrap());
                position.make(Move(choice));
            }
        }
    }
}
