//! Files that people hand in, read to a limit: a device without an end is an error, not a full memory.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use flate2::read::MultiGzDecoder;

pub use board_script::shown;

/// A script of a game, a recording, a RAM dump: an hour of the wildest play has 3 MB.
const MOST_TEXT: u64 = 64 << 20;
/// Golden files and archives of games are far smaller, unpacked too.
const MOST_UNPACKED: u64 = 1 << 30;

/// The text of the file at `path`, which is called `what` in messages. A byte order mark is left out.
///
/// # Errors
/// If it cannot be read, is larger than 64 MiB, or is not UTF-8.
pub fn read_text(path: &Path, what: &str) -> Result<String> {
    let bytes = read_bytes(path, what, MOST_TEXT)?;
    let text = String::from_utf8(bytes)
        .with_context(|| format!("cannot read the {what} {}: expected UTF-8 text", path.display()))?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    })
}

/// The text of the file at `path`, which may be gzipped, whatever it is called; it is called `what` in messages.
///
/// # Errors
/// If it cannot be read or unpacked, has more than 1 GiB, or is not UTF-8.
pub fn read_unpacked(path: &Path, what: &str) -> Result<String> {
    let mut bytes = read_bytes(path, what, MOST_UNPACKED)?;
    if bytes.starts_with(&[0x1f, 0x8b]) {
        bytes = to_limit(MultiGzDecoder::new(&bytes[..]), MOST_UNPACKED)
            .with_context(|| format!("{}: expected gzipped text; the file is damaged", path.display()))?;
    }
    String::from_utf8(bytes).with_context(|| format!("{}: expected UTF-8 text or gzip", path.display()))
}

/// The bytes of the file at `path`, `most` at most.
///
/// # Errors
/// If it cannot be read or is larger.
pub fn read_bytes(path: &Path, what: &str, most: u64) -> Result<Vec<u8>> {
    let context = || format!("cannot read the {what} {}", path.display());
    let file = File::open(path).with_context(context)?;
    ensure!(!path.is_dir(), "cannot read the {what} {}: it is a folder", path.display());
    to_limit(file, most).with_context(context)
}

/// All that `source` has, `most` bytes at most.
///
/// # Errors
/// If it cannot be read or has more.
pub fn to_limit(source: impl Read, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    ensure!(bytes.len() as u64 <= most, "it has more than {} MiB", most >> 20);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_a_limit() {
        assert_eq!(to_limit(&[7; 100][..], 100).unwrap().len(), 100);
        assert!(to_limit(&[7; 101][..], 100).is_err());
        assert!(to_limit(std::io::repeat(0), 1 << 20).unwrap_err().to_string().contains("1 MiB"));
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bom.txt");
        std::fs::write(&path, "\u{feff}0 0 U").unwrap();
        assert_eq!(read_text(&path, "script").unwrap(), "0 0 U");
    }
}
