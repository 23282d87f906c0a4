//! A book of openings: a line of SAN each.

use std::path::Path;

use anyhow::{Context, Result, bail};
use shakmaty::Move;

use crate::engine::setup::Start;
use crate::pgn;

/// The book that comes with the program.
const BUILT_IN: &str = include_str!("openings.txt");

/// Where games begin.
#[derive(Clone, Debug)]
pub struct Opening {
    /// A position.
    pub start: Start,
    /// Moves from there.
    pub moves: Vec<Move>,
}

/// No book: every game from the usual beginning.
#[must_use]
pub fn none() -> Vec<Opening> {
    vec![Opening { start: Start::usual(), moves: Vec::new() }]
}

/// The book that comes with the program.
///
/// # Errors
/// Never, unless the book is broken.
pub fn built_in() -> Result<Vec<Opening>> {
    parse(BUILT_IN, "the book of openings")
}

/// A book from a file: lines of SAN, or FENs with moves behind them.
///
/// # Errors
/// If it cannot be read or a line is neither.
pub fn read(path: &Path) -> Result<Vec<Opening>> {
    let shown = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read the openings {shown}"))?;
    parse(&text, &shown)
}

fn parse(text: &str, name: &str) -> Result<Vec<Opening>> {
    let mut openings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let as_pgn =
            if line.contains('/') && !line.starts_with(|c: char| c.is_ascii_digit() && line.contains(". ")) {
                format!("[FEN \"{line}\"]\n\n*")
            } else {
                line.to_owned()
            };
        let games = pgn::read::read(&as_pgn)
            .map_err(|error| anyhow::anyhow!("{name}, line {}: {}", index + 1, error.what))?;
        for game in games {
            openings.push(Opening {
                moves: game.moves.iter().map(|played| played.played).collect(),
                start: Start { chess: game.start, notes: Vec::new() },
            });
        }
    }
    if openings.is_empty() {
        bail!("{name}: there is no opening in it; expected lines such as 1. e4 e5 2. Nf3 Nc6");
    }
    Ok(openings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_is_sound() {
        let openings = built_in().expect("the book");
        assert_eq!(openings.len(), 20);
        assert!(openings.iter().all(|opening| opening.moves.len() == 4));
    }

    #[test]
    fn lines_and_positions() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let openings = parse(&format!("1. e4\n\n{fen} # rook\n"), "x").expect("openings");
        assert_eq!(openings.len(), 2);
        assert!(parse("1. e5", "x").is_err());
        assert!(parse("# nothing", "x").is_err());
    }
}
