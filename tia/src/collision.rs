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

/// The two objects of each pair, by the number of their bits.
const MEMBERS: [[u8; 2]; 16] = {
    let mut members = [[0; 2]; 16];
    let mut pair = 0;
    while pair < 16 {
        if PAIRS[pair] != 0 {
            members[pair] = [PAIRS[pair].trailing_zeros() as u8, 7 - PAIRS[pair].leading_zeros() as u8];
        }
        pair += 1;
    }
    members
};

/// The pairs that are possible with each set of objects.
static POSSIBLE: [u16; 64] = {
    let mut possible = [0; 64];
    let mut objects = 0;
    while objects < 64 {
        let mut pair = 0;
        while pair < 16 {
            if PAIRS[pair] != 0 && objects as u8 & PAIRS[pair] == PAIRS[pair] {
                possible[objects] |= 1 << pair;
            }
            pair += 1;
        }
        objects += 1;
    }
    possible
};

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
    ///
    /// `present`: object bits of those that are on at all.
    #[inline]
    pub(crate) fn see_line(&mut self, objects: &Objects<'_>, present: u8, clocks: Option<Bits>) {
        let mut left = POSSIBLE[usize::from(present & 63)] & !self.0;
        if left == 0 {
            return;
        }
        // In the order of the object bits.
        let lines = [
            objects.player0,
            objects.player1,
            objects.missile0,
            objects.missile1,
            objects.ball,
            objects.playfield,
        ];
        while left != 0 {
            let bit = left.trailing_zeros();
            left &= left - 1;
            let [first, second] = MEMBERS[bit as usize];
            let mut both = lines[usize::from(first)].and(*lines[usize::from(second)]);
            if let Some(clocks) = clocks {
                both = both.and(clocks);
            }
            self.0 |= u16::from(!both.is_empty()) << bit;
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
