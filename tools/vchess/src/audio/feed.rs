//! The console's end of the ring.

use std::sync::Arc;
use std::time::Duration;

use emu6507::Run;

use super::mixer::Mixer;
use super::resampler::Resampler;
use super::servo::Servo;
use super::speaker::{Mode, Ring, Shared};

/// Takes the console's sound, frame by frame.
pub struct Feed {
    rate: f64,
    ring: Ring,
    shared: Arc<Shared>,
    mixer: Mixer,
    resampler: Option<Resampler>,
    servo: Servo,
    samples: Vec<f32>,
}

impl Feed {
    pub(super) fn new(source: f64, rate: u32, ring: Ring, shared: Arc<Shared>) -> Self {
        Feed {
            rate: f64::from(rate),
            ring,
            shared,
            mixer: Mixer::new(),
            resampler: Resampler::new(source, rate).ok(),
            servo: Servo::default(),
            samples: Vec::new(),
        }
    }

    /// Sends a frame's sound, `elapsed` after the last one's.
    pub fn send(&mut self, runs: impl Iterator<Item = Run>, elapsed: Duration) {
        let correction = self.servo.steer(self.filling(), self.shared.wanted(), elapsed);
        for run in runs {
            self.mixer.mix(run, &mut self.samples);
        }
        if let Some(resampler) = &mut self.resampler {
            resampler.correct(correction);
            // A full ring means that the device has stopped: what does not fit is lost with it.
            resampler.process(&self.samples, |sample| {
                let _ = self.ring.push(sample);
            });
        }
        self.samples.clear();
    }

    /// Seconds of sound that the ring holds.
    pub fn filling(&self) -> f64 {
        let buffer = self.ring.buffer();
        (buffer.capacity() - self.ring.slots()) as f64 / self.rate
    }

    /// Plays on, pauses, or leaves a gap.
    pub fn set_mode(&mut self, mode: Mode) {
        if mode != Mode::Play {
            self.servo.restart();
        }
        self.shared.set_mode(mode);
    }

    /// Fades out for good. Sound that is sent goes on, unheard.
    pub fn set_mute(&mut self, mute: bool) {
        self.shared.set_mute(mute);
    }
}
