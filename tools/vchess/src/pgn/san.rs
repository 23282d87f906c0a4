//! Moves as people write them.
//!
//! Beside SAN: castling with zeros, captures without the cross (`dc4`), `++` and `mate` for checks, `e.p.`, promotions in
//! brackets or with nothing between (`e8(Q)`, `e8Q`), long notation with a hyphen (`Ng1-f3`, `e2-e4`), and coordinates.

use shakmaty::san::{San, SanPlus};
use shakmaty::{CastlingSide, Chess, File, Move, Position as _, Role};

use crate::engine::setup;

/// Why a text is not a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// It does not look like one.
    Unreadable,
    /// No such move is legal.
    Illegal,
    /// Several are.
    Ambiguous,
}

/// The legal move that a text names.
///
/// # Errors
/// Why there is none.
pub fn read(chess: &Chess, text: &str) -> Result<Move, NoMove> {
    let bare = bare(text);
    if let Ok(san) = San::from_ascii(bare.as_bytes()) {
        return match san.to_move(chess) {
            Ok(played) => Ok(played),
            Err(shakmaty::san::SanError::AmbiguousSan) => Err(NoMove::Ambiguous),
            // What looks like SAN can be coordinates too, or a pawn's capture without its cross.
            Err(shakmaty::san::SanError::IllegalSan) => setup::legal(chess, &bare.to_ascii_lowercase())
                .map_or_else(|| pawn_takes(chess, &bare).map_err(|_| NoMove::Illegal), Ok),
        };
    }
    if bare.parse::<shakmaty::uci::UciMove>().is_ok() {
        return setup::legal(chess, &bare).ok_or(NoMove::Illegal);
    }
    pawn_takes(chess, &bare)
}

/// The text without what does not tell the move.
fn bare(text: &str) -> String {
    let mut text: String =
        text.trim().chars().filter(|c| !matches!(c, '(' | ')' | '=' | '!' | '?')).collect();
    for end in ["e.p.", "ep", "mate", "dis", "ch", "+", "#"] {
        while let Some(shorter) = text.strip_suffix(end) {
            text = shorter.trim_end().to_owned();
        }
    }
    if matches!(text.as_str(), "0-0" | "o-o" | "O-O") {
        return "O-O".to_owned();
    }
    if matches!(text.as_str(), "0-0-0" | "o-o-o" | "O-O-O") {
        return "O-O-O".to_owned();
    }
    let mut text: String =
        text.chars().filter(|&c| c != '-').map(|c| if c == ':' { 'x' } else { c }).collect();
    // A promotion as the standard writes it.
    if let Some(piece @ ('Q' | 'R' | 'B' | 'N')) = text.chars().last()
        && text.len() > 2
    {
        text.pop();
        text = format!("{text}={piece}");
    }
    text
}

/// A pawn's capture without the cross: `dc4`, `dc`.
fn pawn_takes(chess: &Chess, text: &str) -> Result<Move, NoMove> {
    let (squares, promotion) = match text.split_once('=') {
        Some((squares, piece)) => (squares, piece.chars().next().and_then(Role::from_char)),
        None => (text, None),
    };
    let letters: Vec<char> = squares.chars().collect();
    let file = |index: usize| letters.get(index).and_then(|&letter| File::from_char(letter));
    let (Some(from), Some(to)) = (file(0), file(1)) else { return Err(NoMove::Unreadable) };
    let rank = letters.get(2).copied();
    if letters.len() > 3 || rank.is_some_and(|rank| !('1'..='8').contains(&rank)) {
        return Err(NoMove::Unreadable);
    }
    let mut found = chess.legal_moves().into_iter().filter(|played| {
        played.role() == Role::Pawn
            && played.is_capture()
            && played.from().is_some_and(|square| square.file() == from)
            && played.to().file() == to
            && rank.is_none_or(|rank| played.to().rank().char() == rank)
            && played.promotion() == promotion
    });
    match (found.next(), found.next()) {
        (Some(played), None) => Ok(played),
        (None, _) => Err(NoMove::Illegal),
        _ => Err(NoMove::Ambiguous),
    }
}

/// A move as the standard writes it, with its check; it is played on `chess`.
#[must_use]
pub fn write_and_play(chess: &mut Chess, played: Move) -> String {
    SanPlus::from_move_and_play_unchecked(chess, played).to_string()
}

/// A move as the standard writes it.
#[must_use]
pub fn write(chess: &Chess, played: Move) -> String {
    SanPlus::from_move(chess.clone(), played).to_string()
}

/// Whether it is a castling towards the a-file.
#[must_use]
pub fn castles_long(played: Move) -> bool {
    played.castling_side() == Some(CastlingSide::QueenSide)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAKES: &str = "rnbqkbnr/ppp1pppp/8/3p4/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2";
    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTES: &str = "3n3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    const PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

    fn named(fen: &str, text: &str) -> Result<String, NoMove> {
        let chess = setup::read(fen).expect("a position").chess;
        read(&chess, text).map(setup::uci)
    }

    #[test]
    fn as_people_write() {
        for text in ["cxd5", "cd5", "c4xd5", "c4-d5", "c4d5", "cd", "c:d5", "cxd5!?"] {
            assert_eq!(named(TAKES, text).as_deref(), Ok("c4d5"), "{text}");
        }
        for text in ["Nf3", "Ng1-f3", "Ngf3", "Nf3+", "Nf3++", "g1f3"] {
            assert_eq!(named(TAKES, text).as_deref(), Ok("g1f3"), "{text}");
        }
        for (text, played) in [("0-0", "e1g1"), ("O-O-O", "e1c1"), ("0-0-0+", "e1c1"), ("o-o", "e1g1")] {
            assert_eq!(named(CASTLES, text).as_deref(), Ok(played), "{text}");
        }
        for (text, played) in [
            ("exd8=Q+", "e7d8q"),
            ("ed8N", "e7d8n"),
            ("exd8(Q)", "e7d8q"),
            ("ed=R", "e7d8r"),
            ("e7d8b", "e7d8b"),
        ] {
            assert_eq!(named(PROMOTES, text).as_deref(), Ok(played), "{text}");
        }
        for text in ["exd6", "exd6e.p.", "ed6 e.p.", "ed"] {
            assert_eq!(named(PASSANT, text).as_deref(), Ok("e5d6"), "{text}");
        }
    }

    #[test]
    fn what_is_no_move() {
        const TWO: &str = "4k3/8/8/8/8/8/8/R3K2R w - - 0 1";
        assert_eq!(named(TWO, "Rd1"), Ok("a1d1".to_owned()));
        assert_eq!(named("4k3/8/8/8/8/5K2/8/R6R w - - 0 1", "Rd1"), Err(NoMove::Ambiguous));
        assert_eq!(named(TWO, "Ra9"), Err(NoMove::Unreadable));
        assert_eq!(named(TWO, "Rb2"), Err(NoMove::Illegal));
        assert_eq!(named(TWO, "hello"), Err(NoMove::Unreadable));
        assert_eq!(named(TWO, "e7e5"), Err(NoMove::Illegal));
        assert_eq!(named(TWO, ""), Err(NoMove::Unreadable));
    }
}
