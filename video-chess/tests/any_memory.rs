//! Whatever 128 bytes it is given, the port answers, goes on for as many nodes as it is allowed, or says why it cannot: it
//! never panics and never hangs.

mod dice;
#[allow(dead_code, reason = "nothing is reported here")]
mod golden;

use dice::Dice;
use golden::{ram, records};
use serde::Deserialize;
use video_chess::cartridge::{Cartridge, Controls, Frame};
use video_chess::{Colour, Game, Move, Position, Progress, Ram, Search, Square};

/// Memories of each sort.
const CASES: u64 = 100_000;
/// Nodes that a search is given.
const NODES: u64 = 60;

#[derive(Deserialize)]
struct Record {
    ram_search: String,
}

fn roots() -> Vec<Ram> {
    records::<Record>("search/search").map(|record| ram(&record.ram_search)).collect()
}

fn any_of(dice: &mut Dice, roots: &[Ram]) -> Ram {
    roots[dice.throw(roots.len() as u64) as usize]
}

/// Searches a memory in steps, looks at everything that can be seen on the way, and breaks it off.
fn search(root: Ram) -> Progress {
    let mut search = Search::new(root);
    let mut progress = search.step(NODES / 2);
    let line = search.line().count();
    assert!(line <= 13 && (line > 0) == (progress == Progress::Running && search.nodes() > 0));
    let half = search.clone();
    progress = match progress {
        Progress::Running => search.step(NODES / 2),
        over => over,
    };
    assert!(search.nodes() <= NODES);
    assert_eq!(search.derailment().is_some(), progress == Progress::Derailed);
    assert_eq!(progress == Progress::Running, search.nodes() == NODES && search.step(0) == Progress::Running);
    for mut settled in [half, search] {
        if settled.settle() {
            assert_eq!(settled.progress(), Progress::Finished);
        }
    }
    progress
}

/// How many of the cases ran on, finished, and were refused.
fn search_all(mut memory: impl FnMut(&mut Dice) -> Ram) -> [u64; 3] {
    let mut counts = [0; 3];
    for case in 0..CASES {
        let progress = search(memory(&mut Dice::of(case)));
        counts[match progress {
            Progress::Running => 0,
            Progress::Finished => 1,
            Progress::Derailed => 2,
        }] += 1;
    }
    counts
}

#[test]
fn random_memories_are_searched() {
    let counts = search_all(|dice| {
        let mut ram = dice.memory();
        // Otherwise one half is refused at once, and boards are too full for a search to end.
        if dice.throw(8) > 0 {
            ram.set_byte(0xb7, ram.byte(0xb7) & 0x7f);
            for square in 0..64 {
                if dice.throw(8) > 0 {
                    ram.set_square(square, 0);
                }
            }
        }
        ram
    });
    assert!(counts.iter().all(|&count| count > CASES / 200), "{counts:?}");
}

#[test]
fn recorded_memories_with_bits_turned_over_are_searched() {
    let roots = roots();
    let counts = search_all(|dice| {
        let root = any_of(dice, &roots);
        dice.turn_bits(&root)
    });
    assert!(counts.iter().all(|&count| count > CASES / 200), "{counts:?}");
}

#[test]
fn recorded_memories_with_anything_on_the_board_are_searched() {
    let roots = roots();
    let counts = search_all(|dice| {
        let root = any_of(dice, &roots);
        dice.put_anything(&root)
    });
    assert!(counts.iter().all(|&count| count > CASES / 200), "{counts:?}");
}

/// All bits clear, all set.
#[test]
fn extreme_memories_are_searched() {
    assert_eq!(search(Ram::from([0; 128])), Progress::Finished);
    assert_eq!(search(Ram::from([0xff; 128])), Progress::Derailed);
}

/// Memory that is changed under a search that runs does not bring it down either.
#[test]
fn memory_may_change_under_a_search() {
    let roots = roots();
    for case in 0..CASES / 10 {
        let mut dice = Dice::of(case);
        let mut search = Search::new(any_of(&mut dice, &roots));
        for _ in 0..6 {
            search.step(1 + dice.throw(20));
            assert!(search.line().count() <= 13);
            *search.ram_mut() = match dice.throw(4) {
                0 => dice.memory(),
                1 => dice.put_anything(search.ram()),
                _ => dice.turn_bits(search.ram()),
            };
        }
        search.settle();
    }
}

/// The frames between searches, with anything held.
#[test]
fn frames_pass_in_any_memory() {
    let roots = roots();
    for case in 0..CASES / 5 {
        let mut dice = Dice::of(case);
        let memory = if dice.throw(3) == 0 {
            dice.memory()
        } else {
            let root = any_of(&mut dice, &roots);
            dice.turn_bits(&root)
        };
        let mut cartridge = Cartridge::from_ram(memory);
        for _ in 0..6 {
            let held = dice.throw(1 << 9);
            let is = |bit: u32| held >> bit & 1 != 0;
            let controls = Controls {
                up: is(0),
                down: is(1),
                left: is(2),
                right: is(3),
                fire: is(4),
                human_is_black: is(5),
                set_up: is(6) && is(7),
                select: is(8) && is(0),
                ..Controls::NONE
            };
            if let Frame::Thinks(mut search) = cartridge.frame(&controls)
                && search.step(NODES) == Progress::Finished
            {
                cartridge.resume(search.ram(), &controls);
            }
        }
    }
}

/// A game may be taken up from any memory: what can be asked of it has an answer.
#[test]
fn games_go_on_from_any_memory() {
    let roots = roots();
    for case in 0..CASES / 50 {
        let mut dice = Dice::of(case);
        let memory = if dice.throw(3) == 0 { dice.memory() } else { any_of(&mut dice, &roots) };
        let human = if dice.throw(2) == 0 { Colour::White } else { Colour::Black };
        let mut game = Game::from_ram(memory, human);
        let position = game.position();
        let _ = position.to_string().parse::<Position>();
        let _ = game.is_check();
        let accepted: Vec<Move> = game.accepted_moves().take(8).collect();
        let squares = (0..64).map(|index| Square::from_index(index, human));
        assert!(squares.filter(|&square| game.piece_on(square).is_some()).count() <= 64);
        if accepted.first().is_some_and(|&candidate| game.play(candidate).is_ok()) {
            game.think(NODES, |_| core::ops::ControlFlow::Break(()));
            game.hurry();
        }
    }
}
