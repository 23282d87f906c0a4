//! The fifteen collision latches.

use crate::archive::Archive;
use crate::bits::Bits;
use crate::picture::Objects;

/// Object bits in a pixel word.
pub(crate) const P0: u8 = 1;
pub(crate) const P1: u8 = 2;
pub(crate) const M0: u8 = 4;
pub(crate) const M1: u8 = 8;
pub(crate) const BL: u8 = 16;
pub(crate) const PF: u8 = 32;

/// Pairs in the order of the registers: bit 7 and bit 6 of CXM0P, CXM1P, CXP0FB, CXP1FB, CXM0FB, CXM1FB, CXBLPF, CXPPMM.
const PAIRS: [u8; 16] = [
    M0 | P1,
    M0 | P0,
    M1 | P0,
    M1 | P1,
    P0 | PF,
    P0 | BL,
    P1 | PF,
    P1 | BL,
    M0 | PF,
    M0 | BL,
    M1 | PF,
    M1 | BL,
    BL | PF,
    0,
    P0 | P1,
    M0 | M1,
];

/// One bit a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Collisions(u16);

impl Collisions {
    pub(crate) fn clear(&mut self) {
        self.0 = 0;
    }

    /// The objects in `pixel` are on at the same time.
    pub(crate) fn see(&mut self, pixel: u8) {
        for (bit, pair) in PAIRS.into_iter().enumerate() {
            if pair != 0 && pixel & pair == pair {
                self.0 |= 1 << bit;
            }
        }
    }

    /// The objects of a line, in the clocks given.
    pub(crate) fn see_line(&mut self, objects: &Objects<'_>, clocks: Bits) {
        // In the order of the object bits.
        let lines = [
            objects.player0,
            objects.player1,
            objects.missile0,
            objects.missile1,
            objects.ball,
            objects.playfield,
        ]
        .map(|line| line.and(clocks));
        let mut present = 0;
        for (index, line) in lines.iter().enumerate() {
            present |= u8::from(!line.is_empty()) << index;
        }
        if present & present.wrapping_sub(1) == 0 {
            return;
        }
        for (bit, pair) in PAIRS.into_iter().enumerate() {
            if pair != 0 && present & pair == pair && self.0 >> bit & 1 == 0 {
                let first = lines[pair.trailing_zeros() as usize];
                let second = lines[7 - pair.leading_zeros() as usize];
                if first.meets(second) {
                    self.0 |= 1 << bit;
                }
            }
        }
    }

    /// Bits 7 and 6 of collision register `register` (0..=7).
    pub(crate) fn read(self, register: u8) -> u8 {
        let pair = self.0 >> (2 * register);
        (pair as u8 & 1) << 7 | (pair as u8 & 2) << 5
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.u16(&mut self.0);
    }

    pub(crate) fn is_valid(self) -> bool {
        self.0 & 1 << 13 == 0
    }
}
