//! Players of ours.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use shakmaty::{Chess, Color, Move, Position as _};
use video_chess::{Level, Progress};

use crate::engine::setup::{self, Start};
use crate::engine::{Engine, Reached, Seed, Table, verdict};

/// The position in which a player is to move.
#[derive(Clone, Copy, Debug)]
pub struct Situation<'a> {
    /// Where the game began.
    pub start: &'a Start,
    /// The moves from there.
    pub moves: &'a [Move],
    /// Where it is.
    pub chess: &'a Chess,
    /// The frame counter, for whoever has one.
    pub counter: u8,
    /// A number drawn for this move.
    pub dice: u64,
}

/// A move that has been chosen.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub played: Move,
    /// What is to be noted beside it.
    pub comment: String,
    /// How long it took.
    pub took: Duration,
}

/// Why a player has no move: it loses the game by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(pub String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Somebody who plays.
pub trait Player: Send {
    /// A game begins.
    ///
    /// # Errors
    /// If the player is not fit to play.
    fn begin(&mut self) -> Result<(), Fault>;

    /// Chooses a move; there is a legal one.
    ///
    /// # Errors
    /// If the player crashes, keeps silent or breaks the rules.
    fn choose(&mut self, situation: &Situation<'_>) -> Result<Choice, Fault>;
}

/// The port or the cartridge.
pub struct VideoChess {
    /// Who thinks.
    pub engine: Arc<dyn Engine>,
    /// The level.
    pub level: Level,
    /// The frame counter, where it is always the same.
    pub counter: Option<u8>,
    /// After so long it is to move.
    pub movetime: Option<Duration>,
    /// The game.
    pub table: Option<Table>,
}

impl Player for VideoChess {
    fn begin(&mut self) -> Result<(), Fault> {
        self.table = None;
        Ok(())
    }

    fn choose(&mut self, situation: &Situation<'_>) -> Result<Choice, Fault> {
        let began = Instant::now();
        let counter = self.counter.unwrap_or(situation.counter);
        let program: Color = situation.chess.turn();
        let known = self.table.take().filter(|table| {
            table.leads_to(&situation.start.chess, program, situation.moves)
                && table.moves().len() < situation.moves.len()
        });
        let mut table = match known {
            Some(table) => table,
            None => Table::new(situation.start, program, self.level, Seed::Fixed(counter)).map_err(Fault)?,
        };
        table.set(self.level, Seed::Fixed(counter));
        for &played in &situation.moves[table.moves().len()..] {
            table.play(played).map_err(Fault)?;
        }
        let mut notes = table.take_notes();
        let (reply, nodes) = match table.reach(counter) {
            Reached::Opening(played) => (Ok(setup::cartridge_move(played)), 0),
            Reached::Nothing => return Err(Fault("the cartridge is not to move".to_owned())),
            Reached::Search(root) => {
                let mut thinking = self.engine.think(&root);
                let is_late = || self.movetime.is_some_and(|limit| began.elapsed() >= limit);
                let mut progress = Progress::Running;
                while progress == Progress::Running && !(is_late() && thinking.search().best().is_some()) {
                    progress = thinking.step();
                }
                let mut search = thinking.search().clone();
                let nodes = search.nodes();
                let reply = match (progress, thinking.fault()) {
                    (_, Some(fault)) => return Err(Fault(fault.to_owned())),
                    (Progress::Derailed, None) => Err("its search never ends"),
                    (Progress::Running, None) if !search.settle() => Err("it has no move in time"),
                    _ => table.adopt(search).map(|reply| reply.played).ok_or("the search came to nothing"),
                };
                (reply, nodes)
            }
        };
        let judged = verdict::judge(situation.chess, reply);
        notes.extend(judged.note);
        self.table = Some(table);
        let played = judged.played.ok_or_else(|| Fault("no legal move".to_owned()))?;
        let took = began.elapsed();
        let mut comment = format!(
            "level {}, $D3 ${counter:02X}, {nodes} nodes, {:.3} s",
            self.level.number(),
            took.as_secs_f64()
        );
        for note in notes {
            comment += "; ";
            comment += &note;
        }
        Ok(Choice { played, comment, took })
    }
}

/// Plays any legal move.
pub struct Random;

impl Player for Random {
    fn begin(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, situation: &Situation<'_>) -> Result<Choice, Fault> {
        let legal = situation.chess.legal_moves();
        let count = legal.len().max(1) as u64;
        let played = legal.get((situation.dice % count) as usize).copied();
        let played = played.ok_or_else(|| Fault("no legal move".to_owned()))?;
        Ok(Choice { played, comment: String::new(), took: Duration::ZERO })
    }
}
