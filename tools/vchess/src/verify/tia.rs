//! Recorded scanlines of the TIA's netlist against the `tia` crate, colour clock by colour clock.
//!
//! The format is gzipped JSON lines, one test a line: scripted register accesses, and what the chip answered.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use tia::register::{RSYNC, WSYNC};
use tia::{Pin, Sample, Sink, Tia};

use super::Verdict;
use super::jsonl::read_lines;

const CLOCKS: usize = 228;
const CYCLES: u64 = 76;
/// A test of more lines, a minute of pictures, is none.
const MOST_LINES: usize = 1_000_000;
/// Colour clocks of a line after which the recordings take an audio sample.
const AUDIO_CLOCKS: [usize; 2] = [57, 171];

/// One access to the chip: `[cycle, register, value]` is a write, `[cycle, register]` a read.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(try_from = "Vec<u64>")]
pub struct Access {
    /// 6507 cycle, counted from the start of the test.
    pub cycle: u64,
    /// The address, 0..=0x3f.
    pub register: u8,
    /// What is written.
    pub value: Option<u8>,
}

impl TryFrom<Vec<u64>> for Access {
    type Error = String;

    fn try_from(fields: Vec<u64>) -> Result<Self, String> {
        let byte = |field: u64| u8::try_from(field).map_err(|_| format!("{field} in an access is no byte"));
        match fields[..] {
            [cycle, register] => Ok(Self { cycle, register: byte(register)?, value: None }),
            [cycle, register, value] => {
                Ok(Self { cycle, register: byte(register)?, value: Some(byte(value)?) })
            }
            _ => Err("an access has two numbers (a read) or three (a write)".into()),
        }
    }
}

/// One test of a file.
#[derive(Clone, Debug, Deserialize)]
pub struct Test {
    /// Group and parameters.
    pub name: String,
    /// Length in lines of 228 colour clocks.
    pub lines: usize,
    /// Accesses in the order of their cycles, at most one a cycle.
    #[serde(rename = "acc")]
    pub accesses: Vec<Access>,
    /// A string a line: codes of its colour clocks, run-length coded.
    pub out: Option<Vec<String>>,
    /// `[cycle, register, value, mask]` of every read.
    #[serde(default)]
    pub reads: Vec<(u64, u8, u8, u8)>,
    /// First and last cycles in which RDY is low when phi0 rises.
    #[serde(default)]
    pub rdy_low: Vec<(u64, u64)>,
    /// From a cycle on: levels of I0 to I5.
    #[serde(default)]
    pub pins: Vec<(u64, u8)>,
    /// A hex digit a sample of channel 0.
    pub aud0: Option<String>,
    /// A hex digit a sample of channel 1.
    pub aud1: Option<String>,
}

/// Everything that a test records.
#[derive(Default)]
struct Recorder {
    samples: Vec<Sample>,
    audio: Vec<(u8, u8)>,
}

impl Sink for Recorder {
    const RASTER: bool = true;

    fn lines(&mut self, _pixels: &[u8; 160], _count: u32) {}

    fn vsync(&mut self, _on: bool, _clock: u64) {}

    fn audio(&mut self, channel0: u8, channel1: u8, count: u32) {
        self.audio.extend(std::iter::repeat_n((channel0, channel1), count as usize));
    }

    fn raster(&mut self, clock: u64, samples: &[Sample]) {
        assert_eq!(clock, self.samples.len() as u64, "every colour clock is reported once");
        self.samples.extend_from_slice(samples);
    }
}

/// Runs every test of a file, plain or gzipped, and hands each verdict to `report` under the test's name.
///
/// # Errors
/// If the file cannot be read or a test in it is not understood.
pub fn verify(path: &Path, report: &mut dyn FnMut(&str, Verdict)) -> Result<()> {
    for test in read_lines::<Test>(path)? {
        let difference = run(&test).with_context(|| format!("{}, test {}", path.display(), test.name))?;
        report(&test.name, difference.map_or(Verdict::Passed, Verdict::Failed));
    }
    Ok(())
}

/// Runs one test. `Some` tells the first difference.
pub fn run(test: &Test) -> Result<Option<String>> {
    ensure!(test.lines <= MOST_LINES, "expected {MOST_LINES} lines at most, found {}", test.lines);
    let mut chip = Tia::new();
    let mut recorder = Recorder::default();
    let mut reads = Vec::new();
    let mut rdy_low = Vec::new();
    let mut accesses = test.accesses.iter().peekable();
    let mut pins = test.pins.iter().peekable();
    let end = test.lines as u64 * CYCLES;
    let mut released = 0;
    for cycle in 0..end {
        while let Some((_, levels)) = pins.next_if(|(from, _)| *from <= cycle) {
            for pin in 0..6 {
                chip.set_pin(cycle, pin, Pin::Level(levels >> pin & 1 != 0));
            }
        }
        if cycle < released {
            rdy_low.push(cycle);
        }
        while let Some(access) = accesses.next_if(|access| access.cycle <= cycle) {
            ensure!(access.cycle == cycle, "the accesses are not in the order of their cycles");
            if let Some(value) = access.value {
                chip.write(cycle, access.register, value, &mut recorder);
                // RSYNC lets go earlier than the line's end would have.
                if matches!(access.register, WSYNC | RSYNC) {
                    released = chip.rdy_release(cycle).unwrap_or(0);
                }
            } else {
                reads.push(chip.read(cycle, access.register & 15, &mut recorder));
            }
        }
    }
    chip.catch_up(end + 2, &mut recorder);

    if let Some(rows) = &test.out
        && let Some(difference) = compare_out(rows, test.lines, &recorder.samples)?
    {
        return Ok(Some(difference));
    }
    if let Some(difference) = compare_reads(test, &reads)? {
        return Ok(Some(difference));
    }
    ensure!(test.rdy_low.iter().all(|&(_, last)| last < end), "RDY is low beyond the test's end");
    let expected: Vec<u64> = test.rdy_low.iter().flat_map(|(first, last)| *first..=*last).collect();
    if expected != rdy_low {
        return Ok(Some(format!("RDY is low in cycles {expected:?}, here in {rdy_low:?}")));
    }
    for (index, expected) in [&test.aud0, &test.aud1].into_iter().enumerate() {
        if let Some(expected) = expected
            && let Some(difference) = compare_audio(index, expected, &recorder.audio)?
        {
            return Ok(Some(difference));
        }
    }
    Ok(None)
}

fn code(sample: Sample) -> String {
    match (sample.blank, sample.sync) {
        (true, false) => "b".into(),
        (true, true) => "s".into(),
        (false, false) => format!("{:02X}", sample.colour),
        (false, true) => format!("s{:02X}", sample.colour),
    }
}

fn expand(row: &str) -> Result<Vec<&str>> {
    let mut codes = Vec::with_capacity(CLOCKS);
    for token in row.split_whitespace() {
        let (code, count) = token.split_once('*').unwrap_or((token, "1"));
        let count: usize = count.parse().with_context(|| format!("expected CODE*COUNT, found {token}"))?;
        ensure!(count <= CLOCKS - codes.len(), "a line has more than {CLOCKS} clocks");
        codes.extend(std::iter::repeat_n(code, count));
    }
    ensure!(codes.len() == CLOCKS, "a line has {} clocks, expected {CLOCKS}", codes.len());
    Ok(codes)
}

fn compress(codes: impl Iterator<Item = String>) -> String {
    let mut row = String::new();
    let mut codes = codes.peekable();
    while let Some(code) = codes.next() {
        let mut count = 1;
        while codes.next_if_eq(&code).is_some() {
            count += 1;
        }
        let separator = if row.is_empty() { "" } else { " " };
        let _ = if count == 1 {
            write!(row, "{separator}{code}")
        } else {
            write!(row, "{separator}{code}*{count}")
        };
    }
    row
}

fn compare_out(rows: &[String], lines: usize, samples: &[Sample]) -> Result<Option<String>> {
    ensure!(rows.len() == lines, "{} lines of output, expected {lines}", rows.len());
    for (line, row) in rows.iter().enumerate() {
        let expected = expand(row)?;
        let Some(found) = samples.get(line * CLOCKS..(line + 1) * CLOCKS) else {
            bail!("the chip gave no output for line {line}");
        };
        for (clock, (expected, found)) in expected.iter().zip(found).enumerate() {
            let found_code = code(*found);
            if !expected.eq_ignore_ascii_case(&found_code) {
                let here = compress(samples[line * CLOCKS..][..CLOCKS].iter().map(|sample| code(*sample)));
                return Ok(Some(format!(
                    "line {line}, clock {clock} (pixel {}): expected {expected}, found {found_code}; expected {row} | found {here}",
                    clock as i64 - 68,
                )));
            }
        }
    }
    Ok(None)
}

fn compare_reads(test: &Test, reads: &[(u8, u8)]) -> Result<Option<String>> {
    ensure!(reads.len() == test.reads.len(), "{} reads have {} values", reads.len(), test.reads.len());
    for ((cycle, register, expected, mask), (value, driven)) in test.reads.iter().zip(reads) {
        ensure!(mask & !0xc0 == 0, "a read's mask is {mask:#04x}: the chip has bits 7 and 6 only");
        if (value ^ expected) & mask != 0 || driven & mask != *mask {
            return Ok(Some(format!(
                "cycle {cycle}, read of {register:#04x}: expected {expected:#04x}, found {value:#04x} (mask {mask:#04x})"
            )));
        }
    }
    Ok(None)
}

fn compare_audio(channel: usize, expected: &str, audio: &[(u8, u8)]) -> Result<Option<String>> {
    for (index, digit) in expected.chars().enumerate() {
        let Some(digit) = digit.to_digit(16) else {
            bail!("aud{channel}: {digit} is no hex digit");
        };
        let Some((first, second)) = audio.get(index) else {
            bail!("aud{channel}: the chip gave {} samples only", audio.len());
        };
        let found = if channel == 0 { *first } else { *second };
        if u32::from(found) != digit {
            return Ok(Some(format!(
                "channel {channel}, sample {index} (line {}, clock {}): expected {digit:x}, found {found:x}",
                index / 2,
                AUDIO_CLOCKS[index % 2],
            )));
        }
    }
    Ok(None)
}
