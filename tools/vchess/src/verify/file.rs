//! Reads golden files, compressed or plain.

use std::path::Path;

use anyhow::{Context, Result};
use flate2::read::MultiGzDecoder;

use crate::input::{read_bytes, to_limit};

/// Golden files are far smaller, unpacked too.
const MOST: u64 = 1 << 30;

/// The text of a golden file; gzip is recognised by its first two bytes, whatever the file is called.
///
/// # Errors
/// If it cannot be read or unpacked, has more than 1 GiB, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    let mut bytes = read_bytes(path, "golden file", MOST)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        bytes = to_limit(MultiGzDecoder::new(&bytes[..]), MOST)
            .with_context(|| format!("{}: expected gzipped text; the file is damaged", path.display()))?;
    }
    String::from_utf8(bytes).with_context(|| format!("{}: expected UTF-8 text or gzip", path.display()))
}
