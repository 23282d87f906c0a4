//! `vchess rom`.

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::RomOptions;
use crate::say;

pub(crate) fn run(options: &RomOptions) -> Result<ExitCode> {
    let found = cartridges::obtain(options.rom.as_deref(), &mut |progress| crate::note!("{progress}"))?;
    for finding in &found.findings {
        say!("{finding}");
    }
    say!("Used: {}", found.path.display());
    Ok(ExitCode::SUCCESS)
}
