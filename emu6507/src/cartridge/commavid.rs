//! CV: 2 KB of ROM and 1 KB of RAM.

use alloc::boxed::Box;

use tia::Archive;

use super::switched::{Banks, Shown};
use super::{Mapper, padded};

/// RAM is read at `$1000` to `$13FF` and written at `$1400` to `$17FF`, where a read writes what floats on the data
/// lines. ROM is at `$1800` to `$1FFF`.
#[derive(Clone)]
pub(crate) struct Commavid {
    image: Box<[u8]>,
    rom: Box<[u8; 0x800]>,
    ram: Box<[u8; 0x400]>,
}

impl Commavid {
    /// Takes 2,048 bytes, or 4,096 of which the first 1,024 are what the RAM holds at power-on: so a listing of
    /// `MagiCard` is kept.
    pub(super) fn new(image: &[u8]) -> Self {
        let (before, rom) = image.split_at(image.len() - 0x800);
        Commavid {
            image: image.into(),
            rom: padded(rom),
            ram: padded(before.get(..0x400).unwrap_or_default()),
        }
    }
}

impl Mapper for Commavid {
    #[inline]
    fn read(&mut self, _cycle: u64, address: u16, bus: u8) -> u8 {
        if address & 0x0c00 == 0x0400 {
            self.ram[(address & 0x03ff) as usize] = bus;
        }
        self.peek(address)
    }

    #[inline]
    fn write(&mut self, _cycle: u64, address: u16, value: u8) {
        if address & 0x0c00 == 0x0400 {
            self.ram[(address & 0x03ff) as usize] = value;
        }
    }

    #[inline]
    fn peek(&self, address: u16) -> u8 {
        if address & 0x0800 == 0 {
            self.ram[(address & 0x03ff) as usize]
        } else {
            self.rom[(address & 0x07ff) as usize]
        }
    }

    fn image(&self) -> &[u8] {
        &self.image
    }

    fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.bytes(&mut self.ram[..]);
    }

    fn is_valid(&self) -> bool {
        true
    }
}

impl Banks for Commavid {
    const QUIET: Option<(u16, u16)> = Some((0x800, 0xfff));

    fn shown(&self) -> Shown {
        // An image of 4 KB has the RAM's contents before the ROM.
        let start = (self.image.len() - 0x800) as u32;
        [start, start, start, start + 0x400]
    }
}
