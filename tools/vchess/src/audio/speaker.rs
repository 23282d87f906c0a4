//! The device's end of the ring: plays what is there, and never with a pop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering};

use rtrb::{Consumer, Producer, RingBuffer};

/// Seconds that a fade takes.
const FADE: f32 = 0.008;
/// Seconds after which a sample that nothing follows has faded to a third.
const TAIL: f32 = 0.003;
/// Seconds of sound that the ring can hold.
const CAPACITY: f64 = 0.5;
/// Seconds by which the ring must hold more than one block before sound begins: a frame and a bit.
const RESERVE: f64 = 0.022;
/// Seconds that are added to the reserve each time the ring has run dry, and the most that it comes to.
const CAUTION: f64 = 0.008;
const MOST_RESERVE: f64 = 0.16;

/// Seconds of sound beyond the reserve that mean that the device stood still for a while.
const BACKLOG: f64 = 0.1;

/// What the far end is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    /// Play.
    Play,
    /// Fade out and keep what is in the ring: a pause.
    Hold,
    /// Fade out and throw away what is in the ring: there will be a gap in the sound.
    Drain,
}

/// What both ends know.
#[derive(Debug)]
pub(super) struct Shared {
    mode: AtomicU8,
    mute: AtomicBool,
    /// Microseconds of sound that the ring is to hold when a frame's sound is added.
    wanted: AtomicU32,
    /// Whether the last block was silent throughout.
    silent: AtomicBool,
}

impl Shared {
    pub(super) fn set_mode(&self, mode: Mode) {
        self.mode.store(mode as u8, Ordering::Relaxed);
    }

    pub(super) fn set_mute(&self, mute: bool) {
        self.mute.store(mute, Ordering::Relaxed);
    }

    pub(super) fn wanted(&self) -> f64 {
        f64::from(self.wanted.load(Ordering::Relaxed)) * 1e-6
    }

    pub(super) fn is_silent(&self) -> bool {
        self.silent.load(Ordering::Relaxed)
    }
}

/// A ring between a console of `source` samples a second and a device of `rate`, with both its ends, and what they
/// share.
pub(super) fn connect(source: f64, rate: u32) -> (super::Feed, Speaker, Arc<Shared>) {
    let (producer, consumer) = RingBuffer::new((f64::from(rate) * CAPACITY) as usize);
    let shared = Arc::new(Shared {
        mode: AtomicU8::new(Mode::Play as u8),
        mute: AtomicBool::new(false),
        wanted: AtomicU32::new(0),
        silent: AtomicBool::new(true),
    });
    let feed = super::Feed::new(source, rate, producer, shared.clone());
    (feed, Speaker::new(rate, consumer, shared.clone()), shared)
}

/// The sending end's part of the ring.
pub(super) type Ring = Producer<f32>;

/// Fills the device's blocks.
pub struct Speaker {
    rate: f64,
    ring: Consumer<f32>,
    shared: Arc<Shared>,
    /// Seconds in reserve.
    reserve: f64,
    /// Whether enough was in the ring to begin.
    primed: bool,
    /// Whether the device stood still: what has piled up is thrown away, so that sound is in time again.
    late: bool,
    /// 0 to 1: how loud it is at the moment.
    gain: f32,
    /// What `gain` changes by in a sample.
    step: f32,
    /// The last sample of sound that broke off, as it fades, and what is left of it a sample later.
    tail: f32,
    tail_keeps: f32,
    last: f32,
}

impl Speaker {
    fn new(rate: u32, ring: Consumer<f32>, shared: Arc<Shared>) -> Self {
        let speaker = Speaker {
            rate: f64::from(rate),
            ring,
            shared,
            reserve: RESERVE,
            primed: false,
            late: false,
            gain: 0.0,
            step: 1.0 / (FADE * rate as f32),
            tail: 0.0,
            tail_keeps: 1.0 - 1.0 / (TAIL * rate as f32),
            last: 0.0,
        };
        speaker.want(0);
        speaker
    }

    /// Tells the sending end how much it is to keep in the ring, where blocks have so many samples.
    fn want(&self, block: usize) -> usize {
        let wanted = (block as f64 / self.rate + self.reserve / 2.0).min(CAPACITY / 2.0);
        self.shared.wanted.store((wanted * 1e6) as u32, Ordering::Relaxed);
        ((wanted + self.reserve / 2.0) * self.rate) as usize
    }

    /// Makes a block of samples.
    pub fn fill(&mut self, block: &mut [f32]) {
        let enough = self.want(block.len());
        let mode = self.shared.mode.load(Ordering::Relaxed);
        self.late |= self.ring.slots() > enough + (BACKLOG * self.rate) as usize;
        let audible = mode == Mode::Play as u8 && !self.late && !self.shared.mute.load(Ordering::Relaxed);
        self.primed |= mode == Mode::Play as u8 && self.ring.slots() >= enough;
        let mut loudest = 0.0f32;
        for sample in block {
            *sample = self.next(audible, mode);
            loudest = loudest.max(sample.abs());
        }
        if mode == Mode::Drain as u8 && self.gain == 0.0 {
            self.drop_all_but(0);
            self.primed = false;
        } else if self.late && mode == Mode::Play as u8 && self.gain == 0.0 {
            self.drop_all_but(enough);
            self.late = false;
        }
        self.shared.silent.store(loudest < 1e-4, Ordering::Relaxed);
    }

    fn drop_all_but(&mut self, kept: usize) {
        while self.ring.slots() > kept && self.ring.pop().is_ok() {}
    }

    fn next(&mut self, audible: bool, mode: u8) -> f32 {
        self.tail *= self.tail_keeps;
        if audible && self.primed {
            self.gain = (self.gain + self.step).min(1.0);
        } else {
            self.gain = (self.gain - self.step).max(0.0);
        }
        let held = mode == Mode::Hold as u8 && self.gain == 0.0;
        if self.primed && !held {
            if let Ok(sample) = self.ring.pop() {
                self.last = sample * self.gain + self.tail;
                return self.last;
            }
            self.run_dry(mode);
        } else {
            self.last = self.tail;
        }
        self.tail
    }

    /// Nothing is left: the last sample fades, and sound begins again once there is enough of it.
    fn run_dry(&mut self, mode: u8) {
        if mode == Mode::Play as u8 {
            self.reserve = (self.reserve + CAUTION).min(MOST_RESERVE);
        }
        self.primed = false;
        self.gain = 0.0;
        self.tail = self.last * self.tail_keeps;
        self.last = self.tail;
    }
}
