//! A cycle-accurate Atari 2600: 6507, RIOT, cartridges, controllers and switches.
#![no_std]

extern crate alloc;

pub mod cartridge;
mod chips;
mod console;
mod controller;
pub mod cpu;
mod input;
pub mod riot;
mod screen;
mod sound;
mod state;
pub mod tv;
mod wires;

pub use cartridge::{Cartridge, CartridgeError, Scheme};
pub use console::{CYCLES_PER_LINE, Console, NTSC_CYCLES_PER_SECOND, Stop};
pub use controller::{Controller, UnknownController};
pub use cpu::{Bus, Cpu};
pub use input::{Input, Joystick, Keypad, Paddle, Switches, Wheel};
pub use screen::{COLUMNS, LINE_LIMIT, ROWS, Row, Screen};
pub use sound::{NTSC_RATE, Run, Sound};
pub use state::StateError;
pub use tia::Revision;
pub use tv::Tv;
