//! Video Chess on the desktop: play, verify, compare, analyse.

pub mod verify;
