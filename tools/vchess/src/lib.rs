//! Video Chess on the desktop: play, verify, compare, analyse.

pub mod board;
pub mod verify;
