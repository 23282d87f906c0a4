//! Reeds and keys behind a matrix of wires: 64 contacts, three keys, a diode for each.

use picochess_fw::Keys;

/// The pins of rows and columns.
const ROWS: u32 = 0xFF;
const FIRST_COLUMN: u32 = 8;
const KEY_COLUMN: u32 = 22;
/// The inputs that the matrix drives.
pub(crate) const INPUTS: u32 = 0xFF << FIRST_COLUMN | 1 << KEY_COLUMN;
/// A bouncing contact opens and closes at random, once in so many microseconds.
const CHATTER_US: u64 = 150;

/// The matrix.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    /// Squares with men on.
    pub(crate) men: u64,
    pub(crate) keys: Keys,
    /// Longest bounce of a contact after a change, in microseconds; 0 is a contact that does not bounce.
    pub(crate) bounce_us: u64,
    before: u64,
    keys_before: u8,
    until: [u64; 64],
    keys_until: [u64; 3],
}

impl Default for Matrix {
    fn default() -> Self {
        Self {
            men: 0,
            keys: Keys::NONE,
            bounce_us: 0,
            before: 0,
            keys_before: 0,
            until: [0; 64],
            keys_until: [0; 3],
        }
    }
}

impl Matrix {
    /// Begins the bounces of what has changed.
    pub(crate) fn stir(&mut self, now_us: u64) {
        let held = bits(self.keys);
        for square in 0..64 {
            if (self.men ^ self.before) >> square & 1 != 0 {
                self.until[square] = now_us + noise(now_us, square as u64) % self.bounce_us.max(1);
            }
        }
        for key in 0..3 {
            if (held ^ self.keys_before) >> key & 1 != 0 {
                self.keys_until[key] = now_us + noise(now_us, 64 + key as u64) % self.bounce_us.max(1);
            }
        }
        self.before = self.men;
        self.keys_before = held;
    }

    /// The levels of the columns while `driven` rows are high. Without a driven row the resistors pull them low.
    pub(crate) fn columns(&self, driven: u32, now_us: u64) -> u32 {
        let mut columns = 0;
        for row in 0..8 {
            if driven & ROWS & 1 << row == 0 {
                continue;
            }
            for file in 0..8 {
                let square = 8 * row + file;
                let closed = self.men >> square & 1 != 0;
                if contact(closed, now_us, self.until[square], square as u64) {
                    columns |= 1 << (FIRST_COLUMN as usize + file);
                }
            }
            if row < 3 {
                let closed = bits(self.keys) >> row & 1 != 0;
                if contact(closed, now_us, self.keys_until[row], 64 + row as u64) {
                    columns |= 1 << KEY_COLUMN;
                }
            }
        }
        columns
    }
}

fn bits(keys: Keys) -> u8 {
    Keys::ALL.into_iter().enumerate().fold(0, |bits, (i, key)| bits | u8::from(keys.contains(key)) << i)
}

fn contact(closed: bool, now_us: u64, until: u64, which: u64) -> bool {
    if now_us < until { noise(now_us / CHATTER_US, which) & 1 != 0 } else { closed }
}

/// The same for the same numbers: a run can be repeated.
fn noise(a: u64, b: u64) -> u64 {
    let mut x = a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b.wrapping_mul(0xD1B5_4A32_D192_ED03);
    x ^= x >> 29;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ x >> 32
}
