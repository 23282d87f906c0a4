//! Runs cargo on this workspace.

use std::ffi::OsString;
use std::process::{Command, ExitCode, ExitStatus};
use std::{env, path::PathBuf};

use anyhow::{Context, Result};

/// The workspace's root.
pub(crate) fn root() -> Result<PathBuf> {
    cartridges::checkout().context("there is no checkout of the project around: run this inside of one")
}

/// `cargo SUBCOMMAND` on the workspace, in the current directory.
pub(crate) fn command(subcommand: &str) -> Result<Command> {
    let program = env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(program);
    command.arg(subcommand).arg("--manifest-path").arg(root()?.join("Cargo.toml"));
    Ok(command)
}

/// Runs it to its end.
pub(crate) fn run(command: &mut Command) -> Result<ExitStatus> {
    command.status().with_context(|| format!("cannot run {}", command.get_program().display()))
}

/// The exit code that passes on how a program ended: its own, or 1 if it was killed.
pub(crate) fn exit_code(status: ExitStatus) -> ExitCode {
    match status.code() {
        Some(code) => ExitCode::from(u8::try_from(code).unwrap_or(1)),
        None => ExitCode::FAILURE,
    }
}
