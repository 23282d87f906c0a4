//! Every screen, as text (insta) and as a picture (`tests/screens/*.png`), pixel for pixel.
//!
//! `UPDATE_SCREENS=1 cargo test -p picochess-fw --test screens` draws the pictures anew; look at them.

mod common;

use std::{fmt::Write as _, fs, path::Path};

use common::{Desk, bit};
use picochess_fw::{
    Brain, Hints, Keys, Level, Mode, START_REEDS, Settings, TimeControl,
    screen::{Border, Frame, HEIGHT, Painter, Scene, WIDTH},
};
use shakmaty::Color;

trait Shows {
    /// Compares the screen with its picture and its text.
    fn shows(&self, name: &str);
}

impl Shows for Desk {
    fn shows(&self, name: &str) {
        let scene = self.board.scene();
        let mut frame = Box::new(Frame::new());
        Painter::new().paint(&scene, &mut frame, u32::MAX);
        insta::with_settings!({ snapshot_path => "screens", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, format!("{}\n{}", self.board.state(), text(&scene)));
        });
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.png"));
        let rgb: Vec<u8> = (0..HEIGHT)
            .flat_map(|y| (0..WIDTH).flat_map(move |x| [x, y]))
            .collect::<Vec<u32>>()
            .chunks(2)
            .flat_map(|p| frame.pixel(p[0], p[1]).rgb())
            .collect();
        if std::env::var_os("UPDATE_SCREENS").is_some() {
            write_png(&path, &rgb);
        }
        let kept = read_png(&path);
        let differing = kept.chunks(3).zip(rgb.chunks(3)).filter(|(a, b)| a != b).count();
        assert_eq!((kept.len(), differing), (rgb.len(), 0), "{name}: pixels that differ");
    }
}

fn write_png(path: &Path, rgb: &[u8]) {
    let mut encoder = png::Encoder::new(fs::File::create(path).unwrap(), WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.write_header().unwrap().write_image_data(rgb).unwrap();
}

fn read_png(path: &Path) -> Vec<u8> {
    let file =
        fs::File::open(path).unwrap_or_else(|e| panic!("{}: {e}; UPDATE_SCREENS=1 makes it", path.display()));
    let mut reader = png::Decoder::new(std::io::BufReader::new(file)).read_info().unwrap();
    let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut rgb).unwrap();
    rgb.truncate(info.buffer_size());
    rgb
}

/// A scene in letters: piece (a ghost in brackets), then `.`, or the border's letter, `+` where it can move.
fn text(scene: &Scene) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "[{:?}] {}", scene.headline.tone, scene.headline.text);
    for line in 0..8 {
        for column in 0..8 {
            let (file, rank) = if scene.flipped { (7 - column, line) } else { (column, 7 - line) };
            let cell = &scene.cells[rank * 8 + file];
            let piece = cell.piece.map_or('.', shakmaty::Piece::char);
            let border = match cell.border {
                Border::None if cell.movable => '+',
                Border::None => ' ',
                Border::Move => 'm',
                Border::Capture => 'x',
                Border::Right => 'r',
                Border::Missing => '-',
                Border::Unexpected => '!',
                Border::Last => 'l',
            };
            let reed = cell.reed.map_or("", |closed| if closed { "*" } else { "o" });
            let ghost = if cell.ghost { '~' } else { ' ' };
            let _ = write!(out, "{ghost}{piece}{border}{reed}");
        }
        out.push('\n');
    }
    for clock in scene.clocks.iter().flatten() {
        let _ = writeln!(
            out,
            "clock {}: {} s{}{}",
            clock.name,
            clock.seconds,
            if clock.running { ", runs" } else { "" },
            if clock.low { ", low" } else { "" }
        );
    }
    for row in scene.rows.iter().filter(|row| !row.text.is_empty()) {
        let _ = writeln!(out, "[{:?}] {}", row.tone, row.text.trim_end());
    }
    let _ = writeln!(out, "[{:?}] {}\n{}", scene.advice.tone, scene.advice.text, scene.legend.text);
    out
}

#[test]
fn setup() {
    let mut desk = Desk::new(Settings::default());
    desk.wait(100);
    desk.shows("setup-empty");
    desk.men = START_REEDS & !bit("b1") & !bit("g7") | bit("e4");
    desk.wait(100);
    desk.key(Keys::SELECT);
    desk.shows("setup-wrong");
    desk.men = START_REEDS;
    desk.wait(100);
    desk.keys("8885");
    desk.shows("setup-level");
    desk.keys("25888588585");
    desk.shows("setup-modern");
}

#[test]
fn idle_and_lifted() {
    let mut desk = Desk::started(Settings::default());
    desk.shows("idle");
    desk.lift("g1");
    desk.shows("lifted");
}

#[test]
fn a_capture() {
    let mut desk = Desk::two("e2e4 d7d5");
    desk.shows("two-players");
    desk.lift("d5");
    desk.shows("enemy-lifted");
    desk.lift("e4");
    desk.shows("both-lifted");
    desk.put("d5");
    desk.wait(400);
    desk.shows("captured");
}

#[test]
fn castling_and_en_passant() {
    let mut desk = Desk::two("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6");
    desk.lift("e1");
    desk.shows("king-lifted");
    desk.put("g1");
    desk.shows("castling");
    let mut desk = Desk::two("e2e4 a7a6 e4e5 d7d5");
    desk.lift("e5");
    desk.shows("en-passant-lifted");
    desk.put("d6");
    desk.shows("en-passant");
}

#[test]
fn invalid() {
    let mut desk = Desk::two("e2e4 e7e5");
    desk.lift("a1 d8 g7");
    desk.put("c5 e3");
    desk.wait(800);
    desk.shows("invalid");
}

#[test]
fn computer_and_verify() {
    let settings =
        Settings { brain: Brain::VideoChess, level: Level::new(3).unwrap(), ..Settings::default() };
    let mut desk = Desk::started(settings);
    desk.lift("e2");
    desk.put("e4");
    desk.wait(400);
    desk.shows("computer");
    desk.answer("d7d5");
    desk.shows("verify");
    desk.lift("d7");
    desk.shows("verify-lifted");
    desk.put("d5");
    desk.wait(300);
    desk.play("b1c3");
    desk.answer("d5e4");
    desk.shows("verify-capture");
    desk.put("h5");
    desk.wait(100);
    desk.shows("verify-wrong");
    desk.lift("h5 e4 d5");
    desk.put("e4");
    desk.play("c3e4");
    desk.lift("h7");
    desk.wait(700);
    desk.shows("computer-disturbed");
}

#[test]
fn promotion() {
    let mut desk = Desk::two("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6");
    desk.lift("a8 b7");
    desk.put("a8");
    desk.wait(400);
    desk.shows("promotion");
    desk.keys("88");
    desk.shows("promotion-bishop");
}

#[test]
fn menus() {
    let time = TimeControl::find(5, 3).unwrap();
    let mut desk = Desk::started(Settings { time, ..Settings::default() });
    desk.play("e2e4 e7e5");
    desk.key(Keys::SELECT);
    desk.shows("menu");
    desk.keys("88885");
    desk.shows("resign");
    desk.keys("5585");
    desk.shows("hint-asked");
    desk.answer("g1f3");
    desk.shows("hint");
    desk.keys("58885");
    desk.shows("draw-offered");
    desk.answer("a2a3");
    desk.shows("draw-declined");
    desk.keys("5885");
    desk.shows("taken-back");
}

#[test]
fn clocks() {
    let time = TimeControl::find(1, 0).unwrap();
    let mut desk = Desk::started(Settings { time, mode: Mode::TwoPlayers, ..Settings::default() });
    desk.wait(46_000);
    desk.shows("clock-low");
    desk.play("e2e4");
    desk.keys("5888885");
    desk.shows("clock-stopped");
    desk.keys("5888885");
    desk.wait(60_000);
    desk.shows("flag");
    let time = TimeControl::find(90, 30).unwrap();
    let mut desk = Desk::started(Settings { time, mode: Mode::TwoPlayers, ..Settings::default() });
    desk.wait(10_000);
    desk.shows("clock-long");
}

#[test]
fn check_and_mate() {
    let mut desk = Desk::two("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6");
    desk.play("c4f7");
    desk.shows("check");
    let mut desk = Desk::two("e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 h5f7");
    desk.shows("mate");
    desk.key(Keys::SELECT);
    desk.shows("mate-menu");
}

#[test]
fn black_below() {
    let settings = Settings { human: Color::Black, brain: Brain::Modern, ..Settings::default() };
    let mut desk = Desk::started(settings);
    desk.play("d2d4");
    desk.shows("black");
}

#[test]
fn history_full() {
    // Rooks go round on two ranks, pawns step now and then: a long game without a draw.
    let mut desk =
        Desk::started(Settings { mode: Mode::TwoPlayers, hints: Hints::Off, ..Settings::default() });
    let mut moves = vec!["a2a4", "h7h5", "a1a3", "h8h6"];
    let circuit = ["a3c3", "h6f6", "c3e3", "f6d6", "e3g3", "d6b6", "g3a3", "b6h6"];
    let pawns = ["b2b4", "g7g5", "d2d4", "e7e5", "f2f4", "c7c5"];
    for pair in pawns.chunks(2) {
        moves.extend(circuit);
        moves.extend(pair);
    }
    moves.extend(circuit);
    desk.play(&moves.join(" "));
    desk.shows("history-full");
    desk.keys("222");
    desk.shows("history-scrolled");
}

#[test]
fn power_back_and_reeds() {
    let mut desk = Desk::two("");
    desk.now = 10_000_000;
    desk.off("e2");
    desk.wait(1_000);
    desk.on_at_once("e4");
    desk.wait(1_000);
    desk.power_cycle();
    desk.men = START_REEDS;
    desk.wait(100);
    desk.shows("power-back");
    desk.men = desk.board.expected();
    desk.wait(500);
    // The line "Reeds" of the menu, from its end.
    desk.keys("5225");
    desk.keys("2225");
    desk.key(Keys::SELECT);
    desk.shows("reeds");
}
