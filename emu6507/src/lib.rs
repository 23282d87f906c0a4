//! A cycle-accurate Atari 2600: 6507, RIOT, cartridges, controllers and switches.
//!
//! Without the feature `console`, which is on by default and needs `alloc`, only the CPU is here, for a host that has
//! a bus of its own and no heap.
#![no_std]

#[cfg(feature = "console")]
extern crate alloc;

#[cfg(feature = "console")]
pub mod cartridge;
#[cfg(feature = "console")]
mod chips;
#[cfg(feature = "console")]
mod console;
#[cfg(feature = "console")]
mod controller;
pub mod cpu;
#[cfg(feature = "console")]
mod input;
#[cfg(feature = "console")]
pub mod riot;
#[cfg(feature = "console")]
mod screen;
#[cfg(feature = "console")]
mod sound;
#[cfg(feature = "console")]
mod state;
#[cfg(feature = "console")]
pub mod tv;
#[cfg(feature = "console")]
mod wires;

pub use cpu::{Bus, Cpu};

#[cfg(feature = "console")]
pub use {
    cartridge::{Cartridge, CartridgeError, Scheme},
    console::{CYCLES_PER_LINE, Console, NTSC_CYCLES_PER_SECOND, Stop},
    controller::{Controller, UnknownController},
    input::{Input, Joystick, Keypad, Paddle, Switches, Wheel},
    screen::{COLUMNS, LINE_LIMIT, ROWS, Row, Screen},
    sound::{NTSC_RATE, Run, Sound},
    state::StateError,
    tia::Revision,
    tv::Tv,
};
