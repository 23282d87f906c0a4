//! `vchess play --terminal`, by pipes.

mod pipes;

use std::fs;
use std::path::Path;
use std::time::Duration;

use pipes::Pipes;
use vchess::pgn::read::read;

const AT_ONCE: Duration = Duration::from_secs(5);

fn start(arguments: &[&str]) -> Pipes {
    let mut pipes = Pipes::start(&[&["play", "--terminal", "--d3", "64"], arguments].concat());
    pipes.expect("Video Chess. Type", AT_ONCE);
    pipes
}

fn in_folder(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().expect("a path").to_owned()
}

#[test]
fn a_game_is_played_taken_back_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = in_folder(folder.path(), "kept.pgn");
    let mut pipes = start(&["--game", &kept, "--level", "2"]);
    pipes.expect("White to move.", AT_ONCE);
    let first = pipes.ask("e4", "Video Chess plays ", AT_ONCE);
    pipes.ask("hint", "Hint: ", AT_ONCE);
    pipes.ask("Ke3", "Ke3 is not legal here.", AT_ONCE);
    pipes.ask("frobnicate", "\"frobnicate\" is neither", AT_ONCE);
    pipes.ask("g1f3", "Video Chess plays ", AT_ONCE);
    pipes.ask("moves", "1. e4 ", AT_ONCE);
    pipes.ask("undo", "White to move.", AT_ONCE);
    pipes.ask("undo", "White to move.", AT_ONCE);
    pipes.ask("undo", "There is no move of yours", AT_ONCE);
    // The same memory gives the same reply.
    assert_eq!(pipes.ask("e2-e4", "Video Chess plays ", AT_ONCE), first);
    pipes.ask("level 8", "Level 8.", AT_ONCE);
    pipes.ask("level 9", "The level is a number", AT_ONCE);
    pipes.ask("Nf3", "Video Chess plays ", AT_ONCE);
    pipes.tell("quit");
    assert!(pipes.end(AT_ONCE).success());
    let games = read(&fs::read_to_string(&kept).expect("the game")).expect("PGN");
    assert_eq!(games[0].moves.len(), 4);
    assert_eq!(games[0].tag("Black"), "Video Chess, level 8");

    let mut pipes = start(&["--game", &kept]);
    pipes.ask("moves", "1. e4 ", AT_ONCE);
    pipes.ask("undo", "White to move.", AT_ONCE);
    pipes.close();
    assert!(pipes.end(AT_ONCE).success());
    assert_eq!(read(&fs::read_to_string(&kept).expect("the game")).expect("PGN")[0].moves.len(), 2);
}

#[test]
fn torn_and_foreign_files_are_refused_and_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = in_folder(folder.path(), "kept.pgn");
    let mut pipes = start(&["--game", &kept]);
    for typed in ["e4", "Nf3", "Nc3"] {
        pipes.ask(typed, "Video Chess plays ", AT_ONCE);
    }
    pipes.expect("White to move", AT_ONCE);
    let whole = fs::read(&kept).expect("the game");
    let mut others: Vec<(String, Vec<u8>)> = vec![
        ("foreign.pgn".to_owned(), b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 1-0\n".to_vec()),
        ("text.txt".to_owned(), b"Dear diary".to_vec()),
        ("empty.pgn".to_owned(), Vec::new()),
        ("bytes.pgn".to_owned(), vec![0xff, 0xfe, 0, 1]),
    ];
    // Torn anywhere but in the white space at its end.
    let length = whole.len() - whole.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).count();
    for at in (0..length).step_by(7) {
        others.push((format!("torn{at}.pgn"), whole[..at].to_vec()));
    }
    for (name, bytes) in &others {
        let path = in_folder(folder.path(), name);
        fs::write(&path, bytes).expect("a file");
        pipes.ask(&format!("load {path}"), "Not loaded, the game goes on: ", AT_ONCE);
        pipes.ask(&format!("save {path}"), "Not saved: ", AT_ONCE);
        assert_eq!(&fs::read(&path).expect("the file"), bytes, "{name}");
    }
    pipes.ask("load absent.pgn", "Not loaded, the game goes on: ", AT_ONCE);
    pipes.ask(&format!("save {}", folder.path().display()), "Not saved: ", AT_ONCE);
    pipes.ask("moves", "1. e4 ", AT_ONCE);
    assert_eq!(fs::read(&kept).expect("the game"), whole);
    // At the beginning it is an error, and the file stays.
    let torn = in_folder(folder.path(), "foreign.pgn");
    let mut refused = Pipes::start(&["play", "--terminal", "--game", &torn]);
    assert_eq!(refused.end(AT_ONCE).code(), Some(1));
    // A copy is another game from then on.
    let copy = in_folder(folder.path(), "copy.pgn");
    pipes.ask(&format!("save {copy}"), "Saved in ", AT_ONCE);
    pipes.ask(&format!("load {copy}"), "White to move", AT_ONCE);
    pipes.ask("d4", "Video Chess plays ", AT_ONCE);
    pipes.ask("new black", "The game before is in ", AT_ONCE);
    assert_eq!(fs::read(&kept).expect("the game"), whole);
    assert_ne!(fs::read(&copy).expect("the copy"), whole);
}

#[test]
fn the_program_opens_with_white_and_a_game_ends() {
    let mut pipes = start(&["--black"]);
    assert_eq!(pipes.expect("Video Chess plays ", AT_ONCE), "Video Chess plays d4");
    pipes.close();
    assert!(pipes.end(AT_ONCE).success());
    // A mate in one: nothing is played after it.
    let mut pipes = start(&["--fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 60"]);
    pipes.ask("Qg7#", "The game is over: 1-0 (white mates).", AT_ONCE);
    pipes.ask("Qg6", "The game is over: 1-0", AT_ONCE);
    pipes.ask("undo", "White to move.", AT_ONCE);
    // Stalemate and underpromotion, which the cartridge does not know.
    let mut pipes = start(&["--fen", "8/P6k/7p/8/8/8/8/K7 w - - 0 60"]);
    pipes.ask("a8=N", "Note: the cartridge refuses a7a8n", AT_ONCE);
    pipes.expect("Video Chess plays ", AT_ONCE);
}

#[test]
fn it_moves_when_it_is_told_to() {
    let mut pipes = start(&[
        "--level",
        "7",
        "--fen",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ]);
    pipes.tell("a3");
    pipes.ask("stop", "Video Chess plays ", AT_ONCE);
    pipes.tell("a4");
    pipes.tell("quit");
    assert!(pipes.end(AT_ONCE).success());
}
