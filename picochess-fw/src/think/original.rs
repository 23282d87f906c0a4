//! The cartridge's own program, thinking on an emulated 6507.
//!
//! [`Original`] is no console. It has what a search needs, and is made for a host that is hardly faster than the 6507
//! itself was: the picture and the joystick stay out, and breakpoints tell where the program is.
//!
//! The program searches from `$F574` on and is back at `$F00F`, where the picture begins, when it has its answer. In
//! between it lives in the 128 bytes of RAM: what it writes to the TIA is the colour of the border, and what it reads
//! there, by accident, are registers whose low bits nobody drives, so that they keep what was on the bus before.

use core::ops::ControlFlow;

use emu6507::cpu::{Bus, Cpu, Handlers};
use video_chess::Ram;

/// Where the search begins.
const SEARCH: u16 = 0xF574;
/// A move is about to be made: a node.
const NODE: u16 = 0xF821;
/// The answer is given; its score lies at ply 0.
const ANSWER: u16 = 0xFA30;
/// The search is over.
const END: u16 = 0xF00F;
/// The score at ply 0.
const SCORE: u8 = 0xC0;
/// Stands for the opcode where the program is looked at. It jams the chip, so no program has it.
const BREAKPOINT: u8 = 0x02;
/// The fire buttons.
const INPT4: u16 = 0x0C;
const INPT5: u16 = 0x0D;
/// Binary mode, and interrupts off.
const FLAGS: u8 = 0x34;

/// Bytes of the ROM.
pub const ROM_BYTES: usize = 4096;
/// CRC-32 (ISO HDLC) of Video Chess.
const ROM_CRC: u32 = 0xB622_6A54;

/// Whether these bytes are the ROM of Video Chess.
pub fn is_rom(bytes: &[u8; ROM_BYTES]) -> bool {
    crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC).checksum(bytes) == ROM_CRC
}

/// RAM and ROM on the lines of a 6507 whose program lies in the ROM.
#[derive(Clone, Debug)]
struct Lines {
    /// Cycles since the step began, apart from the fetches: those are as many as the instructions.
    cycles: u32,
    /// The address that drove the data lines last: they keep its byte until the next cycle. What a write leaves on them
    /// is never looked at, since a fetch follows.
    driver: u16,
    ram: [u8; 128],
    /// With breakpoints. Not a reference: so the compiler knows that no write to what stands above changes it.
    rom: [u8; ROM_BYTES],
}

impl Lines {
    /// A byte of the program.
    #[inline(always)]
    fn code(&mut self, address: u16) -> u8 {
        self.cycles = self.cycles.wrapping_add(1);
        self.driver = address;
        self.rom[usize::from(address & 0x0FFF)]
    }

    /// A register of the TIA, where it drives no more than the upper two lines: the fire buttons, which nobody presses
    /// and so are high; no collision has come about.
    #[cold]
    #[inline(never)]
    fn tia(&self, address: u16) -> u8 {
        let driven = if matches!(address & 0x0F, INPT4 | INPT5) { 0x80 } else { 0 };
        let at = self.driver;
        let kept = if at & 0x1000 != 0 {
            self.rom[usize::from(at & 0x0FFF)]
        } else {
            self.ram[usize::from(at & 0x7F)]
        };
        driven | kept & 0x3F
    }
}

impl Bus for Lines {
    /// Each instruction has a second cycle, so nobody looks at what this one leaves on the data lines.
    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        self.rom[usize::from(address & 0x0FFF)]
    }

    #[inline(always)]
    fn operand(&mut self, address: u16) -> u8 {
        self.code(address)
    }

    /// Where nobody looks at the byte, it is enough to know whose it is.
    #[inline(always)]
    fn idle_operand(&mut self, address: u16) {
        self.cycles = self.cycles.wrapping_add(1);
        self.driver = address;
    }

    #[inline(always)]
    fn dummy_read(&mut self, address: u16) {
        self.cycles = self.cycles.wrapping_add(1);
        if address & 0x1000 != 0 || address & 0x0280 == 0x0080 {
            self.driver = address;
        }
    }

    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.cycles = self.cycles.wrapping_add(1);
        if address & 0x1000 != 0 {
            self.driver = address;
            self.rom[usize::from(address & 0x0FFF)]
        } else if address & 0x0280 == 0x0080 {
            self.driver = address;
            self.ram[usize::from(address & 0x7F)]
        } else {
            self.tia(address)
        }
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        self.cycles = self.cycles.wrapping_add(1);
        if address & 0x1280 == 0x0080 {
            self.ram[usize::from(address & 0x7F)] = value;
        }
    }
}

/// The instructions that the search hardly has.
static HANDLERS: Handlers<Lines> = Handlers::new();

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It goes on.
    Running,
    /// It is over.
    Over,
    /// The program has jammed, or run out of its ROM: no memory of a game leads there.
    Lost,
}

/// A 6507, its RAM and the cartridge, thinking.
#[derive(Clone, Debug)]
pub struct Original {
    cpu: Cpu,
    lines: Lines,
    /// The opcodes that stand where breakpoints are.
    replaced: [(u16, u8); 3],
    /// Cycles of the search up to the last step.
    cycles: u64,
    nodes: u32,
    /// The score of the answer as the program has it at `$FA30`, `$80` for equal.
    score: u8,
}

impl Original {
    /// A machine with this cartridge ([`is_rom`]) that has nothing to think about.
    pub fn new(rom: &[u8; ROM_BYTES]) -> Self {
        let mut lines = Lines { cycles: 0, driver: SEARCH, ram: [0; 128], rom: *rom };
        let replaced = [NODE, ANSWER, END].map(|address| {
            let place = &mut lines.rom[usize::from(address & 0x0FFF)];
            (address, core::mem::replace(place, BREAKPOINT))
        });
        // No instruction lies there, but vectors that a search has no use for: who comes there is lost.
        lines.rom[ROM_BYTES - 2..].fill(BREAKPOINT);
        Self { cpu: Cpu::new(), lines, replaced, score: 0, nodes: 0, cycles: 0 }
    }

    /// Begins the search that the memory at `$F574` asks for ([`Game::search`](video_chess::Game::search)).
    pub fn begin(&mut self, ram: &Ram) {
        self.lines.ram = *ram.bytes();
        (self.score, self.nodes, self.cycles) = (0, 0, 0);
        self.cpu = Cpu::new();
        self.cpu.set_p(FLAGS);
        self.cpu.s = 0xFF;
        self.cpu.pc = SEARCH;
    }

    /// Goes on for so many instructions, until the search is over.
    // A function of its own: the firmware runs it from RAM.
    #[inline(never)]
    pub fn go_on(&mut self, instructions: u32) -> Stage {
        self.lines.cycles = 0;
        let mut stage = Stage::Running;
        let mut left = instructions;
        while left > 0 && self.cpu.pc & 0x1000 != 0 {
            left -= 1;
            if self.step().is_break() {
                stage = self.arrive();
                if stage != Stage::Running {
                    break;
                }
            }
        }
        self.cycles += u64::from(self.lines.cycles) + u64::from(instructions - left);
        // What a jammed chip has gone on with is nothing.
        let is_lost = self.cpu.is_jammed() || left > 0 && stage == Stage::Running;
        if is_lost { Stage::Lost } else { stage }
    }

    /// Runs an instruction, unless a breakpoint stands there. Those are inline that make up 98 % of the search.
    #[inline(always)]
    fn step(&mut self) -> ControlFlow<()> {
        let Self { cpu, lines, .. } = self;
        let opcode = cpu.read_opcode(lines);
        // Every opcode is named: so the jump needs no look at whether there is one.
        macro_rules! dispatch {
            (inline $($inline:literal)* breakpoint $breakpoint:literal others $($other:literal)*) => {
                match opcode {
                    $($inline => cpu.follow::<$inline, _>(lines),)*
                    $breakpoint => return ControlFlow::Break(()),
                    $($other)|* => HANDLERS.follow(opcode, cpu, lines),
                }
            };
        }
        dispatch! {
            inline
            0x0a 0x10 0x18 0x20 0x24 0x29 0x30 0x38 0x45 0x49 0x4a 0x4c 0x60 0x65 0x6a 0x79 0x85 0x86 0x90
            0xa4 0xa5 0xa6 0xa8 0xaa 0xb0 0xb5 0xb9 0xbd 0xc0 0xc6 0xc9 0xca 0xd0 0xd8 0xe0 0xf0 0xf8
            breakpoint 0x02
            others
            0x00 0x01 0x03 0x04 0x05 0x06 0x07 0x08 0x09 0x0b 0x0c 0x0d 0x0e 0x0f 0x11 0x12 0x13 0x14 0x15
            0x16 0x17 0x19 0x1a 0x1b 0x1c 0x1d 0x1e 0x1f 0x21 0x22 0x23 0x25 0x26 0x27 0x28 0x2a 0x2b 0x2c
            0x2d 0x2e 0x2f 0x31 0x32 0x33 0x34 0x35 0x36 0x37 0x39 0x3a 0x3b 0x3c 0x3d 0x3e 0x3f 0x40 0x41
            0x42 0x43 0x44 0x46 0x47 0x48 0x4b 0x4d 0x4e 0x4f 0x50 0x51 0x52 0x53 0x54 0x55 0x56 0x57 0x58
            0x59 0x5a 0x5b 0x5c 0x5d 0x5e 0x5f 0x61 0x62 0x63 0x64 0x66 0x67 0x68 0x69 0x6b 0x6c 0x6d 0x6e
            0x6f 0x70 0x71 0x72 0x73 0x74 0x75 0x76 0x77 0x78 0x7a 0x7b 0x7c 0x7d 0x7e 0x7f 0x80 0x81 0x82
            0x83 0x84 0x87 0x88 0x89 0x8a 0x8b 0x8c 0x8d 0x8e 0x8f 0x91 0x92 0x93 0x94 0x95 0x96 0x97 0x98
            0x99 0x9a 0x9b 0x9c 0x9d 0x9e 0x9f 0xa0 0xa1 0xa2 0xa3 0xa7 0xa9 0xab 0xac 0xad 0xae 0xaf 0xb1
            0xb2 0xb3 0xb4 0xb6 0xb7 0xb8 0xba 0xbb 0xbc 0xbe 0xbf 0xc1 0xc2 0xc3 0xc4 0xc5 0xc7 0xc8 0xcb
            0xcc 0xcd 0xce 0xcf 0xd1 0xd2 0xd3 0xd4 0xd5 0xd6 0xd7 0xd9 0xda 0xdb 0xdc 0xdd 0xde 0xdf 0xe1
            0xe2 0xe3 0xe4 0xe5 0xe6 0xe7 0xe8 0xe9 0xea 0xeb 0xec 0xed 0xee 0xef 0xf1 0xf2 0xf3 0xf4 0xf5
            0xf6 0xf7 0xf9 0xfa 0xfb 0xfc 0xfd 0xfe 0xff
        }
        ControlFlow::Continue(())
    }

    /// Looks which breakpoint the program has come to, and runs the instruction that belongs there.
    #[inline(never)]
    fn arrive(&mut self) -> Stage {
        let pc = self.cpu.pc;
        let Some(&(_, opcode)) = self.replaced.iter().find(|&&(address, _)| address == pc) else {
            return Stage::Lost;
        };
        match pc {
            END => {
                // Its first instruction does not belong to the search.
                self.lines.cycles = self.lines.cycles.wrapping_sub(1);
                return Stage::Over;
            }
            NODE => self.nodes = self.nodes.wrapping_add(1),
            _ => self.score = self.lines.ram[usize::from(SCORE & 0x7F)],
        }
        HANDLERS.follow(opcode, &mut self.cpu, &mut self.lines);
        Stage::Running
    }

    /// The memory: once the search is over as it is at `$F00F`.
    pub fn ram(&self) -> Ram {
        Ram::from(self.lines.ram)
    }

    /// The answer's score as the program has it at `$FA30`, `$80` for equal.
    pub fn score(&self) -> u8 {
        self.score
    }

    /// Nodes so far.
    pub fn nodes(&self) -> u32 {
        self.nodes
    }

    /// Cycles of the 6507 so far, up to the end of the last step.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }
}
