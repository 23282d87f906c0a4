//! Video Chess on the desktop: play, verify, compare, analyse.

use std::path::Path;

fn main() {
    let mut tally = vchess::verify::Tally::default();
    for f in std::env::args().skip(1) {
        vchess::verify::cpu::verify(Path::new(&f), &mut |n, v| tally.count(n, &v)).unwrap();
    }
    println!("{}", tally.last_line());
}
