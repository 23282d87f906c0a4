//! The command line.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};
use emu6507::{Controller, Scheme, Tv};

use video_chess::Level;

use crate::commands;
use crate::contact_sheet::FRAMES;

/// Video Chess (Atari, 1979): plays the original cartridge, and proves things about it.
///
/// Without a command it plays Video Chess in a window.
#[derive(Debug, Parser)]
#[command(name = "vchess", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: PlayOptions,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run a cartridge, in a window or headless
    Run(RunOptions),
    /// Compare with golden data: one line a failure, the last line counts
    #[command(subcommand)]
    Verify(Verify),
    /// Is the Video Chess ROM there, is it the right one, get it
    Rom(RomOptions),
    /// Print the Video Chess ROM as assembler source with labels
    Disasm(RomOptions),
    /// Show the running machine, instruction by instruction
    Trace(TraceOptions),
    /// The port against the cartridge in lock step, over whole games
    Compare(CompareOptions),
    /// Look for replies that are no legal move, searches that never end, and the like
    Hunt(HuntOptions),
    /// The electronic chess board's own application, with the mouse for hands
    Board(BoardArguments),
    /// Run all cartridges of a folder under random input and put their pictures on one sheet
    ContactSheet(ContactSheetOptions),
    /// Measure speed
    Bench(BenchOptions),
}

/// Where the Video Chess ROM is.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct RomOptions {
    /// The Video Chess ROM [default: the file that `VCHESS_ROM` names, else rom/ of the checkout]
    #[arg(long, value_name = "FILE")]
    pub(crate) rom: Option<PathBuf>,
}

/// Options of a game of Video Chess.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct PlayOptions {
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    #[command(flatten)]
    pub(crate) how: HowOptions,
}

/// How a cartridge is run.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct HowOptions {
    /// Video Chess: the level, set by the Select switch before anything else
    #[arg(long, value_name = "1..8", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) level: Option<u8>,
    /// Video Chess: play black (the right difficulty switch on A)
    #[arg(long)]
    pub(crate) black: bool,
    /// Keep the Atari's pace even while the program thinks
    #[arg(long)]
    pub(crate) real_pace: bool,
    /// No sound
    #[arg(long)]
    pub(crate) mute: bool,
    /// Write down what is held, as an input script
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// No window: run so many frames and leave files behind
    #[arg(long)]
    pub(crate) headless: bool,
    /// Frames to run
    #[arg(long, value_name = "N", requires = "headless", default_value_if("headless", "true", "60"))]
    pub(crate) frames: Option<u64>,
    /// An input script: lines of FRAME WHO HELD
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub(crate) input: Option<PathBuf>,
    /// Write the last frame
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub(crate) png: Option<PathBuf>,
    /// Write the 128 bytes of RAM at the end, in hex (- is standard output)
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub(crate) ram: Option<PathBuf>,
    /// Write the sound
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub(crate) wav: Option<PathBuf>,
}

/// The machine around a cartridge, where what is detected is to be overruled.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct MachineOptions {
    /// How the cartridge is wired: 2K, 4K, CV, F8, F8SC, F6, F6SC, F4, F4SC, FA, FE, E0, E7, 3F, UA, 0840 or DPC
    /// [default: by its size and program]
    #[arg(long, value_name = "NAME")]
    pub(crate) mapper: Option<Scheme>,
    /// The television: ntsc, pal, secam or pal60 [default: by its frames]
    #[arg(long, value_name = "NAME")]
    pub(crate) tv: Option<Tv>,
    /// What is in the left port: joystick, paddles, keypad or driving [default: by the cartridge]
    #[arg(long, value_name = "NAME")]
    pub(crate) left: Option<Controller>,
    /// What is in the right port
    #[arg(long, value_name = "NAME")]
    pub(crate) right: Option<Controller>,
}

impl MachineOptions {
    /// The same as words of a command line.
    pub(crate) fn words(&self) -> String {
        let mut words = Vec::new();
        words.extend(self.mapper.map(|scheme| format!("--mapper {scheme}")));
        words.extend(self.tv.map(|tv| format!("--tv {tv}")));
        words.extend(self.left.map(|controller| format!("--left {controller}")));
        words.extend(self.right.map(|controller| format!("--right {controller}")));
        words.join(" ")
    }
}

/// Options of `vchess run`.
#[derive(Clone, Debug, Args)]
pub(crate) struct RunOptions {
    /// The cartridge's image
    #[arg(value_name = "ROM")]
    pub(crate) image: PathBuf,
    #[command(flatten)]
    pub(crate) machine: MachineOptions,
    #[command(flatten)]
    pub(crate) how: HowOptions,
}

/// Golden data of one kind.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Verify {
    /// The 6507 against the netlist
    Cpu(VerifyFiles),
    /// The TIA against the netlist
    Tia(VerifyFiles),
    /// Searches of Video Chess, by the port
    Search(VerifyFiles),
    /// Frames of whole cartridges, as another emulator shows them
    Frames(VerifyFrames),
    /// Replies of Video Chess
    Chess(VerifyChess),
}

/// Files of golden data.
#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyFiles {
    /// Golden files, plain or gzipped
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// Options of `vchess verify frames`.
#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyFrames {
    #[command(flatten)]
    pub(crate) files: VerifyFiles,
    /// A folder with the cartridges: they are known by their MD5 [default: rom/fleet/ of the checkout]
    #[arg(long, value_name = "DIR")]
    pub(crate) roms: Option<PathBuf>,
}

/// Options of `vchess verify chess`.
#[derive(Clone, Debug, Args)]
pub(crate) struct VerifyChess {
    #[command(flatten)]
    pub(crate) files: VerifyFiles,
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    /// Who answers
    #[arg(long, value_enum, default_value = "rom")]
    pub(crate) engine: Engine,
}

/// Who thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// The original cartridge on the emulated machine
    Rom,
    /// The port of its search
    Port,
}

/// Options of `vchess trace`.
#[derive(Clone, Debug, Args)]
pub(crate) struct TraceOptions {
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    /// Another cartridge than Video Chess
    #[arg(value_name = "ROM", conflicts_with = "rom")]
    pub(crate) image: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) machine: MachineOptions,
    /// Begin when the program counter first gets here
    #[arg(long, value_name = "HEX", value_parser = parse_address)]
    pub(crate) from: Option<u16>,
    /// Put these 128 bytes (a file of hex digits) into RAM at the beginning
    #[arg(long, value_name = "FILE")]
    pub(crate) ram: Option<PathBuf>,
    /// Instructions to show
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) count: u64,
}

/// Options of `vchess contact-sheet`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ContactSheetOptions {
    /// The folder with the cartridges [default: rom/fleet/ of the checkout]
    #[arg(long, value_name = "DIR")]
    pub(crate) roms: Option<PathBuf>,
    /// The sheet
    #[arg(long, value_name = "FILE", default_value = "contact-sheet.png")]
    pub(crate) png: PathBuf,
    /// Frames that each runs
    #[arg(long, value_name = "N", default_value_t = FRAMES)]
    pub(crate) frames: u64,
}

/// Options of `vchess bench`.
#[derive(Clone, Debug, Args)]
pub(crate) struct BenchOptions {
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    /// Also the frames of Breakout and Pitfall, from the folder with the fleet of cartridges
    #[arg(long, value_name = "DIR")]
    pub(crate) roms: Option<PathBuf>,
    /// Think about the longest of these recorded replies, and not about 1.e2e4 at level 7
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `vchess compare`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CompareOptions {
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) games: u64,
    /// The level
    #[arg(long, value_name = "1..8", default_value = "4", value_parser = parse_level)]
    pub(crate) level: Level,
    /// The games are numbered from this seed on; a number is a game
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// A game ends after so many moves of both sides, if not before
    #[arg(long, value_name = "N", default_value_t = 120)]
    pub(crate) plies: u32,
}

/// Options of `vchess hunt`.
#[derive(Clone, Debug, Args)]
pub(crate) struct HuntOptions {
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    /// Games to look through
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u64,
    /// The levels, in turn
    #[arg(long, value_name = "1..8", value_delimiter = ',', default_value = "6,7", value_parser = parse_level)]
    pub(crate) levels: Vec<Level>,
    /// The games are numbered from this seed on; a number is a game
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// A game ends after so many replies
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub(crate) replies: u32,
    /// A search that has not ended after so many nodes counts as endless
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub(crate) nodes: u64,
}

/// Options of `vchess board`.
#[derive(Clone, Debug, Args)]
pub(crate) struct BoardArguments {
    /// No window: play a script of the hand
    #[arg(long, requires = "script")]
    pub(crate) headless: bool,
    /// The script of the hand: lines of MS EVENT
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub(crate) script: Option<PathBuf>,
    /// Where the script's pictures go [default: the current folder]
    #[arg(long, value_name = "DIR", requires = "headless")]
    pub(crate) png: Option<PathBuf>,
    /// The computer plays both sides
    #[arg(long)]
    pub(crate) auto: bool,
    /// Bouncing contacts and ghost closures, from this seed
    #[arg(long, value_name = "SEED")]
    pub(crate) noise: Option<u64>,
    /// The computer's level
    #[arg(long, value_name = "1..8", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub(crate) level: Option<u8>,
    /// The board's other opponent, Modern, and not Video Chess
    #[arg(long)]
    pub(crate) modern: bool,
    /// Play black
    #[arg(long)]
    pub(crate) black: bool,
    /// Two persons
    #[arg(long)]
    pub(crate) two_players: bool,
    /// The clock: minutes and seconds a move, such as 5+3
    #[arg(long, value_name = "M+S")]
    pub(crate) clock: Option<String>,
    /// Keep the game in this file between two runs
    #[arg(long, value_name = "FILE")]
    pub(crate) storage: Option<PathBuf>,
}

fn parse_level(text: &str) -> Result<Level, String> {
    text.parse().ok().and_then(Level::from_number).ok_or_else(|| "expected a level from 1 to 8".to_owned())
}

fn parse_address(text: &str) -> Result<u16, String> {
    let digits = text.trim_start_matches('$').trim_start_matches("0x");
    u16::from_str_radix(digits, 16).map_err(|_| "expected an address in hex, such as F574".to_owned())
}

/// Runs the program: 0 if all went well, 1 after an error or a failed verification, 2 for a wrong command line.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        None => commands::run::play(&cli.play),
        Some(Command::Run(options)) => commands::run::run(&options),
        Some(Command::Verify(options)) => commands::verify::run(&options),
        Some(Command::Rom(options)) => commands::rom::run(&options),
        Some(Command::Disasm(options)) => commands::disasm::run(&options),
        Some(Command::Trace(options)) => commands::trace::run(&options),
        Some(Command::Compare(options)) => commands::compare::run(&options),
        Some(Command::Hunt(options)) => commands::hunt::run(&options),
        Some(Command::Board(options)) => commands::board::run(&options),
        Some(Command::ContactSheet(options)) => commands::contact_sheet::run(&options),
        Some(Command::Bench(options)) => commands::bench::run(&options),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            // A standard error that takes nothing is no reason to fail in another way.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
