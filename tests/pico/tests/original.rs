//! The cartridge's own program on the emulated 6507 on the emulated Pico.

mod common;

use board_script::Rig as _;
use common::{act, bench, colours, differing, image};
use pico_emulator::{Bench, Twin};
use picochess_fw::{Brain, Config, Level, Settings, State};

/// From the first line of the menu, with all men in place: the line of the computer, and on to the next computer.
const NEXT_COMPUTER: &str = "0 key 8\n200 key 8\n400 key 5\n600 reed a1 1";

#[track_caller]
fn the_picture_is_the_twins(bench: &mut Bench, twin: &mut Twin) {
    let seen = bench.picture().unwrap();
    twin.follow(&bench.pico).unwrap();
    assert_eq!(differing(&seen, &colours(&twin.picture())), 0, "pixels that differ from the library's");
}

/// Chosen in the menu, it answers as on the host: move, positions, cycles of the 6507; and so it does on the second move,
/// with the memory that it has left after the first.
#[test]
fn the_menu_offers_the_original_and_it_answers_twice() {
    let Some(rom) = vchess_tests::rom() else { return };
    let mut bench = bench(&image().with_cartridge(rom).unwrap());
    bench.pico.keep_looks();
    bench.pico.mark_stacks().unwrap();
    let mut twin = Twin::with_cartridge(Config::default(), rom);
    act(&mut bench, "0 setup\n150 reed a1 1");
    act(&mut bench, NEXT_COMPUTER);
    the_picture_is_the_twins(&mut bench, &mut twin);
    assert_eq!(twin.board().settings().brain, Brain::Original);
    act(&mut bench, "0 key 2\n200 key 2\n400 key 5\n600 lift e2\n750 drop e4\n1200 reed e4 1\nwait");
    let told = bench.pico.told();
    twin.follow(&bench.pico).unwrap();
    assert_eq!((bench.state(), twin.board().state()), (Some(State::Verify), State::Verify));
    assert_eq!(told.original_cycles(), twin.original_cycles());
    assert!(told.original_cycles() > 1_000_000, "{} cycles", told.original_cycles());

    let (_, answer) = twin.board().to_make().unwrap();
    let (from, to) = (answer.from().unwrap(), answer.to());
    act(&mut bench, &format!("0 lift {from}\n150 drop {to}\n500 reed {to} 1"));
    act(&mut bench, "0 lift g1\n150 drop f3\n500 reed f3 1\nwait");
    the_picture_is_the_twins(&mut bench, &mut twin);
    assert_eq!((bench.state(), bench.report().moves.len()), (Some(State::Verify), 4));
    assert_eq!(bench.pico.told().original_cycles(), twin.original_cycles());

    let speed = told.original_cycles() * 1_000_000 / u64::from(told.thought_us());
    println!("{} cycles of the 6507 in {} us", told.original_cycles(), told.thought_us());
    assert!(speed > 3 * 1_193_182, "the 6507 makes {speed} cycles a second, less than three Ataris");
    let [(from0, to0), (from1, to1)] = bench.pico.stacks().unwrap();
    let [used0, used1] = bench.pico.stack_used().unwrap();
    println!("stack: core 0 {used0} of {} bytes, core 1 {used1} of {} bytes", to0 - from0, to1 - from1);
    assert!(used0 + 1_024 <= to0 - from0 && used1 + 1_024 <= to1 - from1);
}

/// Without the cartridge, or with one that a byte is wrong of, nobody offers it, and a board whose flash remembers it
/// plays with the port.
#[test]
fn without_the_cartridge_nobody_offers_it() {
    let mut broken = [0xA5; picochess_fw::original::ROM_BYTES];
    let mut images = vec![image()];
    if let Some(rom) = vchess_tests::rom() {
        broken.copy_from_slice(rom);
        broken[0x123] ^= 0x10;
    }
    images.push(image().with_cartridge(&broken).unwrap());
    for image in images {
        let mut bench = bench(&image);
        bench.pico.keep_looks();
        let mut twin = Twin::default();
        act(&mut bench, "0 setup\n150 reed a1 1");
        act(&mut bench, NEXT_COMPUTER);
        the_picture_is_the_twins(&mut bench, &mut twin);
        assert_eq!(twin.board().settings().brain, Brain::Modern);
    }
    let settings = Settings { brain: Brain::Original, level: Level::new(8).unwrap(), ..Settings::default() };
    let mut bench = bench(&image().with_settings(&settings).unwrap());
    act(&mut bench, "0 setup\n150 key 5\n300 lift d2\n450 drop d4\n900 reed d4 1\nwait");
    let told = bench.pico.told();
    assert_eq!((bench.state(), told.original_cycles()), (Some(State::Verify), 0));
    assert!(told.nodes() > 0);
}
