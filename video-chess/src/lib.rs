//! The search of the 1979 cartridge Video Chess, equal to the ROM move for move.
#![no_std]

#[cfg(test)]
extern crate std;

mod evaluate;
pub mod level;
mod moves;
pub mod ram;
pub mod rules;
pub mod search;
pub mod tables;

pub use ram::{Ram, Side};
pub use search::{Observer, Progress, Search};
