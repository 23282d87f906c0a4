//! Games in flash.

use core::sync::atomic::Ordering::Relaxed;

use picochess_fw::{Board, Config, STORE_BYTES, Slot, Store};
use rp2040_hal::watchdog::Watchdog;

use crate::{
    flash::{ERASE, Flash, SIZE},
    telemetry::TELEMETRY,
};

/// The end of the flash, which memory.x keeps free.
const START: u32 = SIZE - STORE_BYTES;
/// Sectors that a save erases at most: a slot's region as a whole, and once more what a broken log takes.
const SECTORS: u32 = STORE_BYTES / ERASE;

/// The two slots of saves.
pub(crate) struct Storage {
    store: Store<Flash>,
}

impl Storage {
    pub(crate) const fn new(watchdog: Watchdog) -> Self {
        Self { store: Store::new(Flash::new(watchdog, SECTORS), START) }
    }

    /// The board, as the saves say. Core 1 must not have been started: a repair may write.
    pub(crate) fn board(&mut self, config: Config) -> Board {
        let (mut a, mut b) = ([0; _], [0; _]);
        let slots = [self.store.load(Slot::A, &mut a), self.store.load(Slot::B, &mut b)];
        Board::new(config, slots)
    }

    /// Keeps a save. Core 1 must be parked.
    pub(crate) fn save(&mut self, slot: Slot, bytes: &[u8]) {
        let kept = self.store.store(slot, bytes);
        let [good, bad] = &TELEMETRY.saves;
        let count = if kept.is_ok() { good } else { bad };
        count.store(count.load(Relaxed) + 1, Relaxed);
    }

    /// Tells the watchdog that the firmware does what it is there for. Erasures do so too, between two looks.
    pub(crate) fn feed_watchdog(&mut self) {
        self.store.flash().feed(SECTORS);
    }
}
