//! The window under Xvfb, with keys pressed by xdotool.
#![cfg(target_os = "linux")]

mod desktop;

use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use desktop::{Desktop, Game};
use emu6507::{Cartridge, Console};
use vchess::script::Script;

/// Where the program keeps the cursor's square, the level less one, whose move it is in its steps, and the countdown
/// until it reads the joystick again.
const CURSOR: usize = 0xd8 - 0x80;
const LEVEL: usize = 0xea - 0x80;
const STEP: usize = 0xf3 - 0x80;
const COUNTDOWN: usize = 0xf4 - 0x80;
/// Where it leaves its reply: source and target.
const REPLY: usize = 0xd9 - 0x80;
/// Steps: the cursor is free; a piece is picked up; the program's reply blinks.
const FREE: u8 = 0;
const PICKED_UP: u8 = 1;
const ANSWERED: u8 = 0x80;
/// Its pieces.
const KNIGHT: u8 = 4;
const PAWN: u8 = 6;
/// A move is made in at most so long.
const PATIENCE: Duration = Duration::from_secs(40);
/// What a person calls at once.
const AT_ONCE: Duration = Duration::from_secs(2);

/// Squares as the program counts them where the human is white: a8 is 0, h1 is 63.
fn square(name: &str) -> usize {
    let [file, rank] = name.as_bytes() else { panic!("{name} is no square") };
    8 * usize::from(b'8' - rank) + usize::from(file - b'a')
}

/// What stands there: the low nibble.
fn piece(ram: &[u8; 128], name: &str) -> u8 {
    ram[square(name)] & 0x0f
}

/// The console in the quick save, played on from power-on with the cartridge.
fn saved(game: &mut Game, rom: &Path) -> Console {
    let mut console = Console::new(Cartridge::new(&fs::read(rom).unwrap()).unwrap());
    console.load(&game.quick_save()).expect("a quick save of this cartridge");
    console
}

/// Saves until the RAM is as wanted.
fn wait_for(game: &mut Game, rom: &Path, what: &str, wanted: impl Fn(&[u8; 128]) -> bool) -> Console {
    let begin = Instant::now();
    loop {
        let console = saved(game, rom);
        if wanted(console.ram()) {
            return console;
        }
        assert!(begin.elapsed() < PATIENCE, "{what}: it did not come to that; RAM {:02x?}", console.ram());
    }
}

/// Brings the cursor to a square, a step at a time, as a person does: looking.
fn go_to(game: &mut Game, rom: &Path, name: &str) {
    let goal = square(name);
    loop {
        let console = wait_for(game, rom, "the joystick is read", |ram| ram[COUNTDOWN] == 0);
        let cursor = usize::from(console.ram()[CURSOR]);
        let key = match (cursor % 8, cursor / 8) {
            at if at == (goal % 8, goal / 8) => return,
            (file, _) if file < goal % 8 => "Right",
            (file, _) if file > goal % 8 => "Left",
            (_, row) if row < goal / 8 => "Down",
            _ => "Up",
        };
        game.press(key);
        wait_for(game, rom, "the cursor moves", |ram| usize::from(ram[CURSOR]) != cursor);
        game.release(key);
    }
}

/// Presses the button until the program has come to a step.
fn fire(game: &mut Game, rom: &Path, what: &str, wanted: impl Fn(u8) -> bool) {
    wait_for(game, rom, "the joystick is read", |ram| ram[COUNTDOWN] == 0);
    game.press("space");
    wait_for(game, rom, what, |ram| wanted(ram[STEP]));
    game.release("space");
}

fn move_piece(game: &mut Game, rom: &Path, from: &str, to: &str) {
    go_to(game, rom, from);
    fire(game, rom, "the piece is picked up", |step| step == PICKED_UP);
    go_to(game, rom, to);
    fire(game, rom, "the move is accepted", |step| step != PICKED_UP);
}

/// The headless program with the recording as its hands.
fn replay(rom: &Path, recording: &Path, frames: &str, ram: &Path, png: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_vchess"))
        .args(["--headless", "--rom"])
        .arg(rom)
        .args(["--frames", frames, "--input"])
        .arg(recording)
        .arg("--ram")
        .arg(ram)
        .arg("--png")
        .arg(png)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// The recording's own command says how many frames it has.
fn frames_of(recording: &str) -> &str {
    let mut words = recording.lines().next().unwrap_or_default().split_whitespace();
    words.find(|word| *word == "--frames").and_then(|_| words.next()).expect("the number of frames")
}

#[test]
fn a_level_is_chosen_a_move_is_made_and_the_atari_answers() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let Some(desktop) = Desktop::open() else { return };
    let recording = desktop.folder().join("game.txt");
    let mut game = desktop.play(&["--rom", rom.to_str().unwrap(), "--record", recording.to_str().unwrap()]);

    // Select steps on: one press, level 2.
    assert_eq!(wait_for(&mut game, rom, "the game begins", |ram| piece(ram, "e2") == 0x0e).ram()[LEVEL], 0);
    game.press("F2");
    wait_for(&mut game, rom, "level 2", |ram| ram[LEVEL] == 1);
    game.release("F2");

    move_piece(&mut game, rom, "e2", "e4");
    // The reply blinks on the screen and is carried out when the joystick is touched.
    let ram = *wait_for(&mut game, rom, "the Atari answers", |ram| ram[STEP] == ANSWERED).ram();
    assert_eq!((ram[LEVEL], piece(&ram, "e2"), piece(&ram, "e4")), (1, 0, 0x0e));
    let (source, target) = (usize::from(ram[REPLY]), usize::from(ram[REPLY + 1]));
    assert!(source < 16 && (16..64).contains(&target), "{source} to {target} is no first move of black");
    let (moved, entered) = (ram[source] & 0x0f, ram[target] & 0x0f);
    assert!(matches!(moved, PAWN | KNIGHT) && entered == 0, "{moved} takes {entered}");
    game.press("Right");
    let mut console = wait_for(&mut game, rom, "the answer is carried out", |ram| ram[STEP] == FREE);
    game.release("Right");
    let ram = *console.ram();
    assert_eq!((ram[source] & 0x0f, ram[target] & 0x0f), (0, moved));
    let theirs = (0..64).filter(|square| (1..=6).contains(&(ram[*square] & 0x0f))).count();
    assert_eq!(theirs, 16);

    // What the screen shows is what the program drew.
    let shown = game.screenshot();
    game.key("ctrl+q");
    assert!(game.ends_within(AT_ONCE), "Ctrl+Q quits");

    // The recording, replayed without a window, is the same game: first to the quick save, then to the end.
    let text = fs::read_to_string(&recording).unwrap();
    let script = Script::parse(&text, "recording").unwrap();
    let mut replayed = Console::new(Cartridge::new(&fs::read(rom).unwrap()).unwrap());
    let (mut next, mut input, mut met) = (0, *replayed.input(), false);
    let frames: u64 = frames_of(&text).parse().unwrap();
    let saved_at = console.cycle();
    for frame in 0..frames {
        if replayed.cycle() == saved_at {
            assert_eq!(replayed.ram(), &ram, "frame {frame}");
            // A state is loaded with nothing held.
            console.set_input(*replayed.input());
            assert!(replayed.save() == console.save(), "the whole state differs, not the RAM");
            met = true;
        }
        if script.apply(&mut next, frame, &mut input) {
            replayed.set_input(input);
        }
        replayed.run_frame();
    }
    assert!(met, "the replay comes by the quick save");
    let (ram_file, png) = (desktop.folder().join("ram.hex"), desktop.folder().join("replay.png"));
    replay(rom, &recording, frames_of(&text), &ram_file, &png);
    assert_eq!(fs::read_to_string(&ram_file).unwrap().trim(), hex::encode(replayed.ram()));

    // The screenshot has the board of the RAM: the square that was left is empty, the one that was entered is not.
    let board = shown.board();
    for (name, expected) in
        [("e2", false), ("e4", true), ("d2", true), ("e1", true), ("e5", piece(&ram, "e5") != 0)]
    {
        assert_eq!(board[square(name)], expected, "{name} on the screen");
    }
}

#[test]
fn while_it_thinks_for_an_hour_the_window_repaints_pauses_and_quits_at_once() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let Some(desktop) = Desktop::open() else { return };
    let mut game = desktop.play(&["--rom", rom.to_str().unwrap(), "--level", "7", "--mute"]);
    move_piece(&mut game, rom, "e2", "e4");
    // The think begins after some blinking; what it takes is told at the top of the window.
    let begin = Instant::now();
    while !saved(&mut game, rom).is_without_vsync() {
        assert!(begin.elapsed() < PATIENCE, "it does not begin to think");
    }
    let cycle = saved(&mut game, rom).cycle();
    sleep(Duration::from_millis(300));
    let later = saved(&mut game, rom).cycle();
    assert!(later > cycle, "time goes on");

    // The Atari's time goes on on the screen.
    assert!(game.changes_within(Duration::from_secs(5)), "the window is repainted");
    // At the Atari's pace, so that it does not come to an end on a fast host.
    game.key("r");
    game.key("p");
    sleep(AT_ONCE / 4);
    let paused = saved(&mut game, rom).cycle();
    sleep(AT_ONCE / 4);
    assert_eq!(saved(&mut game, rom).cycle(), paused, "it is paused at once");
    let still = game.picture();
    // The help comes while it is paused: the window is alive.
    game.key("F1");
    let begin = Instant::now();
    while game.picture() == still {
        assert!(begin.elapsed() < AT_ONCE, "the help is shown at once");
    }
    game.key("F1");
    game.key("p");
    game.resize(700, 300);
    assert!(game.changes_within(Duration::from_secs(5)), "it goes on in a window of another size");
    game.close();
    assert!(game.ends_within(AT_ONCE), "its button closes it at once");
}

#[test]
fn a_torn_quick_save_is_refused_and_the_game_goes_on() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let Some(desktop) = Desktop::open() else { return };
    let mut game = desktop.play(&["--rom", rom.to_str().unwrap(), "--level", "3", "--mute"]);
    let state = game.quick_save();
    let file = game.quick_save_file();
    for bytes in [&state[..100], b"something else", b""] {
        fs::write(&file, bytes).unwrap();
        game.key("F8");
        sleep(Duration::from_millis(300));
        assert_eq!(fs::read(&file).unwrap(), bytes, "the file is left as it was");
        assert_eq!(saved(&mut game, rom).ram()[LEVEL], 2, "the game goes on");
    }
    game.key("Escape");
    game.key("Escape");
    assert!(game.ends_within(AT_ONCE), "Escape twice quits");
}

#[test]
fn without_a_display_the_error_names_headless() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let output = Command::new(env!("CARGO_BIN_EXE_vchess"))
        .arg("--rom")
        .arg(rom)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("--headless"), "{error}");
}
