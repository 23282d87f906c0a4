use super::*;
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

/// The cartridge's own game, carried on, and one that begins at each position may differ in what they play;
/// both must be legal, as White and as Black, whatever the person does.
#[test]
fn the_cartridge_plays_on_whatever_the_person_does() {
    let mut rng = 0x1357_9BDFu32;
    let mut random = move |n: usize| {
        rng ^= rng << 13;
        rng ^= rng >> 17;
        rng ^= rng << 5;
        rng as usize % n
    };
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
