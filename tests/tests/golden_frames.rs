//! Frames of whole cartridges, as another emulator made them.

mod golden;

use vchess::verify::frames;

#[test]
fn every_recorded_cartridge_is_the_same_here() {
    let Some(fleet) = vchess_tests::fleet() else { return };
    let tally = golden::tally("frames", |path, report| frames::verify(path, &fleet, report));
    assert_eq!((tally.passed, tally.failed, tally.waived), (16, 0, 0));
}
