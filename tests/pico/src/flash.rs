//! The flash: what is in it, and what its chip does while the ROM's functions run.

use anyhow::{Result, bail, ensure};

use crate::{
    bootrom::BootRom,
    image::{FLASH_BYTES, XIP},
};

/// What the flash reads as while it cannot be read: an instruction that does not exist.
const UNREADABLE: u8 = 0xDE;
/// Typical times of the W25Q16JV's data sheet, in microseconds: a sector erased, a page programmed.
const ERASE_US: u64 = 45_000;
const PROGRAM_US: u64 = 400;

/// How far a program has come that wants to write into the flash: the ROM's functions in their order, then the
/// second-stage boot loader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The flash is memory.
    Readable,
    /// After `connect_internal_flash`.
    Connected,
    /// After `flash_exit_xip`: the flash takes commands.
    Commands,
    /// After `flash_flush_cache`: the boot loader has yet to run.
    Flushed,
}

/// A core, as it stands in front of the flash.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller {
    /// Its number.
    pub(crate) core: usize,
    /// Its program counter.
    pub(crate) pc: u32,
    /// Its registers r0 to r2.
    pub(crate) arguments: [u32; 3],
    /// Whether an interrupt can come.
    pub(crate) interruptible: bool,
}

/// The flash.
#[derive(Clone, Debug)]
pub(crate) struct Flash {
    pub(crate) bytes: Vec<u8>,
    stage: Stage,
    busy_until: Option<u64>,
    /// How long a sector takes to be erased, in microseconds.
    pub(crate) erase_us: u64,
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
    /// Show nonsense in place of the flash, forget how the flash is read as memory, and let the core return.
    Hide(Vec<u8>),
}

impl Flash {
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        Self { bytes, stage: Stage::Readable, busy_until: None, erase_us: ERASE_US, erased: 0, programmed: 0 }
    }

    /// The power has come: the boot ROM makes the flash readable.
    pub(crate) fn power_on(&mut self) {
        (self.stage, self.busy_until) = (Stage::Readable, None);
    }

    /// Whether the flash is memory.
    pub(crate) fn is_readable(&self) -> bool {
        matches!(self.stage, Stage::Readable | Stage::Connected)
    }

    /// Whether the second-stage boot loader may run.
    pub(crate) fn awaits_boot_loader(&self) -> bool {
        self.stage == Stage::Flushed
    }

    /// The second-stage boot loader has run.
    pub(crate) fn booted(&mut self, interruptible: bool) -> Result<()> {
        ensure!(!interruptible, "an interrupt could come before the boot loader has made the flash readable");
        self.stage = Stage::Readable;
        Ok(())
    }

    /// What becomes of a core. `data` reads its memory.
    ///
    /// # Errors
    /// If it does what a chip would not survive.
    pub(crate) fn look(
        &mut self,
        rom: &BootRom,
        caller: Caller,
        now_us: u64,
        data: impl Fn(u32, usize) -> Vec<u8>,
    ) -> Result<Effect> {
        let Caller { core, pc, arguments, interruptible } = caller;
        if !self.is_readable() && (XIP..XIP + FLASH_BYTES as u32).contains(&pc) {
            bail!("core {core} runs in the flash at {pc:#x} while the flash cannot be read");
        }
        let (name, after, next) = match pc {
            _ if pc == rom.connect => ("connect_internal_flash", Stage::Readable, Stage::Connected),
            _ if pc == rom.exit_xip => ("flash_exit_xip", Stage::Connected, Stage::Commands),
            _ if pc == rom.erase => ("flash_range_erase", Stage::Commands, Stage::Commands),
            _ if pc == rom.program => ("flash_range_program", Stage::Commands, Stage::Commands),
            _ if pc == rom.flush => ("flash_flush_cache", Stage::Commands, Stage::Flushed),
            _ => return Ok(Effect::None),
        };
        ensure!(core == 0, "{name} on core {core}");
        ensure!(!interruptible, "{name} while interrupts are on");
        ensure!(self.stage == after, "{name} in the wrong order: the flash is {:?}", self.stage);
        if pc != rom.erase && pc != rom.program {
            self.stage = next;
            let hides = pc == rom.exit_xip;
            return Ok(if hides { Effect::Hide(vec![UNREADABLE; FLASH_BYTES]) } else { Effect::Return });
        }
        let erase = pc == rom.erase;
        let [at, from, _] = arguments;
        let (unit, bytes) = if erase { (4096, from) } else { (256, arguments[2]) };
        let (at, bytes) = (at as usize, bytes as usize);
        ensure!(
            at.is_multiple_of(unit) && bytes.is_multiple_of(unit) && at + bytes <= FLASH_BYTES,
            "{name} of {bytes} bytes at {at:#x}"
        );
        let count = (bytes / unit) as u64;
        let takes = count * if erase { self.erase_us } else { PROGRAM_US };
        if now_us < *self.busy_until.get_or_insert(now_us + takes) {
            return Ok(Effect::None);
        }
        self.busy_until = None;
        if erase {
            self.bytes[at..at + bytes].fill(0xFF);
            self.erased += count as u32;
        } else {
            ensure!(from >= 0x2000_0000, "a page is programmed from {from:#x}, which is not RAM");
            // Programming clears bits and never sets one.
            for (old, new) in self.bytes[at..at + bytes].iter_mut().zip(data(from, bytes)) {
                *old &= new;
            }
            self.programmed += count as u32;
        }
        Ok(Effect::Return)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls the ROM's functions in this order, each until it returns.
    fn call(order: &[u32], core: usize, interruptible: bool) -> Result<Flash> {
        let rom = BootRom::new();
        let mut flash = Flash::new(vec![0; FLASH_BYTES]);
        let mut now = 0;
        for &pc in order {
            let caller = Caller { core, pc, arguments: [0x1000, 0x1000, 0], interruptible };
            while flash.look(&rom, caller, now, |_, bytes| vec![0; bytes])? == Effect::None {
                now += 1_000;
            }
        }
        Ok(flash)
    }

    #[test]
    fn the_order_of_the_roms_functions_is_demanded() {
        let BootRom { connect, exit_xip, erase, flush, .. } = BootRom::new();
        let right = [connect, exit_xip, erase, flush];
        let mut flash = call(&right, 0, false).unwrap();
        assert_eq!((&flash.bytes[0x0FFF..0x1001], flash.bytes[0x2000]), (&[0, 0xFF][..], 0));
        assert!(!flash.is_readable() && flash.awaits_boot_loader());
        assert!(flash.booted(true).is_err());
        flash.booted(false).unwrap();
        assert!(flash.is_readable());
        for left_out in 0..3 {
            let mut wrong = right.to_vec();
            wrong.remove(left_out);
            assert_eq!(call(&wrong, 0, false).is_err(), left_out != 2, "without the call {left_out}");
        }
        assert!(call(&[connect, exit_xip, erase, connect], 0, false).is_err());
        assert!(call(&right, 1, false).is_err() && call(&right, 0, true).is_err());
    }

    #[test]
    fn nobody_runs_in_a_flash_that_cannot_be_read() {
        let rom = BootRom::new();
        let mut flash = call(&[rom.connect, rom.exit_xip], 0, false).unwrap();
        for (core, pc, survives) in [(0, XIP + 0x100, false), (1, XIP + 0x100, false), (1, 0x2000_0000, true)]
        {
            let caller = Caller { core, pc, arguments: [0; 3], interruptible: false };
            assert_eq!(
                flash.look(&rom, caller, 0, |_, _| Vec::new()).is_ok(),
                survives,
                "core {core} at {pc:#x}"
            );
        }
    }
}
