//! Long searches: `cargo xtask test --long`.

mod common;

use board_script::Rig as _;
use common::{act, bench, image};
use pico_emulator::{CLOCK_HZ, Twin, measure};
use picochess_fw::{Brain, Config, Level, Settings};

#[test]
#[ignore = "the searches of all levels: minutes"]
fn every_level_replies_as_the_port_does_on_the_host() {
    for level in (1..=8).filter_map(Level::new) {
        let settings = Settings { level, ..Settings::default() };
        let mut bench = bench(&image().with_settings(&settings).unwrap());
        bench.pico.keep_looks();
        bench.pico.stop_picture();
        act(&mut bench, "0 setup\n150 key 5\n400 lift e2\n550 drop e4\n1500 reed e4 1\nwait");
        let mut twin = Twin::with_config(Config { settings, ..Config::default() });
        // The twin compares the reply.
        twin.follow(&bench.pico).unwrap();
        assert_eq!(bench.report().moves.len(), 2, "level {}", level.number());
    }
}

#[test]
#[ignore = "level 7: a minute or more"]
fn level_7_replies_within_a_minute_of_the_chip() {
    let measured = measure(&image(), Brain::VideoChess, Level::new(7).unwrap(), ("e2", "e4")).unwrap();
    println!("level 7: {} positions, {} clocks", measured.nodes, measured.clocks);
    assert_eq!(measured.nodes, 199_570);
    assert!(measured.clocks < 60 * CLOCK_HZ);
}
