//! `vchess bench`.

use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use emu6507::{Cartridge, Console, Input, Stop};
use serde::Serialize;
use video_chess::{Game, Level, Ram, Search};

use crate::cli::BenchOptions;
use crate::level;
use crate::say;
use crate::verify::chess_record::{ChessRecord, Side, read_records};
use crate::verify::chess_rom::{Booted, FRAME_START};

/// Each figure is the best of so many rounds: what the machine can do when nothing else runs on it.
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(400);
/// Cartridges of the fleet whose frames are counted.
const CARTRIDGES: [&str; 3] = ["video_chess", "breakout", "pitfall"];

pub(crate) fn run(options: &BenchOptions) -> Result<ExitCode> {
    let rom = super::video_chess(&options.rom)?;
    let mut frames = serde_json::Map::new();
    for name in CARTRIDGES {
        let image = match &options.roms {
            Some(folder) => {
                let path = folder.join(name).with_extension("bin");
                std::fs::read(&path)
                    .with_context(|| format!("cannot read the cartridge {}", path.display()))?
            }
            None if name == CARTRIDGES[0] => rom.to_vec(),
            None => continue,
        };
        let figure = best(|| frames_per_second(&image))?;
        frames.insert(name.into(), figure.round().into());
        if !options.json {
            say!("{name:<12} picture made: {figure:>10.0} frames per second");
        }
    }
    let thinking = match &options.record {
        Some(path) => {
            let record = longest(path)?;
            best(|| record_cycles_per_second(&rom, &record))?
        }
        None => best(|| level_7_cycles_per_second(&rom))?,
    };
    let nodes: Vec<f64> = Level::ALL.map(|level| port_nodes_per_second(&think(level))).into();
    let headline = Headline::measure();
    if options.json {
        say!(
            "{}",
            serde_json::json!({
                "frames_per_second": frames,
                "thinking_cycles_per_second": thinking,
                "port_nodes_per_second": nodes,
                "level_7": headline,
            })
        );
        return Ok(ExitCode::SUCCESS);
    }
    say!("video_chess  thinking:     {:>10.1} million 6507 cycles per second", thinking / 1e6);
    for (level, nodes) in Level::ALL.iter().zip(nodes) {
        say!("port         level {}:      {:>10.2} million nodes per second", level.number(), nodes / 1e6);
    }
    say!(
        "port         reply to 1.e2e4 at level 7: {} nodes in {:.1} ms",
        headline.nodes,
        headline.seconds * 1e3
    );
    Ok(ExitCode::SUCCESS)
}

/// The port's reply to 1.e2e4 at level 7.
#[derive(Serialize)]
struct Headline {
    /// The memory in the frame before the search, at the end of vertical sync: for a peer to begin with.
    ram_before: String,
    /// The reply's squares.
    reply: [u8; 2],
    nodes: u64,
    /// The best of [`ROUNDS`].
    seconds: f64,
}

impl Headline {
    fn measure() -> Self {
        let game = think(Level::Seven);
        let mut search = game.search.clone();
        let seconds = (0..ROUNDS).fold(f64::INFINITY, |best, _| {
            search = game.search.clone();
            let start = Instant::now();
            search.run();
            best.min(start.elapsed().as_secs_f64())
        });
        let reply = [search.ram().byte(0xd9), search.ram().byte(0xda)];
        Self { ram_before: hex::encode(game.before.bytes()), reply, nodes: search.nodes(), seconds }
    }
}

/// The reply to 1.e2e4, about to be thought about.
struct Thinking {
    before: Ram,
    search: Search,
}

/// The frame counter in it: with this one, level 7 comes to 199,570 nodes.
const FRAME_COUNTER: u8 = 0;

fn think(level: Level) -> Thinking {
    // How many frames the move takes depends on the frame in which it begins.
    (0..=255)
        .map(|frames| think_after(level, frames))
        .find(|it| it.search.ram().frame() == FRAME_COUNTER)
        .expect("a move that begins in the right frame")
}

fn think_after(level: Level, frames: u32) -> Thinking {
    let mut game = Game::new(level);
    game.wait(frames);
    let mut before = *game.ram();
    game.play_seen("e2e4".parse().expect("a move"), |seen| {
        if !seen.thinks {
            before = *seen.ram;
        }
    })
    .expect("e2e4 is accepted");
    Thinking { before, search: game.search().expect("the program thinks").clone() }
}

fn port_nodes_per_second(thinking: &Thinking) -> f64 {
    (0..ROUNDS).fold(0.0, |best: f64, _| {
        let (start, mut nodes) = (Instant::now(), 0);
        while start.elapsed() < ROUND {
            let mut search = thinking.search.clone();
            search.run();
            nodes += search.nodes();
        }
        best.max(nodes as f64 / start.elapsed().as_secs_f64())
    })
}

fn best(mut round: impl FnMut() -> Result<f64>) -> Result<f64> {
    (0..ROUNDS).try_fold(0.0, |best: f64, _| Ok(best.max(round()?)))
}

/// Frames per second of a game that Reset has started.
fn frames_per_second(image: &[u8]) -> Result<f64> {
    let mut console = Console::new(Cartridge::new(image)?);
    let mut input = Input::default();
    for frame in 0..120 {
        input.switches.reset = (60..65).contains(&frame);
        console.set_input(input);
        console.run_frame();
    }
    let (start, mut frames) = (Instant::now(), 0_u32);
    while start.elapsed() < ROUND {
        for _ in 0..100 {
            console.run_frame();
        }
        frames += 100;
    }
    Ok(f64::from(frames) / start.elapsed().as_secs_f64())
}

/// The record of a file that takes the most cycles.
fn longest(path: &Path) -> Result<ChessRecord> {
    let records = read_records(path)?;
    records.into_iter().max_by_key(|record| record.cycles).context("no records")
}

/// Cycles per second over a recorded reply, from its RAM before to its RAM after.
fn record_cycles_per_second(rom: &[u8; 4096], record: &ChessRecord) -> Result<f64> {
    let mut console = Booted::new(rom)?.console(record.human);
    *console.ram_mut() = record.ram_before;
    let (start, first) = (Instant::now(), console.cycle());
    let stop = console.run_to(FRAME_START, first + 2 * record.cycles);
    let seconds = start.elapsed().as_secs_f64();
    ensure!(
        stop == Stop::Address && console.ram() == &record.ram_after,
        "{}: the reply is not the recorded one",
        record.id
    );
    Ok(record.cycles as f64 / seconds)
}

/// Cycles per second while the program looks for a reply to 1.e2e4 at level 7.
fn level_7_cycles_per_second(rom: &[u8; 4096]) -> Result<f64> {
    const SEARCH: u16 = 0xf574;
    let mut console = Booted::new(rom)?.console(Side::White);
    level::set_up(&mut console, Some(7), false)?;
    console.run_to(FRAME_START, u64::MAX);
    // The human's pawn goes from e2 to e4, and the program counter to the search.
    let ram = console.ram_mut();
    ram[0x24] = 0x0e;
    ram[0x34] &= 0xf0;
    let cpu = console.cpu_mut();
    cpu.pc = SEARCH;
    (cpu.s, cpu.x) = (0xff, 0);
    let (start, first) = (Instant::now(), console.cycle());
    while start.elapsed() < ROUND {
        console.run_until(console.cycle() + 10_000_000);
    }
    Ok((console.cycle() - first) as f64 / start.elapsed().as_secs_f64())
}
