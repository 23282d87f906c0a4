//! A game in a terminal: moves are typed, the board is letters.
//!
//! [`game`] keeps the game and what can be taken back, [`file`](mod@file) its PGN, [`words`] understands what is typed, and [`talk`]
//! does it.

pub mod file;
pub mod game;
pub mod talk;
pub mod words;
