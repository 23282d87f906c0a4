//! Video Chess on the desktop: play, verify, compare, analyse.

pub mod analyse;
pub mod audio;
pub mod blind;
pub mod board;
pub mod cli;
mod commands;
pub mod compare;
pub mod contest;
pub mod elo;
pub mod engine;
pub mod hand;
pub mod headless;
pub mod hunt;
pub mod level;
pub mod output;
pub mod palette;
pub mod pgn;
pub mod picture;
pub mod replay;
pub mod say;
pub mod script;
pub mod show;
pub mod terminal;
pub mod uci;
pub mod verify;
pub mod wave;
pub mod window;
