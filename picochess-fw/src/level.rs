//! Levels of play and what they mean.

/// A level of an opponent: 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// Mean time of a reply of the cartridge at levels 1 to 8 on an Atari, in seconds, and mean number of nodes
/// of its search: 3,260 recorded searches from positions of games at all stages. Level 7, which thinks for
/// hours, stands for its reply to 1.e2e4.
const CARTRIDGE: [(u32, u32); 8] =
    [(5, 305), (15, 990), (15, 1_209), (91, 7_093), (118, 11_720), (313, 31_685), (3_300, 199_570), (3, 71)];

/// Cycles of the 6507 that an Atari does in a second (NTSC).
pub(crate) const ATARI_SPEED: u32 = 1_193_182;

/// Node budget of the Modern opponent's levels, and the noise in its evaluation, in centipawns.
const MODERN: [(u32, u16); 8] =
    [(150, 90), (400, 60), (1_000, 40), (2_500, 25), (5_000, 15), (10_000, 10), (20_000, 6), (50_000, 3)];

impl Level {
    /// The easiest level of Modern, and the level that the cartridge starts with.
    pub const FIRST: Level = Level(1);

    /// The level of that number, if it is from 1 to 8.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 8 { Some(Level(number)) } else { None }
    }

    /// 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The next level; 8 is followed by 1.
    #[must_use]
    pub const fn next(self) -> Level {
        Level(self.0 % 8 + 1)
    }

    /// How long an Atari thinks for the usual reply, in seconds.
    pub const fn atari_seconds(self) -> u32 {
        CARTRIDGE[self.0 as usize - 1].0
    }

    /// How many nodes the cartridge's search visits for the usual reply.
    pub const fn cartridge_nodes(self) -> u32 {
        CARTRIDGE[self.0 as usize - 1].1
    }

    /// How many nodes the Modern opponent may visit for a reply.
    pub const fn modern_nodes(self) -> u32 {
        MODERN[self.0 as usize - 1].0
    }

    /// How long the Modern opponent may think about a reply, in microseconds: 2 s, at level 8 5 s.
    pub const fn modern_us(self) -> u64 {
        if self.0 < 8 { 2_000_000 } else { 5_000_000 }
    }

    /// How far the Modern opponent's judgement may be off, in centipawns.
    pub const fn modern_noise(self) -> u16 {
        MODERN[self.0 as usize - 1].1
    }
}
