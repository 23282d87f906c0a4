//! `cargo xtask contact-sheet`: all cartridges of the fleet on one picture.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use xtask::system::Purpose;

use crate::{cargo, cli, prepare};

pub(crate) fn contact_sheet(may_install: bool, arguments: &[OsString]) -> Result<ExitCode> {
    prepare::system(&[Purpose::Build], may_install)?;
    let mut command = cargo::command("run")?;
    command.args(["--release", "-p", "vchess", "--", "contact-sheet"]);
    if !cli::ask_for_text(arguments) {
        command.arg("--roms").arg(prepare::fleet(may_install)?.folder);
    }
    command.args(arguments);
    Ok(cargo::exit_code(cargo::run(&mut command)?))
}
