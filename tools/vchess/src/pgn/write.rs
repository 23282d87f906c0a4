//! Writes games in PGN's export format.

use shakmaty::{Chess, Color, Position as _};

use super::{Game, san};
use crate::engine::setup;

/// The seven tags that every game has.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];
/// Columns of the movetext.
const WIDTH: usize = 79;

/// One game, with an empty line at its end.
#[must_use]
pub fn write(game: &Game) -> String {
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
        text.extend(["[", name, " \"", &value, "\"]\n"]);
    };
    for (name, unknown) in ROSTER {
        let value = if name == "Result" { &game.result } else { game.tag(name) };
        tag(name, if value.is_empty() { unknown } else { value });
    }
    let own = |name: &str| ROSTER.iter().all(|(known, _)| *known != name) && !matches!(name, "SetUp" | "FEN");
    for (name, value) in game.tags.iter().filter(|(name, _)| own(name)) {
        tag(name, value);
    }
    if game.start != Chess::default() {
        tag("SetUp", "1");
        tag("FEN", &setup::fen(&game.start));
    }
    text.push('\n');
    text + &movetext(game) + "\n"
}

/// The moves, comments and result, in lines.
#[must_use]
pub fn movetext(game: &Game) -> String {
    let mut words = Vec::new();
    comment(&mut words, &game.opening_comment);
    let mut chess = game.start.clone();
    let mut numbered = false;
    for played in &game.moves {
        let number = chess.fullmoves();
        match chess.turn() {
            Color::White => words.push(format!("{number}.")),
            Color::Black if !numbered => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(san::write_and_play(&mut chess, played.played));
        comment(&mut words, &played.comment);
        numbered = played.comment.is_empty();
    }
    words.push(game.result.clone());
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.len();
        text += &word;
    }
    text.push('\n');
    text
}

fn comment(words: &mut Vec<String>, comment: &str) {
    // A comment has no way to hold its own end.
    let plain = comment.replace('{', "(").replace('}', ")");
    let mut parts: Vec<String> = plain.split_whitespace().map(str::to_owned).collect();
    if let Some(first) = parts.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = parts.last_mut() {
        last.push('}');
    }
    words.extend(parts);
}
