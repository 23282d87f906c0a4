//! 3F: 2 KB out of any number, chosen by what is written to `$0000` to `$003F`.

use alloc::boxed::Box;

use tia::Archive;

use super::Mapper;
use super::switched::{Banks, Shown};

/// The lower half of the slot shows the chosen 2 KB, the upper half the image's end. The write reaches the TIA too,
/// which is why programs use `$3F`, where it has nothing.
#[derive(Clone)]
pub(crate) struct Tigervision {
    rom: Box<[u8]>,
    bank: u8,
}

impl Tigervision {
    /// Takes at most 256 times 2 KB.
    pub(super) fn new(image: &[u8]) -> Self {
        Tigervision { rom: image.into(), bank: 0 }
    }

    fn banks(&self) -> usize {
        self.rom.len() >> 11
    }
}

impl Mapper for Tigervision {
    const SNOOPS: bool = true;

    #[inline]
    fn read(&mut self, _cycle: u64, address: u16, _bus: u8) -> u8 {
        self.peek(address)
    }

    #[inline]
    fn write(&mut self, _cycle: u64, _address: u16, _value: u8) {}

    #[inline]
    fn snoop(&mut self, address: u16, value: u8, is_write: bool) {
        if is_write && address & 0x1fff < 0x40 {
            self.bank = (value as usize % self.banks()) as u8;
        }
    }

    #[inline]
    fn peek(&self, address: u16) -> u8 {
        let bank = if address & 0x0800 == 0 { self.bank as usize } else { self.banks() - 1 };
        self.rom[bank << 11 | (address & 0x07ff) as usize]
    }

    fn image(&self) -> &[u8] {
        &self.rom
    }

    fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.u8(&mut self.bank);
    }

    fn is_valid(&self) -> bool {
        (self.bank as usize) < self.banks()
    }
}

impl Banks for Tigervision {
    const QUIET: Option<(u16, u16)> = Some((0x000, 0xfff));

    fn shown(&self) -> Shown {
        let (lower, upper) = (u32::from(self.bank) << 11, (self.banks() as u32 - 1) << 11);
        [lower, lower + 0x400, upper, upper + 0x400]
    }
}
