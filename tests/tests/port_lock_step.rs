//! The port and the cartridge in lock step on our 6507: every frame, every node, all of the memory.

use serde::Deserialize;
use vchess::compare::{self, Rom};
use video_chess::{Colour, Game, Level, Outcome, Position, Ram, Thought};

fn rom() -> Option<Rom> {
    vchess_tests::rom().map(|rom| Rom::new(rom).expect("the ROM starts"))
}

#[derive(Deserialize)]
struct Recorded {
    ram_search: String,
}

/// Every hundredth of the recorded searches.
#[test]
fn recorded_searches_node_by_node() {
    let Some(rom) = rom() else { return };
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/golden/search/search.jsonl.gz");
    let text = vchess::input::read_unpacked(path.as_ref(), "golden file")
        .expect("the golden searches are in the repository");
    let mut nodes = 0;
    for (number, line) in text.lines().enumerate().step_by(100) {
        let recorded: Recorded = serde_json::from_str(line).expect("a record");
        let mut bytes = [0; 128];
        hex::decode_to_slice(&recorded.ram_search, &mut bytes).expect("128 bytes");
        match compare::search(&rom, &Ram::from(bytes)) {
            Ok(compared) => nodes += compared.nodes,
            Err(divergence) => panic!("search {}: {divergence}", number + 1),
        }
    }
    assert!(nodes > 50_000, "only {nodes} nodes");
}

#[test]
fn games_frame_by_frame() {
    let Some(rom) = vchess_tests::rom() else { return };
    for (level, games, plies) in [(Level::One, 3, 40), (Level::Eight, 3, 60), (Level::Three, 2, 12)] {
        let games = compare::Games { games, level, seed: 1, plies };
        let summary = compare::games(rom, &games, &indicatif::ProgressBar::hidden()).expect("the ROM starts");
        assert!(summary.differences.is_empty(), "{}", summary.differences[0]);
        assert!(summary.compared.frames > 1000 && summary.compared.nodes > 100);
        let gap = summary.compared.stack_gap.expect("there were nodes");
        assert!(gap >= 1, "{gap} bytes between the two stacks");
    }
}

/// The cartridge lets a human with black castle at once where the program has opened with its queen's pawn: the byte that
/// refuses castling through other pieces is wiped when the pawn leaves its square. King and rook land on knight and bishop.
#[test]
fn black_castles_on_the_first_move() {
    let Some(rom) = rom() else { return };
    let mut game = Game::new_as_black(Level::One, 0x40);
    let mut rom = compare::set_up(&rom, &game);
    let (compared, reply) = compare::answer(&mut rom, &mut game, 0, "e8g8".parse().expect("a move"))
        .unwrap_or_else(|divergence| panic!("{divergence}"))
        .expect("it is accepted");
    assert!(compared.frames > 192);
    assert_eq!(reply.outcome, Outcome::PlayOn);
    let board = game.position().to_string();
    assert!(board.starts_with("rnbq1rk1/pppppppp/8/8/"), "{board}");
}

/// Where en passant uncovers an attack on the human's own king, the cartridge accepts it: the captured pawn still stands
/// when it looks for check. Its search can take the king then, and never answers.
#[test]
fn en_passant_into_check_derails() {
    let Some(rom) = rom() else { return };
    let position: Position = "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 20".parse().expect("a position");
    for level in [Level::One, Level::Four, Level::Six] {
        let mut game = Game::from_position(&position, Colour::White, level, 0);
        game.play("e5d6".parse().expect("a move")).expect("it is accepted");
        let root = *game.ram();
        assert_eq!(game.reply(), Thought::Derailed);
        assert!(!compare::rom_answers(&rom, &root, 100_000_000));
    }
}

/// With few forces of its own the program looks deeper, and how deep hangs on a comparison's carry. The first board has as
/// many as are not few: king and rook.
#[test]
fn the_depth_with_few_forces() {
    let Some(rom) = rom() else { return };
    let boards = [
        "4k2r/8/8/8/8/8/4P3/3QK3 w - - 0 40",
        "4kb2/4p3/8/8/8/8/4P3/3QK3 w - - 0 40",
        "4k3/3pp3/8/8/8/8/4P3/3QK3 w - - 0 40",
        "4k3/8/8/8/8/8/4P3/R2QK2R w - - 0 40",
        "4k3/8/8/8/8/8/PPPPP3/RNBQK2R w - - 0 40",
        "4kb2/4p3/8/8/8/8/8/4K3 w - - 0 40",
        "4k1r1/8/8/8/8/8/8/4K3 w - - 0 40",
    ];
    for board in boards {
        for level in [Level::One, Level::Two, Level::Four, Level::Eight] {
            let position: Position = board.parse().expect("a position");
            let mut game = Game::from_position(&position, Colour::White, level, 0);
            let mut rom = compare::set_up(&rom, &game);
            let (compared, _) = compare::answer(&mut rom, &mut game, 0, "e1f2".parse().expect("a move"))
                .unwrap_or_else(|divergence| panic!("{board}: {divergence}"))
                .expect("it is accepted");
            assert!(compared.nodes > 0, "{board}");
        }
    }
}

/// A port that goes wrong is found out at the next node, and what is printed of it says where.
#[test]
fn a_broken_port_is_found_out() {
    let Some(rom) = rom() else { return };
    let position: Position =
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 3 3".parse().expect("a position");
    let root = position.to_ram(Colour::White, Level::Four, 0x23);
    let whole = compare::search(&rom, &root).unwrap_or_else(|divergence| panic!("{divergence}"));
    let at = whole.nodes / 2;
    let mut plies = 0;
    let divergence = compare::search_disturbed(&rom, &root, u64::MAX, |search| {
        // A pawn more than there is: one bit of the balance of material.
        if search.nodes() == at {
            let material = search.ram().material();
            search.ram_mut().set_material(material ^ 1);
            plies = search.line().count();
        }
    })
    .expect_err("it is broken");
    assert_eq!(divergence.nodes, at);
    assert!(plies > 0);
    let text = divergence.to_string();
    for shown in [
        &format!("Node {} at level 4", at + 1),
        &position.to_string(),
        &hex::encode(root.bytes()),
        &hex::encode(divergence.port.bytes()),
        &hex::encode(divergence.rom.bytes()),
        "$DA port",
        "Material",
    ] {
        assert!(text.contains(shown), "no {shown} in:\n{text}");
    }
    let moves = text.lines().find_map(|line| line.trim().strip_prefix("line")).expect("a line of moves");
    assert!(moves.split_whitespace().all(|step| step.parse::<video_chess::Move>().is_ok()), "{moves}");
}
