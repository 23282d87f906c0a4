//! The flash: what is in it, and what its chip does while the ROM's functions run.

use crate::{bootrom::BootRom, image::FLASH_BYTES};

/// What the flash reads as while it cannot be read: an instruction that does not exist.
const UNREADABLE: u8 = 0xDE;
/// Typical times of the W25Q16JV's data sheet, in microseconds: a sector erased, a page programmed.
const ERASE_US: u64 = 45_000;
const PROGRAM_US: u64 = 400;

/// The flash.
#[derive(Clone, Debug)]
pub(crate) struct Flash {
    pub(crate) bytes: Vec<u8>,
    busy_until: Option<u64>,
    /// Sectors erased and pages programmed.
    pub(crate) erased: u32,
    pub(crate) programmed: u32,
}

/// What the emulator has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Nothing: the core is not in the ROM, or the chip is busy.
    None,
    /// Let the core return.
    Return,
    /// Show this in place of the flash, and let the core return.
    Show(Vec<u8>),
}

impl Flash {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, busy_until: None, erased: 0, programmed: 0 }
    }

    /// What becomes of a core whose program counter is `pc`. `arguments` are its r0 to r2, `data` reads its memory.
    pub(crate) fn look(
        &mut self,
        rom: &BootRom,
        pc: u32,
        now_us: u64,
        arguments: [u32; 3],
        data: impl Fn(u32, usize) -> Vec<u8>,
    ) -> Effect {
        if pc == rom.exit_xip {
            return Effect::Show(vec![UNREADABLE; FLASH_BYTES]);
        }
        if pc == rom.flush {
            return Effect::Show(self.bytes.clone());
        }
        if pc != rom.erase && pc != rom.program {
            return Effect::None;
        }
        let erase = pc == rom.erase;
        let until = *self.busy_until.get_or_insert(now_us + if erase { ERASE_US } else { PROGRAM_US });
        if now_us < until {
            return Effect::None;
        }
        self.busy_until = None;
        let at = arguments[0] as usize;
        if erase {
            let bytes = arguments[1] as usize;
            assert!(
                at.is_multiple_of(4096) && bytes.is_multiple_of(4096),
                "an erasure of {bytes} bytes at {at:#x}"
            );
            self.bytes[at..at + bytes].fill(0xFF);
            self.erased += (bytes / 4096) as u32;
        } else {
            let bytes = arguments[2] as usize;
            assert!(
                at.is_multiple_of(256) && bytes.is_multiple_of(256),
                "{bytes} bytes programmed at {at:#x}"
            );
            // Programming clears bits and never sets one.
            for (old, new) in self.bytes[at..at + bytes].iter_mut().zip(data(arguments[1], bytes)) {
                *old &= new;
            }
            self.programmed += (bytes / 256) as u32;
        }
        Effect::Return
    }
}
