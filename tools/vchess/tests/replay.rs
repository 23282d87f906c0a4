//! `vchess replay`, `analyse` and `show`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vchess")).args(arguments).output().expect("vchess starts")
}

#[track_caller]
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

fn published(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/published").join(name);
    path.to_str().expect("a path").to_owned()
}

fn last_line(text: &str) -> &str {
    text.lines().last().expect("a line")
}

/// Nothing but the moves is known of it: colour and level are found too.
#[test]
fn a_published_game_of_level_1() {
    let text = printed(&["replay", &published("level1.pgn")]);
    assert_eq!(last_line(&text), "18 of 18 computer moves found", "{text}");
    assert!(text.contains("Black is the computer, level 1\n"), "{text}");
}

#[test]
fn the_cartridge_itself_agrees() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let rom = rom.to_str().expect("a path");
    let game = published("level1.pgn");
    let text = printed(&[
        "replay",
        &game,
        "--engine",
        "rom",
        "--rom",
        rom,
        "--level",
        "1",
        "--computer",
        "black",
        "--budget",
        "600",
    ]);
    assert_eq!(last_line(&text), "18 of 18 computer moves found", "{text}");
}

/// The 25th move took its author three and a half hours.
#[test]
fn a_published_game_of_level_6() {
    let text = printed(&["replay", &published("level6.pgn"), "--move-limit", "300"]);
    assert_eq!(last_line(&text), "26 of 26 computer moves found", "{text}");
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path: PathBuf = folder.path().join(name);
    fs::write(&path, text).expect("a file");
    path.to_str().expect("a path").to_owned()
}

#[test]
fn what_was_played_is_found_again() {
    let folder = tempfile::tempdir().expect("a folder");
    // Level 2 against level 8: both sides are the computer.
    let text = printed(&["match", "--white", "port:2", "--black", "port:8", "--games", "2", "--plies", "80"]);
    let games = file(&folder, "games.pgn", &text);
    let replayed = printed(&["replay", &games]);
    let last: Vec<&str> = last_line(&replayed).split(' ').collect();
    assert_eq!(last[0], last[2], "{replayed}");
    assert!(last[0].parse::<u32>().expect("a number") > 40, "{replayed}");
    assert!(replayed.contains("White is the computer, level 2"), "{replayed}");
    assert!(replayed.contains("Black is the computer, level 8"), "{replayed}");
}

/// Set up, with comments, variations, a promotion, loose notation, and no result.
#[test]
fn games_of_all_kinds() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "[White \"me\"]\n[black \"Atari (level 1)\"]\n\n1.e4 {first} c7-c5 (1... e5 2. d4) 2 Nf3 $1 ; and on\n\n\
        [Black \"me\"]\n[White \"VCS, skill 8\"]\n\n1. d4 e6\n\n\
        [White \"me\"]\n[Black \"Atari level 1\"]\n[FEN \"4k3/P6p/8/8/8/8/8/4K3 w - - 0 30\"]\n1. a8N Kd7 *\n\n\
        [White \"me\"]\n[Black \"Atari level 1\"]\n*\n";
    let games = file(&folder, "games.pgn", text);
    let replayed = printed(&["replay", &games]);
    assert!(replayed.contains("1... c5"), "{replayed}");
    assert!(replayed.contains("1. d4          found"), "{replayed}");
    assert!(replayed.contains("becomes a queen and nothing else"), "{replayed}");
    assert!(last_line(&replayed).ends_with(" of 3 computer moves found"), "{replayed}");
    // A move that the original never plays, and the game goes on.
    let odd = file(&folder, "odd.pgn", "[Black \"Atari level 1\"]\n1. e4 a5 2. d4 Ra6 3. Bxa6 bxa6 *");
    let replayed = printed(&["replay", &odd]);
    assert!(replayed.contains("1... a5        not found: the original plays "), "{replayed}");
    assert_eq!(last_line(&replayed).split_once(" of 3 ").expect("a count").1, "computer moves found");
    assert!(replayed.contains("3... bxa6      found"), "{replayed}");
    // No time at all.
    let replayed = printed(&["replay", &published("level6.pgn"), "--move-limit", "0.001"]);
    assert_eq!(last_line(&replayed).split_once(" of 26 ").expect("a count").1, "computer moves found");
    assert!(replayed.contains("not known: no time"), "{replayed}");
    let replayed = printed(&["replay", &published("level1.pgn"), "--budget", "0.001"]);
    assert_eq!(last_line(&replayed).split_once(" of 18 ").expect("a count").1, "computer moves found");
}

#[test]
fn bad_games_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text, expected) in [
        ("empty.pgn", "", "line 1: there is no game in it"),
        ("illegal.pgn", "1. e4 e5\n2. Ke3", "line 2: Ke3 is not legal"),
        ("torn.pgn", "[White \"A\"]\n[Bla", "line 2: a tag is"),
        ("words.pgn", "Dear reader", "line 1: \"Dear\" is no move"),
        ("fen.pgn", "[FEN \"kk6/8/8/8/8/8/8/K7 w - - 0 1\"]\n*", "is refused"),
    ] {
        let path = file(&folder, name, text);
        for command in [&["replay"][..], &["analyse", "--pgn"], &["elo"]] {
            let output = run(&[command, &[&path]].concat());
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(1), "{command:?} {name}: {said}");
            assert!(said.contains(expected) && said.contains(name), "{command:?} {name}: {said}");
        }
    }
    let output = run(&["replay", "absent.pgn"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("absent.pgn"));
}

#[test]
fn every_level_has_an_opinion() {
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let text = printed(&["analyse", "--fen", fen, "--levels", "1,4,8"]);
    assert!(text.contains("| 4 | e5 | +0.00 | 1164 | ~ "), "{text}");
    assert!(text.contains("| 1 | "), "{text}");
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert!(printed(&["analyse", "--fen", mated, "--levels", "1"]).contains("| 1 | is mated |"));
    let text = printed(&["analyse", "--pgn", &published("level1.pgn"), "--levels", "1"]);
    assert_eq!(text.matches("was played").count(), 37, "{text}");
    assert!(text.contains("1... d5 was played"), "{text}");
    let text = printed(&["analyse", "--pgn", &published("level1.pgn"), "--levels", "1", "--ply", "1"]);
    assert_eq!(text.matches("was played").count(), 1, "{text}");
    let output = run(&["analyse", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_cartridge_counts_the_ataris_time() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let rom = rom.to_str().expect("a path");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let text = printed(&[
        "analyse",
        "--fen",
        fen,
        "--levels",
        "1,4",
        "--engine",
        "rom",
        "--rom",
        rom,
        "--move-limit",
        "300",
    ]);
    assert!(text.contains("| 1 | e5 | +0.00 | 30 | 1.4 s |"), "{text}");
    assert!(text.contains("| 4 | e5 | +0.00 | 1164 | 24.9 s |"), "{text}");
}

/// What the screen shows is the board, from either side.
#[test]
fn positions_are_drawn() {
    const ONE: &str = "4k3/8/8/3q4/8/8/8/4K3 w - - 0 1";
    let Some(rom) = vchess_tests::rom_file() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let picture = |name: &str, fen: &str, more: &[&str]| {
        let path = folder.path().join(name);
        let mut arguments = vec!["show", "--fen", fen, "--png", path.to_str().expect("a path")];
        arguments.extend(["--rom", rom.to_str().expect("a path")]);
        arguments.extend(more);
        printed(&arguments);
        let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(&path).expect("a picture")));
        let mut reader = decoder.read_info().expect("PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut pixels).expect("a frame");
        assert_eq!((info.width, info.height), (640, 480));
        pixels
    };
    let queen = picture("queen.png", ONE, &[]);
    let rook = picture("rook.png", "4k3/8/8/3r4/8/8/8/4K3 w - - 0 1", &[]);
    // Only d5 differs: the fourth of eight squares of 32 pixels from the left, the fourth of 34 lines from the top.
    let changed: Vec<(usize, usize)> = queen
        .chunks(3)
        .zip(rook.chunks(3))
        .enumerate()
        .filter(|(_, (one, other))| one != other)
        .map(|(index, _)| (index % 640, index / 640))
        .collect();
    assert!(!changed.is_empty());
    for &(x, y) in &changed {
        assert!((272..304).contains(&x) && (210..246).contains(&y), "({x}, {y})");
    }
    assert_ne!(picture("black.png", ONE, &["--black"]), queen);
    assert_ne!(picture("level.png", ONE, &["--level", "5"]), queen);
    assert_eq!(picture("moved.png", "4k3/8/8/3q4/8/8/8/4K3 b - - 0 1", &[]), queen);
}

/// Whole archives come back as they were written.
#[test]
fn archives_survive_reading_and_writing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut games = 0;
    for name in ["modern-level4.pgn", "strength/games.pgn.gz"] {
        let bytes = fs::read(root.join(name)).expect("an archive");
        let text = if name.ends_with("gz") {
            std::io::read_to_string(flate2::read::MultiGzDecoder::new(&bytes[..])).expect("gzip")
        } else {
            String::from_utf8(bytes).expect("text")
        };
        for game in vchess::pgn::read::read(&text).expect("PGN") {
            let written = vchess::pgn::write::write(&game);
            let again = vchess::pgn::read::read(&written).expect("PGN").remove(0);
            assert_eq!(vchess::pgn::write::write(&again), written);
            assert_eq!(again.uci().collect::<Vec<_>>(), game.uci().collect::<Vec<_>>());
            assert_eq!((&again.tags, &again.result), (&game.tags, &game.result));
            games += 1;
        }
    }
    assert!(games > 1000, "{games}");
}
