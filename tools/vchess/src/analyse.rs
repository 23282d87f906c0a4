//! What each level plays in a position.

use std::time::{Duration, Instant};

use shakmaty::Position as _;
use video_chess::{Level, Progress};

use crate::engine::setup::Start;
use crate::engine::{Cycles, Engine, Reached, Seed, Table, setup, time, verdict};
use crate::pgn::san;
use crate::uci::info;

/// What a level makes of a position.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// The level.
    pub level: Level,
    /// Its move in SAN, or in words what it does instead.
    pub plays: String,
    /// Score as the protocol of engines has it, from the program's side; empty where there is none.
    pub score: String,
    /// Nodes, as far as it came.
    pub nodes: u64,
    /// The Atari's time.
    pub cycles: Cycles,
    /// Whether it came to its end.
    pub finished: bool,
}

impl Opinion {
    /// The Atari's time for people; `~` where it is reckoned, `>` where the search was broken off.
    #[must_use]
    pub fn time(&self) -> String {
        let mark = match (self.finished, self.cycles) {
            (false, _) => "> ",
            (true, Cycles::Reckoned(_)) => "~ ",
            (true, Cycles::Counted(_)) => "",
        };
        format!("{mark}{}", time::in_words(self.cycles.number()))
    }
}

/// Asks every level what it plays after these moves, with this frame counter. `limit` is for each level.
///
/// # Errors
/// If the cartridge cannot hold the position.
pub fn opinions(
    engine: &dyn Engine,
    start: &Start,
    moves: &[shakmaty::Move],
    levels: &[Level],
    counter: u8,
    limit: Duration,
) -> Result<Vec<Opinion>, String> {
    let mut chess = start.chess.clone();
    for &played in moves {
        chess.play_unchecked(played);
    }
    let mut opinions = Vec::new();
    for &level in levels {
        let mut table = Table::new(start, chess.turn(), level, Seed::Fixed(counter))?;
        for &played in moves {
            table.play(played)?;
        }
        opinions.push(ask(engine, &mut table, level, counter, limit));
    }
    Ok(opinions)
}

fn ask(engine: &dyn Engine, table: &mut Table, level: Level, counter: u8, limit: Duration) -> Opinion {
    let mut opinion = Opinion {
        level,
        plays: String::new(),
        score: String::new(),
        nodes: 0,
        cycles: Cycles::Counted(0),
        finished: true,
    };
    let root = match table.reach(counter) {
        Reached::Opening(played) => {
            opinion.plays = san::write(table.chess(), played);
            return opinion;
        }
        Reached::Nothing => {
            let mated = table.chess().is_check();
            if mated { "is mated" } else { "is stalemated" }.clone_into(&mut opinion.plays);
            return opinion;
        }
        Reached::Search(root) => root,
    };
    let until = Instant::now() + limit;
    let mut thinking = engine.think(&root);
    let progress = loop {
        match thinking.step() {
            Progress::Running if Instant::now() < until => {}
            progress => break progress,
        }
    };
    let search = thinking.search().clone();
    opinion.nodes = search.nodes();
    opinion.cycles = thinking.cycles();
    opinion.finished = progress == Progress::Finished;
    opinion.score = search.best().map_or_else(String::new, |best| in_pawns(&info::score(best.score)));
    let best = search.best();
    opinion.plays = match progress {
        Progress::Finished => {
            let reply = table.adopt(search).and_then(|reply| reply.played);
            let judged = verdict::judge(table.chess(), Ok(reply));
            match (judged.played, judged.note, reply) {
                (Some(played), None, _) => san::write(table.chess(), played),
                (_, _, Some(name)) => format!("{name}, not legal"),
                _ => "gives up".to_owned(),
            }
        }
        Progress::Derailed => thinking.fault().unwrap_or("never ends").to_owned(),
        Progress::Running => match best.and_then(|best| info::named(table.chess(), best.step)) {
            Some(played) => format!("{} so far", san::write(table.chess(), played)),
            None => "no time".to_owned(),
        },
    };
    opinion
}

/// A score in pawns for people.
fn in_pawns(score: &str) -> String {
    match score.strip_prefix("cp ").and_then(|cp| cp.parse::<i32>().ok()) {
        Some(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
        None => score.to_owned(),
    }
}

/// The position after moves, as FEN.
#[must_use]
pub fn fen_after(start: &Start, moves: &[shakmaty::Move]) -> String {
    let mut chess = start.chess.clone();
    for &played in moves {
        chess.play_unchecked(played);
    }
    setup::fen(&chess)
}
