//! The whole way, with a device that is simulated.

use std::time::Duration;

use emu6507::{NTSC_RATE, Run};

use super::speaker::{Mode, Speaker, connect};
use super::{Feed, Mixer};

const RATE: u32 = 48_000;
/// Frames a second of an NTSC console with 262 lines.
const FRAMES: f64 = NTSC_RATE / 524.0;

/// A console that plays a tone, and a device whose clock goes `ppm` millionths faster than it says.
struct Bench {
    rate: f64,
    feed: Feed,
    speaker: Speaker,
    block: Vec<f32>,
    heard: Vec<f32>,
    /// Seconds by the host's clock: now, and when the device takes its next block.
    now: f64,
    next_block: f64,
    block_seconds: f64,
    /// How far the tone has come, of 60 steps.
    phase: u8,
}

impl Bench {
    fn new(rate: u32, block: usize, ppm: f64) -> Self {
        let (feed, speaker, _) = connect(NTSC_RATE, rate);
        let rate = f64::from(rate);
        Bench {
            rate,
            feed,
            speaker,
            block: vec![0.0; block],
            heard: Vec::new(),
            now: 0.0,
            next_block: 0.0,
            block_seconds: block as f64 / (rate * (1.0 + ppm * 1e-6)),
            phase: 0,
        }
    }

    /// A frame of a loud tone of 131 Hz in small steps: both volumes go up and down by one at a time.
    fn runs(&mut self) -> Vec<Run> {
        let level = |sum: u8| Run { channel0: sum.min(15), channel1: sum.saturating_sub(15), count: 4 };
        let phases = u32::from(self.phase)..u32::from(self.phase) + 524 / 4;
        self.phase = (phases.end % 60) as u8;
        phases.map(|phase| (phase % 60) as u8).map(|phase| level(phase.min(60 - phase))).collect()
    }

    /// Lets a frame's time pass, with its sound or without, and the device take what is due.
    fn frame(&mut self, sound: bool) {
        let seconds = 1.0 / FRAMES;
        self.now += seconds;
        while self.next_block <= self.now {
            self.speaker.fill(&mut self.block);
            self.heard.extend_from_slice(&self.block);
            self.next_block += self.block_seconds;
        }
        if sound {
            let runs = self.runs();
            self.feed.send(runs.into_iter(), Duration::from_secs_f64(seconds));
        }
    }

    fn frames(&mut self, count: u32) {
        (0..count).for_each(|_| self.frame(true));
    }

    fn silence(&mut self, count: u32) {
        (0..count).for_each(|_| self.frame(false));
    }

    /// Largest step from one sample to the next, over all that was heard since the last call.
    fn steepest(&mut self) -> f32 {
        let steepest = self.heard.windows(2).map(|two| (two[1] - two[0]).abs()).fold(0.0, f32::max);
        let last = self.heard.last().copied();
        self.heard.clear();
        self.heard.extend(last);
        steepest
    }

    /// Largest step of what the console itself sends.
    fn steepest_sent(&mut self) -> f32 {
        let (mut mixer, mut samples) = (Mixer::new(), Vec::new());
        self.runs().into_iter().chain(self.runs()).for_each(|run| mixer.mix(run, &mut samples));
        samples.windows(2).map(|two| (two[1] - two[0]).abs()).fold(0.0, f32::max)
    }

    fn loudest_of_last(&self, seconds: f64) -> f32 {
        let start = self.heard.len() - (seconds * self.rate) as usize;
        self.heard[start..].iter().fold(0.0, |loudest, sample| loudest.max(sample.abs()))
    }

    /// Whether there was silence for a hundredth of a second.
    fn broke_off(&self) -> bool {
        let length = (self.rate / 100.0) as usize;
        self.heard.chunks(length).any(|piece| piece.iter().all(|sample| sample.abs() < 1e-3))
    }
}

#[test]
fn nothing_that_is_switched_makes_a_step_larger_than_those_of_the_console() {
    let mut bench = Bench::new(RATE, 512, 0.0);
    let tone = bench.steepest_sent();
    bench.frames(120);
    bench.steepest();
    bench.frames(120);
    assert!(bench.loudest_of_last(0.2) > 8.0 * tone, "the tone is not heard, or not loud enough to break");
    assert!(bench.steepest() <= tone, "the tone itself");

    let mut start = Bench::new(RATE, 512, 0.0);
    start.frames(30);
    assert!(start.steepest() <= tone, "start");

    // Each at many phases of the tone.
    for _ in 0..40 {
        bench.feed.set_mode(Mode::Hold);
        bench.silence(13);
        assert!(bench.loudest_of_last(0.05) < 1e-3, "a pause is silent");
        assert!(bench.steepest() <= tone, "pause");
        bench.feed.set_mode(Mode::Play);
        bench.frames(17);
        assert!(bench.loudest_of_last(0.05) > 8.0 * tone, "the pause is over");
        assert!(bench.steepest() <= tone, "the end of a pause");

        bench.feed.set_mute(true);
        bench.frames(11);
        assert!(bench.loudest_of_last(0.05) < 1e-3, "mute is silent");
        assert!(bench.steepest() <= tone, "mute");
        bench.feed.set_mute(false);
        bench.frames(11);
        assert!(bench.loudest_of_last(0.05) > 8.0 * tone, "mute is over");
        assert!(bench.steepest() <= tone, "the end of mute");

        bench.feed.set_mode(Mode::Drain);
        bench.silence(23);
        assert!(bench.loudest_of_last(0.05) < 1e-3, "fast-forward is silent");
        assert!(bench.steepest() <= tone, "fast-forward");
        bench.feed.set_mode(Mode::Play);
        bench.frames(17);
        assert!(bench.loudest_of_last(0.05) > 8.0 * tone, "fast-forward is over");
        assert!(bench.steepest() <= tone, "the end of fast-forward");

        // The console stops without a word.
        bench.silence(19);
        assert!(bench.loudest_of_last(0.05) < 1e-3, "the tail is silent");
        assert!(bench.steepest() <= tone, "the ring runs dry");
        bench.frames(37);
        assert!(bench.loudest_of_last(0.05) > 8.0 * tone, "sound comes again");
        assert!(bench.steepest() <= tone, "the ring has filled again");
    }
}

#[test]
fn a_device_that_stood_still_is_in_time_again_at_once_and_without_a_pop() {
    let mut bench = Bench::new(RATE, 512, 0.0);
    let tone = bench.steepest_sent();
    for stall in [0.1, 0.2, 0.3, 0.45, 0.8] {
        bench.frames(120);
        bench.steepest();
        bench.next_block += stall;
        bench.frames((stall * FRAMES) as u32 + 20);
        let filling = bench.feed.filling();
        assert!(filling < 0.2, "{filling} s in the ring after {stall} s");
        assert!(bench.loudest_of_last(0.05) > 8.0 * tone);
        let steepest = bench.steepest();
        assert!(steepest <= tone, "a stall of {stall} s: {steepest}, {tone}");
    }
}

#[test]
fn an_hour_with_a_clock_that_is_200_ppm_off_drifts_nowhere() {
    // A slow device is as good for this as a fast one, and sooner done.
    for ppm in [200.0, -200.0] {
        let mut bench = Bench::new(8_000, 85, ppm);
        bench.frames(60 * 60);
        bench.heard.clear();
        let (mut least, mut most) = (f64::MAX, 0.0f64);
        for _ in 0..59 {
            for _ in 0..60 {
                bench.frames(60);
                let filling = bench.feed.filling();
                (least, most) = (least.min(filling), most.max(filling));
            }
            assert!(!bench.broke_off(), "{ppm} ppm: the ring ran dry");
            bench.heard.clear();
        }
        // A block is 11 ms, a frame 17: that is how far it goes up and down in the short run. Uncorrected it
        // would be 720 ms in an hour.
        assert!(most - least < 0.030, "{ppm} ppm: {least} to {most} s in the ring");
        assert!((0.015..0.060).contains(&least) && most < 0.080, "{ppm} ppm: {least} to {most} s");
    }
}

#[test]
fn sound_is_in_time_with_the_picture() {
    let mut bench = Bench::new(RATE, 512, 0.0);
    let mut waited = 0;
    while bench.heard.iter().all(|sample| sample.abs() < 0.1) {
        bench.frame(true);
        waited += 1;
        assert!(waited < 8, "more than an eighth of a second late");
    }
}

#[test]
fn a_device_with_large_blocks_gets_them_whole() {
    let mut bench = Bench::new(RATE, 4_096, 0.0);
    bench.frames(200);
    bench.heard.clear();
    bench.frames(600);
    assert!(!bench.broke_off());
}
