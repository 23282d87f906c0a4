//! The instructions as functions in a table, for a host with few registers and little fast memory.
//!
//! One large function that holds all instructions is best where the 6507's registers fit into the host's. On a host such
//! as the Cortex-M0+ they do not: there a program had better inline the instructions that it has most often
//! ([`Cpu::follow`]), and find the others here. Nothing about the instructions is said twice: each function is the arm of
//! its opcode.

use super::{Bus, Cpu};

/// What follows the read of one opcode.
type Handler<B> = fn(&mut Cpu, &mut B);

/// All 256 instructions.
#[derive(Clone, Debug)]
pub struct Handlers<B>([Handler<B>; 256]);

fn handler<const OPCODE: u8, B: Bus>(cpu: &mut Cpu, bus: &mut B) {
    cpu.follow::<OPCODE, B>(bus);
}

/// Sixteen entries of the table.
macro_rules! row {
    ($base:literal: $($low:literal)*) => {
        [$(handler::<{ $base + $low }, B> as Handler<B>,)*]
    };
}

/// The table, row by row.
macro_rules! rows {
    ($($base:literal)*) => {
        [$(row!($base: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),)*]
    };
}

impl<B: Bus> Default for Handlers<B> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Bus> Handlers<B> {
    /// The table.
    pub const fn new() -> Self {
        let rows = rows! {
            0x00 0x10 0x20 0x30 0x40 0x50 0x60 0x70 0x80 0x90 0xa0 0xb0 0xc0 0xd0 0xe0 0xf0
        };
        let mut all = [rows[0][0]; 256];
        let mut opcode = 0;
        while opcode < 256 {
            all[opcode] = rows[opcode >> 4][opcode & 15];
            opcode += 1;
        }
        Self(all)
    }

    /// Runs the instruction whose opcode has been read at PC ([`Cpu::read_opcode`]).
    #[inline(always)]
    pub fn follow(&self, opcode: u8, cpu: &mut Cpu, bus: &mut B) {
        self.0[usize::from(opcode)](cpu, bus);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    /// Memory that keeps what is written, and remembers every cycle.
    struct Memory([u8; 4096], Vec<(u16, u8, bool)>);

    impl Bus for Memory {
        fn read(&mut self, address: u16) -> u8 {
            let value = self.0[usize::from(address & 0x0fff)];
            self.1.push((address, value, false));
            value
        }

        fn write(&mut self, address: u16, value: u8) {
            self.0[usize::from(address & 0x0fff)] = value;
            self.1.push((address, value, true));
        }
    }

    proptest::proptest! {
        /// The functions of the table do what the step does, cycle by cycle.
        #[test]
        fn a_handler_is_its_step(content in proptest::collection::vec(0u8.., 4096), pc: u16, p: u8, registers: [u8; 4]) {
            let mut memory: [u8; 4096] = content.try_into().unwrap();
            let handlers = Handlers::new();
            for opcode in 0..=255 {
                memory[usize::from(pc & 0x0fff)] = opcode;
                let mut one = Cpu::new();
                (one.pc, [one.a, one.x, one.y, one.s]) = (pc, registers);
                one.set_p(p);
                let mut two = one;
                let (mut stepped, mut followed) = (Memory(memory, Vec::new()), Memory(memory, Vec::new()));
                one.step(&mut stepped);
                let read = two.read_opcode(&mut followed);
                handlers.follow(read, &mut two, &mut followed);
                proptest::prop_assert_eq!(one, two);
                proptest::prop_assert_eq!(stepped.1, followed.1);
                proptest::prop_assert!(stepped.0 == followed.0);
            }
        }
    }
}
