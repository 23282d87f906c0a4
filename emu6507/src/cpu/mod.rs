//! The 6507: an NMOS 6502 in a smaller package.
//!
//! All 256 opcodes, cycle by cycle on the bus, dummy reads and double writes included, as the netlist of the
//! chip does it. The package has no IRQ, NMI or SO pins; RDY is there and halts reads.

mod addressing;
mod alu;
mod bus;
mod execute;
mod handlers;
mod operation;
#[cfg(feature = "console")]
pub(crate) mod pairs;

pub use bus::Bus;
pub use handlers::Handlers;

use addressing::{dummy, read};

/// The registers. Plain data: copy it to keep it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cpu {
    /// Accumulator.
    pub a: u8,
    /// Index register X.
    pub x: u8,
    /// Index register Y.
    pub y: u8,
    /// Stack pointer; the stack is in page 1.
    pub s: u8,
    /// Address of the next opcode.
    pub pc: u16,
    // The flags are kept as the operations leave them: N is bit 7 of `n`, Z is `z == 0`. `p` puts them together.
    n: u8,
    z: u8,
    c: bool,
    v: bool,
    d: bool,
    i: bool,
    jammed: bool,
}

impl Default for Cpu {
    fn default() -> Self {
        Self::new()
    }
}

impl Cpu {
    /// The registers before the first reset. On a chip they are undefined; here they are zero, with I set.
    pub const fn new() -> Self {
        Cpu {
            a: 0,
            x: 0,
            y: 0,
            s: 0,
            pc: 0,
            n: 0,
            z: 1,
            c: false,
            v: false,
            d: false,
            i: true,
            jammed: false,
        }
    }

    /// The status register: `NV1BDIZC` with bit 5 set and B clear, since B is not a stored flag.
    pub const fn p(&self) -> u8 {
        self.n & 0x80
            | (self.v as u8) << 6
            | 0x20
            | (self.d as u8) << 3
            | (self.i as u8) << 2
            | ((self.z == 0) as u8) << 1
            | self.c as u8
    }

    /// Sets the flags from a status byte; bits 5 and 4 are ignored.
    #[inline(always)]
    pub const fn set_p(&mut self, p: u8) {
        self.n = p;
        self.v = p & 0x40 != 0;
        self.d = p & 0x08 != 0;
        self.i = p & 0x04 != 0;
        self.z = !p & 0x02;
        self.c = p & 0x01 != 0;
    }

    /// Whether one of the twelve jamming opcodes has stopped the chip; only [`reset`](Cpu::reset) helps.
    pub const fn is_jammed(&self) -> bool {
        self.jammed
    }

    /// The seven cycles of the reset sequence: what would be pushes are reads, S falls by three, I is set,
    /// and the next opcode comes from the vector at `$FFFC`. Everything else keeps its value.
    pub fn reset<B: Bus>(&mut self, bus: &mut B) {
        self.jammed = false;
        dummy(bus, self.pc);
        dummy(bus, self.pc);
        for _ in 0..3 {
            dummy(bus, self.stack());
            self.s = self.s.wrapping_sub(1);
        }
        self.i = true;
        let low = read(bus, 0xfffc);
        let high = read(bus, 0xfffd);
        self.pc = u16::from_le_bytes([low, high]);
    }

    /// One walk over the whole state, for save states.
    pub fn archive<A: tia::Archive>(&mut self, archive: &mut A) {
        for byte in [&mut self.a, &mut self.x, &mut self.y, &mut self.s, &mut self.n, &mut self.z] {
            archive.u8(byte);
        }
        archive.u16(&mut self.pc);
        for flag in [&mut self.c, &mut self.v, &mut self.d, &mut self.i, &mut self.jammed] {
            archive.bool(flag);
        }
    }
}
