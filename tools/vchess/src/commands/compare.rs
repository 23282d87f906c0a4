//! `vchess compare`.

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::CompareOptions;
use crate::compare::{Games, games};
use crate::say;

pub(crate) fn run(options: &CompareOptions) -> Result<ExitCode> {
    let rom = super::video_chess(&options.rom)?;
    let bar = super::progress("games");
    let CompareOptions { games: number, level, seed, plies, .. } = *options;
    let summary = games(&rom, &Games { games: number, level, seed, plies }, &bar)?;
    bar.finish_and_clear();
    for difference in &summary.differences {
        say!("{difference}");
    }
    say!("{summary}");
    say!("{} differences", summary.differences.len());
    Ok(if summary.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
