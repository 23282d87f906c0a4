//! A reply that is put in the place of the program's own: where it is the same move, the game goes on as it would have.

use video_chess::{Colour, Game, Level, Move, Position, Search, Thought};

/// The parts of the memory that reach a search.
fn history(search: &Search) -> Vec<u8> {
    let ram = search.ram();
    let mut parts: Vec<u8> = (0..64).map(|square| ram.square(square)).collect();
    parts.extend((0x82..=0x8b).map(|address| ram.byte(address) & 0x40));
    parts.push(ram.byte(0xb9) & 0x80);
    parts.extend([0xd2, 0xd3, 0xd9, 0xe2, 0xe4, 0xe5, 0xea].map(|address| ram.byte(address)));
    parts
}

fn move_of(name: &str) -> Move {
    name.parse().expect("a move")
}

#[test]
fn the_same_move_leaves_the_same_memory() {
    for level in [Level::One, Level::Three, Level::Eight] {
        let (mut own, mut given) = (Game::new(level), Game::new(level));
        for (number, name) in ["e2e4", "g1f3", "f1c4", "e1g1", "d2d3", "b1c3", "c1e3"].iter().enumerate() {
            let counter = 37 * number as u8;
            if own.play_at(move_of(name), counter).is_err() {
                break;
            }
            given.play_at(move_of(name), counter).expect("the same position");
            let (Some(one), Some(other)) = (own.search(), given.search()) else { panic!("both think") };
            assert_eq!(history(one), history(other), "{level:?}, {name}");
            let Thought::Replied(reply) = own.reply() else { panic!("{level:?} does not reply to {name}") };
            let played = reply.played.expect("a move");
            let put = given.reply_with(played).expect("a move of the program's");
            assert_eq!((put.played, put.outcome), (reply.played, reply.outcome));
            assert_eq!(given.position(), own.position(), "{level:?}, {name} {played}");
        }
    }
}

#[test]
fn it_may_come_in_the_middle_of_a_search() {
    let mut game = Game::new(Level::Six);
    game.play_at(move_of("e2e4"), 0).expect("a move");
    let thought = game.think(100, |_| core::ops::ControlFlow::Break(()));
    assert_eq!(thought, Thought::Stopped);
    let mut fresh = Game::new(Level::Six);
    fresh.play_at(move_of("e2e4"), 0).expect("a move");
    for game in [&mut game, &mut fresh] {
        game.reply_with(move_of("a7a5")).expect("a move of the program's");
        game.play_at(move_of("d2d4"), 0).expect("a move");
    }
    let (Some(one), Some(other)) = (game.search(), fresh.search()) else { panic!("both think") };
    assert_eq!(history(one), history(other));
}

#[test]
fn every_kind_of_move_can_be_put() {
    for (fen, name, after) in [
        ("4k2r/8/8/8/8/8/8/4K3 b k - 0 20", "e8g8", "5rk1/8/8/8/8/8/8/4K3 w - - 0 21"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 20", "e8c8", "2kr4/8/8/8/8/8/8/4K3 w - - 0 21"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 20", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 21"),
        ("4k3/8/8/8/8/8/p7/4K3 b - - 0 20", "a2a1q", "4k3/8/8/8/8/8/8/q3K3 w - - 0 21"),
        ("4k3/8/8/3p4/4P3/8/8/4K3 b - - 0 20", "d5e4", "4k3/8/8/8/4p3/8/8/4K3 w - - 0 21"),
    ] {
        let position: Position = fen.parse().expect("a position");
        let mut game = Game::from_position(&position, Colour::White, Level::Four, 0);
        game.reply_with(move_of(name)).expect(name);
        assert_eq!(game.position().to_string(), after, "{name}");
    }
}

#[test]
fn what_cannot_be_put_changes_nothing() {
    let position: Position = "4k3/8/8/8/8/8/p7/4K3 b - - 0 20".parse().expect("a position");
    let mut game = Game::from_position(&position, Colour::White, Level::One, 0);
    for name in ["a2a1n", "e1e2", "b2b1q", "h7h5"] {
        assert_eq!(game.reply_with(move_of(name)), None, "{name}");
        assert_eq!(game.position(), position);
    }
    assert!(matches!(game.reply(), Thought::Replied(_)));
    assert_eq!(game.reply_with(move_of("e8e7")), None, "it is the human's turn");
}
