//! The Modern opponent: alpha-beta as it is done today, in steps, without allocation.
//!
//! A board of its own ([0x88](https://www.chessprogramming.org/0x88), piece lists, everything in 8 and 16
//! bits) because a Cortex-M0+ has no 64-bit registers. The search keeps its stack in an array, so that it
//! can stop after any position and go on later.

mod book;
mod evaluate;
mod generate;
mod position;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod weights;

pub use search::Engine;
