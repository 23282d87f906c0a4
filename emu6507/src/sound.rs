//! What the TIA's two audio pins do, kept as runs until the host fetches it.

use alloc::vec::Vec;

use crate::tv::Tv;

/// Audio samples a second that an NTSC console makes: two a line of 228 colour clocks at 3.579545 MHz.
pub const NTSC_RATE: f64 = Tv::Ntsc.samples_per_second();

/// `count` samples in a row with the same levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Level of channel 0, 0 to 15.
    pub channel0: u8,
    /// Level of channel 1, 0 to 15.
    pub channel1: u8,
    /// Samples.
    pub count: u32,
}

/// A queue of runs. It collects only while somebody listens.
#[derive(Clone, Debug, Default)]
pub struct Sound {
    listening: bool,
    runs: Vec<Run>,
}

impl Sound {
    /// Starts or stops collecting; what is queued is dropped.
    pub fn listen(&mut self, on: bool) {
        self.listening = on;
        self.runs.clear();
    }

    /// Takes what has been collected since the last call.
    pub fn drain(&mut self) -> impl Iterator<Item = Run> + '_ {
        self.runs.drain(..)
    }

    #[inline]
    pub(crate) fn push(&mut self, channel0: u8, channel1: u8, count: u32) {
        if !self.listening {
            return;
        }
        match self.runs.last_mut() {
            Some(run) if run.channel0 == channel0 && run.channel1 == channel1 => {
                run.count = run.count.saturating_add(count);
            }
            _ => self.runs.push(Run { channel0, channel1, count }),
        }
    }
}
