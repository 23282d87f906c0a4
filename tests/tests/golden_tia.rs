//! The TIA against the netlist: every recorded clock, read, RDY cycle and audio sample.

mod golden;

use vchess::verify::tia;

#[test]
fn every_recording_of_the_netlist_is_reproduced() {
    let tally = golden::tally("tia", tia::verify);
    assert_eq!((tally.passed, tally.failed, tally.waived), (5_676, 0, 0));
}
