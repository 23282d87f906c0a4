//! Runs cargo on this workspace.

use std::ffi::OsString;
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::{env, path::PathBuf};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

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

/// Builds a program of the workspace as its tests have it, and returns its file.
///
/// # Errors
/// If it does not build.
pub(crate) fn build_program(name: &str) -> Result<PathBuf> {
    let mut command = command("build")?;
    // The whole workspace's features, so that nothing is built anew for it.
    command.args(["--workspace", "--bin", name, "--message-format", "json-render-diagnostics"]);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("cannot run {}", command.get_program().display()))?;
    ensure!(output.status.success(), "{name} does not build");
    let messages = output.stdout.split(|&byte| byte == b'\n').map(serde_json::from_slice::<Value>);
    let executable = messages.flatten().find_map(|message| {
        let is_it = message.pointer("/target/name").is_some_and(|target| target == name);
        let executable = message.get("executable").and_then(Value::as_str);
        executable.filter(|_| is_it).map(PathBuf::from)
    });
    executable.with_context(|| format!("cargo does not say where {name} is"))
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
