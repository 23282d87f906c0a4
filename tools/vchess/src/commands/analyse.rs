//! `vchess analyse`.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use shakmaty::{Move, Position as _};
use video_chess::Level;

use crate::analyse::{Opinion, fen_after, opinions};
use crate::cli::AnalyseOptions;
use crate::engine::setup::{self, Start};
use crate::input::read_unpacked;
use crate::pgn::{Game, read::read, san};
use crate::say;

pub(crate) fn run(options: &AnalyseOptions) -> Result<ExitCode> {
    let engine = super::engine(options.engine, &options.rom)?;
    let limit = Duration::from_secs_f64(options.move_limit);
    let levels = if options.levels.is_empty() { Level::ALL.to_vec() } else { options.levels.clone() };
    let ask = |start: &Start, moves: &[Move]| {
        opinions(engine.as_ref(), start, moves, &levels, options.d3, limit).map_err(|why| anyhow!("{why}"))
    };
    match (&options.fen, &options.pgn) {
        (Some(start), None) => {
            for note in &start.notes {
                say!("{note}");
            }
            say!("{}", setup::fen(&start.chess));
            table(&ask(start, &[])?);
        }
        (None, Some(path)) => {
            let games = read(&read_unpacked(path, "games")?).with_context(|| path.display().to_string())?;
            for (index, game) in games.iter().enumerate() {
                if games.len() > 1 {
                    say!("Game {}: {} - {}", index + 1, game.tag("White"), game.tag("Black"));
                    say!();
                }
                whole_game(game, options, &ask)?;
            }
        }
        _ => bail!("expected --fen FEN or --pgn FILE"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Asks the levels what they play after moves.
type Ask<'a> = dyn Fn(&Start, &[Move]) -> Result<Vec<Opinion>> + 'a;

/// A table of every move, or of the one asked for.
fn whole_game(game: &Game, options: &AnalyseOptions, ask: &Ask<'_>) -> Result<()> {
    let start = Start { chess: game.start.clone(), notes: Vec::new() };
    let moves: Vec<Move> = game.moves.iter().map(|played| played.played).collect();
    let first = options.ply.unwrap_or(0);
    if first > moves.len() {
        bail!("the game has {} moves of both sides; expected --ply 0 to {}", moves.len(), moves.len());
    }
    let plies = if options.ply.is_some() { first..first + 1 } else { 0..moves.len() };
    let mut chess = game.start.clone();
    for (ply, &played) in moves.iter().enumerate() {
        if ply < plies.start {
            chess.play_unchecked(played);
        }
    }
    for ply in plies {
        let dots = if chess.turn().is_white() { "." } else { "..." };
        let number = chess.fullmoves();
        match moves.get(ply) {
            Some(&played) => {
                say!("{number}{dots} {} was played", san::write(&chess, played));
                chess.play_unchecked(played);
            }
            None => say!("{number}{dots} {}", fen_after(&start, &moves)),
        }
        table(&ask(&start, &moves[..ply])?);
        say!();
    }
    Ok(())
}

fn table(opinions: &[Opinion]) {
    say!("| level | plays | score | nodes | Atari's time |");
    say!("|---:|---|---:|---:|---:|");
    for opinion in opinions {
        let Opinion { level, plays, score, nodes, .. } = opinion;
        say!("| {} | {plays} | {score} | {nodes} | {} |", level.number(), opinion.time());
    }
}
