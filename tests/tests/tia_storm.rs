//! The TIA against its judge in random storms, and against itself where a storm is saved and loaded in the middle.

use tia::Revision;
use vchess_tests::tia_storm::{check, check_revision, check_saved, shrink, storm, writes};

/// Accesses in a storm.
const LENGTH: usize = 500;
/// Storms in a run; the environment variable `TIA_STORMS` asks for another number.
const STORMS: u64 = 200;

fn storms() -> u64 {
    std::env::var("TIA_STORMS").map_or(STORMS, |number| number.parse().expect("TIA_STORMS is a number"))
}

#[test]
fn the_chip_and_its_judge_agree_in_every_storm() {
    let mut done = 0;
    for seed in 0..storms() {
        let script = storm(seed, LENGTH);
        if let Err(difference) = check(&script) {
            let shortest = shrink(script);
            panic!("storm {seed}: {difference}; in short: {shortest:x?}");
        }
        done += writes(&script);
    }
    assert!(done > storms() * LENGTH as u64 / 2, "storms are made of writes");
}

#[test]
fn a_saved_storm_goes_on_as_if_nothing_had_been() {
    for seed in 0..storms() / 4 {
        let script = storm(0x5a5a_0000 + seed, LENGTH);
        if let Err(difference) = check_saved(&script, 1 + seed as usize % 37) {
            panic!("storm {seed}: {difference}");
        }
    }
}

#[test]
fn the_judge_knows_all_revisions() {
    for seed in 0..storms() / 2 {
        let revision = Revision {
            late_playfield: seed & 1 != 0,
            late_playfield_colour: seed & 2 != 0,
            late_background_colour: seed & 4 != 0,
            lost_clocks: seed & 8 == 0,
        };
        let script = storm(0xa5a5_0000 + seed, LENGTH);
        if let Err(difference) = check_revision(&script, revision) {
            panic!("storm {seed}, {revision:?}: {difference}");
        }
    }
}
