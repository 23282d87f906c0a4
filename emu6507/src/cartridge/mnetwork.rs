//! E7: 2 KB out of up to eight, the last of which is RAM there, and a fixed upper half with a window of RAM.

use alloc::boxed::Box;

use tia::Archive;

use super::switched::{Banks, Shown};
use super::{Mapper, padded};

/// What `$1000` to `$17FF` show instead of ROM: 1 KB of RAM, written in the lower half, read in the upper one.
const RAM: u8 = 0xff;

/// `$1FE0` to `$1FE6` choose 2 KB of ROM for the lower half of the slot, `$1FE7` chooses RAM for it. `$1FE8` to
/// `$1FEB` choose one of four further 256 bytes of RAM for `$1800` to `$18FF` (written) and `$1900` to `$19FF` (read).
/// The rest of the upper half is the image's end. A read of an address that writes RAM writes what floats on the data
/// lines.
#[derive(Clone)]
pub(crate) struct MNetwork {
    rom: Box<[u8; 0x4000]>,
    size: usize,
    /// The lower half's kilobyte, then the window's four pages.
    ram: Box<[u8; 0x800]>,
    /// The 2 KB that the lower half shows, or [`RAM`].
    lower: u8,
    page: u8,
}

impl MNetwork {
    /// Takes 8, 12 or 16 KB.
    pub(super) fn new(image: &[u8]) -> Self {
        MNetwork { rom: padded(image), size: image.len(), ram: padded(&[]), lower: 0, page: 0 }
    }

    /// The 2 KB that hotspot 0 to 6 chooses. Boards with less ROM leave hotspots out: 8 KB have `$1FE4` to `$1FE6`;
    /// 12 KB have those too, and `$1FE0` to `$1FE3` choose among two.
    fn choice(&self, hotspot: u8) -> Option<u8> {
        match (self.size >> 11, hotspot) {
            (4, 0..4) => None,
            (4, _) => Some(hotspot - 4),
            (6, 0..4) => Some(hotspot & 1),
            (6, _) => Some(hotspot - 2),
            _ => Some(hotspot),
        }
    }

    #[inline]
    fn touch(&mut self, at: u16) {
        match at {
            0x0fe0..=0x0fe6 => self.lower = self.choice((at - 0x0fe0) as u8).unwrap_or(self.lower),
            0x0fe7 => self.lower = RAM,
            0x0fe8..=0x0feb => self.page = (at & 3) as u8,
            _ => {}
        }
    }

    /// The cell of RAM at an address, and whether the address writes it.
    #[inline]
    fn cell(&self, at: u16) -> Option<(usize, bool)> {
        match at {
            0x0000..=0x07ff if self.lower == RAM => Some(((at & 0x03ff) as usize, at & 0x0400 == 0)),
            0x0800..=0x09ff => {
                Some((0x400 | (self.page as usize) << 8 | (at & 0x00ff) as usize, at & 0x0100 == 0))
            }
            _ => None,
        }
    }

    #[inline]
    fn rom(&self, at: u16) -> u8 {
        let start = if at < 0x0800 { (self.lower as usize & 7) << 11 } else { self.size - 0x800 };
        self.rom[(start + (at & 0x07ff) as usize) & 0x3fff]
    }
}

impl Mapper for MNetwork {
    #[inline]
    fn read(&mut self, _cycle: u64, address: u16, bus: u8) -> u8 {
        let at = address & 0x0fff;
        self.touch(at);
        match self.cell(at) {
            Some((cell, true)) => {
                self.ram[cell] = bus;
                bus
            }
            Some((cell, false)) => self.ram[cell],
            None => self.rom(at),
        }
    }

    #[inline]
    fn write(&mut self, _cycle: u64, address: u16, value: u8) {
        let at = address & 0x0fff;
        self.touch(at);
        if let Some((cell, true)) = self.cell(at) {
            self.ram[cell] = value;
        }
    }

    fn peek(&self, address: u16) -> u8 {
        let at = address & 0x0fff;
        self.cell(at).map_or_else(|| self.rom(at), |(cell, _)| self.ram[cell])
    }

    fn image(&self) -> &[u8] {
        &self.rom[..self.size]
    }

    fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.bytes(&mut self.ram[..]);
        archive.u8(&mut self.lower);
        archive.u8(&mut self.page);
    }

    fn is_valid(&self) -> bool {
        (self.lower == RAM || (self.lower as usize) < self.size >> 11) && self.page < 4
    }
}

impl Banks for MNetwork {
    /// The lower half can be RAM.
    const QUIET: Option<(u16, u16)> = Some((0xa00, 0xfdf));

    fn shown(&self) -> Shown {
        let start = (self.size - 0x800) as u32;
        [start, start, start, start + 0x400]
    }
}
