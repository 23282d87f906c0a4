//! Sound files.

use std::fs::File;
use std::io::BufWriter;

use anyhow::{Context, Result};
use emu6507::{Run, Tv};
use hound::{SampleFormat, WavSpec, WavWriter};

use crate::output::Output;

/// Loudest sample of a file, leaving room against clipping in whatever plays it.
const FULL_SCALE: f64 = 24_000.0;

/// The level on the console's audio line, 0 to 1, for the sum of both channels' volumes, 0 to 30.
///
/// Both pins feed one resistor: the louder the sum, the less a further step adds. A volume step's current passes
/// some 30 kilohms, the load is 1 kilohm.
pub fn mix(channel0: u8, channel1: u8) -> f64 {
    const STEP: f64 = 30.0;
    const LOAD: f64 = 1.0;
    const SUM: f64 = 30.0;
    let sum = f64::from(channel0) + f64::from(channel1);
    sum / SUM * (STEP + LOAD * SUM) / (STEP + LOAD * sum)
}

/// Writes samples at the console's own rate, two a line, 16 bits, mono.
pub struct WaveFile {
    writer: WavWriter<BufWriter<File>>,
    output: Output,
}

impl WaveFile {
    /// Begins a file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn new(output: Output, tv: Tv) -> Result<Self> {
        let spec = WavSpec {
            channels: 1,
            sample_rate: tv.samples_per_second().round() as u32,
            bits_per_sample: 16,
            sample_format: SampleFormat::Int,
        };
        let file = output.writer().try_clone().with_context(|| output.failure())?;
        let writer = WavWriter::new(BufWriter::new(file), spec).with_context(|| output.failure())?;
        Ok(WaveFile { writer, output })
    }

    /// Appends a run of samples.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn push(&mut self, run: Run) -> Result<()> {
        let sample = (mix(run.channel0, run.channel1) * FULL_SCALE).round() as i16;
        for _ in 0..run.count {
            self.writer.write_sample(sample).with_context(|| self.output.failure())?;
        }
        Ok(())
    }

    /// Completes the header and gives the file its name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<()> {
        self.writer.finalize().with_context(|| self.output.failure())?;
        self.output.finish()
    }
}
