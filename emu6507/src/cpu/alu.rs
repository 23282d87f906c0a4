//! Arithmetic of the NMOS chip, decimal mode and undocumented operations included.
//!
//! The decimal formulas are those that Bruce Clark published for the NMOS 6502: in ADC, Z comes from the
//! binary sum while N and V come from the half-corrected one; in SBC all flags are those of binary mode.

use super::Cpu;

/// What the data bus holds when the opcodes 8B and AB open two drivers at once: an analogue value that
/// differs from chip to chip and with temperature. `EE` is the one most often met.
const MAGIC: u8 = 0xee;

impl Cpu {
    #[inline(always)]
    pub(super) fn nz(&mut self, value: u8) {
        self.n = value;
        self.z = value;
    }

    #[inline(always)]
    pub(super) fn lda(&mut self, value: u8) {
        self.a = value;
        self.nz(value);
    }

    #[inline(always)]
    pub(super) fn ldx(&mut self, value: u8) {
        self.x = value;
        self.nz(value);
    }

    #[inline(always)]
    pub(super) fn ldy(&mut self, value: u8) {
        self.y = value;
        self.nz(value);
    }

    #[inline(always)]
    pub(super) fn ora(&mut self, value: u8) {
        self.lda(self.a | value);
    }

    #[inline(always)]
    pub(super) fn and(&mut self, value: u8) {
        self.lda(self.a & value);
    }

    #[inline(always)]
    pub(super) fn eor(&mut self, value: u8) {
        self.lda(self.a ^ value);
    }

    #[inline(always)]
    pub(super) fn bit(&mut self, value: u8) {
        self.n = value;
        self.v = value & 0x40 != 0;
        self.z = self.a & value;
    }

    #[inline(always)]
    pub(super) fn compare(&mut self, register: u8, value: u8) {
        self.c = register >= value;
        self.nz(register.wrapping_sub(value));
    }

    #[inline(always)]
    pub(super) fn adc(&mut self, value: u8) {
        if self.d {
            self.adc_decimal(value);
        } else {
            self.add_binary(value);
        }
    }

    #[inline(always)]
    pub(super) fn sbc(&mut self, value: u8) {
        if self.d {
            self.sbc_decimal(value);
        } else {
            self.add_binary(!value);
        }
    }

    #[inline(always)]
    fn add_binary(&mut self, value: u8) {
        let sum = self.a as u16 + value as u16 + self.c as u16;
        let result = sum as u8;
        self.c = sum > 0xff;
        self.v = (self.a ^ result) & (value ^ result) & 0x80 != 0;
        self.lda(result);
    }

    #[inline(always)]
    fn adc_decimal(&mut self, value: u8) {
        let (a, m, c) = (self.a as u16, value as u16, self.c as u16);
        let mut low = (a & 0x0f) + (m & 0x0f) + c;
        if low > 0x09 {
            low = ((low + 0x06) & 0x0f) + 0x10;
        }
        let mut sum = (a & 0xf0) + (m & 0xf0) + low;
        self.z = (a + m + c) as u8;
        self.n = sum as u8;
        self.v = (a ^ sum) & (m ^ sum) & 0x80 != 0;
        if sum > 0x9f {
            sum += 0x60;
        }
        self.c = sum > 0xff;
        self.a = sum as u8;
    }

    #[inline(always)]
    fn sbc_decimal(&mut self, value: u8) {
        let (a, m, c) = (self.a as i16, value as i16, self.c as i16);
        let mut low = (a & 0x0f) - (m & 0x0f) + c - 1;
        if low < 0 {
            low = ((low - 0x06) & 0x0f) - 0x10;
        }
        let mut difference = (a & 0xf0) - (m & 0xf0) + low;
        if difference < 0 {
            difference -= 0x60;
        }
        self.add_binary(!value);
        self.a = difference as u8;
    }

    #[inline(always)]
    pub(super) fn asl(&mut self, value: u8) -> u8 {
        self.c = value & 0x80 != 0;
        let result = value << 1;
        self.nz(result);
        result
    }

    #[inline(always)]
    pub(super) fn lsr(&mut self, value: u8) -> u8 {
        self.c = value & 0x01 != 0;
        let result = value >> 1;
        self.nz(result);
        result
    }

    #[inline(always)]
    pub(super) fn rol(&mut self, value: u8) -> u8 {
        let result = value << 1 | self.c as u8;
        self.c = value & 0x80 != 0;
        self.nz(result);
        result
    }

    #[inline(always)]
    pub(super) fn ror(&mut self, value: u8) -> u8 {
        let result = value >> 1 | (self.c as u8) << 7;
        self.c = value & 0x01 != 0;
        self.nz(result);
        result
    }

    #[inline(always)]
    pub(super) fn inc(&mut self, value: u8) -> u8 {
        let result = value.wrapping_add(1);
        self.nz(result);
        result
    }

    #[inline(always)]
    pub(super) fn dec(&mut self, value: u8) -> u8 {
        let result = value.wrapping_sub(1);
        self.nz(result);
        result
    }

    /// Undocumented: ASL then ORA.
    #[inline(always)]
    pub(super) fn slo(&mut self, value: u8) -> u8 {
        let result = self.asl(value);
        self.ora(result);
        result
    }

    /// Undocumented: ROL then AND.
    #[inline(always)]
    pub(super) fn rla(&mut self, value: u8) -> u8 {
        let result = self.rol(value);
        self.and(result);
        result
    }

    /// Undocumented: LSR then EOR.
    #[inline(always)]
    pub(super) fn sre(&mut self, value: u8) -> u8 {
        let result = self.lsr(value);
        self.eor(result);
        result
    }

    /// Undocumented: ROR then ADC.
    #[inline(always)]
    pub(super) fn rra(&mut self, value: u8) -> u8 {
        let result = self.ror(value);
        self.adc(result);
        result
    }

    /// Undocumented: DEC then CMP.
    #[inline(always)]
    pub(super) fn dcp(&mut self, value: u8) -> u8 {
        let result = value.wrapping_sub(1);
        self.compare(self.a, result);
        result
    }

    /// Undocumented: INC then SBC.
    #[inline(always)]
    pub(super) fn isc(&mut self, value: u8) -> u8 {
        let result = value.wrapping_add(1);
        self.sbc(result);
        result
    }

    /// Undocumented: LDA and LDX in one.
    #[inline(always)]
    pub(super) fn lax(&mut self, value: u8) {
        self.x = value;
        self.lda(value);
    }

    /// Undocumented 0B, 2B: AND, with N copied into C.
    #[inline(always)]
    pub(super) fn anc(&mut self, value: u8) {
        self.and(value);
        self.c = self.a & 0x80 != 0;
    }

    /// Undocumented 4B: AND then LSR A.
    #[inline(always)]
    pub(super) fn alr(&mut self, value: u8) {
        self.a = self.lsr(self.a & value);
    }

    /// Undocumented 6B: AND then ROR A, with the adder's flags and, in decimal mode, its correction.
    #[inline(always)]
    pub(super) fn arr(&mut self, value: u8) {
        let masked = self.a & value;
        let rotated = masked >> 1 | (self.c as u8) << 7;
        self.nz(rotated);
        self.v = (masked ^ rotated) & 0x40 != 0;
        self.a = rotated;
        if self.d {
            if (masked & 0x0f) + (masked & 0x01) > 0x05 {
                self.a = self.a & 0xf0 | self.a.wrapping_add(0x06) & 0x0f;
            }
            self.c = (masked as u16 & 0xf0) + (masked as u16 & 0x10) > 0x50;
            if self.c {
                self.a = self.a.wrapping_add(0x60);
            }
        } else {
            self.c = rotated & 0x40 != 0;
        }
    }

    /// Undocumented 8B, see [`MAGIC`].
    #[inline(always)]
    pub(super) fn ane(&mut self, value: u8) {
        self.lda((self.a | MAGIC) & self.x & value);
    }

    /// Undocumented AB, see [`MAGIC`].
    #[inline(always)]
    pub(super) fn lxa(&mut self, value: u8) {
        self.lax((self.a | MAGIC) & value);
    }

    /// Undocumented CB: X = (A AND X) - value, without borrow.
    #[inline(always)]
    pub(super) fn sbx(&mut self, value: u8) {
        let masked = self.a & self.x;
        self.compare(masked, value);
        self.x = masked.wrapping_sub(value);
    }

    /// Undocumented BB: A, X and S become the value AND S.
    #[inline(always)]
    pub(super) fn las(&mut self, value: u8) {
        self.s &= value;
        self.lax(self.s);
    }
}
