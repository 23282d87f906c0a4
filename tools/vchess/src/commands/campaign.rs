//! `vchess campaign`.

use std::process::ExitCode;

use anyhow::Result;

use crate::campaign::{Plan, State, run as run_campaign};
use crate::cli::CampaignOptions;
use crate::say;

pub(crate) fn run(options: &CampaignOptions) -> Result<ExitCode> {
    let rom = super::video_chess(&options.rom)?;
    let plan = Plan { seed: options.seed, searches: options.searches };
    let mut state = State::open(&options.state, options.seed)?;
    let bar = super::progress("searches");
    run_campaign(&rom, &plan, &mut state, &bar)?;
    bar.finish_and_clear();
    let tally = state.tally();
    for difference in &tally.differences {
        say!("{difference}");
    }
    say!("{tally}");
    say!("{} differences", tally.differences.len());
    Ok(if tally.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
