//! One instruction as text, wherever it lies and whichever of the 256 opcodes it has.

use alloc::format;
use alloc::string::String;

use crate::opcodes::{Mode, decode, decode_undocumented};

/// The instruction at `address` in the assembler's notation, and its length in bytes (1 to 3). `read` gives the
/// byte at an address and must have no effect.
pub fn instruction(address: u16, read: impl Fn(u16) -> u8) -> (String, u16) {
    let opcode = read(address);
    let (mnemonic, mode) = decode(opcode).unwrap_or_else(|| decode_undocumented(opcode));
    let low = read(address.wrapping_add(1));
    let word = u16::from_le_bytes([low, read(address.wrapping_add(2))]);
    let operand = match mode {
        Mode::Implied => return (mnemonic.into(), 1),
        Mode::Immediate => format!("#${low:02x}"),
        Mode::ZeroPage => format!("${low:02x}"),
        Mode::ZeroPageX => format!("${low:02x},x"),
        Mode::ZeroPageY => format!("${low:02x},y"),
        Mode::IndirectX => format!("(${low:02x},x)"),
        Mode::IndirectY => format!("(${low:02x}),y"),
        Mode::Absolute => format!("${word:04x}"),
        Mode::AbsoluteX => format!("${word:04x},x"),
        Mode::AbsoluteY => format!("${word:04x},y"),
        Mode::Indirect => format!("(${word:04x})"),
        Mode::Relative => {
            format!("${:04x}", address.wrapping_add(2).wrapping_add_signed(i16::from(low as i8)))
        }
    };
    (format!("{mnemonic} {operand}"), mode.length() as u16)
}

#[cfg(test)]
mod tests {
    use super::instruction;

    #[test]
    fn documented_and_undocumented() {
        let at = |bytes: [u8; 3]| instruction(0xf000, |address| bytes[(address & 0x0f) as usize % 3]);
        assert_eq!(at([0xa9, 0x12, 0]), ("lda #$12".into(), 2));
        assert_eq!(at([0xd0, 0xfe, 0]), ("bne $f000".into(), 2));
        assert_eq!(at([0x6c, 0x34, 0x12]), ("jmp ($1234)".into(), 3));
        assert_eq!(at([0x07, 0x80, 0]), ("slo $80".into(), 2));
        assert_eq!(at([0xb7, 0x80, 0]), ("lax $80,y".into(), 2));
        assert_eq!(at([0xbf, 0x34, 0x12]), ("lax $1234,y".into(), 3));
        assert_eq!(at([0x93, 0x80, 0]), ("sha ($80),y".into(), 2));
        assert_eq!(at([0x9c, 0x34, 0x12]), ("shy $1234,x".into(), 3));
        assert_eq!(at([0x02, 0, 0]), ("jam".into(), 1));
        assert_eq!(at([0x80, 0x44, 0]), ("nop #$44".into(), 2));
        assert_eq!(at([0xeb, 0x44, 0]), ("sbc #$44".into(), 2));
        assert_eq!(at([0x3c, 0x34, 0x12]), ("nop $1234,x".into(), 3));
        assert_eq!(at([0x1a, 0, 0]), ("nop".into(), 1));
    }
}
