//! The 6507 against the netlist: every golden case, every bus cycle.

mod golden;

use vchess::verify::cpu;

#[test]
fn every_case_of_the_netlist_is_reproduced() {
    let tally = golden::tally("cpu", cpu::verify);
    assert_eq!((tally.passed, tally.failed, tally.waived), (54_297, 0, 0));
}
