//! The search of the 1979 cartridge Video Chess, equal to the ROM move for move.
#![no_std]

#[cfg(test)]
extern crate std;

pub mod cartridge;
pub mod chess;
mod evaluate;
pub mod game;
pub mod level;
mod moves;
pub mod position;
pub mod ram;
pub mod rules;
pub mod search;
pub mod tables;

pub use chess::{Colour, Move, Square};
pub use game::{Game, Refused, Reply, Thought};
pub use level::Level;
pub use position::Position;
pub use ram::{Ram, Side};
pub use rules::Outcome;
pub use search::{Observer, Progress, Search};
