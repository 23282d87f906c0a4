//! `vchess board`.

use std::process::ExitCode;

use anyhow::Result;

use crate::board::{self, BoardOptions};
use crate::cli::BoardArguments;

pub(crate) fn run(arguments: &BoardArguments) -> Result<ExitCode> {
    let arguments = arguments.clone();
    let original = arguments.original.then(|| super::video_chess(&arguments.rom)).transpose()?;
    board::run(&BoardOptions {
        headless: arguments.headless,
        script: arguments.script,
        png: arguments.png,
        auto: arguments.auto,
        noise: arguments.noise,
        level: arguments.level,
        modern: arguments.modern,
        original,
        black: arguments.black,
        two_players: arguments.two_players,
        clock: arguments.clock,
        storage: arguments.storage,
    })?;
    Ok(ExitCode::SUCCESS)
}
