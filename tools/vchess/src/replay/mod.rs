//! Old games on the original: which of the computer's moves does it find again, at which level, with which frame counter?
//!
//! A game somebody published says what was played, perhaps the level, and never the frame counter `$D3` at each of the
//! computer's moves. But of its 256 values only a few classes differ to the search ([`counters`]), so all of them are
//! tried. The opponent's moves are played as by joystick, the computer's are put in their places, so that each search has
//! the history it had ([`Table`]).

pub mod counters;
pub mod guess;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use shakmaty::{Color, Move, Position as _};
use video_chess::{Level, Progress, Ram};

use crate::engine::setup::{self, Start};
use crate::engine::{Engine, Reached, Seed, Table};
use crate::pgn::{Game, san};

/// What became of a move of the computer's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// The original plays it with this frame counter, and with so many classes of those that were tried. Where a search
    /// takes long, no more are tried once one has been found.
    With {
        /// The counter.
        counter: u8,
        /// Classes that lead to it.
        classes: usize,
        /// Classes that were tried.
        of: usize,
        /// Nodes of the search.
        nodes: u64,
    },
    /// It does not; these are the moves it plays.
    Other(Vec<String>),
    /// There was no time to know. The moves that it plays with the counters that were decided.
    OutOfTime(Vec<String>),
    /// It cannot.
    Cannot(String),
}

/// A move of the computer's.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Number of the ply in the game, from 0.
    pub ply: usize,
    /// Its name with number, as in `12... Nf6`.
    pub name: String,
    /// What became of it.
    pub found: Found,
    /// What was to be said of the moves since the last one.
    pub notes: Vec<String>,
}

/// A game at a level.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The level.
    pub level: Level,
    /// The computer's colour.
    pub computer: Color,
    /// Its moves, as far as they were looked at.
    pub findings: Vec<Finding>,
    /// Moves of the computer's in the game.
    pub total: usize,
    /// Whether all were looked at.
    pub complete: bool,
}

impl Replayed {
    /// How many were found.
    #[must_use]
    pub fn found(&self) -> usize {
        self.findings.iter().filter(|finding| matches!(finding.found, Found::With { .. })).count()
    }
}

impl Replayed {
    /// Whether every move was found, of one at least.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.total > 0 && self.found() == self.total
    }
}

/// Limits of a replay.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For each move, with all frame counters.
    pub a_move: Duration,
    /// When it must be over.
    pub until: Option<Instant>,
}

/// Replays a game at a level. It is given up where fewer than `at_least` moves can be found any more.
///
/// # Errors
/// If the cartridge cannot hold a position of the game.
pub fn replay(
    engine: &dyn Engine,
    game: &Game,
    computer: Color,
    level: Level,
    limits: Limits,
    at_least: usize,
) -> Result<Replayed, String> {
    let start = Start { chess: game.start.clone(), notes: Vec::new() };
    let mut table = Table::new(&start, computer, level, Seed::Fixed(0))?;
    let mut replayed =
        Replayed { level, computer, findings: Vec::new(), total: total(game, computer), complete: false };
    for (ply, played) in game.moves.iter().enumerate() {
        let played = played.played;
        if table.chess().turn() == computer {
            let missed = replayed.findings.len() - replayed.found();
            let is_late = limits.until.is_some_and(|until| Instant::now() >= until);
            if replayed.total - missed < at_least || is_late {
                return Ok(replayed);
            }
            let finding = Finding {
                ply,
                name: numbered(&table, played),
                notes: table.take_notes(),
                found: find(engine, &mut table, played, limits),
            };
            replayed.findings.push(finding);
        }
        table.play(played)?;
    }
    replayed.complete = true;
    Ok(replayed)
}

/// Moves of the computer's in a game.
#[must_use]
pub fn total(game: &Game, computer: Color) -> usize {
    let first = usize::from(game.start.turn() != computer);
    game.moves.len().saturating_sub(first).div_ceil(2)
}

fn numbered(table: &Table, played: Move) -> String {
    let chess = table.chess();
    let dots = if chess.turn().is_white() { "." } else { "..." };
    format!("{}{dots} {}", chess.fullmoves(), san::write(chess, played))
}

/// What a search with one frame counter has come to.
enum Outcome {
    Plays(String, u64),
    OutOfTime,
    /// Another counter has given the move, and this one was not waited for.
    NotNeeded,
}

/// Searches of all frame counters that take longer than this together stop with the first that is right.
const SHORT: Duration = Duration::from_secs(1);

fn find(engine: &dyn Engine, table: &mut Table, played: Move, limits: Limits) -> Found {
    let wanted = setup::uci(played);
    let root = match table.reach(0) {
        Reached::Nothing => return Found::Cannot("the program is not to move".to_owned()),
        Reached::Opening(_) => {
            // Bit 6 of the counter decides between the two.
            return match wanted.as_str() {
                "d2d4" => Found::With { counter: 0x40, classes: 1, of: 2, nodes: 0 },
                "e2e4" => Found::With { counter: 0, classes: 1, of: 2, nodes: 0 },
                _ => Found::Other(vec!["d4".to_owned(), "e4".to_owned()]),
            };
        }
        Reached::Search(root) => *root,
    };
    let began = Instant::now();
    let mut until = began + limits.a_move;
    if let Some(end) = limits.until {
        until = until.min(end);
    }
    let counters = counters::classes(&root);
    let is_found = AtomicBool::new(false);
    let is_enough = || is_found.load(Ordering::Relaxed) && began.elapsed() >= SHORT;
    let outcomes: Vec<(u8, Outcome)> = counters
        .par_iter()
        .map(|&counter| {
            let outcome = search(engine, &root, counter, until, table, &is_enough);
            if matches!(&outcome, Outcome::Plays(name, _) if *name == wanted) {
                is_found.store(true, Ordering::Relaxed);
            }
            (counter, outcome)
        })
        .collect();
    let mut others: Vec<String> = Vec::new();
    let mut with = None;
    let (mut classes, mut tried) = (0, 0);
    let mut late = false;
    for (counter, outcome) in outcomes {
        tried += usize::from(matches!(outcome, Outcome::Plays(..)));
        match outcome {
            Outcome::Plays(name, nodes) if name == wanted => {
                classes += 1;
                with = with.or(Some((counter, nodes)));
            }
            Outcome::Plays(name, _) => {
                let name = setup::legal(table.chess(), &name)
                    .map_or(name, |played| san::write(table.chess(), played));
                if !others.contains(&name) {
                    others.push(name);
                }
            }
            Outcome::OutOfTime => late = true,
            Outcome::NotNeeded => {}
        }
    }
    match with {
        Some((counter, nodes)) => Found::With { counter, classes, of: tried, nodes },
        None if late => Found::OutOfTime(others),
        None => Found::Other(others),
    }
}

fn search(
    engine: &dyn Engine,
    root: &Ram,
    counter: u8,
    until: Instant,
    table: &Table,
    is_enough: &(dyn Fn() -> bool + Sync),
) -> Outcome {
    let mut root = *root;
    root.set_frame(counter);
    let mut thinking = engine.think(&root);
    loop {
        match thinking.step() {
            Progress::Running if Instant::now() >= until => return Outcome::OutOfTime,
            Progress::Running if is_enough() => return Outcome::NotNeeded,
            Progress::Running => {}
            Progress::Derailed => {
                let why = thinking.fault().unwrap_or("nothing: its search never ends");
                return Outcome::Plays(why.to_owned(), thinking.search().nodes());
            }
            Progress::Finished => break,
        }
    }
    let search = thinking.search().clone();
    let nodes = search.nodes();
    let reply = table.clone().adopt(search).and_then(|reply| reply.played);
    Outcome::Plays(reply.map_or_else(|| "nothing: it gives up".to_owned(), |name| name.to_string()), nodes)
}
