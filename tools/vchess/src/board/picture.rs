//! Pictures of the monitor.

use std::{fs::File, io::BufWriter, path::Path};

use anyhow::Context as _;
use picochess_fw::screen::{Frame, HEIGHT, WIDTH};

/// The frame as the monitor shows it: three bytes a pixel.
pub fn monitor_rgb(frame: &Frame) -> Vec<u8> {
    let mut rgb = Vec::with_capacity((WIDTH * HEIGHT * 3) as usize);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            rgb.extend_from_slice(&frame.pixel(x, y).rgb());
        }
    }
    rgb
}

/// Writes a picture of three bytes a pixel.
pub fn write_png(path: &Path, width: u32, height: u32, rgb: &[u8]) -> anyhow::Result<()> {
    let file =
        File::create(path).with_context(|| format!("{}: the picture cannot be written", path.display()))?;
    let mut encoder = png::Encoder::new(BufWriter::new(file), width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().with_context(|| path.display().to_string())?;
    writer.write_image_data(rgb).with_context(|| path.display().to_string())?;
    writer.finish().with_context(|| path.display().to_string())
}
