//! The port against recorded replies, from the memory in which the search began.

use std::path::Path;

use anyhow::Result;
use video_chess::{Progress, Ram, Search};

use super::Verdict;
use super::chess_record::{ChessRecord, read_records};
use super::chess_rom::reply;
use super::search::first_difference;

/// Bytes that the display writes between the search's end (`$F00F`) and the record's (`$F056`): frame counter, colours,
/// colour mask, switches.
const WRITTEN_BY_DISPLAY: [u8; 7] = [0xd3, 0xde, 0xdf, 0xe0, 0xe1, 0xe9, 0xed];

/// Repeats the search of every record of a file.
///
/// # Errors
/// If the file cannot be read or holds no records.
pub fn verify(path: &Path, report: &mut dyn FnMut(&str, Verdict)) -> Result<()> {
    for record in read_records(path)? {
        report(&record.id, repeat(&record));
    }
    Ok(())
}

fn repeat(record: &ChessRecord) -> Verdict {
    let mut search = Search::new(Ram::from(record.ram_search));
    // No node takes fewer cycles than this, so a search that goes astray does not run for ever.
    let most = record.cycles / 500;
    match search.step(most) {
        Progress::Finished => {}
        Progress::Running => return Verdict::Failed(format!("no reply after {most} nodes")),
        Progress::Derailed => {
            let why = search.derailment().map_or(String::new(), |why| why.to_string());
            return Verdict::Failed(format!("the port does not go on: {why}"));
        }
    }
    let played = reply(search.ram().bytes(), record.human);
    if played != record.reply {
        return Verdict::Failed(format!("replies {played:?}, expected {:?}", record.reply));
    }
    let result = match search.ram().byte(0xee) {
        0 => "atari_lost",
        1 => "human_lost",
        _ => "",
    };
    if result != record.result {
        return Verdict::Failed(format!("result {result:?}, expected {:?}", record.result));
    }
    first_difference(search.ram(), &record.ram_after, &WRITTEN_BY_DISPLAY)
}
