//! An electronic chess board: scanner, game, menu, clocks, screen; and its RP2040 firmware.
//!
//! The library has no clock, no pins and no heap. Whoever owns the hardware calls [`Board::tick`] with the
//! time, the 64 reeds and the keys, hands the [`Thinker`] what [`Board::request`] asks for, and lets a
//! [`screen::Painter`] bring the framebuffer up to date:
//!
//! ```
//! use picochess_fw::{Board, Config, Keys, Silent, START_REEDS, State};
//!
//! let mut board = Board::new(Config::default(), [None, None]);
//! let mut ports = Silent;
//! board.tick(0, START_REEDS, Keys::NONE, &mut ports);
//! assert_eq!(board.state(), State::Setup);
//! board.tick(100_000, START_REEDS, Keys::SELECT, &mut ports); // the cursor stands on "Start"
//! assert_eq!(board.state(), State::Idle);
//! ```
#![no_std]

#[cfg(test)]
extern crate std;

mod board;
mod clock;
mod keys;
mod level;
mod line;
mod link;
mod melody;
pub mod modern;
mod ports;
mod rules;
mod save;
mod scan;
pub mod screen;
mod settings;
mod store;
mod think;

pub use board::{Board, Config, START_REEDS, State};
pub use clock::{Clocks, TimeControl};
pub use keys::{Keypad, Keys};
pub use level::Level;
pub use line::{Line, Wire};
pub use link::Link;
pub use melody::Melody;
pub use ports::{Ports, Silent, Slot, Sound};
pub use rules::{Ending, Footprint, Game, Log, MAX_PLIES, PackedMove, San};
pub use save::{SAVE_BYTES, Save, SavedState};
pub use scan::{SETTLE_US, Scan, Scanner};
pub use settings::{Brain, Hints, Mode, Settings};
pub use store::{NotKept, STORE_BYTES, SaveBuffer, Store};
#[cfg(feature = "original")]
pub use think::original;
pub use think::{Answer, Opponent, Progress, Request, Task, Thinker};
