//! Games as PGN: [`read`] takes what people have published, [`write`](mod@write) gives the export format.

pub mod read;
pub mod san;
pub mod write;

use shakmaty::{Chess, Move, Position as _};

use crate::engine::setup;

/// A game: tags, moves, comments.
#[derive(Clone, Debug)]
pub struct Game {
    /// Tags in their order, names as in the standard.
    pub tags: Vec<(String, String)>,
    /// Where it begins.
    pub start: Chess,
    /// A comment before the first move.
    pub opening_comment: String,
    /// Its moves.
    pub moves: Vec<Played>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Whether the result stands behind the moves, as it does in a file that is whole.
    pub ends_with_result: bool,
}

/// A move of a game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The move.
    pub played: Move,
    /// What is said of it.
    pub comment: String,
    /// The line of the file on which it stands, from 1; 0 where there is no file.
    pub line: usize,
}

impl Game {
    /// A game without moves.
    #[must_use]
    pub fn new(start: Chess) -> Self {
        Self {
            tags: Vec::new(),
            start,
            opening_comment: String::new(),
            moves: Vec::new(),
            result: "*".to_owned(),
            ends_with_result: false,
        }
    }

    /// A tag's value; empty where it is missing or unknown (`?`).
    #[must_use]
    pub fn tag(&self, name: &str) -> &str {
        let tag = self.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        tag.map_or("", |(_, value)| if value == "?" { "" } else { value })
    }

    /// Sets a tag.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        let value = value.into();
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.tags.push((name.to_owned(), value)),
        }
    }

    /// Adds a move with a comment.
    pub fn push(&mut self, played: Move, comment: impl Into<String>) {
        self.moves.push(Played { played, comment: comment.into(), line: 0 });
    }

    /// The position at the end.
    #[must_use]
    pub fn end(&self) -> Chess {
        let mut chess = self.start.clone();
        for played in &self.moves {
            chess.play_unchecked(played.played);
        }
        chess
    }

    /// Its moves in coordinates.
    pub fn uci(&self) -> impl Iterator<Item = String> + '_ {
        self.moves.iter().map(|played| setup::uci(played.played))
    }
}
