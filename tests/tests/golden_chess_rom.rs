//! The original cartridge in our console: every recorded reply, its RAM and its cycles.

mod golden;

use vchess::verify::chess_rom::{Booted, verify};

#[test]
fn every_recorded_reply_is_reproduced() {
    let Some(rom) = vchess_tests::rom() else { return };
    let booted = Booted::new(rom).unwrap();
    let tally = golden::tally("chess", |path, report| verify(path, &booted, report));
    assert_eq!((tally.passed, tally.failed, tally.waived), (304, 0, 0));
}
