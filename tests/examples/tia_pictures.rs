//! `cargo run --release -p vchess-tests --example tia_pictures -- DIRECTORY`: the pictures of `docs/accuracy.md`.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use anyhow::{Context, Result};
use tia::register::{
    COLUBK, COLUP0, COLUP1, COLUPF, CTRLPF, ENABL, ENAM0, GRP0, GRP1, HMBL, HMM0, HMOVE, HMP0, HMP1, RESBL,
    RESP0, RESP1,
};
use tia::{Sink, Tia};
use vchess::palette::ntsc;
use vchess::picture::{FIRST_ROW, write_png};

/// 6507 cycles in a line.
const CYCLES: u64 = 76;
/// Lines of blanking before the first visible one.
const TOP: u64 = FIRST_ROW as u64 + 6;
const SCALE: usize = 2;

/// Collects lines.
#[derive(Default)]
struct Picture(Vec<[u8; 160]>);

impl Sink for Picture {
    fn lines(&mut self, pixels: &[u8; 160], count: u32) {
        self.0.extend(std::iter::repeat_n(*pixels, count as usize));
    }

    fn vsync(&mut self, _on: bool, _clock: u64) {}

    fn audio(&mut self, _channel0: u8, _channel1: u8, _count: u32) {}
}

/// A chip, the line in which it is, and its picture.
struct Bench {
    chip: Tia,
    picture: Picture,
    line: u64,
}

impl Bench {
    fn new() -> Self {
        Self { chip: Tia::new(), picture: Picture::default(), line: 0 }
    }

    /// Writes (cycle of the line, register, value), in the order of the cycles, and goes on to the next line.
    fn line(&mut self, writes: &[(u64, u8, u8)]) {
        for (cycle, register, value) in writes {
            self.chip.write(self.line * CYCLES + cycle, *register, *value, &mut self.picture);
        }
        self.line += 1;
    }

    fn save(mut self, path: &Path) -> Result<()> {
        self.chip.catch_up(self.line * CYCLES, &mut self.picture);
        let file = File::create(path).with_context(|| format!("{}: cannot be written", path.display()))?;
        write_png(BufWriter::new(file), &self.picture.0, &ntsc(), SCALE)
    }
}

/// HMOVE in each cycle, three lines each: in the first three objects are set, in the second HMOVE is strobed, in the
/// third they show where they have come. Player 0 is told to move 7 to the left, player 1 not to move, the missile to
/// move 8 to the right.
fn hmove_table() -> Bench {
    let mut bench = Bench::new();
    bench.line(&[
        (1, COLUP0, 0x4a),
        (4, COLUP1, 0x9a),
        (7, COLUPF, 0xca),
        (10, HMP0, 0x70),
        (13, HMP1, 0x00),
        (16, HMBL, 0x80),
        (19, CTRLPF, 0x20),
    ]);
    for _ in 1..TOP {
        bench.line(&[]);
    }
    for cycle in 0..76 {
        let shade = if cycle % 10 < 5 { 0x00 } else { 0x02 };
        bench.line(&[
            (1, COLUBK, shade),
            (4, GRP0, 0),
            (7, GRP1, 0),
            (10, ENABL, 0),
            (36, RESP0, 0),
            (48, RESP1, 0),
            (60, RESBL, 0),
        ]);
        bench.line(&[(cycle, HMOVE, 0)]);
        bench.line(&[(1, GRP0, 0xff), (4, GRP1, 0xff), (7, ENABL, 2)]);
    }
    bench
}

/// Stars: a missile that moves by itself on every line, since its motion register was changed in the one cycle in which
/// the comparator has just missed.
fn stars() -> Bench {
    let mut bench = Bench::new();
    bench.line(&[(1, COLUP0, 0x0e), (4, COLUBK, 0x80), (7, HMM0, 0x70), (10, ENAM0, 2)]);
    for _ in 1..TOP - 1 {
        bench.line(&[]);
    }
    bench.line(&[(2, HMOVE, 0), (23, HMM0, 0x60)]);
    for line in 0..228 {
        bench.line(&[(1, COLUBK, 0x80 + (line / 57 * 2) as u8)]);
    }
    bench
}

fn main() -> Result<()> {
    let directory = std::env::args_os().nth(1).context("usage: tia_pictures DIRECTORY")?;
    let directory = Path::new(&directory);
    hmove_table().save(&directory.join("tia-hmove.png"))?;
    stars().save(&directory.join("tia-stars.png"))
}
