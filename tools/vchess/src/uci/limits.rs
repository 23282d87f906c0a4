//! When a search is to end, as `go` says it, and what the original can make of that.
//!
//! The cartridge knows one limit, its level. It is kept to; beyond that a search is broken off, with the best move so far,
//! when the time or the nodes allowed have run out. A depth below the level's is honoured as far as it can be: the search
//! has two passes, the first of captures only, and may end with that.

use std::str::FromStr;
use std::time::Duration;

/// Moves that the time on the clock must do for, where nobody says.
const MOVES_TO_GO: u32 = 30;
/// Kept back for the way to the other program and back.
const MARGIN: Duration = Duration::from_millis(30);
/// What a move has in any case.
const LEAST: Duration = Duration::from_millis(1);

/// The words after `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Think until `stop`.
    pub infinite: bool,
    /// Think on the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Milliseconds for this move.
    pub movetime: Option<i64>,
    /// Nodes for this move.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u64>,
    /// Look for a mate in so many moves.
    pub mate: Option<u64>,
    /// Milliseconds on White's and Black's clocks.
    pub time: [Option<i64>; 2],
    /// Milliseconds added after each move, White's and Black's.
    pub increment: [Option<i64>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u64>,
    /// Nothing but these moves.
    pub searchmoves: Vec<String>,
    /// What was not understood.
    pub unknown: Vec<String>,
}

impl Limits {
    /// Understands the words after `go`.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut limits = Self::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            let mut unknown = None;
            match word {
                "infinite" => limits.infinite = true,
                "ponder" => limits.ponder = true,
                "searchmoves" => {
                    while let Some(name) = words.next_if(|word| looks_like_a_move(word)) {
                        limits.searchmoves.push(name.to_owned());
                    }
                }
                "movetime" => unknown = number(&mut limits.movetime, &mut words),
                "nodes" => unknown = number(&mut limits.nodes, &mut words),
                "depth" => unknown = number(&mut limits.depth, &mut words),
                "mate" => unknown = number(&mut limits.mate, &mut words),
                "wtime" => unknown = number(&mut limits.time[0], &mut words),
                "btime" => unknown = number(&mut limits.time[1], &mut words),
                "winc" => unknown = number(&mut limits.increment[0], &mut words),
                "binc" => unknown = number(&mut limits.increment[1], &mut words),
                "movestogo" => unknown = number(&mut limits.moves_to_go, &mut words),
                _ => unknown = Some(()),
            }
            if unknown.is_some() {
                limits.unknown.push(word.to_owned());
            }
        }
        limits
    }

    /// The time that a move may take; `None` without a limit. `black` is the side that thinks.
    #[must_use]
    pub fn allotted(&self, black: bool) -> Option<Duration> {
        let side = usize::from(black);
        let milliseconds = |ms: i64| Duration::from_millis(ms.max(0) as u64);
        let by_clock = self.time[side].map(|left| {
            let left = milliseconds(left).saturating_sub(MARGIN);
            let moves = self
                .moves_to_go
                .and_then(|moves| u32::try_from(moves).ok())
                .unwrap_or(MOVES_TO_GO)
                .clamp(1, 1000);
            let increment = milliseconds(self.increment[side].unwrap_or(0));
            (left / moves + increment * 3 / 4).min(left).max(LEAST)
        });
        let by_move = self.movetime.map(|ms| milliseconds(ms).saturating_sub(MARGIN / 6).max(LEAST));
        match (by_clock, by_move) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        }
    }

    /// What the original cannot honour, in words; each is worth saying once.
    pub fn unheard(&self) -> impl Iterator<Item = &'static str> {
        let depth = self.depth.map(|_| {
            "depth: the level decides; a smaller depth ends the search after its pass of captures at the most"
        });
        let mate = self.mate.map(|_| "mate: the original looks for none in particular; it plays its move");
        let searchmoves =
            (!self.searchmoves.is_empty()).then_some("searchmoves: the original looks at all its moves");
        let unknown =
            (!self.unknown.is_empty()).then_some("go: some words were not understood and are ignored");
        [depth, mate, searchmoves, unknown].into_iter().flatten()
    }
}

/// Takes a number if one follows; `Some` if none does.
fn number<'a, N: FromStr>(
    into: &mut Option<N>,
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Option<()> {
    match words.peek().and_then(|word| word.parse().ok()) {
        Some(value) => {
            *into = Some(value);
            words.next();
            None
        }
        None => Some(()),
    }
}

fn looks_like_a_move(word: &str) -> bool {
    word.parse::<shakmaty::uci::UciMove>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &str) -> Limits {
        Limits::parse(words.split_ascii_whitespace())
    }

    #[test]
    fn words() {
        let limits =
            parsed("searchmoves e2e4 d2d4 wtime 60000 btime -5 winc 100 movestogo 10 depth x infinite");
        assert_eq!(limits.searchmoves, ["e2e4", "d2d4"]);
        assert_eq!(limits.time, [Some(60000), Some(-5)]);
        assert_eq!(limits.unknown, ["depth", "x"]);
        assert!(limits.infinite);
    }

    #[test]
    fn time_is_never_more_than_there_is() {
        let ms = Duration::from_millis;
        assert_eq!(parsed("wtime 30030 btime 1").allotted(false), Some(ms(1000)));
        assert_eq!(parsed("wtime 1 btime 1").allotted(true), Some(ms(1)));
        assert_eq!(parsed("wtime -100 btime 1 winc 5000").allotted(false), Some(ms(1)));
        assert_eq!(parsed("movetime 105").allotted(false), Some(ms(100)));
        assert_eq!(parsed("wtime 10030 movestogo 0").allotted(false), Some(ms(10000)));
        assert_eq!(parsed("infinite").allotted(false), None);
    }
}
