//! 2 KB and 4 KB without bank switching.

use alloc::boxed::Box;

use tia::Archive;

use super::Mapper;
use crate::cpu::pairs::{Codes, codes};

/// The last offset from which three bytes can be read without leaving the cartridge.
const LAST: u16 = 0xffd;

/// A ROM that fills the slot's 4 KB, or half of it twice.
#[derive(Clone)]
pub struct Plain {
    rom: Box<[u8; 4096]>,
    codes: Box<Codes>,
}

impl Plain {
    /// Takes 2,048 or 4,096 bytes.
    pub fn new(image: &[u8]) -> Option<Self> {
        if !matches!(image.len(), 2048 | 4096) {
            return None;
        }
        let mut rom = Box::new([0; 4096]);
        for half in rom.chunks_exact_mut(image.len()) {
            half.copy_from_slice(image);
        }
        Some(Plain { codes: codes(&rom, LAST), rom })
    }
}

impl Mapper for Plain {
    const CODE: (u16, u16) = (0x000, LAST);
    const PAIRS: bool = true;

    #[inline(always)]
    fn dispatch(&self, offset: u16) -> u16 {
        self.codes[(offset & 0x0fff) as usize]
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
        &self.rom[..]
    }

    fn archive<A: Archive>(&mut self, _archive: &mut A) {}

    fn is_valid(&self) -> bool {
        true
    }
}
