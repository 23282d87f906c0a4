//! A cycle-accurate Atari 2600: 6507, RIOT, cartridges, controllers and switches.
#![no_std]

pub mod cpu;

pub use cpu::{Bus, Cpu};
