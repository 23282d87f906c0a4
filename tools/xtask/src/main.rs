//! Set-up, play and test in one command each: `cargo xtask help`.

mod bench;
mod cargo;
mod cli;
mod contact_sheet;
mod firmware;
mod fleet;
mod lint;
mod pico;
mod play;
mod prepare;
mod setup;
mod test;
mod thumb;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os().skip(1))
}
