//! `cargo bench -p tia`: what typical kernels cost, by the frame of 262 lines, the line and the write.
//!
//! The kernels are made up after the habits of games; each is run for some frames in several rounds, and the fastest
//! round counts.

use std::hint::black_box;
use std::time::Instant;

use tia::register::{
    COLUBK, COLUP0, COLUP1, COLUPF, ENAM0, GRP0, GRP1, HMCLR, HMM0, HMOVE, HMP0, HMP1, NUSIZ0, NUSIZ1, PF0,
    PF1, PF2, RESBL, RESP0, RESP1, VBLANK, VSYNC,
};
use tia::{Sink, Tia};

const LINES: u64 = 262;
const CYCLES: u64 = 76;
const FRAMES: u64 = 200;
const ROUNDS: u32 = 15;

/// Takes the picture in, as a television would.
#[derive(Default)]
struct Television {
    picture: Vec<[u8; 160]>,
    samples: u64,
}

impl Sink for Television {
    fn lines(&mut self, pixels: &[u8; 160], count: u32) {
        if self.picture.len() >= LINES as usize {
            self.picture.clear();
        }
        for _ in 0..count.min(LINES as u32) {
            self.picture.push(*pixels);
        }
    }

    fn vsync(&mut self, _on: bool, _clock: u64) {}

    fn audio(&mut self, channel0: u8, channel1: u8, count: u32) {
        self.samples += u64::from(count) * u64::from(channel0 + channel1);
    }
}

/// What a kernel writes in a line of the picture: (cycle, register, value) in the order of the cycles.
type Kernel = fn(line: u64) -> Vec<(u64, u8, u8)>;

fn graphics(line: u64) -> u8 {
    (line.wrapping_mul(0x9e37_79b9) >> 13) as u8
}

const KERNELS: [(&str, Kernel); 11] = [
    ("nothing", |_| vec![]),
    ("two players", |line| vec![(5, GRP0, graphics(line)), (11, GRP1, graphics(line + 9))]),
    ("two players, HMOVE", |line| {
        vec![(2, HMOVE, 0), (8, GRP0, graphics(line)), (14, GRP1, graphics(line + 9)), (30, HMCLR, 0)]
    }),
    ("HMOVE, nothing changes", |_| vec![(2, HMOVE, 0), (8, GRP0, 0x3c), (14, GRP1, 0x18), (30, HMCLR, 0)]),
    ("colours and playfield", |line| {
        vec![
            (3, COLUP0, graphics(line)),
            (6, COLUPF, graphics(line + 1)),
            (9, PF0, graphics(line + 2)),
            (12, PF1, graphics(line + 3)),
            (15, PF2, graphics(line + 4)),
            (18, GRP0, graphics(line + 5)),
        ]
    }),
    ("asymmetric playfield", |line| {
        vec![
            (9, PF0, graphics(line)),
            (14, PF1, graphics(line + 1)),
            (19, PF2, graphics(line + 2)),
            (29, PF0, graphics(line + 3)),
            (40, PF1, graphics(line + 4)),
            (48, PF2, graphics(line + 5)),
        ]
    }),
    ("six digits", |line| {
        vec![
            (6, GRP0, graphics(line)),
            (14, GRP1, graphics(line + 1)),
            (22, GRP0, graphics(line + 2)),
            (42, GRP1, graphics(line + 3)),
            (45, GRP0, graphics(line + 4)),
            (48, GRP1, graphics(line + 5)),
            (51, GRP0, graphics(line + 6)),
        ]
    }),
    ("venetian blinds", |line| {
        let motion = if line % 2 == 0 { 0x70 } else { 0x90 };
        vec![
            (2, HMOVE, 0),
            (10, GRP0, graphics(line)),
            (18, GRP1, graphics(line + 1)),
            (24, COLUP1, 0x26),
            (32, GRP0, graphics(line + 2)),
            (40, COLUP0, 0x48),
            (46, GRP1, graphics(line + 3)),
            (54, HMP0, motion),
            (57, HMP1, motion),
        ]
    }),
    ("strobes", |line| {
        vec![
            (22 + line % 20, RESP0, 0),
            (48 + line % 16, RESP1, 0),
            (66, RESBL, 0),
            (70, GRP0, graphics(line)),
        ]
    }),
    ("rainbow", |line| (0..18).map(|index| (3 + 4 * index, COLUBK, (line + index) as u8 * 2)).collect()),
    ("stars", |line| if line == 0 { vec![(2, HMOVE, 0), (23, HMM0, 0x60)] } else { vec![] }),
];

/// Writes of a whole frame, by cycles from its start.
fn frame(kernel: Kernel) -> Vec<(u64, u8, u8)> {
    let mut writes =
        vec![(0, VSYNC, 2), (3 * CYCLES, VSYNC, 0), (40 * CYCLES, VBLANK, 0), (41 * CYCLES, HMM0, 0x70)];
    for line in 0..190 {
        let start = (42 + line) * CYCLES;
        writes.extend(
            kernel(line).into_iter().map(|(cycle, register, value)| (start + cycle, register, value)),
        );
    }
    writes.push((233 * CYCLES, VBLANK, 2));
    writes
}

/// Seconds that a frame takes.
fn measure(writes: &[(u64, u8, u8)]) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let mut chip = Tia::new();
        let mut television = Television::default();
        for (cycle, register, value) in
            [(2, NUSIZ0, 3), (5, NUSIZ1, 3), (40, RESP0, 0), (60, RESP1, 0), (66, ENAM0, 2), (70, GRP0, 0x55)]
        {
            chip.write(cycle, register, value, &mut television);
        }
        let start = Instant::now();
        for frame in 1..=FRAMES {
            let begun = frame * LINES * CYCLES;
            for (cycle, register, value) in writes {
                chip.write(begun + cycle, *register, *value, &mut television);
            }
        }
        chip.catch_up((FRAMES + 1) * LINES * CYCLES, &mut television);
        best = best.min(start.elapsed().as_secs_f64() / FRAMES as f64);
        black_box((&television.picture, television.samples));
    }
    best
}

fn main() {
    println!("{:26} {:>12} {:>10} {:>10}", "kernel", "us a frame", "ns a line", "ns a write");
    for (name, kernel) in KERNELS {
        let writes = frame(kernel);
        let seconds = measure(&writes);
        println!(
            "{name:26} {:12.2} {:10.1} {:10.1}",
            seconds * 1e6,
            seconds * 1e9 / LINES as f64,
            seconds * 1e9 / writes.len() as f64,
        );
    }
}
