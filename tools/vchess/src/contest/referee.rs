//! When a game is over, by the rules of chess. The cartridge itself knows mate and little else.

use std::collections::HashMap;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, Color, EnPassantMode, Position as _};

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Who has won.
    pub winner: Option<Color>,
    /// By what, in words.
    pub why: String,
}

impl End {
    /// The result as PGN has it.
    #[must_use]
    pub const fn result(&self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// Watches a game.
#[derive(Clone, Debug, Default)]
pub struct Referee {
    seen: HashMap<Zobrist64, u32>,
}

impl Referee {
    /// Sees a position; says whether the game ends with it.
    pub fn see(&mut self, chess: &Chess) -> Option<End> {
        let times = self.seen.entry(chess.zobrist_hash(EnPassantMode::Legal)).or_insert(0);
        *times += 1;
        let draw = |why: &str| Some(End { winner: None, why: why.to_owned() });
        if chess.is_checkmate() {
            let winner = chess.turn().other();
            return Some(End { winner: Some(winner), why: format!("{winner} mates") });
        }
        if chess.is_stalemate() {
            return draw("stalemate");
        }
        if chess.is_insufficient_material() {
            return draw("insufficient material");
        }
        if *times >= 3 {
            return draw("threefold repetition");
        }
        if chess.halfmoves() >= 100 {
            return draw("fifty moves");
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::setup;

    fn end(fen: &str, moves: &str) -> Option<(String, String)> {
        let mut chess = setup::read(fen).expect("a position").chess;
        let mut referee = Referee::default();
        let mut end = referee.see(&chess);
        for name in moves.split_whitespace() {
            assert_eq!(end, None, "before {name}");
            chess.play_unchecked(setup::legal(&chess, name).expect("legal"));
            end = referee.see(&chess);
        }
        end.map(|end| (end.result().to_owned(), end.why))
    }

    #[test]
    fn ends() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let why = |end: Option<(String, String)>| end.map(|(result, why)| format!("{result} {why}"));
        assert_eq!(why(end(START, "f2f3 e7e5 g2g4 d8h4")).as_deref(), Some("0-1 black mates"));
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
        assert_eq!(why(end(START, &there_and_back)).as_deref(), Some("1/2-1/2 threefold repetition"));
        assert_eq!(why(end("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7")).as_deref(), Some("1/2-1/2 stalemate"));
        assert_eq!(
            why(end("7k/8/6K1/8/8/8/8/5B2 w - - 0 1", "")).as_deref(),
            Some("1/2-1/2 insufficient material")
        );
        assert_eq!(
            why(end("7k/8/6K1/8/8/8/8/5R2 w - - 99 90", "f1f2")).as_deref(),
            Some("1/2-1/2 fifty moves")
        );
        assert_eq!(end(START, "e2e4"), None);
    }
}
