//! Searches recorded from the ROM, 3,260 from games, 800 early ones, 250 of odd boards and 30 in which a rare term of the
//! evaluation decides: the port answers alike, counts as many nodes, and leaves the same 128 bytes.

mod golden;

use golden::{difference, ram, records, report};
use serde::Deserialize;
use video_chess::{Progress, Search};

#[derive(Deserialize)]
struct Record {
    level: u8,
    ram_search: String,
    source: u8,
    target: u8,
    nodes: u64,
    ram_after: String,
}

/// Repeats the searches of a file.
fn repeat(file: &str, expected_count: usize) {
    let mut failures = Vec::new();
    let mut count = 0;
    for record in records::<Record>(file) {
        count += 1;
        let mut search = Search::new(ram(&record.ram_search));
        let progress = search.run();
        let reply = (search.ram().byte(0xd9), search.ram().byte(0xda));
        let expected = (record.source, record.target);
        let differing = difference(&ram(&record.ram_after), search.ram(), &[]);
        let agrees = progress == Progress::Finished && reply == expected && search.nodes() == record.nodes;
        if !agrees || !differing.is_empty() {
            failures.push(format!(
                "line {count}, level {}: {progress:?}, {reply:?} for {expected:?}, {} nodes for {},{differing}",
                record.level,
                search.nodes(),
                record.nodes,
            ));
        }
    }
    report(count, &failures);
    assert_eq!(count, expected_count);
}

#[test]
fn recorded_searches() {
    repeat("search/search", 3260);
}

/// Boards that no game comes to: no king, several kings, pawns on their own back rank, no piece of the program's, flags at
/// random.
#[test]
fn odd_boards() {
    repeat("search/odd", 250);
}

/// The first replies of games with white and with black, pieces missing here and there: what development is worth.
#[test]
fn early_replies() {
    repeat("search/early", 800);
}

/// What hardly ever shows: the exact rank of the bishop's or pawn's way to the fifth row in a first reply, and a late
/// capture by the human that brings the balance back to just even for less than a real gain.
#[test]
fn rare_terms() {
    repeat("search/rare", 30);
}

/// A search taken in small steps is the same search.
#[test]
fn stepwise_searches() {
    for record in records::<Record>("search/search").step_by(40) {
        let mut search = Search::new(ram(&record.ram_search));
        let mut seen = 0;
        for nodes in (1..20).cycle() {
            let before = search.nodes();
            let progress = search.step_observed(nodes, &mut |_: &video_chess::Ram| seen += 1);
            assert!(search.nodes() - before <= nodes);
            if progress != Progress::Running {
                break;
            }
        }
        assert_eq!(search.nodes(), record.nodes);
        assert_eq!(seen, record.nodes);
        assert_eq!(difference(&ram(&record.ram_after), search.ram(), &[]), "");
    }
}
