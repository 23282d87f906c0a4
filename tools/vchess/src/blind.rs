//! Video Chess on our 6507 and RIOT with a TIA that draws nothing: the program's memory as on the whole machine, at the
//! speed of the CPU alone.
//!
//! No byte of Video Chess's RAM depends on the picture: the program reads of the TIA only the left button, and, by
//! accident, registers whose low four bits nobody drives.

use emu6507::riot::Riot;
use emu6507::{Bus, CYCLES_PER_LINE, Cpu};
use video_chess::cartridge::Controls;

/// CPU, memory, RIOT, cartridge.
#[derive(Clone)]
pub struct BlindMachine {
    cpu: Cpu,
    board: Board,
}

#[derive(Clone)]
struct Board {
    ram: [u8; 128],
    riot: Riot,
    rom: Box<[u8; 4096]>,
    cycle: u64,
    data: u8,
    fire: bool,
    /// The machine stack's lowest address written since [`BlindMachine::watch_stack`].
    lowest_push: u8,
}

const WSYNC: u16 = 0x02;
const INPT4: u16 = 0x0c;
const INPT5: u16 = 0x0d;

impl Board {
    fn select(address: u16) -> Selected {
        match (address & 0x1000 != 0, address & 0x80 != 0, address & 0x200 != 0) {
            (true, _, _) => Selected::Rom,
            (false, false, _) => Selected::Tia,
            (false, true, false) => Selected::Ram,
            (false, true, true) => Selected::Riot,
        }
    }
}

enum Selected {
    Rom,
    Ram,
    Riot,
    Tia,
}

impl Bus for Board {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        let cycle = self.cycle;
        self.cycle += 1;
        self.data = match Self::select(address) {
            Selected::Rom => self.rom[usize::from(address & 0x0fff)],
            Selected::Ram => self.ram[usize::from(address & 0x7f)],
            Selected::Riot => self.riot.read(cycle, address),
            Selected::Tia => {
                let driven = match address & 0x0f {
                    INPT4 if self.fire => 0,
                    INPT4 | INPT5 => 0x80,
                    _ => 0,
                };
                driven | self.data & 0x3f
            }
        };
        self.data
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        let cycle = self.cycle;
        self.cycle += 1;
        self.data = value;
        match Self::select(address) {
            Selected::Rom => {}
            Selected::Ram => {
                if address & 0x100 != 0 {
                    self.lowest_push = self.lowest_push.min(address as u8);
                }
                self.ram[usize::from(address & 0x7f)] = value;
            }
            Selected::Riot => self.riot.write(cycle, address, value),
            Selected::Tia => {
                if address & 0x3f == WSYNC {
                    self.cycle = self.cycle.next_multiple_of(CYCLES_PER_LINE);
                }
            }
        }
    }
}

impl BlindMachine {
    /// Power on.
    pub fn new(rom: &[u8; 4096]) -> Self {
        let board = Board {
            ram: [0; 128],
            riot: Riot::new(),
            rom: Box::new(*rom),
            cycle: 0,
            data: 0,
            fire: false,
            lowest_push: 0xff,
        };
        let mut machine = Self { cpu: Cpu::new(), board };
        machine.hold(&Controls::NONE);
        machine.cpu.reset(&mut machine.board);
        machine
    }

    /// What a person holds from now on.
    pub fn hold(&mut self, controls: &Controls) {
        self.board.riot.set_pins_a(controls.stick_port());
        self.board.riot.set_pins_b(controls.switch_port());
        self.board.fire = controls.fire;
    }

    /// The RAM, `$80` to `$FF`.
    pub fn ram(&self) -> &[u8; 128] {
        &self.board.ram
    }

    /// The RAM, to be changed between instructions.
    pub fn ram_mut(&mut self) -> &mut [u8; 128] {
        &mut self.board.ram
    }

    /// Cycles since power-on; one that WSYNC waits for counts like any other.
    pub fn cycle(&self) -> u64 {
        self.board.cycle
    }

    /// The next opcode's address.
    pub fn program_counter(&self) -> u16 {
        self.cpu.pc
    }

    /// Goes on at `address` with an empty stack, in binary mode.
    pub fn jump(&mut self, address: u16) {
        self.cpu.pc = address;
        self.cpu.s = 0xff;
        self.cpu.set_p(0x34);
    }

    /// Runs until the next opcode's address is one of two; at least one instruction. Says whether that came about within
    /// `cycles`.
    pub fn run_to(&mut self, addresses: [u16; 2], cycles: u64) -> bool {
        let Self { cpu, board } = self;
        // The registers stay in copies while the loop runs.
        let mut registers = *cpu;
        let limit = board.cycle + cycles;
        let mut arrived = false;
        while board.cycle < limit && !arrived {
            registers.step(board);
            arrived = addresses.contains(&registers.pc);
        }
        *cpu = registers;
        arrived
    }

    /// Forgets how far down the stack has been.
    pub fn watch_stack(&mut self) {
        self.board.lowest_push = 0xff;
    }

    /// The lowest address that the machine's stack has been written to since [`Self::watch_stack`].
    pub fn lowest_push(&self) -> u8 {
        self.board.lowest_push
    }
}
