//! The memory with which a search begins, against the recorded games of the original: the program's moves are put in
//! their places one by one, and what the cartridge would remember must be there.

use std::path::PathBuf;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde::Deserialize;
use shakmaty::{Color, Move, Position as _};
use vchess::engine::setup::{self, Start};
use vchess::engine::{Reached, Seed, Table};
use vchess::replay::counters;
use video_chess::{Level, Progress, Ram, Search};

#[derive(Deserialize)]
struct Record {
    id: String,
    level: u8,
    human: String,
    start: String,
    moves: Vec<String>,
    d3: u8,
    reply: String,
    ram_search: String,
}

fn records(level: u8) -> Vec<Record> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../../tests/golden/chess/level{level}.jsonl.gz"));
    let file = std::fs::File::open(&path).expect("golden data");
    let text = std::io::read_to_string(flate2::read::MultiGzDecoder::new(file)).expect("gzip");
    text.lines().map(|line| serde_json::from_str(line).expect("a record")).collect()
}

fn ram(hexadecimal: &str) -> Ram {
    let mut bytes = [0; 128];
    hex::decode_to_slice(hexadecimal, &mut bytes).expect("128 bytes in hex");
    Ram::from(bytes)
}

/// The parts of the memory that reach the search, by name.
fn history(ram: &Ram) -> Vec<(String, u8)> {
    let mut parts: Vec<(String, u8)> =
        (0..64).map(|square| (format!("square {square}"), ram.square(square))).collect();
    for address in 0x82..=0x8b {
        parts.push((format!("bit 6 of ${address:02X}"), ram.byte(address) & 0x40));
    }
    parts.push(("bit 7 of $B9".to_owned(), ram.byte(0xb9) & 0x80));
    for address in [0xd2, 0xd3, 0xd9, 0xe2, 0xe4, 0xe5, 0xea] {
        parts.push((format!("${address:02X}"), ram.byte(address)));
    }
    parts
}

fn legal_moves(start: &Start, names: &[String]) -> Option<Vec<Move>> {
    let mut chess = start.chess.clone();
    let mut moves = Vec::new();
    for name in names {
        let played = setup::legal(&chess, name)?;
        chess.play_unchecked(played);
        moves.push(played);
    }
    Some(moves)
}

#[test]
fn every_search_begins_as_it_did_on_the_original() {
    let (mut compared, mut not_chess) = (0, 0);
    for number in [1, 2, 3, 4, 5, 8] {
        let mut table: Option<Table> = None;
        for record in records(number) {
            if record.start != "startpos" {
                continue;
            }
            let start = Start::usual();
            // The original accepts a castling that is none.
            let Some(moves) = legal_moves(&start, &record.moves) else {
                not_chess += 1;
                continue;
            };
            let program = if record.human == "white" { Color::Black } else { Color::White };
            let level = Level::from_number(record.level).expect("a level");
            let seed = Seed::Fixed(record.d3);
            let mut now = table
                .take()
                .filter(|table| table.leads_to(&start.chess, program, &moves))
                .unwrap_or_else(|| Table::new(&start, program, level, seed).expect("a table"));
            now.set(level, seed);
            for &played in &moves[now.moves().len()..] {
                now.play(played).expect("the cartridge follows");
            }
            assert_eq!(now.take_notes(), Vec::<String>::new(), "{}", record.id);
            if now.chess().legal_moves().is_empty() {
                assert_eq!(record.reply, "", "{}", record.id);
                table = Some(now);
                continue;
            }
            let Reached::Search(root) = now.reach(0) else { panic!("{}: no search", record.id) };
            let recorded = ram(&record.ram_search);
            for (ours, theirs) in history(&root).into_iter().zip(history(&recorded)) {
                assert_eq!(ours, theirs, "{}: {}", record.id, record.moves.join(" "));
            }
            let mut search = Search::new(*root);
            assert_eq!(search.run(), Progress::Finished, "{}", record.id);
            let reply = now.adopt(search).and_then(|reply| reply.played);
            assert_eq!(reply.map_or(String::new(), |name| name.to_string()), record.reply, "{}", record.id);
            compared += 1;
            table = Some(now);
        }
    }
    assert!(compared >= 200, "{compared} replies compared, {not_chess} games left chess");
}

#[test]
fn the_kinds_of_frame_counter_are_all_there_are() {
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    let reply = |root: &Ram, counter: u8| {
        let mut root = *root;
        root.set_frame(counter);
        let mut search = Search::new(root);
        search.run();
        (search.ram().byte(0xd9), search.ram().byte(0xda), search.nodes())
    };
    let mut kinds = Vec::new();
    for record in records(1).iter().chain(&records(8)) {
        if !dice.next_u32().is_multiple_of(4) {
            continue;
        }
        let root = ram(&record.ram_search);
        let classes = counters::classes(&root);
        kinds.push(classes.len());
        for counter in 0..=255 {
            let class = counters::class_of(&root, counter);
            assert!(classes.contains(&class), "{}: {counter:02x} is of the kind {class:02x}", record.id);
            assert_eq!(
                reply(&root, counter),
                reply(&root, class),
                "{}: {counter:02x} and {class:02x}",
                record.id
            );
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert_eq!(kinds, [4, 8, 32]);
}

/// Where two replies come of one memory, there is something to replay.
#[test]
fn another_frame_counter_can_give_another_reply() {
    let mut several = 0;
    for record in records(1) {
        let root = ram(&record.ram_search);
        let mut replies: Vec<(u8, u8)> = Vec::new();
        for counter in counters::classes(&root) {
            let mut root = root;
            root.set_frame(counter);
            let mut search = Search::new(root);
            search.run();
            replies.push((search.ram().byte(0xd9), search.ram().byte(0xda)));
        }
        replies.sort_unstable();
        replies.dedup();
        several += usize::from(replies.len() > 1);
    }
    assert!(several > 10, "{several}");
}
