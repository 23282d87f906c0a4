//! `vchess uci`.

use std::io;
use std::process::ExitCode;

use anyhow::Result;

use crate::cli::UciOptions;
use crate::say;
use crate::uci::lines;
use crate::uci::session::Session;

pub(crate) fn run(options: &UciOptions) -> Result<ExitCode> {
    let engine = super::engine(options.engine, &options.rom)?;
    let about = format!(
        "Video Chess, Atari 1979, {}; vchess {}",
        match options.engine {
            crate::cli::Engine::Rom => "the original cartridge on an emulated 6507",
            crate::cli::Engine::Port => "a port equal to the cartridge node by node",
        },
        env!("CARGO_PKG_VERSION")
    );
    let mut utter = |text: &str| say!("{text}");
    Session::new(engine.as_ref(), about, &mut utter).run(&lines(io::stdin()));
    Ok(ExitCode::SUCCESS)
}
