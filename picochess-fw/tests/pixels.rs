//! What the painter paints: no more than has changed, never more than its budget or one part, and in the end
//! the same picture as painting everything anew.

mod common;

use common::Hand;
use picochess_fw::{
    Board, Config, Footprint, Keys, Mode, START_REEDS, Settings, Silent, State, TimeControl,
    screen::{Frame, HEIGHT, Painter, WIDTH},
};
use shakmaty::Position;

/// Pixels that the painter may paint in a tick of 10 ms, unless a single part has more.
const BUDGET: u32 = 8_000;
/// The largest part: the headline.
const LARGEST: u32 = 640 * 34;

struct Screen {
    painter: Painter,
    frame: Box<Frame>,
    /// Most pixels in a tick, without and with a budget.
    most: u32,
    ticks: u32,
}

impl Screen {
    fn new() -> Self {
        Screen { painter: Painter::new(), frame: Box::new(Frame::new()), most: 0, ticks: 0 }
    }

    fn paint(&mut self, board: &Board, budget: u32) {
        let scene = board.scene();
        let pixels = self.painter.paint(&scene, &mut self.frame, budget);
        assert!(budget == u32::MAX || pixels <= budget.max(LARGEST), "{pixels} pixels");
        self.most = self.most.max(pixels);
        self.ticks += 1;
        if self.painter.next(&scene).is_none() && self.ticks.is_multiple_of(7) {
            let mut whole = Box::new(Frame::new());
            Painter::new().paint(&scene, &mut whole, u32::MAX);
            assert!(whole == self.frame, "painted bit by bit the picture is another one");
        }
    }
}

/// A game by hand with menus, with a screen that is painted after every tick.
fn game(budget: u32) -> (u32, u32) {
    let time = TimeControl::find(5, 0).unwrap();
    let settings = Settings { mode: Mode::TwoPlayers, time, ..Settings::default() };
    let mut board = Board::new(Config { settings, ..Config::default() }, [None, None]);
    let mut screen = Screen::new();
    let mut now = 0;
    let mut run = |board: &mut Board, screen: &mut Screen, men: u64, keys: Keys, ticks: u32| {
        for _ in 0..ticks {
            now += 10_000;
            board.tick(now, men, keys, &mut Silent);
            screen.paint(board, budget);
        }
    };
    run(&mut board, &mut screen, 0, Keys::NONE, 60);
    assert_eq!(screen.painter.next(&board.scene()), None, "all is painted");
    let first = screen.most;
    screen.most = 0;
    let mut men = START_REEDS;
    for keys in [Keys::NONE, Keys::DOWN, Keys::SELECT, Keys::SELECT, Keys::SELECT, Keys::UP, Keys::SELECT] {
        run(&mut board, &mut screen, men, keys, 5);
        run(&mut board, &mut screen, men, Keys::NONE, 15);
    }
    assert_eq!(board.state(), State::Idle);
    let mut rng = common::Rng::new(3);
    while board.game().ending().is_none() && board.game().log().len() < 60 {
        let position = board.game().position().clone();
        let moves = position.legal_moves();
        let m = moves[rng.below(moves.len() as u64) as usize];
        if m.is_promotion() {
            break;
        }
        let mark = Footprint::of(m);
        for (off, on) in [(mark.vacated | mark.replaced, 0), (0, mark.filled | mark.replaced)] {
            men = men & !off | on;
            run(&mut board, &mut screen, men, Keys::NONE, 12);
        }
        run(&mut board, &mut screen, men, Keys::NONE, 110);
        if rng.one_in(6) {
            // Men are spilled, and the menu is opened and closed.
            run(&mut board, &mut screen, men & 0xFFFF_00FF_FFFF_FF00, Keys::NONE, 80);
            run(&mut board, &mut screen, men, Keys::NONE, 80);
            for keys in [Keys::SELECT, Keys::DOWN, Keys::UP, Keys::SELECT] {
                run(&mut board, &mut screen, men, keys, 5);
                run(&mut board, &mut screen, men, Keys::NONE, 15);
            }
        }
    }
    (first, screen.most)
}

#[test]
fn within_a_budget() {
    let (first, most) = game(BUDGET);
    println!("budget {BUDGET}: at most {first} pixels in a tick when switched on, {most} later");
}

#[test]
fn without_a_budget() {
    let (first, most) = game(u32::MAX);
    println!("no budget: {first} pixels when switched on, at most {most} in a tick later");
    // Everything once, and what stands on the ground once more.
    assert!(first < 2 * WIDTH * HEIGHT);
    assert!(most < WIDTH * HEIGHT);
}

#[test]
fn a_ticking_clock_paints_a_clock() {
    let time = TimeControl::find(5, 0).unwrap();
    let mut hand = Hand::started(1, Settings { mode: Mode::TwoPlayers, time, ..Settings::default() });
    let mut screen = Screen::new();
    screen.paint(&hand.board, u32::MAX);
    screen.most = 0;
    let mut painted = 0;
    for _ in 0..500 {
        hand.pass(10_000);
        screen.paint(&hand.board, u32::MAX);
        painted += u32::from(screen.most > 0);
        assert!(screen.most <= 210 * 54, "a clock, and nothing else");
        screen.most = 0;
    }
    assert!((4..=20).contains(&painted), "once a second: {painted}");
}

#[test]
fn the_ram_of_a_pico_is_enough() {
    use picochess_fw::{Thinker, screen::Scene};
    let sizes = [
        size_of::<Frame>(),
        size_of::<Board>(),
        size_of::<Thinker>(),
        size_of::<Painter>(),
        2 * size_of::<Scene>(),
    ];
    println!("frame, board, thinker, painter, two scenes: {sizes:?} bytes");
    let total: usize = sizes.iter().sum();
    // 264 KB less 32 KB for two stacks and the firmware's own variables.
    assert!(total < (264 - 32) * 1024, "{total} bytes");
}
