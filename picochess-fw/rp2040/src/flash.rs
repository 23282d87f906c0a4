//! The flash that the program itself runs from: reading is plain memory, erasing and programming switches that off for
//! as long as it takes, so all that runs meanwhile must be in RAM or in the boot ROM.

use core::sync::atomic::{Ordering::SeqCst, compiler_fence};

use embedded_storage_async::nor_flash::{
    ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
};
#[cfg(feature = "original")]
use picochess_fw::original::{ROM_BYTES, is_rom};
use rp2040_hal::{rom_data, watchdog::Watchdog};

/// Bytes of the Pico's flash.
pub(crate) const SIZE: u32 = 2 * 1024 * 1024;
/// Bytes of a sector.
pub(crate) const ERASE: u32 = 4096;
/// Bytes that are programmed at a time.
const PAGE: usize = 256;
/// Where the flash is in memory.
const XIP: usize = 0x1000_0000;
/// The chip's command for a block of 64 KB; the ROM uses it where a range covers one.
const BLOCK: (u32, u8) = (64 * 1024, 0xD8);

/// What to do while the flash cannot be read.
#[derive(Clone, Copy)]
enum Job<'a> {
    /// Erase sectors: from, bytes.
    Erase(u32, usize),
    /// Program a page.
    Program(u32, &'a [u8; PAGE]),
}

/// The boot ROM's routines, and a copy of the second-stage boot loader, which makes the flash readable again.
struct Rom {
    connect: unsafe extern "C" fn(),
    exit_xip: unsafe extern "C" fn(),
    erase: unsafe extern "C" fn(u32, usize, u32, u8),
    program: unsafe extern "C" fn(u32, *const u8, usize),
    flush: unsafe extern "C" fn(),
    boot2: [u32; 64],
}

/// The flash. Core 1 must be parked while it is erased or written.
pub(crate) struct Flash {
    watchdog: Watchdog,
    /// Sectors whose erasure the watchdog takes for headway until the next look at the board.
    patience: u32,
}

impl Flash {
    pub(crate) const fn new(watchdog: Watchdog, patience: u32) -> Self {
        Self { watchdog, patience }
    }

    /// Feeds the watchdog, and allows so many sectors until the next time.
    pub(crate) fn feed(&mut self, patience: u32) {
        self.watchdog.feed();
        self.patience = patience;
    }
}

/// A range beyond the flash, or one that does not begin or end where it must.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Misplaced;

impl NorFlashError for Misplaced {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::NotAligned
    }
}

impl ErrorType for Flash {
    type Error = Misplaced;
}

/// The part of the flash from `offset` on.
fn part(offset: u32, length: usize) -> Result<*const u8, Misplaced> {
    let end = offset as usize + length;
    if end > SIZE as usize { Err(Misplaced) } else { Ok((XIP + offset as usize) as *const u8) }
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), Misplaced> {
        let from = part(offset, bytes.len())?;
        // SAFETY: `part` has checked that the range lies in the flash, which is mapped for reading at all times but
        // inside `work`; nothing is written there while this runs, since this is the only core that writes.
        unsafe { core::ptr::copy_nonoverlapping(from, bytes.as_mut_ptr(), bytes.len()) };
        Ok(())
    }

    fn capacity(&self) -> usize {
        SIZE as usize
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = ERASE as usize;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), Misplaced> {
        if !from.is_multiple_of(ERASE) || !to.is_multiple_of(ERASE) || to < from {
            return Err(Misplaced);
        }
        part(from, (to - from) as usize)?;
        // A sector at a time: a power failure or a look at the board waits for no more than one.
        for sector in (from..to).step_by(ERASE as usize) {
            perform(Job::Erase(sector, ERASE as usize));
            // A region of eight may take longer than the watchdog waits.
            if self.patience > 0 {
                self.feed(self.patience - 1);
            }
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), Misplaced> {
        part(offset, bytes.len())?;
        let mut at = offset as usize;
        let mut rest = bytes;
        while !rest.is_empty() {
            // Ones leave what is there: a page can be programmed piece by piece.
            let mut page = [0xFF; PAGE];
            let inside = at % PAGE;
            let (now, later) = rest.split_at(rest.len().min(PAGE - inside));
            page[inside..inside + now.len()].copy_from_slice(now);
            perform(Job::Program((at - inside) as u32, &page));
            at += now.len();
            rest = later;
        }
        Ok(())
    }
}

/// The cartridge's ROM, if `cargo xtask rom-uf2` has brought it into the flash.
#[cfg(feature = "original")]
pub(crate) fn cartridge() -> Option<&'static [u8; ROM_BYTES]> {
    unsafe extern "C" {
        /// memory.x keeps these bytes free of the program and of the games.
        #[link_name = "__cartridge"]
        static CARTRIDGE: [u8; ROM_BYTES];
    }
    // SAFETY: the bytes lie in the flash, whose content is always something, and nothing writes to them.
    let rom = unsafe { &CARTRIDGE };
    is_rom(rom).then_some(rom)
}

fn perform(job: Job<'_>) {
    let mut rom = Rom {
        connect: rom_data::connect_internal_flash::ptr(),
        exit_xip: rom_data::flash_exit_xip::ptr(),
        erase: rom_data::flash_range_erase::ptr(),
        program: rom_data::flash_range_program::ptr(),
        flush: rom_data::flash_flush_cache::ptr(),
        boot2: [0; 64],
    };
    // SAFETY: the first 256 bytes of the flash are the second-stage boot loader, by memory.x.
    unsafe { core::ptr::copy_nonoverlapping(XIP as *const u32, rom.boot2.as_mut_ptr(), rom.boot2.len()) };
    critical_section::with(|_| {
        compiler_fence(SeqCst);
        // SAFETY: interrupts are off on this core and core 1 is parked in RAM, so nothing reads the flash; DMA reads
        // the picture in RAM only. The job's range lies in the flash and was checked by the caller.
        unsafe { work(&rom, job) };
        compiler_fence(SeqCst);
    });
}

/// From RAM, with nothing in it that would be called in flash.
///
/// # Safety
/// Nothing else may read the flash meanwhile, and the job must lie in it, away from the program.
#[inline(never)]
#[unsafe(link_section = ".data.flash")]
unsafe fn work(rom: &Rom, job: Job<'_>) {
    // SAFETY: these are the boot ROM's routines, called in the order that its documentation asks for. The copy of the
    // boot loader is Thumb code (hence the odd address) that returns to its caller when it is called, as here, with a
    // return address.
    unsafe {
        (rom.connect)();
        (rom.exit_xip)();
        match job {
            Job::Erase(from, bytes) => (rom.erase)(from, bytes, BLOCK.0, BLOCK.1),
            Job::Program(at, page) => (rom.program)(at, page.as_ptr(), PAGE),
        }
        (rom.flush)();
        let boot2: unsafe extern "C" fn() =
            core::mem::transmute(rom.boot2.as_ptr().cast::<u8>().wrapping_add(1));
        boot2();
    }
}
