//! `vchess` and `vchess run`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use emu6507::{Cartridge, Console, Tv};

use super::Machine;
use crate::cli::{HowOptions, PlayOptions, RunOptions};
use crate::headless::{self, Headless};
use crate::level;
use crate::note;
use crate::output;
use crate::script::Script;
use crate::window;

/// What is written above the window of Video Chess.
const TITLE: &str = "Video Chess";

pub(crate) fn play(options: &PlayOptions) -> Result<ExitCode> {
    let rom = super::video_chess(&options.rom)?;
    let machine = Machine {
        console: Console::new(Cartridge::new(&rom[..])?),
        tv: Tv::Ntsc,
        report: String::new(),
        notice: String::new(),
    };
    let file = options.rom.rom.as_deref();
    let slot = Slot { machine, image: None, overruled: Vec::new(), file, video_chess: true };
    start(slot, &options.how)
}

pub(crate) fn run(options: &RunOptions) -> Result<ExitCode> {
    let machine = super::machine(&options.image, &options.machine)?;
    let video_chess = vchess_rom::identify(machine.console.cartridge().image()).is_ok();
    note!("{}", machine.report);
    let image = Some(options.image.as_path());
    let overruled = super::machine::words(&options.machine);
    let slot = Slot { machine, image, overruled, file: image, video_chess };
    start(slot, &options.how)
}

/// A console with its cartridge.
struct Slot<'a> {
    machine: Machine,
    /// The cartridge, if the command line names one to run.
    image: Option<&'a Path>,
    /// The words of the command line that say what the machine around it is.
    overruled: Vec<String>,
    /// The file it was read from, if the command line names it.
    file: Option<&'a Path>,
    video_chess: bool,
}

fn start(slot: Slot, how: &HowOptions) -> Result<ExitCode> {
    let Slot { machine: Machine { mut console, tv, notice, .. }, image, overruled, file, video_chess } = slot;
    let set_up = set_up(how, image, overruled);
    ensure!(
        video_chess || (how.level.is_none() && !how.black),
        "--level and --black are Video Chess's; this is another cartridge"
    );
    output::keep_apart(
        &[
            ("--png", how.png.as_deref()),
            ("--ram", how.ram.as_deref().filter(|path| *path != Path::new("-"))),
            ("--wav", how.wav.as_deref()),
            ("--record", how.record.as_deref()),
        ],
        &[("the cartridge", file), ("--input", how.input.as_deref())],
    )?;
    let title = image.filter(|_| !video_chess).map_or_else(|| TITLE.to_owned(), name_of);
    let script = how.input.as_deref().map(Script::read).transpose()?.unwrap_or_default();
    if how.level.is_some() || how.black {
        level::set_up(&mut console, how.level, how.black)?;
    }
    if !how.headless {
        let options = window::Options {
            title,
            tv,
            notice,
            fast_thinking: video_chess && !how.real_pace,
            mute: how.mute,
            record: how.record.clone(),
            set_up,
        };
        return window::run(console, &options).map(|()| ExitCode::SUCCESS);
    }
    let job = Headless {
        tv,
        frames: how.frames.unwrap_or_default(),
        script,
        png: how.png.clone(),
        ram: how.ram.clone(),
        wav: how.wav.clone(),
        title,
        set_up,
        record: how.record.clone(),
    };
    headless::run(&mut console, &job)?;
    Ok(ExitCode::SUCCESS)
}

/// The cartridge's name, as its file has it.
fn name_of(image: &Path) -> String {
    image.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The words that bring a console to where this one begins.
fn set_up(how: &HowOptions, image: Option<&Path>, mut words: Vec<String>) -> String {
    if let Some(image) = image {
        words.insert(0, format!("run {}", image.file_name().unwrap_or_default().to_string_lossy()));
    }
    words.extend(how.level.map(|level| format!("--level {level}")));
    words.extend(how.black.then(|| "--black".to_owned()));
    words.join(" ")
}
