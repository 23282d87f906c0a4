//! The steps before the work: the system's packages, the ROM, the fleet.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use cartridges::{FetchError, Fetcher, Found, ObtainError};
use xtask::python;
use xtask::system::{self, Purpose};

use crate::cargo;

/// Sees to the system's packages for `purposes`.
///
/// # Errors
/// If something is missing that is needed to build. What is missing besides is printed.
pub(crate) fn system(purposes: &[Purpose], may_install: bool) -> Result<system::Report> {
    let report = system::ensure(purposes, may_install);
    if report.stops() {
        bail!("{report}");
    }
    if !report.missing.is_empty() {
        eprintln!("{report}");
    }
    Ok(report)
}

/// Finds the ROM, or fetches it, first installing what fetches it.
pub(crate) fn rom(explicit: Option<&Path>, may_install: bool) -> Result<Found> {
    match cartridges::locate(explicit) {
        Ok(found) => return Ok(found),
        Err(missing) if missing.refused().is_some() => return Err(missing.into()),
        Err(_) => fetcher(may_install),
    }
    cartridges::obtain(explicit, &mut |progress| eprintln!("{progress}")).map_err(|error| match error {
        // The places were not given anything: only why nothing could be fetched is news.
        ObtainError::NotFetched { missing, error } if missing.holds_nothing() => said_once(error).into(),
        ObtainError::NotFetched { missing, error } => {
            ObtainError::NotFetched { missing, error: said_once(error) }.into()
        }
        named @ ObtainError::Missing(_) => named.into(),
    })
}

/// Without the clients' own words, which were printed as they came.
fn said_once(error: FetchError) -> FetchError {
    match error {
        FetchError::Clients(mut failures) => {
            for failure in &mut failures {
                failure.said.clear();
            }
            FetchError::Clients(failures)
        }
        other => other,
    }
}

/// Brings python-chess, with which tests drive the UCI engine, into a folder beside the build.
///
/// # Errors
/// If there is no Python with a pip, or pip cannot fetch it.
pub(crate) fn python_chess(may_install: bool) -> Result<()> {
    let root = cargo::root()?;
    if python::has_chess(&root) {
        return Ok(());
    }
    fetcher(may_install);
    let python = python::interpreter().context("no Python 3: install it, with its pip")?;
    let folder = python::chess_folder(&root);
    let place = folder.parent().context("a folder has a parent")?;
    fs::create_dir_all(place).with_context(|| format!("cannot make {}", place.display()))?;
    // Whole or not at all.
    let scratch =
        tempfile::Builder::new().prefix(".chess-").tempdir_in(place).context("cannot make a folder")?;
    eprintln!("Python: {} goes into {}", python::CHESS, folder.display());
    let status = Command::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check", "--no-deps"])
        .arg("--target")
        .arg(scratch.path())
        .arg(python::CHESS)
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot run {}", python.display()))?;
    ensure!(status.success(), "pip could not fetch {} from PyPI: {status}", python::CHESS);
    match fs::rename(scratch.path(), &folder) {
        Ok(()) => {
            // It has another name now.
            let _ = scratch.keep();
        }
        // Somebody else was faster.
        Err(_) if python::has_chess(&root) => {}
        Err(error) => return Err(error).with_context(|| format!("cannot make {}", folder.display())),
    }
    Ok(())
}

/// The fleet of cartridges, if it is there.
pub(crate) fn has_fleet() -> bool {
    Fetcher::new().is_ok_and(|fetcher| fetcher.has_fleet())
}

/// Completes the fleet of cartridges in `rom/fleet/`.
pub(crate) fn fleet(may_install: bool) -> Result<cartridges::FleetFetched> {
    let fetcher_into = Fetcher::new()?;
    if !fetcher_into.has_fleet() {
        fetcher(may_install);
    }
    let quiet_about_each = |progress: cartridges::Progress<'_>| {
        if !matches!(progress, cartridges::Progress::Stored(_)) {
            eprintln!("{progress}");
        }
    };
    fetcher_into.fleet(&mut { quiet_about_each }).map_err(|error| said_once(error).into())
}

/// Sees to a client that fetches. Where there is none in the end, fetching says so.
fn fetcher(may_install: bool) {
    if !cartridges::can_fetch() {
        system::ensure(&[Purpose::Fetch], may_install);
    }
}
