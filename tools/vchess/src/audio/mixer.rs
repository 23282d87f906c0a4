//! Both channels on one line, without the constant part.

use std::f32::consts::TAU;

use emu6507::{NTSC_RATE, Run};

use crate::wave::mix;

/// Hertz below which the line to the television lets nothing through: it has a capacitor.
const LOWEST: f32 = 12.0;
/// Loudest sample, so that filters have room to overshoot.
const VOLUME: f32 = 0.6;

/// Mixes runs of levels to samples between -1 and 1 at the console's own rate.
#[derive(Clone, Debug)]
pub struct Mixer {
    /// The line's level for both channels' sum, 0 to 30.
    levels: [f32; 31],
    /// What is kept of the constant part at each sample.
    keep: f32,
    input: f32,
    output: f32,
}

impl Default for Mixer {
    fn default() -> Self {
        Self::new()
    }
}

impl Mixer {
    /// A line at rest.
    pub fn new() -> Self {
        let mut levels = [0.0; 31];
        for (sum, level) in levels.iter_mut().enumerate() {
            *level = mix(sum.min(15) as u8, sum.saturating_sub(15) as u8) as f32 * VOLUME;
        }
        Mixer { levels, keep: 1.0 - TAU * LOWEST / NTSC_RATE as f32, input: 0.0, output: 0.0 }
    }

    /// Appends a run's samples.
    pub fn mix(&mut self, run: Run, samples: &mut Vec<f32>) {
        let level = self.levels[usize::from(run.channel0.min(15) + run.channel1.min(15))];
        for _ in 0..run.count {
            self.output = self.output * self.keep + (level - self.input);
            self.input = level;
            samples.push(self.output);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(channel0: u8, channel1: u8, count: u32) -> Run {
        Run { channel0, channel1, count }
    }

    #[test]
    fn two_channels_together_are_less_than_their_sum_and_the_same_either_way_round() {
        let step = |channel0, channel1| {
            let mut samples = Vec::new();
            Mixer::new().mix(run(channel0, channel1, 1), &mut samples);
            samples[0]
        };
        assert!(step(15, 15) < step(15, 0) + step(0, 15));
        assert!(step(15, 15) > 1.2 * step(15, 0));
        assert_eq!(step(15, 0).to_bits(), step(0, 15).to_bits());
        assert_eq!(step(9, 4).to_bits(), step(4, 9).to_bits());
        for louder in 1..=15 {
            assert!(step(louder, 0) > step(louder - 1, 0));
        }
    }

    #[test]
    fn a_constant_level_fades_to_nothing_and_nothing_is_louder_than_one() {
        let (mut mixer, mut samples) = (Mixer::new(), Vec::new());
        for _ in 0..40 {
            mixer.mix(run(15, 15, 900), &mut samples);
            mixer.mix(run(0, 0, 900), &mut samples);
        }
        assert!(samples.iter().all(|sample| sample.abs() < 1.0));
        samples.clear();
        mixer.mix(run(15, 15, 31_400), &mut samples);
        assert!(samples[31_399].abs() < 1e-6, "{}", samples[31_399]);
    }
}
