//! The Atari 2600's TIA, colour clock by colour clock, equal to the chip's netlist.
//!
//! The chip is told what the computer does, by 6507 cycles counted from power-on, and gives lines, sound and VSYNC to a
//! [`Sink`]. It works only when it is told something, and a thousand lines in which nothing happens cost no more than
//! one: they arrive as one line and a number.
//!
//! ```
//! use tia::{Sink, Tia, register};
//!
//! #[derive(Default)]
//! struct Picture(Vec<[u8; 160]>);
//!
//! impl Sink for Picture {
//!     fn lines(&mut self, pixels: &[u8; 160], count: u32) {
//!         self.0.extend(std::iter::repeat_n(*pixels, count as usize));
//!     }
//!     fn vsync(&mut self, _on: bool, _clock: u64) {}
//!     fn audio(&mut self, _channel0: u8, _channel1: u8, _count: u32) {}
//! }
//!
//! let mut picture = Picture::default();
//! let mut chip = Tia::new();
//! chip.write(3, register::COLUP0, 0x46, &mut picture);
//! chip.write(6, register::GRP0, 0xff, &mut picture);
//! // Cycle 40 of the second line: the player comes to pixel 60 in the lines after it.
//! chip.write(76 + 40, register::RESP0, 0, &mut picture);
//! chip.catch_up(3 * 76, &mut picture);
//! assert_eq!(picture.0.len(), 3);
//! assert_eq!(picture.0[2][59..69], [0, 0x46, 0x46, 0x46, 0x46, 0x46, 0x46, 0x46, 0x46, 0]);
//! ```
//!
//! # Time
//!
//! A line is 76 cycles of the 6507 and 228 colour clocks; pixel 0 is clock 68. A write in cycle c of a line acts in the
//! first half of colour clock 3c + 2. What it changes passes one latch or two on its way to the pins: colours show from
//! clock 3c + 3 on, graphics, sizes, enables and VBLANK from 3c + 4 on, a playfield column if it begins at 3c + 5 or later.
//! A line that RSYNC cuts short is a multiple of three clocks too, so lines always begin with a cycle.
//!
//! # Two models
//!
//! [`Mechanism`] has the latches of the chip and their clocks, read off the netlist of its visual6502.org layout, and
//! works half a colour clock at a time. [`Tia`] gives the same by arithmetic: objects are bits over the clocks of a line,
//! found in closed form and drawn only where a register has changed; positions are phases; HMOVE is a timetable. Where a
//! strobe or a size change disturbs an object, its latches are worked out and followed until they are again what they
//! would have been anyway. RSYNC alone makes the literal model take over, for a line.
#![no_std]

mod archive;
mod bits;
mod chip;
mod collision;
mod handover;
mod input;
pub mod mechanism;
mod motion;
mod object;
mod picture;
pub mod register;
mod revision;
mod sink;
mod sound;
mod track;

pub use archive::Archive;
pub use chip::Tia;
pub use input::Pin;
pub use mechanism::Mechanism;
pub use revision::Revision;
pub use sink::{BLANK, Beam, Sample, Sink};
