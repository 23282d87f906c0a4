//! How a script ended.

use picochess_fw::{Game, State};
use shakmaty::{EnPassantMode, fen::Fen};

/// How a script ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The state's name, `OFF` without power.
    pub state: String,
    /// The position.
    pub fen: String,
    /// The moves.
    pub moves: Vec<String>,
}

impl Report {
    /// A board without power.
    pub fn off() -> Self {
        Self { state: "OFF".to_owned(), fen: String::new(), moves: Vec::new() }
    }

    /// A board with this state and game.
    pub fn new(state: State, game: &Game) -> Self {
        let fen = Fen::from_position(game.position(), EnPassantMode::Legal).to_string();
        let moves = game.sans().map(|san| san.to_string()).collect();
        Self { state: state.to_string(), fen, moves }
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "STATE {}", self.state)?;
        writeln!(f, "FEN {}", self.fen)?;
        write!(f, "MOVES")?;
        self.moves.iter().try_for_each(|san| write!(f, " {san}"))
    }
}
