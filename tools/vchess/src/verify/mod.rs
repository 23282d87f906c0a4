//! Golden data against the emulator and the port.

pub mod tia;
