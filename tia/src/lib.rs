//! The Atari 2600's TIA, colour clock by colour clock, equal to the chip's netlist.
#![no_std]

mod archive;
mod collision;
mod input;
pub mod mechanism;
pub mod register;
mod sink;

pub use archive::Archive;
pub use input::Pin;
pub use mechanism::Mechanism as Tia;
pub use sink::{BLANK, Beam, Sample, Sink};
