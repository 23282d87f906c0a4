//! The board's way out.

use picochess_fw::{Ports, Slot, Sound};

use crate::{core1::Courier, storage::Storage};

/// Keeps games at once and sounds until the buzzer asks for them.
pub(crate) struct Outbox {
    storage: &'static mut Storage,
    pub(crate) courier: Courier,
    sound: Option<Sound>,
}

impl Outbox {
    pub(crate) fn new(storage: &'static mut Storage, courier: Courier) -> Self {
        Self { storage, courier, sound: None }
    }

    /// The last sound since the last call.
    pub(crate) fn take_sound(&mut self) -> Option<Sound> {
        self.sound.take()
    }

    /// Tells the watchdog that the firmware does what it is there for.
    pub(crate) fn feed_watchdog(&mut self) {
        self.storage.feed_watchdog();
    }
}

impl Ports for Outbox {
    fn sound(&mut self, sound: Sound) {
        self.sound = Some(sound);
    }

    // The board saves when a move has been accepted: nothing is under way on the board then.
    fn save(&mut self, slot: Slot, bytes: &[u8]) {
        let Self { storage, courier, .. } = self;
        courier.parked(|| storage.save(slot, bytes));
    }
}
