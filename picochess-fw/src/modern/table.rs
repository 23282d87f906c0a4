//! The transposition table: what earlier looks at a position found.

use super::position::Move;

/// What a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The score itself.
    Exact,
    /// At least this.
    Lower,
    /// At most this.
    Upper,
}

/// Eight bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    check: u16,
    best: u16,
    score: i16,
    depth: i8,
    /// 0 empty, 1 exact, 2 lower, 3 upper; the search's number in the other bits.
    kind: u8,
}

/// What the table knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) best: Move,
    pub(super) score: i16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
}

/// A table of `N` entries, a power of two.
#[derive(Clone, Debug)]
pub(super) struct Table<const N: usize> {
    entries: [Entry; N],
    age: u8,
}

impl<const N: usize> Table<N> {
    pub(super) const fn new() -> Self {
        assert!(N.is_power_of_two() && N <= 1 << 16);
        Self { entries: [Entry { check: 0, best: 0, score: 0, depth: 0, kind: 0 }; N], age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    /// A search begins: what older ones left may be overwritten.
    pub(super) fn renew(&mut self) {
        self.age = self.age.wrapping_add(1) & 63;
    }

    pub(super) fn get(&self, key: u32) -> Option<Known> {
        let entry = &self.entries[key as usize % N];
        if entry.check != (key >> 16) as u16 {
            return None;
        }
        let bound = match entry.kind & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        Some(Known { best: Move(entry.best), score: entry.score, depth: entry.depth, bound })
    }

    pub(super) fn put(&mut self, key: u32, known: Known) {
        let entry = &mut self.entries[key as usize % N];
        let check = (key >> 16) as u16;
        let old = entry.kind >> 2 != self.age;
        if entry.kind & 3 != 0 && !old && entry.check != check && entry.depth > known.depth {
            return;
        }
        let kind = match known.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let best = if known.best == Move::NONE && entry.check == check { entry.best } else { known.best.0 };
        *entry = Entry { check, best, score: known.score, depth: known.depth, kind: kind | self.age << 2 };
    }
}
