//! The Atari 2600's TIA, colour clock by colour clock, equal to the chip's netlist.
#![no_std]

mod archive;
mod bits;
mod chip;
mod collision;
mod handover;
mod input;
pub mod mechanism;
mod motion;
mod object;
mod picture;
pub mod register;
mod revision;
mod sink;
mod sound;
mod track;

pub use archive::Archive;
pub use chip::Tia;
pub use input::Pin;
pub use mechanism::Mechanism;
pub use revision::Revision;
pub use sink::{BLANK, Beam, Sample, Sink};
