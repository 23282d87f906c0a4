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

/// The three colours over the background, each where it may show: the first covers the second, that the third.
type Layers = [[u64; 3]; 3];

#[inline]
fn layers(objects: &Objects<'_>, colours: &Colours, centre: u32) -> Layers {
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
    [first.pixels(), second.pixels(), field.pixels()]
}

/// The colours of eight pixels, of the lowest bits of the layers; a layer may be known to be empty.
#[inline(always)]
fn eight<const FIRST: bool, const SECOND: bool, const FIELD: bool>(
    layers: [u64; 3],
    background: u64,
    differences: [u64; 3],
) -> u64 {
    let [mut first, mut second, mut field] = layers.map(|layer| layer as u8);
    if !FIRST {
        first = 0;
    }
    if !SECOND {
        second = 0;
    }
    if !FIELD {
        field = 0;
    }
    second &= !first;
    field &= !first & !second;
    let [a, b, c] = differences;
    background
        ^ SPREAD[usize::from(first)] & a
        ^ SPREAD[usize::from(second)] & b
        ^ SPREAD[usize::from(field)] & c
}

/// The colours of up to 64 pixels.
#[inline]
fn fill<const FIRST: bool, const SECOND: bool, const FIELD: bool>(
    pixels: &mut [u8],
    mut layers: [u64; 3],
    background: u64,
    differences: [u64; 3],
) {
    for group in pixels.chunks_exact_mut(8) {
        group.copy_from_slice(&eight::<FIRST, SECOND, FIELD>(layers, background, differences).to_le_bytes());
        layers = layers.map(|layer| layer >> 8);
    }
}

/// Colours the pixels from `start` up to `end` (0..=160); score mode changes colour at pixel `centre`.
pub(crate) fn paint(
    pixels: &mut [u8; 160],
    start: u32,
    end: u32,
    objects: &Objects<'_>,
    colours: &Colours,
    centre: u32,
) {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let [first, second, field] = layers(objects, colours, centre);
    let background = u64::from(colours.background) * EACH;
    let differences = [colours.player0, colours.player1, colours.playfield]
        .map(|colour| u64::from(colour ^ colours.background) * EACH);
    if start == 0 && end == 160 {
        for (word, chunk) in pixels.chunks_mut(64).enumerate() {
            let layers = [first[word], second[word], field[word]];
            match layers.map(|layer| layer != 0) {
                [false, false, false] => chunk.fill(colours.background),
                [false, false, true] => fill::<false, false, true>(chunk, layers, background, differences),
                [false, true, false] => fill::<false, true, false>(chunk, layers, background, differences),
                [false, true, true] => fill::<false, true, true>(chunk, layers, background, differences),
                [true, false, false] => fill::<true, false, false>(chunk, layers, background, differences),
                [true, false, true] => fill::<true, false, true>(chunk, layers, background, differences),
                [true, true, false] => fill::<true, true, false>(chunk, layers, background, differences),
                [true, true, true] => fill::<true, true, true>(chunk, layers, background, differences),
            }
        }
        return;
    }
    let mut pixel = start as usize;
    let end = end as usize;
    while pixel < end {
        let group = pixel / 8;
        let (word, shift) = (group / 8, group % 8 * 8);
        let layers = [first[word] >> shift, second[word] >> shift, field[word] >> shift];
        let bytes = eight::<true, true, true>(layers, background, differences).to_le_bytes();
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
            let mut whole = [0; 160];
            paint(&mut whole, 0, 160, &objects, &colours, CENTRE);
            let mut parts = [0; 160];
            for (start, end) in [(0, 3), (3, 77), (77, 80), (80, 152), (152, 160)] {
                paint(&mut parts, start, end, &objects, &colours, CENTRE);
            }
            assert_eq!(whole, parts);
        }
    }
}
