//! E0: four slices of 1 KB, of which three show any of eight.

use alloc::boxed::Box;

use tia::Archive;

use super::switched::{Banks, Shown};
use super::{Mapper, padded};

/// `$1FE0` to `$1FE7` choose what the first slice shows, `$1FE8` to `$1FEF` the second, `$1FF0` to `$1FF7` the
/// third. The fourth, with the hotspots and the vectors, is always the last.
#[derive(Clone)]
pub(crate) struct Parker {
    rom: Box<[u8; 0x2000]>,
    /// The kilobyte that each slice shows.
    slices: [u8; 4],
}

impl Parker {
    pub(super) fn new(image: &[u8]) -> Self {
        Parker { rom: padded(image), slices: [4, 5, 6, 7] }
    }

    #[inline]
    fn touch(&mut self, at: u16) {
        let hotspot = at.wrapping_sub(0x0fe0);
        if hotspot < 24 {
            self.slices[(hotspot >> 3) as usize] = (hotspot & 7) as u8;
        }
    }
}

impl Mapper for Parker {
    #[inline]
    fn read(&mut self, _cycle: u64, address: u16, _bus: u8) -> u8 {
        self.touch(address & 0x0fff);
        self.peek(address)
    }

    #[inline]
    fn write(&mut self, _cycle: u64, address: u16, _value: u8) {
        self.touch(address & 0x0fff);
    }

    #[inline]
    fn peek(&self, address: u16) -> u8 {
        let slice = u16::from(self.slices[(address >> 10 & 3) as usize]);
        self.rom[((slice << 10 | address & 0x03ff) & 0x1fff) as usize]
    }

    fn image(&self) -> &[u8] {
        &self.rom[..]
    }

    fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.bytes(&mut self.slices);
    }

    fn is_valid(&self) -> bool {
        self.slices.iter().all(|slice| *slice < 8) && self.slices[3] == 7
    }
}

impl Banks for Parker {
    const QUIET: Option<(u16, u16)> = Some((0x000, 0xfdf));

    fn shown(&self) -> Shown {
        self.slices.map(|slice| u32::from(slice) << 10)
    }
}
