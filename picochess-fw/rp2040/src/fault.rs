//! What happens where nothing more can be done: the watchdog starts the chip anew.

use core::{panic::PanicInfo, sync::atomic::Ordering::Relaxed};

use crate::telemetry::TELEMETRY;

/// Waits for the watchdog.
pub(crate) fn stop() -> ! {
    loop {
        cortex_m::asm::nop();
    }
}

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    let line = info.location().map_or(1, core::panic::Location::line);
    TELEMETRY.panicked_in_line.store(line, Relaxed);
    stop()
}
