//! Lines of play, written down once and looked over. The same lines are played in lock step with the ROM where there is
//! one (`tests/tests/port_lines.rs`).

mod lines;

use std::fmt::Write as _;

use lines::{FRAME_COUNTERS, LINES, TASTES};
use video_chess::{Colour, Game, Level, Thought};

#[test]
fn lines_of_play() {
    for line in LINES {
        insta::assert_snapshot!(file_name(line.name), lines::play(line, |_| {}));
    }
}

/// What the frame counter does to the choice, with white and with black, at the levels where it matters most.
#[test]
fn frame_counter() {
    for (name, fen) in TASTES {
        let position = fen.parse().expect("a position");
        let mut text = format!("{fen}\n");
        for frame_counter in FRAME_COUNTERS {
            write!(text, "{frame_counter:#04x}").expect("text takes text");
            for level in [Level::One, Level::Two, Level::Three, Level::Eight] {
                let mut game = Game::from_position(&position, Colour::White, level, frame_counter);
                let Thought::Replied(reply) = game.reply() else { panic!("no reply") };
                let played = reply.played.map_or("none".to_string(), |played| played.to_string());
                write!(text, "  {played} {:>4}", reply.nodes).expect("text takes text");
            }
            text.push('\n');
        }
        insta::assert_snapshot!(file_name(&format!("frame counter, {name}")), text);
    }
}

/// A snapshot's name as a file's.
fn file_name(name: &str) -> String {
    name.chars().filter(|letter| !"',".contains(*letter)).collect::<String>().replace(' ', "_")
}
