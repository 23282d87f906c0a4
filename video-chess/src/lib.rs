//! The chess of *Video Chess*, the Atari 2600 cartridge of 1979, equal to its ROM move for move, node for node and byte for
//! byte.
//!
//! The cartridge plays chess in 4 KB of program and 128 bytes of memory. This crate is its search and its rules, written
//! anew for people who write chess programs: the board with the search's stack in its spare nibbles, the generator that
//! walks lines in decimal arithmetic, captures first, the scan of threats, alpha-beta, the ranking at the root that the
//! frame counter flavours. It needs no ROM, allocates nothing, and runs on a microcontroller.
//!
//! # Where to begin
//!
//! [`Game`] is a game against the cartridge:
//!
//! ```
//! use video_chess::{Game, Level, Thought};
//!
//! let mut game = Game::new(Level::Three);
//! game.play_at("e2e4".parse()?, 0x40)?;
//! let Thought::Replied(reply) = game.reply() else { unreachable!("nobody stopped it") };
//! assert_eq!(reply.played.unwrap().to_string(), "c7c5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Game::think`] shows the line being examined and can be stopped; [`Position`] brings positions in and out as FEN.
//!
//! Underneath, [`Search`] is the cartridge's search on a memory image ([`Ram`]), driven in steps of so many nodes:
//!
//! ```
//! use video_chess::{Colour, Level, Position, Progress, Search};
//!
//! let position: Position = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3".parse()?;
//! let mut search = Search::new(position.to_ram(Colour::White, Level::Four, 0x23));
//! while search.step(1_000) == Progress::Running {
//!     // Look at the clock, the buttons, the line: between two steps all there is lies in `search`.
//! }
//! assert_eq!(search.progress(), Progress::Finished);
//! # Ok::<(), video_chess::position::PositionError>(())
//! ```
//!
//! [`cartridge::Cartridge`] is the rest of the program, frame by frame: joystick and switches in, memory out.
//!
//! # How equal
//!
//! Given the 128 bytes with which the machine begins a search (at its address `$F574`), the port makes the same moves in
//! the same order. At every node (`$F821`) its memory is the machine's in all bytes but the four that the machine's stack
//! has passed through ([`search::STACK_AT_NODES`]); at the end (`$F00F`) in all 128. Accidents are kept: the en passant
//! capture that reaches into the TIA's mirror, comparisons whose carry is used much later, rook moves whose rank forgets
//! half of what went into it.
//!
//! The one thing left out is what the ROM does once it has gone astray ([`Progress::Derailed`]). Any 128 bytes may be
//! searched: the port never panics, and [`Search::derailment`] says why it does not go on.
//!
//! # How big
//!
//! A [`Search`] is the machine's 128 bytes, 24 bytes that say which squares are occupied, a count of nodes, the best move
//! so far and the state of the walk: some 170 bytes. There is no recursion.
//!
//! # The files
//!
//! | file | what it holds | addresses in the ROM |
//! |---|---|---|
//! | `ram.rs` | the memory, with a picture of it | `$80`–`$FF` |
//! | `tables.rs` | steps, values, levels | `$FEC6`–`$FFFB` |
//! | `moves.rs` | the generator, moving pieces | `$FA66`–`$FBB5`, `$FD33`–`$FD64` |
//! | `evaluate.rs` | material, the lone king, ranking of root moves | `$F782`–`$F7F2`, `$FBB6`–`$FD32`, `$FD65`–`$FD90`, `$FE6F`–`$FEC5` |
//! | `search.rs` | the tree | `$F574`–`$FA2F` |
//! | `level.rs` | depths | `$F42E`–`$F45C` |
//! | `rules.rs` | completing moves, castling, check, set-up | `$F13E`–`$F182`, `$F2AD`–`$F3E6`, `$FD91`–`$FE6E` |
//! | `cartridge.rs` | a frame | `$F00F`–`$F573` |
//! | `chess.rs`, `position.rs`, `game.rs` | chess's own names, FEN, a game | |
#![no_std]

#[cfg(test)]
extern crate std;

pub mod cartridge;
pub mod chess;
mod evaluate;
pub mod game;
pub mod level;
mod moves;
pub mod position;
pub mod ram;
pub mod rules;
pub mod search;
pub mod tables;

pub use chess::{Colour, Move, Square};
pub use game::{Game, Refused, Reply, Thought};
pub use level::Level;
pub use position::Position;
pub use ram::{Ram, Side};
pub use rules::Outcome;
pub use search::{Derailment, Observer, Progress, Search};
