use std::{format, string::ToString as _};

use video_chess::{Game as Console, Reply, Thought, level::Level as CartridgeLevel};

use super::{cartridge::frame_counter, *};
use crate::Game;

fn moves(text: &str) -> Log {
    text.split_whitespace().map(|m| PackedMove::parse(m).unwrap()).collect()
}

fn request(id: u32, brain: Brain, level: u8, moves: &Log) -> Request<'_> {
    Request { id, task: Task::Move, brain, level: Level::new(level).unwrap(), seed: 7, moves }
}

#[test]
fn modern_keeps_its_time() {
    let log = moves("a2a3 a7a6 b2b3 b7b6");
    let request = request(1, Brain::Modern, 7, &log);
    let mut thinker = Thinker::new();
    let mut now = 5_000_000;
    let answer = loop {
        if let Some((1, answer)) = thinker.work(Some(&request), 10, now) {
            break answer;
        }
        now += 100_000;
    };
    assert_eq!(now, 7_000_000);
    assert!(answer.best.is_some() && answer.nodes < 300);
}

#[test]
fn another_question_ends_the_first_one() {
    let mut thinker = Thinker::new();
    let (first, second) = (moves("e2e4"), moves("d2d4 d7d5 c2c4"));
    assert_eq!(thinker.work(Some(&request(1, Brain::VideoChess, 6, &first)), 1, 0), None);
    assert_eq!(thinker.work(None, 1, 0), None);
    let question = request(2, Brain::VideoChess, 2, &second);
    let (id, answer) = thinker.work(Some(&question), u32::MAX, 0).unwrap();
    assert_eq!(id, 2);
    let game = Game::from_moves(second.iter().copied());
    assert!(answer.best.unwrap().unpack(game.position()).is_some());
}

/// Xorshift.
fn dice(mut rng: u32) -> impl FnMut(usize) -> usize {
    move |n| {
        rng ^= rng << 13;
        rng ^= rng >> 17;
        rng ^= rng << 5;
        rng as usize % n
    }
}

fn answer(thinker: &mut Thinker, request: &Request<'_>) -> Answer {
    loop {
        if let Some((id, answer)) = thinker.work(Some(request), 10_000, 0) {
            assert_eq!(id, request.id);
            return answer;
        }
    }
}

fn reply(console: &mut Console) -> Reply {
    match console.reply() {
        Thought::Replied(reply) => reply,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_question_in_place_of_another_is_answered_for_itself() {
    let mut thinker = Thinker::new();
    let (first, second) = (moves("e2e4"), moves("d2d4 d7d5 c2c4"));
    assert_eq!(thinker.work(Some(&request(1, Brain::VideoChess, 6, &first)), 1, 0), None);
    let instead = answer(&mut thinker, &request(2, Brain::VideoChess, 2, &second));
    let alone = answer(&mut Thinker::new(), &request(2, Brain::VideoChess, 2, &second));
    assert_eq!(instead, alone);
}

#[test]
fn the_same_question_asked_again_has_the_same_answer() {
    let log = moves("d2d4 d7d5 c2c4");
    for brain in [Brain::VideoChess, Brain::Modern] {
        let mut thinker = Thinker::new();
        let first = answer(&mut thinker, &request(1, brain, 2, &log));
        assert_eq!(answer(&mut thinker, &request(1, brain, 2, &log)), first, "{brain:?}");
        assert!(!first.substituted);
    }
}

/// Plays a game of `replies` replies against the cartridge, and beside it the same game with the cartridge itself, which
/// replies the same.
fn play_along(number: u8, computer_begins: bool, dice: &mut impl FnMut(usize) -> usize, replies: usize) {
    let level = CartridgeLevel::from_number(number).unwrap();
    let (mut game, mut thinker) = (Game::new(), Thinker::new());
    let mut console = (!computer_begins).then(|| Console::new(level));
    for i in 0..replies {
        if console.is_some() && game.ending().is_none() {
            let m = game.legal()[dice(game.legal().len())];
            game.play(m).unwrap();
        }
        if game.ending().is_some() {
            break;
        }
        let id = i as u32;
        // Another time with every move.
        let seed = dice(1 << 16) as u32;
        let question = Request { seed, ..request(id, Brain::VideoChess, number, game.log()) };
        let here = answer(&mut thinker, &question);
        let best = here.best.unwrap();
        let there = if let (Some(console), Some(last)) = (&mut console, game.log().last()) {
            console.play_at(last.to_string().parse().unwrap(), frame_counter(seed)).unwrap();
            let there = reply(console);
            assert_eq!(here.nodes, there.nodes as u32);
            there.played.unwrap().to_string()
        } else {
            // White's first move: as it stands on the cartridge's board.
            let opened = console.insert(Console::new_as_black(level, frame_counter(seed)));
            let pawn = ["d4", "e4"].into_iter().find(|to| opened.piece_on(to.parse().unwrap()).is_some());
            format!("{0}2{1}", &pawn.unwrap()[..1], pawn.unwrap())
        };
        assert_eq!(best.to_string(), there, "level {number}, after {:?}", game.log());
        game.play(best.unpack(game.position()).unwrap()).unwrap();
    }
}

/// What the cartridge remembers beside the position hardly ever counts: in 80,000 replies to random players once, here.
/// Both its rooks have moved and its king has not.
#[test]
fn the_history_of_a_game_counts() {
    let log = moves(
        "a2a4 c7c5 f2f3 b8c6 b1c3 e7e5 h2h4 d7d5 h4h5 g8f6 c3d5 f6d5 c2c3 c8f5 h5h6 g7h6 d1c2 f5c2 g1h3 h8g8 h3g1 \
         c2f5 b2b3 c6e7 e1f2 d8d6 h1h4 a8d8 h4h1 d6e6 a1a3 a7a5 d2d3 d5c3 f2e1 c3d5 c1d2 b7b6 h1h5 g8g6 e1f2 g6g8 e2e3",
    );
    let mut console = Console::new(CartridgeLevel::from_number(1).unwrap());
    let mut thinker = Thinker::new();
    for plies in (1..=log.len()).step_by(2) {
        let so_far = log[..plies].iter().copied().collect();
        let question = request(plies as u32, Brain::VideoChess, 1, &so_far);
        let here = answer(&mut thinker, &question).best.unwrap();
        console.play_at(log[plies - 1].to_string().parse().unwrap(), frame_counter(7)).unwrap();
        assert_eq!(here.to_string(), reply(&mut console).played.unwrap().to_string());
        if let Some(&next) = log.get(plies) {
            assert_eq!(here, next);
        } else {
            assert_ne!(answer(&mut Thinker::new(), &question).best, Some(here), "the position alone");
        }
    }
}

#[test]
fn games_are_the_cartridges_own_from_their_first_move_on() {
    let mut dice = dice(0x2545_F491);
    for number in [1, 2, 3, 8] {
        for computer_begins in [false, true, false, true] {
            play_along(number, computer_begins, &mut dice, 12);
        }
    }
    play_along(4, false, &mut dice, 5);
}

#[test]
fn after_a_move_taken_back_the_cartridge_goes_on_from_the_position() {
    let mut dice = dice(0x9E37_79B9);
    for _ in 0..20 {
        let (mut game, mut thinker) = (Game::new(), Thinker::new());
        for id in 0..4 {
            let m = game.legal()[dice(game.legal().len())];
            game.play(m).unwrap();
            let best = answer(&mut thinker, &request(id, Brain::VideoChess, 1, game.log())).best.unwrap();
            game.play(best.unpack(game.position()).unwrap()).unwrap();
        }
        // The last two moves of each side.
        game.take_back(4);
        let m = game.legal()[dice(game.legal().len())];
        game.play(m).unwrap();
        let question = request(9, Brain::VideoChess, 1, game.log());
        let here = answer(&mut thinker, &question);
        assert!(!here.substituted);
        assert_eq!(here, answer(&mut Thinker::new(), &question), "after {:?}", game.log());
    }
}

/// No reply of the cartridge in a game has been found to be illegal. But the game that it carries on is known by a sum
/// of 32 bits alone, and these two games have the same one: the cartridge replies in the wrong one.
#[test]
fn an_illegal_reply_of_the_cartridge_is_replaced_and_that_is_said() {
    let mut substituted = 0;
    for (cartridges, other) in [
        ("g1f3 c7c5 d2d4 c5d4 f3d4 b8c6", "d2d4 e7e5 h2h3 g8f6 d1d2 f6g4"),
        ("b2b4 e7e5 g1h3 f8b4 f2f4 e5f4", "c2c4 b8a6 a2a3 d7d5 g1f3 d8d7"),
        ("e2e4 c7c5 d1f3 b8c6 f3g3 e7e5", "f2f3 c7c5 d2d3 a7a5 f3f4 c5c4"),
    ] {
        let (cartridges, other) = (moves(cartridges), moves(other));
        let mut thinker = Thinker::new();
        for plies in [1, 3, 5] {
            let log = cartridges[..plies].iter().copied().collect();
            let best = answer(&mut thinker, &request(plies as u32, Brain::VideoChess, 1, &log)).best;
            assert_eq!(best, Some(cartridges[plies]));
        }
        // A move that both games allow.
        for next in ["a2a4", "h2h4", "e2e3", "b2b3"] {
            let mut game = Game::from_moves(other.iter().copied());
            let Some(m) = PackedMove::parse(next).unwrap().unpack(game.position()) else { continue };
            game.play(m);
            let question = request(9, Brain::VideoChess, 1, game.log());
            let answer = answer(&mut thinker.clone(), &question);
            assert!(answer.best.unwrap().unpack(game.position()).is_some(), "{other:?} {next}");
            substituted += u32::from(answer.substituted);
        }
    }
    assert!(substituted > 0);
}

#[test]
fn a_level_changed_in_a_game_counts_from_the_next_reply_on() {
    let log = moves("e2e4");
    let mut thinker = Thinker::new();
    let first = answer(&mut thinker, &request(1, Brain::VideoChess, 1, &log)).best.unwrap();
    let mut log = log;
    log.push(first).unwrap();
    log.push(PackedMove::parse("g1f3").unwrap()).unwrap();
    let mut console = Console::new(CartridgeLevel::from_number(1).unwrap());
    console.play_at("e2e4".parse().unwrap(), frame_counter(7)).unwrap();
    reply(&mut console);
    console.set_level(CartridgeLevel::from_number(3).unwrap());
    console.play_at("g1f3".parse().unwrap(), frame_counter(7)).unwrap();
    let there = reply(&mut console);
    let here = answer(&mut thinker, &request(2, Brain::VideoChess, 3, &log));
    assert_eq!(
        (here.best.unwrap().to_string(), u64::from(here.nodes)),
        (there.played.unwrap().to_string(), there.nodes)
    );
}

/// The cartridge's own game, carried on, and one that begins at each position may differ in what they play;
/// both must be legal, as White and as Black, whatever the person does.
#[test]
fn the_cartridge_plays_on_whatever_the_person_does() {
    let mut random = dice(0x1357_9BDF);
    for number in 0..40 {
        let mut game = Game::new();
        let mut thinker = Thinker::new();
        let mut id = 0;
        while game.ending().is_none() && game.log().len() < 160 {
            let computer = (game.log().len() + number).is_multiple_of(2);
            let m = if computer {
                id += 1;
                let question = Request { id, ..request(id, Brain::VideoChess, 1, game.log()) };
                let (_, answer) = loop {
                    if let Some(answer) = thinker.work(Some(&question), 10_000, 0) {
                        break answer;
                    }
                };
                answer.best.unwrap().unpack(game.position()).unwrap()
            } else {
                if random(12) == 0 {
                    // Two moves are taken back.
                    game.take_back(2);
                }
                game.legal()[random(game.legal().len())]
            };
            game.play(m).unwrap();
        }
        assert!(game.log().len() > 8);
    }
}
