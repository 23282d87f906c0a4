//! Numbers at random that are the same every time, so that a case can be repeated by its number.

use video_chess::Ram;

/// A generator of numbers (xorshift64*).
pub(crate) struct Dice(u64);

impl Dice {
    /// The numbers of a case.
    pub(crate) fn of(case: u64) -> Self {
        let mut dice = Self(0x9e37_79b9_7f4a_7c15 ^ (case + 1).wrapping_mul(0x1234_5678_9abc_def1));
        for _ in 0..4 {
            dice.throw(2);
        }
        dice
    }

    /// A number below `sides`.
    pub(crate) fn throw(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % sides
    }

    /// A byte.
    pub(crate) fn byte(&mut self) -> u8 {
        self.throw(256) as u8
    }

    /// Any memory at all.
    pub(crate) fn memory(&mut self) -> Ram {
        let mut bytes = [0; 128];
        bytes.fill_with(|| self.byte());
        Ram::from(bytes)
    }

    /// A memory with up to six bits turned over.
    pub(crate) fn turn_bits(&mut self, ram: &Ram) -> Ram {
        let mut bytes = *ram.bytes();
        for _ in 0..=self.throw(6) {
            bytes[self.throw(128) as usize] ^= 1 << self.throw(8);
        }
        Ram::from(bytes)
    }

    /// A memory with up to four squares that hold anything, pieces or not.
    pub(crate) fn put_anything(&mut self, ram: &Ram) -> Ram {
        let mut ram = *ram;
        for _ in 0..=self.throw(4) {
            let (square, content) = (self.throw(64) as u8, self.throw(16) as u8);
            ram.set_square(square, content);
        }
        ram
    }
}
