//! Matches: mirror, foreign engines that misbehave, and the games that come out.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use vchess::pgn::read::read;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_vchess")).args(arguments).output().expect("vchess starts")
}

#[track_caller]
fn printed(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

#[test]
fn port_and_cartridge_play_the_same_games() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let rom = rom.to_str().expect("a path");
    for level in ["1", "8"] {
        let (port, original) = (format!("port:{level}"), format!("rom:{level}"));
        let output = run(&[
            "match", "--mirror", "--white", &port, "--black", &original, "--games", "2", "--plies", "80",
            "--seed", level, "--rom", rom,
        ]);
        assert_eq!(printed(&output), "2 of 2 games have the same moves\n");
    }
}

/// The test above can fail.
#[test]
fn another_level_plays_another_game() {
    let output = run(&[
        "match", "--mirror", "--white", "port:1", "--black", "port:3", "--games", "2", "--plies", "60",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.ends_with("0 of 2 games have the same moves\n"), "{text}");
}

#[test]
fn games_come_out_as_pgn_and_the_same_every_time() {
    let arguments = [
        "match",
        "--white",
        "port:1",
        "--black",
        "random",
        "--games",
        "6",
        "--exchange",
        "--book",
        "--plain",
        "--seed",
        "5",
    ];
    let one = printed(&run(&arguments));
    let several = printed(&run(&[&arguments[..], &["--concurrency", "3"]].concat()));
    assert_eq!(one, several);
    let games = read(&one).expect("PGN");
    assert_eq!(games.len(), 6);
    for (index, game) in games.iter().enumerate() {
        let colours = if index % 2 == 0 { ["White", "Black"] } else { ["Black", "White"] };
        assert_eq!(game.tag(colours[0]), "Video Chess, level 1");
        assert_eq!(game.tag(colours[1]), "Random mover");
        assert_eq!(game.tag(&format!("{}Level", colours[0])), "1");
        assert_ne!(game.result, "*");
        assert_ne!(game.tag("Termination"), "");
    }
    let openings: Vec<Vec<String>> = games.iter().map(|game| game.uci().take(4).collect()).collect();
    assert_eq!(openings[0], openings[1]);
    assert_ne!(openings[0], openings[2]);
    let commented = printed(&run(&["match", "--white", "port:2", "--black", "random"]));
    assert!(commented.contains("{level 2, $D3 $"), "{commented}");
}

#[test]
fn ratings_come_out_of_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.pgn");
    let pgn = path.to_str().expect("a path");
    printed(&run(&[
        "match",
        "--white",
        "port:1",
        "--black",
        "random",
        "--games",
        "10",
        "--exchange",
        "--pgn",
        pgn,
        "--plain",
    ]));
    let table = printed(&run(&["elo", pgn, "--anchor", "Random mover=0", "--pairs"]));
    assert!(table.contains("| Random mover | 0 | given | 10 |"), "{table}");
    assert!(table.contains("| Video Chess, level 1 | "), "{table}");
    let output = run(&["elo", pgn, "--anchor", "Nobody=0"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no game of \"Nobody\""));
}

/// A foreign engine made of a shell script.
#[cfg(unix)]
fn script(folder: &Path, name: &str, on_go: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = folder.join(name);
    let text = format!(
        "#!/bin/sh\nwhile read -r word rest; do case \"$word\" in\nuci) echo uciok ;;\nisready) echo readyok ;;\n\
         go) {on_go} ;;\nquit) exit ;;\nesac; done\n"
    );
    fs::write(&path, text).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    path
}

#[cfg(unix)]
#[test]
fn foreign_engines_that_misbehave_lose() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, on_go, why) in [
        ("crash", "exit 3", "has gone without bestmove"),
        ("closed", "exec >&-; sleep 30", "has gone without bestmove"),
        ("silent", "sleep 30", "no bestmove within 0.5 s"),
        ("illegal", "echo bestmove e2e5", "plays \"e2e5\", which is not legal"),
        ("null", "echo bestmove 0000", "plays \"0000\", which is not legal"),
        ("empty", "echo bestmove", "plays \"\", which is not legal"),
        ("flood", "while :; do echo info string x; done", "no bestmove within 0.5 s"),
    ] {
        let path = script(folder.path(), name, on_go);
        let path = path.to_str().expect("a path");
        let began = Instant::now();
        let text = printed(&run(&[
            "match",
            "--white",
            path,
            "--black",
            "port:1",
            "--games",
            "2",
            "--exchange",
            "--move-limit",
            "0.5",
        ]));
        assert!(began.elapsed() < Duration::from_secs(20), "{name} took {:?}", began.elapsed());
        let games = read(&text).expect("PGN");
        assert_eq!(
            games.iter().map(|game| game.result.as_str()).collect::<Vec<_>>(),
            ["0-1", "1-0"],
            "{name}"
        );
        for game in games {
            assert!(game.tag("Termination").ends_with(why), "{name}: {}", game.tag("Termination"));
        }
    }
    // What is no engine at all.
    let path = folder.path().join("text");
    fs::write(&path, "#!/bin/sh\nexit 0\n").expect("a file");
    let output = run(&["match", "--white", path.to_str().expect("a path"), "--black", "port"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no program"));
}

/// `vchess uci` as the foreign engine of a match, which plays by the same rules as everybody.
#[test]
fn plays_itself_over_pipes() {
    let white = format!("{},args=uci,Level=1,Seed=3,name=Over pipes", env!("CARGO_BIN_EXE_vchess"));
    let output = run(&["match", "--white", &white, "--black", "port:1,seed=3", "--plain", "--plies", "60"]);
    let over_pipes = read(&printed(&output)).expect("PGN").remove(0);
    let output =
        run(&["match", "--white", "port:1,seed=3", "--black", "port:1,seed=3", "--plain", "--plies", "60"]);
    let inside = read(&printed(&output)).expect("PGN").remove(0);
    assert!(over_pipes.moves.len() > 20);
    assert_eq!(over_pipes.uci().collect::<Vec<_>>(), inside.uci().collect::<Vec<_>>());
}
