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
    /// Number of the line's events that are past.
    past: usize,
    levels: (u8, u8),
    count: u32,
}

impl Sound {
    pub(crate) fn new(channels: [Channel; 2], past: usize) -> Self {
        Self { channels, past, levels: (0, 0), count: 0 }
    }

    /// Everything up to clock `time` of the line.
    pub(crate) fn run<S: Sink>(&mut self, time: i32, sink: &mut S) {
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
        if levels != self.levels {
            self.flush(sink);
            self.levels = levels;
        }
        self.count += count;
    }

    /// The rest of this line, and `lines` - 1 whole ones.
    pub(crate) fn finish<S: Sink>(&mut self, lines: u32, sink: &mut S) {
        let mut ticks = 2 * lines;
        if self.past > 0 {
            self.run(i32::MAX, sink);
            ticks -= 2;
        }
        let [first, second] = &self.channels;
        if ticks > 2 && first.is_flat() && second.is_flat() {
            for channel in &mut self.channels {
                channel.skip(ticks);
            }
            self.sample(ticks, sink);
            ticks = 0;
        }
        for _ in 0..ticks {
            for channel in &mut self.channels {
                channel.tick();
            }
            self.sample(1, sink);
        }
        self.past = 0;
    }

    /// The sink gets all samples so far.
    pub(crate) fn flush<S: Sink>(&mut self, sink: &mut S) {
        if self.count > 0 {
            sink.audio(self.levels.0, self.levels.1, self.count);
            self.count = 0;
        }
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        for channel in &mut self.channels {
            channel.archive(archive);
        }
        let mut past = self.past as u8;
        archive.u8(&mut past);
        self.past = usize::from(past);
        archive.u8(&mut self.levels.0);
        archive.u8(&mut self.levels.1);
        archive.u32(&mut self.count);
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.channels.iter().all(Channel::is_valid)
            && self.past <= EVENTS.len()
            && (self.levels.0 | self.levels.1) < 16
    }
}
