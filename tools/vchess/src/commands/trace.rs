//! `vchess trace`.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use emu6507::{Cartridge, Console, Stop};

use crate::cli::TraceOptions;
use crate::input::read_text;
use crate::say;

/// Ten seconds of the Atari: a program that has not come by an address in this time is not on its way there.
const PATIENCE: u64 = 12_000_000;

pub(crate) fn run(options: &TraceOptions) -> Result<ExitCode> {
    let mut console = match &options.image {
        Some(path) => super::machine(path, &options.machine)?.console,
        None => Console::new(Cartridge::new(&super::video_chess(&options.rom)?[..])?),
    };
    if let Some(address) = options.from
        && (console.cpu().pc ^ address) & 0x1fff != 0
        && console.run_to(address, PATIENCE) != Stop::Address
    {
        bail!("the program does not come to ${address:04X} within {PATIENCE} cycles of power-on");
    }
    if let Some(path) = &options.ram {
        *console.ram_mut() = read_ram(path)?;
    }
    for _ in 0..options.count {
        let (cycle, cpu) = (console.cycle(), *console.cpu());
        let (text, length) = vchess_rom::instruction(cpu.pc, |address| console.peek(address).unwrap_or(0));
        let bytes: Vec<u8> = (0..length).filter_map(|at| console.peek(cpu.pc.wrapping_add(at))).collect();
        let flags: String = "NV-BDIZC"
            .chars()
            .enumerate()
            .map(|(at, name)| if cpu.p() & 0x80 >> at == 0 { '.' } else { name })
            .collect();
        say!(
            "{cycle:>12} {:04X}  {:<8}  {text:<24}  A={:02X} X={:02X} Y={:02X} S={:02X} {flags}",
            cpu.pc,
            hex::encode_upper(bytes),
            cpu.a,
            cpu.x,
            cpu.y,
            cpu.s
        );
        console.step();
        if console.cpu().is_jammed() {
            say!("the processor has jammed: only Reset gets it going again");
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// 128 bytes in hex; blanks and line ends between digits do not count.
fn read_ram(path: &Path) -> Result<[u8; 128]> {
    let text = read_text(path, "RAM dump")?;
    let digits: String = text.split_whitespace().collect();
    let mut ram = [0; 128];
    hex::decode_to_slice(&digits, &mut ram)
        .with_context(|| format!("{}: expected 128 bytes of RAM as 256 hex digits", path.display()))?;
    Ok(ram)
}
