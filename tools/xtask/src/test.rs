//! `cargo xtask test`: from a fresh checkout to a tested one.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, path};

use anyhow::{Context, Result, bail};
use cartridges::{FOLDER_VARIABLE, FetchError, ObtainError, ROM_VARIABLE};
use xtask::ledger::{self, LEDGER_VARIABLE, Ledger};
use xtask::system::Purpose;

use crate::{cargo, pico, prepare};

/// Environment variable: tests fail that would be skipped for want of the ROM or the fleet.
const REQUIRE_ROM: &str = "VCHESS_REQUIRE_ROM";
/// Environment variable: tests fail that would be skipped for want of a program.
const REQUIRE_TOOLS: &str = "VCHESS_REQUIRE_TOOLS";

#[derive(Debug, Default)]
pub(crate) struct Options {
    pub(crate) require_rom: bool,
    pub(crate) require_tools: bool,
    pub(crate) long: bool,
    pub(crate) rom: Option<PathBuf>,
    pub(crate) packages: Vec<OsString>,
    pub(crate) filters: Vec<OsString>,
}

pub(crate) fn test(may_install: bool, options: &Options) -> Result<ExitCode> {
    let require_rom = options.require_rom || xtask::is_set(REQUIRE_ROM);
    let require_tools = options.require_tools || xtask::is_set(REQUIRE_TOOLS);
    let report = prepare::system(&[Purpose::Build, Purpose::Window, Purpose::Test], may_install)?;
    if require_tools && !report.missing.is_empty() {
        bail!("some tests could not run");
    }

    match prepare::python_chess(may_install) {
        Ok(()) => {}
        Err(error) if require_tools => return Err(error),
        Err(error) => eprintln!("{error:#}\nTests that need python-chess are skipped."),
    }

    // What the tests find by it, those on the emulated Pico too.
    let mut environment: Vec<(&str, OsString)> = Vec::new();
    // Tests run in the folders of their crates, where a relative path leads elsewhere.
    if let Some(folder) = cartridges::rom_folder() {
        environment.push((FOLDER_VARIABLE, path::absolute(folder)?.into()));
    }
    let mut fetching_works = true;
    match prepare::rom(options.rom.as_deref(), may_install) {
        Ok(found) => {
            eprintln!("ROM: {} ({})", found.path.display(), found.place);
            if found.place != cartridges::Place::Folder {
                environment.push((ROM_VARIABLE, path::absolute(&found.path)?.into()));
            }
        }
        // A file that the user named is not the ROM: that is for the user to mend first.
        Err(error) if require_rom || error.is::<cartridges::Missing>() => return Err(error),
        Err(error) => {
            eprintln!("{error:#}\nTests that need the ROM are skipped.");
            // It also fails where only the place in rom/ is taken.
            fetching_works = matches!(
                error.downcast_ref(),
                Some(ObtainError::NotFetched { error: FetchError::Taken(_), .. })
            );
        }
    }
    if fetching_works || prepare::has_fleet() {
        match prepare::fleet(may_install) {
            Ok(fetched) => eprintln!("Fleet: {} ({} fetched)", fetched.folder.display(), fetched.written),
            Err(error) if require_rom => return Err(error),
            Err(error) => eprintln!("{error:#}\nTests that need the fleet of cartridges are skipped."),
        }
    } else {
        eprintln!("Tests that need the fleet of cartridges, which comes the same way, are skipped.");
    }

    let program = env::current_exe().context("cannot find the folder of the build")?;
    let scratch = tempfile::Builder::new()
        .prefix("xtask-test-")
        .tempdir_in(program.parent().unwrap_or(&program))
        .context("cannot make a folder for the ledger of the tests")?;
    let ledger_path = scratch.path().join("ledger");
    environment.push((LEDGER_VARIABLE, ledger_path.clone().into()));
    for (required, variable) in [(require_rom, REQUIRE_ROM), (require_tools, REQUIRE_TOOLS)] {
        environment.push((variable, if required { "1" } else { "" }.into()));
    }
    let (on_pico, others): (Vec<_>, Vec<_>) =
        options.packages.iter().partition(|&name| name == pico::PACKAGE);
    let status = if options.packages.is_empty() || !others.is_empty() {
        let mut command = cargo::command("test")?;
        command.envs(environment.iter().map(|(name, value)| (name, value)));
        if options.packages.is_empty() {
            command.arg("--workspace");
        }
        for package in others {
            command.arg("-p").arg(package);
        }
        command.args(["--no-fail-fast", "--"]);
        if options.long {
            command.arg("--include-ignored");
        }
        Some(cargo::run(command.args(&options.filters))?)
    } else {
        None
    };
    let on_pico = if options.packages.is_empty() || !on_pico.is_empty() {
        Some(pico::test(may_install, options.long, &environment, &options.filters))
    } else {
        None
    };

    let ledger = Ledger::read(&ledger_path)?;
    print!("\n{ledger}");
    let on_pico = match on_pico {
        Some(Err(error)) if require_tools || status.is_none() => {
            return Err(error.context("the tests on the emulated Pico"));
        }
        Some(Err(error)) => {
            eprintln!("The tests on the emulated Pico are skipped: {error:#}");
            None
        }
        Some(Ok(on_pico)) => Some(on_pico),
        None => None,
    };
    if let Some(failed) = [status, on_pico].into_iter().flatten().find(|status| !status.success()) {
        return Ok(cargo::exit_code(failed));
    }
    let everything = options.packages.is_empty() && options.filters.is_empty();
    if require_rom && everything && ledger.ran(ledger::ROM).is_empty() {
        bail!("the ROM is required, but not one test ran against it");
    }
    Ok(ExitCode::SUCCESS)
}
