//! Golden tests across the crates, and what every crate's tests share: the things that may be missing
//! on a machine, each handed out by a function that keeps count.
//!
//! ```no_run
//! # fn the_rom_starts_at_its_first_byte() {
//! let Some(rom) = vchess_tests::rom() else { return };
//! assert_eq!(rom.len(), 4096);
//! # }
//! ```
//!
//! A test takes the ROM, the fleet of cartridges and helping programs from here and nowhere else.
//! Where one is missing, the test returns, which is a skip: the function has noted it, with the test's
//! name, for the summary of `cargo xtask test`; under a bare `cargo test` it has printed it to
//! standard error, past the capture of the test's output. A test counts as run only if it got all
//! that it asked for.
//!
//! With `VCHESS_REQUIRE_ROM=1` (what `cargo xtask test --require-rom` sets) a test that misses the ROM
//! or a cartridge fails, with `VCHESS_REQUIRE_TOOLS=1` one that misses a program.
//!
//! The functions know their test by its thread, so call them on the test's own thread.

pub mod asm;
mod count;
mod python;
mod rom;
pub mod tia_storm;
mod tool;

pub use python::python_chess;
pub use rom::{cartridge, cartridge_file, fleet, rom, rom_file};
pub use tool::tool;
