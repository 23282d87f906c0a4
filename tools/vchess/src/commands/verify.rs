//! `vchess verify`.

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::cli::{Engine, Verify};
use crate::say;
use crate::verify::{Tally, Verdict, chess_port, chess_rom, cpu, frames, search, tia};

pub(crate) fn run(what: &Verify) -> Result<ExitCode> {
    let mut tally = Tally::default();
    let mut count = |name: &str, verdict: Verdict| tally.count(name, &verdict);
    match what {
        Verify::Cpu(files) => {
            for file in &files.files {
                cpu::verify(file, &mut count)?;
            }
        }
        Verify::Tia(files) => {
            for file in &files.files {
                tia::verify(file, &mut count)?;
            }
        }
        Verify::Search(files) => {
            for file in &files.files {
                search::verify(file, &mut count)?;
            }
        }
        Verify::Frames(options) => {
            let roms = options
                .roms
                .clone()
                .or_else(cartridges::fleet::folder)
                .context("where are the cartridges? Name their folder with --roms")?;
            for file in &options.files.files {
                frames::verify(file, &roms, &mut count)?;
            }
        }
        Verify::Chess(options) => match options.engine {
            Engine::Port => {
                for file in &options.files.files {
                    chess_port::verify(file, &mut count)?;
                }
            }
            Engine::Rom => {
                let booted = chess_rom::Booted::new(&*super::video_chess(&options.rom)?)?;
                for file in &options.files.files {
                    chess_rom::verify(file, &booted, &mut count)?;
                }
            }
        },
    }
    say!("{}", tally.last_line());
    say::flush();
    Ok(if tally.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
