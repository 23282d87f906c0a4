//! The sixteen colours of the resistor ladder.

use embedded_graphics::pixelcolor::{PixelColor, raw::RawU4};

/// A colour as it goes to the pins: bit 0 green low, bit 1 green high, bit 2 blue, bit 3 red.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colour(pub u8);

impl PixelColor for Colour {
    type Raw = RawU4;
}

/// What a level of green, and what blue or red switched on, look like as 8-bit sRGB.
///
/// 330 ohm from 3.3 V into the 70 ohm of a monitor is 0.58 V of the 0.7 V that are full brightness. Green has
/// 470 ohm (low bit) and 330 ohm (high bit), each loading the other: 0.36 V, 0.51 V, and with both 0.88 V,
/// which a monitor clips.
const GREEN: [u8; 4] = [0, 132, 187, 255];
const ON: u8 = 210;

impl Colour {
    /// Nothing on.
    pub const BLACK: Colour = Colour(0b0000);
    /// The light squares: a warm grey, all on but green at its middle level.
    pub const LIGHT: Colour = Colour(0b1110);
    /// The dark squares.
    pub const DARK: Colour = Colour(0b0001);
    /// All on.
    pub const WHITE: Colour = Colour(0b1111);
    /// A move.
    pub const CYAN: Colour = Colour(0b0111);
    /// A capture.
    pub const MAGENTA: Colour = Colour(0b1100);
    /// Right.
    pub const GREEN: Colour = Colour(0b0011);
    /// Missing.
    pub const RED: Colour = Colour(0b1000);
    /// Unexpected.
    pub const YELLOW: Colour = Colour(0b1011);
    /// The last move.
    pub const GOLD: Colour = Colour(0b1010);
    /// Something is going on.
    pub const BLUE: Colour = Colour(0b0100);
    /// Something is going on, lighter.
    pub const STEEL: Colour = Colour(0b0101);

    /// Red, green and blue, 8 bits each, as a monitor shows it.
    pub const fn rgb(self) -> [u8; 3] {
        let green = GREEN[(self.0 & 3) as usize];
        let blue = if self.0 & 4 != 0 { ON } else { 0 };
        let red = if self.0 & 8 != 0 { ON } else { 0 };
        [red, green, blue]
    }
}
