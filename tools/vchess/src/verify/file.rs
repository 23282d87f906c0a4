//! Reads golden files, compressed or plain.

use std::fs;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use flate2::read::MultiGzDecoder;

/// The text of a golden file; gzip is recognised by its first two bytes, whatever the file is called.
pub fn read_text(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return String::from_utf8(bytes)
            .with_context(|| format!("{}: expected UTF-8 text or gzip", path.display()));
    }
    let mut text = String::new();
    MultiGzDecoder::new(&bytes[..])
        .read_to_string(&mut text)
        .with_context(|| format!("{}: expected gzipped UTF-8 text; the file is damaged", path.display()))?;
    Ok(text)
}
