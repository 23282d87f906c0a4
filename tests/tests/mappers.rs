//! Every wiring, with programs made for it: what each hotspot shows, what the RAM keeps, and what detection makes of it.

use std::fmt::Write as _;

use emu6507::cartridge::{Reason, detect};
use emu6507::{Cartridge, Console, Scheme};
use vchess_tests::asm::assemble;

/// Where each bank has a byte that tells which one it is: its number and 1.
const MARK: usize = 0x400;

/// An image whose parts of `part` bytes all hold the same program at their end or wherever it lies, and a mark each.
fn marked(program: &[u8], size: usize, part: usize) -> Vec<u8> {
    assert_eq!(program.len(), part, "the program fills its part");
    let mut image = program.repeat(size / part);
    for (number, bank) in image.chunks_exact_mut(part).enumerate() {
        bank[MARK] = number as u8 + 1;
    }
    image
}

/// A program of `part` bytes that ends at `$FFFF`: `body` at `start`, then it stays where it is.
fn program(part: usize, start: u16, body: &str) -> Vec<u8> {
    let first = (0x1_0000 - part) as u16;
    assemble(&format!(
        "        .org ${first:04x}\n        .org ${start:04x}\n{body}\nstay:   jmp stay\n        \
         .org $fffa\n        .word ${start:04x}, ${start:04x}, ${start:04x}\n"
    ))
}

fn ran(image: &[u8], scheme: Scheme) -> Console {
    let mut console = Console::new(Cartridge::with_scheme(image, scheme).expect("it fits"));
    console.run_until(20_000);
    assert!(!console.cpu().is_jammed());
    console
}

fn ram(console: &Console, range: std::ops::Range<usize>) -> &[u8] {
    &console.ram()[range.start - 0x80..range.end - 0x80]
}

/// The Atari boards: hotspots from `first` on, one a bank. `$80` on: the marks after reads; `$90` on: after writes, the
/// last bank first.
fn atari(first: u16, banks: u16, more: &str) -> Vec<u8> {
    let mut body = String::new();
    for bank in 0..banks {
        let hotspot = first + bank;
        let _ =
            writeln!(body, "        lda ${hotspot:04x}\n        lda $f400\n        sta ${:02x}", 0x80 + bank);
    }
    for bank in (0..banks).rev() {
        let hotspot = first + bank;
        let _ =
            writeln!(body, "        sta ${hotspot:04x}\n        lda $f400\n        sta ${:02x}", 0x90 + bank);
    }
    marked(&program(0x1000, 0xf600, &(body + more)), usize::from(banks) * 0x1000, 0x1000)
}

/// Stores at both ends of the RAM, switches banks, and reads: `$A0`, `$A1`. A read of the address that writes takes what
/// floats on the lines, which is the operand's high byte: `$A2`.
fn superchip(size: u16, switch: u16) -> String {
    let last = size - 1;
    format!(
        "        lda #$5a
        sta $f000
        lda #$a5
        sta ${:04x}
        lda ${switch:04x}
        lda ${:04x}
        sta $a0
        lda ${:04x}
        sta $a1
        lda $f010
        lda ${:04x}
        sta $a2
",
        0xf000 + last,
        0xf000 + size,
        0xf000 + size + last,
        0xf010 + size,
    )
}

/// What detection says of an image, in the words that people read.
fn told(image: &[u8]) -> (Scheme, String) {
    let found = detect(image).expect("the size is known");
    (found.scheme, found.to_string())
}

#[test]
fn ataris_boards_switch_by_reads_and_by_writes() {
    for (scheme, first, banks) in [
        (Scheme::F8, 0xfff8, 2_u16),
        (Scheme::F6, 0xfff6, 4),
        (Scheme::F4, 0xfff4, 8),
        (Scheme::Fa, 0xfff8, 3),
    ] {
        let image = atari(first, banks, "");
        let console = ran(&image, scheme);
        let marks: Vec<u8> = (1..=banks as u8).collect();
        assert_eq!(ram(&console, 0x80..0x80 + marks.len()), marks, "{scheme} by reads");
        assert_eq!(ram(&console, 0x90..0x90 + marks.len()), marks, "{scheme} by writes");
        assert_eq!(told(&image).0, scheme);
        assert!(told(&image).1.contains("hotspots"), "{}", told(&image).1);
    }
}

#[test]
fn the_ram_of_ataris_boards_is_kept_over_banks() {
    for (scheme, first, banks, size) in [
        (Scheme::F8Sc, 0xfff8, 2, 128_u16),
        (Scheme::F6Sc, 0xfff6, 4, 128),
        (Scheme::F4Sc, 0xfff4, 8, 128),
        (Scheme::Fa, 0xfff8, 3, 256),
    ] {
        let image = atari(first, banks, &superchip(size, first));
        let console = ran(&image, scheme);
        assert_eq!(ram(&console, 0xa0..0xa3), [0x5a, 0xa5, 0xf0], "{scheme}");
        assert_eq!(told(&image).0, scheme);
    }
}

#[test]
fn without_ram_the_same_addresses_are_rom() {
    let image = atari(0xfff8, 2, &superchip(128, 0xfff8));
    let console = ran(&image, Scheme::F8);
    assert_eq!(ram(&console, 0xa0..0xa3), [0, 0, 0]);
}

/// The two banks of FE are at `$F000` and `$D000`; both begin with the same few bytes, which call the first.
fn activision() -> Vec<u8> {
    let bank = |origin: u16, more: &str| {
        assemble(&format!(
            "        .org ${origin:04x}
        ldx #$ff
        txs
        jsr $f100
        .org ${:04x}
{more}
        .org ${:04x}
        .byte ${:02x}
        .org ${:04x}
        .word $f000, $f000, $f000
",
            origin + 0x100,
            origin + 0x400,
            if origin == 0xf000 { 1 } else { 2 },
            origin + 0xffa,
        ))
    };
    let first = bank(
        0xf000,
        "        lda $f400
        sta $80
        ldx #$ff
        txs
        jsr $d100
        lda $f400
        sta $82
        jsr $d100
        inc $83
stay:   jmp stay",
    );
    let second = bank(0xd000, "        lda $d400\n        sta $81\n        rts");
    [first, second].concat()
}

#[test]
fn fe_follows_calls_and_returns() {
    let image = activision();
    let console = ran(&image, Scheme::Fe);
    assert_eq!(ram(&console, 0x80..0x84), [1, 2, 1, 1]);
    assert_eq!(detect(&image).map(|found| (found.scheme, found.reason)), Ok((Scheme::Fe, Reason::Calls(3))));
}

/// `$80` on: what each of the three slices shows after each of its eight hotspots.
fn parker() -> Vec<u8> {
    let mut body = String::new();
    for slice in 0..3 {
        for bank in 0..8 {
            let (hotspot, cell) = (0xffe0 + 8 * slice + bank, 0x80 + 8 * slice + bank);
            let (mark, store) = (0xf000 + 0x400 * slice, if bank % 2 == 0 { "lda" } else { "sta" });
            let _ = writeln!(
                body,
                "        {store} ${hotspot:04x}\n        lda ${mark:04x}\n        sta ${cell:02x}"
            );
        }
    }
    let last = program(0x400, 0xfd00, &body);
    let mut image = last.repeat(8);
    for (number, bank) in image.chunks_exact_mut(0x400).enumerate() {
        bank[0] = number as u8 + 1;
    }
    image
}

#[test]
fn e0_shows_any_kilobyte_in_three_slices() {
    let image = parker();
    let console = ran(&image, Scheme::E0);
    for slice in 0..3 {
        assert_eq!(
            ram(&console, 0x80 + 8 * slice..0x88 + 8 * slice),
            [1, 2, 3, 4, 5, 6, 7, 8],
            "slice {slice}"
        );
    }
    assert_eq!(told(&image).0, Scheme::E0);
}

/// `$80` on: the lower half after each hotspot for ROM, `$88` the RAM there; `$90` on: the four pages of the window.
fn mnetwork(size: usize) -> Vec<u8> {
    let mut body = String::new();
    for bank in 0..7 {
        let _ = writeln!(
            body,
            "        lda ${:04x}\n        lda $f400\n        sta ${:02x}",
            0xffe0 + bank,
            0x80 + bank
        );
    }
    body += "        lda $ffe7\n        lda #$77\n        sta $f3ff\n        lda $f7ff\n        sta $88\n";
    for page in 0..4 {
        let _ = writeln!(
            body,
            "        lda ${:04x}\n        lda #{}\n        sta $f8ff",
            0xffe8 + page,
            page + 0x21
        );
    }
    for page in 0..4 {
        let _ = writeln!(
            body,
            "        sta ${:04x}\n        lda $f9ff\n        sta ${:02x}",
            0xffe8 + page,
            0x90 + page
        );
    }
    // ROM again, and the RAM is as it was.
    body += "        lda $ffe4\n        lda $f400\n        sta $89\n        lda $ffe7\n        lda $f7ff\n        sta $8a\n";
    marked(&program(0x800, 0xfa00, &body), size, 0x800)
}

#[test]
fn e7_shows_rom_or_ram_below_and_a_window_of_ram_above() {
    for (size, shown, again) in [
        (0x4000, [1, 2, 3, 4, 5, 6, 7], 5),
        (0x3000, [1, 2, 1, 2, 3, 4, 5], 3),
        (0x2000, [1, 1, 1, 1, 1, 2, 3], 1),
    ] {
        let image = mnetwork(size);
        let console = ran(&image, Scheme::E7);
        assert_eq!(ram(&console, 0x80..0x87), shown, "{size:x}");
        assert_eq!(ram(&console, 0x88..0x8b), [0x77, again, 0x77], "{size:x}");
        assert_eq!(ram(&console, 0x90..0x94), [0x21, 0x22, 0x23, 0x24], "{size:x}");
        assert_eq!(told(&image).0, Scheme::E7, "{size:x}");
    }
}

fn tigervision(size: usize) -> Vec<u8> {
    let mut body = String::new();
    for (cell, bank) in [0, 1, 2, 3, 2].into_iter().enumerate() {
        let _ = writeln!(
            body,
            "        lda #{bank}\n        sta $3f\n        lda $f400\n        sta ${:02x}",
            0x80 + cell
        );
    }
    // Any address of the TIA does, and reads of it do not.
    body += "        lda #1\n        sta $2d\n        lda $3f\n        lda $f400\n        sta $85\n        lda $fc00\n        sta $86\n";
    marked(&program(0x800, 0xfa00, &body), size, 0x800)
}

#[test]
fn tigervision_takes_what_is_written_to_the_tia() {
    for size in [0x2000, 0x8000, 0x1_0000] {
        let image = tigervision(size);
        let console = ran(&image, Scheme::Tigervision);
        assert_eq!(ram(&console, 0x80..0x87), [1, 2, 3, 4, 3, 2, (size >> 11) as u8], "{size:x}");
        assert_eq!(told(&image).0, Scheme::Tigervision, "{size:x}");
    }
}

fn outside(hotspots: [u16; 2]) -> Vec<u8> {
    let mut body = String::new();
    for (cell, bank) in [0, 1, 0, 1].into_iter().enumerate() {
        let access = if cell < 2 { "lda" } else { "sta" };
        let _ = writeln!(
            body,
            "        {access} ${:04x}\n        lda $f400\n        sta ${:02x}",
            hotspots[bank],
            0x80 + cell
        );
    }
    marked(&program(0x1000, 0xf600, &body), 0x2000, 0x1000)
}

#[test]
fn ua_and_0840_switch_outside_the_cartridge() {
    for (scheme, hotspots) in [
        (Scheme::Ua, [0x0220, 0x0240]),
        (Scheme::Ua, [0x02a0, 0x02c0]),
        (Scheme::Econobanking, [0x0800, 0x0840]),
    ] {
        let image = outside(hotspots);
        let console = ran(&image, scheme);
        assert_eq!(ram(&console, 0x80..0x84), [1, 2, 1, 2], "{scheme} {hotspots:x?}");
        assert_eq!(told(&image).0, scheme);
    }
}

const COMMAVID: &str = "        lda #$12
        sta $f400
        lda #$34
        sta $f7ff
        lda $f000
        sta $80
        lda $f3ff
        sta $81
        lda $f123
        sta $82";

#[test]
fn commavid_has_a_kilobyte_of_ram() {
    let rom = program(0x800, 0xf800, COMMAVID);
    let console = ran(&rom, Scheme::Cv);
    assert_eq!(ram(&console, 0x80..0x83), [0x12, 0x34, 0]);
    assert_eq!(told(&rom).0, Scheme::Cv);
    // With what the RAM holds at power-on before it.
    let mut image = vec![0; 0x800];
    image[0x123] = 0x56;
    image.extend(&rom);
    let console = ran(&image, Scheme::Cv);
    assert_eq!(ram(&console, 0x80..0x83), [0x12, 0x34, 0x56]);
    assert_eq!(told(&image).0, Scheme::Cv);
}

#[test]
fn two_kilobytes_are_seen_twice() {
    let image = program(
        0x800,
        0xf900,
        "        lda $f950\n        sta $80\n        lda $f150\n        sta $81\n        jmp $f130\n        .org $f930\n        inc $82",
    );
    let mut marked = image.clone();
    marked[0x150] = 0x99;
    let console = ran(&marked, Scheme::Plain2K);
    assert_eq!(ram(&console, 0x80..0x83), [0x99, 0x99, 1]);
    assert_eq!(told(&image), (Scheme::Plain2K, "2K: the size says so".to_owned()));
}

/// DPC: a fetcher walks down through the graphics, which are stored backwards.
fn dpc() -> Vec<u8> {
    let body = "        lda #$23
        sta $f050
        lda #$01
        sta $f058
        lda $f008
        sta $80
        lda $f008
        sta $81
        lda #$00
        sta $f050
        lda #$02
        sta $f058
        lda $f008
        lda $f008
        sta $82
        lda #$12
        sta $f041
        lda #$10
        sta $f049
        lda #$14
        sta $f051
        lda #$00
        sta $f059
        ldx #0
next:   lda $f039
        sta $83,x
        inx
        cpx #6
        bne next
        lda $fff8
        lda $f400
        sta $90
        lda $fff9
        lda $f400
        sta $91";
    let mut image = marked(&program(0x1000, 0xf600, body), 0x2000, 0x1000);
    // The graphics tell the low byte of the counter that shows them, and 1 for each 256.
    image.extend((0..0x800).rev().map(|counter: u16| (counter as u8).wrapping_add((counter >> 8) as u8)));
    image
}

#[test]
fn dpc_fetches_graphics() {
    let image = dpc();
    let console = ran(&image, Scheme::Dpc);
    assert_eq!(ram(&console, 0x80..0x83), [0x24, 0x23, 0x00]);
    // The flag is set where the counter comes to the top, and cleared at the bottom.
    assert_eq!(ram(&console, 0x83..0x89), [0, 0, 0xff, 0xff, 0, 0]);
    assert_eq!(ram(&console, 0x90..0x92), [1, 2]);
    assert_eq!(told(&image).0, Scheme::Dpc);
}

/// An image for each wiring.
fn all() -> Vec<(Scheme, Vec<u8>)> {
    vec![
        (Scheme::Plain2K, program(0x800, 0xf900, "        inc $80")),
        (Scheme::Plain4K, program(0x1000, 0xf900, "        inc $80")),
        (Scheme::Cv, program(0x800, 0xf800, COMMAVID)),
        (Scheme::F8, atari(0xfff8, 2, "")),
        (Scheme::F8Sc, atari(0xfff8, 2, &superchip(128, 0xfff8))),
        (Scheme::F6, atari(0xfff6, 4, "")),
        (Scheme::F6Sc, atari(0xfff6, 4, &superchip(128, 0xfff6))),
        (Scheme::F4, atari(0xfff4, 8, "")),
        (Scheme::F4Sc, atari(0xfff4, 8, &superchip(128, 0xfff4))),
        (Scheme::Fa, atari(0xfff8, 3, &superchip(256, 0xfff8))),
        (Scheme::Fe, activision()),
        (Scheme::E0, parker()),
        (Scheme::E7, mnetwork(0x4000)),
        (Scheme::Tigervision, tigervision(0x2000)),
        (Scheme::Ua, outside([0x0220, 0x0240])),
        (Scheme::Econobanking, outside([0x0800, 0x0840])),
        (Scheme::Dpc, dpc()),
    ]
}

#[test]
fn a_state_taken_anywhere_in_these_programs_goes_on_the_same() {
    let images = all();
    assert!(Scheme::ALL.iter().all(|scheme| images.iter().any(|(other, _)| other == scheme)));
    for (scheme, image) in &images {
        let fresh = || Console::new(Cartridge::with_scheme(image, *scheme).expect("it fits"));
        let mut whole = fresh();
        whole.run_until(2_000);
        let end = whole.save();
        let mut console = fresh();
        while console.cycle() < 500 {
            console.step();
            let mut other = fresh();
            other.run_until(333);
            other.load(&console.save()).expect("it is a state of this cartridge");
            other.run_until(2_000);
            assert!(other.save() == end, "{scheme} from cycle {}", console.cycle());
        }
    }
}

#[test]
fn a_state_of_another_wiring_is_refused() {
    let image = outside([0x0220, 0x0240]);
    let state = Console::new(Cartridge::with_scheme(&image, Scheme::Ua).expect("it fits")).save();
    let mut other = Console::new(Cartridge::with_scheme(&image, Scheme::F8).expect("it fits"));
    assert_eq!(other.load(&state), Err(emu6507::StateError::OtherCartridge));
}

#[test]
fn names_are_known_in_any_case_and_others_are_told() {
    for scheme in Scheme::ALL {
        assert_eq!(scheme.name().to_lowercase().parse(), Ok(scheme));
    }
    let error = "F7".parse::<Scheme>().expect_err("there is none").to_string();
    assert!(Scheme::ALL.iter().all(|scheme| error.contains(scheme.name())), "{error}");
    let misfit = Cartridge::with_scheme(&[0; 0x1000], Scheme::F6).err().expect("it does not fit").to_string();
    assert!(misfit.contains("4096") && misfit.contains("16,384"), "{misfit}");
}
