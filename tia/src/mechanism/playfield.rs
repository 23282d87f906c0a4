//! The playfield: a token runs along twenty bits, a count a bit.

use crate::archive::Archive;

const BITS: u32 = 20;
const MASK: u32 = (1 << BITS) - 1;

/// Registers and the two chains, forwards and backwards, that read them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Playfield {
    pub(crate) registers: [u8; 3],
    pub(crate) reflect: bool,
    /// Tokens that wait to be read in this count: bit n is the bit that is n-th from the left.
    pub(crate) forwards: u32,
    pub(crate) backwards: u32,
    pub(crate) forwards_latch: u32,
    pub(crate) backwards_latch: u32,
    pub(crate) latch: bool,
    /// The bit being shown, before the pixel latch.
    pub(crate) pixel: bool,
}

impl Playfield {
    /// The twenty bits, the leftmost lowest.
    fn bits(&self) -> u32 {
        let [pf0, pf1, pf2] = self.registers;
        u32::from(pf0 >> 4) | u32::from(pf1.reverse_bits()) << 4 | u32::from(pf2) << 12
    }

    /// The dynamic latches of phase 1. `start` and `centre`: the counts that start the two halves.
    pub(crate) fn settle(&mut self, phase1: bool, start: bool, centre: bool) {
        if phase1 {
            let forwards = self.forwards | u32::from(start || centre && !self.reflect);
            let backwards = self.backwards | u32::from(centre && self.reflect) << (BITS - 1);
            self.latch = (forwards | backwards) & self.bits() != 0;
            self.forwards_latch = forwards << 1 & MASK;
            self.backwards_latch = backwards >> 1;
        }
    }

    /// Phase 2 begins.
    pub(crate) fn tick(&mut self) {
        self.pixel = self.latch;
        self.forwards = self.forwards_latch;
        self.backwards = self.backwards_latch;
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.bytes(&mut self.registers);
        archive.bool(&mut self.reflect);
        for tokens in
            [&mut self.forwards, &mut self.backwards, &mut self.forwards_latch, &mut self.backwards_latch]
        {
            archive.u32(tokens);
        }
        archive.bool(&mut self.latch);
        archive.bool(&mut self.pixel);
    }

    pub(crate) fn is_valid(&self) -> bool {
        (self.forwards | self.backwards | self.forwards_latch | self.backwards_latch) & !MASK == 0
    }
}
