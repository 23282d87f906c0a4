//! The address decoder: thirteen address lines between the CPU, its RAM, the chips and the cartridge.

use crate::cartridge::Mapper;
use crate::chips::Chips;
use crate::cpu::pairs::LEAVE;
use crate::cpu::{Bus, Cpu};

/// A12 selects the cartridge.
const CARTRIDGE: u16 = 0x1000;
/// With A12 low, A7 high and A9 low select the RAM.
const RAM_MASK: u16 = 0x0280;
const RAM: u16 = 0x0080;

/// What a run needs to know, and where it got to.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    /// The number of the next cycle, from power-on.
    pub(crate) cycle: u64,
    /// The run ends with the instruction in which this cycle is reached.
    pub(crate) deadline: u64,
    /// What the data lines keep from the last cycle.
    pub(crate) data: u8,
}

/// The parts of the console, each borrowed on its own: so the compiler knows that they are apart.
struct Wires<'a, M> {
    run: Run,
    ram: &'a mut [u8; 128],
    mapper: &'a mut M,
    chips: &'a mut Chips,
}

impl<M: Mapper> Wires<'_, M> {
    #[inline(always)]
    fn write_anywhere(&mut self, address: u16, value: u8) -> Option<u64> {
        self.run.data = value;
        let cycle = self.run.cycle;
        self.run.cycle += 1;
        if address & CARTRIDGE != 0 {
            self.mapper.write(cycle, address, value);
            return None;
        }
        if M::SNOOPS && self.mapper.is_snooping() {
            self.mapper.snoop(address & 0x1fff, value, true);
        }
        if address & RAM_MASK == RAM {
            self.ram[(address & 0x7f) as usize] = value;
        } else {
            let written = self.chips.write(cycle, address, value);
            if written.halts {
                self.run.deadline = 0;
            }
            return Some(written.next);
        }
        None
    }
}

impl<M: Mapper> Bus for Wires<'_, M> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        let cycle = self.run.cycle;
        self.run.cycle += 1;
        let value = if address & CARTRIDGE != 0 {
            self.mapper.read(cycle, address, self.run.data)
        } else if address & RAM_MASK == RAM {
            self.ram[(address & 0x7f) as usize]
        } else {
            self.chips.read(cycle, address, self.run.data)
        };
        if M::SNOOPS && address & CARTRIDGE == 0 && self.mapper.is_snooping() {
            self.mapper.snoop(address & 0x1fff, value, false);
        }
        self.run.data = value;
        value
    }

    /// RDY cannot hold the cycle after this, which is a write too.
    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        self.write_anywhere(address, value);
    }

    /// RDY, if the write pulled it low, holds the read that comes next: its time passes here.
    ///
    /// A row of writes that reaches WSYNC ends in the TIA too, since it is the same register twice or a stack
    /// that runs down through the first half of page 1: looking at the last of them is enough.
    #[inline(always)]
    fn write_last(&mut self, address: u16, value: u8) {
        if let Some(next) = self.write_anywhere(address, value) {
            self.run.cycle = next;
        }
    }
}

/// The same bus for instructions that lie in the cartridge's plain code: their bytes come straight from there.
struct InCode<'b, 'a, M>(&'b mut Wires<'a, M>);

impl<M: Mapper> Bus for InCode<'_, '_, M> {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.0.read(address)
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        self.0.write(address, value);
    }

    #[inline(always)]
    fn write_last(&mut self, address: u16, value: u8) {
        self.0.write_last(address, value);
    }

    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        self.operand(address)
    }

    #[inline(always)]
    fn operand(&mut self, address: u16) -> u8 {
        self.0.run.cycle += 1;
        self.0.run.data = self.0.mapper.code(address & 0x0fff);
        self.0.run.data
    }
}

/// The reset sequence.
pub(crate) fn reset<M: Mapper>(
    cpu: &mut Cpu,
    ram: &mut [u8; 128],
    mapper: &mut M,
    chips: &mut Chips,
    run: Run,
) -> Run {
    let mut wires = Wires { run, ram, mapper, chips };
    cpu.reset(&mut wires);
    wires.run
}

/// One instruction from wherever it lies.
#[inline(never)]
fn step<M: Mapper>(
    mut registers: Cpu,
    run: Run,
    ram: &mut [u8; 128],
    mapper: &mut M,
    chips: &mut Chips,
) -> (Cpu, Run) {
    let mut wires = Wires { run, ram, mapper, chips };
    registers.step(&mut wires);
    (registers, wires.run)
}

/// No address of thirteen bits.
pub(crate) const NOWHERE: u16 = 0xffff;

/// Runs to the deadline, or until the next opcode's address is `stop`. Returns whether it stopped there.
///
/// The registers live in copies on this frame: the loop must not hand their address to anybody.
#[inline(never)]
pub(crate) fn execute<M: Mapper>(
    cpu: &mut Cpu,
    ram: &mut [u8; 128],
    mapper: &mut M,
    chips: &mut Chips,
    run: Run,
    stop: u16,
) -> (Run, bool) {
    if M::PAIRS && !cpu.is_jammed() {
        return if stop == NOWHERE {
            follow::<M, false>(cpu, ram, mapper, chips, run, stop)
        } else {
            follow::<M, true>(cpu, ram, mapper, chips, run, stop)
        };
    }
    let (first, length) = mapper.code_range();
    let first = CARTRIDGE + first;
    let mut registers = *cpu;
    let mut wires = Wires { run, ram, mapper, chips };
    let mut found = false;
    while wires.run.cycle < wires.run.deadline {
        let offset = (registers.pc & 0x1fff).wrapping_sub(first);
        if offset >= length || registers.is_jammed() {
            (registers, wires.run) = step(registers, wires.run, wires.ram, wires.mapper, wires.chips);
        } else {
            registers.instruction(&mut InCode(&mut wires));
        }
        if registers.pc & 0x1fff == stop {
            found = true;
            break;
        }
    }
    *cpu = registers;
    (wires.run, found)
}

/// [`execute`] along the codes of a ROM that never changes: they say at every address what to run, and where to leave
/// it to [`step`]. Compiled with and without a look at the address to `STOP` at.
#[inline(never)]
fn follow<M: Mapper, const STOP: bool>(
    cpu: &mut Cpu,
    ram: &mut [u8; 128],
    mapper: &mut M,
    chips: &mut Chips,
    run: Run,
    stop: u16,
) -> (Run, bool) {
    let mut registers = *cpu;
    let mut wires = Wires { run, ram, mapper, chips };
    let mut found = false;
    while wires.run.cycle < wires.run.deadline {
        let code = wires.mapper.dispatch(registers.pc);
        if code == LEAVE {
            (registers, wires.run) = step(registers, wires.run, wires.ram, wires.mapper, wires.chips);
            while registers.is_jammed() && wires.run.cycle < wires.run.deadline {
                (registers, wires.run) = step(registers, wires.run, wires.ram, wires.mapper, wires.chips);
            }
        } else {
            wires.run.cycle += 1;
            registers.perform_code(&mut InCode(&mut wires), code, |bus, next| {
                bus.0.run.cycle < bus.0.run.deadline && !(STOP && next & 0x1fff == stop)
            });
        }
        if STOP && registers.pc & 0x1fff == stop {
            found = true;
            break;
        }
    }
    *cpu = registers;
    (wires.run, found)
}
