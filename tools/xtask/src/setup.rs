//! `cargo xtask setup`: everything but the work.

use std::process::ExitCode;

use anyhow::Result;
use xtask::system::Purpose;

use crate::{prepare, thumb};

pub(crate) fn setup(may_install: bool) -> Result<ExitCode> {
    let report = prepare::system(&[Purpose::Build, Purpose::Window, Purpose::Test], may_install)?;
    if report.missing.is_empty() {
        println!("System: all libraries and programs are there.");
    }
    match thumb::ensure(may_install) {
        Ok(()) => println!("Pico: there is a compiler for its processor."),
        Err(error) => eprintln!("{error:#}\nThe firmware cannot be built here, and its tests are skipped."),
    }
    let found = prepare::rom(None, may_install)?;
    println!("ROM: {} ({}), SHA-256 as it should be.", found.path.display(), found.place);
    match prepare::python_chess(may_install) {
        Ok(()) => println!("Python: {} for the tests.", xtask::python::CHESS),
        Err(error) => println!("Python: {error:#}. Tests that need python-chess are skipped."),
    }
    Ok(ExitCode::SUCCESS)
}
