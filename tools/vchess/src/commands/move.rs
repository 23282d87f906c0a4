//! `vchess move`.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use indicatif::ProgressBar;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};
use video_chess::chess::Promotion;
use video_chess::ram::differences;
use video_chess::{Game, Move, Outcome, Position, Ram, Square};

use crate::cli::{Engines, MoveOptions};
use crate::compare::{Found, Rom, named, port_finds};
use crate::say;

/// Cycles of the 6507 in a second.
const CYCLES_PER_SECOND: f64 = 1_193_182.0;
/// Nodes between two looks of the progress bar.
const NODES_BETWEEN: u64 = 1 << 12;

pub(crate) fn run(options: &MoveOptions) -> Result<ExitCode> {
    let MoveOptions { fen: position, level, d3, engine, .. } = options;
    let human = position.to_move.other();
    let root = *Game::from_position(position, human, *level, *d3).ram();
    say!("position  {position}");
    say!(
        "level     {}, $D3 ${d3:02X}, depths {} and {}",
        level.number(),
        root.next_full_width(),
        root.max_depth()
    );

    let by_rom = match engine {
        Engines::Port => None,
        Engines::Rom | Engines::Both => {
            let rom = Rom::new(&*super::video_chess(&options.rom)?)?;
            let bar = ProgressBar::new_spinner();
            bar.enable_steady_tick(Duration::from_millis(200));
            let found = rom.finds(&root, |nodes| {
                if nodes.is_multiple_of(NODES_BETWEEN) {
                    bar.set_message(format!("{nodes} nodes"));
                }
            });
            bar.finish_and_clear();
            Some(found.context("the cartridge does not answer: its search goes astray")?)
        }
    };
    let by_port = match engine {
        Engines::Rom => None,
        Engines::Port | Engines::Both => {
            Some(port_finds(&root).map_err(|why| anyhow!("the port does not answer: {why}"))?)
        }
    };
    let found = by_port.or(by_rom.map(|(found, _)| found)).context("somebody thinks")?;
    print(position, &found);
    if let Some((_, cycles)) = by_rom {
        let seconds = cycles as f64 / CYCLES_PER_SECOND;
        say!("Atari     {cycles} cycles, {}", indicatif::HumanDuration(Duration::from_secs_f64(seconds)));
    }
    let (Some(port), Some((rom, _))) = (by_port, by_rom) else { return Ok(ExitCode::SUCCESS) };
    if port == rom {
        say!("equal     the port and the cartridge: reply, score, nodes, 128 bytes of memory");
        return Ok(ExitCode::SUCCESS);
    }
    say!("DIFFERENT");
    for (what, port, rom) in
        [("score", u64::from(port.score), u64::from(rom.score)), ("nodes", port.nodes, rom.nodes)]
    {
        if port != rom {
            say!("  {what}: port {port}, ROM {rom}");
        }
    }
    for byte in differences(&port.ram, &rom.ram, &[]) {
        say!("  {}", named(&byte));
    }
    Ok(ExitCode::FAILURE)
}

fn print(position: &Position, found: &Found) {
    match reply(position, &found.ram) {
        Some(reply) => match san(position, reply) {
            Some(san) => say!("reply     {san} ({reply})"),
            None => say!("reply     {reply}, which is no legal move of chess"),
        },
        None => say!("reply     none"),
    }
    let outcome = match Outcome::of(&found.ram) {
        Outcome::PlayOn => "",
        Outcome::ProgramLost => "; the program gives up",
        Outcome::HumanLost => "; the human has lost",
    };
    say!("score     ${:02X} ({:+}){outcome}", found.score, (found.score ^ 0x80) as i8);
    say!("nodes     {}", found.nodes);
}

/// The reply that a search has left in the memory.
fn reply(position: &Position, ram: &Ram) -> Option<Move> {
    let human = position.to_move.other();
    let (source, target) = (ram.byte(0xd9), ram.byte(0xda));
    // The queen waits in $DB for the human's next input.
    let promotes = ram.square(target) == 6 && ram.byte(0xdb) == 2;
    (source != target).then(|| Move {
        from: Square::from_index(source, human),
        to: Square::from_index(target, human),
        promotion: promotes.then_some(Promotion::Queen),
    })
}

/// The move's short name; `None` where the rules of chess do not know the position or the move.
fn san(position: &Position, reply: Move) -> Option<String> {
    let fen: Fen = position.to_string().parse().ok()?;
    let chess: Chess = fen.into_position(CastlingMode::Standard).ok()?;
    let played = reply.to_string().parse::<UciMove>().ok()?.to_move(&chess).ok()?;
    Some(SanPlus::from_move(chess, played).to_string())
}
