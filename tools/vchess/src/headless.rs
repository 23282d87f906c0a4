//! Runs a cartridge without a window: so many frames, a script for hands, files out.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use emu6507::{Console, Tv};

use crate::output::Output;
use crate::palette;
use crate::picture::write_png_on;
use crate::say;
use crate::script::{Recorder, Script, heading};
use crate::wave::WaveFile;

/// Lines and pixels of a PNG are so many times the TIA's.
const PNG_SCALE: usize = 2;

/// What to do and what to leave behind.
#[derive(Clone, Debug, Default)]
pub struct Headless {
    /// The television.
    pub tv: Tv,
    /// Frames to run.
    pub frames: u64,
    /// Hands.
    pub script: Script,
    /// The last frame's picture.
    pub png: Option<PathBuf>,
    /// The RAM at the end, 256 hex digits; `-` is standard output.
    pub ram: Option<PathBuf>,
    /// The sound of the whole run.
    pub wav: Option<PathBuf>,
    /// What the run is called, and the words that bring a console to where it begins: for the recorded script.
    pub title: String,
    /// See `title`.
    pub set_up: String,
    /// The input as it was held, as a script.
    pub record: Option<PathBuf>,
}

/// Runs it. The files are written when the run is over, all of them or, on an error, none but those before it.
///
/// # Errors
/// If a file cannot be written.
pub fn run(console: &mut Console, job: &Headless) -> Result<()> {
    let open = |path: &Option<PathBuf>| path.as_deref().map(Output::open).transpose();
    let printed = job.ram.as_deref().is_some_and(|path| path == Path::new("-"));
    let ram = if printed { None } else { open(&job.ram)? };
    let (png, record) = (open(&job.png)?, open(&job.record)?);
    let mut wave = open(&job.wav)?.map(|output| WaveFile::new(output, job.tv)).transpose()?;
    console.sound_now().listen(wave.is_some());
    let (mut next, mut input, mut recorder) = (0, *console.input(), Recorder::default());
    for frame in 0..job.frames {
        if job.script.apply(&mut next, frame, &mut input) {
            console.set_input(input);
        }
        recorder.note(frame, &input);
        console.run_frame();
        if let Some(wave) = &mut wave {
            for run in console.sound_now().drain() {
                wave.push(run)?;
            }
        }
    }
    if let Some(wave) = wave {
        wave.finish()?;
    }
    if let Some(output) = png {
        write_png_on(job.tv, output.writer(), console.screen().picture(), &palette::of(job.tv), PNG_SCALE)
            .with_context(|| output.failure())?;
        output.finish()?;
    }
    let recorded = job.record.as_deref().map_or_else(String::new, |path| {
        heading(&job.title, &job.set_up, job.frames, path) + recorder.text()
    });
    for (output, text) in [(ram, hex::encode(console.ram()) + "\n"), (record, recorded)] {
        if let Some(output) = output {
            output.write(text.as_bytes())?;
            output.finish()?;
        }
    }
    if printed {
        say!("{}", hex::encode(console.ram()));
    }
    Ok(())
}
