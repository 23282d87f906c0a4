//! The sounds for a buzzer that has one voice.

use crate::Sound;

/// A tone: cycles a second (0 is silence) and milliseconds.
type Tone = (u16, u16);

const fn tones(sound: Sound) -> &'static [Tone] {
    match sound {
        Sound::Key => &[(1_800, 15)],
        Sound::Start => &[(523, 120), (784, 200)],
        Sound::Move => &[(190, 40)],
        Sound::Capture => &[(190, 40), (0, 30), (150, 60)],
        Sound::Check => &[(880, 100), (1_109, 180)],
        Sound::Answer => &[(660, 90), (0, 50), (660, 110)],
        Sound::TakeBack => &[(500, 90), (400, 110)],
        Sound::Wrong => &[(170, 220)],
        Sound::Mate => &[(523, 140), (659, 140), (784, 140), (1_047, 500)],
        Sound::Draw => &[(440, 250), (0, 50), (440, 350)],
        Sound::Flag => &[(990, 200), (740, 200), (990, 200), (740, 400)],
        Sound::Hurry => &[(1_400, 40)],
    }
}

/// A sound being played.
#[derive(Clone, Copy, Debug)]
pub struct Melody {
    tones: &'static [Tone],
    began_us: u64,
}

impl Melody {
    /// The sound, from now on (microseconds).
    pub const fn new(sound: Sound, now_us: u64) -> Self {
        Self { tones: tones(sound), began_us: now_us }
    }

    /// Cycles a second at `now_us`: 0 is a silence within the sound, `None` comes after its end.
    pub fn pitch(&self, now_us: u64) -> Option<u16> {
        let mut left = now_us.saturating_sub(self.began_us);
        for &(pitch, ms) in self.tones {
            let lasts = u64::from(ms) * 1_000;
            if left < lasts {
                return Some(pitch);
            }
            left -= lasts;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sound_is_heard_and_ends() {
        for sound in Sound::ALL {
            let melody = Melody::new(sound, 5_000_000);
            // A buzzer that is looked after every 10 ms plays it.
            let pitches: std::vec::Vec<u16> =
                (0..).map_while(|i| melody.pitch(5_000_000 + i * 10_000)).collect();
            assert!((1..150).contains(&pitches.len()), "{sound:?}");
            assert!(pitches.iter().all(|&p| p == 0 || (100..4_000).contains(&p)), "{sound:?}");
            assert_ne!((pitches[0], pitches[pitches.len() - 1]), (0, 0), "{sound:?}");
        }
    }

    #[test]
    fn a_silence_is_not_the_end() {
        let melody = Melody::new(Sound::Answer, 0);
        assert_eq!(melody.pitch(89_999), Some(660));
        assert_eq!(melody.pitch(90_000), Some(0));
        assert_eq!(melody.pitch(140_000), Some(660));
        assert_eq!(melody.pitch(250_000), None);
    }
}
