//! The TIA's rows as a picture on a 4:3 screen.

use std::io::Write;

use anyhow::{Context, Result};
use emu6507::{COLUMNS, Row, Tv};

use crate::palette::Palette;

/// Rows of an NTSC frame above the part that a screen shows.
pub const FIRST_ROW: usize = Tv::Ntsc.first_row();
/// Rows that an NTSC screen shows. 160 pixels twice as wide as high and 240 rows fill 4:3.
pub const ROWS_SHOWN: usize = Tv::Ntsc.rows_shown();

/// The colour of one pixel: `0RGB`.
pub fn colour(palette: &Palette, pixel: u8) -> u32 {
    if pixel & tia::BLANK != 0 {
        return 0;
    }
    let [red, green, blue] = palette[(pixel >> 1) as usize];
    u32::from_be_bytes([0, red, green, blue])
}

/// The rows that an NTSC screen shows, black where the frame has none.
pub fn visible(rows: &[Row]) -> impl Iterator<Item = &Row> {
    visible_on(Tv::Ntsc, rows)
}

/// The rows that a screen shows, black where the frame has none.
pub fn visible_on(tv: Tv, rows: &[Row]) -> impl Iterator<Item = &Row> {
    const BLANK_ROW: Row = [tia::BLANK; COLUMNS];
    (tv.first_row()..tv.first_row() + tv.rows_shown()).map(|row| rows.get(row).unwrap_or(&BLANK_ROW))
}

/// How wide a pixel is that is `height` high: with more rows on the same screen each is lower.
pub(crate) const fn pixel_width(tv: Tv, height: usize) -> usize {
    match tv {
        Tv::Ntsc | Tv::Pal60 => 2 * height,
        Tv::Pal | Tv::Secam => (12 * height + 2) / 5,
    }
}

/// Writes the rows that an NTSC screen shows as PNG, each pixel `2 * scale` wide and `scale` high.
///
/// # Errors
/// If it cannot be written.
pub fn write_png(out: impl Write, rows: &[Row], palette: &Palette, scale: usize) -> Result<()> {
    write_png_on(Tv::Ntsc, out, rows, palette, scale)
}

/// Writes the rows that a screen shows as PNG, each pixel `scale` high.
///
/// # Errors
/// If it cannot be written.
pub fn write_png_on(tv: Tv, out: impl Write, rows: &[Row], palette: &Palette, scale: usize) -> Result<()> {
    let repeats = pixel_width(tv, scale);
    let (width, height) = (COLUMNS * repeats, tv.rows_shown() * scale);
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().context("the PNG header")?;
    let mut bytes = Vec::with_capacity(width * height * 3);
    for row in visible_on(tv, rows) {
        let line: Vec<u8> = row
            .iter()
            .flat_map(|&pixel| {
                let [_, red, green, blue] = colour(palette, pixel).to_be_bytes();
                std::iter::repeat_n([red, green, blue], repeats)
            })
            .flatten()
            .collect();
        for _ in 0..scale {
            bytes.extend_from_slice(&line);
        }
    }
    writer.write_image_data(&bytes).context("the PNG pixels")?;
    writer.finish().context("the end of the PNG")
}
