//! Letters on the window's own pixels.

use std::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::iso_8859_1::{
    FONT_4X6, FONT_5X8, FONT_6X10, FONT_7X13, FONT_8X13, FONT_9X15, FONT_10X20,
};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::DrawTarget;
use embedded_graphics::text::{Baseline, Text};
use embedded_graphics::{Drawable, primitives::Rectangle};

/// Fonts, the smallest first.
const FONTS: [&MonoFont; 7] =
    [&FONT_4X6, &FONT_5X8, &FONT_6X10, &FONT_7X13, &FONT_8X13, &FONT_9X15, &FONT_10X20];

/// A font and how many pixels of the window one of its own is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lettering {
    font: &'static MonoFont<'static>,
    zoom: usize,
}

impl Lettering {
    /// The largest of which so many columns and lines fit into so many pixels; the smallest if none fits.
    pub(crate) fn fitting(columns: usize, lines: usize, width: usize, height: usize) -> Self {
        let mut best = Lettering { font: FONTS[0], zoom: 1 };
        for zoom in 1..=(height / 100).max(1) {
            for font in FONTS {
                let lettering = Lettering { font, zoom };
                let fits = lettering.width() * columns <= width && lettering.height() * lines <= height;
                if fits && lettering.height() > best.height() {
                    best = lettering;
                }
            }
        }
        best
    }

    /// Width of a letter in the window's pixels.
    pub(crate) fn width(self) -> usize {
        self.font.character_size.width as usize * self.zoom
    }

    /// Height of a line in the window's pixels.
    pub(crate) fn height(self) -> usize {
        self.font.character_size.height as usize * self.zoom
    }
}

/// The window's pixels, `0RGB`.
pub(crate) struct Canvas<'a> {
    /// The pixels, row by row.
    pub(crate) pixels: &'a mut [u32],
    /// Their number in a row.
    pub(crate) width: usize,
    /// The number of rows.
    pub(crate) height: usize,
}

impl Canvas<'_> {
    /// Makes everything dark.
    pub(crate) fn dim(&mut self) {
        for pixel in &mut *self.pixels {
            *pixel = *pixel >> 3 & 0x1f_1f1f;
        }
    }

    /// Fills a rectangle, as far as it lies within.
    pub(crate) fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: u32) {
        let (left, right) = (x.min(self.width), (x + width).min(self.width));
        for row in y.min(self.height)..(y + height).min(self.height) {
            self.pixels[row * self.width + left..row * self.width + right].fill(colour);
        }
    }

    /// Writes a line of text with its upper left corner there, as far as it lies within.
    pub(crate) fn write(&mut self, x: usize, y: usize, text: &str, lettering: Lettering, colour: u32) {
        let [_, red, green, blue] = colour.to_be_bytes();
        let style = MonoTextStyle::new(lettering.font, Rgb888::new(red, green, blue));
        let mut zoomed = Zoomed { canvas: self, x, y, zoom: lettering.zoom };
        // Drawing on a row of pixels cannot fail.
        let _ = Text::with_baseline(text, Point::zero(), style, Baseline::Top).draw(&mut zoomed);
    }
}

/// A canvas with a corner and a zoom of its own.
struct Zoomed<'a, 'b> {
    canvas: &'a mut Canvas<'b>,
    x: usize,
    y: usize,
    zoom: usize,
}

impl OriginDimensions for Zoomed<'_, '_> {
    fn size(&self) -> Size {
        Size::new(self.canvas.width as u32, self.canvas.height as u32)
    }
}

impl DrawTarget for Zoomed<'_, '_> {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(point, colour) in pixels {
            self.fill_solid(&Rectangle::new(point, Size::new(1, 1)), colour)?;
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: Rgb888) -> Result<(), Infallible> {
        let (Ok(x), Ok(y)) = (usize::try_from(area.top_left.x), usize::try_from(area.top_left.y)) else {
            return Ok(());
        };
        let colour = u32::from_be_bytes([0, colour.r(), colour.g(), colour.b()]);
        let (width, height) = (area.size.width as usize, area.size.height as usize);
        let zoom = self.zoom;
        self.canvas.fill(self.x + x * zoom, self.y + y * zoom, width * zoom, height * zoom, colour);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_grow_with_the_window() {
        let mut last = 0;
        for scale in 1..=9 {
            let lettering = Lettering::fitting(40, 20, 320 * scale, 240 * scale);
            assert!(lettering.width() * 40 <= 320 * scale && lettering.height() * 20 <= 240 * scale);
            assert!(lettering.height() > last, "scale {scale}");
            last = lettering.height();
        }
        assert_eq!(Lettering::fitting(500, 500, 10, 10).height(), 6);
    }

    #[test]
    fn a_letter_is_drawn_where_it_is_asked_for_and_nowhere_else() {
        let (width, height) = (100, 60);
        let mut pixels = vec![0; width * height];
        let lettering = Lettering::fitting(1, 1, 8, 13);
        Canvas { pixels: &mut pixels, width, height }.write(30, 20, "H", lettering, 0xff_ffff);
        let lit: Vec<(usize, usize)> =
            (0..pixels.len()).filter(|&i| pixels[i] != 0).map(|i| (i % width, i / width)).collect();
        assert!(lit.len() > 10);
        assert!(lit.iter().all(|(x, y)| (30..38).contains(x) && (20..33).contains(y)));
    }

    #[test]
    fn what_lies_outside_is_cut_off() {
        let mut pixels = vec![0; 20 * 10];
        let mut canvas = Canvas { pixels: &mut pixels, width: 20, height: 10 };
        let lettering = Lettering::fitting(1, 1, 10, 20);
        canvas.write(15, 5, "WWWW", lettering, 1);
        canvas.write(500, 500, "W", lettering, 1);
        canvas.fill(19, 9, 100, 100, 7);
        assert_eq!(pixels[199], 7);
    }
}
