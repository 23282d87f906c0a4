//! Plays scripts on the emulated Pico, and measures it. `cargo xtask pico` builds what this needs and starts it.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context as _, Result, bail, ensure};
use board_script::{Script, play};
use lexopt::prelude::*;
use pico_emulator::{Bench, CLOCK_HZ, Image, Pico, measure};
use picochess_fw::{Brain, Level, Settings};

/// Cycles of the 6507 in a second on an NTSC Atari.
const ATARI_HZ: f64 = 1_193_182.0;

const HELP: &str = "\
pico --elf FILE --script FILE [--png DIR] [--bounce US]    plays a script and prints STATE, FEN, MOVES
                [--level N] [--modern | --original]        with these settings in the flash
pico --elf FILE --measure [--level N]... [--modern | --original]    first replies, level by level
                [--rom FILE]                               the cartridge's ROM, in the flash too; --original needs it";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pico: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let mut parser = lexopt::Parser::from_env();
    let (mut elf, mut script, mut png, mut rom) = (None, None, None, None);
    let (mut bounce, mut level, mut brain, mut measured, mut levels) = (0, None, None, false, Vec::new());
    while let Some(argument) = parser.next()? {
        match argument {
            Long("elf") => elf = Some(PathBuf::from(parser.value()?)),
            Long("script") => script = Some(PathBuf::from(parser.value()?)),
            Long("png") => png = Some(PathBuf::from(parser.value()?)),
            Long("bounce") => bounce = parser.value()?.parse()?,
            Long("level") => {
                let number: u8 = parser.value()?.parse()?;
                let chosen =
                    Level::new(number).with_context(|| format!("level {number}: expected 1 to 8"))?;
                level = Some(chosen);
                levels.push(chosen);
            }
            Long("rom") => rom = Some(PathBuf::from(parser.value()?)),
            Long("modern") => brain = Some(Brain::Modern),
            Long("original") => brain = Some(Brain::Original),
            Long("measure") => measured = true,
            Long("help") | Short('h') => {
                println!("{HELP}");
                return Ok(());
            }
            other => return Err(other.unexpected().into()),
        }
    }
    let elf = elf.context("--elf FILE is needed: the firmware")?;
    let mut image = Image::read(&elf)?;
    if let Some(rom) = &rom {
        let name = || rom.display().to_string();
        image = image.with_cartridge(&std::fs::read(rom).with_context(name)?).with_context(name)?;
    }
    ensure!(
        rom.is_some() || brain != Some(Brain::Original),
        "--original needs --rom FILE: the cartridge's ROM"
    );
    if measured {
        if levels.is_empty() {
            levels.extend((1..=8).filter_map(Level::new));
        }
        return report_levels(&image, brain.unwrap_or(Brain::VideoChess), &levels);
    }
    let Some(path) = script else { bail!("--script FILE or --measure is needed\n{HELP}") };
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("{}: the script cannot be read", path.display()))?;
    let script = Script::parse(&text).with_context(|| path.display().to_string())?;
    let mut settings = Settings::default();
    settings.level = level.unwrap_or(settings.level);
    settings.brain = brain.unwrap_or(settings.brain);
    let image = if level.is_some() || brain.is_some() { image.with_settings(&settings)? } else { image };
    let mut bench = Bench { pico: Pico::new(&image)? };
    bench.pico.bounce(bounce);
    let report = play(&script, &mut bench, png.as_deref()).with_context(|| path.display().to_string())?;
    println!("{report}");
    Ok(())
}

fn report_levels(image: &Image, brain: Brain, levels: &[Level]) -> Result<()> {
    // Modern answers 1.e2e4 from its book.
    let first = if brain == Brain::Modern { ("h2", "h3") } else { ("e2", "e4") };
    println!("reply to {}{} at {} MHz", first.0, first.1, CLOCK_HZ / 1_000_000);
    println!("level  reply  positions        clocks    seconds  clocks a position");
    for &level in levels {
        let measured = measure(image, brain, level, first)?;
        let reply = measured.reply.map_or_else(|| "none".to_owned(), |m| format!("{}{}", m.from(), m.to()));
        println!(
            "{:>5}  {reply:>5}  {:>9}  {:>12}  {:>9.3}  {:>17}",
            level.number(),
            measured.nodes,
            measured.clocks,
            measured.clocks as f64 / CLOCK_HZ as f64,
            measured.clocks / u64::from(measured.nodes.max(1)),
        );
        if measured.cycles > 0 {
            let speed = measured.cycles as f64 / (measured.clocks as f64 / CLOCK_HZ as f64);
            println!(
                "       {} cycles of the 6507: {:.3} MHz, {:.2} times an Atari's",
                measured.cycles,
                speed / 1e6,
                speed / ATARI_HZ
            );
        }
    }
    Ok(())
}
