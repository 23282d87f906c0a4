//! The 6502's documented instructions: mnemonic and addressing mode by opcode.

/// How an instruction names its operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// No operand (the accumulator forms of the shifts among them).
    Implied,
    Immediate,
    ZeroPage,
    ZeroPageX,
    ZeroPageY,
    Absolute,
    AbsoluteX,
    AbsoluteY,
    /// `JMP ($1234)`.
    Indirect,
    IndirectX,
    IndirectY,
    Relative,
}

impl Mode {
    /// Bytes of an instruction in this mode, opcode included.
    pub(crate) const fn length(self) -> usize {
        match self {
            Self::Implied => 1,
            Self::Absolute | Self::AbsoluteX | Self::AbsoluteY | Self::Indirect => 3,
            _ => 2,
        }
    }
}

/// Mnemonic and mode of a documented opcode; `None` for the 105 undocumented ones.
pub(crate) const fn decode(opcode: u8) -> Option<(&'static str, Mode)> {
    use Mode::{
        Absolute, AbsoluteX, AbsoluteY, Immediate, Implied, Indirect, IndirectX, IndirectY, Relative,
        ZeroPage, ZeroPageX, ZeroPageY,
    };
    Some(match opcode {
        0x00 => ("brk", Implied),
        0x01 => ("ora", IndirectX),
        0x05 => ("ora", ZeroPage),
        0x06 => ("asl", ZeroPage),
        0x08 => ("php", Implied),
        0x09 => ("ora", Immediate),
        0x0a => ("asl", Implied),
        0x0d => ("ora", Absolute),
        0x0e => ("asl", Absolute),
        0x10 => ("bpl", Relative),
        0x11 => ("ora", IndirectY),
        0x15 => ("ora", ZeroPageX),
        0x16 => ("asl", ZeroPageX),
        0x18 => ("clc", Implied),
        0x19 => ("ora", AbsoluteY),
        0x1d => ("ora", AbsoluteX),
        0x1e => ("asl", AbsoluteX),
        0x20 => ("jsr", Absolute),
        0x21 => ("and", IndirectX),
        0x24 => ("bit", ZeroPage),
        0x25 => ("and", ZeroPage),
        0x26 => ("rol", ZeroPage),
        0x28 => ("plp", Implied),
        0x29 => ("and", Immediate),
        0x2a => ("rol", Implied),
        0x2c => ("bit", Absolute),
        0x2d => ("and", Absolute),
        0x2e => ("rol", Absolute),
        0x30 => ("bmi", Relative),
        0x31 => ("and", IndirectY),
        0x35 => ("and", ZeroPageX),
        0x36 => ("rol", ZeroPageX),
        0x38 => ("sec", Implied),
        0x39 => ("and", AbsoluteY),
        0x3d => ("and", AbsoluteX),
        0x3e => ("rol", AbsoluteX),
        0x40 => ("rti", Implied),
        0x41 => ("eor", IndirectX),
        0x45 => ("eor", ZeroPage),
        0x46 => ("lsr", ZeroPage),
        0x48 => ("pha", Implied),
        0x49 => ("eor", Immediate),
        0x4a => ("lsr", Implied),
        0x4c => ("jmp", Absolute),
        0x4d => ("eor", Absolute),
        0x4e => ("lsr", Absolute),
        0x50 => ("bvc", Relative),
        0x51 => ("eor", IndirectY),
        0x55 => ("eor", ZeroPageX),
        0x56 => ("lsr", ZeroPageX),
        0x58 => ("cli", Implied),
        0x59 => ("eor", AbsoluteY),
        0x5d => ("eor", AbsoluteX),
        0x5e => ("lsr", AbsoluteX),
        0x60 => ("rts", Implied),
        0x61 => ("adc", IndirectX),
        0x65 => ("adc", ZeroPage),
        0x66 => ("ror", ZeroPage),
        0x68 => ("pla", Implied),
        0x69 => ("adc", Immediate),
        0x6a => ("ror", Implied),
        0x6c => ("jmp", Indirect),
        0x6d => ("adc", Absolute),
        0x6e => ("ror", Absolute),
        0x70 => ("bvs", Relative),
        0x71 => ("adc", IndirectY),
        0x75 => ("adc", ZeroPageX),
        0x76 => ("ror", ZeroPageX),
        0x78 => ("sei", Implied),
        0x79 => ("adc", AbsoluteY),
        0x7d => ("adc", AbsoluteX),
        0x7e => ("ror", AbsoluteX),
        0x81 => ("sta", IndirectX),
        0x84 => ("sty", ZeroPage),
        0x85 => ("sta", ZeroPage),
        0x86 => ("stx", ZeroPage),
        0x88 => ("dey", Implied),
        0x8a => ("txa", Implied),
        0x8c => ("sty", Absolute),
        0x8d => ("sta", Absolute),
        0x8e => ("stx", Absolute),
        0x90 => ("bcc", Relative),
        0x91 => ("sta", IndirectY),
        0x94 => ("sty", ZeroPageX),
        0x95 => ("sta", ZeroPageX),
        0x96 => ("stx", ZeroPageY),
        0x98 => ("tya", Implied),
        0x99 => ("sta", AbsoluteY),
        0x9a => ("txs", Implied),
        0x9d => ("sta", AbsoluteX),
        0xa0 => ("ldy", Immediate),
        0xa1 => ("lda", IndirectX),
        0xa2 => ("ldx", Immediate),
        0xa4 => ("ldy", ZeroPage),
        0xa5 => ("lda", ZeroPage),
        0xa6 => ("ldx", ZeroPage),
        0xa8 => ("tay", Implied),
        0xa9 => ("lda", Immediate),
        0xaa => ("tax", Implied),
        0xac => ("ldy", Absolute),
        0xad => ("lda", Absolute),
        0xae => ("ldx", Absolute),
        0xb0 => ("bcs", Relative),
        0xb1 => ("lda", IndirectY),
        0xb4 => ("ldy", ZeroPageX),
        0xb5 => ("lda", ZeroPageX),
        0xb6 => ("ldx", ZeroPageY),
        0xb8 => ("clv", Implied),
        0xb9 => ("lda", AbsoluteY),
        0xba => ("tsx", Implied),
        0xbc => ("ldy", AbsoluteX),
        0xbd => ("lda", AbsoluteX),
        0xbe => ("ldx", AbsoluteY),
        0xc0 => ("cpy", Immediate),
        0xc1 => ("cmp", IndirectX),
        0xc4 => ("cpy", ZeroPage),
        0xc5 => ("cmp", ZeroPage),
        0xc6 => ("dec", ZeroPage),
        0xc8 => ("iny", Implied),
        0xc9 => ("cmp", Immediate),
        0xca => ("dex", Implied),
        0xcc => ("cpy", Absolute),
        0xcd => ("cmp", Absolute),
        0xce => ("dec", Absolute),
        0xd0 => ("bne", Relative),
        0xd1 => ("cmp", IndirectY),
        0xd5 => ("cmp", ZeroPageX),
        0xd6 => ("dec", ZeroPageX),
        0xd8 => ("cld", Implied),
        0xd9 => ("cmp", AbsoluteY),
        0xdd => ("cmp", AbsoluteX),
        0xde => ("dec", AbsoluteX),
        0xe0 => ("cpx", Immediate),
        0xe1 => ("sbc", IndirectX),
        0xe4 => ("cpx", ZeroPage),
        0xe5 => ("sbc", ZeroPage),
        0xe6 => ("inc", ZeroPage),
        0xe8 => ("inx", Implied),
        0xe9 => ("sbc", Immediate),
        0xea => ("nop", Implied),
        0xec => ("cpx", Absolute),
        0xed => ("sbc", Absolute),
        0xee => ("inc", Absolute),
        0xf0 => ("beq", Relative),
        0xf1 => ("sbc", IndirectY),
        0xf5 => ("sbc", ZeroPageX),
        0xf6 => ("inc", ZeroPageX),
        0xf8 => ("sed", Implied),
        0xf9 => ("sbc", AbsoluteY),
        0xfd => ("sbc", AbsoluteX),
        0xfe => ("inc", AbsoluteX),
        _ => return None,
    })
}

/// Whether the instruction writes its operand without reading it, so that a chip's write register is meant.
pub(crate) fn stores(mnemonic: &str) -> bool {
    matches!(mnemonic, "sta" | "stx" | "sty")
}

/// Mnemonic and mode of an undocumented opcode, by the names most assemblers know.
pub(crate) const fn decode_undocumented(opcode: u8) -> (&'static str, Mode) {
    let row = opcode >> 5;
    let mode = match opcode >> 2 & 7 {
        0 if opcode & 3 == 3 => Mode::IndirectX,
        0 | 2 => Mode::Immediate,
        1 => Mode::ZeroPage,
        3 => Mode::Absolute,
        4 => Mode::IndirectY,
        5 if opcode & 3 == 3 && (row == 4 || row == 5) => Mode::ZeroPageY,
        5 => Mode::ZeroPageX,
        6 if opcode & 1 == 1 => Mode::AbsoluteY,
        6 => Mode::Implied,
        _ if opcode == 0x9e || opcode == 0x9f || opcode == 0xbf => Mode::AbsoluteY,
        _ => Mode::AbsoluteX,
    };
    match opcode {
        0x02 | 0x12 | 0x22 | 0x32 | 0x42 | 0x52 | 0x62 | 0x72 | 0x92 | 0xb2 | 0xd2 | 0xf2 => {
            ("jam", Mode::Implied)
        }
        0x0b | 0x2b => ("anc", mode),
        0x4b => ("alr", mode),
        0x6b => ("arr", mode),
        0x8b => ("ane", mode),
        0xab => ("lxa", mode),
        0xcb => ("sbx", mode),
        0xeb => ("sbc", mode),
        0x93 | 0x9f => ("sha", mode),
        0x9b => ("tas", mode),
        0x9c => ("shy", mode),
        0x9e => ("shx", mode),
        0xbb => ("las", mode),
        _ if opcode & 3 == 3 => {
            (["slo", "rla", "sre", "rra", "sax", "lax", "dcp", "isc"][row as usize], mode)
        }
        _ => ("nop", mode),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_151_documented_opcodes() {
        assert_eq!((0..=255).filter(|&opcode| decode(opcode).is_some()).count(), 151);
    }
}
