//! The framebuffer, as DMA reads it: 32-bit words, the leftmost of eight pixels in the low nibble.

use core::convert::Infallible;

use embedded_graphics::{
    Pixel,
    draw_target::DrawTarget,
    geometry::{OriginDimensions, Size},
    primitives::{PointsIter as _, Rectangle},
};

use super::Colour;

/// Pixels in a line.
pub const WIDTH: u32 = 640;
/// Lines.
pub const HEIGHT: u32 = 480;

const WORDS_A_LINE: usize = WIDTH as usize / 8;

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// Left edge.
    pub x: u16,
    /// Top edge.
    pub y: u16,
    /// Width.
    pub w: u16,
    /// Height.
    pub h: u16,
}

impl Rect {
    /// A rectangle.
    pub const fn new(x: u16, y: u16, w: u16, h: u16) -> Rect {
        Rect { x, y, w, h }
    }

    /// The pixels in it.
    pub const fn area(self) -> u32 {
        self.w as u32 * self.h as u32
    }

    /// This rectangle without a rim.
    #[must_use]
    pub const fn inset(self, rim: u16) -> Rect {
        Rect { x: self.x + rim, y: self.y + rim, w: self.w - 2 * rim, h: self.h - 2 * rim }
    }
}

/// A picture of 640 by 480 pixels, four bits each: 153,600 bytes.
#[repr(C, align(4))]
#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    words: [u32; WORDS_A_LINE * HEIGHT as usize],
}

impl core::fmt::Debug for Frame {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Frame").finish_non_exhaustive()
    }
}

impl Default for Frame {
    fn default() -> Self {
        Self::new()
    }
}

impl Frame {
    /// A black picture. It is as large as it is: keep it in a static, or in a box.
    #[allow(clippy::large_stack_arrays, reason = "there is no other place to make it")]
    pub const fn new() -> Self {
        Self { words: [0; WORDS_A_LINE * HEIGHT as usize] }
    }

    /// The words that go out by DMA.
    pub const fn words(&self) -> &[u32] {
        &self.words
    }

    /// The colour of a pixel inside the picture.
    pub const fn pixel(&self, x: u32, y: u32) -> Colour {
        let word = self.words[y as usize * WORDS_A_LINE + x as usize / 8];
        Colour((word >> (x % 8 * 4) & 15) as u8)
    }

    /// Sets a pixel inside the picture.
    pub const fn set(&mut self, x: u32, y: u32, colour: Colour) {
        let shift = x % 8 * 4;
        let word = &mut self.words[y as usize * WORDS_A_LINE + x as usize / 8];
        *word = *word & !(15 << shift) | (colour.0 as u32 & 15) << shift;
    }

    /// Fills a rectangle inside the picture, eight pixels at a time.
    pub fn fill(&mut self, rect: Rect, colour: Colour) {
        if rect.w == 0 {
            return;
        }
        let pattern = u32::from(colour.0 & 15) * 0x1111_1111;
        let (first, last) = (usize::from(rect.x) / 8, usize::from(rect.x + rect.w - 1) / 8);
        let head = u32::MAX << (rect.x % 8 * 4);
        let tail = u32::MAX >> (28 - (rect.x + rect.w - 1) % 8 * 4);
        for y in rect.y..rect.y + rect.h {
            let line = usize::from(y) * WORDS_A_LINE;
            let words = &mut self.words[line + first..=line + last];
            if let [word] = words {
                let mask = head & tail;
                *word = *word & !mask | pattern & mask;
            } else if let [start, middle @ .., end] = words {
                *start = *start & !head | pattern & head;
                middle.fill(pattern);
                *end = *end & !tail | pattern & tail;
            }
        }
    }

    /// Draws the rim of a rectangle, `width` pixels wide, inside it.
    pub fn rim(&mut self, rect: Rect, width: u16, colour: Colour) {
        let Rect { x, y, w, h } = rect;
        self.fill(Rect::new(x, y, w, width), colour);
        self.fill(Rect::new(x, y + h - width, w, width), colour);
        self.fill(Rect::new(x, y + width, width, h - 2 * width), colour);
        self.fill(Rect::new(x + w - width, y + width, width, h - 2 * width), colour);
    }
}

impl OriginDimensions for Frame {
    fn size(&self) -> Size {
        Size::new(WIDTH, HEIGHT)
    }
}

impl DrawTarget for Frame {
    type Color = Colour;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Colour>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(point, colour) in pixels {
            let (Ok(x), Ok(y)) = (u32::try_from(point.x), u32::try_from(point.y)) else { continue };
            if x < WIDTH && y < HEIGHT {
                self.set(x, y, colour);
            }
        }
        Ok(())
    }

    /// What text comes in: a glyph at a time, row by row.
    fn fill_contiguous<I>(&mut self, area: &Rectangle, colours: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Colour>,
    {
        let inside =
            area.intersection(&Rectangle::new(embedded_graphics::geometry::Point::zero(), self.size()));
        if inside != *area {
            return self.draw_iter(area.points().zip(colours).map(|(point, colour)| Pixel(point, colour)));
        }
        let mut colours = colours.into_iter();
        let (x, y) = (area.top_left.x as usize, area.top_left.y as usize);
        for y in y..y + area.size.height as usize {
            let mut at = y * WORDS_A_LINE + x / 8;
            let mut shift = x % 8 * 4;
            let mut word = self.words[at];
            for _ in 0..area.size.width {
                let Some(colour) = colours.next() else { break };
                word = word & !(15 << shift) | u32::from(colour.0 & 15) << shift;
                shift += 4;
                if shift == 32 {
                    self.words[at] = word;
                    at += 1;
                    shift = 0;
                    // The last word of the picture has none behind it.
                    word = self.words.get(at).copied().unwrap_or_default();
                }
            }
            if shift > 0 {
                self.words[at] = word;
            }
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: Colour) -> Result<(), Infallible> {
        let area =
            area.intersection(&Rectangle::new(embedded_graphics::geometry::Point::zero(), self.size()));
        let (x, y) = (area.top_left.x as u16, area.top_left.y as u16);
        self.fill(Rect::new(x, y, area.size.width as u16, area.size.height as u16), colour);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pixel_is_the_low_nibble() {
        let mut frame = Frame::new();
        frame.set(0, 0, Colour(1));
        frame.set(7, 0, Colour(2));
        frame.set(0, 1, Colour(3));
        assert_eq!((frame.words()[0], frame.words()[80]), (0x2000_0001, 3));
    }

    #[test]
    fn a_glyph_is_the_same_as_its_pixels() {
        use embedded_graphics::geometry::Point;
        // At the picture's edges and beyond them too.
        for (left, top) in (0..17).map(|x| (x, 3)).chain([(630, 475), (635, 475), (-4, -2)]) {
            for w in 1..19 {
                let (mut fast, mut slow) = (Frame::new(), Frame::new());
                fast.fill(Rect::new(0, 0, 640, 480), Colour(9));
                slow.fill(Rect::new(0, 0, 640, 480), Colour(9));
                let area = Rectangle::new(Point::new(left, top), Size::new(w, 5));
                let colours = || (1..).map(|i| Colour(i % 15)).take(5 * w as usize - 2);
                fast.fill_contiguous(&area, colours()).unwrap();
                for (Point { x, y }, colour) in area.points().zip(colours()) {
                    if (0..640).contains(&x) && (0..480).contains(&y) {
                        slow.set(x as u32, y as u32, colour);
                    }
                }
                assert!(fast == slow, "x {left} w {w}");
            }
        }
    }

    #[test]
    fn a_fill_is_the_same_as_its_pixels() {
        for x in 0..17 {
            for w in 1..33 {
                let (mut fast, mut slow) = (Frame::new(), Frame::new());
                fast.fill(Rect::new(x, 3, w, 2), Colour(0b1010));
                for y in 3..5 {
                    for i in x..x + w {
                        slow.set(u32::from(i), y, Colour(0b1010));
                    }
                }
                assert!(fast == slow, "x {x} w {w}");
            }
        }
    }
}
