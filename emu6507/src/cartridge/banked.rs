//! F8, F6, F4 and FA: banks of 4 KB, switched by any access to their hotspots, with or without RAM.

use alloc::boxed::Box;

use tia::Archive;

use super::switched::{Banks, Shown};
use super::{Mapper, padded};

/// Hotspots are the addresses below the vectors, one a bank; whatever is read there comes from the bank it chose.
///
/// The RAM takes the place of the ROM's first bytes: the lower half of `2 * RAM` addresses writes, the upper one
/// reads. The slot has no R/W line, so a read below writes what floats on the data lines.
#[derive(Clone)]
pub(crate) struct Banked<const RAM: usize> {
    rom: Box<[u8; 0x8000]>,
    size: usize,
    ram: Box<[u8; RAM]>,
    /// The first hotspot; as many follow as there are banks.
    first: u16,
    banks: u16,
    /// Where the chosen bank begins.
    bank: u16,
}

impl<const RAM: usize> Banked<RAM> {
    /// A cartridge with the hotspots from `first` on, whose power-on bank is `start`.
    pub(super) fn new(image: &[u8], first: u16, start: u16) -> Self {
        let banks = (image.len() >> 12) as u16;
        Banked { rom: padded(image), size: image.len(), ram: padded(&[]), first, banks, bank: start << 12 }
    }

    /// The bank after an access.
    #[inline]
    fn bank_after(&self, at: u16) -> u16 {
        let hotspot = at.wrapping_sub(self.first);
        if hotspot < self.banks { hotspot << 12 } else { self.bank }
    }
}

impl<const RAM: usize> Mapper for Banked<RAM> {
    #[inline]
    fn read(&mut self, _cycle: u64, address: u16, bus: u8) -> u8 {
        let at = address & 0x0fff;
        if RAM > 0 && (at as usize) < 2 * RAM {
            let cell = &mut self.ram[at as usize % RAM];
            if (at as usize) < RAM {
                *cell = bus;
            }
            return *cell;
        }
        self.bank = self.bank_after(at);
        self.rom[((self.bank | at) & 0x7fff) as usize]
    }

    #[inline]
    fn write(&mut self, _cycle: u64, address: u16, value: u8) {
        let at = address & 0x0fff;
        if (at as usize) < RAM {
            self.ram[at as usize] = value;
        } else {
            self.bank = self.bank_after(at);
        }
    }

    fn peek(&self, address: u16) -> u8 {
        let at = address & 0x0fff;
        if RAM > 0 && (at as usize) < 2 * RAM {
            return self.ram[at as usize % RAM];
        }
        self.rom[((self.bank_after(at) | at) & 0x7fff) as usize]
    }

    fn image(&self) -> &[u8] {
        &self.rom[..self.size]
    }

    fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.bytes(&mut self.ram[..]);
        archive.u16(&mut self.bank);
    }

    fn is_valid(&self) -> bool {
        self.bank & 0x0fff == 0 && self.bank >> 12 < self.banks
    }
}

impl<const RAM: usize> Banks for Banked<RAM> {
    /// Up to the first hotspot of the boards with the most banks.
    const QUIET: Option<(u16, u16)> = Some((2 * RAM as u16, 0xff3));

    fn shown(&self) -> Shown {
        let bank = u32::from(self.bank);
        [bank, bank + 0x400, bank + 0x800, bank + 0xc00]
    }
}
