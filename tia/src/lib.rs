//! The Atari 2600's TIA, colour clock by colour clock, equal to the chip's netlist.
#![no_std]

mod archive;
mod audio;
mod ball;
mod chip;
mod collision;
mod colour;
mod counter;
mod hmove;
mod horizontal;
mod input;
mod missile;
mod player;
mod playfield;
pub mod register;
mod sink;
mod two_phase;
mod width;

pub use archive::Archive;
pub use chip::{Beam, Tia};
pub use input::Pin;
pub use sink::{BLANK, Sample, Sink};
