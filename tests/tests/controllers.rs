//! Controllers, seen by programs made for them.

use emu6507::{Cartridge, Console, Controller, Input, Keypad, Paddle, Wheel};
use vchess_tests::asm::assemble;

fn console(body: &str, controllers: [Controller; 2]) -> Console {
    let image = assemble(&format!(
        "        .org $f000
start:
{body}
        .org $fffa
        .word start, start, start
"
    ));
    let mut console = Console::new(Cartridge::new(&image).expect("4 KB"));
    console.plug(controllers);
    console
}

/// Grounds the capacitors for a long while, lets them go, and counts how often a loop of eight cycles finds each of
/// the four still low: `$80`, `$81` for the first, and so on. `$88` counts measurements.
const PADDLES: &str = "
        ldx #0
again:  lda #$80
        sta VBLANK
        ldy #0
wait:   sta WSYNC
        dey
        bne wait
        lda #0
        sta $90
        sta $91
        sta VBLANK
low:    inc $90
        bne same
        inc $91
same:   bit INPT0,x
        bpl low
        jmp done
done:   inx
        cpx #4
        bne again
        inc $88
        jmp start";

/// The program cannot index BIT: a copy of it for each paddle.
fn paddles(which: usize) -> String {
    PADDLES.replace("INPT0,x", &format!("INPT{which}"))
}

#[test]
fn a_paddle_is_as_long_low_as_it_is_turned_left() {
    for which in 0..4 {
        let mut counts = Vec::new();
        for turn in [u16::MAX, 0xc000, 0x8000, 0x4000, 0x2000, 0] {
            let mut console = console(&paddles(which), [Controller::Paddles; 2]);
            let mut input = Input::default();
            input.paddles[which] = Paddle { turn, fire: false };
            console.set_input(input);
            // The first of four measurements in a row is over when VBLANK grounds the capacitors again.
            while console.cpu().x == 0 {
                console.step();
            }
            let [low, high] = [console.ram()[0x10], console.ram()[0x11]];
            counts.push(u16::from_le_bytes([low, high]));
        }
        // The loop takes 14 cycles, and 4 more each 256th time. At the right stop less than a line goes by, at the left
        // one 379; in between it is in proportion.
        assert!(counts.is_sorted_by(|a, b| a < b), "paddle {which}: {counts:?}");
        let lines = |count: u16| f64::from(count) * (14.0 + 4.0 / 256.0) / 76.0;
        let expected = [0.7, 95.4, 190.0, 284.8, 331.9, 379.0];
        for (count, expected) in counts.iter().zip(expected) {
            assert!(
                (lines(*count) - expected).abs() < 1.0,
                "paddle {which}: {} lines, not {expected}",
                lines(*count)
            );
        }
    }
}

#[test]
fn a_joystick_leaves_the_paddles_pins_open() {
    let mut console = console(&paddles(0), [Controller::Joystick; 2]);
    console.run_until(1_000_000);
    assert_eq!(console.cpu().x, 0, "the capacitor is never charged");
}

#[test]
fn buttons_of_paddles_are_where_a_joystick_has_left_and_right() {
    let mut console =
        console("        lda SWCHA\n        sta $80\n        jmp start", [Controller::Paddles; 2]);
    for (which, bit) in [(0, 7), (1, 6), (2, 3), (3, 2)] {
        let mut input = Input::default();
        input.paddles[which].fire = true;
        console.set_input(input);
        console.run_until(console.cycle() + 100);
        assert_eq!(console.ram()[0], !(1 << bit), "paddle {which}");
    }
}

/// Looks through both keypads row by row: `$80` to `$8B` are the left one's keys, `$8C` to `$97` the right one's,
/// bit 7 low where a key is down.
const KEYPADS: &str = "
        lda #$ff
        sta SWACNT
        ldx #0
        lda #%11101110
        sta $a0
row:    lda $a0
        sta SWCHA
        ldy #20
wait:   sta WSYNC
        dey
        bne wait
        lda INPT0
        sta $80,x
        lda INPT1
        sta $81,x
        lda INPT4
        sta $82,x
        lda INPT2
        sta $8c,x
        lda INPT3
        sta $8d,x
        lda INPT5
        sta $8e,x
        inx
        inx
        inx
        sec
        rol $a0
        cpx #12
        bne row
        inc $a1
        jmp start";

#[test]
fn each_key_of_each_keypad_is_seen_alone() {
    for port in 0..2 {
        for (at, key) in Keypad::KEYS.into_iter().enumerate() {
            let mut console = console(KEYPADS, [Controller::Keypad; 2]);
            let mut input = Input::default();
            input.keypads[port] = Keypad::default().with(key).expect("it is a key");
            console.set_input(input);
            console.run_until(20_000);
            assert!(console.ram()[0x21] > 0, "it has looked through all of them");
            let down: Vec<usize> = (0..24).filter(|cell| console.ram()[*cell] & 0x80 == 0).collect();
            assert_eq!(down, [12 * port + at], "key {key} of keypad {port}");
        }
    }
}

#[test]
fn keys_in_one_row_and_in_one_column_are_all_seen() {
    let mut console = console(KEYPADS, [Controller::Keypad; 2]);
    let mut input = Input::default();
    for key in "1379".chars() {
        input.keypads[0] = input.keypads[0].with(key).expect("it is a key");
    }
    console.set_input(input);
    console.run_until(20_000);
    let down: Vec<usize> = (0..24).filter(|cell| console.ram()[*cell] & 0x80 == 0).collect();
    assert_eq!(down, [0, 2, 6, 8]);
}

/// Follows the wheel as the field's programs do: `$80` is where it has come to, by the two contacts' Gray code.
const DRIVING: &str = "
        lda SWCHA
        lsr
        lsr
        lsr
        lsr
        and #3
        cmp $81
        beq start
        tax
        lda $81
        asl
        asl
        sta $82
        txa
        sta $81
        ora $82
        tax
        lda steps,x
        clc
        adc $80
        sta $80
        jmp start
; By the contacts before (upper two bits) and after: one step clockwise or back.
steps:  .byte 0, 255, 1, 0, 1, 0, 0, 255, 255, 0, 0, 1, 0, 1, 255, 0";

#[test]
fn a_wheel_is_followed_both_ways() {
    for port in 0..2 {
        let program = if port == 0 {
            DRIVING.to_owned()
        } else {
            DRIVING.replacen("lsr\n        lsr\n        lsr\n        lsr\n", "nop\n", 1)
        };
        let mut console = console(&program, [Controller::Driving; 2]);
        let mut turn = |position: u8| {
            let mut input = Input::default();
            input.wheels[port] = Wheel { position, fire: false };
            console.set_input(input);
            console.run_until(console.cycle() + 200);
            console.ram()[0]
        };
        let at_rest = turn(0);
        let forwards: Vec<u8> = (1..40).map(|position| turn(position).wrapping_sub(at_rest)).collect();
        assert_eq!(forwards, (1..40).collect::<Vec<u8>>(), "port {port}");
        let back: Vec<u8> = (0..40).rev().map(|position| turn(position).wrapping_sub(at_rest)).collect();
        assert_eq!(back, (0..40).rev().collect::<Vec<u8>>(), "port {port}");
    }
}

#[test]
fn fire_and_switches_are_on_their_pins() {
    let body = "        lda INPT4\n        sta $80\n        lda INPT5\n        sta $81\n        lda SWCHB\n        sta $82\n        jmp start";
    let mut console = console(body, [Controller::Joystick, Controller::Driving]);
    let mut seen = |input: Input| {
        console.set_input(input);
        console.run_until(console.cycle() + 100);
        (console.ram()[0] & 0x80 == 0, console.ram()[1] & 0x80 == 0, console.ram()[2] & 0b1100_1011)
    };
    let mut input = Input::default();
    assert_eq!(seen(input), (false, false, 0b0000_1011));
    input.joysticks[0].fire = true;
    input.switches.select = true;
    assert_eq!(seen(input), (true, false, 0b0000_1001));
    input.wheels[1].fire = true;
    // Nothing is plugged in that these are on.
    input.joysticks[1].fire = true;
    input.wheels[0].fire = true;
    input.joysticks[0].fire = false;
    (input.switches.select, input.switches.reset) = (false, true);
    assert_eq!(seen(input), (false, true, 0b0000_1010));
    input.switches.reset = false;
    (input.switches.left_a, input.switches.right_a, input.switches.colour) = (true, true, false);
    assert_eq!(seen(input), (false, true, 0b1100_0011));
}
