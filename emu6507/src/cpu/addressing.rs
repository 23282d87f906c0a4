//! Bus cycles with RDY, and the addressing modes made of them.

use super::operation::Operation;
use super::{Bus, Cpu};

/// What an indexed mode found: the sum as the low adder leaves it, and the true one.
pub(super) struct Indexed {
    /// High byte not yet corrected.
    pub uncorrected: u16,
    /// Where the access goes.
    pub address: u16,
}

impl Indexed {
    #[inline(always)]
    fn new(base: u16, index: u8) -> Self {
        let address = base.wrapping_add(index as u16);
        Indexed { uncorrected: base & 0xff00 | address & 0x00ff, address }
    }
}

#[inline(always)]
pub(super) fn read<B: Bus>(bus: &mut B, address: u16) -> u8 {
    let mut value = bus.read(address);
    while !bus.ready() {
        value = bus.read(address);
    }
    value
}

#[inline(always)]
pub(super) fn dummy<B: Bus>(bus: &mut B, address: u16) {
    bus.dummy_read(address);
    while !bus.ready() {
        bus.dummy_read(address);
    }
}

/// The dummy read of an indexed mode. If RDY holds it, the repeats already have the corrected address.
/// Returns whether it was held.
#[inline(always)]
pub(super) fn dummy_indexed<B: Bus>(bus: &mut B, at: &Indexed) -> bool {
    bus.dummy_read(at.uncorrected);
    let mut held = false;
    while !bus.ready() {
        bus.dummy_read(at.address);
        held = true;
    }
    held
}

/// A pointer in the zero page, where the second byte's address wraps.
#[inline(always)]
fn pointer<B: Bus>(bus: &mut B, at: u8) -> u16 {
    let low = read(bus, at as u16);
    let high = read(bus, at.wrapping_add(1) as u16);
    u16::from_le_bytes([low, high])
}

/// A read by an indexed mode: one cycle more if the index crosses a page.
#[inline(always)]
pub(super) fn read_indexed<B: Bus>(bus: &mut B, at: &Indexed) -> u8 {
    if at.uncorrected != at.address {
        dummy_indexed(bus, at);
    }
    read(bus, at.address)
}

/// A write by an indexed mode: the dummy read is there whether or not the index crosses a page.
#[inline(always)]
pub(super) fn write_indexed<B: Bus>(bus: &mut B, at: &Indexed, value: u8) {
    dummy_indexed(bus, at);
    bus.write_last(at.address, value);
}

/// The undocumented stores `SHA`, `SHX`, `SHY` and `TAS`: the register is `ANDed` with the base's high byte plus
/// one on its way out, unless RDY holds the cycle before; if the index crosses a page, that AND also
/// becomes the high byte of the address.
#[inline(always)]
pub(super) fn store_high<B: Bus>(bus: &mut B, at: &Indexed, register: u8) {
    let masked = register & ((at.uncorrected >> 8) as u8).wrapping_add(1);
    let address =
        if at.uncorrected == at.address { at.address } else { (masked as u16) << 8 | at.address & 0x00ff };
    let held = dummy_indexed(bus, &Indexed { uncorrected: at.uncorrected, address });
    bus.write_last(address, if held { register } else { masked });
}

impl Cpu {
    /// Address of the top of the stack.
    #[inline(always)]
    pub(super) const fn stack(&self) -> u16 {
        0x0100 | self.s as u16
    }

    /// The read of the opcode at PC, which stays there: the first cycle of an instruction of a chip that is not jammed.
    #[inline(always)]
    pub fn read_opcode<B: Bus>(&self, bus: &mut B) -> u8 {
        let mut opcode = bus.fetch(self.pc);
        while !bus.ready() {
            opcode = bus.fetch(self.pc);
        }
        opcode
    }

    #[inline(always)]
    pub(super) fn fetch<B: Bus>(&mut self, bus: &mut B) -> u8 {
        let opcode = self.read_opcode(bus);
        self.pc = self.pc.wrapping_add(1);
        opcode
    }

    #[inline(always)]
    pub(super) fn operand<B: Bus>(&mut self, bus: &mut B) -> u8 {
        let mut value = bus.operand(self.pc);
        while !bus.ready() {
            value = bus.operand(self.pc);
        }
        self.pc = self.pc.wrapping_add(1);
        value
    }

    /// The read of the byte at the program counter that one-byte instructions and branches make in passing.
    #[inline(always)]
    pub(super) fn idle<B: Bus>(&mut self, bus: &mut B) {
        bus.idle_operand(self.pc);
        while !bus.ready() {
            bus.idle_operand(self.pc);
        }
    }

    #[inline(always)]
    pub(super) fn zero_page<B: Bus>(&mut self, bus: &mut B) -> u16 {
        self.operand(bus) as u16
    }

    #[inline(always)]
    pub(super) fn zero_page_indexed<B: Bus>(&mut self, bus: &mut B, index: u8) -> u16 {
        let base = self.operand(bus);
        dummy(bus, base as u16);
        base.wrapping_add(index) as u16
    }

    #[inline(always)]
    pub(super) fn absolute<B: Bus>(&mut self, bus: &mut B) -> u16 {
        let low = self.operand(bus);
        let high = self.operand(bus);
        u16::from_le_bytes([low, high])
    }

    #[inline(always)]
    pub(super) fn absolute_indexed<B: Bus>(&mut self, bus: &mut B, index: u8) -> Indexed {
        Indexed::new(self.absolute(bus), index)
    }

    #[inline(always)]
    pub(super) fn indexed_indirect<B: Bus>(&mut self, bus: &mut B) -> u16 {
        let at = self.zero_page_indexed(bus, self.x) as u8;
        pointer(bus, at)
    }

    #[inline(always)]
    pub(super) fn indirect_indexed<B: Bus>(&mut self, bus: &mut B) -> Indexed {
        let at = self.operand(bus);
        Indexed::new(pointer(bus, at), self.y)
    }

    /// Read, write the old value back, write the new one.
    #[inline(always)]
    pub(super) fn modify<B: Bus>(&mut self, bus: &mut B, address: u16, operation: impl Operation) {
        let value = read(bus, address);
        bus.write(address, value);
        let result = operation.apply(self, value);
        bus.write_last(address, result);
    }

    #[inline(always)]
    pub(super) fn modify_indexed<B: Bus>(&mut self, bus: &mut B, at: &Indexed, operation: impl Operation) {
        dummy_indexed(bus, at);
        self.modify(bus, at.address, operation);
    }

    #[inline(always)]
    pub(super) fn push<B: Bus>(&mut self, bus: &mut B, value: u8) {
        bus.write(self.stack(), value);
        self.s = self.s.wrapping_sub(1);
    }

    #[inline(always)]
    pub(super) fn push_last<B: Bus>(&mut self, bus: &mut B, value: u8) {
        bus.write_last(self.stack(), value);
        self.s = self.s.wrapping_sub(1);
    }

    #[inline(always)]
    pub(super) fn pull<B: Bus>(&mut self, bus: &mut B) -> u8 {
        self.s = self.s.wrapping_add(1);
        read(bus, self.stack())
    }

    #[inline(always)]
    pub(super) fn branch<B: Bus>(&mut self, bus: &mut B, taken: bool) {
        let offset = self.operand(bus) as i8;
        if taken {
            self.idle(bus);
            let target = self.pc.wrapping_add(offset as u16);
            let uncorrected = self.pc & 0xff00 | target & 0x00ff;
            if uncorrected != target {
                dummy_indexed(bus, &Indexed { uncorrected, address: target });
            }
            self.pc = target;
        }
    }
}
