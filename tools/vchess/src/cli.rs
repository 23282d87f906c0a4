//! The command line.

mod values;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use emu6507::{Controller, Scheme, Tv};

use video_chess::{Level, Position};

use crate::commands;
use crate::contact_sheet::FRAMES;
use crate::contest::Spec;
use crate::engine::setup::{self, Start};

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
    /// Play Video Chess: in a window as without a command, or in the terminal
    Play(PlayCommand),
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
    /// The program's reply in a position, from the port, the cartridge or both
    Move(MoveOptions),
    /// The port against the cartridge in lock step, over whole games
    Compare(CompareOptions),
    /// The port against the cartridge over a hundred thousand searches; goes on where it was
    Campaign(CampaignOptions),
    /// Look for replies that are no legal move, searches that never end, and the like
    Hunt(HuntOptions),
    /// The electronic chess board's own application, with the mouse for hands
    Board(BoardArguments),
    /// Run all cartridges of a folder under random input and put their pictures on one sheet
    ContactSheet(ContactSheetOptions),
    /// A UCI engine for any chess program: the port, or the original cartridge
    Uci(UciOptions),
    /// Games between port, cartridge, UCI engines and a random mover, as PGN
    Match(Box<MatchOptions>),
    /// Which of the computer's moves in old games does the original find again, at which level, with which frame counter?
    Replay(ReplayOptions),
    /// What each level plays in a position, with nodes and the Atari's time
    Analyse(AnalyseOptions),
    /// Draw a position as the cartridge shows it
    Show(ShowOptions),
    /// Ratings from games
    Elo(EloOptions),
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
    #[arg(long, value_name = "1..8", value_parser = values::level_number)]
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
    #[arg(long, value_name = "N", requires = "headless", default_value_if("headless", "true", "60"), value_parser = values::number::<u64>)]
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
    /// How the TIA differs from the chip whose netlist it follows, as revisions of it do
    #[arg(long, value_enum, value_name = "DIFFERENCE", value_delimiter = ',')]
    pub(crate) tia: Vec<Difference>,
    /// What is in the left port: joystick, paddles, keypad or driving [default: by the cartridge]
    #[arg(long, value_name = "NAME")]
    pub(crate) left: Option<Controller>,
    /// What is in the right port
    #[arg(long, value_name = "NAME")]
    pub(crate) right: Option<Controller>,
}

/// A difference between revisions of the TIA; docs/accuracy.md has what is known of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Difference {
    /// PF0 to PF2 act a colour clock later
    LatePlayfield,
    /// COLUPF acts a colour clock later
    LatePlayfieldColour,
    /// COLUBK acts a colour clock later
    LateBackgroundColour,
    /// An extra clock of HMOVE in the visible part of a line costs a regular one
    LostClocks,
}

/// Options of `vchess play`.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlayCommand {
    #[command(flatten)]
    pub(crate) play: PlayOptions,
    /// No window: type moves, as SAN or coordinates; help lists what else
    #[arg(long, conflicts_with_all = ["headless", "record"])]
    pub(crate) terminal: bool,
    /// In the terminal: keep the game in this file as PGN, and go on with it if it is there
    #[arg(long, value_name = "FILE", requires = "terminal")]
    pub(crate) game: Option<PathBuf>,
    /// In the terminal: begin from this position
    #[arg(long, value_name = "FEN", requires = "terminal", value_parser = setup::read)]
    pub(crate) fen: Option<Start>,
    /// In the terminal: who thinks
    #[arg(long, value_enum, default_value = "port", requires = "terminal")]
    pub(crate) engine: Engine,
    /// In the terminal: the frame counter `$D3` at every search [default: it advances]
    #[arg(long, value_name = "BYTE", requires = "terminal", value_parser = values::byte)]
    pub(crate) d3: Option<u8>,
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

/// Options of `vchess uci`.
#[derive(Clone, Debug, Args)]
pub(crate) struct UciOptions {
    /// Who thinks
    #[arg(long, value_enum, default_value = "port")]
    pub(crate) engine: Engine,
    #[command(flatten)]
    pub(crate) rom: RomOptions,
}

/// Options of `vchess match`.
#[derive(Clone, Debug, Args)]
#[command(group(ArgGroup::new("players").args(["white", "ladder"]).required(true)))]
pub(crate) struct MatchOptions {
    /// White: port[:LEVEL], rom[:LEVEL], random, or a UCI engine's path; options behind commas: seed=BYTE and movetime=MS
    /// for the first two; go=WORDS, args=WORDS and the engine's own for a path; name=NAME for all
    #[arg(long, value_name = "ENGINE", requires = "black")]
    pub(crate) white: Option<Spec>,
    /// Black
    #[arg(long, value_name = "ENGINE", requires = "white")]
    pub(crate) black: Option<Spec>,
    /// Pairings from a file: lines of GAMES | ENGINE | ENGINE, colours exchanged from game to game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["white", "games", "mirror"])]
    pub(crate) ladder: Option<PathBuf>,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::games)]
    pub(crate) games: u64,
    /// Exchange the colours in every second game
    #[arg(long)]
    pub(crate) exchange: bool,
    /// Both engines as the same colour against the same moves, with the same frame counters: are their games the same?
    #[arg(long, conflicts_with = "exchange")]
    pub(crate) mirror: bool,
    /// Who makes those moves
    #[arg(long, value_name = "ENGINE", default_value = "random", requires = "mirror")]
    pub(crate) mirror_opponent: Spec,
    /// Begin with openings from a file: lines of SAN, or FENs
    #[arg(long, value_name = "FILE", conflicts_with = "book")]
    pub(crate) openings: Option<PathBuf>,
    /// Begin with the openings that come with the program
    #[arg(long)]
    pub(crate) book: bool,
    /// Decides the frame counters and the random mover's moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::number::<u64>)]
    pub(crate) seed: u64,
    /// A game of so many moves of both sides is a draw
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = values::number::<usize>)]
    pub(crate) plies: usize,
    /// A UCI engine that keeps silent for so many seconds has lost
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0, value_parser = values::seconds)]
    pub(crate) move_limit: f64,
    /// Begin no more games after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = values::number::<u64>)]
    pub(crate) seconds: Option<u64>,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::number::<usize>)]
    pub(crate) concurrency: usize,
    /// Where the games go [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// No comments: levels, frame counters, nodes and times
    #[arg(long)]
    pub(crate) plain: bool,
    #[command(flatten)]
    pub(crate) rom: RomOptions,
}

/// Options of `vchess replay`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReplayOptions {
    /// Games as PGN, plain or gzipped
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The level [default: what the names say, else each level that can be done in the time]
    #[arg(long, value_name = "1..8", value_parser = values::level)]
    pub(crate) level: Option<Level>,
    /// The computer's colour [default: what the names say, else both are tried]
    #[arg(long, value_enum)]
    pub(crate) computer: Option<Side>,
    /// Time for a game whose level is not known: each level that can be done in it is tried
    #[arg(long, value_name = "SECONDS", default_value_t = 120.0, value_parser = values::seconds)]
    pub(crate) budget: f64,
    /// Time for a move, with all frame counters
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = values::seconds)]
    pub(crate) move_limit: f64,
    /// Who answers
    #[arg(long, value_enum, default_value = "port")]
    pub(crate) engine: Engine,
    #[command(flatten)]
    pub(crate) rom: RomOptions,
}

/// Options of `vchess analyse`.
#[derive(Clone, Debug, Args)]
pub(crate) struct AnalyseOptions {
    /// A position
    #[arg(long, value_name = "FEN", required_unless_present = "pgn", conflicts_with = "pgn", value_parser = setup::read)]
    pub(crate) fen: Option<Start>,
    /// Games, of which every position is looked at
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
    /// Of the games only the position after so many moves of both sides
    #[arg(long, value_name = "N", requires = "pgn", value_parser = values::number::<usize>)]
    pub(crate) ply: Option<usize>,
    /// The levels [default: all eight]
    #[arg(long, value_name = "1..8", value_delimiter = ',', value_parser = values::level)]
    pub(crate) levels: Vec<Level>,
    /// The frame counter `$D3` when the search begins: a number or hex such as $40
    #[arg(long, value_name = "BYTE", default_value = "0", value_parser = values::byte)]
    pub(crate) d3: u8,
    /// Time for a level
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = values::seconds)]
    pub(crate) move_limit: f64,
    /// Who thinks: the cartridge counts the Atari's cycles, for the port they are reckoned from the nodes
    #[arg(long, value_enum, default_value = "port")]
    pub(crate) engine: Engine,
    #[command(flatten)]
    pub(crate) rom: RomOptions,
}

/// Options of `vchess show`.
#[derive(Clone, Debug, Args)]
pub(crate) struct ShowOptions {
    /// The position
    #[arg(long, value_name = "FEN", value_parser = setup::read)]
    pub(crate) fen: Start,
    /// Where the picture goes
    #[arg(long, value_name = "FILE")]
    pub(crate) png: PathBuf,
    /// The human is black: the board from that side
    #[arg(long)]
    pub(crate) black: bool,
    /// The level, whose number is on the screen
    #[arg(long, value_name = "1..8", default_value = "1", value_parser = values::level)]
    pub(crate) level: Level,
    #[command(flatten)]
    pub(crate) rom: RomOptions,
}

/// White or Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Side {
    /// White
    White,
    /// Black
    Black,
}

impl From<Side> for shakmaty::Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

/// Options of `vchess elo`.
#[derive(Clone, Debug, Args)]
pub(crate) struct EloOptions {
    /// Games as PGN, plain or gzipped
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// A player whose rating is known; may be repeated [default: the first player has 0]
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = values::anchor)]
    pub(crate) anchors: Vec<(String, f64)>,
    /// Also who has scored what against whom
    #[arg(long)]
    pub(crate) pairs: bool,
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
    #[arg(long, value_name = "HEX", value_parser = values::address)]
    pub(crate) from: Option<u16>,
    /// Put these 128 bytes (a file of hex digits) into RAM at the beginning
    #[arg(long, value_name = "FILE")]
    pub(crate) ram: Option<PathBuf>,
    /// Instructions to show
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = values::number::<u64>)]
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
    #[arg(long, value_name = "N", default_value_t = FRAMES, value_parser = values::number::<u64>)]
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

/// Options of `vchess move`.
#[derive(Clone, Debug, Args)]
pub(crate) struct MoveOptions {
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    /// The position, the program to move
    #[arg(long, value_name = "FEN", value_parser = values::position)]
    pub(crate) fen: Position,
    /// The level
    #[arg(long, value_name = "1..8", value_parser = values::level)]
    pub(crate) level: Level,
    /// The frame counter's low byte as the search begins, on which the choice among good moves depends: 0 to 255, or hex
    /// such as $45
    #[arg(long, value_name = "BYTE", default_value = "0", value_parser = values::byte)]
    pub(crate) d3: u8,
    /// Who thinks; `both` compares, and the exit code is 1 where they differ
    #[arg(long, value_enum, default_value = "port")]
    pub(crate) engine: Engines,
}

/// Who thinks, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engines {
    /// The port of the search
    Port,
    /// The original cartridge on the emulated machine
    Rom,
    /// Each, and what they come to is compared
    Both,
}

/// Options of `vchess compare`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CompareOptions {
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = values::number::<u64>)]
    pub(crate) games: u64,
    /// The level
    #[arg(long, value_name = "1..8", default_value = "4", value_parser = values::level)]
    pub(crate) level: Level,
    /// The games are numbered from this seed on; a number is a game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::number::<u64>)]
    pub(crate) seed: u64,
    /// A game ends after so many moves of both sides, if not before
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = values::number::<u32>)]
    pub(crate) plies: u32,
}

/// Options of `vchess campaign`.
#[derive(Clone, Debug, Args)]
pub(crate) struct CampaignOptions {
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    /// Searches to compare to their ends, at least
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = values::number::<u64>)]
    pub(crate) searches: u64,
    /// Where the positions come from: the same seed, the same positions
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::number::<u64>)]
    pub(crate) seed: u64,
    /// Keeps what has been done, so that the same command goes on after a break
    #[arg(long, value_name = "FILE")]
    pub(crate) state: PathBuf,
}

/// Options of `vchess hunt`.
#[derive(Clone, Debug, Args)]
pub(crate) struct HuntOptions {
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    /// Games to look through
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = values::number::<u64>)]
    pub(crate) games: u64,
    /// The levels, in turn
    #[arg(long, value_name = "1..8", value_delimiter = ',', default_value = "6,7", value_parser = values::level)]
    pub(crate) levels: Vec<Level>,
    /// The games are numbered from this seed on; a number is a game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::number::<u64>)]
    pub(crate) seed: u64,
    /// A game ends after so many replies
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = values::number::<u32>)]
    pub(crate) replies: u32,
    /// A search that has not ended after so many nodes counts as endless
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = values::number::<u64>)]
    pub(crate) nodes: u64,
}

/// Options of `vchess board`.
#[derive(Clone, Debug, Args)]
#[command(group(ArgGroup::new("hands").args(["script", "auto"]).multiple(true)))]
pub(crate) struct BoardArguments {
    /// No window: play a script of the hand, or with --auto a whole game
    #[arg(long, requires = "hands")]
    pub(crate) headless: bool,
    /// The script of the hand: lines of MS EVENT
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub(crate) script: Option<PathBuf>,
    /// Where the script's pictures go [default: the current folder]
    #[arg(long, value_name = "DIR", requires = "headless")]
    pub(crate) png: Option<PathBuf>,
    /// The computer plays both sides
    #[arg(long, conflicts_with_all = ["two_players", "script"])]
    pub(crate) auto: bool,
    /// Bouncing contacts and ghost closures, from this seed
    #[arg(long, value_name = "SEED", value_parser = values::number::<u64>)]
    pub(crate) noise: Option<u64>,
    /// The computer's level
    #[arg(long, value_name = "1..8", value_parser = values::level_number)]
    pub(crate) level: Option<u8>,
    /// The board's other opponent, Modern, and not Video Chess
    #[arg(long)]
    pub(crate) modern: bool,
    /// The cartridge's own program on an emulated 6507, as on a Pico with the ROM in its flash; the menu offers it then
    #[arg(long, conflicts_with = "modern")]
    pub(crate) original: bool,
    #[command(flatten)]
    pub(crate) rom: RomOptions,
    /// Play black
    #[arg(long)]
    pub(crate) black: bool,
    /// Two persons
    #[arg(long)]
    pub(crate) two_players: bool,
    /// The clock: one of the board's menu, minutes and seconds a move, such as 5+3
    #[arg(long, value_name = "M+S", value_parser = crate::board::parse_clock)]
    pub(crate) clock: Option<picochess_fw::TimeControl>,
    /// Keep the game in this file between two runs
    #[arg(long, value_name = "FILE", conflicts_with = "headless")]
    pub(crate) storage: Option<PathBuf>,
}

/// Runs the program: 0 if all went well, 1 after an error or a failed verification, 2 for a wrong command line.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        None => commands::run::play(&cli.play),
        Some(Command::Play(options)) => commands::play::run(&options),
        Some(Command::Run(options)) => commands::run::run(&options),
        Some(Command::Verify(options)) => commands::verify::run(&options),
        Some(Command::Rom(options)) => commands::rom::run(&options),
        Some(Command::Disasm(options)) => commands::disasm::run(&options),
        Some(Command::Trace(options)) => commands::trace::run(&options),
        Some(Command::Compare(options)) => commands::compare::run(&options),
        Some(Command::Move(options)) => commands::r#move::run(&options),
        Some(Command::Campaign(options)) => commands::campaign::run(&options),
        Some(Command::Hunt(options)) => commands::hunt::run(&options),
        Some(Command::Board(options)) => commands::board::run(&options),
        Some(Command::ContactSheet(options)) => commands::contact_sheet::run(&options),
        Some(Command::Uci(options)) => commands::uci::run(&options),
        Some(Command::Match(options)) => commands::contest::run(&options),
        Some(Command::Replay(options)) => commands::replay::run(&options),
        Some(Command::Analyse(options)) => commands::analyse::run(&options),
        Some(Command::Show(options)) => commands::show::run(&options),
        Some(Command::Elo(options)) => commands::elo::run(&options),
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    /// Calls `look` with each command and the words that lead to it.
    fn each(command: &clap::Command, words: &[String], look: &mut impl FnMut(&clap::Command, &[String])) {
        look(command, words);
        for sub in command.get_subcommands() {
            each(sub, &[words, &[sub.get_name().to_owned()]].concat(), look);
        }
    }

    #[test]
    fn every_command_and_option_says_what_it_is() {
        let mut commands = 0;
        each(&Cli::command(), &["vchess".to_owned()], &mut |command, words| {
            commands += 1;
            assert!(command.get_about().is_some(), "{words:?}");
            for argument in command.get_arguments() {
                assert!(argument.get_help().is_some(), "{words:?}: {argument}");
            }
        });
        assert!(commands > 20, "{commands}");
    }

    #[test]
    fn a_value_that_is_none_is_an_error_that_names_what_was_expected() {
        let mut values = 0;
        each(&Cli::command(), &["vchess".to_owned()], &mut |command, words| {
            for argument in command.get_arguments() {
                let name =
                    argument.get_value_names().and_then(|names| names.first()).map(ToString::to_string);
                let (Some(long), Some(name)) = (argument.get_long(), name) else { continue };
                // Anything may be the name of a file, and an engine's path.
                if !argument.get_action().takes_values() || ["FILE", "DIR", "ENGINE"].contains(&&*name) {
                    continue;
                }
                values += 1;
                let line = [words, &[format!("--{long}=%")]].concat();
                let error = Cli::try_parse_from(line).expect_err("% is nothing");
                let text = error.to_string();
                assert_eq!(error.exit_code(), 2);
                assert!(
                    text.contains("expected") || text.contains("possible values"),
                    "{words:?} --{long}: {text}"
                );
            }
        });
        assert!(values > 40, "{values}");
    }
}
