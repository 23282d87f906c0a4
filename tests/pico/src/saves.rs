//! The saves in the flash, by the firmware's own layout, reached from outside.

use anyhow::{Result, ensure};
use embedded_storage_async::nor_flash::{ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash};
use picochess_fw::{SAVE_BYTES, STORE_BYTES, Save, Slot, Store};

use crate::image::FLASH_BYTES;

/// They are the end of the flash.
const START: u32 = FLASH_BYTES as u32 - STORE_BYTES;

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
    let kept = Store::new(Bytes(flash), START).store(slot, &encoded);
    ensure!(kept.is_ok(), "the save does not go into the flash");
    Ok(())
}

/// The save in a slot.
pub(crate) fn load(flash: &mut [u8], slot: Slot) -> Option<Save> {
    let mut buffer = [0; _];
    Store::new(Bytes(flash), START).load(slot, &mut buffer).and_then(Save::decode)
}
