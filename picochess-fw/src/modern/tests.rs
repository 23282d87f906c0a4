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
            game.play(m.unwrap_or_else(|| panic!("{answer:?} after {:?}", game.sans())));
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
