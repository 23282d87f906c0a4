//! `vchess` and `vchess run`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use emu6507::{Cartridge, Console, Tv};

use super::Machine;
use crate::cli::{HowOptions, PlayOptions, RunOptions};
use crate::headless::{self, Headless};
use crate::level;
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
    start(machine, &options.how, None, true, "")
}

pub(crate) fn run(options: &RunOptions) -> Result<ExitCode> {
    let machine = super::machine(&options.image, &options.machine)?;
    let video_chess = vchess_rom::identify(machine.console.cartridge().image()).is_ok();
    eprintln!("{}", machine.report);
    start(machine, &options.how, Some(&options.image), video_chess, &options.machine.words())
}

/// `overruled` are the words of the command line that say what the machine around the cartridge is.
fn start(
    machine: Machine,
    how: &HowOptions,
    image: Option<&Path>,
    video_chess: bool,
    overruled: &str,
) -> Result<ExitCode> {
    let Machine { mut console, tv, notice, .. } = machine;
    ensure!(
        video_chess || (how.level.is_none() && !how.black),
        "--level and --black are Video Chess's; this is another cartridge"
    );
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
            set_up: set_up(how, image, overruled),
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
        set_up: set_up(how, image, overruled),
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
fn set_up(how: &HowOptions, image: Option<&Path>, overruled: &str) -> String {
    let mut words = Vec::new();
    if let Some(image) = image {
        words.push(format!("run {}", image.file_name().unwrap_or_default().to_string_lossy()));
    }
    words.extend((!overruled.is_empty()).then(|| overruled.to_owned()));
    words.extend(how.level.map(|level| format!("--level {level}")));
    words.extend(how.black.then(|| "--black".to_owned()));
    words.join(" ")
}
