//! A move in standard algebraic notation, in eight bytes.

use core::fmt::{self, Write};

use shakmaty::{Chess, Move, san::SanPlus};

/// Text of a move such as `Nbxd2+`: at most seven characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct San([u8; 8]);

impl San {
    /// The notation of `m`, and the position after it.
    pub(crate) fn play(position: &mut Chess, m: Move) -> San {
        let san = SanPlus::from_move_and_play_unchecked(position, m);
        let mut text = San::default();
        // The longest notation, "Qa1xb2#" or "bxa8=Q#", has seven characters.
        let _ = write!(Writer(&mut text.0, 0), "{san}");
        text
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&b| b == 0).unwrap_or(8);
        core::str::from_utf8(&self.0[..length]).unwrap_or("?")
    }
}

impl fmt::Display for San {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

struct Writer<'a>(&'a mut [u8; 8], usize);

impl Write for Writer<'_> {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        let target = self.0.get_mut(self.1..self.1 + s.len()).ok_or(fmt::Error)?;
        target.copy_from_slice(s.as_bytes());
        self.1 += s.len();
        Ok(())
    }
}
