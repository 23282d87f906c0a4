//! What the reeds say about the legal moves.
//!
//! Reeds know where men stand, not which. A move is therefore recognised by the set of occupied squares
//! it leaves, and a capture, which leaves its target occupied, by the target having been open meanwhile.

use heapless::Vec;
use shakmaty::{Chess, Move, Position, Square};

use super::{Footprint, PackedMove, footprint::bit};
use crate::scan::{Scan, bits};

/// The reeds since the board last stood as the game says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Occupied squares, settled.
    pub(crate) stable: u64,
    /// Squares that have settled as open at some time.
    pub(crate) touched: u64,
    /// Occupied squares that were open too shortly to settle.
    pub(crate) glimpsed: u64,
    /// The squares that closed last, latest last.
    closed: Vec<u8, 8>,
}

impl Reading {
    /// Takes in a sample.
    pub(crate) fn note(&mut self, scan: &Scan) {
        self.stable = scan.stable;
        self.touched |= scan.opened;
        self.glimpsed |= scan.glimpsed;
        for square in bits(scan.closed) {
            self.closed.retain(|&s| s != square);
            if self.closed.is_full() {
                self.closed.remove(0);
            }
            let _ = self.closed.push(square);
        }
    }

    /// Forgets all but where men stand, and which squares are open.
    pub(crate) fn forget(&mut self) {
        self.touched &= !self.stable;
        self.glimpsed = 0;
        self.closed.clear();
    }

    /// How lately `square` closed: more is later, 0 is long ago.
    fn lateness(&self, square: Square) -> usize {
        self.closed.iter().position(|&s| s == square as u8).map_or(0, |i| i + 1)
    }
}

/// How far the hand is with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Underway {
    /// The mover's men are off their squares.
    Own,
    /// A man that the mover can capture is off its square.
    Enemy,
    /// Both.
    Both,
}

/// What a reading means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// All men stand as the game says.
    Quiet,
    /// Some legal move has been begun.
    Underway(Underway),
    /// A legal move has been made. The four promotions leave the same reeds: it is any of them.
    Complete {
        /// The move.
        m: Move,
        /// A capture whose target was only glimpsed open.
        weak: bool,
        /// The same reeds are also half of a castling.
        may_castle: bool,
        /// The other player has begun the next move.
        moved_on: bool,
    },
    /// No legal move explains it.
    Wrong,
}

/// Reads the reeds against the legal moves of `position`. With `look_on`, the next player's hand may be ahead.
pub(crate) fn judge(position: &Chess, legal: &[Move], reading: &Reading, look_on: bool) -> Verdict {
    let expected: u64 = position.board().occupied().into();
    let lifted = expected & !reading.stable;
    let extra = reading.stable & !expected;
    if lifted | extra == 0 {
        return Verdict::Quiet;
    }
    let mut begun = false;
    let mut half_castled = false;
    let mut best: Option<(Move, usize)> = None;
    let mut weak: Option<(Move, u32)> = None;
    for &m in legal {
        let mark = Footprint::of(m);
        if lifted & !(mark.vacated | mark.replaced) != 0 || extra & !mark.filled != 0 {
            continue;
        }
        begun |= lifted != 0;
        if lifted != mark.vacated || extra != mark.filled {
            half_castled |= m.is_castle();
            continue;
        }
        if mark.replaced == 0 || mark.replaced & reading.touched != 0 {
            // Moves that leave the same reeds are promotions of one pawn, or captures by one man: the later one counts.
            let lateness = reading.lateness(m.to());
            if best.is_none_or(|(_, other)| lateness > other) {
                best = Some((m, lateness));
            }
        } else if mark.replaced & reading.glimpsed != 0 {
            weak = match weak {
                None => Some((m, 1)),
                Some((w, n)) if w.to() == m.to() => Some((w, n)),
                Some((w, n)) => Some((w, n + 1)),
            };
        }
    }
    if let Some((m, _)) = best {
        return Verdict::Complete { m, weak: false, may_castle: half_castled, moved_on: false };
    }
    if let Some((m, 1)) = weak {
        return Verdict::Complete { m, weak: true, may_castle: false, moved_on: false };
    }
    if begun {
        let own = lifted & u64::from(position.us()) != 0;
        let enemy = lifted & u64::from(position.them()) != 0;
        return Verdict::Underway(match (own, enemy) {
            (true, true) => Underway::Both,
            (false, true) => Underway::Enemy,
            _ => Underway::Own,
        });
    }
    if look_on && let Some(m) = overtaken(position, legal, reading, lifted, extra) {
        return Verdict::Complete { m, weak: false, may_castle: false, moved_on: true };
    }
    Verdict::Wrong
}

/// The move that was made before the other player's hand, already at the next one, disturbed the picture.
fn overtaken(position: &Chess, legal: &[Move], reading: &Reading, lifted: u64, extra: u64) -> Option<Move> {
    let mut best: Option<(Move, usize)> = None;
    for &m in legal {
        let mark = Footprint::of(m);
        let made = mark.vacated & !lifted == 0
            && mark.filled & !extra == 0
            && mark.replaced & !(reading.touched & reading.stable) == 0
            && m.promotion().is_none();
        let lateness = reading.lateness(m.to());
        if !made || best.is_some_and(|(_, other)| lateness <= other) {
            continue;
        }
        let mut after = position.clone();
        after.play_unchecked(m);
        let next = after.legal_moves();
        if matches!(
            judge(&after, &next, reading, false),
            Verdict::Underway(_) | Verdict::Complete { weak: false, .. }
        ) {
            best = Some((m, lateness));
        }
    }
    best.map(|(m, _)| m)
}

/// What a reading means for a move made earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Past {
    /// The men stand as they did before it.
    TakenBack,
    /// The same man has gone elsewhere instead: slid on, or a rook's move that became a castling.
    Replaced(Move),
}

/// Reads the reeds against `before`, the position before the move `made`.
pub(crate) fn judge_past(before: &Chess, made: PackedMove, reading: &Reading) -> Option<Past> {
    let expected: u64 = before.board().occupied().into();
    let lifted = expected & !reading.stable;
    let extra = reading.stable & !expected;
    if lifted | extra == 0 {
        return Some(Past::TakenBack);
    }
    let from = bit(made.from());
    // After a capture one man too many looks like the capturing man elsewhere: it must have been lifted.
    let captured = expected & bit(made.to());
    if lifted & from == 0 || captured & !reading.touched != 0 {
        return None;
    }
    before
        .legal_moves()
        .into_iter()
        .find(|&m| {
            let mark = Footprint::of(m);
            mark.vacated & from != 0
                && lifted == mark.vacated
                && extra == mark.filled
                && mark.replaced & !reading.touched == 0
                && m.promotion().is_none()
        })
        .map(Past::Replaced)
}
