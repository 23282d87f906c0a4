//! Where things appear: what anybody who programs the chip counts on, and what the netlist gave for it.
//!
//! "Cycle n" is the n-th 6507 cycle of line 1.

mod common;

use common::{Bench, CYCLES};
use tia::register::*;

/// First pixel of player 0 in the line after a strobe in this cycle, for a value of NUSIZ0.
fn player(cycle: u64, size: u8) -> (usize, usize) {
    let mut bench = Bench::new(&[(GRP0, 0x80), (NUSIZ0, size)]);
    bench.write(CYCLES + cycle, RESP0, 0);
    bench.object(3, 0x20).expect("a player")
}

fn missile(cycle: u64) -> usize {
    let mut bench = Bench::new(&[(ENAM0, 2)]);
    bench.write(CYCLES + cycle, RESM0, 0);
    bench.object(3, 0x20).expect("a missile").0
}

#[test]
fn a_strobe_in_the_picture_puts_a_player_five_clocks_on() {
    assert_eq!(player(22, 0), (6, 1));
    assert_eq!(player(23, 0), (9, 1));
    assert_eq!(player(40, 0), (60, 1));
    assert_eq!(player(73, 0), (159, 1));
    assert_eq!(player(74, 0), (2, 1));
    assert_eq!(player(40, 5), (61, 2), "double size is a clock later");
    assert_eq!(player(40, 7), (61, 4), "so is quadruple size");
}

#[test]
fn a_strobe_in_the_blanking_puts_everything_at_the_left_edge() {
    for cycle in (0..=21).chain([75]) {
        assert_eq!(player(cycle, 0).0, 3, "cycle {cycle}");
    }
    for cycle in (0..=20).chain([75]) {
        assert_eq!(missile(cycle), 2, "cycle {cycle}");
    }
    assert_eq!(missile(22), 5);
    assert_eq!(missile(40), 59);
    assert_eq!(missile(74), 1);
}

#[test]
fn a_strobe_starts_no_first_copy_but_the_others() {
    let mut bench = Bench::new(&[(GRP0, 0xff), (NUSIZ0, 1)]);
    bench.write(CYCLES + 40, RESP0, 0);
    assert_eq!(bench.runs(1), "b*18 s*16 b*34 00*3 20*8 00*8 20*8 00*49 20*8 00*76");
}

#[test]
fn the_balls_strobe_draws_it() {
    let mut bench = Bench::new(&[(ENABL, 2)]);
    bench.write(CYCLES + 40, RESBL, 0);
    assert_eq!(bench.runs(1), "b*18 s*16 b*34 00*2 60 00*56 60 00*100");
}

#[test]
fn colours_change_at_once_and_graphics_a_clock_later() {
    let mut bench = Bench::new(&[]);
    bench.write(CYCLES + 40, COLUBK, 0x6f);
    assert_eq!(bench.runs(1), "b*18 s*16 b*34 00*55 6E*105");

    let mut bench = Bench::new(&[(GRP0, 0xff), (NUSIZ0, 7)]);
    bench.write(CYCLES + 24, GRP0, 0);
    // Clock 3 * 25 + 1 is pixel 8.
    assert_eq!(bench.runs(1), "b*18 s*16 b*34 00*4 20*4 00*152");

    let mut bench = Bench::new(&[]);
    bench.write(CYCLES + 40, VBLANK, 2);
    assert_eq!(bench.runs(1), "b*18 s*16 b*34 00*56 b*104");
}

#[test]
fn a_playfield_column_is_read_two_clocks_before_it_shows() {
    for (cycle, last) in [(41, 60), (42, 64)] {
        let mut bench = Bench::new(&[(PF2, 0xff)]);
        bench.write(CYCLES + cycle, PF2, 0);
        let (first, count) = bench.object(1, 0x60).expect("a playfield");
        assert_eq!((first, first + count), (48, last), "cycle {cycle}");
    }
}

#[test]
fn score_mode_changes_colour_a_pixel_early() {
    let mut bench = Bench::new(&[(PF2, 0x80), (PF0, 0x10), (CTRLPF, 2)]);
    assert_eq!(bench.runs(1), "b*18 s*16 b*34 20*4 00*72 20*3 40*5 00*72 40*4");
    bench.write(2 * CYCLES + 3, CTRLPF, 6);
    assert_eq!(
        bench.runs(2),
        "b*18 s*16 b*34 60*4 00*72 60*8 00*72 60*4",
        "the priority bit gives the playfield its own colour"
    );
}

/// Where player 0, at pixel 60, is in line 3 after HMOVE in this cycle of line 1 (-1: the cycle before); and the
/// comb of line 1.
fn moved(cycle: i64, motion: u8) -> (usize, usize) {
    let mut bench = Bench::new(&[(GRP0, 0x80), (HMP0, motion), (HMP1, 0)]);
    bench.write(40, RESP0, 0);
    bench.write((2 * CYCLES as i64 + cycle) as u64, HMOVE, 0);
    (bench.object(4, 0x20).expect("a player").0, bench.comb(2))
}

#[test]
fn hmove_in_its_place_moves_by_the_register_and_leaves_a_comb() {
    for cycle in -1..=2 {
        assert_eq!(moved(cycle, 0x70), (53, 8), "cycle {cycle}");
        assert_eq!(moved(cycle, 0x00), (60, 8), "cycle {cycle}");
        assert_eq!(moved(cycle, 0xf0), (61, 8), "cycle {cycle}");
        assert_eq!(moved(cycle, 0x80), (68, 8), "cycle {cycle}");
    }
}

#[test]
fn a_late_hmove_moves_less_and_one_at_the_end_of_a_line_moves_left_without_a_comb() {
    for (cycle, pixel, comb) in [
        (3, 54, 8),
        (4, 55, 8),
        (5, 55, 8),
        (10, 59, 8),
        (16, 64, 8),
        (19, 66, 8),
        (20, 60, 0),
        (53, 60, 0),
        (54, 59, 0),
        (60, 54, 0),
        (70, 47, 0),
        (71, 46, 0),
        (72, 45, 0),
        (74, 45, 0),
    ] {
        assert_eq!(moved(cycle, 0x70), (pixel, comb), "cycle {cycle}");
    }
    assert_eq!(moved(73, 0x00), (52, 0), "eight to the left");
    assert_eq!(moved(73, 0x80), (60, 0), "no motion");
}

#[test]
fn wsync_lets_go_at_the_next_line() {
    for (cycle, release) in [(0, Some(76)), (40, Some(76)), (73, Some(76)), (74, Some(76)), (75, None)] {
        let mut bench = Bench::new(&[]);
        bench.write(CYCLES + cycle, WSYNC, 0);
        let release = release.map(|release| CYCLES + release);
        assert_eq!(bench.chip.rdy_release(CYCLES + cycle), release, "cycle {cycle}");
    }
}

#[test]
fn rsync_begins_a_line_three_clocks_after_the_next_cycle_has() {
    for cycle in [0, 1, 17, 22, 40, 62, 75] {
        let mut bench = Bench::new(&[(COLUBK, 0x80)]);
        bench.write(CYCLES + cycle, RSYNC, 0);
        bench.chip.catch_up(5 * CYCLES, &mut bench.recorder);
        // The sync pulse of a line begins 18 clocks after its blanking.
        let start = 228 + 3 * (cycle as usize + 1) + 3;
        let sync = bench.recorder.samples[start..].iter().position(|sample| sample.sync);
        let expected = if (5..=10).contains(&cycle) { 0 } else { 18 };
        assert_eq!(sync, Some(expected), "cycle {cycle}");
        assert!(bench.recorder.samples[start].blank, "cycle {cycle}");
    }
}

#[test]
fn vsync_turns_the_sync_pulse_over() {
    let mut bench = Bench::new(&[]);
    bench.write(CYCLES, VSYNC, 2);
    assert_eq!(bench.runs(2), "s*18 b*16 s*34 s00*160");
    assert_eq!(bench.recorder.vsync, [(true, 230)]);
}

#[test]
fn a_stuck_missile_draws_stars() {
    // HMM0 is changed so late that its comparator has missed the counter: the missile moves on every line, 17 pixels
    // to the left, until the next HMOVE.
    let mut bench = Bench::new(&[(ENAM0, 2), (HMM0, 0x70)]);
    bench.write(2 * CYCLES + 2, HMOVE, 0);
    bench.write(2 * CYCLES + 23, HMM0, 0x60);
    let mut places = Vec::new();
    for line in 3..40 {
        places.extend(bench.object(line, 0x20).map(|(pixel, _)| (line as usize, pixel)));
    }
    assert!(places.len() > 20, "stars on most lines: {places:?}");
    for pair in places.windows(2) {
        let [(line, pixel), (next_line, next)] = pair else { continue };
        let lines = next_line - line;
        let left = (pixel + 160 - next) % 160;
        assert!(
            left.abs_diff(17 * lines % 160) <= 1,
            "from {pixel} in line {line} to {next} in line {next_line}"
        );
    }
}
