//! Pairs of instructions that programs often have in a row, run by one dispatch.
//!
//! An interpreter's dearest step is the jump to the code of the next instruction. Where a ROM never changes, its bytes
//! can be looked through once for pairs that are frequent on this machine; the code of such a pair is the code of its
//! two instructions, one behind the other. Nothing about the instructions themselves is said twice.

use alloc::boxed::Box;

use super::{Bus, Cpu};

/// For each address of thirteen bits what to run there: an opcode, 256 and more for a pair, or [`LEAVE`].
pub(crate) type Codes = [u16; 8192];

/// Opcodes that jam the chip.
const JAMS: [u8; 12] = [0x02, 0x12, 0x22, 0x32, 0x42, 0x52, 0x62, 0x72, 0x92, 0xb2, 0xd2, 0xf2];

/// No opcode and no pair: what is here is not to be run from codes.
pub(crate) const LEAVE: u16 = 0xffff;

/// Bytes of an instruction, opcode included.
const fn length(opcode: u8) -> u16 {
    match opcode & 0x1f {
        0x00 if opcode == 0x20 => 3,
        0x00 | 0x02 if opcode & 0x80 == 0 => 1,
        0x08 | 0x0a | 0x12 | 0x18 | 0x1a => 1,
        0x0c..=0x0f | 0x19 | 0x1b..=0x1f => 3,
        _ => 2,
    }
}

/// Defines the pairs: a number from 256 on, and the opcodes of the first and the second instruction.
macro_rules! pairs {
    ($($number:literal: $first:literal $second:literal,)*) => {
        fn pair(first: u8, second: u8) -> Option<u16> {
            match (first, second) {
                $(($first, $second) => Some($number),)*
                _ => None,
            }
        }

        impl Cpu {
            /// Runs an instruction, or a pair of which the second is left out if the first jumps elsewhere or
            /// `go_on` says that the run is over. The fetch of the first opcode is done, PC is still there.
            #[inline(always)]
            pub(crate) fn perform_code<B: Bus>(&mut self, bus: &mut B, code: u16, go_on: impl Fn(&B, u16) -> bool) {
                self.pc = self.pc.wrapping_add(1);
                match code {
                    $($number => {
                        let next = self.pc.wrapping_add(length($first) - 1);
                        self.perform(bus, $first);
                        if self.pc == next && go_on(bus, next) {
                            self.fetch(bus);
                            self.perform(bus, $second);
                        }
                    })*
                    opcode => self.perform(bus, opcode),
                }
            }
        }
    };
}

// The most frequent pairs of the fleet's programs and of Video Chess as it thinks.
pairs! {
    256: 0xca 0x30,
    257: 0xca 0xca,
    258: 0x30 0xa5,
    259: 0xb5 0x29,
    260: 0xf0 0xca,
    261: 0xa5 0x29,
    262: 0x29 0xf0,
    263: 0x30 0x20,
    264: 0x29 0x85,
    265: 0x18 0x65,
    266: 0xa8 0xa5,
    267: 0x86 0x60,
    268: 0x29 0x65,
    269: 0xa6 0xbd,
    270: 0x65 0xa8,
    271: 0xbd 0x18,
    272: 0xf8 0x79,
    273: 0x65 0xf8,
    274: 0x79 0xd8,
    275: 0xaa 0x30,
    276: 0xd8 0xaa,
    277: 0x30 0xb5,
    278: 0xc6 0x30,
    279: 0x85 0x29,
    280: 0xaa 0x65,
    281: 0x65 0xe0,
    282: 0x30 0x85,
    283: 0x29 0xaa,
    284: 0xe0 0x6a,
    285: 0xaa 0x86,
    286: 0x6a 0xaa,
    287: 0xa5 0x4a,
    288: 0xc0 0xd0,
    289: 0xa5 0x0a,
    290: 0x85 0xd0,
    291: 0x10 0xa5,
    292: 0x0a 0xa4,
    293: 0xc6 0x10,
    294: 0xc6 0xc6,
    295: 0xa4 0xb5,
    296: 0x4a 0xaa,
    297: 0xaa 0xca,
    298: 0xca 0xf0,
    299: 0xa6 0x38,
    300: 0x38 0xca,
    301: 0x18 0x60,
    302: 0x90 0xc6,
    303: 0xa5 0xc9,
    304: 0xc9 0xb0,
    305: 0x30 0xf0,
    306: 0xf0 0xa4,
    307: 0xa4 0x10,
    308: 0xa5 0x45,
    309: 0x45 0x30,
    310: 0x4a 0x4a,
    311: 0x85 0xa5,
    312: 0xb0 0xc0,
    313: 0x85 0x85,
    314: 0xa9 0x85,
    315: 0x90 0x85,
    316: 0x88 0x88,
    317: 0x88 0xd0,
    318: 0xca 0xd0,
    319: 0xb1 0x85,
}

/// Looks through a ROM. A pair must lie before `end`, the first offset that is no plain code.
pub(crate) fn codes(rom: &[u8; 4096], end: u16) -> Box<Codes> {
    let mut codes = Box::new([LEAVE; 8192]);
    for (offset, code) in codes[4096..].iter_mut().take(end as usize).enumerate() {
        let first = rom[offset];
        let second = offset as u16 + length(first);
        let pair = if second < end { pair(first, rom[second as usize]) } else { None };
        // What jams is left to the step, and nothing that runs from codes is ever jammed.
        *code = if JAMS.contains(&first) { LEAVE } else { pair.unwrap_or(first as u16) };
    }
    codes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::Bus;

    /// Memory of which a code runs in the middle, counting cycles.
    struct Memory([u8; 4096], u64);

    impl Bus for Memory {
        fn read(&mut self, address: u16) -> u8 {
            self.1 += 1;
            self.0[(address & 0x0fff) as usize]
        }
        fn write(&mut self, address: u16, value: u8) {
            self.1 += 1;
            self.0[(address & 0x0fff) as usize] = value;
        }
    }

    #[test]
    fn lengths_are_those_that_the_core_takes() {
        for opcode in 0..=255 {
            let jumps =
                matches!(opcode & 0x1f, 0x10) || matches!(opcode, 0x00 | 0x20 | 0x40 | 0x4c | 0x60 | 0x6c);
            let (mut cpu, mut memory) = (Cpu::new(), Memory([opcode; 4096], 0));
            cpu.pc = 0x1800;
            cpu.step(&mut memory);
            if !jumps && !cpu.is_jammed() {
                assert_eq!(cpu.pc - 0x1800, length(opcode), "opcode {opcode:02x}");
            }
        }
        assert_eq!((length(0x20), length(0x4c), length(0x6c), length(0x60), length(0x10)), (3, 3, 3, 1, 2));
    }

    proptest::proptest! {
        /// A pair leaves what its two instructions leave, wherever the first goes.
        #[test]
        fn a_pair_is_its_two_instructions(rom in proptest::collection::vec(0u8.., 4096), p: u8, x: u8, y: u8, at in 0u16..4000, go_on: bool) {
            let image: [u8; 4096] = rom.try_into().unwrap();
            for first in 0..=255 {
                let mut image = image;
                image[at as usize] = first;
                let seconds = (0..=255).filter(|&second| pair(first, second).is_some());
                for second in seconds {
                    image[(at + length(first)) as usize] = second;
                    let code = codes(&image, 0x0ffe)[0x1000 + at as usize];
                    proptest::prop_assert!(code >= 256);
                    let mut one = Cpu::new();
                    (one.pc, one.a, one.x, one.y, one.s) = (0x1000 + at, x ^ y, x, y, p);
                    one.set_p(p);
                    let (mut two, mut single, mut paired) = (one, Memory(image, 0), Memory(image, 1));
                    one.step(&mut single);
                    if go_on && one.pc == 0x1000 + at + length(first) {
                        // A first instruction that rewrites the second is no program in ROM.
                        if single.0[(at + length(first)) as usize] != second { continue; }
                        one.step(&mut single);
                    }
                    two.perform_code(&mut paired, code, |_, _| go_on);
                    proptest::prop_assert_eq!(one, two);
                    proptest::prop_assert_eq!(single.1, paired.1);
                    proptest::prop_assert!(single.0 == paired.0);
                }
            }
        }
    }
}
