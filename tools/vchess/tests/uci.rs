//! Conversations with `vchess uci`, by pipes, with time limits.

mod pipes;

use std::path::Path;
use std::time::{Duration, Instant};

use pipes::Pipes;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use shakmaty::{Chess, Position as _};
use vchess::engine::setup;

/// What a person, or a chess program with a clock, calls at once. The machine may be busy.
const AT_ONCE: Duration = Duration::from_secs(2);
/// A search of the lower levels, on a busy machine.
const SOON: Duration = Duration::from_secs(20);

const QUEEN_SIDE: &str = "d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7";

fn port() -> Pipes {
    let mut pipes = Pipes::start(&["uci"]);
    pipes.ask("uci", "uciok", SOON);
    pipes
}

/// The cartridge; `None` where there is no ROM.
#[track_caller]
fn rom() -> Option<Pipes> {
    let path: &Path = vchess_tests::rom_file()?;
    let mut pipes = Pipes::start(&["uci", "--engine", "rom", "--rom", path.to_str().expect("a path")]);
    pipes.ask("uci", "uciok", SOON);
    Some(pipes)
}

/// The move in a `bestmove` line.
fn best(line: &str) -> &str {
    line.split_ascii_whitespace().nth(1).expect("a move")
}

/// How often a text has been said.
fn times_said(pipes: &Pipes, text: &str) -> usize {
    pipes.said.iter().filter(|line| line.contains(text)).count()
}

/// Asserts that no line that begins so comes for a while.
#[track_caller]
fn is_silent_about(pipes: &mut Pipes, start: &str, time: Duration) {
    let until = Instant::now() + time;
    while let Ok(line) = pipes.next_line(until.saturating_duration_since(Instant::now())) {
        assert!(!line.starts_with(start), "too early: {line}");
    }
}

fn after(start: &str, moves: &str) -> Chess {
    let mut chess = setup::read(start).expect("a position").chess;
    for name in moves.split_ascii_whitespace() {
        chess.play_unchecked(setup::legal(&chess, name).expect("a legal move"));
    }
    chess
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[track_caller]
fn assert_legal(start: &str, moves: &str, line: &str) {
    let chess = after(start, moves);
    assert!(setup::legal(&chess, best(line)).is_some(), "{line} in {}", setup::fen(&chess));
}

#[test]
fn introduces_itself() {
    let pipes = port();
    for line in [
        "id name Video Chess",
        "option name Level type spin default 1 min 1 max 8",
        "option name Seed type string default advancing",
        "option name Pace type combo default Full speed var Full speed var Atari",
        "option name UCI_EngineAbout type string default ",
    ] {
        assert_eq!(times_said(&pipes, line), 1, "{line}");
    }
}

#[test]
fn answers_while_it_thinks() {
    let mut pipes = port();
    pipes.tell("setoption name Level value 7");
    pipes.tell("position startpos moves e2e4");
    pipes.tell("go infinite");
    for _ in 0..3 {
        pipes.ask("isready", "readyok", AT_ONCE);
    }
    let line = pipes.ask("stop", "bestmove", AT_ONCE);
    assert_legal(START, "e2e4", &line);
    assert_eq!(times_said(&pipes, "bestmove"), 1);
    pipes.ask("isready", "readyok", AT_ONCE);
}

#[test]
fn ends_at_once() {
    // The cartridge's first answer here takes minutes.
    const THINKS: &str = "setoption name Level value 7\nposition startpos moves e2e4\ngo infinite";
    let mut pipes = port();
    pipes.tell(THINKS);
    pipes.tell("quit");
    assert!(pipes.end(AT_ONCE).success());
    let mut pipes = port();
    pipes.tell(THINKS);
    pipes.close();
    assert!(pipes.end(AT_ONCE).success());
    let mut pipes = port();
    pipes.tell("quit");
    assert!(pipes.end(AT_ONCE).success());
    let mut pipes = port();
    pipes.close();
    assert!(pipes.end(AT_ONCE).success());
}

#[test]
fn refuses_positions_whole() {
    // In this position there is one move.
    const FORCED: &str = "k7/8/8/8/8/8/1r6/K7 w - - 0 1";
    let mut pipes = port();
    pipes.tell(&format!("position fen {FORCED}"));
    for refused in [
        "position fen",
        "position fen hello",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen k7/8/8/8/8/8/8/8 w - - 0 1",
        "position fen kk6/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen k6P/8/8/8/8/8/8/K7 w - - 0 1",
        "position fen k7/8/8/8/8/8/8/K6r b - - 0 1",
        "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position startpos moves e2e4 e7e5 e1e3",
        "position startpos moves e2e5",
        "position startpos moves e2e4 0000",
        "position startpos moves d2d4 e8g8",
        "position startpos moves xyzzy",
        "position startpos e2e4",
        "position",
        "position hello",
    ] {
        pipes.ask(refused, "info string", AT_ONCE);
        let line = pipes.ask("go", "bestmove", SOON);
        assert_eq!(best(&line), "a1b2", "after {refused}");
    }
}

#[test]
fn takes_positions_as_they_come() {
    let mut pipes = port();
    for (position, fen, moves) in [
        ("position startpos moves", START, ""),
        ("position startpos", START, ""),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ""),
        (
            "position fen 4k3/8/8/8/8/8/4P3/4K3 b - - moves e8e7 e2e4",
            "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
            "e8e7 e2e4",
        ),
        // Rights that nobody can have, and a square that nobody has passed.
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w KQkq e6 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ""),
        // More knights than there are pawns for.
        (
            "position fen 4k3/8/8/8/NNN5/NNNNNNNN/8/4K3 w - - 0 1",
            "4k3/8/8/8/NNN5/NNNNNNNN/8/4K3 w - - 0 1",
            "",
        ),
        ("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 99 65000", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ""),
    ] {
        pipes.tell(position);
        let line = pipes.ask("go", "bestmove", SOON);
        assert_legal(fen, moves, &line);
    }
}

#[test]
fn answers_every_go() {
    let mut pipes = port();
    pipes.tell("setoption name Level value 2");
    pipes.tell("position startpos moves e2e4");
    for go in [
        "go",
        "go depth 1",
        "go depth 30",
        "go nodes 1",
        "go nodes 1000000",
        "go movetime 50",
        "go wtime 1000 btime 1000",
        "go wtime 1000 btime 1000 winc 100 binc 100 movestogo 5",
        "go wtime -1 btime -1",
        "go wtime 1 btime 1 movestogo 0",
        "go mate 3",
        "go searchmoves e7e5 d7d5",
        "go nonsense depth x",
        "go depth 0",
        "go movetime 0",
    ] {
        let line = pipes.ask(go, "bestmove", SOON);
        assert_legal(START, "e2e4", &line);
    }
    for word in ["depth:", "mate:", "searchmoves:"] {
        assert_eq!(times_said(&pipes, &format!("info string {word}")), 1, "{word} is said once");
    }
    assert_eq!(times_said(&pipes, "bestmove"), 15);
}

/// Level 7 thinks for hours of the Atari's time, and here for seconds or minutes.
#[test]
fn is_in_time() {
    const HARD: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let mut pipes = port();
    pipes.tell("setoption name Level value 7");
    pipes.tell(&format!("position fen {HARD}"));
    for (go, limit) in [
        ("go movetime 200", 200),
        ("go wtime 6000 btime 6000", 200),
        ("go wtime 100 btime 100 movestogo 1", 100),
        ("go nodes 20000", 1000),
        ("go depth 1", 1000),
    ] {
        let began = Instant::now();
        let line = pipes.ask(go, "bestmove", SOON);
        let took = began.elapsed();
        assert_legal(HARD, "", &line);
        assert!(took < Duration::from_millis(limit) + AT_ONCE, "{go} took {took:?}");
    }
    // Another go ends the one before, and each has its answer.
    pipes.tell("go infinite\ngo infinite\ngo movetime 10");
    for _ in 0..3 {
        pipes.expect("bestmove", SOON);
    }
}

#[test]
fn ponders_until_it_is_told() {
    let mut pipes = port();
    pipes.tell("position startpos moves e2e4");
    pipes.tell("go ponder wtime 10000 btime 10000");
    is_silent_about(&mut pipes, "bestmove", Duration::from_millis(300));
    pipes.ask("isready", "readyok", AT_ONCE);
    let line = pipes.ask("ponderhit", "bestmove", AT_ONCE);
    assert_legal(START, "e2e4", &line);
    pipes.tell("go infinite");
    is_silent_about(&mut pipes, "bestmove", Duration::from_millis(300));
    pipes.ask("stop", "bestmove", AT_ONCE);
    pipes.tell("go ponder");
    pipes.ask("stop", "bestmove", AT_ONCE);
    pipes.tell("stop");
    pipes.tell("ponderhit");
    pipes.ask("isready", "readyok", AT_ONCE);
    assert_eq!(times_said(&pipes, "bestmove"), 3);
}

#[test]
fn without_a_move_it_says_so_before_anything_else() {
    let mut pipes = port();
    for fen in
        ["rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]
    {
        for go in ["go", "go infinite", "go ponder", "go depth 5"] {
            pipes.tell(&format!("position fen {fen}"));
            let from = pipes.said.len();
            pipes.tell(&format!("{go}\nisready"));
            pipes.expect("readyok", AT_ONCE);
            assert!(pipes.said[from..].iter().any(|line| line == "bestmove 0000"), "{go}");
        }
    }
}

#[test]
fn castling_and_promotion_of_the_opponent() {
    let mut pipes = port();
    let white_castles = format!("{QUEEN_SIDE} e1c1");
    let black_castles = format!("{QUEEN_SIDE} g1f3 e8c8");
    for moves in [&white_castles, &black_castles] {
        pipes.tell(&format!("position startpos moves {moves}"));
        let line = pipes.ask("go", "bestmove", SOON);
        assert_legal(START, moves, &line);
    }
    assert_eq!(times_said(&pipes, "goes on from the position"), 0, "the cartridge follows both");
    for piece in ['q', 'r', 'b', 'n'] {
        const FEN: &str = "8/4P3/8/8/8/8/k6p/4K3 w - - 0 1";
        let moves = format!("e7e8{piece}");
        pipes.tell(&format!("position fen {FEN} moves {moves}"));
        let line = pipes.ask("go", "bestmove", SOON);
        assert_legal(FEN, &moves, &line);
    }
    assert_eq!(times_said(&pipes, "becomes a queen and nothing else"), 3);
    // The program's side can be moved as it never would.
    for moves in ["c2c4 e7e5 g1f3", "e2e4 e7e5 g1f3 a7a5", &format!("{QUEEN_SIDE} e1c1 e8c8")] {
        pipes.tell(&format!("position startpos moves {moves}"));
        let line = pipes.ask("go", "bestmove", SOON);
        assert_legal(START, moves, &line);
    }
}

/// En passant that the cartridge's own rules refuse: the pawn taken gives check.
#[test]
fn what_the_cartridge_refuses() {
    const FEN: &str = "7k/8/8/3pP3/4K3/8/8/8 w - d6 0 20";
    let mut pipes = port();
    pipes.tell(&format!("position fen {FEN} moves e5d6"));
    let line = pipes.ask("go", "bestmove", SOON);
    assert_legal(FEN, "e5d6", &line);
}

#[test]
fn options_are_kept_to() {
    let mut pipes = port();
    for refused in [
        "setoption name Level value 0",
        "setoption name Level value 9",
        "setoption name Level",
        "setoption name Seed value 256",
        "setoption name Pace value slow",
        "setoption name UCI_EngineAbout value me",
        "setoption name Nobody value 1",
        "setoption",
    ] {
        pipes.ask(refused, "info string", AT_ONCE);
    }
    pipes.tell("setoption name level value 4");
    pipes.tell("setoption name Seed value $10");
    pipes.tell("position startpos moves e2e4");
    pipes.ask("go", "info string level 4, frame counter $10", SOON);
    let line = pipes.expect("info depth", SOON);
    assert!(line.contains(" nodes 1164 "), "{line}");
    pipes.expect("bestmove", SOON);
    // From the same memory the same answer, and the level from the next search on.
    pipes.tell("setoption name Level value 8");
    pipes.ask("go", "info string level 8, frame counter $10", SOON);
    pipes.expect("bestmove", SOON);
}

#[test]
fn keeps_the_ataris_pace() {
    let mut pipes = port();
    pipes.tell("setoption name Pace value Atari");
    pipes.tell("position startpos moves e2e4");
    let began = Instant::now();
    pipes.tell("go");
    pipes.ask("isready", "readyok", AT_ONCE);
    pipes.expect("bestmove", SOON);
    assert!(began.elapsed() > Duration::from_secs(1), "the Atari takes more than a second");
    pipes.tell("setoption name Level value 6");
    for go in ["go", "go infinite", "go movetime 100000"] {
        pipes.tell(go);
        is_silent_about(&mut pipes, "bestmove", Duration::from_millis(200));
        pipes.ask("stop", "bestmove", AT_ONCE);
    }
    let began = Instant::now();
    pipes.ask("go movetime 300", "bestmove", SOON);
    assert!(began.elapsed() < Duration::from_millis(300) + AT_ONCE);
}

#[test]
fn the_cartridge_itself_thinks() {
    let Some(mut original) = rom() else { return };
    let mut port = port();
    for pipes in [&mut original, &mut port] {
        pipes.tell("setoption name Seed value 17\nsetoption name Level value 2");
    }
    let mut moves = "e2e4".to_owned();
    for reply in ["g1f3", "f1c4", "b1c3", "d2d3"] {
        let lines: Vec<String> = [&mut original, &mut port]
            .map(|pipes| {
                pipes.tell(&format!("position startpos moves {moves}"));
                pipes.ask("go", "bestmove", SOON)
            })
            .into();
        assert_eq!(lines[0], lines[1], "after {moves}");
        moves.extend([" ", best(&lines[0]), " ", reply]);
    }
    // It is as quick to listen as the port.
    original.tell("setoption name Level value 7\nposition startpos moves e2e4\ngo infinite");
    original.ask("isready", "readyok", AT_ONCE);
    let line = original.ask("stop", "bestmove", AT_ONCE);
    assert_legal(START, "e2e4", &line);
    let began = Instant::now();
    original.ask("go movetime 200", "bestmove", SOON);
    assert!(began.elapsed() < Duration::from_millis(200) + AT_ONCE);
    original.tell("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    original.tell("go infinite");
    assert_eq!(original.expect("bestmove", AT_ONCE), "bestmove 0000");
    original.tell("position startpos moves e2e4\ngo infinite");
    original.tell("quit");
    assert!(original.end(AT_ONCE).success());
}

/// Ten thousand lines of anything: words of the protocol in any order, and bytes that are no text.
#[test]
fn survives_garbage() {
    const WORDS: [&str; 40] = [
        "uci",
        "isready",
        "ucinewgame",
        "setoption",
        "name",
        "value",
        "Level",
        "Seed",
        "Pace",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "infinite",
        "ponder",
        "depth",
        "nodes",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "mate",
        "searchmoves",
        "stop",
        "ponderhit",
        "debug",
        "register",
        "e2e4",
        "e7e5",
        "e1g1",
        "a7a8q",
        "0000",
        "7",
        "advancing",
        "-1",
        "99999999999999999999",
        "w",
        "KQkq",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    ];
    let mut dice = ChaCha8Rng::seed_from_u64(1979);
    let mut pipes = port();
    let mut number = |below: usize| dice.next_u32() as usize % below;
    for line in 0..10_000 {
        let mut bytes = Vec::new();
        if number(4) == 0 {
            for _ in 0..number(60) {
                let byte = number(256) as u8;
                bytes.push(if byte == b'\n' { b' ' } else { byte });
            }
        } else {
            for _ in 0..=number(8) {
                bytes.extend_from_slice(WORDS[number(WORDS.len())].as_bytes());
                bytes.push(b' ');
            }
        }
        bytes.push(b'\n');
        pipes.tell_bytes(&bytes);
        if line % 500 == 499 {
            // The garbage has isready in it, too: this word comes once.
            let word = format!("marker{line}");
            pipes.ask(&word, &format!("info string unknown command {word}"), Duration::from_mins(1));
        }
    }
    pipes.tell("stop");
    pipes.tell(
        "setoption name Level value 1\nsetoption name Pace value Full speed\nposition startpos moves e2e4",
    );
    pipes.ask("marker", "info string unknown command marker", SOON);
    let line = pipes.ask("go", "bestmove", SOON);
    assert_legal(START, "e2e4", &line);
    // A line without an end, longer than any.
    pipes.tell_bytes(&vec![b'x'; 3 << 20]);
    pipes.tell("");
    pipes.ask("isready", "readyok", SOON);
    pipes.tell("quit");
    assert!(pipes.end(AT_ONCE).success());
}
