//! One bit for each colour clock of a line.

use crate::archive::Archive;

/// Colour clocks in a line.
pub(crate) const LINE: u32 = 228;
/// Colour clock that shows pixel 0.
pub(crate) const FIRST_PIXEL: u32 = 68;

/// Bit k is colour clock k, 0..=227.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits(pub(crate) [u64; 4]);

impl Bits {
    /// The clocks before clock `end` (0..=256).
    #[inline]
    pub(crate) fn below(end: u32) -> Self {
        let word = |index: u32| {
            let count = end.saturating_sub(64 * index).min(64);
            !u64::MAX.checked_shl(count).unwrap_or(0)
        };
        Self([word(0), word(1), word(2), word(3)])
    }

    /// The clocks from `start` up to `end`, without `end`.
    #[inline]
    pub(crate) fn range(start: u32, end: u32) -> Self {
        Self::below(end).without(Self::below(start))
    }

    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    #[inline]
    pub(crate) fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    pub(crate) fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    pub(crate) fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Whether one of the first eight pixels is on, which a longer blanking may hide, or the clock after the blanking.
    #[inline]
    pub(crate) fn meets_edge(self) -> bool {
        self.0[1] >> 4 & 0x1ff != 0
    }

    #[inline]
    fn zip(self, other: Self, gate: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([gate(a, e), gate(b, f), gate(c, g), gate(d, h)])
    }

    /// What was before clock `seam` in `self`, and what is from it on in `later`.
    #[inline]
    pub(crate) fn join(self, seam: u32, later: Self) -> Self {
        let below = Self::below(seam);
        self.and(below).or(later.without(below))
    }

    #[inline]
    pub(crate) fn get(self, clock: u32) -> bool {
        self.0[(clock >> 6 & 3) as usize] >> (clock & 63) & 1 != 0
    }

    #[inline]
    pub(crate) fn set(&mut self, clock: u32) {
        self.0[(clock >> 6 & 3) as usize] |= 1 << (clock & 63);
    }

    /// Puts `pattern`, its lowest bit first, at clock `start`; what falls beyond clock 255 is lost.
    #[inline]
    pub(crate) fn put(&mut self, pattern: u64, start: u32) {
        let wide = u128::from(pattern) << (start & 63);
        let index = (start >> 6 & 3) as usize;
        self.0[index] |= wide as u64;
        if index < 3 {
            self.0[index + 1] |= (wide >> 64) as u64;
        }
    }

    /// Puts a pattern of `width` bits at pixel `start` (0..=159); what goes over the right edge comes in on the left.
    #[inline]
    pub(crate) fn put_pixels(&mut self, pattern: u64, width: u32, start: u32) {
        if start + width <= 160 {
            self.put(pattern, FIRST_PIXEL + start);
        } else {
            let left = 160 - start;
            self.put(pattern & ((1 << left) - 1), FIRST_PIXEL + start);
            self.put(pattern >> left, FIRST_PIXEL);
        }
    }

    /// The 160 pixels, pixel 0 lowest.
    #[inline]
    pub(crate) fn pixels(self) -> [u64; 3] {
        let [_, b, c, d] = self.0;
        [b >> 4 | c << 60, c >> 4 | d << 60, d >> 4 & 0xffff_ffff]
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        for word in &mut self.0 {
            archive.u64(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_their_bits() {
        for (start, end) in [(0, 0), (0, 228), (63, 65), (64, 64), (68, 228), (100, 256)] {
            let bits = Bits::range(start, end);
            for clock in 0..256 {
                assert_eq!(bits.get(clock), (start..end).contains(&clock), "{start}..{end} at {clock}");
            }
        }
    }

    #[test]
    fn patterns_wrap_at_the_right_edge() {
        let mut bits = Bits::default();
        bits.put_pixels(0xff, 8, 156);
        assert_eq!(bits.pixels(), [0x0f, 0, 0xf000_0000]);
        let mut bits = Bits::default();
        bits.put_pixels(0xffff_ffff, 32, 40);
        assert_eq!(bits.pixels(), [0xffff_ff00_0000_0000, 0xff, 0]);
    }
}
