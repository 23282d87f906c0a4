//! 304 replies of whole games recorded from the ROM under another emulator, with the memory before the human's move is
//! carried out, as the search begins, and a frame later.

mod golden;

use golden::{difference, ram, records, report};
use serde::Deserialize;
use video_chess::cartridge::{Cartridge, Controls, Frame};
use video_chess::{Colour, Game, Level, Move, Outcome, Position, Thought};

#[derive(Deserialize)]
struct Record {
    id: String,
    level: u8,
    human: String,
    start: String,
    moves: Vec<String>,
    fen: String,
    d3: u8,
    reply: String,
    result: String,
    ram_before: String,
    ram_search: String,
    ram_after: String,
}

impl Record {
    fn human(&self) -> Colour {
        if self.human == "white" { Colour::White } else { Colour::Black }
    }

    fn controls(&self) -> Controls {
        Controls { human_is_black: self.human() == Colour::Black, ..Controls::NONE }
    }
}

fn all() -> impl Iterator<Item = Record> {
    [1, 2, 3, 4, 5, 8].into_iter().flat_map(|level| records(&format!("chess/level{level}")))
}

/// Frame, search, and the beginning of the next frame, each equal in all 128 bytes.
#[test]
fn recorded_frames() {
    let mut failures = Vec::new();
    let mut count = 0;
    for record in all() {
        count += 1;
        let controls = record.controls();
        let mut cartridge = Cartridge::from_ram(ram(&record.ram_before));
        let Frame::Thinks(mut search) = cartridge.frame(&controls) else {
            failures.push(format!("{}: the search does not begin", record.id));
            continue;
        };
        let at_search = difference(&ram(&record.ram_search), search.ram(), &[]);
        search.run();
        cartridge.resume(search.ram(), &controls);
        let at_end = difference(&ram(&record.ram_after), cartridge.ram(), &[]);
        if !at_search.is_empty() || !at_end.is_empty() {
            failures.push(format!("{}: search:{at_search} after:{at_end}", record.id));
        }
    }
    report(count, &failures);
    assert_eq!(count, 304);
}

/// The frame counter's high byte counts how often the low byte has wrapped since the cursor moved. No other byte depends
/// on how long the human has taken, and by which way the cursor has gone, but for the counter's low byte, which is given.
const TIME_OF_DAY: [u8; 1] = [0xf1];

/// Whole games from the first move through the library's door: every search begins from the memory recorded, and every
/// reply is the one recorded.
#[test]
fn recorded_games() {
    let mut failures = Vec::new();
    let mut count = 0;
    let mut game: Option<(String, Game)> = None;
    for record in all() {
        count += 1;
        assert_eq!(record.start, "startpos");
        let name = record.id.split('/').next().unwrap_or_default().to_string();
        let level = Level::from_number(record.level).expect("a level");
        let mut playing = match game.take() {
            Some((same, game)) if same == name => game,
            _ => match record.human() {
                Colour::White => Game::new(level),
                Colour::Black => Game::new_as_black(level, if record.moves[0] == "d2d4" { 0x40 } else { 0 }),
            },
        };
        let last = record.moves.last().expect("a move of the human's");
        let played = playing.play_at(last.parse().expect("a move"), record.d3);
        played.unwrap_or_else(|refused| panic!("{} {last}: {refused}", record.id));
        let differing = difference(&ram(&record.ram_search), playing.ram(), &TIME_OF_DAY);
        if !differing.is_empty() {
            failures.push(format!("{}:{differing}", record.id));
        }
        let Thought::Replied(reply) = playing.reply() else { panic!("{}: no reply", record.id) };
        let outcome = match record.result.as_str() {
            "atari_lost" => Outcome::ProgramLost,
            "human_lost" => Outcome::HumanLost,
            _ => Outcome::PlayOn,
        };
        let played = reply.played.map_or(String::new(), |played| played.to_string());
        if (&played, reply.outcome) != (&record.reply, outcome) {
            failures.push(format!(
                "{}: {played} {:?} for {} {outcome:?}",
                record.id, reply.outcome, record.reply
            ));
        }
        game = Some((name, playing));
    }
    report(count, &failures);
    assert_eq!(count, 304);
}

/// The recorded positions as FEN: out of the memory as they were recorded, and into it so that the search replies alike
/// wherever the game's history is in the FEN.
#[test]
fn recorded_positions() {
    let mut failures = Vec::new();
    let mut other_replies = Vec::new();
    let mut count = 0;
    for record in all() {
        count += 1;
        let human = record.human();
        let from_ram = Position::from_ram(&ram(&record.ram_search), human, human.other()).to_string();
        let same_board = |fen: &str| fen.split(' ').take(3).map(String::from).collect::<Vec<_>>();
        if same_board(&from_ram) != same_board(&record.fen) {
            failures.push(format!("{}: {from_ram} for {}", record.id, record.fen));
        }
        let position: Position =
            from_ram.parse().unwrap_or_else(|error| panic!("{}: {from_ram}: {error}", record.id));
        assert_eq!(position.to_string(), from_ram);
        let level = Level::from_number(record.level).expect("a level");
        let mut game = Game::from_position(&position, human, level, record.d3);
        let Thought::Replied(reply) = game.reply() else { panic!("{}: no reply", record.id) };
        let played = reply.played.map_or(String::new(), |played| played.to_string());
        if played != record.reply {
            other_replies.push(format!("{}: {played} for {}", record.id, record.reply));
        }
    }
    report(count, &failures);
    assert_eq!(other_replies, Vec::<String>::new());
}

/// The quick check of a move and the one that the frames make agree, in every position of the recorded games.
#[test]
fn accepted_moves_are_playable() {
    for record in all().step_by(7) {
        let position: Position = record.fen.parse().expect("a FEN");
        let level = Level::from_number(8).expect("a level");
        let mut game = Game::from_position(&position, record.human(), level, record.d3);
        let Thought::Replied(reply) = game.reply() else { panic!("{}: no reply", record.id) };
        let accepted: Vec<Move> = game.accepted_moves().collect();
        assert!(!accepted.is_empty() || reply.outcome == Outcome::HumanLost || game.is_check());
        for candidate in accepted {
            game.clone()
                .play(candidate)
                .unwrap_or_else(|refused| panic!("{} {candidate}: {refused}", record.id));
        }
    }
}
