//! 3,260 searches recorded from the ROM: the port answers alike, counts as many nodes, and leaves the same 128 bytes.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use serde::Deserialize;
use video_chess::ram::{Ram, differences};
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

fn ram(hex: &str) -> Ram {
    let mut bytes = [0; 128];
    hex::decode_to_slice(hex, &mut bytes).expect("128 bytes in hexadecimal");
    Ram::from(bytes)
}

fn records() -> impl Iterator<Item = Record> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/golden/search/search.jsonl.gz");
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    BufReader::new(GzDecoder::new(file))
        .lines()
        .map(|line| serde_json::from_str(&line.expect("a line of text")).expect("a record"))
}

#[test]
fn recorded_searches() {
    let mut failures = Vec::new();
    let mut count = 0;
    for (line, record) in records().enumerate() {
        count += 1;
        let mut search = Search::new(ram(&record.ram_search));
        let progress = search.run();
        let after = ram(&record.ram_after);
        let reply = (search.ram().byte(0xd9), search.ram().byte(0xda));
        let differing: Vec<String> = differences(&after, search.ram(), &[])
            .map(|byte| format!("${:02X} {:02x}/{:02x}", byte.address, byte.left, byte.right))
            .collect();
        if progress != Progress::Finished
            || reply != (record.source, record.target)
            || search.nodes() != record.nodes
            || !differing.is_empty()
        {
            failures.push(format!(
                "line {}, level {}: reply {:?} for {:?}, nodes {} for {}, bytes {}",
                line + 1,
                record.level,
                reply,
                (record.source, record.target),
                search.nodes(),
                record.nodes,
                differing.join(", ")
            ));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {count} searches differ:\n{}",
        failures.len(),
        failures[..failures.len().min(20)].join("\n")
    );
    assert_eq!(count, 3260);
}
