//! FE: two banks of 4 KB, switched by what goes over the stack.

use alloc::boxed::Box;

use tia::Archive;

use super::switched::{Banks, Shown};
use super::{Mapper, padded};

/// The cartridge sees `$01FE` go by and takes bits 7 to 5 of the data lines one cycle later. The stack begins at
/// `$01FF`: a JSR pushes the low byte of its return address at `$01FE`, and then reads the high byte of its target;
/// an RTS pulls the low byte at `$01FE`, and then the high byte of where it goes back to. So the bank follows bit 5
/// of the address that the program goes to: `$Fxxx` is the first, `$Dxxx` the second.
///
/// European patent application 84300730.3 leaves open how the three bits choose the bank; bit 5 alone is what the
/// cartridges need, which all have two.
#[derive(Clone)]
pub(crate) struct Activision {
    rom: Box<[u8; 0x2000]>,
    bank: u16,
    /// `$01FE` was on the address lines in the cycle before.
    seen: bool,
    /// Whether the cartridge has been read since power-on. The reset goes over the stack too, wherever that is then, and
    /// would leave the bank to chance: a game that starts in one bank only starts here.
    awake: bool,
}

impl Activision {
    pub(super) fn new(image: &[u8]) -> Self {
        Activision { rom: padded(image), bank: 0, seen: false, awake: false }
    }

    #[inline]
    fn cycle(&mut self, address: u16, value: u8) {
        if self.seen {
            self.bank = if value & 0x20 == 0 { 0x1000 } else { 0 };
        }
        self.seen = address & 0x1fff == 0x01fe;
    }
}

impl Mapper for Activision {
    const SNOOPS: bool = true;

    #[inline]
    fn read(&mut self, _cycle: u64, address: u16, _bus: u8) -> u8 {
        let value = self.peek(address);
        self.awake = true;
        self.cycle(address, value);
        value
    }

    #[inline]
    fn write(&mut self, _cycle: u64, address: u16, value: u8) {
        self.cycle(address, value);
    }

    #[inline]
    fn snoop(&mut self, address: u16, value: u8, _is_write: bool) {
        if self.awake {
            self.cycle(address, value);
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
        archive.bool(&mut self.seen);
        archive.bool(&mut self.awake);
    }

    fn is_valid(&self) -> bool {
        self.bank & !0x1000 == 0
    }
}

impl Banks for Activision {
    // A JSR reads the high byte of its target after it pushed: that read chooses the bank.
    const QUIET: Option<(u16, u16)> = None;

    fn shown(&self) -> Shown {
        let bank = u32::from(self.bank);
        [bank, bank + 0x400, bank + 0x800, bank + 0xc00]
    }
}
