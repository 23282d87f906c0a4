//! The console as a whole: frames, determinism, save states.

use emu6507::{CYCLES_PER_LINE, Cartridge, Console, LINE_LIMIT, ROWS, StateError, Stop};
use proptest::prelude::*;
use vchess::script::Script;

/// A program for a 4 KB cartridge at `$F000`.
fn console(code: &[u8]) -> Console {
    let mut image = vec![0xea; 4096];
    image[..code.len()].copy_from_slice(code);
    image[0xffc..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    Console::new(Cartridge::new(&image).unwrap())
}

/// A program whose frames have `synced` lines of VSYNC and `lines` others.
fn frames_of(synced: u8, lines: u16) -> Console {
    let [low, high] = [(lines % 200) as u8, (lines / 200) as u8];
    let mut code = vec![
        0xa9, 0x02, 0x85, 0x02, 0x85, 0x00, // frame: LDA #2, STA WSYNC, STA VSYNC
        0xa2, synced, 0x85, 0x02, 0xca, 0xd0, 0xfb, // LDX #synced; STA WSYNC, DEX, BNE
        0xa9, 0x00, 0x85, 0x00, // LDA #0, STA VSYNC
    ];
    // STA WSYNC for the hundreds and for the rest.
    for (times, count) in [(high, 200), (u8::from(low > 0), low)] {
        for _ in 0..times {
            code.extend([0xa2, count, 0x85, 0x02, 0xca, 0xd0, 0xfb]);
        }
    }
    code.extend([0x4c, 0x00, 0xf0]);
    console(&code)
}

/// Lines of the next whole frame, by the cycle counter.
fn next_frame(console: &mut Console) -> u64 {
    console.run_frame();
    let start = console.cycle();
    assert_eq!(console.run_frame(), Stop::Frame);
    (console.cycle() - start).div_ceil(CYCLES_PER_LINE)
}

#[test]
fn a_frame_ends_when_vsync_falls() {
    let mut console = frames_of(3, 258);
    assert_eq!(next_frame(&mut console), 262);
    assert!(!console.is_without_vsync());
    assert_eq!(console.screen().picture().len(), 262);
}

#[test]
fn one_line_of_vsync_ends_no_frame() {
    let mut console = frames_of(1, 260);
    assert_eq!(next_frame(&mut console), LINE_LIMIT);
    assert!(console.is_without_vsync());
}

#[test]
fn a_frame_of_924_lines_is_cut_and_goes_on() {
    let mut console = frames_of(3, 920);
    for _ in 0..3 {
        assert_eq!(console.run_frame(), Stop::Frame);
    }
    let start = console.cycle();
    let frames = (0..8).map(|_| (console.run_frame(), console.screen().picture().len())).collect::<Vec<_>>();
    assert!(frames.iter().all(|(stop, rows)| *stop == Stop::Frame && *rows <= ROWS));
    // The most that a frame can have, and the rest, four times over.
    assert_eq!((console.cycle() - start).div_ceil(CYCLES_PER_LINE), 4 * 924);
}

#[test]
fn a_program_that_never_syncs_leaves_control_and_a_picture() {
    // INC COLUBK for ever, COLUBK read being a collision register: the background flickers.
    let mut console = console(&[0xe6, 0x80, 0xa5, 0x80, 0x85, 0x09, 0x4c, 0x00, 0xf0]);
    for _ in 0..10 {
        let start = console.cycle();
        assert_eq!(console.run_frame(), Stop::Frame);
        assert!(console.cycle() - start <= LINE_LIMIT * CYCLES_PER_LINE + 20);
        assert!(console.is_without_vsync());
    }
    let colours: std::collections::BTreeSet<u8> =
        console.screen().picture().iter().flatten().copied().collect();
    assert!(colours.len() > 50, "the colour changes many times a frame: {}", colours.len());
}

#[test]
fn a_jammed_program_leaves_control() {
    let mut console = console(&[0x02]);
    assert_eq!(console.run_frame(), Stop::Frame);
    assert!(console.cpu().is_jammed());
    assert_eq!(console.run_until(console.cycle() + 1_000_000), Stop::Cycle);
}

/// Everything that a run leaves behind.
fn left(console: &mut Console) -> (Vec<u8>, Vec<[u8; 160]>) {
    (console.save(), console.screen().picture().to_vec())
}

#[test]
fn the_same_rom_and_script_give_the_same_bytes() {
    let Some(rom) = vchess_tests::rom() else { return };
    let script =
        Script::parse("60 0 R\n63 0 -\n70 console S\n80 console -\n100 0 UF\n104 0 -\n", "script").unwrap();
    let mut runs = (0..2).map(|_| {
        let mut console = Console::new(Cartridge::new(rom).unwrap());
        let (mut next, mut input) = (0, *console.input());
        for frame in 0..200 {
            if script.apply(&mut next, frame, &mut input) {
                console.set_input(input);
            }
            console.run_frame();
        }
        left(&mut console)
    });
    assert_eq!(runs.next(), runs.next());
}

#[test]
fn how_a_run_is_cut_up_makes_no_difference() {
    let Some(rom) = vchess_tests::rom() else { return };
    let mut whole = Console::new(Cartridge::new(rom).unwrap());
    let mut pieces = whole.clone();
    let end = 3_000_000;
    whole.run_until(end);
    let mut length = 1;
    while pieces.cycle() < end {
        length = length * 7 % 9973 + 1;
        pieces.run_until((pieces.cycle() + length).min(end));
    }
    assert_eq!(left(&mut whole), left(&mut pieces));
    let mut steps = Console::new(Cartridge::new(rom).unwrap());
    while steps.cycle() < 300_000 {
        steps.step();
    }
    let mut run = Console::new(Cartridge::new(rom).unwrap());
    run.run_until(300_000);
    assert_eq!(left(&mut steps), left(&mut run));
}

#[test]
fn a_loaded_state_goes_on_as_if_nothing_had_happened() {
    let Some(rom) = vchess_tests::rom() else { return };
    let mut console = Console::new(Cartridge::new(rom).unwrap());
    for cycles in [1, 12_345, 200_000, 1_000_003] {
        console.run_until(console.cycle() + cycles);
        let state = console.save();
        let mut other = Console::new(Cartridge::new(rom).unwrap());
        other.run_until(54_321);
        other.load(&state).unwrap();
        assert_eq!(other.save(), state);
        let mut ahead = console.clone();
        for console in [&mut ahead, &mut other] {
            for _ in 0..5 {
                console.run_frame();
            }
        }
        assert_eq!(left(&mut ahead), left(&mut other));
    }
}

#[test]
fn a_state_of_another_cartridge_is_refused() {
    let (mut one, two) = (console(&[0x4c, 0x00, 0xf0]), console(&[0xea, 0x4c, 0x00, 0xf0]));
    let before = one.save();
    assert_eq!(one.load(&two.save()), Err(StateError::OtherCartridge));
    assert_eq!(one.load(b"something else"), Err(StateError::Foreign));
    assert_eq!(one.save(), before);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A state with a byte changed, cut short or made longer is refused, and nothing happens to the console.
    #[test]
    fn a_torn_state_is_refused(at: prop::sample::Index, change in 1u8.., cut: bool, longer: bool) {
        let mut one = console(&[0xe6, 0x80, 0x4c, 0x00, 0xf0]);
        one.run_until(5_000);
        let before = one.save();
        let mut torn = before.clone();
        let at = at.index(torn.len());
        if longer {
            torn.push(change);
        } else if cut {
            torn.truncate(at);
        } else {
            torn[at] ^= change;
        }
        prop_assert!(one.load(&torn).is_err());
        prop_assert_eq!(one.save(), before);
    }
}
