//! One file a command.

pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod campaign;
pub(crate) mod compare;
pub(crate) mod disasm;
pub(crate) mod hunt;
pub(crate) mod r#move;
pub(crate) mod rom;
pub(crate) mod run;
pub(crate) mod trace;
pub(crate) mod verify;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use emu6507::{Cartridge, Console};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::RomOptions;

/// A cartridge larger than this is none: the largest of the time have 32 KB.
const LARGEST_IMAGE: u64 = 1 << 20;

/// The Video Chess ROM, checked.
pub(crate) fn video_chess(options: &RomOptions) -> Result<Box<[u8; 4096]>> {
    Ok(cartridges::locate(options.rom.as_deref()).map_err(with_the_three_ways)?.image)
}

fn with_the_three_ways(missing: cartridges::Missing) -> anyhow::Error {
    let ways = cartridges::three_ways(missing.folder.as_deref());
    if missing.refused().is_some() {
        return missing.into();
    }
    anyhow::anyhow!("{missing}\n{ways}\n`vchess rom` fetches it.")
}

/// Any cartridge, from a file.
pub(crate) fn console(path: &Path) -> Result<Console> {
    let shown = path.display();
    let metadata = fs::metadata(path).with_context(|| format!("cannot read the cartridge {shown}"))?;
    ensure!(metadata.is_file(), "{shown} is not a file; expected a cartridge's image");
    ensure!(
        metadata.len() <= LARGEST_IMAGE,
        "{shown} has {} bytes; no cartridge is as large as that",
        metadata.len()
    );
    let image = fs::read(path).with_context(|| format!("cannot read the cartridge {shown}"))?;
    Ok(Console::new(Cartridge::new(&image).with_context(|| format!("{shown}"))?))
}

/// A bar on standard error that counts `what`, with the time that is left.
pub(crate) fn progress(what: &'static str) -> ProgressBar {
    let template = format!("{{wide_bar}} {{pos}} of {{len}} {what}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::no_length().with_style(style)
}
