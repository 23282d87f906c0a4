//! What a board that is switched on again knows: the game, its end, the choices.

mod common;

use common::{Desk, Kept};
use picochess_fw::{
    Board, Brain, Config, Ending, Hints, Level, Mode, START_REEDS, Save, SavedState, Settings, State,
    TimeControl,
};
use shakmaty::Color;

/// The saves after each move, in whichever slot.
fn saved(desk: &Desk) -> Save {
    let [a, b] = &desk.ports.slots;
    Save::newest([Some(a), Some(b)]).unwrap().1
}

#[test]
fn the_first_save_after_a_power_failure_does_not_touch_the_newest_one() {
    for moves in ["e2e4", "e2e4 e7e5"] {
        let mut desk = Desk::two(moves);
        let count = desk.moves();
        desk.power_cycle();
        desk.wait(500);
        assert_eq!(desk.state(), State::Idle);
        let before = desk.ports.written.len();
        desk.play(if count == 1 { "c7c5" } else { "g1f3" });
        let slot = desk.ports.written[before];
        assert_eq!((desk.moves(), desk.ports.written.len()), (count + 1, before + 1));
        // The write is torn.
        let bytes = &mut desk.ports.slots[slot as usize];
        let half = bytes.len() / 2;
        bytes[half..].fill(0xFF);
        desk.power_cycle();
        assert_eq!(desk.moves(), count, "the game goes on where the save before has it");
        desk.wait(100);
        assert_eq!(desk.state(), State::Restore);
    }
}

#[test]
fn the_choices_of_the_menu_survive() {
    let mut desk = Desk::new(Settings::default());
    desk.men = START_REEDS;
    desk.wait(100);
    for line in ["Computer", "Level", "Level", "You play", "Clock", "Clock", "Help", "Sound"] {
        desk.choose(line);
    }
    desk.choose("Start");
    let chosen = Settings {
        mode: Mode::OnePlayer,
        brain: Brain::Modern,
        level: Level::new(3).unwrap(),
        human: Color::Black,
        time: TimeControl::find(2, 1).unwrap(),
        hints: Hints::Lifted,
        sound: false,
    };
    assert_eq!(desk.board.settings(), &chosen);
    desk.power_cycle();
    assert_eq!(desk.board.settings(), &chosen);
    desk.wait(300);
    assert_eq!(desk.state(), State::Computer);
    desk.play("e2e4");
    assert!(desk.heard().is_empty(), "the sound is off");
}

#[test]
fn the_computer_asked_again_after_a_power_failure_has_the_same_variety() {
    let mut desk = Desk::one("e2e4 d7d5 b1c3");
    let seed = desk.board.request().unwrap().seed;
    desk.power_cycle();
    desk.wait(500);
    assert_eq!((desk.state(), desk.board.request().unwrap().seed), (State::Computer, seed));
    // The game is not any game.
    assert_ne!(seed, 3);
}

#[test]
fn the_clocks_go_on_from_the_last_move() {
    let time = TimeControl::find(2, 1).unwrap();
    let mut desk = Desk::started(Settings { mode: Mode::TwoPlayers, time, ..Settings::default() });
    desk.wait(10_000);
    desk.play("e2e4");
    let at_the_move = saved(&desk).clocks;
    assert!(at_the_move[0] < 112_000_000 && at_the_move[1] == 120_000_000, "{at_the_move:?}");
    desk.power_cycle();
    desk.wait(50);
    assert_eq!(desk.board.clocks().both(), at_the_move);
}

#[test]
fn a_game_that_has_ended_comes_back_with_its_result() {
    let resigned = |moves: &str| {
        let mut desk = Desk::two(moves);
        desk.menu("Resign");
        desk.choose("Yes");
        desk
    };
    let agreed = || {
        let mut desk = Desk::two("e2e4");
        desk.menu("Draw");
        desk.choose("Yes");
        desk
    };
    let flag = |moves: &str| {
        let time = TimeControl::find(1, 0).unwrap();
        let mut desk = Desk::started(Settings { mode: Mode::TwoPlayers, time, ..Settings::default() });
        desk.play(moves);
        desk.wait(62_000);
        desk
    };
    let games = [
        (resigned("e2e4 e7e5"), Ending::Resigned(Color::Black)),
        (resigned("e2e4"), Ending::Resigned(Color::White)),
        (agreed(), Ending::Agreed),
        (flag("e2e4 e7e5"), Ending::Flag(Color::Black)),
        (flag("e2e4"), Ending::Flag(Color::White)),
        (Desk::two("f2f3 e7e5 g2g4 d8h4"), Ending::Mate(Color::Black)),
        (Desk::two("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8"), Ending::Threefold),
    ];
    for (mut desk, ending) in games {
        assert_eq!(desk.board.game().ending(), Some(ending));
        let moves = desk.moves();
        desk.power_cycle();
        desk.wait(1_000);
        assert_eq!((desk.state(), desk.board.game().ending()), (State::Over, Some(ending)));
        assert_eq!(desk.moves(), moves);
        assert!(desk.says().starts_with(&ending.to_string()), "{}", desk.says());
        // The menu takes it back, and the end with it.
        desk.menu("Take back");
        assert_eq!((desk.moves(), desk.board.game().ending()), (moves - 1, None), "{ending:?}");
        desk.power_cycle();
        assert_eq!((desk.moves(), desk.board.game().ending()), (moves - 1, None), "{ending:?} is not kept");
    }
}

#[test]
fn a_mate_is_taken_back_with_the_men_after_a_power_failure_too() {
    let mut desk = Desk::two("f2f3 e7e5 g2g4 d8h4");
    desk.power_cycle();
    desk.wait(1_000);
    desk.lift("h4");
    desk.put("d8");
    desk.wait(400);
    assert_eq!((desk.moves(), desk.state()), (3, State::Idle));
}

#[test]
fn the_men_put_up_after_an_ended_game_and_a_power_failure_lead_to_the_next_game() {
    let mut desk = Desk::two("f2f3 e7e5 g2g4 d8h4");
    desk.power_cycle();
    desk.men = 0;
    desk.wait(2_000);
    assert_eq!(desk.state(), State::Over);
    desk.men = START_REEDS;
    desk.wait(1_600);
    assert_eq!(desk.state(), State::Setup);
    desk.power_cycle();
    desk.wait(100);
    assert_eq!((desk.state(), desk.moves()), (State::Setup, 0));
    assert_eq!(desk.board.settings().mode, Mode::TwoPlayers);
}

#[test]
fn without_the_cartridge_a_game_against_the_original_goes_on_against_video_chess() {
    let settings = Settings { brain: Brain::Original, level: Level::new(4).unwrap(), ..Settings::default() };
    let with_cartridge = Config { original_speed: Some(5_000_000), settings, ..Config::default() };
    let mut desk = Desk::on(Board::new(with_cartridge, [None, None]), START_REEDS, Kept::default());
    desk.wait(100);
    desk.choose("Start");
    desk.play("e2e4");
    assert_eq!(desk.board.request().unwrap().brain, Brain::Original);
    let there = desk.ports.boot(with_cartridge);
    assert_eq!(there.settings(), &settings);
    let gone = desk.ports.boot(Config::default());
    assert_eq!(gone.settings(), &Settings { brain: Brain::VideoChess, ..settings });
    let mut desk = Desk::on(gone, desk.men, desk.ports);
    desk.wait(500);
    let request = desk.board.request().unwrap();
    assert_eq!((request.brain, request.level.number(), request.moves.len()), (Brain::VideoChess, 4, 1));
    assert_eq!(saved(&desk).state, SavedState::Playing);
}
