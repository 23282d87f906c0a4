//! A game on the emulated Pico, from the first picture on.

mod common;

use board_script::{Rig as _, write_png};
use common::{act, bench, colours, differing, image};
use pico_emulator::{Bench, CLOCK_HZ, Twin, vga};
use picochess_fw::{
    Brain, Keys, Level, Mode, START_REEDS, Settings, State,
    screen::{Colour, layout},
};
use shakmaty::{Position as _, Square};

/// Picture and framebuffer of a board at rest, which must be the same and the same as the twin's.
fn all_pictures_agree(bench: &mut Bench, twin: &mut Twin, name: &str) {
    let seen = bench.picture().unwrap();
    // The clock of the monitor's picture and the framebuffer's words are of the same moment only while nothing changes.
    let buffer = colours(&bench.pico.framebuffer());
    assert_eq!(differing(&seen, &buffer), 0, "{name}: pixels that differ between monitor and framebuffer");
    twin.follow(&bench.pico).unwrap();
    assert_eq!(Some(twin.board().state()), bench.state(), "{name}");
    assert_eq!(
        differing(&seen, &colours(&twin.picture())),
        0,
        "{name}: pixels that differ from the library's"
    );
    if let Some(folder) = std::env::var_os("VCHESS_PICO_PICTURES") {
        let rgb: Vec<u8> = seen.iter().flat_map(|&colour| Colour(colour).rgb()).collect();
        write_png(&std::path::Path::new(&folder).join(format!("{name}.png")), 640, 480, &rgb).unwrap();
    }
}

#[test]
fn a_game_begins_and_level_1_answers() {
    let mut bench = bench(&image());
    bench.pico.keep_looks();
    bench.pico.bounce(5_000);
    bench.pico.mark_stacks().unwrap();
    assert_eq!(bench.pico.video_functions(), [6; 6], "the video pins belong to PIO 0");
    let mut twin = Twin::default();

    act(&mut bench, "100 reed a1 0");
    assert_eq!(bench.state(), Some(State::Setup));
    all_pictures_agree(&mut bench, &mut twin, "1-nothing-on-the-board");

    act(&mut bench, "0 setup\n120 reed a1 1");
    assert_eq!(bench.pico.told().look().reeds, START_REEDS);
    all_pictures_agree(&mut bench, &mut twin, "2-all-men-stand");

    act(&mut bench, "0 key 5\n200 lift e2\n320 reed e2 0");
    assert_eq!(bench.state(), Some(State::OwnLifted));
    all_pictures_agree(&mut bench, &mut twin, "3-e2-lifted");

    act(&mut bench, "0 drop e4\n600 reed e4 1\nwait");
    assert_eq!(bench.state(), Some(State::Verify));
    all_pictures_agree(&mut bench, &mut twin, "4-the-answer");
    let (_, answer) = twin.board().to_make().unwrap();
    let (from, to) = (answer.from().unwrap(), answer.to());

    act(&mut bench, &format!("0 lift {from}\n150 drop {to}\n500 reed {to} 1"));
    assert_eq!(bench.state(), Some(State::Idle));
    act(&mut bench, "0 lift g1\n150 drop f3\n500 reed f3 1\nwait");
    assert_eq!(bench.state(), Some(State::Verify));
    all_pictures_agree(&mut bench, &mut twin, "5-the-second-answer");
    let report = bench.report();
    assert_eq!(report.moves.len(), 4, "{report}");
    assert_eq!((report.moves[0].as_str(), report.moves[2].as_str()), ("e4", "Nf3"));

    let told = bench.pico.told();
    assert!(told.scan_us() < 100, "a scan takes {} us", told.scan_us());
    assert!(told.gap_us() <= 30_000, "{} us between two looks", told.gap_us());
    assert_eq!(told.saves(), (5, 0), "saves: at the start and after each move");
    let [a, b] = bench.pico.saves().map(|save| save.map(|save| (save.sequence, save.moves.len())));
    assert_eq!((a, b), (Some((5, 4)), Some((4, 3))), "the last save and the one before it");
    let [(from0, to0), (from1, to1)] = bench.pico.stacks().unwrap();
    let [used0, used1] = bench.pico.stack_used().unwrap();
    println!("scan {} us, gap {} us, look and paint {:?} us", told.scan_us(), told.gap_us(), told.work_us());
    println!("stack: core 0 {used0} of {} bytes, core 1 {used1} of {} bytes", to0 - from0, to1 - from1);
    assert!(used0 + 1_024 <= to0 - from0, "core 0 has used {used0} bytes of stack");
    assert!(used1 + 1_024 <= to1 - from1, "core 1 has used {used1} bytes of stack");
}

#[test]
fn the_signal_is_vesas_640_by_480() {
    let mut bench = bench(&image());
    act(&mut bench, "100 reed a1 0");
    let signal = bench.pico.watch(4 * CLOCK_HZ / 60).unwrap();
    let timing = signal.timing().unwrap();
    let (line, frame) = (vga::TOTAL.0 * vga::PIXEL, vga::TOTAL.0 * vga::TOTAL.1 * vga::PIXEL);
    assert_eq!(timing.line, line..=line, "a line is 800 pixels");
    assert_eq!(timing.hsync, 96 * vga::PIXEL..=96 * vga::PIXEL, "hsync is low for 96 pixels");
    assert_eq!(timing.frame, frame..=frame, "a frame is 800 by 525 pixels");
    assert_eq!(timing.vsync, 2 * line..=2 * line, "vsync is low for 2 lines");
    assert_eq!(timing.lines, 525..=525);
    // The headline reaches from edge to edge and begins with the first line.
    assert_eq!(timing.lit, 144 * vga::PIXEL..=784 * vga::PIXEL, "the visible pixels are 144 to 783");
    assert_eq!(*timing.lit_lines.start(), 35, "the first visible line is the 35th");
    assert!(*timing.lit_lines.end() < 515);
    let (kilohertz, hertz) = (CLOCK_HZ as f64 / line as f64 / 1e3, CLOCK_HZ as f64 / frame as f64);
    println!("{kilohertz:.3} kHz, {hertz:.3} Hz, 2 syncs of negative polarity");
    assert!((kilohertz / 31.469 - 1.0).abs() < 0.005 && (hertz / 59.940 - 1.0).abs() < 0.005);
}

#[test]
fn no_frame_shows_a_part_half_painted() {
    let mut bench = bench(&image());
    act(&mut bench, "0 setup\n150 reed a1 1");
    // The start of a game repaints nearly everything.
    *bench.pico.keys() = Keys::SELECT;
    let signal = bench.pico.watch(24 * CLOCK_HZ / 60).unwrap();
    assert_eq!(bench.state(), Some(State::Idle));
    let frames = signal.frames();
    assert!(frames.len() >= 22);
    let part = |frame: &[u8], (x, y, w, h): (usize, usize, usize, usize)| -> Vec<u8> {
        (y..y + h).flat_map(|y| frame[640 * y + x..640 * y + x + w].to_vec()).collect()
    };
    let mut parts =
        vec![layout::HEADLINE, layout::ADVICE, layout::LEGEND, layout::UPPER_CLOCK, layout::LOWER_CLOCK];
    parts.extend((0..layout::HISTORY_ROWS).map(layout::row));
    parts.extend((0..64).map(|i| layout::square(i % 8, i / 8)));
    let (mut changed, mut moments) = (0, std::collections::BTreeSet::new());
    for rect in parts {
        let place = (rect.x as usize, rect.y as usize, rect.w as usize, rect.h as usize);
        let states: Vec<Vec<u8>> = frames.iter().map(|frame| part(frame, place)).collect();
        let (first, last) = (&states[0], &states[states.len() - 1]);
        changed += usize::from(first != last);
        for (number, state) in states.iter().enumerate() {
            assert!(state == first || state == last, "{rect:?} is half painted in frame {number}");
            if state == last && first != last && states[number - 1] == *first {
                moments.insert(number);
            }
        }
    }
    println!("{changed} parts repainted, in {} frames", moments.len());
    assert!(changed >= 20 && moments.len() > 1, "{changed} parts in {} frames", moments.len());
}

#[test]
fn the_picture_stays_while_the_flash_is_erased_and_written() {
    // What stands where the saves should be is no map of saves: the firmware erases sectors before it can write.
    let mut image = image();
    let end = image.flash.len();
    for (i, byte) in image.flash[end - 64 * 1024..].iter_mut().enumerate() {
        *byte = (i * 7 + i / 251) as u8;
    }
    let mut bench = bench(&image);
    act(&mut bench, "0 setup\n150 reed a1 1");
    *bench.pico.keys() = Keys::SELECT;
    let limit = bench.now() + 1_000_000;
    while !bench.pico.is_writing_flash() {
        assert!(bench.now() < limit, "no save");
        bench.pico.run(20_000).unwrap();
    }
    let before = colours(&bench.pico.framebuffer());
    let signal = bench.pico.watch(4 * CLOCK_HZ / 60).unwrap();
    assert!(bench.pico.is_writing_flash(), "the flash is still being erased");
    assert_eq!(signal.timing().unwrap().frame, 2_100_000..=2_100_000);
    for frame in signal.frames() {
        assert_eq!(differing(&frame, &before), 0, "the picture has changed");
    }
    act(&mut bench, "900 reed a1 1");
    assert_eq!(bench.state(), Some(State::Idle));
    assert_eq!(bench.pico.told().saves(), (1, 0));
    let (erased, programmed) = bench.pico.flash_work();
    assert!(erased >= 2 && programmed > 0, "{erased} sectors erased, {programmed} pages programmed");
}

#[test]
fn a_wrong_placement_and_bouncing_contacts() {
    let mut bench = bench(&image());
    bench.pico.bounce(9_000);
    act(&mut bench, "0 setup\n150 key 5\n400 lift e2\n550 drop e5\n1300 reed e5 1");
    assert_eq!(bench.state(), Some(State::Invalid), "the e-pawn does not go to e5");
    act(&mut bench, "0 lift e5\n150 drop e4\n700 reed e4 1\nwait");
    let report = bench.report();
    assert_eq!((report.state.as_str(), report.moves[0].as_str()), ("VERIFY", "e4"), "{report}");
    assert!(bench.pico.game().position().board().piece_at(Square::E4).is_some());
}

#[test]
fn the_game_comes_back_after_a_power_failure() {
    let mut bench = bench(&image());
    act(&mut bench, "0 setup\n150 key 5\n400 lift d2\n550 drop d4\n1100 reed d4 1\nwait");
    let before = bench.report();
    assert_eq!((before.state.as_str(), before.moves.len()), ("VERIFY", 2));
    act(&mut bench, "0 power off\n50 power on\n100 reed a1 1");
    let after = bench.report();
    assert_eq!((&after.moves, &after.fen), (&before.moves, &before.fen));
    // The person had not made the computer's move: the board shows what differs.
    assert_eq!(after.state, "RESTORE");
}

#[test]
fn a_power_failure_in_the_middle_of_a_save_keeps_the_game_before_it() {
    let mut bench = bench(&image());
    act(&mut bench, "0 setup\n150 key 5\n400 lift e2\n550 drop e4");
    let limit = bench.now() + 2_000_000;
    // The save of the move: the first page of it, then the power is gone.
    while !bench.pico.is_writing_flash() {
        assert!(bench.now() < limit, "no save");
        bench.pico.run(5_000).unwrap();
    }
    bench.pico.power(false).unwrap();
    bench.pico.power(true).unwrap();
    act(&mut bench, "100 reed a8 1");
    let report = bench.report();
    // The start of the game was saved, the move was not.
    assert_eq!((report.state.as_str(), report.moves.len()), ("RESTORE", 0), "{report}");
    act(&mut bench, "0 lift e4\n100 drop e2\n800 reed e2 1");
    assert_eq!(bench.state(), Some(State::Idle));
}

#[test]
fn a_game_to_mate() {
    let settings = Settings { mode: Mode::TwoPlayers, ..Settings::default() };
    let mut bench = bench(&image().with_settings(&settings).unwrap());
    bench.pico.bounce(8_000);
    act(&mut bench, "0 setup\n150 key 5\n400 reed a1 1");
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
        act(&mut bench, &format!("0 lift {from}\n150 drop {to}\n800 reed {to} 1"));
    }
    let report = bench.report();
    assert_eq!((report.state.as_str(), report.moves.join(" ")), ("OVER", "f3 e5 g4 Qh4#".to_owned()));
    bench.picture().unwrap();
}

#[test]
fn modern_answers_in_its_time() {
    let settings = Settings { brain: Brain::Modern, level: Level::new(7).unwrap(), ..Settings::default() };
    let mut bench = bench(&image().with_settings(&settings).unwrap());
    bench.pico.stop_picture();
    // The book has no answer to this.
    act(&mut bench, "0 setup\n150 key 5\n400 lift h2\n550 drop h3\n900 reed h3 1");
    bench.pico.mark_stacks().unwrap();
    act(&mut bench, "wait");
    let told = bench.pico.told();
    let [_, (from, to)] = bench.pico.stacks().unwrap();
    let used = bench.pico.stack_used().unwrap()[1];
    println!(
        "{} positions in {} us; stack of core 1 {used} of {} bytes",
        told.nodes(),
        told.thought_us(),
        to - from
    );
    assert_eq!((bench.state(), told.nodes()), (Some(State::Verify), 20_000));
    assert!(told.thought_us() < 2_100_000, "{} us", told.thought_us());
    assert!(used + 1_024 <= to - from, "core 1 has used {used} bytes of stack");
}
