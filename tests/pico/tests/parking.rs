//! The flash is written while core 1 is there: it must wait in RAM, or it runs into a flash that cannot be read.

mod common;

use board_script::Rig as _;
use common::{act, bench, image};
use picochess_fw::{Brain, Level, Settings, State};

#[test]
fn a_move_taken_back_is_saved_while_core_1_thinks() {
    // Modern runs from flash, its book has no reply to h2h3, and level 8 thinks for 5 s.
    let settings = Settings { brain: Brain::Modern, level: Level::new(8).unwrap(), ..Settings::default() };
    let mut bench = bench(&image().with_settings(&settings).unwrap());
    bench.pico.stop_picture();
    act(&mut bench, "0 setup\n150 key 5\n400 lift h2\n550 drop h3\n1100 reed h3 1");
    assert_eq!(bench.state(), Some(State::Computer));
    assert!(bench.is_thinking() && bench.pico.told().look().answers == 0, "core 1 thinks");
    let (saves, _) = bench.pico.told().saves();
    act(&mut bench, "0 lift h3\n150 drop h2\n800 reed h2 1");
    // The withdrawn question has not been answered: core 1 was at it when the save was written.
    assert_eq!(bench.state(), Some(State::Idle));
    assert_eq!(bench.pico.told().saves(), (saves + 1, 0));
    assert_eq!(bench.pico.told().look().answers, 0);
    let report = act(&mut bench, "0 lift e2\n150 drop e4\n700 reed e4 1\nwait");
    assert_eq!((report.state.as_str(), report.moves[0].as_str()), ("VERIFY", "e4"), "{report}");
    let [a, b] = bench.pico.saves().map(|save| save.map(|save| save.moves.len()));
    assert_eq!((a, b), (Some(1), Some(2)), "the reply, and the move before it");
}

#[test]
fn a_repair_at_power_on_comes_before_core_1() {
    let settings = Settings { level: Level::new(5).unwrap(), ..Settings::default() };
    let mut image = image().with_settings(&settings).unwrap();
    // The log is in its second sector, and in the first is what an erasure cut short leaves of a full one: the last
    // word. Reading the saves erases it.
    let first = image.flash.len() - 64 * 1024;
    image.flash.copy_within(first..first + 4096, first + 4096);
    image.flash[first..first + 4092].fill(0xFF);
    image.flash[first + 4092..first + 4096].fill(0);
    let mut bench = bench(&image);
    assert_eq!((bench.pico.flash_work(), bench.pico.told().saves()), ((1, 0), (0, 0)));
    bench.pico.stop_picture();
    act(&mut bench, "0 setup\n150 key 5\n400 reed a1 1");
    assert_eq!((bench.state(), bench.pico.told().saves()), (Some(State::Idle), (1, 0)));
    let newest = bench.pico.saves().into_iter().flatten().max_by_key(|save| save.sequence).unwrap();
    assert_eq!((newest.sequence, newest.settings), (2, settings));
}
