//! From two samples a line to the device's rate.

use anyhow::{Context, Result};
use rubato::audioadapter_buffers::direct::SequentialSlice;
use rubato::{Adjustable, Async, FixedAsync, Resampler as _, SincInterpolationParameters, WindowFunction};

use super::servo::LIMIT;

/// Samples that are converted together: two milliseconds.
const CHUNK: usize = 64;
/// Length of the low-pass filter in samples. Four milliseconds, half of which is delay.
const TAPS: usize = 128;

/// Converts samples at the console's rate to a rate near the device's.
///
/// A band-limited interpolation: what the device's rate cannot carry is taken away before it could come back as
/// another frequency.
pub struct Resampler {
    inner: Async<f32>,
    input: Vec<f32>,
    output: Vec<f32>,
}

impl Resampler {
    /// From `source` samples a second, which the console makes, to `rate`.
    ///
    /// # Errors
    /// If nobody could mean such a rate.
    pub fn new(source: f64, rate: u32) -> Result<Self> {
        let parameters = SincInterpolationParameters::new(TAPS, WindowFunction::BlackmanHarris);
        let ratio = f64::from(rate) / source;
        let inner = Async::new_sinc(ratio, 1.0 + 2.0 * LIMIT, &parameters, CHUNK, 1, FixedAsync::Input)
            .with_context(|| format!("sound at {rate} samples a second"))?;
        let output = vec![0.0; inner.output_frames_max()];
        Ok(Resampler { inner, input: Vec::with_capacity(2 * CHUNK), output })
    }

    /// Makes so much more of the samples to come: 0.001 is a thousandth, the most is [`LIMIT`].
    pub fn correct(&mut self, correction: f64) {
        let relative = 1.0 + correction.clamp(-LIMIT, LIMIT);
        // Refused only out of the bounds that it was made with.
        let _ = self.inner.set_resample_ratio_relative(relative, true);
    }

    /// Takes in samples and hands out what has become complete.
    pub fn process(&mut self, samples: &[f32], mut put: impl FnMut(f32)) {
        self.input.extend_from_slice(samples);
        let mut chunks = self.input.chunks_exact(CHUNK);
        for chunk in &mut chunks {
            let room = self.output.len();
            let (Ok(source), Ok(mut sink)) =
                (SequentialSlice::new(chunk, 1, CHUNK), SequentialSlice::new_mut(&mut self.output, 1, room))
            else {
                continue;
            };
            if let Ok((_, made)) = self.inner.process_into_buffer(&source, &mut sink, None) {
                self.output[..made].iter().copied().for_each(&mut put);
            }
        }
        let rest = chunks.remainder().len();
        let start = self.input.len() - rest;
        self.input.drain(..start);
    }
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use emu6507::NTSC_RATE;

    use super::*;

    /// A second of a sine at `hertz`, resampled, with the beginning and the end left out.
    fn resampled(hertz: f64, rate: u32) -> Vec<f32> {
        let tone: Vec<f32> =
            (0..40_000).map(|i| (TAU * hertz * f64::from(i) / NTSC_RATE).sin() as f32).collect();
        let mut out = Vec::new();
        Resampler::new(NTSC_RATE, rate).unwrap().process(&tone, |sample| out.push(sample));
        out[2_000..2_000 + rate as usize].to_vec()
    }

    /// Power of the sine at `hertz` that fits the samples best, and of what is left without it.
    fn split(samples: &[f32], hertz: f64, rate: u32) -> (f64, f64) {
        let (mut cc, mut cs, mut ss, mut xc, mut xs) = (0.0, 0.0, 0.0, 0.0, 0.0);
        let wave = |i: usize| (TAU * hertz * i as f64 / f64::from(rate)).sin_cos();
        for (i, &sample) in samples.iter().enumerate() {
            let (s, c) = wave(i);
            (cc, cs, ss) = (cc + c * c, cs + c * s, ss + s * s);
            (xc, xs) = (xc + f64::from(sample) * c, xs + f64::from(sample) * s);
        }
        let d = cc * ss - cs * cs;
        let (a, b) = ((xc * ss - xs * cs) / d, (xs * cc - xc * cs) / d);
        let (mut tone, mut rest) = (0.0, 0.0);
        for (i, &sample) in samples.iter().enumerate() {
            let (s, c) = wave(i);
            let fitted = a * c + b * s;
            tone += fitted * fitted;
            rest += (f64::from(sample) - fitted).powi(2);
        }
        (tone / samples.len() as f64, rest / samples.len() as f64)
    }

    fn decibels(ratio: f64) -> f64 {
        10.0 * ratio.log10()
    }

    #[test]
    fn aliases_and_images_lie_60_db_below_the_tone() {
        for rate in [22_050, 44_100, 48_000, 96_000] {
            for hertz in [30.0, 440.0, 1_000.0, 2_093.3, 5_233.2, 7_849.9, 9_500.0] {
                let (tone, rest) = split(&resampled(hertz, rate), hertz, rate);
                let noise = decibels(rest / tone);
                assert!(noise < -60.0, "{hertz} Hz at {rate}: {noise:.1} dB");
                assert!(decibels(tone / 0.5).abs() < 0.5, "{hertz} Hz at {rate}: the tone has {tone}");
            }
        }
    }

    #[test]
    fn what_the_device_cannot_carry_is_taken_away() {
        // At 22,050 samples a second these would come back as 7,950, 9,050 and 6,350 Hz.
        for hertz in [14_100.0, 13_000.0, 15_699.0] {
            let (rate, full) = (22_050, 0.5);
            let samples = resampled(hertz, rate);
            let power = samples.iter().map(|&s| f64::from(s * s)).sum::<f64>() / samples.len() as f64;
            assert!(decibels(power / full) < -60.0, "{hertz} Hz: {:.1} dB", decibels(power / full));
        }
    }

    #[test]
    fn it_takes_any_number_of_samples_at_a_time() {
        let tone: Vec<f32> = (0..10_000).map(|i| (f64::from(i) * 0.1).sin() as f32).collect();
        let (mut whole, mut pieces) = (Vec::new(), Vec::new());
        Resampler::new(NTSC_RATE, 48_000).unwrap().process(&tone, |sample| whole.push(sample));
        let mut resampler = Resampler::new(NTSC_RATE, 48_000).unwrap();
        let (mut left, mut size) = (&tone[..], 1);
        while !left.is_empty() {
            let (now, later) = left.split_at(size.min(left.len()));
            resampler.process(now, |sample| pieces.push(sample));
            (left, size) = (later, size % 333 + 7);
        }
        assert_eq!(whole, pieces);
        assert!(whole.len().abs_diff(10_000 * 48_000 / 31_400) < 200);
    }

    #[test]
    fn a_correction_makes_so_many_more() {
        let silence = vec![0.0; 64 * 1_000];
        let count = |correction| {
            let (mut resampler, mut count) = (Resampler::new(NTSC_RATE, 48_000).unwrap(), 0u32);
            resampler.correct(correction);
            resampler.process(&silence, |_| count += 1);
            f64::from(count)
        };
        let plain = count(0.0);
        assert!((count(0.002) / plain - 1.002).abs() < 1e-4);
        assert!((count(-0.002) / plain - 0.998).abs() < 1e-4);
    }
}
