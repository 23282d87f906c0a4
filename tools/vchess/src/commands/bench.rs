//! `vchess bench`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use emu6507::{Cartridge, Console};

use crate::cli::BenchOptions;
use crate::level;
use crate::say;
use crate::verify::chess_record::Side;
use crate::verify::chess_rom::{Booted, FRAME_START};

/// Each figure is the best of so many rounds: what the machine can do when nothing else runs on it.
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_millis(400);

pub(crate) fn run(options: &BenchOptions) -> Result<ExitCode> {
    let rom = super::video_chess(&options.rom)?;
    let frames = best(|| frames(&rom))?;
    let cycles = best(|| thinking(&rom))?;
    if options.json {
        say!("{}", serde_json::json!({ "frames_per_second": frames, "thinking_cycles_per_second": cycles }));
    } else {
        say!("Video Chess, picture made, nobody playing: {frames:>8.0} frames per second");
        say!(
            "Video Chess, thinking at level 7:          {:>8.1} million 6507 cycles per second",
            cycles / 1e6
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn best(mut round: impl FnMut() -> Result<f64>) -> Result<f64> {
    (0..ROUNDS).try_fold(0.0, |best: f64, _| Ok(best.max(round()?)))
}

/// Frames per second with the board on the screen.
fn frames(rom: &[u8; 4096]) -> Result<f64> {
    let mut console = Console::new(Cartridge::new(rom)?);
    for _ in 0..60 {
        console.run_frame();
    }
    let (start, mut frames) = (Instant::now(), 0_u32);
    while start.elapsed() < ROUND {
        for _ in 0..50 {
            console.run_frame();
        }
        frames += 50;
    }
    Ok(f64::from(frames) / start.elapsed().as_secs_f64())
}

/// Cycles per second while the program looks for a reply to 1.e2e4.
fn thinking(rom: &[u8; 4096]) -> Result<f64> {
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
