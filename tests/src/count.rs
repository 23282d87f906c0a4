//! Notes what a test got or missed.

use std::env;
use std::io::{self, Write};
use std::path::Path;
use std::thread;

use xtask::is_set;
use xtask::ledger::{Entry, LEDGER_VARIABLE, Outcome};

/// Environment variable: the ROM and the fleet may not be missing.
pub(crate) const REQUIRE_ROM: &str = "VCHESS_REQUIRE_ROM";
/// Environment variable: no program may be missing.
pub(crate) const REQUIRE_TOOLS: &str = "VCHESS_REQUIRE_TOOLS";

/// Notes that the running test got `thing`.
#[track_caller]
pub(crate) fn got(thing: &str) {
    note(thing, Outcome::Got);
}

/// Notes that the running test is skipped for want of `thing`, because of `reason`.
///
/// # Panics
/// If `requirement` says that it may not be missing; `advice` then tells what to do.
#[track_caller]
pub(crate) fn missed(thing: &str, reason: &str, requirement: &str, advice: &str) {
    assert!(!is_set(requirement), "{requirement} is set, but there is no {thing} ({reason})\n{advice}");
    if env::var_os(LEDGER_VARIABLE).is_none() {
        // Not `eprintln!`, which the test harness swallows where a test passes. A standard error
        // that is closed is no reason to fail.
        let _ = writeln!(io::stderr(), "skipped: {}: no {thing} ({reason})", test_name());
    }
    note(thing, Outcome::Skipped { reason: reason.into() });
}

#[track_caller]
fn note(thing: &str, outcome: Outcome) {
    let test = test_name();
    if let Some(path) = env::var_os(LEDGER_VARIABLE) {
        let entry = Entry { test, thing: thing.into(), outcome };
        if let Err(error) = entry.append(Path::new(&path)) {
            panic!("{}: cannot be written: {error}", path.display());
        }
    }
}

/// The running test: crate, binary and the test's own name.
#[track_caller]
fn test_name() -> String {
    let thread = thread::current();
    let Some(test) = thread.name().filter(|&name| name != "main") else {
        panic!("call this on the test's own thread, whose name is the test's");
    };
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let program = env::current_exe().ok();
    let stem = program.as_ref().and_then(|path| path.file_stem()).unwrap_or_default().to_string_lossy();
    let binary = stem.rsplit_once('-').map_or(&*stem, |(name, _hash)| name);
    format!("{package} {binary}: {test}")
}
