//! The states of the board, named as in the first boards of this kind.

use core::fmt;

use super::{Board, Stage, hand::Sight};
use crate::rules::Underway;

/// What the board is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Before a game: the men are put up and the game is chosen.
    Setup,
    /// All men stand as the game says; a person is to move.
    Idle,
    /// The mover's man is off its square.
    OwnLifted,
    /// A man that can be captured is off its square.
    EnemyLifted,
    /// Both are.
    BothLifted,
    /// The men do not stand as any legal move explains.
    Invalid,
    /// The computer thinks.
    Computer,
    /// A person makes the computer's move.
    Verify,
    /// A pawn is on its last rank, and the piece is being chosen.
    Promotion,
    /// The men are being put where the game says, after a power failure or moves taken back.
    Restore,
    /// The game has ended.
    Over,
}

impl State {
    /// The name in capitals, words joined by underscores.
    pub const fn name(self) -> &'static str {
        match self {
            State::Setup => "SETUP",
            State::Idle => "IDLE",
            State::OwnLifted => "OWN_LIFTED",
            State::EnemyLifted => "ENEMY_LIFTED",
            State::BothLifted => "BOTH_LIFTED",
            State::Invalid => "INVALID",
            State::Computer => "COMPUTER",
            State::Verify => "VERIFY",
            State::Promotion => "PROMOTION",
            State::Restore => "RESTORE",
            State::Over => "OVER",
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Board {
    pub(super) fn current_state(&self) -> State {
        match self.stage {
            Stage::Setup => State::Setup,
            Stage::Restore(_) => State::Restore,
            Stage::Over => State::Over,
            Stage::Verify { .. } => State::Verify,
            Stage::Play => {
                if self.promotion.is_some() {
                    return State::Promotion;
                }
                match self.hand.sight() {
                    Sight::Wrong => State::Invalid,
                    _ if self.computer_to_move() => State::Computer,
                    Sight::Quiet => State::Idle,
                    Sight::Underway(Underway::Own) => State::OwnLifted,
                    Sight::Underway(Underway::Enemy) => State::EnemyLifted,
                    Sight::Underway(Underway::Both) => State::BothLifted,
                }
            }
        }
    }
}
