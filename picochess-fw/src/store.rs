//! Games in flash: a region for each of the two slots, and in each a log that wears its sectors evenly.
//!
//! A slot's region is written and erased when that slot is written and at no other time. So whatever a power failure in
//! the middle of an erasure leaves in one of them, the other one holds the save before.

use core::ops::Range;

use embassy_futures::block_on;
use embedded_storage_async::nor_flash::NorFlash;
use sequential_storage::{
    cache::{Cache, CacheImpl},
    map::{MapConfig, MapStorage},
};

use crate::{SAVE_BYTES, Slot};

/// Bytes of flash that the two slots take.
pub const STORE_BYTES: u32 = 64 * 1024;
/// Bytes of a slot's region.
const REGION: u32 = STORE_BYTES / 2;
/// A save and its key, in whole words.
const BUFFER: usize = (SAVE_BYTES + 1).next_multiple_of(4);

/// Room for a save that is read.
pub type SaveBuffer = [u8; BUFFER];

/// A save that the flash does not take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotKept;

/// The two slots of saves in a flash.
///
/// Reading may repair what a power failure has left, so all calls may erase and write.
#[derive(Debug)]
pub struct Store<F> {
    flash: F,
    start: u32,
    buffer: SaveBuffer,
}

impl<F: NorFlash> Store<F> {
    /// The saves in the [`STORE_BYTES`] from `start` on, which must be the beginning of a sector.
    pub const fn new(flash: F, start: u32) -> Self {
        const {
            assert!(REGION.is_multiple_of(F::ERASE_SIZE as u32) && REGION >= 2 * F::ERASE_SIZE as u32);
            assert!(BUFFER.is_multiple_of(F::WRITE_SIZE) && BUFFER + 32 <= F::ERASE_SIZE);
        }
        Self { flash, start, buffer: [0; BUFFER] }
    }

    /// The flash.
    pub fn flash(&mut self) -> &mut F {
        &mut self.flash
    }

    /// What was kept in a slot last, or `None` where there is nothing, or nothing that can be read.
    pub fn load<'a>(&mut self, slot: Slot, buffer: &'a mut SaveBuffer) -> Option<&'a [u8]> {
        fetch(&mut self.flash, region(self.start, slot), slot, buffer)
    }

    /// Keeps a save in a slot, and reads it back. The other slot stays as it is.
    ///
    /// # Errors
    /// If it cannot be read back, even after the slot's region has been erased as a whole.
    pub fn store(&mut self, slot: Slot, bytes: &[u8]) -> Result<(), NotKept> {
        let Self { flash, start, buffer } = self;
        let region = region(*start, slot);
        if keep(flash, region.clone(), slot, buffer, bytes) {
            return Ok(());
        }
        // What stands there is no log, or a broken one: begin it anew.
        block_on(flash.erase(region.start, region.end)).map_err(|_| NotKept)?;
        if keep(flash, region, slot, buffer, bytes) { Ok(()) } else { Err(NotKept) }
    }
}

const fn region(start: u32, slot: Slot) -> Range<u32> {
    let start = start + slot as u32 * REGION;
    start..start + REGION
}

/// The log of a region, or `None` where the region does not begin with a sector.
fn log<F: NorFlash>(flash: &mut F, region: Range<u32>) -> Option<MapStorage<u8, &mut F, impl CacheImpl<u8>>> {
    let config = MapConfig::try_new(region).ok()?;
    Some(MapStorage::new(flash, config, Cache::new_uncached()))
}

fn fetch<'a, F: NorFlash>(
    flash: &mut F,
    region: Range<u32>,
    slot: Slot,
    buffer: &'a mut SaveBuffer,
) -> Option<&'a [u8]> {
    block_on(log(flash, region)?.fetch_item(buffer, &(slot as u8))).ok().flatten()
}

/// Writes a save; says whether it can be read back. A log that a power failure has left half erased may take a save and
/// still give back an older one.
fn keep<F: NorFlash>(
    flash: &mut F,
    region: Range<u32>,
    slot: Slot,
    buffer: &mut SaveBuffer,
    bytes: &[u8],
) -> bool {
    let Some(mut log) = log(flash, region.clone()) else { return false };
    let kept = block_on(log.store_item(buffer, &(slot as u8), &bytes)).is_ok();
    drop(log);
    kept && fetch(flash, region, slot, buffer) == Some(bytes)
}
