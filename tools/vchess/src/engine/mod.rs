//! Video Chess as an engine that any chess program can use: the port, or the cartridge on the emulated 6507.
//!
//! An [`Engine`] turns the memory with which a search begins into a [`Thinking`] that goes on in small steps, so that
//! whoever drives it can look at the clock, at the line and at its own input between two of them. The [`Table`] keeps the
//! game, so that each search begins with the memory the cartridge would have, and [`verdict`] puts its reply to the rules
//! of chess. What of chess the cartridge cannot hold is settled in [`setup`].

mod port;
mod rom;
mod seed;
pub mod setup;
pub mod table;
pub mod time;
pub mod verdict;

pub use port::Port;
pub use rom::Original;
pub use seed::Seed;
pub use table::{Reached, Table};

use video_chess::{Progress, Ram, Search};

/// Who thinks.
pub trait Engine: Send + Sync {
    /// Its name in texts.
    fn name(&self) -> &'static str;

    /// Begins a search with the memory that the machine has at `$F574`.
    fn think(&self, root: &Ram) -> Box<dyn Thinking>;
}

/// A search that goes on in steps.
pub trait Thinking: Send {
    /// Goes on for some milliseconds at most.
    fn step(&mut self) -> Progress;

    /// The search as far as it has come: nodes, line, best move.
    fn search(&self) -> &Search;

    /// Cycles of the 6507 that it takes up to now on the console.
    fn cycles(&self) -> Cycles;

    /// What is wrong with the engine, where something is.
    fn fault(&self) -> Option<&str> {
        None
    }
}

/// A time of the console's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cycles {
    /// Counted on the emulated machine.
    Counted(u64),
    /// Reckoned from the nodes ([`time`]).
    Reckoned(u64),
}

impl Cycles {
    /// The number.
    #[must_use]
    pub const fn number(self) -> u64 {
        match self {
            Self::Counted(cycles) | Self::Reckoned(cycles) => cycles,
        }
    }
}
