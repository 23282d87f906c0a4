//! Pictures as files.

use std::{fs::File, io::BufWriter, path::Path};

use anyhow::Context as _;

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
