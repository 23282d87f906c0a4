use std::{format, string::String, vec::Vec};

use super::*;
use crate::{Game, Opponent, PackedMove, Progress};

fn think(moves: &str, nodes: u32) -> (String, i16) {
    let moves: Vec<PackedMove> = moves.split_whitespace().map(|m| PackedMove::parse(m).unwrap()).collect();
    let mut engine = Engine::new();
    engine.begin_with(&moves, nodes, 0, 1);
    loop {
        if let Progress::Done(answer) = engine.step(500) {
            return (format!("{}", answer.best.unwrap()), answer.score.unwrap());
        }
    }
}

#[test]
fn it_mates_when_it_can() {
    assert_eq!(think("f2f3 e7e5 g2g4", 5_000), ("d8h4".into(), 30_999));
    // Queen and bishop both mate on f7.
    assert_eq!(think("e2e4 a7a6 d1h5 b8c6 f1c4 b7b6", 5_000).1, 30_999);
}

#[test]
fn it_takes_what_hangs_and_nothing_that_is_guarded() {
    // 1.e4 d5 2.a3 Qd6?? is nothing; the queen that lands on h4 hangs to the knight.
    assert_eq!(think("e2e4 e7e5 g1f3 d8h4", 5_000).0, "f3h4");
    // Bxf7+ or Nxe5 give a piece for a pawn.
    let (m, _) = think("e2e4 e7e5 g1f3 b8c6 h2h3 a7a6", 20_000);
    assert_ne!(m, "f3e5");
}

#[test]
fn steps_of_any_size_give_the_same_answer() {
    let moves: Vec<PackedMove> =
        "a2a3 e7e5 e2e4 g8f6 d2d3".split(' ').map(|m| PackedMove::parse(m).unwrap()).collect();
    let mut answers = Vec::new();
    for size in [1, 7, 1_000, 100_000] {
        let mut engine = Engine::new();
        engine.begin_with(&moves, 6_000, 10, 5);
        answers.push(loop {
            if let Progress::Done(answer) = engine.step(size) {
                break answer;
            }
        });
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{answers:?}");
}

#[test]
fn whole_games_against_itself_are_legal() {
    for seed in 0..4 {
        let mut game = Game::new();
        let mut engine = Engine::new();
        while game.ending().is_none() {
            engine.begin_with(game.log(), 150, 60, seed * 1_000 + game.log().len() as u32);
            let answer = loop {
                if let Progress::Done(answer) = engine.step(40) {
                    break answer;
                }
            };
            let m = answer.best.and_then(|m| m.unpack(game.position()));
            game.play(m.unwrap_or_else(|| panic!("{answer:?} after {:?}", game.log())));
        }
    }
}

#[test]
fn stopping_anywhere_gives_a_legal_move_and_a_clean_board() {
    let mut engine = Engine::new();
    let moves = [PackedMove::parse("a2a4").unwrap()];
    for nodes in (1..3_000).step_by(97) {
        engine.begin_with(&moves, u32::MAX, 0, 1);
        assert!(matches!(engine.step(nodes), Progress::Thinking(_)));
        let answer = engine.stop();
        let game = Game::from_moves(moves);
        assert!(answer.best.unwrap().unpack(game.position()).is_some());
        let mut fresh = Engine::new();
        fresh.begin_with(&moves, 1, 0, 1);
        assert_eq!(engine.position.key, fresh.position.key);
        assert_eq!(engine.position.squares, fresh.position.squares);
    }
}

/// Games between the engine and random movers, for positions of all kinds.
fn positions(count: usize) -> Vec<Vec<PackedMove>> {
    let mut rng = 0x0123_4567_89AB_CDEF_u64;
    let mut random = move |n: usize| {
        rng ^= rng << 13;
        rng ^= rng >> 7;
        rng ^= rng << 17;
        (rng % n as u64) as usize
    };
    let mut all = Vec::new();
    while all.len() < count {
        let mut game = Game::new();
        let length = 8 + random(50);
        let mut engine = Engine::new();
        while game.log().len() < length && game.ending().is_none() {
            // Sensible moves with random ones among them.
            let m = if random(5) == 0 {
                game.legal()[random(game.legal().len())]
            } else {
                engine.begin_with(game.log(), 300, 40, random(1 << 20) as u32);
                loop {
                    if let Progress::Done(answer) = engine.step(1_000) {
                        break answer.best.unwrap().unpack(game.position()).unwrap();
                    }
                }
            };
            game.play(m);
        }
        if game.ending().is_none() {
            all.push(game.log().iter().copied().collect());
        }
    }
    all
}

/// The score of the position after `moves` for its side to move, seen `nodes` positions deep.
fn score(moves: &[PackedMove], nodes: u32) -> i16 {
    let mut engine = Engine::new();
    engine.begin_with(moves, nodes, 0, 1);
    loop {
        if let Progress::Done(answer) = engine.step(100_000) {
            return answer.score.unwrap();
        }
    }
}

#[test]
fn it_leaves_nothing_hanging() {
    // Each move at 20,000 positions is looked at five times as deep: it loses next to nothing against the best.
    let (mut worst, mut sum, mut count) = (0, 0, 0);
    for moves in positions(16) {
        let mut engine = Engine::new();
        engine.begin_with(&moves, 20_000, 0, 1);
        let best = loop {
            if let Progress::Done(answer) = engine.step(100_000) {
                break answer.best.unwrap();
            }
        };
        let before = score(&moves, 100_000);
        let mut after = moves.clone();
        after.push(best);
        if Game::from_moves(after.iter().copied()).ending().is_some() || before.abs() > 1_500 {
            continue;
        }
        let loss = i32::from(before) + i32::from(score(&after, 100_000));
        worst = worst.max(loss);
        sum += loss.max(0);
        count += 1;
    }
    assert!(count >= 8, "{count}");
    assert!(worst < 150, "a move loses {worst} centipawns");
    assert!(sum / count < 30, "moves lose {} centipawns on average", sum / count);
}

#[test]
fn it_chases_no_checks() {
    // Among good moves checks are about as rare as in anybody's play. An engine that loves checks gives one
    // wherever it can.
    let (mut possible, mut given) = (0, 0);
    for moves in positions(60) {
        let game = Game::from_moves(moves.iter().copied());
        let checks = |m: shakmaty::Move| {
            let mut after = game.position().clone();
            shakmaty::Position::play_unchecked(&mut after, m);
            shakmaty::Position::is_check(&after)
        };
        if !game.legal().iter().any(|&m| checks(m)) {
            continue;
        }
        possible += 1;
        let mut engine = Engine::new();
        engine.begin_with(&moves, 5_000, 0, 1);
        let best = loop {
            if let Progress::Done(answer) = engine.step(100_000) {
                break answer.best.unwrap().unpack(game.position()).unwrap();
            }
        };
        given += u32::from(checks(best));
    }
    assert!(possible >= 15, "{possible}");
    assert!(given * 2 <= possible, "{given} checks given where {possible} were possible");
}
