//! `vchess contact-sheet`.

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::cli::ContactSheetOptions;
use crate::contact_sheet::{cartridges_in, shoot_all, write_png};
use crate::output::Output;
use crate::say;

pub(crate) fn run(options: &ContactSheetOptions) -> Result<ExitCode> {
    let folder = options
        .roms
        .clone()
        .or_else(cartridges::fleet::folder)
        .context("where are the cartridges? Name their folder with --roms")?;
    let paths = cartridges_in(&folder)?;
    let output = Output::open(&options.png)?;
    let bar = super::progress("cartridges");
    bar.set_length(paths.len() as u64);
    let shots = shoot_all(&paths, options.frames, || bar.inc(1))?;
    bar.finish_and_clear();
    write_png(output.writer(), &shots)?;
    output.finish()?;
    for shot in &shots {
        let Some(what) = (shot.jammed.then_some("the CPU has stopped"))
            .or_else(|| shot.is_blank().then_some("the picture is blank"))
        else {
            continue;
        };
        say!("{}: {what}", shot.name);
    }
    say!("{} cartridges, {} frames each: {}", shots.len(), options.frames, options.png.display());
    Ok(ExitCode::SUCCESS)
}
