//! A game as its players see it: moves read from the reeds, moves taken back, promotions, ends, menus.

mod common;

use common::{Desk, cursor};
use picochess_fw::{
    Answer, Brain, Ending, Keys, Level, Mode, PackedMove, START_REEDS, Settings, Sound, State, Task,
    TimeControl,
};
use shakmaty::Color;

const ONE_MINUTE: fn() -> TimeControl = || TimeControl::find(1, 0).unwrap();

fn rows(desk: &Desk) -> Vec<String> {
    desk.board.scene().rows.iter().map(|row| row.text.trim_end().to_string()).collect()
}

// What the reeds say.

#[test]
fn of_two_men_lifted_the_one_whose_square_closed_last_is_captured() {
    for (last, first) in [("d5", "f5"), ("f5", "d5")] {
        // A hand that has knocked over half of the board: what stood there is put back after the captured man. Where
        // Black's men are the last ones, their places look like Black's next move.
        for others in [["a1", "b1", "g1", "h1"], ["a1", "h1", "b8", "g8"]] {
            let mut desk = Desk::two("e2e4 d7d5 a2a3 f7f5");
            desk.lift("e4 d5 f5");
            desk.lift(&others.join(" "));
            for square in [first, last].iter().chain(&others) {
                desk.put(square);
            }
            desk.wait(500);
            assert_eq!((desk.moves(), desk.last()), (5, format!("e4{last}")), "{}", desk.tell());
        }
    }
}

#[test]
fn of_two_men_glimpsed_open_none_is_captured() {
    let mut desk = Desk::two("e2e4 d7d5 a2a3 f7f5");
    desk.lift("e4");
    desk.glimpse("d5");
    desk.glimpse("f5");
    desk.wait(2_000);
    assert_eq!((desk.moves(), desk.state()), (4, State::OwnLifted), "{}", desk.tell());
    desk.lift("f5");
    desk.put("f5");
    desk.wait(400);
    assert_eq!(desk.last(), "e4f5");
}

#[test]
fn no_hand_of_the_other_player_makes_a_pawn_a_queen_unasked() {
    let mut desk = promoting();
    // Black's hand is at its pawn before the piece has been chosen.
    desk.off("h7");
    desk.wait(1_000);
    assert_eq!((desk.moves(), desk.state()), (10, State::Invalid), "{}", desk.tell());
    desk.put("h7");
    desk.wait(500);
    assert_eq!((desk.moves(), desk.state()), (10, State::Promotion), "{}", desk.tell());
}

#[test]
fn the_computers_man_does_not_go_on_to_another_square() {
    let mut desk = Desk::one("e2e4 d7d6");
    desk.lift("d6");
    desk.put("d5");
    desk.wait(1_000);
    assert_eq!((desk.last().as_str(), desk.state()), ("d7d6", State::Invalid));
}

// Moves taken back.

#[test]
fn the_computers_move_taken_back_can_be_made_again_and_asks_nobody() {
    let mut desk = Desk::one("e2e4 d7d5");
    desk.lift("d5");
    desk.put("d7");
    desk.wait(500);
    assert_eq!(desk.moves(), 1);
    assert!(desk.board.request().is_none(), "the computer waits");
    desk.lift("d7");
    desk.put("d5");
    desk.wait(500);
    assert_eq!((desk.moves(), desk.last().as_str(), desk.state()), (2, "d7d5", State::Idle));
    assert!(desk.board.request().is_none());
}

#[test]
fn the_computer_can_be_let_move_after_its_move_was_taken_back() {
    let mut desk = Desk::one("e2e4 d7d5");
    desk.lift("d5");
    desk.put("d7");
    desk.wait(500);
    assert!(desk.says().contains("let it move"), "{}", desk.says());
    desk.menu("Let it move");
    assert_eq!(desk.state(), State::Computer);
    desk.answer("c7c5");
    assert_eq!((desk.last().as_str(), desk.state()), ("c7c5", State::Verify));
}

#[test]
fn the_menu_takes_back_one_move_of_two_players() {
    let mut desk = Desk::two("e2e4 e7e5");
    desk.menu("Take back");
    assert_eq!((desk.moves(), desk.state()), (1, State::Restore));
}

#[test]
fn the_menu_takes_back_to_the_persons_own_turn() {
    let mut desk = Desk::one("e2e4 d7d5 b1c3");
    assert_eq!(desk.state(), State::Computer);
    desk.menu("Take back");
    assert_eq!(desk.moves(), 2, "the computer has not moved yet: the person's move goes");
    let mut desk = Desk::one("e2e4 d7d5");
    desk.menu("Take back");
    assert_eq!(desk.moves(), 0, "the computer's move goes, and the person's");
}

#[test]
fn a_mate_by_a_person_is_taken_back_with_the_men() {
    let mut desk = Desk::two("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(desk.board.game().ending(), Some(Ending::Mate(Color::Black)));
    desk.lift("h4");
    desk.put("d8");
    desk.wait(400);
    assert_eq!((desk.moves(), desk.state()), (3, State::Idle));
}

#[test]
fn a_mate_by_the_computer_that_is_not_yet_made_on_the_board_stays() {
    let mut desk = Desk::one("f2f3 e7e5 g2g4");
    desk.answer("d8h4");
    desk.wait(3_000);
    assert_eq!((desk.moves(), desk.board.game().ending()), (4, Some(Ending::Mate(Color::Black))));
    desk.lift("d8");
    desk.put("h4");
    desk.wait(1_000);
    assert_eq!((desk.moves(), desk.state()), (4, State::Over));
}

#[test]
fn a_game_resigned_is_not_taken_back_by_men_that_are_moved() {
    let mut desk = Desk::two("e2e4 e7e5");
    desk.menu("Resign");
    desk.choose("Yes");
    desk.lift("e5");
    desk.put("e7");
    desk.wait(2_000);
    assert_eq!((desk.moves(), desk.state()), (2, State::Over));
    desk.menu("Take back");
    assert_eq!((desk.moves(), desk.board.game().ending()), (1, None));
}

// Promotion.

fn promoting() -> Desk {
    let mut desk = Desk::two("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 g7g6 h2h3 f8g7");
    desk.lift("a8 b7");
    desk.put("a8");
    desk.wait(400);
    assert_eq!(desk.state(), State::Promotion);
    desk
}

#[test]
fn a_promotion_waits_for_the_piece_on_its_square() {
    let mut desk = promoting();
    desk.lift("a8");
    desk.key(Keys::SELECT);
    assert_eq!((desk.moves(), desk.state()), (10, State::Promotion));
    assert!(desk.says().contains("Put the piece on its square first"), "{}", desk.says());
    desk.put("a8");
    desk.keys("885");
    assert_eq!((desk.moves(), desk.last().as_str()), (11, "b7a8b"));
}

#[test]
fn a_man_lifted_in_the_look_that_sees_the_choice_can_be_captured() {
    let mut desk = promoting();
    desk.off("b2");
    desk.wait(20);
    // In the look that sees the key b2 counts as open.
    desk.key(Keys::SELECT);
    assert_eq!((desk.moves(), desk.state()), (11, State::EnemyLifted), "{}", desk.tell());
    desk.lift("g7");
    desk.put("b2");
    desk.wait(300);
    assert_eq!(desk.last(), "g7b2", "{}", desk.tell());
}

// Ends.

#[test]
fn who_resigns_loses() {
    for human in [Color::White, Color::Black] {
        let mut desk = Desk::started(Settings { human, ..Settings::default() });
        desk.play("e2e4");
        // At the computer's turn too it is the person who resigns.
        desk.menu("Resign");
        desk.choose("Yes");
        assert_eq!(desk.board.game().ending(), Some(Ending::Resigned(!human)));
    }
    for (moves, winner) in [("e2e4", Color::White), ("e2e4 e7e5", Color::Black)] {
        let mut desk = Desk::two(moves);
        desk.menu("Resign");
        desk.choose("Yes");
        assert_eq!(desk.board.game().ending(), Some(Ending::Resigned(winner)), "whose turn it is resigns");
    }
}

/// What becomes of an offer of a draw where the side to move stands so, at the person's turn or not.
fn offered(desk: &mut Desk, score: i16) -> bool {
    desk.menu("Draw");
    assert_eq!(desk.board.request().unwrap().task, Task::Judge);
    desk.answer_score("a2a3", score);
    let agreed = desk.board.game().ending() == Some(Ending::Agreed);
    assert!(agreed || desk.says().contains("declines the draw"), "{}", desk.says());
    agreed
}

#[test]
fn the_computer_takes_a_draw_where_it_stands_worse() {
    for (score, agreed) in [(100, true), (30, true), (29, false), (0, false), (-100, false)] {
        let mut desk = Desk::one("e2e4 e7e5");
        assert_eq!(offered(&mut desk, score), agreed, "the person stands {score}");
        // The computer's move waits to be made: it is White's turn, and White is the person.
        let mut desk = Desk::one("e2e4");
        desk.answer("e7e5");
        assert_eq!((desk.state(), offered(&mut desk, score)), (State::Verify, agreed));
        // The computer's move is taken back: it is the computer's turn, and the score is its own.
        let mut desk = Desk::one("e2e4 d7d5");
        desk.lift("d5");
        desk.put("d7");
        desk.wait(500);
        assert_eq!(offered(&mut desk, -score), agreed, "the computer stands {}", -score);
    }
}

/// A long game without a draw: rooks go round on two ranks, and in between pawns step.
fn long_walk(plies: usize) -> String {
    let circuit = ["a3c3", "h6f6", "c3e3", "f6d6", "e3g3", "d6b6", "g3a3", "b6h6"];
    let white = ["b2b4", "c2c4", "d2d4", "e2e4", "f2f4", "g2g4", "h2h4"];
    let black = ["g7g5", "f7f5", "e7e5", "d7d5", "c7c5", "b7b5", "a7a5"];
    let mut moves = vec!["a2a4", "h7h5", "a1a3", "h8h6"];
    for pair in white.into_iter().zip(black) {
        moves.extend(circuit);
        moves.extend([pair.0, pair.1]);
    }
    moves.extend(circuit);
    moves.truncate(plies);
    assert_eq!(moves.len(), plies);
    moves.join(" ")
}

#[test]
fn the_computer_takes_a_draw_in_a_long_even_game() {
    for (plies, score, agreed) in [(78, 0, false), (80, 0, true), (80, -29, true), (80, -30, false)] {
        let mut desk = Desk::one(&long_walk(plies));
        assert_eq!(desk.moves(), plies);
        assert_eq!(offered(&mut desk, score), agreed, "{plies} moves, the person stands {score}");
    }
}

#[test]
fn an_offer_of_a_draw_is_answered_before_the_computer_moves() {
    let mut desk = Desk::one("e2e4 d7d5");
    desk.lift("d5");
    desk.put("d7");
    desk.wait(500);
    desk.menu("Draw");
    let asked = desk.board.request().unwrap().id;
    desk.menu("Let it move");
    assert_eq!(desk.board.request().map(|r| (r.id, r.task)), Some((asked, Task::Judge)));
    desk.answer_score("a2a3", 0);
    assert_eq!(desk.board.request().map(|r| r.task), Some(Task::Move), "declined, and then it moves");
}

// Questions.

#[test]
fn a_second_hint_does_not_disturb_the_first() {
    let mut desk = Desk::one("");
    desk.menu("Hint");
    let first = desk.board.request().map(|r| (r.id, r.task));
    assert_eq!(first.map(|(_, task)| task), Some(Task::Hint));
    desk.menu("Hint");
    assert_eq!(desk.board.request().map(|r| (r.id, r.task)), first);
    desk.answer("g1f3");
    assert!(desk.says().contains("Hint: g1 to f3."), "{}", desk.says());
}

#[test]
fn every_move_has_its_own_variety_and_a_move_taken_back_has_the_same_again() {
    let mut desk = Desk::one("e2e4");
    let seed = |desk: &Desk| desk.board.request().unwrap().seed;
    let first = seed(&desk);
    desk.menu("Take back");
    desk.men = START_REEDS;
    desk.wait(500);
    desk.play("e2e4");
    assert_eq!(seed(&desk), first);
    desk.play("d7d5 b1c3");
    assert_ne!(seed(&desk), first);
}

#[test]
fn a_move_that_modern_made_for_the_cartridge_is_said_to_be_so() {
    for substituted in [true, false] {
        let mut desk = Desk::one("e2e4");
        let id = desk.board.request().unwrap().id;
        let best = PackedMove::parse("e7e5");
        let answer = Answer { best, substituted, ..Answer::default() };
        desk.board.answer(id, answer, &mut desk.ports);
        desk.wait(50);
        assert_eq!(desk.says().contains("Modern moved for it"), substituted, "{}", desk.says());
    }
}

// Menus.

#[test]
fn the_cursor_stays_on_a_line_when_the_hand_takes_lines_away() {
    let mut desk = Desk::two("e2e4");
    desk.keys("52");
    assert_eq!(cursor(&desk.board.scene()).map(str::trim), Some("New game"));
    desk.lift("e4");
    desk.put("e2");
    desk.wait(500);
    assert_eq!(desk.moves(), 0);
    assert_eq!(cursor(&desk.board.scene()).map(str::trim), Some("New game"), "take back is gone");
    desk.keys("55");
    assert_eq!(desk.state(), State::Idle, "the first answer is no");
}

#[test]
fn the_history_scrolls_to_its_first_move_and_not_beyond() {
    let mut desk = Desk::two(&long_walk(42));
    assert_eq!(desk.moves(), 42);
    assert!(rows(&desk)[0].starts_with("  7."));
    desk.keys("222222222");
    assert!(rows(&desk)[0].starts_with("  1. a4"));
    desk.keys("8");
    assert!(rows(&desk)[0].starts_with("  2."), "{}", rows(&desk)[0]);
}

#[test]
fn the_setup_offers_sides_and_clocks() {
    let mut desk = Desk::new(Settings::default());
    desk.men = START_REEDS;
    desk.wait(100);
    desk.choose("You play");
    assert_eq!(cursor(&desk.board.scene()).map(str::trim), Some("You play  Black"));
    assert!(desk.board.scene().flipped, "Black's men are at the bottom");
    desk.choose("Clock");
    assert_eq!(desk.board.clocks().both(), [60_000_000; 2]);
    desk.choose("Start");
    assert_eq!(desk.state(), State::Computer, "White's first move is the computer's");
    assert_eq!(desk.board.settings().time, ONE_MINUTE());
    let views = desk.board.scene().clocks;
    assert_eq!(views.map(|view| view.unwrap().seconds), [60, 60]);
}

#[test]
fn less_than_ten_seconds_are_heard_once_a_second() {
    let mut desk =
        Desk::started(Settings { mode: Mode::TwoPlayers, time: ONE_MINUTE(), ..Settings::default() });
    desk.wait(45_000);
    desk.heard();
    desk.wait(20_000);
    let heard = desk.heard();
    assert_eq!(heard.iter().filter(|&&sound| sound == Sound::Hurry).count(), 9, "9, 8, ... 1");
    assert_eq!(heard.last(), Some(&Sound::Flag));
}

#[test]
fn the_sound_can_be_switched_off() {
    let settings =
        Settings { sound: false, brain: Brain::Modern, level: Level::FIRST, ..Settings::default() };
    let mut desk = Desk::started(settings);
    desk.play("e2e4 d7d5");
    assert_eq!((desk.moves(), desk.heard().as_slice()), (2, &[][..]));
}
