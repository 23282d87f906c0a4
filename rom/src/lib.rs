//! Facts about the ROM of *Video Chess* (Atari, 1979, cartridge CX2645).
//!
//! The ROM itself is Atari's and is not here. This crate knows how to recognise it ([`identify`]), where a copy is
//! published ([`facts`]), what stands at which address ([`labels`]), what the 128 bytes of the machine's RAM mean
//! ([`ram_map`]), and how to print it all as assembler source that assembles to the same 4,096 bytes
//! ([`disasm::disassemble`]).
//!
//! The crate opens no file: bytes come in as slices, text goes out as a `String`.
#![no_std]

extern crate alloc;

pub mod disasm;
pub mod facts;
mod instruction;
pub mod labels;
mod opcodes;
pub mod ram_map;

pub use facts::{RomProblem, VideoChess, identify};
pub use instruction::instruction;
