//! UA and 0840: two banks of 4 KB, switched by any access to hotspots outside the cartridge's own addresses.

use alloc::boxed::Box;

use tia::Archive;

use super::switched::{Banks, Shown};
use super::{Mapper, padded};

/// The hotspots lie in mirrors of the TIA and the RIOT, which answer all the same.
#[derive(Clone)]
pub(crate) struct Outside {
    rom: Box<[u8; 0x2000]>,
    /// The address lines that are looked at.
    mask: u16,
    /// What they must be for either bank.
    hotspots: [u16; 2],
    bank: u16,
}

impl Outside {
    /// UA Limited: A12 low, A9 high, and A6 and A5 differ. A7 is free, which Digivision's copies use (`$02A0`, `$02C0`).
    pub(super) fn ua(image: &[u8]) -> Self {
        Outside { rom: padded(image), mask: 0x1260, hotspots: [0x0220, 0x0240], bank: 0 }
    }

    /// Econobanking: A12 low, A11 high, and A6 is the bank.
    pub(super) fn econobanking(image: &[u8]) -> Self {
        Outside { rom: padded(image), mask: 0x1840, hotspots: [0x0800, 0x0840], bank: 0 }
    }
}

impl Mapper for Outside {
    const SNOOPS: bool = true;

    #[inline]
    fn read(&mut self, _cycle: u64, address: u16, _bus: u8) -> u8 {
        self.peek(address)
    }

    #[inline]
    fn write(&mut self, _cycle: u64, _address: u16, _value: u8) {}

    #[inline]
    fn snoop(&mut self, address: u16, _value: u8, _is_write: bool) {
        if let Some(bank) = self.hotspots.iter().position(|hotspot| address & self.mask == *hotspot) {
            self.bank = (bank as u16) << 12;
        }
    }

    #[inline]
    fn peek(&self, address: u16) -> u8 {
        self.rom[((self.bank | address & 0x0fff) & 0x1fff) as usize]
    }

    fn image(&self) -> &[u8] {
        &self.rom[..]
    }

    fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.u16(&mut self.bank);
    }

    fn is_valid(&self) -> bool {
        self.bank & !0x1000 == 0
    }
}

impl Banks for Outside {
    const QUIET: Option<(u16, u16)> = Some((0x000, 0xfff));

    fn shown(&self) -> Shown {
        let bank = u32::from(self.bank);
        [bank, bank + 0x400, bank + 0x800, bank + 0xc00]
    }
}
