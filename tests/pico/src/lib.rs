//! The board's firmware on an emulated Pico.
//!
//! [`Pico`] boots the very ELF that goes onto a chip, both cores, and puts around it what a board has: reeds that bounce,
//! keys, a flash that cannot be read while it is written, and a monitor that makes its picture from the pins alone.

mod bench;
mod bootrom;
mod flash;
mod image;
mod matrix;
mod pico;
mod rig;
mod saves;
mod telemetry;
mod twin;
pub mod vga;

pub use bench::{Measured, measure};
pub use image::Image;
pub use pico::{CLOCK_HZ, Pico};
pub use rig::Bench;
pub use telemetry::{Look, Part, Telemetry};
pub use twin::Twin;
