//! What the players choose before a game.

use shakmaty::Color;

use crate::{Level, TimeControl};

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A person against the computer.
    OnePlayer,
    /// Two persons.
    TwoPlayers,
    /// The computer against itself; a person makes all its moves on the board.
    Demo,
}

/// Which computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brain {
    /// The search of the 1979 cartridge.
    VideoChess,
    /// The same by the cartridge's own program, on an emulated 6507. Where the cartridge is not at hand, the port of its
    /// search gives the same replies.
    Original,
    /// Alpha-beta as it is done today.
    Modern,
}

impl Brain {
    /// Its name in the menu.
    pub const fn name(self) -> &'static str {
        match self {
            Brain::VideoChess => "Video Chess",
            Brain::Original => "Original",
            Brain::Modern => "Modern",
        }
    }
}

/// Which squares are lit to help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hints {
    /// None.
    Off,
    /// Where a lifted piece may go.
    Lifted,
    /// Also which pieces can move at all.
    All,
}

/// The choices of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Who plays.
    pub mode: Mode,
    /// The computer.
    pub brain: Brain,
    /// The computer's level.
    pub level: Level,
    /// The person's side in a game against the computer.
    pub human: Color,
    /// Time for each player.
    pub time: TimeControl,
    /// Lit squares.
    pub hints: Hints,
    /// Sounds on.
    pub sound: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            mode: Mode::OnePlayer,
            brain: Brain::VideoChess,
            level: Level::FIRST,
            human: Color::White,
            time: TimeControl::NONE,
            hints: Hints::All,
            sound: true,
        }
    }
}

impl Settings {
    /// Whether the computer plays `side`.
    pub fn is_computer(&self, side: Color) -> bool {
        match self.mode {
            Mode::OnePlayer => side != self.human,
            Mode::TwoPlayers => false,
            Mode::Demo => true,
        }
    }

    /// The side whose pieces stand at the bottom of the picture.
    pub fn bottom(&self) -> Color {
        match self.mode {
            Mode::OnePlayer => self.human,
            Mode::TwoPlayers | Mode::Demo => Color::White,
        }
    }
}
