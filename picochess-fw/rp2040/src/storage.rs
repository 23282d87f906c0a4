//! Games in flash, spread over sixteen sectors so that none of them wears out.

use core::sync::atomic::Ordering::Relaxed;

use embassy_futures::block_on;
use picochess_fw::{Board, Config, SAVE_BYTES, Slot};
use sequential_storage::{
    cache::Cache,
    map::{MapConfig, MapStorage},
};

use crate::{
    flash::{ERASE, Flash, SIZE},
    telemetry::TELEMETRY,
};

/// The end of the flash, which memory.x keeps free.
const BYTES: u32 = 64 * 1024;
const PLACE: core::ops::Range<u32> = SIZE - BYTES..SIZE;
const _: () = assert!(BYTES >= 2 * ERASE);
/// A save and its key, in whole words.
const BUFFER: usize = (SAVE_BYTES + 1).next_multiple_of(4);

/// The two slots of saves.
pub(crate) struct Storage {
    buffer: [u8; BUFFER],
}

impl Storage {
    pub(crate) const fn new() -> Self {
        Self { buffer: [0; BUFFER] }
    }

    /// The board, as the saves say.
    pub(crate) fn board(&mut self, config: Config) -> Board {
        let mut other = [0; BUFFER];
        let a = Self::load(Slot::A, &mut self.buffer);
        let b = Self::load(Slot::B, &mut other);
        Board::new(config, [a, b])
    }

    fn map() -> MapStorage<u8, Flash, impl sequential_storage::cache::CacheImpl<u8>> {
        MapStorage::new(Flash, const { MapConfig::new(PLACE) }, Cache::new_uncached())
    }

    fn load(slot: Slot, buffer: &mut [u8]) -> Option<&[u8]> {
        block_on(Self::map().fetch_item(buffer, &(slot as u8))).ok().flatten()
    }

    /// Keeps a save. Core 1 must be parked.
    pub(crate) fn save(&mut self, slot: Slot, bytes: &[u8]) {
        let mut map = Self::map();
        let mut kept = block_on(map.store_item(&mut self.buffer, &(slot as u8), &bytes));
        if kept.is_err() {
            // What stands there is no map, or a broken one: begin it anew.
            let _ = block_on(map.erase_all());
            kept = block_on(map.store_item(&mut self.buffer, &(slot as u8), &bytes));
        }
        let [good, bad] = &TELEMETRY.saves;
        let count = if kept.is_ok() { good } else { bad };
        count.store(count.load(Relaxed) + 1, Relaxed);
    }
}
