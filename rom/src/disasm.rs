//! The ROM as assembler source for dasm.
//!
//! Every byte comes out as an instruction or as data by [`STRETCHES`], names come from [`labels`](crate::labels) and
//! [`ram_map`](crate::ram_map). The text assembles (`dasm video_chess.asm -f3 -ovideo_chess.bin`) to the bytes it was
//! made from, whatever they are: what does not decode as a documented instruction is written as bytes, and an operand
//! that the assembler would shorten is forced to its length.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write as _;

use crate::facts::{ORIGIN, SIZE};
use crate::labels::{Content, Kind, LABELS, OPERANDS, STRETCHES, label_at, stretch_of};
use crate::opcodes::{Mode, decode, stores};
use crate::ram_map::{Part, Phase, USES};

/// Write registers of the TIA, address `0x00` first.
const TIA_WRITE: [&str; 45] = [
    "VSYNC", "VBLANK", "WSYNC", "RSYNC", "NUSIZ0", "NUSIZ1", "COLUP0", "COLUP1", "COLUPF", "COLUBK",
    "CTRLPF", "REFP0", "REFP1", "PF0", "PF1", "PF2", "RESP0", "RESP1", "RESM0", "RESM1", "RESBL", "AUDC0",
    "AUDC1", "AUDF0", "AUDF1", "AUDV0", "AUDV1", "GRP0", "GRP1", "ENAM0", "ENAM1", "ENABL", "HMP0", "HMP1",
    "HMM0", "HMM1", "HMBL", "VDELP0", "VDELP1", "VDELBL", "RESMP0", "RESMP1", "HMOVE", "HMCLR", "CXCLR",
];

/// Read registers of the TIA as this program addresses them, and the RIOT.
const OTHER_REGISTERS: [(u16, &str, &str); 6] = [
    (0x003c, "INPT4", "the left joystick's button, bit 7 clear while down (a mirror of $0C)"),
    (0x0280, "SWCHA", "joysticks: right, left, down, up of the left one in bits 7 to 4, clear while held"),
    (
        0x0282,
        "SWCHB",
        "switches: bit 0 Reset, 1 Select (clear while held), 3 colour, 6 and 7 left and right difficulty",
    ),
    (0x0284, "INTIM", "timer, read"),
    (0x0296, "TIM64T", "timer, set in units of 64 cycles"),
    (0x0294, "TIM1T", "timer, set in cycles"),
];

const COMMENT_COLUMN: usize = 36;

/// Assembler source of a 4,096-byte cartridge at `$F000`, with the names of Video Chess.
///
/// Any 4,096 bytes can be given, but the names only make sense for Video Chess.
#[must_use]
pub fn disassemble(rom: &[u8; SIZE]) -> String {
    Listing::new(rom).write()
}

/// One decoded instruction.
#[derive(Clone, Copy)]
struct Instruction {
    mnemonic: &'static str,
    mode: Mode,
    operand: u16,
}

struct Listing<'a> {
    rom: &'a [u8; SIZE],
    /// Instruction starts, and whether a label is needed there that `LABELS` lacks.
    code: BTreeMap<u16, Instruction>,
    targets: BTreeSet<u16>,
}

impl<'a> Listing<'a> {
    fn new(rom: &'a [u8; SIZE]) -> Self {
        let mut listing = Self { rom, code: BTreeMap::new(), targets: BTreeSet::new() };
        for (index, stretch) in STRETCHES.iter().enumerate() {
            if matches!(stretch.content, Content::Code(_)) {
                let end = STRETCHES.get(index + 1).map_or(0x1_0000, |next| u32::from(next.first));
                listing.decode_stretch(stretch.first, end);
            }
        }
        listing.targets = listing
            .code
            .iter()
            .filter(|(_, instruction)| matches!(instruction.mode, Mode::Relative | Mode::Absolute))
            .filter(|(_, instruction)| instruction.operand >= ORIGIN)
            .map(|(_, instruction)| instruction.operand)
            .collect();
        listing
    }

    fn byte(&self, address: u16) -> u8 {
        self.rom[usize::from(address) % SIZE]
    }

    fn decode_stretch(&mut self, first: u16, end: u32) {
        let mut address = u32::from(first);
        while address < end {
            let at = address as u16;
            let Some((mnemonic, mode)) = decode(self.byte(at)) else {
                address += 1;
                continue;
            };
            let length = mode.length() as u32;
            if address + length > end {
                address += 1;
                continue;
            }
            let low = u16::from(self.byte(at.wrapping_add(1)));
            let operand = match mode.length() {
                1 => 0,
                2 if mode == Mode::Relative => {
                    at.wrapping_add(2).wrapping_add_signed(i16::from(low as u8 as i8))
                }
                2 => low,
                _ => low | u16::from(self.byte(at.wrapping_add(2))) << 8,
            };
            self.code.insert(at, Instruction { mnemonic, mode, operand });
            address += length;
        }
    }

    fn write(&self) -> String {
        let mut out = String::new();
        out.push_str(
            "; Video Chess (Atari, 1979). The program is Atari's; names and remarks are ours.\n\
             ; dasm video_chess.asm -f3 -ovideo_chess.bin\n\n        processor 6502\n\n",
        );
        Self::write_equates(&mut out);
        let _ = writeln!(out, "        org ${ORIGIN:04x}");
        let mut address = u32::from(ORIGIN);
        while address < 0x1_0000 {
            address += self.write_item(&mut out, address as u16);
        }
        out
    }

    fn write_equates(out: &mut String) {
        out.push_str("; TIA\n");
        for (address, name) in TIA_WRITE.iter().enumerate() {
            let _ = writeln!(out, "{name:<16}= ${address:02x}");
        }
        for (address, name, about) in OTHER_REGISTERS {
            let width = if address < 0x100 { 2 } else { 4 };
            let line = format!("{name:<16}= ${address:0width$x}");
            write_commented(out, &line, about);
        }
        out.push_str("\n; RAM\n");
        let mut seen = BTreeSet::new();
        for usage in USES {
            if usage.phase == Phase::Always
                || !USES.iter().any(|u| u.name == usage.name && u.phase == Phase::Always)
            {
                if !seen.insert(usage.name) {
                    continue;
                }
                let part = match usage.part {
                    Part::Whole => "",
                    Part::LowNibble => "low nibble: ",
                    Part::HighNibble => "high nibble: ",
                    Part::Bits(_) => "some bits: ",
                };
                let length =
                    if usage.length > 1 { format!("{} bytes; ", usage.length) } else { String::new() };
                write_commented(
                    out,
                    &format!("{:<16}= ${:02x}", usage.name, usage.address),
                    &format!("{length}{part}{}", usage.about),
                );
            }
        }
        out.push('\n');
    }

    /// Writes what begins at `address` and says how many bytes it took.
    fn write_item(&self, out: &mut String, address: u16) -> u32 {
        self.write_label(out, address);
        if let Some(instruction) = self.code.get(&address) {
            self.write_instruction(out, address, *instruction);
            return instruction.mode.length() as u32;
        }
        let limit = self.next_break(address);
        match stretch_of(address).content {
            Content::Shapes => {
                let byte = self.byte(address);
                let pixels: String =
                    (0..8).map(|bit| if byte & (0x80 >> bit) == 0 { '.' } else { '#' }).collect();
                write_commented(out, &format!("        .byte ${byte:02x}"), &pixels);
                1
            }
            Content::Addresses if limit - u32::from(address) >= 2 => {
                let target = u16::from_le_bytes([self.byte(address), self.byte(address.wrapping_add(1))]);
                let _ = writeln!(out, "        .word {}", self.target_name(target));
                2
            }
            Content::Bytes(per_line) => {
                self.write_bytes(out, address, limit.min(u32::from(address) + u32::from(per_line)))
            }
            Content::Code(_) | Content::Addresses => self.write_bytes(out, address, u32::from(address) + 1),
        }
    }

    fn write_bytes(&self, out: &mut String, address: u16, end: u32) -> u32 {
        out.push_str("        .byte ");
        for at in u32::from(address)..end {
            let separator = if at == u32::from(address) { "" } else { "," };
            let _ = write!(out, "{separator}${:02x}", self.byte(at as u16));
        }
        out.push('\n');
        end - u32::from(address)
    }

    /// The next address after `address` at which a label or another stretch begins.
    fn next_break(&self, address: u16) -> u32 {
        let after = |candidate: u16| candidate > address;
        LABELS
            .iter()
            .map(|label| label.address)
            .chain(STRETCHES.iter().map(|stretch| stretch.first))
            .chain(self.targets.iter().copied())
            .filter(|&candidate| after(candidate))
            .min()
            .map_or(0x1_0000, u32::from)
    }

    fn write_label(&self, out: &mut String, address: u16) {
        match label_at(address) {
            Some(label) if label.kind == Kind::Place => write_commented(out, label.name, label.about),
            Some(label) => {
                out.push('\n');
                write_wrapped(out, &format!("${address:04X} {}: {}", label.name, label.about));
                let _ = writeln!(out, "{}", label.name);
            }
            None if self.targets.contains(&address) => {
                let _ = writeln!(out, "L{address:04X}");
            }
            None => {}
        }
    }

    fn write_instruction(&self, out: &mut String, address: u16, instruction: Instruction) {
        let Instruction { mnemonic, mode, operand } = instruction;
        if mode == Mode::Implied {
            let _ = writeln!(out, "        {mnemonic}");
            return;
        }
        // Below $100 the assembler would choose the short form where there is one.
        let forced = matches!(mode, Mode::Absolute | Mode::AbsoluteX | Mode::AbsoluteY) && operand < 0x100;
        let suffix = if forced && !matches!(mnemonic, "jmp" | "jsr") { ".w" } else { "" };
        let value = self.operand_text(address, instruction);
        let operand = match mode {
            Mode::Immediate => format!("#${operand:02x}"),
            Mode::ZeroPageX | Mode::AbsoluteX => format!("{value},x"),
            Mode::ZeroPageY | Mode::AbsoluteY => format!("{value},y"),
            Mode::Indirect => format!("({value})"),
            Mode::IndirectX => format!("({value},x)"),
            Mode::IndirectY => format!("({value}),y"),
            _ => value,
        };
        let _ = writeln!(out, "        {mnemonic}{suffix} {operand}");
    }

    fn operand_text(&self, address: u16, instruction: Instruction) -> String {
        let Instruction { mnemonic, mode, operand } = instruction;
        if mode == Mode::Immediate {
            return String::new();
        }
        if operand >= ORIGIN {
            return self.target_name(operand);
        }
        let phase = match stretch_of(address).content {
            Content::Code(phase) => phase,
            _ => Phase::Always,
        };
        let indexed = !matches!(mode, Mode::ZeroPage | Mode::Absolute);
        if indexed
            && let Some(given) =
                OPERANDS.iter().find(|given| given.at == address && given.address() == operand)
        {
            return given.to_string();
        }
        if let Some(name) = register_name(operand, stores(mnemonic)) {
            return name.to_string();
        }
        u8::try_from(operand).ok().and_then(|byte| ram_name(byte, phase, indexed)).unwrap_or_else(|| {
            let width = if operand < 0x100 { 2 } else { 4 };
            format!("${operand:0width$x}")
        })
    }

    /// The name of an address in the ROM, or the bare number where the listing has no line for it.
    fn target_name(&self, address: u16) -> String {
        match label_at(address) {
            Some(label) if self.begins_a_line(address) => label.name.to_string(),
            None if self.begins_a_line(address) && self.targets.contains(&address) => {
                format!("L{address:04X}")
            }
            _ => format!("${address:04x}"),
        }
    }

    /// Whether `address` is not in the middle of an instruction or an address.
    fn begins_a_line(&self, address: u16) -> bool {
        if matches!(stretch_of(address).content, Content::Addresses) {
            return stretch_of(address).first == address;
        }
        match self.code.range(..=address).next_back() {
            Some((&start, instruction)) => {
                start == address || usize::from(address - start) >= instruction.mode.length()
            }
            None => true,
        }
    }
}

/// The name of a chip's register, or `None` where this program does not mean one.
fn register_name(address: u16, stores: bool) -> Option<&'static str> {
    OTHER_REGISTERS
        .iter()
        .find(|(register, _, _)| *register == address)
        .map(|(_, name, _)| *name)
        .or_else(|| TIA_WRITE.get(usize::from(address)).copied().filter(|_| stores))
}

/// The name of a byte of RAM as code of `phase` means it.
fn ram_name(address: u8, phase: Phase, indexed: bool) -> Option<String> {
    let mut nearest = None;
    for &candidate in phase.chain() {
        for usage in USES.iter().filter(|usage| usage.phase == candidate && usage.covers(address)) {
            // A single flag or scalar has its own name; an index runs along a row.
            let exact = usage.address == address && (usage.length == 1) != indexed;
            if exact {
                return Some(usage.name.to_string());
            }
            nearest = nearest.or(Some(usage));
        }
    }
    nearest.map(|usage| match address - usage.address {
        0 => usage.name.to_string(),
        offset => format!("{}+{offset}", usage.name),
    })
}

fn write_commented(out: &mut String, line: &str, comment: &str) {
    if comment.is_empty() {
        let _ = writeln!(out, "{line}");
    } else {
        let _ = writeln!(out, "{line:<COMMENT_COLUMN$}; {comment}");
    }
}

fn write_wrapped(out: &mut String, text: &str) {
    let mut line = String::from(";");
    for word in text.split(' ') {
        if line.len() + 1 + word.len() > 110 {
            let _ = writeln!(out, "{line}");
            line = String::from(";  ");
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(out, "{line}");
}
