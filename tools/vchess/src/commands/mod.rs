//! One file a command.

pub(crate) mod analyse;
pub(crate) mod bench;
pub(crate) mod board;
pub(crate) mod campaign;
pub(crate) mod compare;
pub(crate) mod contact_sheet;
pub(crate) mod contest;
pub(crate) mod disasm;
pub(crate) mod elo;
pub(crate) mod hunt;
mod machine;
pub(crate) mod r#move;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod rom;
pub(crate) mod run;
pub(crate) mod show;
pub(crate) mod trace;
pub(crate) mod uci;
pub(crate) mod verify;

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{self, RomOptions};
use crate::engine::{self, Engine};

pub(crate) use machine::{Machine, machine};

/// The Video Chess ROM, checked.
pub(crate) fn video_chess(options: &RomOptions) -> Result<Box<[u8; 4096]>> {
    Ok(cartridges::locate(options.rom.as_deref()).map_err(with_the_three_ways)?.image)
}

/// Who thinks.
pub(crate) fn engine(kind: cli::Engine, options: &RomOptions) -> Result<Box<dyn Engine>> {
    Ok(match kind {
        cli::Engine::Port => Box::new(engine::Port),
        cli::Engine::Rom => Box::new(engine::Original::new(&*video_chess(options)?)?),
    })
}

fn with_the_three_ways(missing: cartridges::Missing) -> anyhow::Error {
    let ways = cartridges::three_ways(missing.folder.as_deref());
    if missing.refused().is_some() {
        return missing.into();
    }
    anyhow::anyhow!("{missing}\n{ways}\n`vchess rom` fetches it.")
}

/// A bar on standard error that counts `what`, with the time that is left.
pub(crate) fn progress(what: &'static str) -> ProgressBar {
    let template = format!("{{wide_bar}} {{pos}} of {{len}} {what}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::no_length().with_style(style)
}
