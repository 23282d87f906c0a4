//! Searches recorded from the ROM, 3,260 from games, 800 early ones, 250 of odd boards and 30 in which a rare term of the
//! evaluation decides: the port answers alike, counts as many nodes, and leaves the same 128 bytes.

mod golden;

use golden::{difference, ram, records, report};
use serde::Deserialize;
use video_chess::level::{Depths, Material, depths, stage};
use video_chess::tables::LEVEL_DEPTHS;
use video_chess::{Colour, Game, Level, Position, Progress, Search};

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

/// By kind of piece, king to pawn.
const WORTH: [u8; 7] = [0, 66, 27, 9, 9, 15, 3];

fn material(memory: &[u8; 128]) -> Material {
    let mut material = Material { program: 4, human: 4 };
    for square in &memory[..64] {
        let worth = WORTH[usize::from(square & 7) % 7];
        if square & 8 == 0 {
            material.program = material.program.checked_add(worth).unwrap_or(material.program);
        } else {
            material.human = material.human.wrapping_add(worth);
        }
    }
    material
}

/// How deep the cartridge was about to think in each recorded search. Many were begun once more with another level, whose
/// depths were put into the memory as the table has them; what counts are the others.
#[test]
fn depths_are_the_recorded_ones() {
    let (mut failures, mut count, mut alone, mut late) = (Vec::new(), 0, 0, 0);
    for record in records::<Record>("search/search") {
        let memory = ram(&record.ram_search);
        let material = material(memory.bytes());
        let level = Level::ALL[usize::from(memory.byte(0xea) & 7)];
        let recorded_stage = memory.byte(0xe2);
        let recorded = Depths { full_width: memory.byte(0xd9), max_depth: memory.byte(0xd2) };
        let found = depths(level, recorded_stage, material);
        // Once the opening is over it stays over; what the carry of the comparison says is in bit 0.
        let again = stage(recorded_stage, material);
        count += 1;
        let (full_width, max_depth) = LEVEL_DEPTHS[level as usize];
        let put = recorded == Depths { full_width, max_depth };
        if found == recorded && !put {
            alone += usize::from(recorded_stage & 0x40 != 0);
            late += usize::from(recorded_stage & 0x80 == 0);
        }
        if found != recorded && !put || (again ^ recorded_stage) & 0x01 != 0 {
            failures.push(format!(
                "line {count}: {found:?}, recorded {recorded:?}; {level:?}, stage {recorded_stage:02x}, {material:?}"
            ));
        }
    }
    report(count, &failures);
    assert_eq!((count, alone, late), (3260, 26, 172), "searches, lone kings, past the opening");
}

/// The depths with few forces of the program's; `tests/tests/port_lock_step.rs` sees that the cartridge has the same. King and
/// rook, the first board, are not few.
#[test]
fn depths_with_few_forces() {
    let boards = [
        ("4k2r/8/8/8/8/8/4P3/3QK3 w - - 0 40", [(1, 3), (3, 4), (4, 5)]),
        ("4kb2/4p3/8/8/8/8/4P3/3QK3 w - - 0 40", [(2, 4), (4, 5), (5, 6)]),
        ("4k3/8/8/8/8/8/PPPPP3/RNBQK2R w - - 0 40", [(2, 4), (4, 5), (5, 6)]),
        ("4kb2/4p3/8/8/8/8/8/4K3 w - - 0 40", [(2, 4), (4, 5), (5, 6)]),
    ];
    for (board, expected) in boards {
        let position: Position = board.parse().expect("a position");
        let found = [Level::One, Level::Four, Level::Six].map(|level| {
            let mut game = Game::from_position(&position, Colour::White, level, 0);
            game.play("e1f2".parse().expect("a move")).expect("it is accepted");
            (game.ram().byte(0xd9), game.ram().byte(0xd2))
        });
        assert_eq!(found, expected, "{board}");
    }
}
