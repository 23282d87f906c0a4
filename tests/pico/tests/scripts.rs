//! The same scripts on the emulated Pico and on `vchess board --headless`: both end alike.
//!
//! Video Chess chooses among good moves by its frame counter, for which the board takes the quarter of a second in which the
//! game is begun: the same on both.

mod common;

use std::{env, fs, path::PathBuf, process::Command};

use board_script::{Script, play};
use common::{bench, image};
use pico_emulator::Image;
use picochess_fw::{Brain, Settings};

/// What the desktop program, which `cargo xtask test` builds and names, prints at the end of a script.
fn on_the_desktop(path: &PathBuf, options: &[&str]) -> String {
    let program = env::var_os("VCHESS_PROGRAM");
    let program = program.expect("VCHESS_PROGRAM names the program vchess: `cargo xtask test` sets it");
    let mut command = Command::new(&program);
    let output = command.args(["board", "--headless", "--script"]).arg(path).args(options).output();
    let output = output.unwrap_or_else(|error| panic!("{} cannot be run: {error}", program.display()));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Plays the script of that name on both, which must end in this state after these moves.
#[track_caller]
fn both_end(name: &str, state: &str, moves: &str) {
    both_end_with(&image(), &[], name, state, moves);
}

/// The same on this Pico, and on a desktop board with these options.
#[track_caller]
fn both_end_with(image: &Image, options: &[&str], name: &str, state: &str, moves: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scripts").join(name);
    let script = Script::parse(&fs::read_to_string(&path).unwrap()).unwrap();
    let mut bench = bench(image);
    // Nobody looks at it, and without it the emulator is faster.
    bench.pico.stop_picture();
    let on_the_pico = play(&script, &mut bench, None).unwrap();
    assert_eq!(on_the_desktop(&path, options), format!("{on_the_pico}\n"), "{name}");
    assert_eq!((on_the_pico.state.as_str(), on_the_pico.moves.join(" ").as_str()), (state, moves), "{name}");
}

#[test]
fn a_few_moves_against_level_1() {
    both_end("level-1.txt", "VERIFY", "d4 d5 c4 dxc4 e4 Nc6");
}

/// 1.e4 is answered by e5 or c5, as the moment has it.
#[test]
fn the_moment_of_the_start_counts_on_both_alike() {
    both_end("start-early.txt", "VERIFY", "e4 e5");
    both_end("start-late.txt", "VERIFY", "e4 c5");
}

#[test]
fn a_few_moves_against_the_original() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let settings = Settings { brain: Brain::Original, ..Settings::default() };
    let image = image().with_cartridge(&fs::read(rom).unwrap()).unwrap().with_settings(&settings).unwrap();
    let options = ["--original", "--rom", rom.to_str().unwrap()];
    both_end_with(&image, &options, "level-1.txt", "VERIFY", "d4 d5 c4 dxc4 e4 Nc6");
}

#[test]
fn menus_captures_and_a_castling() {
    both_end("menus.txt", "OVER", "e4 d5 exd5 Nf6 Nf3 Nxd5 Be2 g6 O-O");
}

#[test]
fn a_wrong_placement_and_a_move_taken_back() {
    both_end("wrong-and-back.txt", "IDLE", "b4 e5");
}
