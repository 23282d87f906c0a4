//! The game: positions and rules by shakmaty, kept with all that a board needs to take moves back.

mod footprint;
mod game;
mod log;
mod packed;
mod reading;
mod san;

pub use footprint::Footprint;
pub(crate) use footprint::bit;
pub use game::{Ending, Game};
pub use log::{Log, MAX_PLIES};
pub use packed::PackedMove;
pub(crate) use reading::{Past, Reading, Underway, Verdict, judge, judge_past};
pub use san::San;
