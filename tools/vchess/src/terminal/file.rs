//! Games kept as PGN. What is not one of ours, or not whole, is refused, and what is there is never written over by
//! something else.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use shakmaty::Color;
use video_chess::Level;

use crate::input::read_unpacked;
use crate::output;
use crate::pgn::{Game, read::read, write};
use crate::replay::guess;

/// The event of our games, by which they are known again.
const EVENT: &str = "Video Chess in a terminal";

/// A saved game.
#[derive(Clone, Debug)]
pub struct Saved {
    /// The game.
    pub game: Game,
    /// The program's colour.
    pub program: Color,
    /// Its level.
    pub level: Level,
}

/// Reads a game of ours.
///
/// # Errors
/// If there is no such file, or it is something else or torn.
pub fn load(path: &Path) -> Result<Saved> {
    let shown = path.display();
    let games =
        read(&read_unpacked(path, "game")?).with_context(|| format!("{shown} is not a saved game"))?;
    let [game] = &games[..] else {
        bail!("{shown} has {} games; expected one that was saved here", games.len());
    };
    ensure!(
        game.tag("Event") == EVENT,
        "{shown} is a game from elsewhere; expected one that was saved here, with the event {EVENT:?}"
    );
    ensure!(game.ends_with_result, "{shown} is torn: its moves do not end with a result");
    let computers = guess::computers(game);
    let [program] = computers[..] else { bail!("{shown} does not say which side is Video Chess") };
    let level = guess::level(game, program).with_context(|| format!("{shown} does not say the level"))?;
    Ok(Saved { game: game.clone(), program, level })
}

/// Writes a game, whole or not at all.
///
/// # Errors
/// If the file cannot be written, or holds something that is not a game of ours.
pub fn save(path: &Path, saved: &Saved) -> Result<()> {
    if path.exists()
        && let Err(error) = load(path)
    {
        bail!("{} is not written over: {error:#}", path.display());
    }
    output::write(path, write::write(&tagged(saved)).as_bytes())
}

/// The game with the tags by which it is known again.
fn tagged(saved: &Saved) -> Game {
    let mut game = saved.game.clone();
    let program = format!("Video Chess, level {}", saved.level.number());
    let (white, black) = match saved.program {
        Color::White => (program.as_str(), "Human"),
        Color::Black => ("Human", program.as_str()),
    };
    game.set_tag("Event", EVENT);
    game.set_tag("White", white);
    game.set_tag("Black", black);
    game
}
