//! The Pico's own board application on the desktop: in a window with a mouse for hands, or headless with a
//! script for hands.

mod auto;
mod desk;
mod headless;
mod noise;
mod picture;
mod session;
mod set;
mod sound;
mod table;
mod window;

use std::path::PathBuf;

use picochess_fw::{Brain, Config, Level, Mode, Settings, TimeControl, original::ROM_BYTES};
use shakmaty::Color;

pub use board_script::{Event, Moment, Report, Script, Step, write_png};
pub use headless::play;
pub use picture::monitor_rgb;
pub use session::Session;

/// Nodes of Video Chess's search that a desktop does in a second; for the text about levels.
const CARTRIDGE_SPEED: u32 = 2_000_000;
/// Cycles of the 6507 that the cartridge's own program gets done on it in a second, for the same text.
const ORIGINAL_SPEED: u32 = 500_000_000;

/// How to run the board.
#[derive(Clone, Debug, Default)]
pub struct BoardOptions {
    /// No window: a script is played in its own time, as fast as the machine can.
    pub headless: bool,
    /// The script of the hand.
    pub script: Option<PathBuf>,
    /// Where the script's pictures go; the current directory if there is none.
    pub png: Option<PathBuf>,
    /// The computer also plays the person's side, with a hand of its own.
    pub auto: bool,
    /// Bouncing contacts and ghost closures, from this seed.
    pub noise: Option<u64>,
    /// The computer's level, 1 to 8.
    pub level: Option<u8>,
    /// Modern instead of Video Chess.
    pub modern: bool,
    /// The cartridge, whose own program plays then.
    pub original: Option<Box<[u8; ROM_BYTES]>>,
    /// The person plays Black.
    pub black: bool,
    /// Two persons.
    pub two_players: bool,
    /// The clock.
    pub clock: Option<TimeControl>,
    /// The file in which the board keeps its game between two runs of the window; nowhere if there is none.
    pub storage: Option<PathBuf>,
}

impl BoardOptions {
    /// The settings that the options ask for.
    fn settings(&self) -> anyhow::Result<Settings> {
        let mut settings = Settings::default();
        if let Some(level) = self.level {
            settings.level = Level::new(level)
                .ok_or_else(|| anyhow::anyhow!("level {level}: expected a number from 1 to 8"))?;
        }
        if self.modern {
            settings.brain = Brain::Modern;
        } else if self.original.is_some() {
            settings.brain = Brain::Original;
        }
        if self.black {
            settings.human = Color::Black;
        }
        if self.two_players {
            anyhow::ensure!(!self.auto, "--auto plays against the computer: leave out --two-players");
            settings.mode = Mode::TwoPlayers;
        }
        if let Some(clock) = self.clock {
            settings.time = clock;
        }
        Ok(settings)
    }

    /// A board with power, as the options and the kept game have it.
    fn session(&self, settings: Settings, storage: [Option<Vec<u8>>; 2]) -> Session {
        let config = Config {
            settings,
            cartridge_speed: CARTRIDGE_SPEED,
            original_speed: self.original.is_some().then_some(ORIGINAL_SPEED),
        };
        Session::new(config, storage, self.noise, self.original.as_deref())
    }
}

/// A clock of the board's menu, from its name: minutes and seconds a move, such as `5+3`, or `none`.
///
/// # Errors
/// If the board has no such clock.
pub fn parse_clock(text: &str) -> anyhow::Result<TimeControl> {
    let choices = || {
        (0..).map_while(TimeControl::from_index).skip(1).map(|c| format!("{}+{}", c.minutes(), c.increment()))
    };
    if text == "none" {
        return Ok(TimeControl::NONE);
    }
    (0..)
        .map_while(TimeControl::from_index)
        .find(|c| c.is_timed() && format!("{}+{}", c.minutes(), c.increment()) == text)
        .ok_or_else(|| {
            let all: Vec<String> = choices().collect();
            anyhow::anyhow!("expected none, {}", all.join(", "))
        })
}

/// Runs the board as the options say, until its window is closed or its script ends.
pub fn run(options: &BoardOptions) -> anyhow::Result<()> {
    let settings = options.settings()?;
    if options.headless {
        return headless::run(options, settings);
    }
    anyhow::ensure!(options.script.is_none(), "--script is played with --headless");
    window::run(options, settings)
}
