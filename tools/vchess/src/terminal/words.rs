//! What is typed.

use std::path::PathBuf;

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Words {
    /// An empty line.
    Nothing,
    /// A move, perhaps.
    Move(String),
    /// Take the last move and the reply to it back.
    Undo,
    /// What would the program play?
    Hint,
    /// Show the board.
    Board,
    /// List the moves so far.
    Moves,
    /// Write the game to a file, or to the one it came from.
    Save(Option<PathBuf>),
    /// Go on with the game in a file.
    Load(PathBuf),
    /// Change the level.
    Level(String),
    /// A new game; `black` has the human play black.
    New {
        /// Whether the human has black.
        black: bool,
    },
    /// The program is to move now.
    Stop,
    /// The list of these.
    Help,
    /// Enough.
    Quit,
    /// A command that lacks something.
    Lacking(&'static str),
}

/// The list of commands, for people.
pub const HELP: &str = "\
e4, Nf3, O-O, e7e8q   your move, as SAN or as coordinates
undo                  take your last move back, and the reply to it
hint                  what the program would play in your place
board, moves          the board, the moves so far
save [FILE]           write the game as PGN
load FILE             go on with a saved game
level 1..8            the level, from the next reply on
new [white|black]     a new game, with white or black for you
stop                  while the program thinks: it plays the best it has
quit                  the end";

impl Words {
    /// Understands a line.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match first.to_ascii_lowercase().as_str() {
            "" => Self::Nothing,
            "undo" | "back" => Self::Undo,
            "hint" => Self::Hint,
            "board" | "show" => Self::Board,
            "moves" => Self::Moves,
            "save" => Self::Save((!rest.is_empty()).then(|| PathBuf::from(rest))),
            "load" | "resume" if rest.is_empty() => Self::Lacking("load: expected the name of a file"),
            "load" | "resume" => Self::Load(PathBuf::from(rest)),
            "level" => Self::Level(rest.to_owned()),
            "new" => match rest.to_ascii_lowercase().as_str() {
                "" | "white" => Self::New { black: false },
                "black" => Self::New { black: true },
                _ => Self::Lacking("new: expected white or black"),
            },
            "stop" => Self::Stop,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }
}
