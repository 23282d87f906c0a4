//! python-chess, the independent client of the UCI engine.

use std::process::Command;

use xtask::python;

use crate::count::{REQUIRE_TOOLS, got, missed};

/// What the ledger calls it.
const NAME: &str = "python-chess";

/// A Python that knows python-chess, to be given a script; `None` where it is not there, and the test is to return.
///
/// # Panics
/// If programs are required and it is missing.
#[track_caller]
pub fn python_chess() -> Option<Command> {
    let root = cartridges::checkout().filter(|root| python::has_chess(root));
    if let (Some(root), Some(interpreter)) = (root, python::interpreter()) {
        got(NAME);
        let mut command = Command::new(interpreter);
        command.env("PYTHONPATH", python::chess_folder(&root));
        return Some(command);
    }
    let advice = "`cargo xtask setup` fetches it.";
    missed(NAME, &format!("{} of PyPI is not beside the build", python::CHESS), REQUIRE_TOOLS, advice);
    None
}
