//! Memory that no game leads to, in lock step: what the cartridge does with it the port does too, unless it says that it
//! does not go on; and then the cartridge goes astray.

#[path = "../../video-chess/tests/dice/mod.rs"]
mod dice;

use dice::Dice;
use serde::Deserialize;
use vchess::compare::{self, Rom};
use video_chess::Ram;

/// Memories of each sort.
const CASES: u64 = 600;
/// Nodes that a search is followed for.
const NODES: u64 = 120;

#[derive(Deserialize)]
struct Recorded {
    ram_search: String,
}

fn roots() -> Vec<Ram> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/golden/search/search.jsonl.gz");
    let recorded: Vec<Recorded> =
        vchess::verify::read_lines(path.as_ref()).expect("the golden searches are in the repository");
    let ram = |recorded: &Recorded| {
        let mut bytes = [0; 128];
        hex::decode_to_slice(&recorded.ram_search, &mut bytes).expect("128 bytes");
        Ram::from(bytes)
    };
    recorded.iter().map(ram).collect()
}

/// Compares cases; at least so many of a hundred must be searched by both.
fn compare_all(least: u64, mut memory: impl FnMut(&mut Dice) -> Ram) {
    let Some(rom) = vchess_tests::rom() else { return };
    let rom = Rom::new(rom).expect("the ROM starts");
    let mut equal = 0;
    for case in 0..CASES {
        let root = memory(&mut Dice::of(case));
        match compare::search_up_to(&rom, &root, NODES) {
            Ok(_) => equal += 1,
            Err(divergence) => assert!(divergence.derailment.is_some(), "case {case}: {divergence}"),
        }
    }
    assert!(equal * 100 >= least * CASES, "only {equal} of {CASES} were searched");
}

#[test]
fn random_memories() {
    compare_all(50, |dice| {
        let mut ram = dice.memory();
        ram.set_byte(0xb7, ram.byte(0xb7) & 0x7f);
        ram
    });
}

#[test]
fn bits_turned_over() {
    let roots = roots();
    compare_all(85, |dice| {
        let root = roots[dice.throw(roots.len() as u64) as usize];
        dice.turn_bits(&root)
    });
}

#[test]
fn anything_on_the_board() {
    let roots = roots();
    compare_all(75, |dice| {
        let root = roots[dice.throw(roots.len() as u64) as usize];
        dice.put_anything(&root)
    });
}
