//! The instruction set: one arm an opcode, as the bus sees it.

use super::addressing::{dummy, read, read_indexed, store_high, write_indexed};
use super::operation::{Asl, Dcp, Dec, Inc, Isc, Lsr, Rla, Rol, Ror, Rra, Slo, Sre};
use super::{Bus, Cpu};

impl Cpu {
    /// Runs one instruction, or one cycle of a jammed chip.
    #[inline(always)]
    pub fn step<B: Bus>(&mut self, bus: &mut B) {
        if self.jammed {
            dummy(bus, 0xffff);
        } else {
            self.instruction(bus);
        }
    }

    /// Runs one instruction of a chip that is not jammed.
    #[inline(always)]
    pub(crate) fn instruction<B: Bus>(&mut self, bus: &mut B) {
        let opcode = self.fetch(bus);
        self.perform(bus, opcode as u16);
    }

    /// The rest of the instruction whose opcode has been read at PC ([`read_opcode`](Cpu::read_opcode)), inline: for a
    /// host that has a `match` of its own over the opcodes that its program has most often.
    #[inline(always)]
    pub fn follow<const OPCODE: u8, B: Bus>(&mut self, bus: &mut B) {
        self.pc = self.pc.wrapping_add(1);
        self.perform(bus, OPCODE as u16);
    }

    /// What follows the fetch of an opcode. Numbers from 256 on are none and do nothing.
    #[inline(always)]
    pub(super) fn perform<B: Bus>(&mut self, bus: &mut B, opcode: u16) {
        match opcode {
            // BRK
            0x00 => self.brk(bus),
            // ORA (zp,X)
            0x01 => {
                let at = self.indexed_indirect(bus);
                let value = read(bus, at);
                self.ora(value);
            }
            // JAM
            0x02 | 0x12 | 0x22 | 0x32 | 0x42 | 0x52 | 0x62 | 0x72 | 0x92 | 0xb2 | 0xd2 | 0xf2 => {
                self.jam(bus);
            }
            // SLO (zp,X)
            0x03 => {
                let at = self.indexed_indirect(bus);
                self.modify(bus, at, Slo);
            }
            // NOP zp
            0x04 | 0x44 | 0x64 => {
                let at = self.zero_page(bus);
                read(bus, at);
            }
            // ORA zp
            0x05 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.ora(value);
            }
            // ASL zp
            0x06 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Asl);
            }
            // SLO zp
            0x07 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Slo);
            }
            // PHP
            0x08 => self.php(bus),
            // ORA #
            0x09 => {
                let value = self.operand(bus);
                self.ora(value);
            }
            // ASL A
            0x0a => {
                self.idle(bus);
                self.a = self.asl(self.a);
            }
            // ANC #
            0x0b | 0x2b => {
                let value = self.operand(bus);
                self.anc(value);
            }
            // NOP abs
            0x0c => {
                let at = self.absolute(bus);
                read(bus, at);
            }
            // ORA abs
            0x0d => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.ora(value);
            }
            // ASL abs
            0x0e => {
                let at = self.absolute(bus);
                self.modify(bus, at, Asl);
            }
            // SLO abs
            0x0f => {
                let at = self.absolute(bus);
                self.modify(bus, at, Slo);
            }
            // BPL
            0x10 => self.branch(bus, self.n & 0x80 == 0),
            // ORA (zp),Y
            0x11 => {
                let at = self.indirect_indexed(bus);
                let value = read_indexed(bus, &at);
                self.ora(value);
            }
            // SLO (zp),Y
            0x13 => {
                let at = self.indirect_indexed(bus);
                self.modify_indexed(bus, &at, Slo);
            }
            // NOP zp,X
            0x14 | 0x34 | 0x54 | 0x74 | 0xd4 | 0xf4 => {
                let at = self.zero_page_indexed(bus, self.x);
                read(bus, at);
            }
            // ORA zp,X
            0x15 => {
                let at = self.zero_page_indexed(bus, self.x);
                let value = read(bus, at);
                self.ora(value);
            }
            // ASL zp,X
            0x16 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Asl);
            }
            // SLO zp,X
            0x17 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Slo);
            }
            // CLC
            0x18 => {
                self.idle(bus);
                self.c = false;
            }
            // ORA abs,Y
            0x19 => {
                let at = self.absolute_indexed(bus, self.y);
                let value = read_indexed(bus, &at);
                self.ora(value);
            }
            // NOP
            0x1a | 0x3a | 0x5a | 0x7a | 0xda | 0xea | 0xfa => self.idle(bus),
            // SLO abs,Y
            0x1b => {
                let at = self.absolute_indexed(bus, self.y);
                self.modify_indexed(bus, &at, Slo);
            }
            // NOP abs,X
            0x1c | 0x3c | 0x5c | 0x7c | 0xdc | 0xfc => {
                let at = self.absolute_indexed(bus, self.x);
                read_indexed(bus, &at);
            }
            // ORA abs,X
            0x1d => {
                let at = self.absolute_indexed(bus, self.x);
                let value = read_indexed(bus, &at);
                self.ora(value);
            }
            // ASL abs,X
            0x1e => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Asl);
            }
            // SLO abs,X
            0x1f => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Slo);
            }
            // JSR
            0x20 => self.jsr(bus),
            // AND (zp,X)
            0x21 => {
                let at = self.indexed_indirect(bus);
                let value = read(bus, at);
                self.and(value);
            }
            // RLA (zp,X)
            0x23 => {
                let at = self.indexed_indirect(bus);
                self.modify(bus, at, Rla);
            }
            // BIT zp
            0x24 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.bit(value);
            }
            // AND zp
            0x25 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.and(value);
            }
            // ROL zp
            0x26 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Rol);
            }
            // RLA zp
            0x27 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Rla);
            }
            // PLP
            0x28 => self.plp(bus),
            // AND #
            0x29 => {
                let value = self.operand(bus);
                self.and(value);
            }
            // ROL A
            0x2a => {
                self.idle(bus);
                self.a = self.rol(self.a);
            }
            // BIT abs
            0x2c => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.bit(value);
            }
            // AND abs
            0x2d => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.and(value);
            }
            // ROL abs
            0x2e => {
                let at = self.absolute(bus);
                self.modify(bus, at, Rol);
            }
            // RLA abs
            0x2f => {
                let at = self.absolute(bus);
                self.modify(bus, at, Rla);
            }
            // BMI
            0x30 => self.branch(bus, self.n & 0x80 != 0),
            // AND (zp),Y
            0x31 => {
                let at = self.indirect_indexed(bus);
                let value = read_indexed(bus, &at);
                self.and(value);
            }
            // RLA (zp),Y
            0x33 => {
                let at = self.indirect_indexed(bus);
                self.modify_indexed(bus, &at, Rla);
            }
            // AND zp,X
            0x35 => {
                let at = self.zero_page_indexed(bus, self.x);
                let value = read(bus, at);
                self.and(value);
            }
            // ROL zp,X
            0x36 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Rol);
            }
            // RLA zp,X
            0x37 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Rla);
            }
            // SEC
            0x38 => {
                self.idle(bus);
                self.c = true;
            }
            // AND abs,Y
            0x39 => {
                let at = self.absolute_indexed(bus, self.y);
                let value = read_indexed(bus, &at);
                self.and(value);
            }
            // RLA abs,Y
            0x3b => {
                let at = self.absolute_indexed(bus, self.y);
                self.modify_indexed(bus, &at, Rla);
            }
            // AND abs,X
            0x3d => {
                let at = self.absolute_indexed(bus, self.x);
                let value = read_indexed(bus, &at);
                self.and(value);
            }
            // ROL abs,X
            0x3e => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Rol);
            }
            // RLA abs,X
            0x3f => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Rla);
            }
            // RTI
            0x40 => self.rti(bus),
            // EOR (zp,X)
            0x41 => {
                let at = self.indexed_indirect(bus);
                let value = read(bus, at);
                self.eor(value);
            }
            // SRE (zp,X)
            0x43 => {
                let at = self.indexed_indirect(bus);
                self.modify(bus, at, Sre);
            }
            // EOR zp
            0x45 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.eor(value);
            }
            // LSR zp
            0x46 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Lsr);
            }
            // SRE zp
            0x47 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Sre);
            }
            // PHA
            0x48 => self.pha(bus),
            // EOR #
            0x49 => {
                let value = self.operand(bus);
                self.eor(value);
            }
            // LSR A
            0x4a => {
                self.idle(bus);
                self.a = self.lsr(self.a);
            }
            // ALR #
            0x4b => {
                let value = self.operand(bus);
                self.alr(value);
            }
            // JMP
            0x4c => self.jmp(bus),
            // EOR abs
            0x4d => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.eor(value);
            }
            // LSR abs
            0x4e => {
                let at = self.absolute(bus);
                self.modify(bus, at, Lsr);
            }
            // SRE abs
            0x4f => {
                let at = self.absolute(bus);
                self.modify(bus, at, Sre);
            }
            // BVC
            0x50 => self.branch(bus, !self.v),
            // EOR (zp),Y
            0x51 => {
                let at = self.indirect_indexed(bus);
                let value = read_indexed(bus, &at);
                self.eor(value);
            }
            // SRE (zp),Y
            0x53 => {
                let at = self.indirect_indexed(bus);
                self.modify_indexed(bus, &at, Sre);
            }
            // EOR zp,X
            0x55 => {
                let at = self.zero_page_indexed(bus, self.x);
                let value = read(bus, at);
                self.eor(value);
            }
            // LSR zp,X
            0x56 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Lsr);
            }
            // SRE zp,X
            0x57 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Sre);
            }
            // CLI
            0x58 => {
                self.idle(bus);
                self.i = false;
            }
            // EOR abs,Y
            0x59 => {
                let at = self.absolute_indexed(bus, self.y);
                let value = read_indexed(bus, &at);
                self.eor(value);
            }
            // SRE abs,Y
            0x5b => {
                let at = self.absolute_indexed(bus, self.y);
                self.modify_indexed(bus, &at, Sre);
            }
            // EOR abs,X
            0x5d => {
                let at = self.absolute_indexed(bus, self.x);
                let value = read_indexed(bus, &at);
                self.eor(value);
            }
            // LSR abs,X
            0x5e => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Lsr);
            }
            // SRE abs,X
            0x5f => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Sre);
            }
            // RTS
            0x60 => self.rts(bus),
            // ADC (zp,X)
            0x61 => {
                let at = self.indexed_indirect(bus);
                let value = read(bus, at);
                self.adc(value);
            }
            // RRA (zp,X)
            0x63 => {
                let at = self.indexed_indirect(bus);
                self.modify(bus, at, Rra);
            }
            // ADC zp
            0x65 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.adc(value);
            }
            // ROR zp
            0x66 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Ror);
            }
            // RRA zp
            0x67 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Rra);
            }
            // PLA
            0x68 => self.pla(bus),
            // ADC #
            0x69 => {
                let value = self.operand(bus);
                self.adc(value);
            }
            // ROR A
            0x6a => {
                self.idle(bus);
                self.a = self.ror(self.a);
            }
            // ARR #
            0x6b => {
                let value = self.operand(bus);
                self.arr(value);
            }
            // JMP (abs)
            0x6c => self.jmp_indirect(bus),
            // ADC abs
            0x6d => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.adc(value);
            }
            // ROR abs
            0x6e => {
                let at = self.absolute(bus);
                self.modify(bus, at, Ror);
            }
            // RRA abs
            0x6f => {
                let at = self.absolute(bus);
                self.modify(bus, at, Rra);
            }
            // BVS
            0x70 => self.branch(bus, self.v),
            // ADC (zp),Y
            0x71 => {
                let at = self.indirect_indexed(bus);
                let value = read_indexed(bus, &at);
                self.adc(value);
            }
            // RRA (zp),Y
            0x73 => {
                let at = self.indirect_indexed(bus);
                self.modify_indexed(bus, &at, Rra);
            }
            // ADC zp,X
            0x75 => {
                let at = self.zero_page_indexed(bus, self.x);
                let value = read(bus, at);
                self.adc(value);
            }
            // ROR zp,X
            0x76 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Ror);
            }
            // RRA zp,X
            0x77 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Rra);
            }
            // SEI
            0x78 => {
                self.idle(bus);
                self.i = true;
            }
            // ADC abs,Y
            0x79 => {
                let at = self.absolute_indexed(bus, self.y);
                let value = read_indexed(bus, &at);
                self.adc(value);
            }
            // RRA abs,Y
            0x7b => {
                let at = self.absolute_indexed(bus, self.y);
                self.modify_indexed(bus, &at, Rra);
            }
            // ADC abs,X
            0x7d => {
                let at = self.absolute_indexed(bus, self.x);
                let value = read_indexed(bus, &at);
                self.adc(value);
            }
            // ROR abs,X
            0x7e => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Ror);
            }
            // RRA abs,X
            0x7f => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Rra);
            }
            // NOP #
            0x80 | 0x82 | 0x89 | 0xc2 | 0xe2 => {
                self.operand(bus);
            }
            // STA (zp,X)
            0x81 => {
                let at = self.indexed_indirect(bus);
                bus.write_last(at, self.a);
            }
            // SAX (zp,X)
            0x83 => {
                let at = self.indexed_indirect(bus);
                bus.write_last(at, self.a & self.x);
            }
            // STY zp
            0x84 => {
                let at = self.zero_page(bus);
                bus.write_last(at, self.y);
            }
            // STA zp
            0x85 => {
                let at = self.zero_page(bus);
                bus.write_last(at, self.a);
            }
            // STX zp
            0x86 => {
                let at = self.zero_page(bus);
                bus.write_last(at, self.x);
            }
            // SAX zp
            0x87 => {
                let at = self.zero_page(bus);
                bus.write_last(at, self.a & self.x);
            }
            // DEY
            0x88 => {
                self.idle(bus);
                self.y = self.dec(self.y);
            }
            // TXA
            0x8a => {
                self.idle(bus);
                self.lda(self.x);
            }
            // ANE #
            0x8b => {
                let value = self.operand(bus);
                self.ane(value);
            }
            // STY abs
            0x8c => {
                let at = self.absolute(bus);
                bus.write_last(at, self.y);
            }
            // STA abs
            0x8d => {
                let at = self.absolute(bus);
                bus.write_last(at, self.a);
            }
            // STX abs
            0x8e => {
                let at = self.absolute(bus);
                bus.write_last(at, self.x);
            }
            // SAX abs
            0x8f => {
                let at = self.absolute(bus);
                bus.write_last(at, self.a & self.x);
            }
            // BCC
            0x90 => self.branch(bus, !self.c),
            // STA (zp),Y
            0x91 => {
                let at = self.indirect_indexed(bus);
                write_indexed(bus, &at, self.a);
            }
            // SHA (zp),Y
            0x93 => {
                let at = self.indirect_indexed(bus);
                store_high(bus, &at, self.a & self.x);
            }
            // STY zp,X
            0x94 => {
                let at = self.zero_page_indexed(bus, self.x);
                bus.write_last(at, self.y);
            }
            // STA zp,X
            0x95 => {
                let at = self.zero_page_indexed(bus, self.x);
                bus.write_last(at, self.a);
            }
            // STX zp,Y
            0x96 => {
                let at = self.zero_page_indexed(bus, self.y);
                bus.write_last(at, self.x);
            }
            // SAX zp,Y
            0x97 => {
                let at = self.zero_page_indexed(bus, self.y);
                bus.write_last(at, self.a & self.x);
            }
            // TYA
            0x98 => {
                self.idle(bus);
                self.lda(self.y);
            }
            // STA abs,Y
            0x99 => {
                let at = self.absolute_indexed(bus, self.y);
                write_indexed(bus, &at, self.a);
            }
            // TXS
            0x9a => {
                self.idle(bus);
                self.s = self.x;
            }
            // TAS abs,Y
            0x9b => {
                let at = self.absolute_indexed(bus, self.y);
                self.s = self.a & self.x;
                store_high(bus, &at, self.s);
            }
            // SHY abs,X
            0x9c => {
                let at = self.absolute_indexed(bus, self.x);
                store_high(bus, &at, self.y);
            }
            // STA abs,X
            0x9d => {
                let at = self.absolute_indexed(bus, self.x);
                write_indexed(bus, &at, self.a);
            }
            // SHX abs,Y
            0x9e => {
                let at = self.absolute_indexed(bus, self.y);
                store_high(bus, &at, self.x);
            }
            // SHA abs,Y
            0x9f => {
                let at = self.absolute_indexed(bus, self.y);
                store_high(bus, &at, self.a & self.x);
            }
            // LDY #
            0xa0 => {
                let value = self.operand(bus);
                self.ldy(value);
            }
            // LDA (zp,X)
            0xa1 => {
                let at = self.indexed_indirect(bus);
                let value = read(bus, at);
                self.lda(value);
            }
            // LDX #
            0xa2 => {
                let value = self.operand(bus);
                self.ldx(value);
            }
            // LAX (zp,X)
            0xa3 => {
                let at = self.indexed_indirect(bus);
                let value = read(bus, at);
                self.lax(value);
            }
            // LDY zp
            0xa4 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.ldy(value);
            }
            // LDA zp
            0xa5 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.lda(value);
            }
            // LDX zp
            0xa6 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.ldx(value);
            }
            // LAX zp
            0xa7 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.lax(value);
            }
            // TAY
            0xa8 => {
                self.idle(bus);
                self.ldy(self.a);
            }
            // LDA #
            0xa9 => {
                let value = self.operand(bus);
                self.lda(value);
            }
            // TAX
            0xaa => {
                self.idle(bus);
                self.ldx(self.a);
            }
            // LXA #
            0xab => {
                let value = self.operand(bus);
                self.lxa(value);
            }
            // LDY abs
            0xac => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.ldy(value);
            }
            // LDA abs
            0xad => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.lda(value);
            }
            // LDX abs
            0xae => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.ldx(value);
            }
            // LAX abs
            0xaf => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.lax(value);
            }
            // BCS
            0xb0 => self.branch(bus, self.c),
            // LDA (zp),Y
            0xb1 => {
                let at = self.indirect_indexed(bus);
                let value = read_indexed(bus, &at);
                self.lda(value);
            }
            // LAX (zp),Y
            0xb3 => {
                let at = self.indirect_indexed(bus);
                let value = read_indexed(bus, &at);
                self.lax(value);
            }
            // LDY zp,X
            0xb4 => {
                let at = self.zero_page_indexed(bus, self.x);
                let value = read(bus, at);
                self.ldy(value);
            }
            // LDA zp,X
            0xb5 => {
                let at = self.zero_page_indexed(bus, self.x);
                let value = read(bus, at);
                self.lda(value);
            }
            // LDX zp,Y
            0xb6 => {
                let at = self.zero_page_indexed(bus, self.y);
                let value = read(bus, at);
                self.ldx(value);
            }
            // LAX zp,Y
            0xb7 => {
                let at = self.zero_page_indexed(bus, self.y);
                let value = read(bus, at);
                self.lax(value);
            }
            // CLV
            0xb8 => {
                self.idle(bus);
                self.v = false;
            }
            // LDA abs,Y
            0xb9 => {
                let at = self.absolute_indexed(bus, self.y);
                let value = read_indexed(bus, &at);
                self.lda(value);
            }
            // TSX
            0xba => {
                self.idle(bus);
                self.ldx(self.s);
            }
            // LAS abs,Y
            0xbb => {
                let at = self.absolute_indexed(bus, self.y);
                let value = read_indexed(bus, &at);
                self.las(value);
            }
            // LDY abs,X
            0xbc => {
                let at = self.absolute_indexed(bus, self.x);
                let value = read_indexed(bus, &at);
                self.ldy(value);
            }
            // LDA abs,X
            0xbd => {
                let at = self.absolute_indexed(bus, self.x);
                let value = read_indexed(bus, &at);
                self.lda(value);
            }
            // LDX abs,Y
            0xbe => {
                let at = self.absolute_indexed(bus, self.y);
                let value = read_indexed(bus, &at);
                self.ldx(value);
            }
            // LAX abs,Y
            0xbf => {
                let at = self.absolute_indexed(bus, self.y);
                let value = read_indexed(bus, &at);
                self.lax(value);
            }
            // CPY #
            0xc0 => {
                let value = self.operand(bus);
                self.compare(self.y, value);
            }
            // CMP (zp,X)
            0xc1 => {
                let at = self.indexed_indirect(bus);
                let value = read(bus, at);
                self.compare(self.a, value);
            }
            // DCP (zp,X)
            0xc3 => {
                let at = self.indexed_indirect(bus);
                self.modify(bus, at, Dcp);
            }
            // CPY zp
            0xc4 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.compare(self.y, value);
            }
            // CMP zp
            0xc5 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.compare(self.a, value);
            }
            // DEC zp
            0xc6 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Dec);
            }
            // DCP zp
            0xc7 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Dcp);
            }
            // INY
            0xc8 => {
                self.idle(bus);
                self.y = self.inc(self.y);
            }
            // CMP #
            0xc9 => {
                let value = self.operand(bus);
                self.compare(self.a, value);
            }
            // DEX
            0xca => {
                self.idle(bus);
                self.x = self.dec(self.x);
            }
            // SBX #
            0xcb => {
                let value = self.operand(bus);
                self.sbx(value);
            }
            // CPY abs
            0xcc => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.compare(self.y, value);
            }
            // CMP abs
            0xcd => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.compare(self.a, value);
            }
            // DEC abs
            0xce => {
                let at = self.absolute(bus);
                self.modify(bus, at, Dec);
            }
            // DCP abs
            0xcf => {
                let at = self.absolute(bus);
                self.modify(bus, at, Dcp);
            }
            // BNE
            0xd0 => self.branch(bus, self.z != 0),
            // CMP (zp),Y
            0xd1 => {
                let at = self.indirect_indexed(bus);
                let value = read_indexed(bus, &at);
                self.compare(self.a, value);
            }
            // DCP (zp),Y
            0xd3 => {
                let at = self.indirect_indexed(bus);
                self.modify_indexed(bus, &at, Dcp);
            }
            // CMP zp,X
            0xd5 => {
                let at = self.zero_page_indexed(bus, self.x);
                let value = read(bus, at);
                self.compare(self.a, value);
            }
            // DEC zp,X
            0xd6 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Dec);
            }
            // DCP zp,X
            0xd7 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Dcp);
            }
            // CLD
            0xd8 => {
                self.idle(bus);
                self.d = false;
            }
            // CMP abs,Y
            0xd9 => {
                let at = self.absolute_indexed(bus, self.y);
                let value = read_indexed(bus, &at);
                self.compare(self.a, value);
            }
            // DCP abs,Y
            0xdb => {
                let at = self.absolute_indexed(bus, self.y);
                self.modify_indexed(bus, &at, Dcp);
            }
            // CMP abs,X
            0xdd => {
                let at = self.absolute_indexed(bus, self.x);
                let value = read_indexed(bus, &at);
                self.compare(self.a, value);
            }
            // DEC abs,X
            0xde => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Dec);
            }
            // DCP abs,X
            0xdf => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Dcp);
            }
            // CPX #
            0xe0 => {
                let value = self.operand(bus);
                self.compare(self.x, value);
            }
            // SBC (zp,X)
            0xe1 => {
                let at = self.indexed_indirect(bus);
                let value = read(bus, at);
                self.sbc(value);
            }
            // ISC (zp,X)
            0xe3 => {
                let at = self.indexed_indirect(bus);
                self.modify(bus, at, Isc);
            }
            // CPX zp
            0xe4 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.compare(self.x, value);
            }
            // SBC zp
            0xe5 => {
                let at = self.zero_page(bus);
                let value = read(bus, at);
                self.sbc(value);
            }
            // INC zp
            0xe6 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Inc);
            }
            // ISC zp
            0xe7 => {
                let at = self.zero_page(bus);
                self.modify(bus, at, Isc);
            }
            // INX
            0xe8 => {
                self.idle(bus);
                self.x = self.inc(self.x);
            }
            // SBC #
            0xe9 | 0xeb => {
                let value = self.operand(bus);
                self.sbc(value);
            }
            // CPX abs
            0xec => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.compare(self.x, value);
            }
            // SBC abs
            0xed => {
                let at = self.absolute(bus);
                let value = read(bus, at);
                self.sbc(value);
            }
            // INC abs
            0xee => {
                let at = self.absolute(bus);
                self.modify(bus, at, Inc);
            }
            // ISC abs
            0xef => {
                let at = self.absolute(bus);
                self.modify(bus, at, Isc);
            }
            // BEQ
            0xf0 => self.branch(bus, self.z == 0),
            // SBC (zp),Y
            0xf1 => {
                let at = self.indirect_indexed(bus);
                let value = read_indexed(bus, &at);
                self.sbc(value);
            }
            // ISC (zp),Y
            0xf3 => {
                let at = self.indirect_indexed(bus);
                self.modify_indexed(bus, &at, Isc);
            }
            // SBC zp,X
            0xf5 => {
                let at = self.zero_page_indexed(bus, self.x);
                let value = read(bus, at);
                self.sbc(value);
            }
            // INC zp,X
            0xf6 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Inc);
            }
            // ISC zp,X
            0xf7 => {
                let at = self.zero_page_indexed(bus, self.x);
                self.modify(bus, at, Isc);
            }
            // SED
            0xf8 => {
                self.idle(bus);
                self.d = true;
            }
            // SBC abs,Y
            0xf9 => {
                let at = self.absolute_indexed(bus, self.y);
                let value = read_indexed(bus, &at);
                self.sbc(value);
            }
            // ISC abs,Y
            0xfb => {
                let at = self.absolute_indexed(bus, self.y);
                self.modify_indexed(bus, &at, Isc);
            }
            // SBC abs,X
            0xfd => {
                let at = self.absolute_indexed(bus, self.x);
                let value = read_indexed(bus, &at);
                self.sbc(value);
            }
            // INC abs,X
            0xfe => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Inc);
            }
            // ISC abs,X
            0xff => {
                let at = self.absolute_indexed(bus, self.x);
                self.modify_indexed(bus, &at, Isc);
            }
            _ => {}
        }
    }

    /// The vectors show on the bus in this order before the chip reads `$FFFF` for ever.
    #[inline(always)]
    fn jam<B: Bus>(&mut self, bus: &mut B) {
        self.idle(bus);
        dummy(bus, 0xffff);
        dummy(bus, 0xfffe);
        dummy(bus, 0xfffe);
        self.jammed = true;
    }

    #[inline(always)]
    fn brk<B: Bus>(&mut self, bus: &mut B) {
        self.operand(bus);
        let [low, high] = self.pc.to_le_bytes();
        self.push(bus, high);
        self.push(bus, low);
        self.push_last(bus, self.p() | 0x30);
        self.i = true;
        let low = read(bus, 0xfffe);
        let high = read(bus, 0xffff);
        self.pc = u16::from_le_bytes([low, high]);
    }

    #[inline(always)]
    fn jsr<B: Bus>(&mut self, bus: &mut B) {
        let target_low = self.operand(bus);
        dummy(bus, self.stack());
        let [low, high] = self.pc.to_le_bytes();
        self.push(bus, high);
        self.push_last(bus, low);
        let target_high = self.operand(bus);
        self.pc = u16::from_le_bytes([target_low, target_high]);
    }

    #[inline(always)]
    fn rts<B: Bus>(&mut self, bus: &mut B) {
        self.idle(bus);
        dummy(bus, self.stack());
        let low = self.pull(bus);
        let high = self.pull(bus);
        self.pc = u16::from_le_bytes([low, high]);
        dummy(bus, self.pc);
        self.pc = self.pc.wrapping_add(1);
    }

    #[inline(always)]
    fn rti<B: Bus>(&mut self, bus: &mut B) {
        self.idle(bus);
        dummy(bus, self.stack());
        let p = self.pull(bus);
        self.set_p(p);
        let low = self.pull(bus);
        let high = self.pull(bus);
        self.pc = u16::from_le_bytes([low, high]);
    }

    #[inline(always)]
    fn jmp<B: Bus>(&mut self, bus: &mut B) {
        self.pc = self.absolute(bus);
    }

    /// The pointer's second byte comes from the same page: `JMP ($12FF)` reads `$12FF` and `$1200`.
    #[inline(always)]
    fn jmp_indirect<B: Bus>(&mut self, bus: &mut B) {
        let pointer = self.absolute(bus);
        let low = read(bus, pointer);
        let high = read(bus, pointer & 0xff00 | pointer.wrapping_add(1) & 0x00ff);
        self.pc = u16::from_le_bytes([low, high]);
    }

    #[inline(always)]
    fn php<B: Bus>(&mut self, bus: &mut B) {
        self.idle(bus);
        self.push_last(bus, self.p() | 0x30);
    }

    #[inline(always)]
    fn plp<B: Bus>(&mut self, bus: &mut B) {
        self.idle(bus);
        dummy(bus, self.stack());
        let p = self.pull(bus);
        self.set_p(p);
    }

    #[inline(always)]
    fn pha<B: Bus>(&mut self, bus: &mut B) {
        self.idle(bus);
        self.push_last(bus, self.a);
    }

    #[inline(always)]
    fn pla<B: Bus>(&mut self, bus: &mut B) {
        self.idle(bus);
        dummy(bus, self.stack());
        let value = self.pull(bus);
        self.lda(value);
    }
}
