//! The evaluation: material, squares, mobility, pawns, kings.

use super::{
    position::{BISHOP, KNIGHT, LEAPS, PAWN, Position, QUEEN, ROOK, STEPS, Square, step},
    weights::{FULL_PHASE, VALUES},
};

/// Centipawns for a square that a piece can reach, beyond the usual number, by piece: middle game and endgame.
const MOBILITY: [(i16, i16, i16); 6] = [(0, 0, 0), (0, 0, 0), (4, 4, 4), (6, 4, 4), (6, 2, 4), (12, 1, 2)];
/// Middle-game centipawns for a square beside the enemy's king that a piece attacks.
const NEAR_KING: [i16; 6] = [0, 0, 5, 5, 7, 8];
/// For a passed pawn by the ranks it has gone: middle game and endgame.
const PASSED: [(i16, i16); 8] = [(0, 0), (2, 6), (4, 10), (8, 22), (18, 42), (34, 75), (60, 120), (0, 0)];

/// A middle-game and an endgame score.
#[derive(Clone, Copy, Default)]
struct Pair(i16, i16);

impl Pair {
    fn add(&mut self, middle: i16, end: i16) {
        self.0 += middle;
        self.1 += end;
    }
}

/// For each file, shifted by one: the pawns of one side.
struct Pawns {
    count: [u8; 10],
    /// The rank of the pawn nearest to its own side, counted from there; 8 where there is none.
    rear: [u8; 10],
    /// The rank of the foremost pawn; 0 where there is none.
    front: [u8; 10],
}

impl Pawns {
    const NONE: Pawns = Pawns { count: [0; 10], rear: [8; 10], front: [0; 10] };
}

impl Position {
    /// Material and squares alone, for the side to move.
    pub(super) fn quick(&self) -> i16 {
        let score = self.blend(self.middle, self.end);
        if self.side == 0 { score } else { -score }
    }

    fn blend(&self, middle: i16, end: i16) -> i16 {
        let phase = i32::from(self.phase).min(FULL_PHASE);
        let sum = i32::from(middle) * phase + i32::from(end) * (FULL_PHASE - phase);
        // A Cortex-M0+ has no division: 683 / 16,384 is a 24th, near enough, and the same for both colours.
        let share = (sum.abs() * 683) >> 14;
        (if sum < 0 { -share } else { share }) as i16
    }

    /// The whole evaluation, in centipawns for the side to move.
    pub(super) fn evaluate(&self) -> i16 {
        let mut pawns = [Pawns::NONE; 2];
        self.count_pawns(0, &mut pawns[0]);
        self.count_pawns(1, &mut pawns[1]);
        let white = self.side_score(0, &pawns);
        let black = self.side_score(1, &pawns);
        let (middle, end) = (self.middle + white.0 - black.0, self.end + white.1 - black.1);
        let mut score = self.blend(middle, end);
        score += self.drive(0) - self.drive(1);
        if self.cannot_win(usize::from(score <= 0)) {
            score /= 8;
        }
        // Having the move is worth something.
        (if self.side == 0 { score } else { -score }) + 8
    }

    fn count_pawns(&self, side: usize, pawns: &mut Pawns) {
        for &square in &self.men[side][1..usize::from(self.counts[side])] {
            if self.squares[usize::from(square)] & 7 == PAWN {
                let file = usize::from(square & 7) + 1;
                let rank = advance(square, side);
                pawns.count[file] += 1;
                pawns.rear[file] = pawns.rear[file].min(rank);
                pawns.front[file] = pawns.front[file].max(rank);
            }
        }
    }

    fn side_score(&self, side: usize, pawns: &[Pawns; 2]) -> Pair {
        let (own, enemy) = (&pawns[side], &pawns[side ^ 1]);
        let target = self.king(side as u8 ^ 1);
        let mut score = Pair::default();
        let mut bishops = 0;
        for &square in &self.men[side][1..usize::from(self.counts[side])] {
            let file = usize::from(square & 7) + 1;
            match self.squares[usize::from(square)] & 7 {
                PAWN => {
                    let rank = advance(square, side);
                    let passed =
                        (file - 1..=file + 1).all(|f| enemy.rear[f] == 8 || 7 - enemy.rear[f] <= rank);
                    if passed && own.front[file] == rank {
                        let (middle, end) = PASSED[usize::from(rank)];
                        score.add(middle, end);
                        // In the endgame the kings run to or after it.
                        let ahead = step(square, if side == 0 { 16 } else { -16 });
                        let near = i16::from(distance(target, ahead))
                            - i16::from(distance(self.king(side as u8), ahead));
                        score.add(0, near * i16::from(rank));
                    }
                    if own.count[file - 1] == 0 && own.count[file + 1] == 0 {
                        score.add(-11, -10);
                    }
                }
                KNIGHT => self.leaper(side, square, target, &mut score),
                piece @ (BISHOP | ROOK | QUEEN) => {
                    self.slider(side, square, piece, target, &mut score);
                    if piece == BISHOP {
                        bishops += 1;
                    } else if piece == ROOK && own.count[file] == 0 {
                        if enemy.count[file] == 0 {
                            score.add(22, 8);
                        } else {
                            score.add(11, 6);
                        }
                    }
                }
                _ => {}
            }
        }
        for file in 1..9 {
            if own.count[file] > 1 {
                score.add(-10, -16);
            }
        }
        if bishops >= 2 {
            score.add(28, 40);
        }
        self.shelter(side, own, &mut score);
        score
    }

    fn leaper(&self, side: usize, square: Square, target: Square, score: &mut Pair) {
        let own = (side as u8) << 3;
        let (mut free, mut near) = (0, 0);
        for leap in LEAPS {
            let to = step(square, leap);
            if to & 0x88 == 0 {
                let there = self.squares[usize::from(to)];
                if (there == 0 || there & 8 != own) && !self.pawn_attacks(to, side as u8 ^ 1) {
                    free += 1;
                }
                near += beside(to, target);
            }
        }
        let (usual, middle, end) = MOBILITY[usize::from(KNIGHT)];
        score.add((free - usual) * middle + near * NEAR_KING[usize::from(KNIGHT)], (free - usual) * end);
    }

    fn slider(&self, side: usize, square: Square, piece: u8, target: Square, score: &mut Pair) {
        let own = (side as u8) << 3;
        let steps = match piece {
            BISHOP => &STEPS[..4],
            ROOK => &STEPS[4..],
            _ => &STEPS[..],
        };
        let (mut free, mut near) = (0, 0);
        for &by in steps {
            let mut to = step(square, by);
            while to & 0x88 == 0 {
                near += beside(to, target);
                let there = self.squares[usize::from(to)];
                if there != 0 {
                    free += i16::from(there & 8 != own);
                    break;
                }
                free += 1;
                to = step(to, by);
            }
        }
        let (usual, middle, end) = MOBILITY[usize::from(piece)];
        score.add((free - usual) * middle + near * NEAR_KING[usize::from(piece)], (free - usual) * end);
    }

    /// Pawns before the king, and files without any.
    fn shelter(&self, side: usize, own: &Pawns, score: &mut Pair) {
        let king = self.king(side as u8);
        if advance(king, side) > 1 || self.phase < 8 {
            return;
        }
        let file = usize::from(king & 7) + 1;
        for f in file - 1..=file + 1 {
            if f == 0 || f == 9 {
                continue;
            }
            match own.rear[f] {
                1 => score.add(10, 0),
                2 => score.add(5, 0),
                8 => score.add(-14, 0),
                _ => score.add(-5, 0),
            }
        }
    }

    /// Against a king alone: to the edge with it, and the own king near.
    fn drive(&self, side: usize) -> i16 {
        if self.counts[side ^ 1] > 1 || !self.can_mate(side) {
            return 0;
        }
        let (own, enemy) = (self.king(side as u8), self.king(side as u8 ^ 1));
        let edge = |x: u8| i16::from((if x < 4 { 3 - x } else { x - 4 }) * 2);
        200 + 10 * (edge(enemy & 7) + edge(enemy >> 4)) + 8 * (7 - i16::from(distance(own, enemy)))
    }

    fn can_mate(&self, side: usize) -> bool {
        let men = &self.men[side][1..usize::from(self.counts[side])];
        let value: i16 = men.iter().map(|&s| VALUES[usize::from(self.squares[usize::from(s)] & 7)].0).sum();
        men.iter().any(|&s| matches!(self.squares[usize::from(s)] & 7, PAWN | ROOK | QUEEN)) || value > 640
    }

    /// Whether `side` has neither pawns nor enough pieces to win.
    fn cannot_win(&self, side: usize) -> bool {
        let men = &self.men[side][1..usize::from(self.counts[side])];
        men.len() <= 2
            && !men.iter().any(|&s| matches!(self.squares[usize::from(s)] & 7, PAWN | ROOK | QUEEN))
            && (men.len() < 2 || !self.can_mate(side))
    }
}

/// Ranks gone from the own side.
fn advance(square: Square, side: usize) -> u8 {
    let rank = square >> 4;
    if side == 0 { rank } else { 7 - rank }
}

/// 1 for squares a king's move apart, and for a square itself, by their difference in 0x88.
static BESIDE: [u8; 256] = {
    let mut table = [0; 256];
    let steps: [u8; 9] = [0, 1, 15, 16, 17, 0xFF, 0xF1, 0xF0, 0xEF];
    let mut i = 0;
    while i < 9 {
        table[steps[i] as usize] = 1;
        i += 1;
    }
    table
};

/// 1 if a king gets from one square to the other in a move, else 0.
fn beside(a: Square, b: Square) -> i16 {
    i16::from(BESIDE[usize::from(a.wrapping_sub(b))])
}

/// A king's moves from one square to another.
fn distance(a: Square, b: Square) -> u8 {
    (a & 7).abs_diff(b & 7).max((a >> 4).abs_diff(b >> 4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modern::position::Move;

    #[test]
    fn the_start_is_even_but_for_the_move() {
        assert_eq!(Position::new().evaluate(), 8);
    }

    #[test]
    fn colours_are_alike() {
        let mirror = |m: u16| m & 0xF000 | (m & 0xFFF) ^ 0o7070;
        let lines = ["e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4", "d2d4 d7d5 c2c4 d5c4 e2e4 b7b5"];
        for line in lines {
            let mut a = Position::new();
            let mut b = Position::new();
            // The mirrored game begins with Black.
            b.make_null();
            for text in line.split(' ') {
                let m = crate::PackedMove::parse(text).unwrap().0;
                a.make(Move(m));
                b.make(Move(mirror(m)));
            }
            assert_eq!(a.evaluate(), b.evaluate());
        }
    }
}
