//! `vchess play`.

use std::io;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use shakmaty::Color;
use video_chess::Level;

use crate::cli::PlayCommand;
use crate::engine::Seed;
use crate::engine::setup::Start;
use crate::say;
use crate::terminal::file;
use crate::terminal::game::TerminalGame;
use crate::terminal::talk::Talk;
use crate::uci::lines;

pub(crate) fn run(options: &PlayCommand) -> Result<ExitCode> {
    if !options.terminal {
        return super::run::play(&options.play);
    }
    let seed = options.d3.map_or(Seed::Advancing, Seed::Fixed);
    let how = &options.play.how;
    let level = how.level.and_then(Level::from_number);
    let kept = options.game.as_deref().filter(|path| path.exists());
    let game = if let Some(path) = kept {
        let saved = file::load(path)?;
        let mut game = TerminalGame::resume(&saved, seed).map_err(|why| anyhow!("{why}"))?;
        if let Some(level) = level {
            game.table.set(level, seed);
        }
        game
    } else {
        let start = options.fen.clone().unwrap_or_else(Start::usual);
        let program = if how.black { Color::White } else { Color::Black };
        TerminalGame::new(start, program, level.unwrap_or_default(), seed).map_err(|why| anyhow!("{why}"))?
    };
    let engine = super::engine(options.engine, &options.play.rom)?;
    let mut utter = |text: &str| say!("{text}");
    Talk::new(engine.as_ref(), game, seed, options.game.clone(), lines(io::stdin()), &mut utter).run();
    Ok(ExitCode::SUCCESS)
}
