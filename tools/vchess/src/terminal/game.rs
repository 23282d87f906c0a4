//! The game, and what can be taken back.

use shakmaty::{Chess, Color, Move, Position as _};
use video_chess::Level;

use super::file::Saved;
use crate::contest::referee::{End, Referee};
use crate::engine::setup::Start;
use crate::engine::{Seed, Table};
use crate::pgn;

/// A game of the human's against the program.
#[derive(Clone, Debug)]
pub struct TerminalGame {
    /// The board and the cartridge's memory.
    pub table: Table,
    start: Start,
    /// The tables before each of the human's moves.
    before: Vec<Table>,
    comments: Vec<String>,
}

impl TerminalGame {
    /// A new game.
    ///
    /// # Errors
    /// If the cartridge cannot hold the position.
    pub fn new(start: Start, program: Color, level: Level, seed: Seed) -> Result<Self, String> {
        let table = Table::new(&start, program, level, seed)?;
        Ok(Self { table, start, before: Vec::new(), comments: Vec::new() })
    }

    /// A saved one.
    ///
    /// # Errors
    /// If the cartridge cannot hold one of its positions.
    pub fn resume(saved: &Saved, seed: Seed) -> Result<Self, String> {
        let start = Start { chess: saved.game.start.clone(), notes: Vec::new() };
        let mut game = Self::new(start, saved.program, saved.level, seed)?;
        for played in &saved.game.moves {
            game.play(played.played, &played.comment)?;
        }
        game.table.take_notes();
        Ok(game)
    }

    /// The position.
    #[must_use]
    pub const fn chess(&self) -> &Chess {
        self.table.chess()
    }

    /// Whether it is the human's turn.
    #[must_use]
    pub fn is_humans_turn(&self) -> bool {
        self.chess().turn() != self.table.program()
    }

    /// Plays a legal move of either side.
    ///
    /// # Errors
    /// If the cartridge cannot hold the position after it; nothing has changed then.
    pub fn play(&mut self, played: Move, comment: &str) -> Result<(), String> {
        let before = self.table.clone();
        let by_human = self.is_humans_turn();
        if let Err(why) = self.table.play(played) {
            self.table = before;
            return Err(why);
        }
        if by_human {
            self.before.push(before);
        }
        self.comments.push(comment.to_owned());
        Ok(())
    }

    /// Takes the human's last move back, and what followed. Says whether there was one.
    pub fn undo(&mut self) -> bool {
        let Some(before) = self.before.pop() else { return false };
        let level = self.table.level();
        self.comments.truncate(before.moves().len());
        self.table = before;
        self.table.set(level, self.table.seed());
        true
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        let mut referee = Referee::default();
        let mut chess = self.start.chess.clone();
        let mut end = referee.see(&chess);
        for &played in self.table.moves() {
            chess.play_unchecked(played);
            end = referee.see(&chess);
        }
        end
    }

    /// The game to be kept.
    #[must_use]
    pub fn saved(&self) -> Saved {
        let mut game = pgn::Game::new(self.start.chess.clone());
        for (&played, comment) in self.table.moves().iter().zip(&self.comments) {
            game.push(played, comment);
        }
        if let Some(end) = self.end() {
            end.result().clone_into(&mut game.result);
        }
        Saved { game, program: self.table.program(), level: self.table.level() }
    }

    /// The board as lines of letters, the human's side below.
    #[must_use]
    pub fn board(&self) -> String {
        let mut text = String::new();
        let human_is_white = self.table.program() == Color::Black;
        let towards_top = |row: u32| if human_is_white { 7 - row } else { row };
        let towards_right = |column: u32| if human_is_white { column } else { 7 - column };
        for row in 0..8 {
            let rank = towards_top(row);
            text.push(char::from(b'1' + rank as u8));
            text.push(' ');
            for column in 0..8 {
                let square = shakmaty::Square::new(rank * 8 + towards_right(column));
                let letter = self.chess().board().piece_at(square).map_or('.', shakmaty::Piece::char);
                text.extend([' ', letter]);
            }
            text.push('\n');
        }
        text += "  ";
        for column in 0..8 {
            text.extend([' ', char::from(b'a' + towards_right(column) as u8)]);
        }
        text
    }
}
