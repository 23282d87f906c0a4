//! `cargo xtask fleet`: the 108 cartridges.

use std::process::ExitCode;

use anyhow::Result;

use crate::prepare;

pub(crate) fn fleet(may_install: bool) -> Result<ExitCode> {
    let fetched = prepare::fleet(may_install)?;
    println!(
        "Fleet: {} cartridges in {} ({} fetched, {} were there), every SHA-256 as it should be.",
        fetched.written + fetched.kept,
        fetched.folder.display(),
        fetched.written,
        fetched.kept
    );
    Ok(ExitCode::SUCCESS)
}
