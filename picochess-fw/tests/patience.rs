//! How long men stand before they count: not a look less, and no more, as docs/board.md says.

mod common;

use common::{Desk, SEEN};
use picochess_fw::{Board, START_REEDS, Settings, Sound, State};

fn has_moves(moves: usize) -> impl Fn(&Board) -> bool {
    move |board| board.game().log().len() == moves
}

fn is(state: State) -> impl Fn(&Board) -> bool {
    move |board| board.state() == state
}

#[test]
fn a_move_counts_after_0_3_s() {
    let mut desk = Desk::two("");
    desk.lift("e2");
    desk.on_at_once("e4");
    desk.takes(300, has_moves(1));
}

#[test]
fn a_rooks_move_that_may_be_half_of_a_castling_gets_1_s_and_another_one_does_not() {
    let mut desk = Desk::two("g1f3 g8f6 g2g3 g7g6 f1g2 f8g7");
    desk.lift("h1");
    desk.on_at_once("f1");
    desk.takes(1_000, has_moves(7));
    let mut desk = Desk::two("a2a4 a7a5");
    desk.lift("a1");
    desk.on_at_once("a3");
    desk.takes(300, has_moves(3));
}

#[test]
fn a_castling_with_the_rook_first_is_one_move() {
    let mut desk = Desk::two("g1f3 g8f6 g2g3 g7g6 f1g2 f8g7");
    desk.lift("h1");
    desk.put("f1");
    desk.wait(600);
    assert_eq!(desk.moves(), 6, "{}", desk.tell());
    desk.lift("e1");
    desk.put("g1");
    desk.wait(400);
    assert_eq!((desk.moves(), desk.last().as_str()), (7, "e1g1"));
    assert!(!desk.heard().contains(&Sound::TakeBack), "the rook's move was never made");
}

#[test]
fn a_capture_whose_target_was_glimpsed_gets_0_7_s() {
    let mut desk = Desk::two("e2e4 d7d5");
    desk.lift("e4");
    desk.off("d5");
    desk.wait(10);
    desk.on_at_once("d5");
    // Nothing has to settle: the look that saw the opening begins it.
    desk.wait(670);
    assert_eq!(desk.moves(), 2);
    desk.wait(40);
    assert_eq!((desk.moves(), desk.last().as_str()), (3, "e4d5"));
}

#[test]
fn moves_are_taken_back_after_0_4_s() {
    let mut desk = Desk::two("e2e4");
    desk.lift("e4");
    desk.on_at_once("e2");
    desk.takes(400, has_moves(0));
}

#[test]
fn a_man_gone_on_replaces_its_move_after_0_4_s() {
    let mut desk = Desk::two("e2e3");
    desk.lift("e3");
    desk.on_at_once("e4");
    desk.takes(400, |board| board.game().log().last().is_some_and(|m| m.to_string() == "e2e4"));
    assert_eq!(desk.moves(), 1);
}

#[test]
fn wrong_men_are_shown_after_0_5_s_and_heard_once() {
    let mut desk = Desk::two("");
    desk.heard();
    desk.on_at_once("e5");
    desk.takes(500, is(State::Invalid));
    desk.wait(2_000);
    assert_eq!(desk.heard(), [Sound::Wrong]);
    desk.off("e5");
    desk.wait(300);
    assert_eq!((desk.state(), desk.heard().as_slice()), (State::Idle, &[][..]));
}

/// A man that slides over the border of two squares closes the reeds of both for a moment.
#[test]
fn a_captured_man_counts_as_lifted_though_all_squares_are_closed_for_a_moment() {
    let mut desk = Desk::two("e2e4 d7d5");
    desk.lift("d5");
    desk.on_at_once("d5");
    desk.wait(100);
    desk.off("e4");
    desk.wait(400);
    assert_eq!((desk.moves(), desk.last().as_str()), (3, "e4d5"), "{}", desk.tell());
}

#[test]
fn a_man_put_back_a_quarter_of_a_second_ago_is_not_captured() {
    let mut desk = Desk::two("e2e4 d7d5");
    desk.lift("d5");
    desk.on_at_once("d5");
    desk.wait(330);
    desk.off("e4");
    desk.wait(2_000);
    assert_eq!((desk.moves(), desk.state()), (2, State::OwnLifted));
}

#[test]
fn a_man_bumped_elsewhere_delays_no_move() {
    let mut desk = Desk::two("");
    desk.lift("e2");
    desk.on_at_once("e4");
    desk.wait(200);
    desk.glimpse("h8");
    desk.wait(130);
    assert_eq!(desk.moves(), 1, "{}", desk.tell());
}

#[test]
fn the_other_players_hand_ends_patience() {
    let mut desk = Desk::two("");
    desk.lift("e2");
    desk.on_at_once("e4");
    desk.wait(60);
    assert_eq!(desk.moves(), 0);
    desk.off("e7");
    desk.wait(SEEN + 10);
    assert_eq!((desk.moves(), desk.state()), (1, State::OwnLifted));
    desk.put("e5");
    desk.wait(200);
    assert_eq!((desk.moves(), desk.last().as_str()), (2, "e7e5"));
}

/// Black is faster than White's man lands: what White's hand left behind belongs to White's move, the rest to Black's.
#[test]
fn a_capture_made_before_the_move_before_it_has_landed() {
    let mut desk = Desk::two("e2e4 d7d5");
    desk.off("a2");
    desk.wait(60);
    desk.off("e4");
    desk.wait(60);
    desk.off("d5");
    desk.on_at_once("e4");
    desk.wait(60);
    desk.on_at_once("a3");
    desk.wait(500);
    let moves: Vec<String> = desk.board.game().log().iter().skip(2).map(ToString::to_string).collect();
    assert_eq!(moves, ["a2a3", "d5e4"], "{}", desk.tell());
}

#[test]
fn the_computers_move_has_been_made_after_0_15_s() {
    let mut desk = Desk::one("e2e4");
    desk.answer("d7d5");
    desk.lift("d7");
    desk.on_at_once("d5");
    desk.takes(150, is(State::Idle));
}

#[test]
fn the_computers_capture_whose_target_was_glimpsed_gets_0_7_s() {
    let mut desk = Desk::one("e2e4 d7d5 b1c3");
    desk.answer("d5e4");
    desk.lift("d5");
    desk.glimpse("e4");
    desk.wait(660);
    assert_eq!(desk.state(), State::Verify);
    desk.wait(50);
    assert_eq!(desk.state(), State::Idle);
}

#[test]
fn the_computers_capture_is_not_made_while_its_target_has_not_been_open() {
    let mut desk = Desk::one("e2e4 d7d5 b1c3");
    desk.answer("d5e4");
    desk.lift("d5");
    desk.wait(3_000);
    assert_eq!(desk.state(), State::Verify, "the men stand right, but White's pawn is still on e4");
    desk.lift("e4");
    desk.put("e4");
    assert_eq!(desk.state(), State::Idle);
}

#[test]
fn the_computers_move_made_again_rests_0_3_s() {
    let mut desk = Desk::one("e2e4 d7d5");
    desk.lift("d5");
    desk.put("d7");
    desk.wait(400);
    assert_eq!((desk.moves(), desk.state()), (1, State::Idle));
    desk.lift("d7");
    desk.on_at_once("d5");
    desk.takes(300, has_moves(2));
    assert_eq!((desk.last().as_str(), desk.state()), ("d7d5", State::Idle));
}

#[test]
fn a_game_goes_on_when_the_men_have_stood_for_0_15_s() {
    let mut desk = Desk::two("e2e4");
    desk.power_cycle();
    desk.men = START_REEDS;
    desk.wait(500);
    assert_eq!(desk.state(), State::Restore);
    desk.off("e2");
    desk.on_at_once("e4");
    desk.takes(150, is(State::Idle));
}

#[test]
fn the_men_put_up_after_the_end_lead_to_the_next_game_after_1_5_s() {
    let mut desk = Desk::two("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(desk.state(), State::Over);
    desk.men = START_REEDS;
    desk.takes(1_500, is(State::Setup));
}

#[test]
fn a_game_resigned_before_its_first_move_stays_over_though_the_men_stand_at_the_start() {
    let mut desk = Desk::started(Settings::default());
    desk.menu("Resign");
    desk.choose("Yes");
    desk.wait(3_000);
    assert_eq!(desk.state(), State::Over);
    desk.menu("New game");
    assert_eq!(desk.state(), State::Setup);
}
