//! `vchess disasm`.

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::RomOptions;
use crate::say;

pub(crate) fn run(options: &RomOptions) -> Result<ExitCode> {
    let rom = super::video_chess(options)?;
    say::line(vchess_rom::disasm::disassemble(&rom).trim_end());
    Ok(ExitCode::SUCCESS)
}
