//! Games between engines: the port, the cartridge, any UCI engine, a player that moves at random.
//!
//! [`spec`] says who plays, [`player`] how one of ours moves, [`client`] how a foreign engine is asked, [`referee`] how a
//! game ends, [`schedule`] who meets whom, [`openings`] from where.

pub mod client;
pub mod game;
pub mod openings;
pub mod player;
pub mod referee;
pub mod schedule;
pub mod spec;

pub use game::{Plan, play};
pub use player::{Choice, Player, Situation};
pub use spec::Spec;
