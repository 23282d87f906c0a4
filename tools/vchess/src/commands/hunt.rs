//! `vchess hunt`.

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::HuntOptions;
use crate::hunt::{Hunt, hunt};
use crate::say;

pub(crate) fn run(options: &HuntOptions) -> Result<ExitCode> {
    let rom = super::video_chess(&options.rom)?;
    let bar = super::progress("games");
    let plan = Hunt {
        seed: options.seed,
        games: options.games,
        levels: options.levels.clone(),
        replies: options.replies,
        most_nodes: options.nodes,
    };
    let bag = hunt(&rom, &plan, &bar)?;
    bar.finish_and_clear();
    for find in &bag.finds {
        say!("{find}");
    }
    say!("{bag}");
    Ok(ExitCode::SUCCESS)
}
