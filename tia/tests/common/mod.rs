//! A chip at a line's start, and what it shows.

// Each file of tests has use for a part of it.
#![allow(dead_code)]

use tia::register::*;
use tia::{BLANK, Sample, Sink, Tia};

/// 6507 cycles, and colour clocks, in a line.
pub(crate) const CYCLES: u64 = 76;
pub(crate) const CLOCKS: usize = 228;

/// Everything that comes out, clock by clock.
#[derive(Default)]
pub(crate) struct Recorder {
    pub(crate) samples: Vec<Sample>,
    pub(crate) lines: Vec<[u8; 160]>,
    pub(crate) audio: Vec<(u8, u8)>,
    pub(crate) vsync: Vec<(bool, u64)>,
}

impl Sink for Recorder {
    const RASTER: bool = true;

    fn lines(&mut self, pixels: &[u8; 160], count: u32) {
        self.lines.extend(std::iter::repeat_n(*pixels, count as usize));
    }

    fn vsync(&mut self, on: bool, clock: u64) {
        self.vsync.push((on, clock));
    }

    fn audio(&mut self, channel0: u8, channel1: u8, count: u32) {
        self.audio.extend(std::iter::repeat_n((channel0, channel1), count as usize));
    }

    fn raster(&mut self, _clock: u64, samples: &[Sample]) {
        self.samples.extend_from_slice(samples);
    }
}

/// A chip with a recorder. Players are red (0x20), the playfield is grey, the background is black.
pub(crate) struct Bench {
    pub(crate) chip: Tia,
    pub(crate) recorder: Recorder,
}

impl Bench {
    /// `writes` (register, value) are done in the first line, three cycles apart.
    pub(crate) fn new(writes: &[(u8, u8)]) -> Self {
        let mut bench = Self { chip: Tia::new(), recorder: Recorder::default() };
        let colours = [(COLUP0, 0x20), (COLUP1, 0x40), (COLUPF, 0x60)];
        for (index, (register, value)) in colours.iter().chain(writes).enumerate() {
            bench.write(1 + 3 * index as u64, *register, *value);
        }
        bench
    }

    pub(crate) fn write(&mut self, cycle: u64, register: u8, value: u8) {
        self.chip.write(cycle, register, value, &mut self.recorder);
    }

    /// The pixels of line `line`, which is made complete.
    pub(crate) fn line(&mut self, line: u64) -> [u8; 160] {
        self.chip.catch_up((line + 1) * CYCLES, &mut self.recorder);
        self.recorder.lines[line as usize]
    }

    /// The samples of line `line`, as the recordings of the netlist write them: runs of the same.
    pub(crate) fn runs(&mut self, line: u64) -> String {
        self.chip.catch_up((line + 1) * CYCLES + 1, &mut self.recorder);
        let start = line as usize * CLOCKS;
        let mut runs: Vec<(String, usize)> = Vec::new();
        for sample in &self.recorder.samples[start..start + CLOCKS] {
            let code = match (sample.blank, sample.sync) {
                (true, false) => "b".into(),
                (true, true) => "s".into(),
                (false, sync) => format!("{}{:02X}", if sync { "s" } else { "" }, sample.colour),
            };
            match runs.last_mut() {
                Some((last, count)) if *last == code => *count += 1,
                _ => runs.push((code, 1)),
            }
        }
        let runs = runs.iter().map(
            |(code, count)| {
                if *count == 1 { code.clone() } else { format!("{code}*{count}") }
            },
        );
        runs.collect::<Vec<_>>().join(" ")
    }

    /// First pixel of line `line` in this colour, and the number of such pixels.
    pub(crate) fn object(&mut self, line: u64, colour: u8) -> Option<(usize, usize)> {
        let pixels = self.line(line);
        let first = pixels.iter().position(|pixel| *pixel == colour)?;
        Some((first, pixels.iter().map(|pixel| usize::from(*pixel == colour)).sum()))
    }

    /// Number of blank pixels at the left edge of line `line`.
    pub(crate) fn comb(&mut self, line: u64) -> usize {
        self.line(line).iter().take_while(|pixel| **pixel == BLANK).count()
    }
}
