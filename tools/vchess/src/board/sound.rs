//! The board's sounds: knocks of wood and small bells, made when they are needed.

use std::{
    f32::consts::TAU,
    sync::{Arc, Mutex},
};

use picochess_fw::Sound;

use crate::audio::Line;

/// A tone or a knock that fades.
#[derive(Clone, Copy, Debug)]
struct Voice {
    /// Cycles a second; 0 is a knock.
    pitch: f32,
    /// Seconds until it begins.
    delay: f32,
    /// Seconds in which it fades to a third.
    fade: f32,
    loudness: f32,
    age: f32,
    filter: f32,
}

const fn tone(pitch: f32, delay: f32, fade: f32, loudness: f32) -> Voice {
    Voice { pitch, delay, fade, loudness, age: 0.0, filter: 0.0 }
}

/// The voices of a sound.
fn voices(sound: Sound) -> &'static [Voice] {
    const KNOCK: Voice = tone(0.0, 0.0, 0.012, 0.9);
    match sound {
        Sound::Key => &[const { tone(1_800.0, 0.0, 0.008, 0.10) }],
        Sound::Start => &[const { tone(523.0, 0.0, 0.12, 0.16) }, const { tone(784.0, 0.12, 0.2, 0.16) }],
        Sound::Move => &[KNOCK, const { tone(190.0, 0.0, 0.03, 0.5) }],
        Sound::Capture => {
            &[KNOCK, const { tone(0.0, 0.07, 0.016, 1.0) }, const { tone(150.0, 0.07, 0.05, 0.5) }]
        }
        Sound::Check => {
            &[KNOCK, const { tone(880.0, 0.02, 0.15, 0.18) }, const { tone(1_109.0, 0.10, 0.2, 0.15) }]
        }
        Sound::Answer => &[const { tone(660.0, 0.0, 0.08, 0.14) }, const { tone(660.0, 0.14, 0.10, 0.12) }],
        Sound::TakeBack => &[const { tone(500.0, 0.0, 0.07, 0.14) }, const { tone(400.0, 0.09, 0.1, 0.14) }],
        Sound::Wrong => &[const { tone(170.0, 0.0, 0.14, 0.28) }, const { tone(180.0, 0.0, 0.14, 0.28) }],
        Sound::Mate => &[
            const { tone(523.0, 0.0, 0.4, 0.14) },
            const { tone(659.0, 0.14, 0.4, 0.14) },
            const { tone(784.0, 0.28, 0.5, 0.14) },
            const { tone(1_047.0, 0.42, 0.8, 0.14) },
        ],
        Sound::Draw => &[const { tone(440.0, 0.0, 0.3, 0.15) }, const { tone(440.0, 0.3, 0.5, 0.15) }],
        Sound::Flag => &[
            const { tone(990.0, 0.0, 0.2, 0.2) },
            const { tone(740.0, 0.2, 0.2, 0.2) },
            const { tone(990.0, 0.4, 0.2, 0.2) },
            const { tone(740.0, 0.6, 0.4, 0.2) },
        ],
        Sound::Hurry => &[const { tone(1_400.0, 0.0, 0.03, 0.14) }],
    }
}

/// The loudspeaker.
pub(super) struct Speaker {
    voices: Arc<Mutex<Vec<Voice>>>,
    _line: Line,
}

impl Speaker {
    /// Opens the default device.
    pub(super) fn open() -> anyhow::Result<Speaker> {
        let (line, voices) = Line::open(|rate| {
            let voices: Arc<Mutex<Vec<Voice>>> = Arc::default();
            let (shared, mut noise) = (Arc::clone(&voices), 1);
            let fill = move |block: &mut [f32]| {
                let Ok(mut voices) = shared.lock() else { return block.fill(0.0) };
                block.fill_with(|| mix(&mut voices, 1.0 / rate as f32, &mut noise));
                voices.retain(|voice| voice.age < voice.delay + 7.0 * voice.fade);
            };
            (voices, fill)
        })?;
        Ok(Speaker { voices, _line: line })
    }

    /// Makes a sound.
    pub(super) fn play(&self, sound: Sound) {
        if let Ok(mut playing) = self.voices.lock() {
            playing.extend_from_slice(voices(sound));
        }
    }
}

fn mix(voices: &mut [Voice], step: f32, noise: &mut u32) -> f32 {
    let mut sum = 0.0;
    for voice in voices {
        let t = voice.age - voice.delay;
        voice.age += step;
        if t < 0.0 {
            continue;
        }
        // Two milliseconds of attack keep the loudspeaker from popping.
        let loudness = voice.loudness * (-t / voice.fade).exp() * (t / 0.002).min(1.0);
        sum += if voice.pitch == 0.0 {
            *noise ^= *noise << 13;
            *noise ^= *noise >> 17;
            *noise ^= *noise << 5;
            let white = *noise as f32 / u32::MAX as f32 * 2.0 - 1.0;
            voice.filter += (white - voice.filter) * 0.25;
            voice.filter * loudness
        } else {
            ((TAU * voice.pitch * t).sin() + 0.3 * (2.0 * TAU * voice.pitch * t).sin()) * loudness
        };
    }
    sum.clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_heard_and_ends() {
        for sound in Sound::ALL {
            let mut playing = voices(sound).to_vec();
            let mut noise = 1;
            let samples: Vec<f32> =
                (0..48_000 * 6).map(|_| mix(&mut playing, 1.0 / 48_000.0, &mut noise)).collect();
            let peak = samples.iter().fold(0.0f32, |p, s| p.max(s.abs()));
            assert!((0.03..1.0).contains(&peak), "{sound:?}: {peak}");
            assert!(samples[samples.len() - 100..].iter().all(|s| s.abs() < 0.001), "{sound:?}");
            assert!(samples[0].abs() < 0.001, "{sound:?} begins with a pop");
        }
    }
}
