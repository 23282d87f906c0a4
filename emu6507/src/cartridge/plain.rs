//! 2 KB and 4 KB without bank switching.

use alloc::boxed::Box;

use tia::Archive;

use super::{Mapper, padded};
use crate::cpu::pairs::{Codes, codes};

/// The last offset from which three bytes can be read without leaving the cartridge.
const LAST: u16 = 0xffd;

/// A ROM that fills the slot's 4 KB, or half of it twice.
#[derive(Clone)]
pub(crate) struct Plain {
    rom: Box<[u8; 4096]>,
    codes: Box<Codes>,
    size: usize,
}

impl Plain {
    /// Takes 2,048 or 4,096 bytes.
    pub(super) fn new(image: &[u8]) -> Self {
        let mut rom = padded(image);
        if image.len() < rom.len() {
            rom.copy_within(..image.len(), image.len());
        }
        Plain { codes: codes(&rom, LAST + 1), rom, size: image.len() }
    }
}

impl Mapper for Plain {
    const PAIRS: bool = true;

    #[inline(always)]
    fn code_range(&self) -> (u16, u16) {
        (0x000, LAST + 1)
    }

    #[inline(always)]
    fn dispatch(&self, address: u16) -> u16 {
        self.codes[(address & 0x1fff) as usize]
    }

    #[inline(always)]
    fn code(&self, offset: u16) -> u8 {
        self.rom[(offset & 0x0fff) as usize]
    }

    #[inline(always)]
    fn read(&mut self, _cycle: u64, address: u16, _bus: u8) -> u8 {
        self.rom[(address & 0x0fff) as usize]
    }

    #[inline(always)]
    fn write(&mut self, _cycle: u64, _address: u16, _value: u8) {}

    fn peek(&self, address: u16) -> u8 {
        self.rom[(address & 0x0fff) as usize]
    }

    fn image(&self) -> &[u8] {
        &self.rom[..self.size]
    }

    fn archive<A: Archive>(&mut self, _archive: &mut A) {}

    fn is_valid(&self) -> bool {
        true
    }
}
