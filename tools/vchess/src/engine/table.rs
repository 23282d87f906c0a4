//! The board between a chess program and the cartridge: a game by the rules of chess, and the cartridge's own game beside
//! it.
//!
//! The memory with which a search begins carries history: the stage of the game (`$E2`), the count of moves (`$E4`), which
//! king and rook have moved, what was attacked when castling was last looked at, the frame counter (`$D3`). So a game is
//! not set up anew for every move: each move of the opponent is played by joystick, each of the program's is the search's
//! own reply or, where it differs from that, put in its place ([`Game::reply_with`]).
//!
//! Where the cartridge cannot follow a legal move, the game goes on from the position after it as if it had been set up,
//! and a note says so: promotions to something else than a queen, moves that its rules refuse, an opening by White with
//! anything else than d2d4 or e2e4 where it is the program that is white.

use shakmaty::{Chess, Color, Move, Position as _};
use video_chess::{Game, Level, Ram, Reply, Search};

use super::seed::Seed;
use super::setup::{self, Start};

/// A game in progress, seen from both sides of the joystick.
#[derive(Clone, Debug)]
pub struct Table {
    start: Chess,
    program: Color,
    level: Level,
    seed: Seed,
    chess: Chess,
    moves: Vec<Move>,
    /// `None` where the program is white and has yet to open.
    game: Option<Game>,
    /// Nobody has moved since the cartridge was set up: the frame counter can be anything.
    is_set_up: bool,
    /// The program's own reply in the present position, and the game after it.
    answered: Option<(Move, Game)>,
    notes: Vec<String>,
}

/// Where a table has come to.
#[derive(Clone, Debug)]
pub enum Reached {
    /// The program is to open: d2d4 or e2e4, without a search.
    Opening(Move),
    /// The program is to search this memory.
    Search(Box<Ram>),
    /// It is the opponent's turn, or the game is over.
    Nothing,
}

impl Table {
    /// A game from a position in which the program has this colour.
    ///
    /// # Errors
    /// If the cartridge cannot hold the position.
    pub fn new(start: &Start, program: Color, level: Level, seed: Seed) -> Result<Self, String> {
        let chess = start.chess.clone();
        let mut table = Self {
            start: chess.clone(),
            program,
            level,
            seed,
            chess,
            moves: Vec::new(),
            game: None,
            is_set_up: false,
            answered: None,
            notes: Vec::new(),
        };
        if table.start != Chess::default() {
            table.set_up()?;
        } else if program == Color::Black {
            table.game = Some(Game::new(level));
        }
        Ok(table)
    }

    /// The position by the rules.
    #[must_use]
    pub const fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The program's colour.
    #[must_use]
    pub const fn program(&self) -> Color {
        self.program
    }

    /// The cartridge's game; `None` before the program's opening.
    #[must_use]
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// What had to be said since the last call.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Whether this game, with more moves, is the one given.
    #[must_use]
    pub fn leads_to(&self, start: &Chess, program: Color, moves: &[Move]) -> bool {
        self.program == program && self.start == *start && moves.starts_with(&self.moves)
    }

    /// Changes level and frame counter from the next search on that is not begun.
    pub fn set(&mut self, level: Level, seed: Seed) {
        self.level = level;
        self.seed = seed;
        if let Some(game) = &mut self.game {
            game.set_level(level);
        }
    }

    /// The level.
    #[must_use]
    pub const fn level(&self) -> Level {
        self.level
    }

    /// What the frame counter does.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// Lets time pass on the opponent's side, in frames.
    pub fn wait(&mut self, frames: u32) {
        if let (Some(game), Seed::Advancing) = (&mut self.game, self.seed) {
            game.wait(frames);
        }
    }

    /// Plays a legal move of either side.
    ///
    /// # Errors
    /// If the cartridge cannot hold the position after it.
    pub fn play(&mut self, played: Move) -> Result<(), String> {
        let mut after = self.chess.clone();
        after.play_unchecked(played);
        let by_program = self.chess.turn() == self.program;
        self.chess = after;
        self.moves.push(played);
        let answered = self.answered.take();
        self.is_set_up = false;
        let followed = if by_program { self.play_program(played, answered) } else { self.play_human(played) };
        if let Err(note) = followed {
            if let Some(why) = note {
                self.notes.push(format!("{why}: it goes on from the position after {}", setup::uci(played)));
            }
            self.set_up()?;
        } else if !self.stands_as_it_should() {
            self.notes.push(format!(
                "the cartridge has another board after {}: it goes on from the position",
                setup::uci(played)
            ));
            self.set_up()?;
        }
        Ok(())
    }

    /// The program's move; what keeps the cartridge from it is the error, in words where they are worth saying.
    fn play_program(&mut self, played: Move, answered: Option<(Move, Game)>) -> Result<(), Option<String>> {
        if let Some((reply, game)) = answered
            && reply == played
        {
            self.game = Some(game);
            return Ok(());
        }
        let Some(name) = setup::cartridge_move(played) else { return Err(None) };
        let Some(game) = &mut self.game else {
            let frame_counter = match name.to_string().as_str() {
                "d2d4" => 0x40,
                "e2e4" => 0,
                _ => return Err(Some("the program opens with d2d4 or e2e4 only".to_owned())),
            };
            self.game = Some(Game::new_as_black(self.level, frame_counter));
            return Ok(());
        };
        match game.reply_with(name) {
            Some(_) => Ok(()),
            None => Err(Some(format!("the program cannot play {name}"))),
        }
    }

    fn play_human(&mut self, played: Move) -> Result<(), Option<String>> {
        let Some(name) = setup::cartridge_move(played) else { return Err(None) };
        let Some(game) = &mut self.game else { return Err(None) };
        match self.seed {
            Seed::Advancing => game.play(name),
            Seed::Fixed(frame_counter) => game.play_at(name, frame_counter),
        }
        .map_err(|refused| Some(format!("the cartridge refuses {name} ({refused})")))
    }

    /// Puts the present position into the cartridge.
    fn set_up(&mut self) -> Result<(), String> {
        let position = setup::cartridge_position(&self.chess)?;
        let human = setup::colour(self.program.other());
        self.is_set_up = true;
        let counter = match (self.seed, &self.game) {
            (Seed::Fixed(frame_counter), _) => frame_counter,
            (Seed::Advancing, Some(game)) => game.ram().frame(),
            (Seed::Advancing, None) => 0,
        };
        self.game = Some(Game::from_position(&position, human, self.level, counter));
        Ok(())
    }

    fn stands_as_it_should(&self) -> bool {
        let Some(game) = &self.game else { return false };
        let turns_agree = game.is_thinking() == (self.chess.turn() == self.program);
        let held = game.position();
        turns_agree
            && setup::cartridge_position(&self.chess).is_ok_and(|position| position.board == held.board)
    }

    /// What there is for the program to do. `counter` is the frame counter for what begins without a move of the
    /// opponent's: the opening, a search from a set-up position.
    pub fn reach(&mut self, counter: u8) -> Reached {
        let counter = match self.seed {
            Seed::Fixed(frame_counter) => frame_counter,
            Seed::Advancing => counter,
        };
        if self.chess.turn() != self.program || self.chess.legal_moves().is_empty() {
            return Reached::Nothing;
        }
        let Some(game) = &self.game else {
            let game = Game::new_as_black(self.level, counter);
            let name = if counter & 0x40 != 0 { "d2d4" } else { "e2e4" };
            let Some(played) = setup::legal(&self.chess, name) else { return Reached::Nothing };
            self.answered = Some((played, game));
            return Reached::Opening(played);
        };
        match game.search() {
            Some(search) => {
                let mut root = *search.ram();
                if self.is_set_up {
                    root.set_frame(counter);
                }
                Reached::Search(Box::new(root))
            }
            None => Reached::Nothing,
        }
    }

    /// Takes over a search of [`Reached::Search`] that has finished, or that has been settled. The move is not yet played:
    /// [`Self::play`] does it, with this reply or another.
    pub fn adopt(&mut self, search: Search) -> Option<Reply> {
        let mut game = self.game.clone()?;
        let reply = game.adopt(search)?;
        if let Some(played) = reply.played.and_then(|name| setup::legal(&self.chess, &name.to_string())) {
            self.answered = Some((played, game));
        }
        Some(reply)
    }

    /// The whole game as moves in coordinates.
    #[must_use]
    pub fn line(&self) -> String {
        self.moves.iter().map(|&played| setup::uci(played)).collect::<Vec<_>>().join(" ")
    }
}
