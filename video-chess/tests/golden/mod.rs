//! Golden data: recordings of the ROM, compressed, in the workspace's `tests/golden`.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;
use video_chess::Ram;
use video_chess::ram::differences;

/// The records of a file, `name` as in `search/search`.
pub(crate) fn records<T: DeserializeOwned>(name: &str) -> impl Iterator<Item = T> + use<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/golden/{name}.jsonl.gz"));
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| serde_json::from_str(&line.expect("a line of text")).expect("a record"))
}

/// 128 bytes from hexadecimal.
pub(crate) fn ram(hex: &str) -> Ram {
    let mut bytes = [0; 128];
    hex::decode_to_slice(hex, &mut bytes).expect("128 bytes in hexadecimal");
    Ram::from(bytes)
}

/// The bytes that differ, as text; empty where none does.
pub(crate) fn difference(expected: &Ram, found: &Ram, ignored: &[u8]) -> String {
    let mut text = String::new();
    for byte in differences(expected, found, ignored) {
        write!(text, " ${:02X} is {:02x}, not {:02x}", byte.address, byte.right, byte.left)
            .expect("text takes text");
    }
    text
}

/// Fails with the first of the failures, and their number.
pub(crate) fn report(count: usize, failures: &[String]) {
    let shown = &failures[..failures.len().min(20)];
    assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), shown.join("\n"));
}
