//! The place of the saves in the flash, as the firmware lays it out, reached from outside.

use anyhow::{Context as _, Result, anyhow};
use embassy_futures::block_on;
use embedded_storage_async::nor_flash::{ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash};
use picochess_fw::{SAVE_BYTES, Save, Slot};
use sequential_storage::{
    cache::Cache,
    map::{MapConfig, MapStorage},
};

use crate::image::FLASH_BYTES;

/// The last 64 KB.
const PLACE: std::ops::Range<u32> = FLASH_BYTES as u32 - 64 * 1024..FLASH_BYTES as u32;

/// A flash in memory.
struct Bytes<'a>(&'a mut [u8]);

impl ErrorType for Bytes<'_> {
    type Error = NorFlashErrorKind;
}

impl ReadNorFlash for Bytes<'_> {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        let from = self.0.get(offset as usize..offset as usize + bytes.len());
        bytes.copy_from_slice(from.ok_or(NorFlashErrorKind::OutOfBounds)?);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.0.len()
    }
}

impl NorFlash for Bytes<'_> {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = 4096;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        self.0[from as usize..to as usize].fill(0xFF);
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        for (old, new) in self.0[offset as usize..].iter_mut().zip(bytes) {
            *old &= new;
        }
        Ok(())
    }
}

/// Keeps a save in a slot.
pub(crate) fn store(flash: &mut [u8], slot: Slot, save: &Save) -> Result<()> {
    let mut encoded = heapless::Vec::<u8, SAVE_BYTES>::new();
    save.encode(&mut encoded);
    let config = MapConfig::try_new(PLACE).ok().context("the place of the saves is none")?;
    let mut map = MapStorage::<u8, _, _>::new(Bytes(flash), config, Cache::new_uncached());
    let mut buffer = [0; SAVE_BYTES.next_multiple_of(4) + 4];
    block_on(map.store_item(&mut buffer, &(slot as u8), &encoded.as_slice()))
        .map_err(|error| anyhow!("the save does not go into the flash: {error:?}"))
}
