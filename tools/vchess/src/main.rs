//! Video Chess on the desktop: play, verify, compare, analyse.

use std::path::Path;

fn main() {
    let mut tally = vchess::verify::Tally::default();
    let rom: [u8; 4096] = std::fs::read("rom/video_chess.bin").unwrap().try_into().unwrap();
    let booted = vchess::verify::chess_rom::Booted::new(&rom).unwrap();
    for f in std::env::args().skip(1) {
        vchess::verify::chess_rom::verify(Path::new(&f), &booted, &mut |n, v| tally.count(n, &v)).unwrap();
    }
    println!("{}", tally.last_line());
}
