//! Plays scripts on the emulated Pico, and measures it. `cargo xtask pico` builds what this needs and starts it.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, Result, ensure};
use board_script::{Script, play};
use lexopt::prelude::*;
use pico_emulator::{Bench, CLOCK_HZ, Image, Pico, measure};
use picochess_fw::{
    Brain, Level, Settings,
    original::{ROM_BYTES, is_rom},
};

/// Cycles of the 6507 in a second on an NTSC Atari.
const ATARI_HZ: f64 = 1_193_182.0;

const HELP: &str = "\
pico --elf FILE --script FILE [--png DIR] [--bounce US]    plays a script and prints STATE, FEN, MOVES
                [--level N] [--modern | --original]        with these settings in the flash
pico --elf FILE --measure [--level N]... [--modern | --original]    first replies, level by level
                [--rom FILE]                               the cartridge's ROM, in the flash too; --original needs it";

/// What the command line asks for.
#[derive(Default)]
struct Options {
    elf: PathBuf,
    script: Option<PathBuf>,
    png: Option<PathBuf>,
    rom: Option<PathBuf>,
    bounce: u64,
    levels: Vec<Level>,
    brain: Option<Brain>,
    measured: bool,
}

fn main() -> ExitCode {
    let options = match options() {
        Ok(Some(options)) => options,
        Ok(None) => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!("pico: {error:#}\n{HELP}");
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("pico: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// `None` where help is asked for.
fn options() -> Result<Option<Options>> {
    let mut parser = lexopt::Parser::from_env();
    let (mut options, mut elf) = (Options::default(), None);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("elf") => elf = Some(PathBuf::from(parser.value()?)),
            Long("script") => options.script = Some(PathBuf::from(parser.value()?)),
            Long("png") => options.png = Some(PathBuf::from(parser.value()?)),
            Long("rom") => options.rom = Some(PathBuf::from(parser.value()?)),
            Long("bounce") => options.bounce = parser.value()?.parse().context("--bounce: microseconds")?,
            Long("level") => {
                let number = parser.value()?;
                let level = number.to_str().and_then(|text| text.parse().ok()).and_then(Level::new);
                let level =
                    level.with_context(|| format!("--level {}: expected 1 to 8", number.display()))?;
                options.levels.push(level);
            }
            Long(name @ ("modern" | "original")) => {
                let brain = if name == "modern" { Brain::Modern } else { Brain::Original };
                ensure!(
                    options.brain.is_none_or(|other| other == brain),
                    "--modern and --original: expected one of them"
                );
                options.brain = Some(brain);
            }
            Long("measure") => options.measured = true,
            Long("help") | Short('h') => return Ok(None),
            other => return Err(other.unexpected().into()),
        }
    }
    options.elf = elf.context("--elf FILE is needed: the firmware")?;
    ensure!(
        options.measured != options.script.is_some(),
        "expected either --script FILE or --measure: what there is to do"
    );
    ensure!(options.measured || options.levels.len() < 2, "a script is played at one --level");
    ensure!(
        options.rom.is_some() || options.brain != Some(Brain::Original),
        "--original needs --rom FILE: the cartridge's ROM"
    );
    Ok(Some(options))
}

fn run(options: &Options) -> Result<()> {
    let mut image = Image::read(&options.elf)?;
    if let Some(path) = &options.rom {
        image = image.with_cartridge(&read_rom(path)?)?;
    }
    let Some(path) = &options.script else {
        let all: Vec<Level> = (1..=8).filter_map(Level::new).collect();
        let levels = if options.levels.is_empty() { &all } else { &options.levels };
        return report_levels(&image, options.brain.unwrap_or(Brain::VideoChess), levels);
    };
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("{}: the script cannot be read", path.display()))?;
    let script = Script::parse(&text).with_context(|| path.display().to_string())?;
    if options.brain.is_some() || !options.levels.is_empty() {
        let mut settings = Settings::default();
        settings.level = options.levels.first().copied().unwrap_or(settings.level);
        settings.brain = options.brain.unwrap_or(settings.brain);
        image = image.with_settings(&settings)?;
    }
    let mut bench = Bench { pico: Pico::new(&image)? };
    bench.pico.bounce(options.bounce);
    let report =
        play(&script, &mut bench, options.png.as_deref()).with_context(|| path.display().to_string())?;
    println!("{report}");
    Ok(())
}

/// Reads the cartridge, which the firmware would ignore if it were another.
fn read_rom(path: &Path) -> Result<[u8; ROM_BYTES]> {
    let bytes = std::fs::read(path).with_context(|| format!("{}: cannot be read", path.display()))?;
    let rom = <[u8; ROM_BYTES]>::try_from(bytes).ok().filter(is_rom);
    rom.with_context(|| format!("{}: expected the ROM of Video Chess, {ROM_BYTES} bytes", path.display()))
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
