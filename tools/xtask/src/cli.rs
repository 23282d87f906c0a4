//! The command line.

use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

use anyhow::Result;
use lexopt::prelude::*;

use crate::{bench, contact_sheet, firmware, fleet, lint, pico, play, setup, test, thumb};

const HELP: &str = "\
cargo xtask COMMAND: set-up, play and test in one command each.

  play [ARGUMENT...]  see to the system's libraries and the ROM, build, and run vchess with the arguments
  test [OPTION...] [FILTER...]
                      the same, then the whole test suite, or the tests whose names have a FILTER in them
      --require-rom   fail where tests would be skipped for want of the ROM or the fleet of cartridges
      --require-tools fail where tests would be skipped for want of a program such as dasm
      --long          the long tests as well
      --rom FILE      the ROM, where it is neither in rom/ nor in VCHESS_ROM
      -p CRATE        the tests of this crate only; may be repeated
  bench [ROUNDS]      speed, measured in turn with that of the Arcade Learning Environment, as ratios
  firmware            build the Pico's firmware: ELF and UF2, with what they take of flash, RAM and stack
  rom-uf2             the cartridge's ROM as UF2: flashed beside the firmware it makes the computer Original think
  pico [OPTION...]    play a script on an emulated Pico that runs the firmware: --script FILE --png DIR, the same
                      last lines as vchess board --headless; --measure: first replies, level by level
  thumb               build the port for the Pico's processor, and say what code, tables and stack it takes
  lint                clippy on the workspace, the emulated Pico and the firmware; a warning is an error
  setup               only see to the system's libraries, the ROM and the tests' Python, and say what there is
  fleet               fetch the 108 cartridges of the package ale-py into rom/fleet/
  contact-sheet [ARGUMENT...]
                      run all of them under random input and put their pictures on one sheet, a PNG
  help                this text

Before COMMAND, or after bench, firmware, fleet, lint, setup and test:
  --no-install        install no system packages, only list those that are missing

The ROM is looked for in this order: --rom FILE, the file that VCHESS_ROM names, any .bin or .a26 file in
rom/; where no place has it, it is fetched from the package ale-py of PyPI into rom/. VCHESS_ROM_DIR names
a folder to use in place of rom/.
";

/// Exit code for a command line that is not understood.
const USAGE: u8 = 2;

pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let command = match parse(lexopt::Parser::from_args(arguments)) {
        Ok(command) => command,
        Err(error) => {
            eprintln!("xtask: {error}\n`cargo xtask help` tells the commands and their options");
            return ExitCode::from(USAGE);
        }
    };
    command.run().unwrap_or_else(|error| {
        eprintln!("xtask: {error:#}");
        ExitCode::FAILURE
    })
}

/// Whether a program that gets these arguments only prints a text.
pub(crate) fn ask_for_text(arguments: &[OsString]) -> bool {
    let text = ["-h", "--help", "-V", "--version"].map(OsStr::new);
    arguments.iter().any(|argument| text.contains(&argument.as_os_str()))
}

enum Command {
    Help,
    Setup { may_install: bool },
    Firmware { may_install: bool },
    RomUf2 { may_install: bool },
    Pico { may_install: bool, arguments: Vec<OsString> },
    Thumb,
    Lint { may_install: bool },
    Fleet { may_install: bool },
    Bench { may_install: bool, rounds: usize },
    ContactSheet { may_install: bool, arguments: Vec<OsString> },
    Play { may_install: bool, arguments: Vec<OsString> },
    Test { may_install: bool, options: test::Options },
}

impl Command {
    fn run(self) -> Result<ExitCode> {
        match self {
            Self::Help => {
                print!("{HELP}");
                Ok(ExitCode::SUCCESS)
            }
            Self::Setup { may_install } => setup::setup(may_install),
            Self::Firmware { may_install } => firmware::firmware(may_install),
            Self::RomUf2 { may_install } => firmware::rom_uf2(may_install),
            Self::Pico { may_install, arguments } => pico::pico(may_install, &arguments),
            Self::Thumb => thumb::thumb(),
            Self::Lint { may_install } => lint::lint(may_install),
            Self::Fleet { may_install } => fleet::fleet(may_install),
            Self::Bench { may_install, rounds } => bench::bench(may_install, rounds),
            Self::ContactSheet { may_install, arguments } => {
                contact_sheet::contact_sheet(may_install, &arguments)
            }
            Self::Play { may_install, arguments } => play::play(may_install, &arguments),
            Self::Test { may_install, options } => test::test(may_install, &options),
        }
    }
}

fn parse(mut parser: lexopt::Parser) -> Result<Command, lexopt::Error> {
    let mut may_install = true;
    loop {
        return match parser.next()? {
            None | Some(Short('h') | Long("help")) => Ok(Command::Help),
            Some(Long("no-install")) => {
                may_install = false;
                continue;
            }
            Some(Value(name)) => match name.to_str() {
                Some("help") => Ok(Command::Help),
                Some("play") => Ok(Command::Play { may_install, arguments: parser.raw_args()?.collect() }),
                Some("contact-sheet") => {
                    Ok(Command::ContactSheet { may_install, arguments: parser.raw_args()?.collect() })
                }
                Some("setup") => {
                    plain_options(&mut parser, |may_install| Command::Setup { may_install }, may_install)
                }
                Some("fleet") => {
                    plain_options(&mut parser, |may_install| Command::Fleet { may_install }, may_install)
                }
                Some("firmware") => {
                    plain_options(&mut parser, |may_install| Command::Firmware { may_install }, may_install)
                }
                Some("rom-uf2") => {
                    plain_options(&mut parser, |may_install| Command::RomUf2 { may_install }, may_install)
                }
                Some("pico") => Ok(Command::Pico { may_install, arguments: parser.raw_args()?.collect() }),
                Some("lint") => {
                    plain_options(&mut parser, |may_install| Command::Lint { may_install }, may_install)
                }
                Some("thumb") => plain_options(&mut parser, |_| Command::Thumb, may_install),
                Some("bench") => bench_options(&mut parser, may_install),
                Some("test") => test_options(&mut parser, may_install),
                _ => Err(format!("there is no command {}", name.display()).into()),
            },
            Some(other) => Err(other.unexpected()),
        };
    }
}

fn plain_options(
    parser: &mut lexopt::Parser,
    command: impl Fn(bool) -> Command,
    mut may_install: bool,
) -> Result<Command, lexopt::Error> {
    while let Some(argument) = parser.next()? {
        match argument {
            Long("no-install") => may_install = false,
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    Ok(command(may_install))
}

fn bench_options(parser: &mut lexopt::Parser, mut may_install: bool) -> Result<Command, lexopt::Error> {
    let mut rounds = bench::ROUNDS;
    while let Some(argument) = parser.next()? {
        match argument {
            Long("no-install") => may_install = false,
            Short('h') | Long("help") => return Ok(Command::Help),
            Value(value) => {
                let number = value.to_str().and_then(|text| text.parse().ok()).filter(|&rounds| rounds > 0);
                rounds = number
                    .ok_or_else(|| format!("bench {}: expected a number of rounds", value.display()))?;
            }
            other => return Err(other.unexpected()),
        }
    }
    Ok(Command::Bench { may_install, rounds })
}

fn test_options(parser: &mut lexopt::Parser, mut may_install: bool) -> Result<Command, lexopt::Error> {
    let mut options = test::Options::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("no-install") => may_install = false,
            Long("require-rom") => options.require_rom = true,
            Long("require-tools") => options.require_tools = true,
            Long("long") => options.long = true,
            Long("rom") => options.rom = Some(parser.value()?.into()),
            Short('p') | Long("package") => options.packages.push(parser.value()?),
            Short('h') | Long("help") => return Ok(Command::Help),
            Value(filter) => options.filters.push(filter),
            other => return Err(other.unexpected()),
        }
    }
    Ok(Command::Test { may_install, options })
}
