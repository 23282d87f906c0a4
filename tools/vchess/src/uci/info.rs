//! The lines that tell how a search stands.

use std::time::Duration;

use shakmaty::{Chess, Move, Position as _};
use video_chess::Search;
use video_chess::search::Step;

use crate::engine::setup;

/// Points of a pawn in the program's scale.
const PAWN: i32 = 3;
/// Scores beyond this tell of a king taken within the depth that the search can reach.
const KING_TAKEN: i32 = 0x80 - 12;

/// `info` with depth, score, nodes, speed, time and the best move so far.
#[must_use]
pub fn line(chess: &Chess, search: &Search, took: Duration) -> String {
    let best = search.best();
    let named = best.and_then(|best| named(chess, best.step));
    let score = best.filter(|_| named.is_some()).map(|best| score(best.score));
    let pv = named.map_or_else(String::new, |played| format!(" pv {}", setup::uci(played)));
    let ram = search.ram();
    let depth = u32::from(ram.full_width()) + 1;
    let selective = depth.max(u32::from(ram.max_depth()) + 1);
    let nodes = search.nodes();
    let per_second = nodes as f64 / took.as_secs_f64().max(1e-4);
    format!(
        "info depth {depth} seldepth {selective} score {} nodes {nodes} nps {} time {}{pv}",
        score.unwrap_or_else(|| "cp 0".to_owned()),
        per_second as u64,
        took.as_millis()
    )
}

/// The legal move that a step in the program's memory is; `chess` is the position in which the program is to move.
#[must_use]
pub fn named(chess: &Chess, step: Step) -> Option<Move> {
    let human = setup::colour(chess.turn().other());
    let name = |index| video_chess::Square::from_index(index, human);
    let promotion = if step.promotes { "q" } else { "" };
    setup::legal(chess, &format!("{}{}{promotion}", name(step.source), name(step.target)))
}

/// A score as the protocol has it: hundredths of a pawn, or moves to a mate, from the program's side.
#[must_use]
pub fn score(byte: u8) -> String {
    let points = i32::from((byte ^ 0x80) as i8);
    // The king is taken at ply p: the program scores !p for it, the human p + 1.
    if points >= KING_TAKEN {
        format!("mate {}", (0x7f - points) / 2)
    } else if points <= -KING_TAKEN {
        let ply = points + 0x7f;
        format!("mate {}", -(ply / 2))
    } else {
        format!("cp {}", points * 100 / PAWN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores() {
        for (byte, text) in [
            (0x80, "cp 0"),
            (0x83, "cp 100"),
            (0x7d, "cp -100"),
            // The program takes the king at ply 2, after one move of each side.
            (0xfd, "mate 1"),
            (0xfb, "mate 2"),
            // The human takes it at ply 1, and at ply 3.
            (0x02, "mate 0"),
            (0x04, "mate -1"),
        ] {
            assert_eq!(score(byte), text, "{byte:02x}");
        }
    }
}
