//! The lines of play of the port's snapshots, their searches in lock step with the ROM.

#[path = "../../video-chess/tests/lines/mod.rs"]
mod lines;

use lines::{FRAME_COUNTERS, LINES, TASTES};
use vchess::compare::{self, Rom};
use video_chess::{Colour, Game, Level, Ram};

fn agree(rom: &Rom, name: &str, root: &Ram) {
    compare::search(rom, root).unwrap_or_else(|divergence| panic!("{name}: {divergence}"));
}

/// Level 7's single search is left to the recordings: it takes the ROM an hour of its own time.
#[test]
fn lines_of_play_on_the_rom() {
    let Some(rom) = vchess_tests::rom() else { return };
    let rom = Rom::new(rom).expect("the ROM starts");
    let mut searches = 0;
    for line in LINES.iter().filter(|line| line.level != 7) {
        lines::play(line, |root| {
            agree(&rom, line.name, root);
            searches += 1;
        });
    }
    assert!(searches > LINES.len());
}

#[test]
fn frame_counters_on_the_rom() {
    let Some(rom) = vchess_tests::rom() else { return };
    let rom = Rom::new(rom).expect("the ROM starts");
    for (name, fen) in TASTES {
        let position = fen.parse().expect("a position");
        for frame_counter in FRAME_COUNTERS {
            let game = Game::from_position(&position, Colour::White, Level::One, frame_counter);
            agree(&rom, name, game.ram());
        }
    }
}
