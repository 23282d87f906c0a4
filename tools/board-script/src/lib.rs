//! Scripts of the hand: what happens on the board, and when; and the [`Player`](play) that plays them on a
//! [`Rig`], be it the library in this process or the firmware on an emulated chip.

mod picture;
mod player;
mod report;
mod rig;
mod script;
mod shown;

pub use picture::write_png;
pub use player::{play, play_for, way};
pub use report::Report;
pub use rig::{Picture, Rig};
pub use script::{Event, Moment, Script, Step};
pub use shown::shown;
