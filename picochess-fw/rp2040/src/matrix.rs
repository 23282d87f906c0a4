//! The matrix of reeds and keys: a row is driven, the columns are read.

use embedded_hal::digital::OutputPin;
use picochess_fw::Keys;
use rp2040_hal::{
    Timer,
    gpio::{
        DynPinId, FunctionNull, FunctionSioInput, FunctionSioOutput, Pin, PinId, PinState, PullDown,
        ValidFunction,
        bank0::{
            Gpio0, Gpio1, Gpio2, Gpio3, Gpio4, Gpio5, Gpio6, Gpio7, Gpio8, Gpio9, Gpio10, Gpio11, Gpio12,
            Gpio13, Gpio14, Gpio15, Gpio22,
        },
    },
    sio::Sio,
};

/// A pin as it is after reset.
type Fresh<I> = Pin<I, FunctionNull, PullDown>;
/// Pins of the rows, GPIO 0 to 7.
pub(crate) type Rows = (
    Fresh<Gpio0>,
    Fresh<Gpio1>,
    Fresh<Gpio2>,
    Fresh<Gpio3>,
    Fresh<Gpio4>,
    Fresh<Gpio5>,
    Fresh<Gpio6>,
    Fresh<Gpio7>,
);
/// Pins of the columns, GPIO 8 to 15.
pub(crate) type Columns = (
    Fresh<Gpio8>,
    Fresh<Gpio9>,
    Fresh<Gpio10>,
    Fresh<Gpio11>,
    Fresh<Gpio12>,
    Fresh<Gpio13>,
    Fresh<Gpio14>,
    Fresh<Gpio15>,
);

/// How long a row is driven before the columns are read, in microseconds: the wires along the board and the pull-down
/// resistors take their time, and 1 us has proved too short.
const SETTLE_US: u32 = 10;
/// The first column's pin.
const FIRST_COLUMN: u32 = 8;
/// The keypad's column.
const KEY_COLUMN: u32 = 22;

/// What a scan has found.
pub(crate) struct Contacts {
    /// Closed reeds: bit 0 a1, bit 63 h8.
    pub(crate) reeds: u64,
    /// Keys held.
    pub(crate) keys: Keys,
    /// How long the scan took, in microseconds.
    pub(crate) scan_us: u32,
}

/// The matrix.
pub(crate) struct Matrix {
    rows: [Pin<DynPinId, FunctionSioOutput, PullDown>; 8],
    _columns: [Pin<DynPinId, FunctionSioInput, PullDown>; 9],
    timer: Timer,
}

fn row<I: PinId + ValidFunction<FunctionSioOutput>>(
    pin: Fresh<I>,
) -> Pin<DynPinId, FunctionSioOutput, PullDown> {
    pin.into_push_pull_output_in_state(PinState::Low).into_dyn_pin()
}

fn column<I: PinId + ValidFunction<FunctionSioInput>>(
    pin: Fresh<I>,
) -> Pin<DynPinId, FunctionSioInput, PullDown> {
    pin.into_pull_down_input().into_dyn_pin()
}

impl Matrix {
    pub(crate) fn new(rows: Rows, columns: Columns, key_column: Fresh<Gpio22>, timer: Timer) -> Self {
        let (r0, r1, r2, r3, r4, r5, r6, r7) = rows;
        let (c0, c1, c2, c3, c4, c5, c6, c7) = columns;
        Self {
            rows: [row(r0), row(r1), row(r2), row(r3), row(r4), row(r5), row(r6), row(r7)],
            _columns: [
                column(c0),
                column(c1),
                column(c2),
                column(c3),
                column(c4),
                column(c5),
                column(c6),
                column(c7),
                column(key_column),
            ],
            timer,
        }
    }

    /// Looks at all reeds and keys, once.
    pub(crate) fn scan(&mut self) -> Contacts {
        let began = self.timer.get_counter_low();
        let (mut reeds, mut keys) = (0u64, Keys::NONE);
        for (number, row) in self.rows.iter_mut().enumerate() {
            // A pin that is an output cannot fail.
            let _ = row.set_high();
            let driven = self.timer.get_counter_low();
            // The counter shows whole microseconds: one more of them makes sure of the last.
            while self.timer.get_counter_low().wrapping_sub(driven) <= SETTLE_US {}
            let pins = Sio::read_bank0();
            let _ = row.set_low();
            reeds |= u64::from(pins >> FIRST_COLUMN & 0xFF) << (8 * number);
            if pins >> KEY_COLUMN & 1 != 0
                && let Some(&key) = Keys::ALL.get(number)
            {
                keys = keys.with(key);
            }
        }
        let scan_us = self.timer.get_counter_low().wrapping_sub(began);
        Contacts { reeds, keys, scan_us }
    }
}
