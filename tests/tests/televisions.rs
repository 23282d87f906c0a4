//! Televisions: what programs made for one look like to detection, and frames without VSYNC.

use emu6507::{CYCLES_PER_LINE, Cartridge, Console, Controller, LINE_LIMIT, Stop, Tv, tv};
use vchess::hand::Hand;
use vchess::level;
use vchess_tests::asm::assemble;

/// A program whose frames have so many lines, and a picture of 192 lines with stripes of these colours.
fn cartridge(lines: u32, colours: [u8; 4]) -> Cartridge {
    // VSYNC, 37 and the stripes are 3 + 37 + 192; the rest comes after.
    let rest = lines - 3 - 37 - 192;
    let [first, second] = [rest / 2, rest - rest / 2];
    let list = colours.map(|colour| colour.to_string()).join(", ");
    let image = assemble(&format!(
        "        .org $f000
start:  lda #2
        sta WSYNC
        sta VSYNC
        sta VBLANK
        sta WSYNC
        sta WSYNC
        lda #0
        sta WSYNC
        sta VSYNC
        ldx #37
above:  sta WSYNC
        dex
        bne above
        stx VBLANK
        ldy #192
stripe: tya
        and #3
        tax
        lda colours,x
        sta WSYNC
        sta COLUBK
        dey
        bne stripe
        lda #2
        sta VBLANK
        ldx #{first}
below:  sta WSYNC
        dex
        bne below
        ldx #{}
last:   sta WSYNC
        dex
        bne last
        jmp start
colours: .byte {list}
        .org $fffa
        .word start, start, start
",
        second - 1
    ));
    Cartridge::new(&image).expect("4 KB")
}

fn detected(lines: u32, colours: [u8; 4]) -> Tv {
    tv::detect(&cartridge(lines, colours), [Controller::Joystick; 2]).tv
}

#[test]
fn lines_tell_fifty_from_sixty_hertz() {
    const NTSC: [u8; 4] = [0x1e, 0x46, 0x86, 0xc6];
    for (lines, expected) in [
        (255, Tv::Ntsc),
        (262, Tv::Ntsc),
        (272, Tv::Ntsc),
        (286, Tv::Ntsc),
        (300, Tv::Pal),
        (312, Tv::Pal),
        (320, Tv::Pal),
    ] {
        assert_eq!(detected(lines, NTSC), expected, "{lines} lines");
    }
}

#[test]
fn colours_tell_what_lines_do_not() {
    // Greens and reds where a PAL console has them, at 60 Hz.
    assert_eq!(detected(262, [0x54, 0x64, 0x74, 0xb4]), Tv::Pal60);
    assert_eq!(detected(262, [0x54, 0x64, 0x74, 0x16]), Tv::Ntsc);
    // Luminances alone at 50 Hz.
    assert_eq!(detected(312, [0x02, 0x06, 0x0a, 0x0c]), Tv::Secam);
    assert_eq!(detected(262, [0x02, 0x06, 0x0a, 0x0c]), Tv::Ntsc);
    assert_eq!(detected(312, [0x02, 0x06, 0x0a, 0x5c]), Tv::Pal);
}

#[test]
fn what_was_found_is_said() {
    let found = tv::detect(&cartridge(312, [0x54, 0x64, 0x74, 0xb4]), [Controller::Joystick; 2]);
    assert_eq!(found.to_string(), "pal: its frames have 312 lines");
    for tv in Tv::ALL {
        assert_eq!(tv.name().parse(), Ok(tv));
    }
    let error = "ntsc-j".parse::<Tv>().expect_err("there is none").to_string();
    assert!(Tv::ALL.iter().all(|tv| error.contains(tv.name())), "{error}");
}

#[test]
fn a_frame_of_312_lines_is_whole_on_a_pal_set() {
    let mut console = Console::new(cartridge(312, [0x54, 0x64, 0x74, 0xb4]));
    console.set_tv(Tv::Pal);
    for _ in 0..5 {
        console.run_frame();
    }
    let start = console.cycle();
    assert_eq!(console.run_frame(), Stop::Frame);
    assert_eq!(console.cycle() - start, 312 * CYCLES_PER_LINE);
    assert_eq!(console.screen().picture().len(), 312);
    let stripes = &console.screen().picture()[37..41];
    let colours: std::collections::BTreeSet<u8> = stripes.iter().flatten().copied().collect();
    assert_eq!(colours, [0x54, 0x64, 0x74, 0xb4].into());
}

#[test]
fn every_television_has_its_own_pace() {
    // PAL's colour clock is four fifths of its subcarrier; a second of either set has as many cycles as its crystal says.
    assert!((Tv::Ntsc.cycles_per_second() - 1_193_181.67).abs() < 0.01);
    assert!((Tv::Pal.cycles_per_second() - 1_182_298.0).abs() < 0.01);
    for tv in Tv::ALL {
        let frames = tv.cycles_per_second() / f64::from(tv.lines() * CYCLES_PER_LINE as u32);
        // NTSC has 59.92, PAL 49.86, SECAM 50.08; a PAL console that makes 262 lines 59.38.
        assert!((frames - if tv.lines() > 300 { 50.0 } else { 60.0 }).abs() < 0.7, "{tv}: {frames}");
        assert!((tv.samples_per_second() * 38.0 - tv.cycles_per_second()).abs() < 1e-6);
    }
}

/// Video Chess thinks: there is no VSYNC, only the background changes its colour. Pictures are made all the same, one
/// for so many lines, and they show these colours.
#[test]
fn video_chess_shows_colours_while_it_thinks() {
    let Some(rom) = vchess_tests::rom() else { return };
    let mut console = Console::new(Cartridge::new(rom).expect("4 KB"));
    level::set_up(&mut console, Some(5), false).expect("the level can be set");
    let mut hand = Hand::new(&mut console);
    // Eight squares to a rank from a8 on: e2, e4.
    hand.carry(52, 36).expect("e2e4 is legal");
    hand.drop_piece().expect("it begins to search");
    for _ in 0..3 {
        console.run_frame();
    }
    assert!(console.is_without_vsync(), "it thinks");
    let (start, mut frames) = (console.cycle(), 0_u64);
    let mut colours = std::collections::BTreeSet::new();
    while console.is_without_vsync() && console.cycle() - start < 2 * 1_193_182 {
        assert_eq!(console.run_frame(), Stop::Frame);
        frames += 1;
        let picture = console.screen().picture();
        let shown: std::collections::BTreeSet<u8> = picture.iter().flatten().copied().collect();
        assert!(picture.len() >= 262 && !shown.contains(&tia::BLANK), "a whole picture");
        colours.extend(shown);
    }
    let lines = (console.cycle() - start) / CYCLES_PER_LINE;
    assert!(lines.abs_diff(frames * LINE_LIMIT) < LINE_LIMIT, "{frames} frames in {lines} lines");
    assert!(colours.len() > 8, "the background changes: {colours:02x?}");
}
