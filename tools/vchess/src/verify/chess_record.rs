//! Golden replies of the original cartridge, one JSON line each.

use std::path::Path;

use anyhow::Result;
use serde::Deserialize;

use super::jsonl::read_lines;

/// One reply. The RAM fields are authoritative; the position fields are for people.
#[derive(Clone, Debug, Deserialize)]
pub struct ChessRecord {
    /// Game and number of the reply in it.
    pub id: String,
    /// 1 to 8.
    #[serde(deserialize_with = "level")]
    pub level: u8,
    /// Who moves by joystick.
    pub human: Side,
    /// All moves from the start in UCI notation, the human's last.
    pub moves: Vec<String>,
    /// The program's move in UCI notation, empty if it has none.
    pub reply: String,
    /// Empty, `atari_lost` or `human_lost`.
    pub result: String,
    /// 6507 cycles from `ram_before` to `ram_after`.
    pub cycles: u64,
    /// `$80` to `$FF` right after the store that clears VSYNC.
    #[serde(deserialize_with = "ram")]
    pub ram_before: [u8; 128],
    /// `$80` to `$FF` as the search begins.
    #[serde(deserialize_with = "ram")]
    pub ram_search: [u8; 128],
    /// `$80` to `$FF` at the next store that clears VSYNC.
    #[serde(deserialize_with = "ram")]
    pub ram_after: [u8; 128],
}

/// The colour of the human's pieces.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Right difficulty B.
    White,
    /// Right difficulty A: the program plays white and opens the game.
    Black,
}

/// A level, 1 to 8.
pub(super) fn level<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let level = u8::deserialize(deserializer)?;
    if !(1..=8).contains(&level) {
        return Err(serde::de::Error::custom(format!("expected a level from 1 to 8, found {level}")));
    }
    Ok(level)
}

/// 128 bytes in hex.
pub(super) fn ram<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<[u8; 128], D::Error> {
    let text = <std::borrow::Cow<str>>::deserialize(deserializer)?;
    ram_from_hex(&text).map_err(serde::de::Error::custom)
}

pub(super) fn ram_from_hex(text: &str) -> Result<[u8; 128], String> {
    let mut bytes = [0; 128];
    hex::decode_to_slice(text, &mut bytes)
        .map_err(|error| format!("expected 128 bytes of RAM in hex: {error}"))?;
    Ok(bytes)
}

/// Reads a file of JSON lines, plain or gzipped.
///
/// # Errors
/// If the file cannot be read, a line is no record, or there is no line at all.
pub fn read_records(path: &Path) -> Result<Vec<ChessRecord>> {
    read_lines(path)
}

/// The name of a square, `$80` being `a8` for a human with white, `a1` for one with black.
pub fn square_name(square: u8, human: Side) -> Option<String> {
    let index = square.checked_sub(0x80).filter(|&index| index < 64).or((square < 64).then_some(square))?;
    let (file, rank) = (index % 8, index / 8);
    let rank = match human {
        Side::White => 8 - rank,
        Side::Black => rank + 1,
    };
    Some(format!("{}{rank}", (b'a' + file) as char))
}
