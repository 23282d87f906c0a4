//! Values of options, read from their texts. Errors name what was expected.

use std::str::FromStr;

use video_chess::{Level, Position};

use crate::engine::Seed;

/// Games that a match has at most.
const MOST_GAMES: u64 = 1_000_000;

/// A whole number, as large as its type takes.
pub(super) fn number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let expected = if is_number { "a smaller number" } else { "a whole number, 0 or more" };
        format!("expected {expected}")
    })
}

/// How many games.
pub(super) fn games(text: &str) -> Result<u64, String> {
    let games = text.parse().ok().filter(|games| (1..=MOST_GAMES).contains(games));
    games.ok_or_else(|| format!("expected a whole number from 1 to {MOST_GAMES}"))
}

/// A level.
pub(super) fn level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::from_number).ok_or_else(|| "expected a level from 1 to 8".to_owned())
}

/// A level's number.
pub(super) fn level_number(text: &str) -> Result<u8, String> {
    level(text).map(Level::number)
}

/// A byte, such as that of the frame counter.
pub(super) fn byte(text: &str) -> Result<u8, String> {
    match text.parse::<Seed>() {
        Ok(Seed::Fixed(byte)) => Ok(byte),
        _ => Err("expected a number from 0 to 255, or one in hex such as $40".to_owned()),
    }
}

/// A time.
pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=1e9).contains(seconds));
    seconds.ok_or_else(|| "expected a number of seconds, 0.001 or more".to_owned())
}

/// A player and his rating.
pub(super) fn anchor(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or_else(|| "expected NAME=ELO".to_owned())?;
    let elo = elo.trim().parse().ok().filter(|elo: &f64| elo.is_finite());
    Ok((name.trim().to_owned(), elo.ok_or_else(|| "expected NAME=ELO, with a number".to_owned())?))
}

/// An address of the 6507.
pub(super) fn address(text: &str) -> Result<u16, String> {
    let digits = text.trim_start_matches('$').trim_start_matches("0x");
    u16::from_str_radix(digits, 16).map_err(|_| "expected an address in hex, such as F574".to_owned())
}

/// A position as the port has it, which need not be one of chess.
pub(super) fn position(text: &str) -> Result<Position, String> {
    text.parse().map_err(|error| format!("expected a position as FEN: {error}"))
}
