//! The port against recorded searches: reply, nodes, and all 128 bytes that the search leaves.

use std::path::Path;

use anyhow::Result;
use serde::Deserialize;
use video_chess::{Progress, Ram, Search};

use super::Verdict;
use super::chess_record::{level, ram};
use super::jsonl::read_lines;

/// One search of the cartridge.
#[derive(Clone, Debug, Deserialize)]
pub struct SearchRecord {
    /// 1 to 8. What counts is in `ram_search`.
    #[serde(deserialize_with = "level")]
    pub level: u8,
    /// `$80` to `$FF` at `$F574`.
    #[serde(deserialize_with = "ram")]
    pub ram_search: [u8; 128],
    /// The reply's source, a square's number.
    pub source: u8,
    /// The reply's target.
    pub target: u8,
    /// How often a move was made.
    pub nodes: u64,
    /// `$80` to `$FF` at `$F00F`. The port has no machine stack but leaves what the machine's would have left, so
    /// nothing is excepted.
    #[serde(deserialize_with = "ram")]
    pub ram_after: [u8; 128],
}

/// Repeats every search of a file.
///
/// # Errors
/// If the file cannot be read or holds no records.
pub fn verify(path: &Path, report: &mut dyn FnMut(&str, Verdict)) -> Result<()> {
    for (index, record) in read_lines::<SearchRecord>(path)?.iter().enumerate() {
        report(&format!("search {}, level {}", index + 1, record.level), repeat(record));
    }
    Ok(())
}

fn repeat(record: &SearchRecord) -> Verdict {
    let mut search = Search::new(Ram::from(record.ram_search));
    // A search that goes astray must not run for ever.
    let progress = search.step(record.nodes.saturating_add(1));
    let nodes = search.nodes();
    if let Some(why) = search.derailment() {
        return Verdict::Failed(format!("the port does not go on after {nodes} nodes: {why}"));
    }
    if nodes != record.nodes || progress != Progress::Finished {
        let how = if nodes > record.nodes { "at least " } else { "" };
        return Verdict::Failed(format!("{how}{nodes} nodes ({progress:?}), expected {}", record.nodes));
    }
    let (source, target) = (search.ram().byte(0xd9), search.ram().byte(0xda));
    if (source, target) != (record.source, record.target) {
        return Verdict::Failed(format!(
            "replies {source}-{target}, expected {}-{}",
            record.source, record.target
        ));
    }
    first_difference(search.ram(), &record.ram_after, &[])
}

/// The first byte in which a memory is not what was recorded.
pub(super) fn first_difference(found: &Ram, expected: &[u8; 128], ignored: &[u8]) -> Verdict {
    match video_chess::ram::differences(found, &Ram::from(*expected), ignored).next() {
        None => Verdict::Passed,
        Some(byte) => Verdict::Failed(format!(
            "${:02X} holds {:02x}, expected {:02x}; RAM {}",
            byte.address,
            byte.left,
            byte.right,
            hex::encode(found.bytes())
        )),
    }
}
