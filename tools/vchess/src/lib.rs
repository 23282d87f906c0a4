//! Video Chess on the desktop: play, verify, compare, analyse.

pub mod audio;
pub mod blind;
pub mod board;
pub mod campaign;
pub mod cli;
mod commands;
pub mod compare;
pub mod hand;
pub mod headless;
pub mod hunt;
pub mod level;
pub mod output;
pub mod palette;
pub mod picture;
pub mod say;
pub mod script;
pub mod verify;
pub mod wave;
pub mod window;
