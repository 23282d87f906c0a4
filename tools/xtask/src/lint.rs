//! `cargo xtask lint`: clippy on the three workspaces, where a warning is an error.

use std::process::{ExitCode, ExitStatus};

use anyhow::Result;
use xtask::system::Purpose;

use crate::{cargo, firmware, pico, prepare, thumb};

/// What follows the arguments that name a workspace and its targets.
const STRICT: [&str; 4] = ["--locked", "--", "-D", "warnings"];
/// The same for the firmware that leaves the cartridge's own program out.
const STRICT_WITHOUT_ORIGINAL: [&str; 5] = ["--locked", "--no-default-features", "--", "-D", "warnings"];

pub(crate) fn lint(may_install: bool) -> Result<ExitCode> {
    prepare::system(&[Purpose::Build], may_install)?;
    // All of them, whatever is found in the first.
    let found = [
        ("the workspace", main_workspace()),
        ("the emulated Pico", emulated_pico()),
        ("the firmware", thumb::lint(may_install, firmware::MANIFEST, &STRICT)),
        (
            "the firmware without the original",
            thumb::lint(may_install, firmware::MANIFEST, &STRICT_WITHOUT_ORIGINAL),
        ),
    ];
    let mut all_clean = true;
    for (what, ended) in found {
        let is_clean = ended.as_ref().is_ok_and(ExitStatus::success);
        match ended {
            Ok(_) if is_clean => println!("lint: {what} is clean"),
            Ok(_) => eprintln!("lint: {what} is not clean, see above"),
            Err(error) => eprintln!("lint: {what} could not be looked at: {error:#}"),
        }
        all_clean &= is_clean;
    }
    Ok(if all_clean { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn main_workspace() -> Result<ExitStatus> {
    cargo::run(cargo::command("clippy")?.args(["--workspace", "--all-targets"]).args(STRICT))
}

fn emulated_pico() -> Result<ExitStatus> {
    // `pico::command` gives --locked itself.
    cargo::run(pico::command("clippy")?.arg("--all-targets").args(&STRICT[1..]))
}
