//! How long the parts of the picture take to paint, and whether the beam is away for long enough.

mod common;

use std::collections::BTreeMap;

use board_script::Rig as _;
use common::{bench, image};
use pico_emulator::{Bench, Part};
use picochess_fw::{
    Brain, Hints, Keys, Level, Mode, START_REEDS, Settings, State, TimeControl,
    screen::{Rect, layout},
};

/// Clocks from one look at the firmware to the next: painting a part takes longer.
const LOOK: u64 = 1_500;

fn kind(rect: Rect) -> &'static str {
    match rect {
        layout::HEADLINE => "headline",
        layout::ADVICE => "advice",
        layout::LEGEND => "legend",
        layout::UPPER_CLOCK | layout::LOWER_CLOCK => "clock",
        Rect { w: 48, h: 48, .. } => "square",
        Rect { w: 640, h: 32, .. } => "ground",
        Rect { w: 210, h: 17, .. } => "row",
        Rect { w: 14, .. } => "label",
        other => panic!("no part of the picture: {other:?}"),
    }
}

/// The dearest painting of each kind, by how much of what is counted for it it took.
#[derive(Default)]
struct Watch {
    parts: u32,
    dearest: BTreeMap<&'static str, Part>,
    longest: BTreeMap<&'static str, Part>,
}

impl Watch {
    /// Lets time go on and looks at every painting in it.
    fn run(&mut self, bench: &mut Bench, ms: u64) {
        let until = bench.now() + 1_000 * ms;
        while bench.now() < until {
            bench.pico.run(LOOK).unwrap();
            let told = bench.pico.told();
            if told.parts() == self.parts {
                continue;
            }
            assert_eq!(told.parts(), self.parts + 1, "a painting has been missed");
            self.parts += 1;
            let part = told.part();
            // What is counted is half of the time for which the beam has to be away.
            assert!(part.us <= part.counted_us, "{}: {part:?}", kind(part.rect));
            let share = |part: &Part| 1_000 * part.us / part.counted_us;
            let dearest = self.dearest.entry(kind(part.rect)).or_insert(part);
            if share(&part) > share(dearest) {
                *dearest = part;
            }
            let longest = self.longest.entry(kind(part.rect)).or_insert(part);
            if part.us > longest.us {
                *longest = part;
            }
        }
    }

    fn key(&mut self, bench: &mut Bench, key: Keys) {
        *bench.pico.keys() = key;
        self.run(bench, 60);
        *bench.pico.keys() = Keys::NONE;
        self.run(bench, 100);
    }

    fn keys(&mut self, bench: &mut Bench, keys: &str) {
        for key in keys.chars() {
            let key = match key {
                '2' => Keys::UP,
                '5' => Keys::SELECT,
                _ => Keys::DOWN,
            };
            self.key(bench, key);
        }
    }

    /// Puts the men so, and gives the board time to see and to paint it.
    fn men(&mut self, bench: &mut Bench, men: u64, ms: u64) {
        *bench.pico.men() = men;
        self.run(bench, ms);
    }
}

const fn bit(square: &str) -> u64 {
    let name = square.as_bytes();
    1 << (name[0] - b'a' + 8 * (name[1] - b'1'))
}

#[test]
fn every_part_is_painted_in_half_of_the_time_for_which_the_beam_is_away() {
    let settings = Settings {
        mode: Mode::OnePlayer,
        brain: Brain::VideoChess,
        level: Level::new(8).unwrap(),
        time: TimeControl::find(90, 30).unwrap(),
        hints: Hints::All,
        ..Settings::default()
    };
    let mut bench = bench(&image().with_settings(&settings).unwrap());
    let mut watch = Watch { parts: bench.pico.told().parts(), ..Watch::default() };
    let bench = &mut bench;
    // The ground, then everything for the first time; more is missing than a line can say.
    watch.run(bench, 400);
    watch.men(bench, START_REEDS & !0xFF00_0000_0000_00FE | 0xFF << 32, 300);
    // All lines of the menu under the cursor; the reeds, shown.
    watch.keys(bench, "8888888858");
    watch.men(bench, START_REEDS, 300);
    watch.key(bench, Keys::SELECT);
    // The start of a game: corners of the men that can move; then a man lifted, a wrong square, the reeds.
    assert_eq!(bench.state(), Some(State::Idle));
    watch.run(bench, 300);
    watch.men(bench, START_REEDS & !bit("b1"), 250);
    watch.men(bench, START_REEDS & !bit("b1") | 0xFFFF << 24, 800);
    assert_eq!(bench.state(), Some(State::Invalid));
    watch.men(bench, START_REEDS, 300);
    // A move, the answer, the menu turned round with its longest lines, the men to put up.
    let moved = START_REEDS & !bit("e2") | bit("e4");
    watch.men(bench, START_REEDS & !bit("e2"), 200);
    watch.men(bench, moved, 700);
    assert_eq!(bench.state(), Some(State::Verify));
    watch.keys(bench, "58888888");
    watch.keys(bench, "222222");
    watch.keys(bench, "8885");
    watch.run(bench, 300);
    watch.keys(bench, "522222225");
    watch.run(bench, 300);
    bench.pico.power(false).unwrap();
    bench.pico.power(true).unwrap();
    watch.parts = bench.pico.told().parts();
    watch.run(bench, 900);
    for (kind, part) in &watch.dearest {
        let longest = &watch.longest[kind];
        println!(
            "{kind}: {} of {} us counted; longest {} us of {}",
            part.us, part.counted_us, longest.us, longest.counted_us
        );
    }
    assert_eq!(watch.dearest.len(), 8, "every kind of part: {:?}", watch.dearest.keys());
}
