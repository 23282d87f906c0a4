//! What a chess program says to an engine.

use super::limits::Limits;

/// A line of the protocol.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `debug on` or off, `register`: heard, and nothing follows.
    Heard,
    /// `setoption name NAME value VALUE`
    SetOption {
        /// The option's name.
        name: String,
        /// Its value; empty where there is none.
        value: String,
    },
    /// `position`
    Position {
        /// A FEN, or the usual beginning.
        fen: Option<String>,
        /// Moves from there.
        moves: Vec<String>,
    },
    /// `go`
    Go(Box<Limits>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// An empty line.
    Nothing,
    /// Something else, or one of these that is incomplete, and why.
    Unknown(String),
}

impl Command {
    /// Understands a line.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            None => Self::Nothing,
            Some("uci") => Self::Uci,
            Some("isready") => Self::IsReady,
            Some("ucinewgame") => Self::NewGame,
            Some("debug" | "register") => Self::Heard,
            Some("setoption") => set_option(words),
            Some("position") => position(words),
            Some("go") => Self::Go(Box::new(Limits::parse(words))),
            Some("stop") => Self::Stop,
            Some("ponderhit") => Self::PonderHit,
            Some("quit") => Self::Quit,
            Some(word) => Self::Unknown(format!("unknown command {}", shortened(word))),
        }
    }
}

/// The beginning of a word that may be anything, printable.
#[must_use]
pub fn shortened(word: &str) -> String {
    let start: String = word.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect();
    if start.chars().count() < word.chars().count() { start + "..." } else { start }
}

fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let (mut name, mut value) = (Vec::new(), Vec::new());
    let mut into: Option<bool> = None;
    for word in words {
        match (word, into) {
            ("name", None) => into = Some(false),
            ("value", Some(false)) => into = Some(true),
            (_, Some(false)) => name.push(word),
            (_, Some(true)) => value.push(word),
            (_, None) => break,
        }
    }
    if name.is_empty() {
        return Command::Unknown("setoption: expected name NAME value VALUE".to_owned());
    }
    Command::SetOption { name: name.join(" "), value: value.join(" ") }
}

fn position<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let mut words = words.peekable();
    let fen = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let mut fields = Vec::new();
            while let Some(&word) = words.peek() {
                if word == "moves" {
                    break;
                }
                fields.push(word);
                words.next();
            }
            Some(fields.join(" "))
        }
        _ => return Command::Unknown("position: expected startpos or fen FEN".to_owned()),
    };
    let moves = match words.next() {
        None => Vec::new(),
        Some("moves") => words.map(str::to_owned).collect(),
        Some(word) => {
            return Command::Unknown(format!("position: expected moves and not {}", shortened(word)));
        }
    };
    Command::Position { fen, moves }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions() {
        let parsed = |line| Command::parse(line);
        assert_eq!(parsed("position startpos moves"), Command::Position { fen: None, moves: Vec::new() });
        assert_eq!(
            parsed("  position  fen 8/8/8/8/8/8/8/8 w - -   moves e2e4 e7e5"),
            Command::Position {
                fen: Some("8/8/8/8/8/8/8/8 w - -".to_owned()),
                moves: vec!["e2e4".to_owned(), "e7e5".to_owned()]
            }
        );
        for broken in ["position", "position e2e4", "position startpos e2e4"] {
            assert!(matches!(parsed(broken), Command::Unknown(_)), "{broken}");
        }
    }

    #[test]
    fn options_with_spaces() {
        assert_eq!(
            Command::parse("setoption name Clear Hash value  a b"),
            Command::SetOption { name: "Clear Hash".to_owned(), value: "a b".to_owned() }
        );
        assert_eq!(
            Command::parse("setoption name Ponder"),
            Command::SetOption { name: "Ponder".to_owned(), value: String::new() }
        );
        assert!(matches!(Command::parse("setoption value 1"), Command::Unknown(_)));
    }
}
