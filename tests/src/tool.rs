//! Programs that tests call.

use std::path::PathBuf;

use xtask::system::package_with;

use crate::count::{REQUIRE_TOOLS, got, missed};

/// The program called `name`, from the search path; `None` where it is not there, and the test is to
/// return.
///
/// # Panics
/// If programs are required and it is missing.
#[track_caller]
pub fn tool(name: &str) -> Option<PathBuf> {
    if let Ok(path) = which::which(name) {
        got(name);
        return Some(path);
    }
    let reason = match package_with(name) {
        Some(package) => format!("Debian package {package}"),
        None => "not in the search path".into(),
    };
    missed(name, &reason, REQUIRE_TOOLS, "`cargo xtask setup` sees to the programs that tests need.");
    None
}
