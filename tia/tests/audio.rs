//! What the two channels play.

mod common;

use common::{Bench, CYCLES};
use tia::register::*;

/// The samples of 1,400 lines for AUDCx and AUDFx in both channels, volume 15, after some lines to settle.
fn play(control: u8, frequency: u8) -> Vec<(u8, u8)> {
    let mut bench = Bench::new(&[
        (AUDF0, frequency),
        (AUDF1, frequency),
        (AUDC0, control),
        (AUDC1, control),
        (AUDV0, 15),
        (AUDV1, 15),
    ]);
    bench.chip.catch_up(1600 * CYCLES, &mut bench.recorder);
    bench.recorder.audio[400..].to_vec()
}

/// The smallest number of samples after which all is the same again.
fn period<T: PartialEq>(samples: &[T]) -> Option<usize> {
    (1..samples.len() / 2).find(|period| samples[*period..] == samples[..samples.len() - period])
}

#[test]
fn waveforms_have_their_periods() {
    for (control, expected) in [
        (0x0, 1),
        (0x1, 15),
        (0x2, 465),
        (0x3, 465),
        (0x4, 2),
        (0x5, 2),
        (0x6, 31),
        (0x7, 31),
        (0x8, 511),
        (0x9, 31),
        (0xa, 31),
        (0xb, 1),
        (0xc, 6),
        (0xd, 6),
        (0xe, 93),
        (0xf, 93),
    ] {
        let samples = play(control, 0);
        for (channel, samples) in [
            samples.iter().map(|sample| sample.0).collect::<Vec<_>>(),
            samples.iter().map(|sample| sample.1).collect(),
        ]
        .iter()
        .enumerate()
        {
            assert_eq!(period(samples), Some(expected), "AUDC{channel} = {control:x}");
        }
    }
}

#[test]
fn the_divider_makes_each_step_longer() {
    for frequency in [1, 7, 30] {
        let fast: Vec<u8> = play(4, 0).iter().map(|sample| sample.0).collect();
        let slow: Vec<u8> = play(4, frequency).iter().map(|sample| sample.0).collect();
        let expected = period(&fast).map(|period| period * (usize::from(frequency) + 1));
        assert_eq!(period(&slow), expected, "AUDF = {frequency}");
    }
}

#[test]
fn control_0_and_11_hold_the_level() {
    for control in [0x0, 0xb] {
        assert!(play(control, 3).iter().all(|sample| *sample == (15, 15)), "AUDC = {control:x}");
    }
}

#[test]
fn a_line_has_two_samples_and_the_volume_acts_at_once() {
    let mut bench = Bench::new(&[(AUDV0, 9)]);
    // Clock 57 is the last with the first sample: cycle 18 still takes part in it, cycle 19 does not.
    bench.write(CYCLES + 18, AUDV0, 5);
    bench.write(2 * CYCLES + 19, AUDV0, 3);
    bench.chip.catch_up(4 * CYCLES, &mut bench.recorder);
    let levels: Vec<u8> = bench.recorder.audio.iter().map(|sample| sample.0).collect();
    assert_eq!(levels, [9, 9, 5, 5, 5, 3, 3, 3]);
}
