//! Results, counted.

use std::collections::BTreeMap;

use crate::pgn::Game;

/// Wins, draws and losses of one player against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Won by the first.
    pub wins: u32,
    /// Drawn.
    pub draws: u32,
    /// Lost by the first.
    pub losses: u32,
}

impl Score {
    /// Games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points, half a one for a draw.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }
}

/// Players and what they have scored against each other.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Names, in the order in which they appear.
    pub names: Vec<String>,
    /// Results by pair of players' numbers, the smaller first.
    pub scores: BTreeMap<(usize, usize), Score>,
    /// Games without a result.
    pub unfinished: u32,
}

impl Tally {
    /// The number of a player, who is new if the name is.
    pub fn player(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Game) {
        let (white, black) = (game.tag("White").to_owned(), game.tag("Black").to_owned());
        let (white, black) = (self.player(&white), self.player(&black));
        let white_wins = match game.result.as_str() {
            "1-0" => Some(true),
            "0-1" => Some(false),
            "1/2-1/2" => None,
            _ => {
                self.unfinished += 1;
                return;
            }
        };
        let first_is_white = white < black;
        let pair = if first_is_white { (white, black) } else { (black, white) };
        let score = self.scores.entry(pair).or_default();
        match white_wins {
            None => score.draws += 1,
            Some(white_wins) if white_wins == first_is_white => score.wins += 1,
            Some(_) => score.losses += 1,
        }
    }

    /// What a player has scored in all.
    #[must_use]
    pub fn total(&self, player: usize) -> Score {
        let mut total = Score::default();
        for (&(one, other), score) in &self.scores {
            if one == player {
                total.wins += score.wins;
                total.losses += score.losses;
            } else if other == player {
                total.wins += score.losses;
                total.losses += score.wins;
            } else {
                continue;
            }
            total.draws += score.draws;
        }
        total
    }
}
