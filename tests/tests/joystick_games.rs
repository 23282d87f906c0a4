//! Whole recorded games, played into the cartridge from power-on through the joystick and the switches alone.

mod golden;

use emu6507::{Cartridge, Console};
use serde::Deserialize;
use vchess::hand::Hand;
use vchess::level;
use vchess::verify::chess_record::{Side, square_name};
use vchess::verify::chess_rom::reply;
use vchess::verify::read_lines;

/// Frames between power-on and Reset that make the program open with one move or the other.
const OPENINGS_TRIED: usize = 256;
/// More cycles than any of the replies takes.
const LIMIT: u64 = 4_000_000_000;

/// One reply, from either kind of golden file.
#[derive(Deserialize)]
struct Record {
    id: String,
    level: u8,
    human: Side,
    moves: Vec<String>,
    d3: u8,
    reply: String,
}

fn games(kind: &str, file: &str) -> Vec<Vec<Record>> {
    let path = golden::files(kind).into_iter().find(|path| path.ends_with(file)).unwrap();
    let mut games: Vec<Vec<Record>> = Vec::new();
    for record in read_lines::<Record>(&path).unwrap() {
        let name = |record: &Record| record.id.rsplit_once('/').unwrap().0.to_owned();
        match games.last_mut().filter(|game| name(&game[0]) == name(&record)) {
            Some(game) => game.push(record),
            None => games.push(vec![record]),
        }
    }
    games
}

/// The index of a square in the program's RAM.
fn index(name: &str, human: Side) -> u8 {
    (0..64).find(|&index| square_name(index, human).as_deref() == Some(name)).unwrap()
}

/// A console at the game's beginning. As black the human waits for the program's first move, which depends on the
/// frame in which Reset is pressed.
fn begin(rom: &[u8; 4096], first: &Record) -> Console {
    let mut console = Console::new(Cartridge::new(rom).unwrap());
    if first.human == Side::White {
        level::set_up(&mut console, Some(first.level), false).unwrap();
        return console;
    }
    level::set_up(&mut console, Some(first.level), false).unwrap();
    let target = index(&first.moves[0][2..4], Side::Black) as usize;
    for _ in 0..OPENINGS_TRIED {
        let mut opened = console.clone();
        level::set_up(&mut opened, None, true).unwrap();
        if opened.ram()[target] & 0x0f == 6 {
            return opened;
        }
        console.run_frame();
    }
    panic!("the program never opens with {}", first.moves[0]);
}

fn play(rom: &[u8; 4096], game: &[Record]) {
    let mut console = begin(rom, &game[0]);
    let mut hand = Hand::new(&mut console);
    for record in game {
        let wanted = record.moves.last().unwrap();
        let (source, target) = (index(&wanted[..2], record.human), index(&wanted[2..4], record.human));
        hand.carry(source, target).unwrap_or_else(|error| panic!("{}: {wanted}: {error:#}", record.id));
        hand.drop_piece_at(record.d3).unwrap_or_else(|error| panic!("{}: {wanted}: {error:#}", record.id));
        hand.think(LIMIT).unwrap_or_else(|error| panic!("{}: {error:#}", record.id));
        assert_eq!(
            reply(hand.console().ram(), record.human),
            record.reply,
            "{} after {:?}",
            record.id,
            record.moves
        );
    }
}

/// Plays every game of a file.
fn play_all(kind: &str, file: &str, expected: usize) {
    let Some(rom) = vchess_tests::rom() else { return };
    let games = games(kind, file);
    assert_eq!(games.len(), expected);
    for game in games {
        play(rom, &game);
    }
}

#[test]
fn level_1() {
    play_all("chess", "level1.jsonl.gz", 4);
}

#[test]
fn level_2() {
    play_all("chess", "level2.jsonl.gz", 3);
}

#[test]
fn level_3() {
    play_all("chess", "level3.jsonl.gz", 3);
}

#[test]
fn level_8() {
    play_all("chess", "level8.jsonl.gz", 2);
}

#[test]
fn levels_1_to_3_as_another_emulator_plays_them() {
    play_all("games", "ale.jsonl.gz", 9);
}
