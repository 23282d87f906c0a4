//! The six input pins.

use crate::archive::Archive;

/// What is connected to an input pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pin {
    /// Driven high or low.
    Level(bool),
    /// I0 to I3 only: a capacitor behind a potentiometer. It is charged so many 6507 cycles after VBLANK bit 7
    /// stopped grounding it; `u32::MAX`: never.
    Charge(u32),
}

/// I0 to I5, the transistors that ground I0 to I3, and the latches of I4 and I5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inputs {
    pins: [Pin; 6],
    /// VBLANK bit 7.
    dump: bool,
    /// VBLANK bit 6.
    latching: bool,
    /// A latched pin has been low.
    held_low: [bool; 2],
    /// Cycle of the write that opened the transistors.
    released: u64,
}

impl Inputs {
    pub(crate) fn new() -> Self {
        Self { pins: [Pin::Level(true); 6], dump: false, latching: false, held_low: [false; 2], released: 0 }
    }

    pub(crate) fn write_vblank(&mut self, cycle: u64, value: u8) {
        if self.dump && value & 0x80 == 0 {
            self.released = cycle;
        }
        self.dump = value & 0x80 != 0;
        self.latching = value & 0x40 != 0;
        self.settle();
    }

    pub(crate) fn set(&mut self, pin: usize, value: Pin) {
        self.pins[pin] = value;
        self.settle();
    }

    fn settle(&mut self) {
        for index in 0..2 {
            let low = self.pins[4 + index] != Pin::Level(true);
            self.held_low[index] = self.latching && (low || self.held_low[index]);
        }
    }

    /// Level of INPT`pin` in this cycle.
    pub(crate) fn read(&self, cycle: u64, pin: usize) -> bool {
        match self.pins[pin] {
            _ if pin < 4 && self.dump => false,
            Pin::Level(level) => level && (pin < 4 || !self.held_low[pin - 4]),
            Pin::Charge(u32::MAX) => false,
            Pin::Charge(cycles) => cycle.saturating_sub(self.released) >= u64::from(cycles),
        }
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        for pin in &mut self.pins {
            let (mut kind, mut value) = match *pin {
                Pin::Level(level) => (0, u32::from(level)),
                Pin::Charge(cycles) => (1, cycles),
            };
            archive.u8(&mut kind);
            archive.u32(&mut value);
            *pin = if kind == 0 { Pin::Level(value != 0) } else { Pin::Charge(value) };
        }
        archive.bool(&mut self.dump);
        archive.bool(&mut self.latching);
        for wire in &mut self.held_low {
            archive.bool(wire);
        }
        archive.u64(&mut self.released);
    }
}
