//! Both audio channels, brought up to a sample when somebody listens or a register changes.

use crate::archive::Archive;
use crate::mechanism::audio::Channel;
use crate::sink::Sink;

/// What happens in a line, as the first clock that has it behind itself: twice phase 1, phase 2 and a sample.
///
/// A register written in clock `time` takes part in the events that are later than it.
const EVENTS: [i32; 6] = [7, 39, 58, 79, 151, 172];

/// The two channels, and samples that the sink has not got yet.
#[derive(Clone, Debug)]
pub(crate) struct Sound {
    pub(crate) channels: [Channel; 2],
    /// Whole lines that are over, but not here yet.
    owed: u32,
    /// Number of the line's events that are past.
    past: usize,
    levels: (u8, u8),
    count: u32,
}

impl Sound {
    pub(crate) fn new(channels: [Channel; 2], past: usize) -> Self {
        Self { channels, owed: 0, past, levels: (0, 0), count: 0 }
    }

    /// Everything up to clock `time` of the line.
    pub(crate) fn run<S: Sink>(&mut self, time: i32, sink: &mut S) {
        self.settle(sink);
        while let Some(event) = EVENTS.get(self.past) {
            if *event > time {
                break;
            }
            match self.past % 3 {
                0 => self.channels.iter_mut().for_each(Channel::phase1),
                1 => self.channels.iter_mut().for_each(Channel::phase2),
                _ => self.sample(1, sink),
            }
            self.past += 1;
        }
    }

    fn sample<S: Sink>(&mut self, count: u32, sink: &mut S) {
        let levels = (self.channels[0].level(), self.channels[1].level());
        if levels != self.levels || self.count > 1 << 30 {
            self.deliver(sink);
            self.levels = levels;
        }
        self.count += count;
    }

    /// The line is over, and `lines` - 1 whole ones after it.
    #[inline]
    pub(crate) fn finish<S: Sink>(&mut self, mut lines: u32, sink: &mut S) {
        if self.past > 0 {
            self.run(i32::MAX, sink);
            self.past = 0;
            lines -= 1;
        }
        if self.owed > 1 << 30 {
            self.settle(sink);
        }
        self.owed += lines;
    }

    /// The lines that are owed.
    fn settle<S: Sink>(&mut self, sink: &mut S) {
        let mut ticks = 2 * self.owed;
        self.owed = 0;
        while ticks > 0 {
            let [first, second] = &mut self.channels;
            if first.is_flat() && second.is_flat() {
                first.skip(ticks);
                second.skip(ticks);
                self.sample(ticks, sink);
                return;
            }
            // As long as both dividers only count, nothing changes.
            let quiet = first.quiet().min(second.quiet()).min(ticks);
            if quiet > 0 {
                first.count(quiet);
                second.count(quiet);
                self.sample(quiet, sink);
                ticks -= quiet;
            } else {
                first.tick();
                second.tick();
                self.sample(1, sink);
                ticks -= 1;
            }
        }
    }

    /// The sink gets all samples so far.
    pub(crate) fn flush<S: Sink>(&mut self, sink: &mut S) {
        self.settle(sink);
        self.deliver(sink);
    }

    fn deliver<S: Sink>(&mut self, sink: &mut S) {
        if self.count > 0 {
            sink.audio(self.levels.0, self.levels.1, self.count);
            self.count = 0;
        }
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        for channel in &mut self.channels {
            channel.archive(archive);
        }
        archive.u32(&mut self.owed);
        let mut past = self.past as u8;
        archive.u8(&mut past);
        self.past = usize::from(past);
        archive.u8(&mut self.levels.0);
        archive.u8(&mut self.levels.1);
        archive.u32(&mut self.count);
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.channels.iter().all(Channel::is_valid)
            && self.owed <= 1 << 31
            && self.past <= EVENTS.len()
            && (self.levels.0 | self.levels.1) < 16
    }
}
