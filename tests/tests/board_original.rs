//! The board's computer "Original": the cartridge's own program on the bare 6507 that the Pico emulates.

mod golden;

use picochess_fw::{
    Answer, Brain, Level, Log, PackedMove, Request, Task, Thinker,
    original::{Original, ROM_BYTES, Stage, is_rom},
};
use serde::Deserialize;
use shakmaty::{CastlingMode, Chess, Position as _};
use video_chess::Ram;

/// Instructions of a step: an odd number, so that steps end anywhere.
const STEP: u32 = 9_973;

/// A recorded search, with the cycles that it takes where they were counted.
#[derive(Debug, Deserialize)]
struct Record {
    #[serde(flatten)]
    search: vchess::verify::search::SearchRecord,
    cycles: Option<u64>,
}

#[test]
fn recorded_searches_are_repeated_to_the_byte_and_to_the_cycle() {
    /// Searches of more cycles are left out: they would take minutes.
    const MOST_CYCLES: u64 = 8_000_000;
    let Some(rom) = vchess_tests::rom() else { return };
    let mut original = Original::new(rom);
    let mut repeated = 0;
    for path in golden::files("search") {
        for (number, record) in vchess::verify::read_lines::<Record>(&path).unwrap().iter().enumerate() {
            let Some(cycles) = record.cycles.filter(|&cycles| cycles <= MOST_CYCLES) else { continue };
            original.begin(&Ram::from(record.search.ram_search));
            while original.go_on(STEP) == Stage::Running {
                assert!(original.cycles() <= cycles, "search {} does not end", number + 1);
            }
            let found = (original.ram(), u64::from(original.nodes()), original.cycles());
            let expected = (Ram::from(record.search.ram_after), record.search.nodes, cycles);
            assert_eq!(found, expected, "search {}", number + 1);
            repeated += 1;
        }
    }
    assert!(repeated > 1_000, "{repeated} searches");
}

#[test]
fn only_the_rom_is_the_rom() {
    let Some(rom) = vchess_tests::rom() else { return };
    assert!(is_rom(rom));
    for at in (0..ROM_BYTES).step_by(97) {
        let mut broken = *rom;
        broken[at] ^= 1;
        assert!(!is_rom(&broken), "byte {at}");
    }
    assert!(!is_rom(&[0xFF; ROM_BYTES]));
}

/// Whatever the image and the memory are, a step ends, and says so where the program is lost.
#[test]
fn a_program_that_is_none_gets_lost() {
    let mut seed = 0x1234_5678_u32;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 17;
        seed ^= seed << 5;
        seed as u8
    };
    let mut lost = 0;
    for _ in 0..200 {
        let image: [u8; ROM_BYTES] = core::array::from_fn(|_| random());
        let mut original = Original::new(&image);
        original.begin(&Ram::from(core::array::from_fn(|_| random())));
        if original.go_on(100_000) == Stage::Lost {
            lost += 1;
            assert_eq!(original.go_on(1_000), Stage::Lost);
        }
    }
    assert!(lost > 100, "{lost} of 200");
}

fn answer(thinker: &mut Thinker, brain: Brain, id: u32, level: Level, moves: &Log) -> Answer {
    let request = Request { id, task: Task::Move, brain, level, seed: 7, moves };
    loop {
        if let Some((answered, answer)) = thinker.work(Some(&request), 10_000, 0) {
            assert_eq!(answered, id);
            return answer;
        }
    }
}

/// A legal move of the side to move, another one for each number.
fn some_move(moves: &Log, number: usize) -> Option<PackedMove> {
    let mut position = Chess::default();
    for m in moves {
        let m = m.unpack(&position)?;
        position.play_unchecked(m);
    }
    let legal = position.legal_moves();
    let m = legal.get(number.wrapping_mul(0x9E37_79B9) / 128 % legal.len().max(1))?;
    PackedMove::parse(&m.to_uci(CastlingMode::Standard).to_string())
}

/// Whole games, with the memory carried on from reply to reply: the replies are the port's.
#[test]
fn the_original_replies_as_the_port_does() {
    let Some(rom) = vchess_tests::rom() else { return };
    let mut replies = 0;
    for (level, plies) in [(1, 40), (3, 20), (4, 8), (8, 60)] {
        let level = Level::new(level).unwrap();
        for (seed, white) in [(1, true), (2, true), (3, false), (4, false)] {
            let (mut port, mut original) = (Box::<Thinker>::default(), Box::<Thinker>::default());
            original.insert(rom);
            let mut moves = Log::new();
            for ply in 0..plies {
                let persons = (ply % 2 == 0) == white;
                let m = if persons {
                    some_move(&moves, seed * 100 + ply)
                } else {
                    let id = ply as u32 + 1;
                    let here = answer(&mut port, Brain::VideoChess, id, level, &moves);
                    let there = answer(&mut original, Brain::Original, id, level, &moves);
                    assert_eq!(there, here, "level {level:?} after {moves:?}");
                    replies += 1;
                    here.best
                };
                let Some(m) = m else { break };
                moves.push(m).unwrap();
            }
        }
    }
    assert!(replies > 200, "{replies} replies");
}

/// A board without the cartridge has the port think in its place.
#[test]
fn without_the_cartridge_the_port_answers() {
    let moves: Log = [PackedMove::parse("e2e4").unwrap()].into_iter().collect();
    let level = Level::new(2).unwrap();
    let original = answer(&mut Box::<Thinker>::default(), Brain::Original, 1, level, &moves);
    let port = answer(&mut Box::<Thinker>::default(), Brain::VideoChess, 1, level, &moves);
    assert_eq!(original, port);
    assert!(port.nodes > 100);
}
