//! What the firmware owes its surroundings: looks in time, a fed watchdog, sounds, keys, answers that nobody wants any more.

mod common;

use board_script::Rig as _;
use common::{act, bench, image};
use picochess_fw::{
    Board, Config, Keys, Level, START_REEDS, Settings, Silent, State, TimeControl,
    screen::{Frame, Painter},
};

#[test]
fn the_board_is_looked_at_every_10_ms_and_the_watchdog_fed() {
    // A clock ticks, so that there is something to paint.
    let settings = Settings { time: TimeControl::find(5, 0).unwrap(), ..Settings::default() };
    let mut bench = bench(&image().with_settings(&settings).unwrap());
    act(&mut bench, "0 setup\n150 key 5\n900 reed a1 1");
    assert_eq!(bench.state(), Some(State::Idle));
    let (saves, work) = (bench.pico.told().saves(), bench.pico.flash_work());
    let (patience, fed) = bench.pico.watchdog();
    bench.pico.keep_looks();
    // A man is lifted and put back, and nothing is saved.
    act(&mut bench, "0 lift e2\n500 drop e2\n1000 reed e2 1");
    assert_eq!((bench.pico.told().saves(), bench.pico.flash_work()), (saves, work));
    let times: Vec<u64> = bench.pico.looks().iter().map(|look| look.now).collect();
    assert!(times.len() >= 100, "{} looks in a second and more", times.len());
    let gap = times.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
    println!("{} looks, {gap} us at most from one to the next", times.len());
    assert!(gap <= 11_000, "{gap} us between two looks");
    let seconds = (times[times.len() - 1] - times[0]) / 1_000;
    assert!(times.len() as u64 >= seconds / 11, "{} looks in {seconds} ms", times.len());
    assert_eq!(patience, Some(4_000_000));
    assert!(bench.pico.watchdog().1 - fed >= 100, "the watchdog is fed after each look");
}

#[test]
fn a_slow_flash_does_not_wake_the_watchdog() {
    // What stands where the saves should be is no log of saves, and the chip takes longer than its data sheet allows:
    // the sectors of a slot take longer than the watchdog waits.
    let mut image = image();
    let end = image.flash.len();
    image.flash[end - 64 * 1024..].fill(0);
    let mut bench = bench(&image);
    bench.pico.stop_picture();
    bench.pico.erase_time(600_000);
    act(&mut bench, "0 setup\n150 key 5\n6000 reed a1 1");
    assert_eq!(bench.pico.told().saves(), (1, 0));
    assert!(bench.pico.flash_work().0 >= 8, "{} sectors erased", bench.pico.flash_work().0);
    assert_eq!(bench.state(), Some(State::Idle));
}

#[test]
fn sounds_are_heard_and_end() {
    let mut bench = bench(&image());
    bench.pico.stop_picture();
    act(&mut bench, "0 setup\n150 reed a1 1");
    assert_eq!(bench.pico.tone(), None);
    act(&mut bench, "0 key 2");
    let mut tones = Vec::new();
    for _ in 0..100 {
        bench.pico.run(1_260_000).unwrap();
        tones.push(bench.pico.tone());
    }
    let heard: Vec<u64> = tones.iter().flatten().copied().collect();
    assert!(!heard.is_empty() && heard.iter().all(|hz| (40..=10_000).contains(hz)), "{heard:?}");
    assert_eq!(tones.last(), Some(&None), "it ends");
}

/// What the library paints, all men standing, after these keys.
fn painted(keys: &[Keys]) -> Vec<u32> {
    let config = Config { cartridge_speed: 10_000, ..Config::default() };
    let mut board = Board::new(config, [None, None]);
    let pressed = keys.iter().flat_map(|&key| [key, Keys::NONE]);
    for (i, key) in [Keys::NONE].into_iter().chain(pressed).enumerate() {
        for ms in (0..200).step_by(10) {
            board.tick((200 * i as u64 + ms) * 1_000, START_REEDS, key, &mut Silent);
        }
    }
    let mut frame = Box::new(Frame::new());
    Painter::new().paint(&board.scene(), &mut frame, u32::MAX);
    frame.words().to_vec()
}

#[test]
fn keys_2_and_8_move_the_cursor_up_and_down() {
    let mut bench = bench(&image());
    act(&mut bench, "0 setup\n400 reed a1 1");
    let mut pressed = Vec::new();
    assert!(bench.pico.framebuffer() == painted(&pressed), "before any key");
    for (number, key) in [(8, Keys::DOWN), (8, Keys::DOWN), (2, Keys::UP)] {
        act(&mut bench, &format!("0 key {number}\n400 reed a1 1"));
        pressed.push(key);
        assert!(bench.pico.framebuffer() == painted(&pressed), "after {pressed:?}");
    }
    assert!(painted(&pressed) != painted(&[Keys::UP]) && painted(&pressed) != painted(&[]));
}

#[test]
fn a_move_taken_back_ends_a_long_search_at_once() {
    // Level 7 of Video Chess thinks for 12 s.
    let settings = Settings { level: Level::new(7).unwrap(), ..Settings::default() };
    let mut bench = bench(&image().with_settings(&settings).unwrap());
    bench.pico.stop_picture();
    act(&mut bench, "0 setup\n150 key 5\n400 lift e2\n550 drop e4\n1300 reed e4 1");
    assert_eq!((bench.state(), bench.pico.told().thought_us()), (Some(State::Computer), 0));
    act(&mut bench, "0 lift e4\n150 drop e2\n700 reed e2 1");
    assert_eq!((bench.state(), bench.pico.told().look().answers), (Some(State::Idle), 0));
    let thought = bench.pico.told().thought_us();
    assert!((1..1_500_000).contains(&thought), "core 1 has thought {thought} us");
}
