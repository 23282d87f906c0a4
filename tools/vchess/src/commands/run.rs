//! `vchess` and `vchess run`.

use std::process::ExitCode;

use anyhow::{Result, bail, ensure};
use emu6507::{Cartridge, Console};

use crate::cli::{HowOptions, PlayOptions, RunOptions};
use crate::headless::{self, Headless};
use crate::level;
use crate::script::Script;

pub(crate) fn play(options: &PlayOptions) -> Result<ExitCode> {
    let rom = super::video_chess(&options.rom)?;
    start(Console::new(Cartridge::new(&rom[..])?), &options.how, true)
}

pub(crate) fn run(options: &RunOptions) -> Result<ExitCode> {
    let console = super::console(&options.image)?;
    let image: Vec<u8> = console.cartridge().image().collect();
    let video_chess = vchess_rom::identify(&image).is_ok();
    start(console, &options.how, video_chess)
}

fn start(mut console: Console, how: &HowOptions, video_chess: bool) -> Result<ExitCode> {
    ensure!(
        video_chess || (how.level.is_none() && !how.black),
        "--level and --black are Video Chess's; this is another cartridge"
    );
    let script = how.input.as_deref().map(Script::read).transpose()?.unwrap_or_default();
    if how.level.is_some() || how.black {
        level::set_up(&mut console, how.level, how.black)?;
    }
    if !how.headless {
        bail!("no window yet");
    }
    let job = Headless {
        frames: how.frames.unwrap_or_default(),
        script,
        png: how.png.clone(),
        ram: how.ram.clone(),
        wav: how.wav.clone(),
        record: how.record.clone(),
    };
    headless::run(&mut console, &job)?;
    Ok(ExitCode::SUCCESS)
}
