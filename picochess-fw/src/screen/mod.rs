//! The picture: 640 by 480 pixels of 16 colours, kept up to date piece by piece.
//!
//! [`Board::scene`](crate::Board::scene) says what is to be seen; the [`Painter`] compares it with what the
//! frame shows and paints only what differs. A caller that streams the frame to a monitor asks
//! [`Painter::next`] which rectangle comes next and paints it when the beam is elsewhere.

pub mod beam;
mod digits;
mod frame;
pub mod layout;
mod painter;
mod palette;
mod scene;
mod sprite;

pub use frame::{Frame, HEIGHT, Rect, WIDTH};
pub use painter::Painter;
pub use palette::Colour;
pub use scene::{Border, Cell, ClockView, Line, Scene, Tone};
