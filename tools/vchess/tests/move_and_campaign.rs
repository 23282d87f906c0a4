//! `vchess move` and `vchess campaign` through the program.

use std::path::Path;
use std::process::{Command, Output};
use std::{fs, str};

const AFTER_E2E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";

fn vchess(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vchess")).args(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn the_port_replies_without_a_rom() {
    let output = vchess(&["move", "--fen", AFTER_E2E4, "--level", "7"]);
    assert!(output.status.success(), "{output:?}");
    let said = text(&output.stdout);
    for shown in
        ["reply     e5 (e7e5)", "score     $80 (+0)", "nodes     199570", "$D3 $00", "depths 5 and 6"]
    {
        assert!(said.contains(shown), "no {shown} in:\n{said}");
    }
}

#[test]
fn the_frame_counter_is_a_byte_in_either_notation() {
    for d3 in ["69", "$45", "0x45"] {
        let output = vchess(&["move", "--fen", AFTER_E2E4, "--level", "1", "--d3", d3]);
        assert!(text(&output.stdout).contains("reply     c5 (c7c5)"), "{output:?}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    for (fen, says) in [
        ("", "at least four fields"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "one king"),
        ("4k3/8/8/8/8/8/8/4K2 b - - 0 1", "eight squares"),
        ("4k2P/8/8/8/8/8/8/4K3 b - - 0 1", "cannot stand on h8"),
        ("4k3/8/8/8/8/8/8/4K2r b - - 0 1", "in check"),
    ] {
        let output = vchess(&["move", "--fen", fen, "--level", "1"]);
        assert_eq!(output.status.code(), Some(2), "{fen}: {output:?}");
        assert!(text(&output.stderr).contains(says), "{fen}: {output:?}");
    }
    for arguments in
        [["--level", "0"], ["--level", "9"], ["--d3", "256"], ["--d3", "$100"], ["--engine", "hal"]]
    {
        let mut all = vec!["move", "--fen", AFTER_E2E4, arguments[0], arguments[1]];
        if arguments[0] != "--level" {
            all.extend(["--level", "1"]);
        }
        assert_eq!(vchess(&all).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn port_and_cartridge_are_equal() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let rom = rom.to_str().expect("a path in UTF-8");
    for (fen, level, reply) in [
        (AFTER_E2E4, "4", "e5 (e7e5)"),
        ("8/8/8/8/8/k7/4p3/7K b - - 0 40", "3", "e1=Q+ (e2e1q)"),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 40", "2", "none"),
        ("7k/4P3/K7/8/8/8/8/8 w - - 0 40", "3", "e8=Q+ (e7e8q)"),
    ] {
        let output = vchess(&["move", "--fen", fen, "--level", level, "--engine", "both", "--rom", rom]);
        let said = text(&output.stdout);
        assert!(output.status.success() && said.contains("equal "), "{fen}: {output:?}");
        assert!(said.contains(&format!("reply     {reply}")), "{fen}: {said}");
    }
}

#[test]
fn a_campaign_goes_on_where_it_was() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let rom = rom.to_str().expect("a path in UTF-8");
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a path in UTF-8").to_owned();
    let run = |state: &str, searches: &str| {
        vchess(&["campaign", "--seed", "5", "--searches", searches, "--state", state, "--rom", rom])
    };
    let state = path("state");
    let first = run(&state, "1");
    assert!(first.status.success() && text(&first.stdout).ends_with("\n0 differences\n"), "{first:?}");
    let done = fs::read(&state).expect("a state");
    // What has been done is not done again.
    assert_eq!(run(&state, "1").stdout, first.stdout);
    assert_eq!(fs::read(&state).expect("a state"), done);

    let foreign = path("foreign");
    fs::write(&foreign, "my diary").expect("it is written");
    let refused = run(&foreign, "1");
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("is not the state of a campaign"), "{refused:?}");
    assert_eq!(fs::read_to_string(Path::new(&foreign)).expect("still there"), "my diary");
}
