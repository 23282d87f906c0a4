//! A hundred thousand searches of the port against the cartridge, in lock step, from positions of all kinds: games, boards
//! strewn with pieces, boards changed in set-up mode; every move at two levels and two frame counters.
//!
//! The work is cut into batches that are numbered from 0; a seed and a number are a batch. What has been done is kept in
//! a file after every few of them.

mod positions;
mod state;
mod tally;

use anyhow::Result;
use indicatif::ProgressBar;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use video_chess::{Game, Level, Move, Outcome, Ram, Thought};

use crate::compare::{self, Rom, choose};

pub use state::State;
pub use tally::Tally;

/// What to do.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Where the positions come from.
    pub seed: u64,
    /// So many searches to the end at least, those of the state among them.
    pub searches: u64,
}

/// Batches for each thread between two notes of what has been done.
const BATCHES_AT_ONCE: usize = 2;
/// Replies in a batch.
const REPLIES: u32 = 40;
/// A search is followed for so many nodes, by level. Late ones, and those of boards full of queens, would take a core for
/// days.
const MOST_NODES: [u64; 8] = [3_000, 3_000, 3_000, 60_000, 60_000, 60_000, 200_000, 3_000];

/// Levels of the searches that a game goes on with, in percent.
const OWN_LEVELS: [(Level, u32); 4] =
    [(Level::One, 48), (Level::Two, 2), (Level::Three, 2), (Level::Eight, 48)];
/// Levels of the same move's second search, in a hundredth of a percent.
const OTHER_LEVELS: [(Level, u32); 8] = [
    (Level::One, 4_400),
    (Level::Two, 550),
    (Level::Three, 500),
    (Level::Four, 100),
    (Level::Five, 40),
    (Level::Six, 8),
    (Level::Seven, 2),
    (Level::Eight, 4_400),
];

/// Goes on with a campaign until the plan is fulfilled, over all cores. The state is written as the work goes on.
///
/// # Errors
/// If the ROM does not start or the state cannot be written.
pub fn run(rom: &[u8; 4096], plan: &Plan, state: &mut State, bar: &ProgressBar) -> Result<()> {
    let rom = Rom::new(rom)?;
    bar.set_length(plan.searches);
    bar.set_position(state.tally().to_the_end());
    bar.reset_eta();
    while state.tally().to_the_end() < plan.searches {
        let first = state.next_batch();
        let number = (BATCHES_AT_ONCE * rayon::current_num_threads()) as u64;
        let done: Vec<Tally> =
            (first..first + number).into_par_iter().map(|number| batch(&rom, plan.seed, number)).collect();
        for tally in done {
            state.add(tally);
        }
        state.write()?;
        bar.set_position(state.tally().to_the_end());
    }
    Ok(())
}

/// One game, from whatever position.
fn batch(rom: &Rom, seed: u64, number: u64) -> Tally {
    let mut dice = ChaCha8Rng::seed_from_u64(seed);
    dice.set_stream(number);
    let mut tally = Tally::default();
    let Some(mut game) = positions::begin(number, &mut dice) else { return tally };
    for _ in 0..REPLIES {
        if !game.is_thinking() {
            let Some(chosen) = choose(&game, &mut dice) else { break };
            let mut other = game.clone();
            if let Some(root) = human_moves(&mut other, chosen, draw(&OTHER_LEVELS, &mut dice), &mut dice) {
                tally.compare(rom, &root, number);
            }
            if human_moves(&mut game, chosen, draw(&OWN_LEVELS, &mut dice), &mut dice).is_none() {
                break;
            }
        }
        tally.compare(rom, game.ram(), number);
        match game.reply() {
            Thought::Replied(reply) if reply.outcome == Outcome::PlayOn => {}
            _ => break,
        }
    }
    tally
}

/// Plays the human's move, at some moment. The memory with which the search then begins; `None` if it is refused.
fn human_moves(game: &mut Game, chosen: Move, level: Level, dice: &mut ChaCha8Rng) -> Option<Ram> {
    game.set_level(level);
    game.play_at(chosen, dice.next_u32() as u8).ok()?;
    Some(*game.ram())
}

fn draw(levels: &[(Level, u32)], dice: &mut ChaCha8Rng) -> Level {
    let all: u32 = levels.iter().map(|&(_, share)| share).sum();
    let mut left = dice.next_u32() % all;
    for &(level, share) in levels {
        if left < share {
            return level;
        }
        left -= share;
    }
    unreachable!("the shares add up to all")
}

impl Tally {
    /// Searches a memory in both.
    fn compare(&mut self, rom: &Rom, root: &Ram, batch: u64) {
        match compare::search_up_to(rom, root, MOST_NODES[usize::from(root.level() & 7)]) {
            Ok(compared) => self.count(root.level(), &compared),
            Err(divergence) if divergence.both_derail(rom) => self.add(Self::derailed_once()),
            Err(divergence) if divergence.derailment.is_some() => self.add(Self::astray_once()),
            Err(divergence) => self.differences.push(format!("Batch {batch}: {divergence}")),
        }
    }
}
