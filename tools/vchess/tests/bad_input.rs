//! Bad input: a message and an exit code, never a panic, and nothing else changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// An empty folder to run in, without any ROM around.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self, name: &str, content: &[u8]) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }

    fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vchess"));
        command
            .current_dir(self.folder.path())
            .env_remove("VCHESS_ROM")
            .env("VCHESS_ROM_DIR", self.folder.path().join("no-rom"))
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        command
    }

    /// Runs a command line that must fail with `code`, with all of `expected` in its message, and change nothing.
    #[track_caller]
    fn refuses(&self, arguments: &[&str], code: i32, expected: &[&str]) {
        let before = self.listing();
        let output = self.command().args(arguments).output().unwrap();
        let message = said(&output);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
        assert!(!message.contains("panicked"), "{arguments:?}: {message}");
        for text in expected {
            assert!(message.contains(text), "{arguments:?}: expected {text:?} in: {message}");
        }
        assert_eq!(self.listing(), before, "{arguments:?} changed files");
    }

    fn listing(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.clone(), fs::read(&path).ok()))
            .collect()
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A cartridge that makes no frame and needs no ROM: an endless jump, with the vectors.
fn endless_jump() -> Vec<u8> {
    let mut image = vec![0xea; 4096];
    image[..3].copy_from_slice(&[0x4c, 0x00, 0xf0]);
    image[0xffc..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    image
}

#[test]
fn no_rom() {
    let desk = Desk::new();
    desk.refuses(&["--headless"], 1, &["no Video Chess ROM", "VCHESS_ROM", "--rom", "vchess rom"]);
    desk.refuses(&["disasm"], 1, &["no Video Chess ROM"]);
    desk.refuses(&["bench"], 1, &["no Video Chess ROM"]);
}

#[test]
fn not_the_rom() {
    let desk = Desk::new();
    desk.file("empty.bin", &[]);
    desk.file("three.bin", &[1, 2, 3]);
    desk.file("five.bin", &[0; 5000]);
    desk.file("picture.png", b"\x89PNG\r\n\x1a\n and so on");
    desk.file("other.bin", &endless_jump());
    fs::create_dir(desk.folder.path().join("folder")).unwrap();
    for (name, expected) in [
        ("absent.bin", "absent.bin"),
        ("empty.bin", "empty"),
        ("three.bin", "3 bytes"),
        ("five.bin", "5000 bytes"),
        ("picture.png", "PNG"),
        ("folder", "folder"),
        ("other.bin", "SHA-256"),
    ] {
        desk.refuses(&["--headless", "--rom", name], 1, &[name, expected]);
        let output = desk.command().args(["rom"]).env("VCHESS_ROM", name).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "VCHESS_ROM={name}: {}", said(&output));
        assert!(said(&output).contains(expected), "VCHESS_ROM={name}: {}", said(&output));
    }
}

#[test]
fn not_a_cartridge() {
    let desk = Desk::new();
    desk.file("empty.bin", &[]);
    desk.file("three.bin", &[1, 2, 3]);
    desk.file("five.bin", &[0; 5000]);
    desk.file("picture.png", b"\x89PNG\r\n\x1a\n and so on");
    fs::create_dir(desk.folder.path().join("folder")).unwrap();
    for (name, expected) in [
        ("absent.bin", "cannot read"),
        ("empty.bin", "empty"),
        ("three.bin", "3 bytes"),
        ("five.bin", "5000 bytes"),
        ("picture.png", "18 bytes"),
        ("folder", "not a file"),
    ] {
        desk.refuses(&["run", name, "--headless", "--frames", "1"], 1, &[name, expected]);
    }
    if Path::new("/proc/self/mem").exists() {
        desk.refuses(&["run", "/proc/self/mem", "--headless"], 1, &["cannot read", "/proc/self/mem"]);
    }
}

#[test]
fn broken_scripts_and_outputs() {
    let desk = Desk::new();
    desk.file("game.bin", &endless_jump());
    desk.file("broken.txt", b"0 0 U\n10 joystick F\n");
    desk.file("latin1.txt", b"0 0 U # \xe9\n");
    desk.file("old.png", b"an old picture");
    fs::create_dir(desk.folder.path().join("folder")).unwrap();
    let run = |more: &[&'static str]| [&["run", "game.bin", "--headless", "--frames", "1"], more].concat();
    desk.refuses(&run(&["--input", "absent.txt"]), 1, &["absent.txt"]);
    desk.refuses(&run(&["--input", "broken.txt"]), 1, &["broken.txt, line 2", "`console`"]);
    desk.refuses(&run(&["--input", "latin1.txt"]), 1, &["latin1.txt"]);
    for option in ["--png", "--ram", "--wav", "--record"] {
        desk.refuses(&run(&[option, "absent/out"]), 1, &["cannot write absent/out"]);
        desk.refuses(&run(&[option, "folder"]), 1, &["cannot write folder", "folder"]);
    }
    // The second output cannot be written: the first is not touched.
    desk.refuses(&run(&["--png", "old.png", "--ram", "absent/ram"]), 1, &["cannot write absent/ram"]);
}

#[test]
fn what_is_read_is_never_written_over() {
    let desk = Desk::new();
    desk.file("game.bin", &endless_jump());
    desk.file("hands.txt", b"0 0 U\n");
    fs::create_dir(desk.folder.path().join("folder")).unwrap();
    let run = |more: &[&'static str]| [&["run", "game.bin", "--headless", "--frames", "1"], more].concat();
    for option in ["--png", "--ram", "--wav", "--record"] {
        desk.refuses(&run(&[option, "game.bin"]), 1, &[option, "game.bin", "the cartridge"]);
        desk.refuses(&run(&["--input", "hands.txt", option, "folder/../hands.txt"]), 1, &[option, "--input"]);
    }
    desk.refuses(&run(&["--png", "out", "--ram", "./out"]), 1, &["--png and --ram both"]);
    desk.refuses(&run(&["--wav", "out", "--record", "folder/../out"]), 1, &["--wav and --record both"]);
    desk.refuses(&run(&["--png", "-"]), 1, &["./-"]);
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_refused() {
    let desk = Desk::new();
    desk.file("game.bin", &endless_jump());
    let zero = "/dev/zero";
    desk.refuses(&["run", "game.bin", "--headless", "--input", zero], 1, &[zero, "more than 64 MiB"]);
    desk.refuses(&["trace", "game.bin", "--ram", zero], 1, &[zero, "more than 64 MiB"]);
    desk.refuses(&["run", zero, "--headless"], 1, &[zero, "not a file"]);
    desk.refuses(&["board", "--headless", "--script", zero], 1, &[zero, "more than 64 MiB"]);
    for kind in ["cpu", "tia", "search"] {
        desk.refuses(&["verify", kind, zero], 1, &[zero, "more than 1024 MiB"]);
    }
}

#[cfg(unix)]
#[test]
fn a_signal_leaves_nothing_behind() {
    use std::process::Stdio;
    use std::thread;
    use std::time::{Duration, Instant};

    let desk = Desk::new();
    desk.file("game.bin", &endless_jump());
    let before = desk.listing();
    for (signal, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)] {
        // A program that is started to ignore a signal goes on ignoring it, in the background of a script or under nohup.
        if is_ignored(number) {
            continue;
        }
        let mut child = desk
            .command()
            .args(["run", "game.bin", "--headless", "--frames", "100000000"])
            .args(["--png", "p.png", "--wav", "s.wav", "--ram", "r.txt", "--record", "h.txt"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let deadline = Instant::now() + Duration::from_secs(30);
        while desk.listing().len() < before.len() + 4 {
            assert!(Instant::now() < deadline, "the files are opened as the run begins");
            thread::sleep(Duration::from_millis(10));
        }
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().unwrap().success());
        let status = child.wait().unwrap();
        assert!(!status.success(), "{signal}: {status}");
        assert_eq!(desk.listing(), before, "{signal}");
    }
}

/// Whether this process was started to ignore a signal; its children are too.
#[cfg(unix)]
fn is_ignored(signal: u32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask >> (signal - 1) & 1 != 0)
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_named() {
    let desk = Desk::new();
    desk.file("game.bin", &endless_jump());
    let before = desk.listing();
    for option in ["--wav", "--png"] {
        let run = format!(
            "ulimit -f 1; exec '{}' run game.bin --headless --frames 600 {option} out",
            env!("CARGO_BIN_EXE_vchess")
        );
        let output = Command::new("sh").args(["-c", &run]).current_dir(desk.folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).contains("cannot write out"), "{}", said(&output));
        assert_eq!(desk.listing(), before);
    }
}

#[test]
fn wrong_command_lines() {
    let desk = Desk::new();
    desk.file("game.bin", &endless_jump());
    desk.refuses(&["--level", "9"], 2, &["expected a level from 1 to 8"]);
    desk.refuses(&["--level", "0"], 2, &["expected a level from 1 to 8"]);
    desk.refuses(&["--nonsense"], 2, &["--nonsense"]);
    desk.refuses(&["nonsense"], 2, &["nonsense"]);
    desk.refuses(&["run"], 2, &["ROM"]);
    desk.refuses(
        &["run", "game.bin", "--frames", "many", "--headless"],
        2,
        &["many", "expected a whole number"],
    );
    desk.refuses(&["run", "game.bin", "--png", "a.png"], 2, &["--headless"]);
    desk.refuses(&["verify", "cpu"], 2, &["FILE"]);
    desk.refuses(&["trace", "--from", "xyz"], 2, &["expected an address in hex"]);
    desk.refuses(&["board", "--clock", "7+7"], 2, &["expected none", "5+3"]);
    desk.refuses(&["board", "--headless"], 2, &["--script <FILE>", "--auto"]);
    desk.refuses(&["board", "--auto", "--two-players"], 2, &["--auto", "--two-players"]);
    desk.refuses(&["board", "--headless", "--auto", "--storage", "a.game"], 2, &["--storage"]);
    desk.refuses(&["compare", "--plies", "99999999999"], 2, &["expected a smaller number"]);
    desk.refuses(&["campaign", "--state", "x", "--searches=-1"], 2, &["expected a whole number, 0 or more"]);
    desk.refuses(&["run", "game.bin", "--headless", "--level", "3"], 1, &["another cartridge"]);
}

#[test]
fn not_golden_data() {
    let desk = Desk::new();
    desk.file("text.json", b"this is no JSON");
    desk.file("empty.json", b"");
    desk.file("number.json", b"42");
    desk.file("none.json", b"[]");
    desk.file("nothing.json", b"{}");
    let most = "{\"name\":\"x\",\"lines\":18446744073709551615,\"acc\":[]}";
    desk.file("endless.json", most.as_bytes());
    desk.refuses(&["verify", "tia", "endless.json"], 1, &["endless.json", "lines at most"]);
    let ram = "00".repeat(128);
    let level = format!(
        "{{\"level\":9,\"ram_search\":\"{ram}\",\"source\":0,\"target\":0,\"nodes\":1,\"ram_after\":\"{ram}\"}}"
    );
    desk.file("level.json", level.as_bytes());
    desk.refuses(&["verify", "search", "level.json"], 1, &["level.json, line 1", "level from 1 to 8"]);
    desk.file("binary.json", &[0xff, 0xfe, 0x80]);
    desk.file("torn.json.gz", &[0x1f, 0x8b, 8, 0, 0, 0]);
    for kind in ["cpu", "tia", "search", "chess"] {
        for name in [
            "text.json",
            "empty.json",
            "number.json",
            "none.json",
            "nothing.json",
            "binary.json",
            "torn.json.gz",
            "absent.json",
        ] {
            let mut arguments = vec!["verify", kind, name];
            if kind == "chess" {
                arguments.extend(["--engine", "port"]);
            }
            desk.refuses(&arguments, 1, &[name]);
        }
    }
}

#[test]
fn a_recording_says_how_to_play_it_again_and_does() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let desk = Desk::new();
    let run = |words: &str| {
        let output = desk.command().args(words.split_whitespace()).arg("--rom").arg(rom).output().unwrap();
        assert!(output.status.success(), "{words}: {}", said(&output));
    };
    desk.file("held.txt", b"40 0 R\n44 0 -\n60 1 F\n");
    for options in ["", "--level 8 --black"] {
        run(&format!("{options} --headless --frames 90 --input held.txt --record again.txt --ram first.ram"));
        let recorded = fs::read_to_string(desk.folder.path().join("again.txt")).unwrap();
        let (_, words) = recorded.lines().next().unwrap().split_once(": vchess ").unwrap();
        assert!(words.starts_with(options) && words.ends_with("--input again.txt"), "{words}");
        run(&format!("{words} --ram second.ram"));
        let read = |name: &str| fs::read(desk.folder.path().join(name)).unwrap();
        assert_eq!(read("first.ram"), read("second.ram"), "{words}");
    }
}

#[test]
fn a_full_standard_error_is_no_panic() {
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return };
    let desk = Desk::new();
    let status = desk.command().args(["run", "absent.bin", "--headless"]).stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn no_display() {
    let desk = Desk::new();
    desk.file("game.bin", &endless_jump());
    desk.refuses(&["run", "game.bin"], 1, &["--headless"]);
}

#[test]
fn what_can_be_done_is_done() {
    let desk = Desk::new();
    desk.file("game.bin", &endless_jump());
    let arguments = [
        "run",
        "game.bin",
        "--headless",
        "--frames",
        "2",
        "--png",
        "a.png",
        "--ram",
        "a.ram",
        "--wav",
        "a.wav",
    ];
    let output = desk.command().args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let read = |name: &str| fs::read(desk.folder.path().join(name)).unwrap();
    assert!(read("a.png").starts_with(b"\x89PNG"));
    assert!(read("a.wav").starts_with(b"RIFF"));
    assert_eq!(read("a.ram"), format!("{}\n", "00".repeat(128)).into_bytes());
}

#[test]
fn chess_engines_and_games() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let desk = Desk::new();
    desk.file("torn.pgn", b"[White \"A\"]\n\n1. e4 {no end");
    desk.file("ladder.txt", b"10 | port:1\n");
    desk.file("openings.txt", b"1. e5\n");
    desk.file("bytes.pgn", &[0xff, 0xfe, 0]);
    for (arguments, code, expected) in [
        (&["uci", "--engine", "rom"][..], 1, "no Video Chess ROM"),
        (&["show", "--fen", START, "--png", "x.png"], 1, "no Video Chess ROM"),
        (&["show", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1", "--png", "x.png"], 2, "is refused"),
        (&["match", "--white", "./absent", "--black", "port"], 1, "there is no program ./absent"),
        (&["match", "--white", "port:9", "--black", "port"], 2, "expected a level from 1 to 8"),
        (&["match", "--white", "rom", "--black", "port"], 1, "no Video Chess ROM"),
        (&["match", "--white", "port"], 2, "--black"),
        (&["match"], 2, "<--white <ENGINE>|--ladder <FILE>>"),
        (&["match", "--white", "port", "--black", "port", "--games", "0"], 2, "from 1 to 1000000"),
        (&["match", "--white", "port", "--black", "port", "--pgn", "absent/x.pgn"], 1, "absent/x.pgn"),
        (
            &["match", "--white", "port", "--black", "port", "--openings", "openings.txt"],
            1,
            "line 1: e5 is not legal",
        ),
        (&["match", "--ladder", "ladder.txt"], 1, "ladder.txt, line 1: expected GAMES"),
        (&["match", "--ladder", "absent.txt"], 1, "absent.txt"),
        (&["replay", "torn.pgn"], 1, "torn.pgn: line 3: a comment has no end"),
        (&["replay", "bytes.pgn"], 1, "bytes.pgn"),
        (&["replay", "torn.pgn", "--level", "0"], 2, "expected a level from 1 to 8"),
        (&["elo", "torn.pgn"], 1, "torn.pgn: line 3"),
        (&["elo", "torn.pgn", "--anchor", "nobody"], 2, "NAME=ELO"),
        (&["analyse"], 2, "--fen"),
        (&["analyse", "--fen", "hello"], 2, "is no FEN"),
        (&["move", "--fen", "hello", "--level", "1"], 2, "expected a position as FEN"),
        (&["analyse", "--fen", START, "--d3", "256"], 2, "0 to 255"),
        (&["play", "--terminal", "--game", "torn.pgn"], 1, "torn.pgn is not a saved game"),
        (&["play", "--terminal", "--fen", "hello"], 2, "is no FEN"),
        (&["play", "--game", "x.pgn"], 2, "--terminal"),
    ] {
        desk.refuses(arguments, code, &[expected]);
    }
}
