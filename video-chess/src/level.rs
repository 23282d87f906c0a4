//! How deep the program thinks: the level's depths, changed by what is left on the board (`$F42E`–`$F45C`).

use crate::tables::LEVEL_DEPTHS;

/// A level of play as the cartridge numbers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Captures only, two plies deep.
    #[default]
    One,
    /// A full width of one ply, captures to two.
    Two,
    /// One ply, captures to three.
    Three,
    /// Two plies, captures to three.
    Four,
    /// Two plies, captures to four.
    Five,
    /// Three plies, captures to four.
    Six,
    /// Five plies, captures to six: hours of an Atari's time.
    Seven,
    /// The beginner's level: no depth at all.
    Eight,
}

impl Level {
    /// All of them in the order in which Select steps through them.
    pub const ALL: [Self; 8] =
        [Self::One, Self::Two, Self::Three, Self::Four, Self::Five, Self::Six, Self::Seven, Self::Eight];

    /// The level that the screen numbers `number`, 1 to 8.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1..=8 => Some(Self::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// The number on the screen, 1 to 8.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

/// What the program finds on the board before it begins to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Material {
    /// The program's pieces, 4 added: king 66, queen 27, rook 15, bishop and knight 9, pawn 3. Stays as it is where a
    /// further piece would carry it over 255.
    pub program: u8,
    /// The human's, counted alike, modulo 256.
    pub human: u8,
}

/// Below this the program counts its own forces as few, and looks a ply deeper.
const FEW: u8 = 0x55;

/// How deep to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depths {
    /// `$D9`: full width of the second pass; 0 where there is none.
    pub full_width: u8,
    /// `$D2`: maximum depth.
    pub max_depth: u8,
}

/// `$F430`–`$F43F`: the stage byte `$E2` of the coming search from the one the frame left.
///
/// It is the processor's flags pushed on the stack: bit 7 opening (which lasts until either side's material is below
/// 128), bit 6 the human's king alone while the program's forces are not few, the rest a by-product.
#[must_use]
pub const fn stage(before: u8, material: Material) -> u8 {
    let few = material.program < FEW;
    let common = material.program & before & material.human;
    let alone = if few { 0 } else { before & 0x40 };
    let zero = if common == 0 { 0x02 } else { 0 };
    let carry = if few { 0 } else { 0x01 };
    common & 0x80 | alone | 0x34 | zero | carry
}

/// `$F441`–`$F45C`: the depths for a level at a stage of the game (see [`stage`]).
///
/// With few forces of its own the program looks one ply further, and again once the opening is over; against a lone king
/// every level but the opening's looks alike.
#[must_use]
pub const fn depths(level: Level, stage: u8, material: Material) -> Depths {
    let few = material.program < FEW;
    let (mut full_width, mut max_depth) = LEVEL_DEPTHS[level as usize];
    if few {
        full_width += 1;
        max_depth += 2;
    }
    let alone = stage & 0x40 != 0;
    if alone {
        (full_width, max_depth) = (1, 2);
    }
    if alone || stage & 0x80 == 0 {
        full_width += 1;
        // The carry of a comparison long before is still there.
        max_depth += if few { 0 } else { 1 };
    }
    Depths { full_width, max_depth }
}
