//! States of the last minutes, to go back to.

use std::collections::VecDeque;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Bytes of memory that the states may take. At 15 states a second this is a quarter of an hour or more.
const MOST_BYTES: usize = 32 << 20;
/// Bytes counted for a state beside its own: the entry.
const ENTRY: usize = 96;

/// States in the order of their time, each with a note of type `M`. The oldest are given up for new ones.
#[derive(Debug)]
pub(crate) struct Rewind<M> {
    states: VecDeque<(Vec<u8>, M)>,
    bytes: usize,
    most: usize,
}

impl<M> Default for Rewind<M> {
    fn default() -> Self {
        Self::with_limit(MOST_BYTES)
    }
}

impl<M> Rewind<M> {
    /// With a limit of so many bytes.
    pub(crate) fn with_limit(most: usize) -> Self {
        Rewind { states: VecDeque::new(), bytes: 0, most }
    }

    /// Keeps a state.
    pub(crate) fn push(&mut self, state: &[u8], mark: M) {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        // A row of bytes takes everything that it is given.
        let Ok(packed) = encoder.write_all(state).and_then(|()| encoder.finish()) else { return };
        self.bytes += packed.len() + ENTRY;
        self.states.push_back((packed, mark));
        while self.bytes > self.most {
            let Some((oldest, _)) = self.states.pop_front() else { break };
            self.bytes -= oldest.len() + ENTRY;
        }
    }

    /// Takes out the newest state.
    pub(crate) fn pop(&mut self) -> Option<(Vec<u8>, M)> {
        let (packed, mark) = self.states.pop_back()?;
        self.bytes -= packed.len() + ENTRY;
        let mut state = Vec::new();
        DeflateDecoder::new(&packed[..]).read_to_end(&mut state).ok()?;
        Some((state, mark))
    }

    /// Gives up all states.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.bytes = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that do not compress.
    fn noise(seed: u32) -> Vec<u8> {
        let mut value = seed;
        (0..1_000)
            .map(|_| {
                value = value.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (value >> 24) as u8
            })
            .collect()
    }

    #[test]
    fn states_come_back_newest_first_and_unchanged() {
        let mut rewind = Rewind::default();
        (0..10).for_each(|number| rewind.push(&noise(number), number));
        for number in (0..10).rev() {
            assert_eq!(rewind.pop(), Some((noise(number), number)));
        }
        assert_eq!(rewind.pop(), None);
        assert_eq!(rewind.bytes, 0);
    }

    #[test]
    fn memory_is_bounded_and_the_oldest_go_first() {
        let mut rewind = Rewind::with_limit(10_000);
        for number in 0..1_000 {
            rewind.push(&noise(number), number);
            assert!(rewind.bytes <= 10_000);
        }
        let left: Vec<u32> = std::iter::from_fn(|| rewind.pop()).map(|(_, number)| number).collect();
        assert!((8..=9).contains(&left.len()));
        assert_eq!(left[0], 999);
        assert!(left.is_sorted_by(|a, b| *a == b + 1));
    }
}
