//! Video Chess on the desktop: play, verify, compare, analyse.

use std::process::ExitCode;

fn main() -> ExitCode {
    vchess::cli::main()
}
