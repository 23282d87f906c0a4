//! The port of the search against the original: recorded searches and recorded replies.

mod golden;

use vchess::verify::{chess_port, search};

#[test]
fn every_recorded_search_is_repeated() {
    let tally = golden::tally("search", search::verify);
    assert_eq!((tally.passed, tally.failed, tally.waived), (4_340, 0, 0));
}

#[test]
fn every_recorded_reply_is_repeated() {
    let tally = golden::tally("chess", chess_port::verify);
    assert_eq!((tally.passed, tally.failed, tally.waived), (304, 0, 0));
}
