//! The picture in a window of any size: as many whole pixels to one of its own as fit, black around it.

use emu6507::{COLUMNS, Row, Tv};

use crate::palette::Palette;
use crate::picture::{ROWS_SHOWN, colour, pixel_width, visible_on};

/// Width of an NTSC picture in square pixels: the TIA's are twice as wide as high.
pub(crate) const WIDTH: usize = 2 * COLUMNS;
/// Height of an NTSC picture in square pixels.
pub(crate) const HEIGHT: usize = ROWS_SHOWN;
/// Share of a screen that a window may have to begin with, in percent: the desktop has bars too.
const SHARE: usize = 92;

/// The scale to begin with on a screen of this size.
pub(crate) fn first_scale(width: usize, height: usize) -> usize {
    (width * SHARE / 100 / WIDTH).min(height * SHARE / 100 / HEIGHT).max(1)
}

/// Where the picture stands in a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Left edge.
    pub(crate) x: usize,
    /// Upper edge.
    pub(crate) y: usize,
    /// Width.
    pub(crate) width: usize,
    /// Height.
    pub(crate) height: usize,
}

/// Width and height of a picture whose pixels are `scale` high.
fn size(tv: Tv, scale: usize) -> (usize, usize) {
    (COLUMNS * pixel_width(tv, scale), tv.rows_shown() * scale)
}

/// In the middle, at the largest whole scale; in a window too small for scale 1, at whatever fits.
pub(crate) fn place(tv: Tv, width: usize, height: usize) -> Place {
    let fits = |scale: &usize| {
        let (w, h) = size(tv, *scale);
        w <= width && h <= height
    };
    let (least_width, least_height) = size(tv, 1);
    let (w, h) = if let Some(scale) = (1..=height / least_height).rev().find(fits) {
        size(tv, scale)
    } else if width * least_height <= height * least_width {
        (width, width * least_height / least_width)
    } else {
        (height * least_width / least_height, height)
    };
    Place { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h }
}

/// Draws the rows of a frame into a window's pixels, `0RGB`, `width` of them a line.
pub(crate) fn draw(tv: Tv, rows: &[Row], palette: &Palette, pixels: &mut [u32], width: usize, height: usize) {
    let place = place(tv, width, height);
    pixels.fill(0);
    let rows: Vec<&Row> = visible_on(tv, rows).collect();
    let columns: Vec<usize> = (0..place.width).map(|x| x * COLUMNS / place.width.max(1)).collect();
    let mut drawn: Option<(usize, usize)> = None;
    for y in 0..place.height {
        let row = y * rows.len() / place.height;
        let start = (place.y + y) * width + place.x;
        if let Some((_, line)) = drawn.filter(|(last, _)| *last == row) {
            pixels.copy_within(line..line + place.width, start);
            continue;
        }
        let colours = rows[row].map(|pixel| colour(palette, pixel));
        for (pixel, &column) in pixels[start..start + place.width].iter_mut().zip(&columns) {
            *pixel = colours[column];
        }
        drawn = Some((row, start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::ntsc;

    #[test]
    fn the_first_window_leaves_room_on_the_screen() {
        for (width, height, scale) in [
            (1_920, 1_080, 4),
            (1_366, 768, 2),
            (2_560, 1_440, 5),
            (3_840, 2_160, 8),
            (1_280, 1_024, 3),
            (640, 480, 1),
            (100, 100, 1),
        ] {
            assert_eq!(first_scale(width, height), scale, "{width}x{height}");
        }
    }

    #[test]
    fn the_picture_stands_in_the_middle_and_keeps_its_shape() {
        for (width, height) in
            [(320, 240), (641, 480), (1_920, 1_080), (500, 2_000), (333, 250), (3_840, 2_160)]
        {
            for tv in Tv::ALL {
                let place = place(tv, width, height);
                if place.height >= tv.rows_shown() {
                    assert_eq!((place.width % COLUMNS, place.height % tv.rows_shown()), (0, 0));
                }
                // 4:3, but for what a column of whole pixels is off.
                let off = (3 * place.width).abs_diff(4 * place.height);
                assert!(off <= 3 * COLUMNS, "{tv} in {width}x{height}: {place:?}");
                assert!((width - place.width).abs_diff(2 * place.x) <= 1);
                assert!((height - place.height).abs_diff(2 * place.y) <= 1);
            }
        }
    }

    #[test]
    fn every_size_can_be_drawn() {
        let rows = vec![[0x0e; COLUMNS]; 262];
        for (width, height) in
            [(0, 0), (1, 1), (0, 5), (5, 0), (7, 300), (300, 7), (319, 239), (320, 240), (1_023, 777)]
        {
            let mut pixels = vec![1; width * height];
            draw(Tv::Ntsc, &rows, &ntsc(), &mut pixels, width, height);
            assert!(pixels.iter().all(|pixel| *pixel != 1));
        }
    }

    #[test]
    fn each_pixel_of_the_atari_is_a_rectangle() {
        let mut rows = vec![[0x00; COLUMNS]; 262];
        rows[crate::picture::FIRST_ROW + 10][3] = 0x0e;
        let (width, height) = (320 * 3 + 40, 240 * 3 + 20);
        let mut pixels = vec![0; width * height];
        draw(Tv::Ntsc, &rows, &ntsc(), &mut pixels, width, height);
        let lit = colour(&ntsc(), 0x0e);
        for (index, pixel) in pixels.iter().enumerate() {
            let (x, y) = (index % width, index / width);
            let inside = (20 + 18..20 + 24).contains(&x) && (10 + 30..10 + 33).contains(&y);
            assert_eq!(*pixel == lit, inside, "{x}, {y}");
        }
    }
}
