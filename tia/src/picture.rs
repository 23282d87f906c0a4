//! Objects to colours: the priority encoder, for a whole stretch of a line at a time.

use crate::bits::{Bits, FIRST_PIXEL};
use crate::mechanism::colour::Colours;
use crate::sink::BLANK;

/// Pixel from which on score mode takes the second player's colour.
pub(crate) const CENTRE: u32 = 79;

/// Byte n of entry b is 0xff if bit n of b is set.
static SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 {
        let mut bit = 0;
        while bit < 8 {
            if index >> bit & 1 != 0 {
                table[index] |= 0xff << (8 * bit);
            }
            bit += 1;
        }
        index += 1;
    }
    table
};

/// What the objects show on a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Objects<'a> {
    pub(crate) player0: &'a Bits,
    pub(crate) player1: &'a Bits,
    pub(crate) missile0: &'a Bits,
    pub(crate) missile1: &'a Bits,
    pub(crate) ball: &'a Bits,
    pub(crate) playfield: &'a Bits,
}

/// What is shown of the three colours over the background: no pixel is in two of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Layers {
    player0: [u64; 3],
    player1: [u64; 3],
    playfield: [u64; 3],
}

impl Layers {
    /// The priority encoder; score mode changes colour at pixel `centre`.
    pub(crate) fn new(objects: &Objects<'_>, colours: &Colours, centre: u32) -> Self {
        let field = objects.playfield.or(*objects.ball);
        let mut first = objects.player0.or(*objects.missile0);
        let mut second = objects.player1.or(*objects.missile1);
        if colours.priority {
            first = first.without(field);
            second = second.without(field);
        } else if colours.score {
            let left = Bits::below(FIRST_PIXEL + centre);
            first = first.or(objects.playfield.and(left));
            second = second.or(objects.playfield.without(left));
        }
        let (player0, second, field) = (first.pixels(), second.pixels(), field.pixels());
        let mut player1 = second;
        let mut playfield = field;
        for word in 0..3 {
            player1[word] &= !player0[word];
            playfield[word] &= !(player0[word] | player1[word]);
        }
        Self { player0, player1, playfield }
    }

    /// The pixels that differ from those of other layers, or are of a colour that does.
    fn changes(&self, other: &Self, colours: &Colours, before: &Colours) -> [u64; 3] {
        let all = |changed: bool| if changed { !0 } else { 0 };
        let player0 = all(colours.player0 != before.player0);
        let player1 = all(colours.player1 != before.player1);
        let playfield = all(colours.playfield != before.playfield);
        let background = all(colours.background != before.background);
        [0, 1, 2].map(|word| {
            let (a, b, c) = (self.player0[word], self.player1[word], self.playfield[word]);
            (a ^ other.player0[word])
                | (b ^ other.player1[word])
                | (c ^ other.playfield[word])
                | a & player0
                | b & player1
                | c & playfield
                | background
        })
    }
}

/// One byte in each of eight.
const EACH: u64 = 0x0101_0101_0101_0101;

/// How the colours differ from the background, eight times each.
struct Paints {
    background: u64,
    player0: u64,
    player1: u64,
    playfield: u64,
}

impl Paints {
    fn new(colours: &Colours) -> Self {
        let differs = |colour: u8| u64::from(colour ^ colours.background) * EACH;
        Self {
            background: u64::from(colours.background) * EACH,
            player0: differs(colours.player0),
            player1: differs(colours.player1),
            playfield: differs(colours.playfield),
        }
    }

    /// The eight pixels of the lowest bits.
    #[inline(always)]
    fn eight(&self, player0: u64, player1: u64, playfield: u64) -> [u8; 8] {
        let spread = |bits: u64| SPREAD[usize::from(bits as u8)];
        let pixels = self.background
            ^ spread(player0) & self.player0
            ^ spread(player1) & self.player1
            ^ spread(playfield) & self.playfield;
        pixels.to_le_bytes()
    }
}

/// A line that has been coloured as a whole.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Painting {
    layers: Layers,
    colours: Colours,
}

/// Colours the whole line. `pixels` are those of `painting`, if there is one; but for the first eight if they are `hidden`.
pub(crate) fn paint_line(
    pixels: &mut [u8; 160],
    layers: &Layers,
    colours: &Colours,
    painting: Option<&Painting>,
    hidden: bool,
) -> Painting {
    let mut changes =
        painting.map_or([!0; 3], |painting| layers.changes(&painting.layers, colours, &painting.colours));
    changes[0] |= if hidden { 0xff } else { 0 };
    let paints = Paints::new(colours);
    for (word, chunk) in pixels.chunks_mut(64).enumerate() {
        let mut left = changes[word];
        let (a, b, c) = (layers.player0[word], layers.player1[word], layers.playfield[word]);
        if left == !0 {
            if a | b | c == 0 {
                chunk.fill(colours.background);
                continue;
            }
            for (group, pixels) in chunk.chunks_exact_mut(8).enumerate() {
                let shift = 8 * group;
                pixels.copy_from_slice(&paints.eight(a >> shift, b >> shift, c >> shift));
            }
            continue;
        }
        while left != 0 {
            let shift = left.trailing_zeros() & !7;
            left &= !(0xff << shift);
            if let Some(pixels) = chunk.get_mut(shift as usize..shift as usize + 8) {
                pixels.copy_from_slice(&paints.eight(a >> shift, b >> shift, c >> shift));
            }
        }
    }
    Painting { layers: *layers, colours: *colours }
}

/// Colours the pixels from `start` up to `end` (0..=160).
pub(crate) fn paint(pixels: &mut [u8; 160], start: u32, end: u32, layers: &Layers, colours: &Colours) {
    let paints = Paints::new(colours);
    let mut pixel = start as usize;
    let end = end as usize;
    while pixel < end {
        let group = pixel / 8;
        let (word, shift) = (group / 8, group % 8 * 8);
        let bytes = paints.eight(
            layers.player0[word] >> shift,
            layers.player1[word] >> shift,
            layers.playfield[word] >> shift,
        );
        if pixel == 8 * group && pixel + 8 <= end {
            pixels[pixel..pixel + 8].copy_from_slice(&bytes);
            pixel += 8;
        } else {
            let until = (8 * group + 8).min(end);
            pixels[pixel..until].copy_from_slice(&bytes[pixel - 8 * group..until - 8 * group]);
            pixel = until;
        }
    }
}

/// Blanks the pixels from `start` up to `end`.
pub(crate) fn blank(pixels: &mut [u8; 160], start: u32, end: u32) {
    pixels[start as usize..end as usize].fill(BLANK);
}

/// The playfield's twenty bits, the leftmost lowest.
pub(crate) fn playfield_bits(registers: [u8; 3]) -> u32 {
    let [pf0, pf1, pf2] = registers;
    u32::from(pf0 >> 4) | u32::from(pf1.reverse_bits()) << 4 | u32::from(pf2) << 12
}

/// The forty columns of a line, the leftmost lowest.
pub(crate) fn columns(registers: [u8; 3], reflect: bool) -> u64 {
    let left = playfield_bits(registers);
    let right = if reflect { left.reverse_bits() >> 12 } else { left };
    u64::from(left) | u64::from(right) << 20
}

/// Four clocks for each of forty columns.
pub(crate) fn widen(columns: u64) -> Bits {
    let eight = |index: u32| {
        let bits = columns >> (8 * index) & 0xff;
        let bits = (bits | bits << 12) & 0x000f_000f;
        let bits = (bits | bits << 6) & 0x0303_0303;
        ((bits | bits << 3) & 0x1111_1111) * 15
    };
    let [a, b, c, d, e] = [eight(0), eight(1), eight(2), eight(3), eight(4)];
    let (first, second, third) = (a | b << 32, c | d << 32, e);
    Bits([0, first << 4, second << 4 | first >> 60, third << 4 | second >> 60])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_four_clocks_wide() {
        let bits = widen(columns([0x10, 0x01, 0x80], false));
        for clock in 0..228 {
            let column = (clock as i32 - 68).div_euclid(4);
            assert_eq!(bits.get(clock), matches!(column, 0 | 11 | 19 | 20 | 31 | 39), "clock {clock}");
        }
        let reflected = columns([0x10, 0x00, 0x00], true);
        assert_eq!(reflected, 1 | 1 << 39);
    }

    #[test]
    fn a_part_is_painted_as_the_whole() {
        let objects = Objects {
            player0: &Bits::range(70, 90),
            player1: &Bits::range(80, 140),
            missile0: &Bits::range(200, 228),
            missile1: &Bits::range(0, 75),
            ball: &Bits::range(130, 170),
            playfield: &widen(0x55_5555_5555),
        };
        for mode in 0..4 {
            let colours = Colours {
                player0: 2,
                player1: 4,
                playfield: 6,
                background: 8,
                score: mode & 1 != 0,
                priority: mode & 2 != 0,
                left: true,
                right: false,
            };
            let layers = Layers::new(&objects, &colours, CENTRE);
            let mut whole = [0; 160];
            let painting = paint_line(&mut whole, &layers, &colours, None, false);
            let mut parts = [0; 160];
            for (start, end) in [(0, 3), (3, 77), (77, 80), (80, 152), (152, 160)] {
                paint(&mut parts, start, end, &layers, &colours);
            }
            assert_eq!(whole, parts);

            // Another line after it, and the first one again.
            let objects = Objects { player1: &Bits::range(100, 101), ball: &Bits::default(), ..objects };
            let others = Colours { playfield: 0x42, ..colours };
            let other = Layers::new(&objects, &others, CENTRE);
            let mut fresh = [0; 160];
            paint_line(&mut fresh, &other, &others, None, false);
            let painting = paint_line(&mut whole, &other, &others, Some(&painting), false);
            assert_eq!(whole, fresh);
            paint_line(&mut whole, &layers, &colours, Some(&painting), true);
            assert_eq!(whole, parts);
        }
    }
}
