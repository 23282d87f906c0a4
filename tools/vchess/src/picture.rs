//! The TIA's rows as a picture on a 4:3 screen.

use std::io::Write;

use anyhow::{Context, Result};
use emu6507::{COLUMNS, Row};

use crate::palette::Palette;

/// Rows of the frame above the part that a screen shows.
pub const FIRST_ROW: usize = 16;
/// Rows that a screen shows. 160 pixels twice as wide as high and 240 rows fill 4:3.
pub const ROWS_SHOWN: usize = 240;

/// The colour of one pixel: `0RGB`.
pub fn colour(palette: &Palette, pixel: u8) -> u32 {
    if pixel & tia::BLANK != 0 {
        return 0;
    }
    let [red, green, blue] = palette[(pixel >> 1) as usize];
    u32::from_be_bytes([0, red, green, blue])
}

/// The rows that a screen shows, black where the frame has none.
pub fn visible(rows: &[Row]) -> impl Iterator<Item = &Row> {
    const BLANK_ROW: Row = [tia::BLANK; COLUMNS];
    (FIRST_ROW..FIRST_ROW + ROWS_SHOWN).map(|row| rows.get(row).unwrap_or(&BLANK_ROW))
}

/// Writes the visible rows as PNG, each pixel `2 * scale` wide and `scale` high.
///
/// # Errors
/// If it cannot be written.
pub fn write_png(out: impl Write, rows: &[Row], palette: &Palette, scale: usize) -> Result<()> {
    let (width, height) = (COLUMNS * 2 * scale, ROWS_SHOWN * scale);
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().context("the PNG header")?;
    let mut bytes = Vec::with_capacity(width * height * 3);
    for row in visible(rows) {
        let line: Vec<u8> = row
            .iter()
            .flat_map(|&pixel| {
                let [_, red, green, blue] = colour(palette, pixel).to_be_bytes();
                [[red, green, blue]; 2].into_iter().flat_map(move |rgb| std::iter::repeat_n(rgb, scale))
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
