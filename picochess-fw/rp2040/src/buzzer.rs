//! The buzzer: a square wave by PWM.

use embedded_hal::pwm::SetDutyCycle;
use picochess_fw::{Melody, Sound};
use rp2040_hal::{
    gpio::{FunctionNull, Pin, PullDown, bank0::Gpio26},
    pac,
    pwm::{FreeRunning, Pwm5, Slice, Slices},
};

/// The PWM counts this many times slower than the system's clock, so that 40 Hz and more fit into 16 bits.
const DIVIDER: u8 = 64;

/// The period before the first tone.
const QUIET_TOP: u16 = 1_000;

/// The buzzer.
pub(crate) struct Buzzer {
    slice: Slice<Pwm5, FreeRunning>,
    counts_a_second: u32,
    melody: Option<Melody>,
    pitch: u16,
}

impl Buzzer {
    pub(crate) fn new(
        pwm: pac::PWM,
        pin: Pin<Gpio26, FunctionNull, PullDown>,
        resets: &mut pac::RESETS,
        clock_hz: u32,
    ) -> Self {
        let mut slice = Slices::new(pwm, resets).pwm5;
        slice.set_div_int(DIVIDER);
        // A change of the top waits for the end of the period: it must never be a long one.
        slice.set_top(QUIET_TOP);
        slice.channel_a.output_to(pin);
        slice.enable();
        Self { slice, counts_a_second: clock_hz / u32::from(DIVIDER), melody: None, pitch: 0 }
    }

    /// Goes on with what is being played, or with `sound` if there is one. Call it every 10 ms or so.
    pub(crate) fn play(&mut self, now_us: u64, sound: Option<Sound>) {
        if let Some(sound) = sound {
            self.melody = Some(Melody::new(sound, now_us));
        }
        let pitch = self.melody.as_ref().and_then(|melody| melody.pitch(now_us));
        if pitch.is_none() {
            self.melody = None;
        }
        let pitch = pitch.unwrap_or(0);
        if pitch == self.pitch {
            return;
        }
        self.pitch = pitch;
        // Writing a number below the top into a register cannot fail.
        if pitch == 0 {
            let _ = self.slice.channel_a.set_duty_cycle(0);
        } else {
            let top = (self.counts_a_second / u32::from(pitch)).clamp(2, 0xFFFF) as u16;
            self.slice.set_top(top - 1);
            let _ = self.slice.channel_a.set_duty_cycle(top / 2);
        }
    }
}
