//! One game.

use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use shakmaty::{Color, Position as _};

use super::openings::Opening;
use super::player::{Player, Situation};
use super::referee::{End, Referee};
use crate::pgn;

/// What a game is to be.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// Where it begins.
    pub opening: &'a Opening,
    /// What decides its frame counters and dice.
    pub seed: u64,
    /// Moves of either side, after which it is a draw.
    pub plies: usize,
    /// Whether comments are written.
    pub comments: bool,
}

/// Plays it. `players` are White and Black.
pub fn play(players: [&mut dyn Player; 2], plan: &Plan<'_>) -> pgn::Game {
    let [white, black] = players;
    let start = &plan.opening.start;
    let mut game = pgn::Game::new(start.chess.clone());
    let mut chess = start.chess.clone();
    let mut referee = Referee::default();
    let mut dice = ChaCha8Rng::seed_from_u64(plan.seed);
    let mut times = [Duration::ZERO; 2];
    let mut end = referee.see(&chess);
    let mut moves = Vec::new();
    for (colour, player) in [(Color::White, &mut *white), (Color::Black, &mut *black)] {
        if let (None, Err(fault)) = (&end, player.begin()) {
            end = Some(End { winner: Some(colour.other()), why: fault.to_string() });
        }
    }
    for &played in &plan.opening.moves {
        chess.play_unchecked(played);
        moves.push(played);
        game.push(played, "");
        end = end.or(referee.see(&chess));
    }
    while end.is_none() {
        if moves.len() >= plan.plies {
            end = Some(End { winner: None, why: format!("drawn after {} plies", plan.plies) });
            break;
        }
        let turn = chess.turn();
        // Drawn for every move, whoever plays: the frame counters of a game are its number's alone.
        let (counter, number) = (dice.next_u32() as u8, dice.next_u64());
        let situation = Situation { start, moves: &moves, chess: &chess, counter, dice: number };
        let player = if turn.is_white() { &mut *white } else { &mut *black };
        match player.choose(&situation) {
            Ok(choice) => {
                times[usize::from(turn.is_black())] += choice.took;
                chess.play_unchecked(choice.played);
                moves.push(choice.played);
                game.push(choice.played, if plan.comments { choice.comment } else { String::new() });
                end = referee.see(&chess);
            }
            Err(fault) => end = Some(End { winner: Some(turn.other()), why: fault.to_string() }),
        }
    }
    if let Some(end) = end {
        end.result().clone_into(&mut game.result);
        game.set_tag("Termination", end.why);
    }
    if plan.comments {
        game.set_tag("WhiteTime", format!("{:.3} s", times[0].as_secs_f64()));
        game.set_tag("BlackTime", format!("{:.3} s", times[1].as_secs_f64()));
    }
    game
}
