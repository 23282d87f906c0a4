//! `vchess show`.

use std::process::ExitCode;

use anyhow::{Result, anyhow};
use video_chess::Colour;

use crate::cli::ShowOptions;
use crate::engine::setup;
use crate::output::Output;
use crate::palette;
use crate::picture::write_png;
use crate::{say, show};

/// Lines and pixels of the picture are so many times the TIA's.
const SCALE: usize = 2;

pub(crate) fn run(options: &ShowOptions) -> Result<ExitCode> {
    let start = &options.fen;
    for note in &start.notes {
        say!("{note}");
    }
    let position = setup::cartridge_position(&start.chess).map_err(|why| anyhow!("{why}"))?;
    let rom = super::video_chess(&options.rom)?;
    let output = Output::open(&options.png)?;
    let human = if options.black { Colour::Black } else { Colour::White };
    let console = show::draw(&rom, &position, human, options.level)?;
    write_png(output.writer(), console.screen().picture(), &palette::ntsc(), SCALE)?;
    output.finish()?;
    Ok(ExitCode::SUCCESS)
}
