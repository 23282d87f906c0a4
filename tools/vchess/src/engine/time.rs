//! The Atari's own time.

use emu6507::NTSC_CYCLES_PER_SECOND;
use video_chess::Search;

/// Cycles of a pass over the root's moves, in which all of them are ranked before each.
const A_PASS: u64 = 1_100_000;
/// Cycles a node.
const A_NODE: u64 = 21_500;

/// Cycles of the 6507 that a search takes, reckoned from its nodes: right to within some tens of per cent.
#[must_use]
pub fn reckon(search: &Search) -> u64 {
    let passes = if search.ram().full_width() > 0 { 2 } else { 1 };
    passes * A_PASS + search.nodes() * A_NODE
}

/// Cycles as seconds on an NTSC console.
#[must_use]
pub fn seconds(cycles: u64) -> f64 {
    cycles as f64 / NTSC_CYCLES_PER_SECOND
}

/// A time for people: `1.4 s`, `2 min 05 s`, `3 h 20 min`, `1 d 02 h`.
#[must_use]
pub fn in_words(cycles: u64) -> String {
    let seconds = seconds(cycles);
    let whole = seconds.round() as u64;
    let (minutes, hours, days) = (whole / 60, whole / 3600, whole / 86400);
    if days > 0 {
        format!("{days} d {:02} h", hours % 24)
    } else if hours > 0 {
        format!("{hours} h {:02} min", minutes % 60)
    } else if minutes > 0 {
        format!("{minutes} min {:02} s", whole % 60)
    } else {
        format!("{seconds:.1} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_for_people() {
        for (seconds, words) in
            [(1, "1.0 s"), (125, "2 min 05 s"), (12_000, "3 h 20 min"), (93_600, "1 d 02 h")]
        {
            assert_eq!(in_words(seconds * NTSC_CYCLES_PER_SECOND as u64), words);
        }
    }
}
