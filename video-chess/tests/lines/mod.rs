//! Lines of play that between them come across every rule and every level.

use std::fmt::Write as _;

use video_chess::{Colour, Game, Level, Outcome, Ram, Thought};

/// Where a line begins.
pub(crate) enum From {
    /// A new game with white for the human.
    White,
    /// A new game with black for the human, with this frame counter.
    Black(u8),
    /// A position and the human's colour. Where the program is to move, the line begins with its reply.
    Position(&'static str, Colour),
}

/// A line of play: the human's moves; the program replies as it does.
pub(crate) struct Line {
    /// Name of the snapshot.
    pub(crate) name: &'static str,
    /// Level, 1 to 8.
    pub(crate) level: u8,
    /// Frame counter in every search.
    pub(crate) frame_counter: u8,
    /// Its beginning.
    pub(crate) from: From,
    /// The human's moves.
    pub(crate) moves: &'static [&'static str],
}

const fn line(
    name: &'static str,
    level: u8,
    frame_counter: u8,
    from: From,
    moves: &'static [&'static str],
) -> Line {
    Line { name, level, frame_counter, from, moves }
}

use Colour::{Black, White};

/// The lines.
#[rustfmt::skip]
pub(crate) const LINES: &[Line] = &[
    line("level 1", 1, 0, From::White, &["e2e4", "g1f3", "f1c4", "d2d3"]),
    line("level 2", 2, 0, From::White, &["e2e4", "g1f3", "f1c4", "d2d3"]),
    line("level 3", 3, 0, From::White, &["d2d4", "c2c4", "b1c3", "e2e3"]),
    line("level 4", 4, 0, From::White, &["e2e4", "g1f3"]),
    line("level 5", 5, 0, From::White, &["d2d4", "c2c4"]),
    line("level 6", 6, 0, From::White, &["c2c4"]),
    line("level 7", 7, 0, From::White, &["e2e4"]),
    line("level 8", 8, 0, From::White, &["e2e4", "g1f3", "f1c4", "d2d3", "b1c3", "c1e3"]),
    line("black after d2d4", 2, 0x40, From::Black(0x40), &["d7d5", "g8f6", "e7e6"]),
    line("black after e2e4", 2, 0, From::Black(0), &["e7e5", "b8c6", "g8f6"]),
    line("black castles at once", 1, 0x40, From::Black(0x40), &["e8g8"]),
    line("human castles on the king's side", 8, 0x11, From::White, &["g1f3", "g2g3", "f1g2", "e1g1"]),
    line("human castles on the queen's side", 8, 0x11,
        From::Position("rnbqkbnr/pppppppp/8/8/8/2NPB3/PPPQPPPP/R3KBNR w KQkq - 0 5", White), &["a2a3", "e1c1"]),
    line("human castles in a given position", 8, 0,
        From::Position("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", White), &["e1g1"]),
    line("human must not castle through check", 8, 0,
        From::Position("r3k2r/pppp1ppp/8/8/2b5/8/PPPP1PPP/R3K2R w KQkq - 0 1", White), &["e1g1", "e1c1"]),
    line("program castles", 1, 0x69,
        From::Position("r2qk2r/ppp2ppp/2n1bn2/3p4/3P4/5N1P/PPPKPPP1/R1B2B1R b kq - 0 9", White), &["d2e1"]),
    line("program with white castles", 2, 0x77,
        From::Position("rnbqkb1r/p1ppn2p/1p2p1p1/5p2/2BPPB2/2N2N2/PPP2PPP/R2QK2R w KQkq - 0 7", Black), &["f5e4"]),
    line("human takes en passant", 1, 0,
        From::Position("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3", White), &["e5d6"]),
    line("human with black takes en passant", 1, 0,
        From::Position("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3", Black), &["e4d3"]),
    line("program takes en passant", 4, 0,
        From::Position("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 30", White), &[]),
    line("program with white takes en passant", 4, 0,
        From::Position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30", Black), &[]),
    line("program cannot take en passant any more", 4, 0,
        From::Position("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 30", White), &[]),
    line("en passant deep in the tree", 6, 0,
        From::Position("4k3/2p5/8/1P1p4/3P1p2/8/4P3/4K3 b - - 0 30", White), &["e1d2"]),
    line("human promotes", 2, 0,
        From::Position("8/4P3/8/8/8/k7/8/4K3 w - - 0 40", White), &["e7e8n", "e7e8q", "e8a8"]),
    line("human with black promotes", 2, 0,
        From::Position("4k3/8/8/8/8/8/K4p2/8 b - - 0 40", Black), &["f2f1"]),
    line("program promotes", 3, 0,
        From::Position("8/8/8/8/8/k7/4p3/7K b - - 0 40", White), &["h1h2", "h2h3"]),
    line("program promotes with a capture", 3, 0,
        From::Position("8/8/8/8/8/k6P/4p3/3R3K b - - 0 40", White), &["h1g2"]),
    line("program with white promotes", 3, 0,
        From::Position("7k/4P3/K7/8/8/8/8/8 w - - 0 40", Black), &["h8g7"]),
    line("program is mated", 3, 0,
        From::Position("7k/6pp/8/8/8/8/8/K3R3 w - - 0 40", White), &["e1e8"]),
    line("program is stalemated", 3, 0,
        From::Position("7k/8/5KQ1/8/8/8/8/8 b - - 0 40", White), &[]),
    line("human is mated", 4, 0,
        From::Position("6k1/8/8/8/8/1r6/r7/6K1 b - - 0 40", White), &["g1f1"]),
    line("human is mated by a level that does not see it", 1, 0,
        From::Position("6k1/8/8/8/8/8/r4PPP/6K1 b - - 0 40", White), &["h2h3"]),
    line("lone king against queen", 4, 0,
        From::Position("8/8/8/3k4/8/8/5q2/K7 b - - 0 40", White), &["a1b1", "b1c1"]),
    line("lone king against rook", 5, 0,
        From::Position("8/8/8/3k4/8/3K4/7r/8 b - - 0 40", White), &["d3e3", "e3d3", "d3e3"]),
    line("lone king is not stalemated", 3, 0,
        From::Position("8/8/8/8/8/1q6/3k4/K7 b - - 0 40", White), &[]),
    line("program has a lone king", 3, 0,
        From::Position("8/8/3k4/8/8/3K4/7R/8 b - - 0 40", White), &["h2h6"]),
    line("nothing but pawns", 6, 0,
        From::Position("4k3/pppp4/8/8/8/8/4PPPP/4K3 b - - 0 40", White), &["e2e4"]),
    line("many queens", 1, 0,
        From::Position("qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ b - - 0 40", White), &[]),
    line("check is answered", 4, 0x5a,
        From::Position("rnb1kbnr/pppp1ppp/8/4p3/5PPq/8/PPPPP2P/RNBQKBNR w KQkq - 0 3", White), &["a2a3"]),
];

/// Positions whose replies depend on the frame counter: a first reply, an early move, a late one.
pub(crate) const TASTES: [(&str, &str); 3] = [
    ("first reply", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
    ("early", "r1bqkb1r/ppp2ppp/2n1pn2/3p4/3P1P2/6PB/PPP1PK1P/RNBQ2NR b kq - 0 5"),
    ("late", "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 b - - 0 9"),
];

/// Frame counters at which something changes, and their neighbours.
pub(crate) const FRAME_COUNTERS: [u8; 20] = [
    0x00, 0x01, 0x02, 0x03, 0x04, 0x08, 0x09, 0x0a, 0x10, 0x1b, 0x1f, 0x3f, 0x40, 0x41, 0x5b, 0x7f, 0x80,
    0xbf, 0xc0, 0xff,
];

/// The game as the line begins.
pub(crate) fn begin(line: &Line) -> Game {
    let level = Level::from_number(line.level).expect("a level from 1 to 8");
    match line.from {
        From::White => Game::new(level),
        From::Black(frame_counter) => Game::new_as_black(level, frame_counter),
        From::Position(fen, human) => {
            let position = fen.parse().unwrap_or_else(|error| panic!("{}: {error}", line.name));
            Game::from_position(&position, human, level, line.frame_counter)
        }
    }
}

/// Plays a line and writes down what happens. `search` sees the memory at the beginning of every search.
pub(crate) fn play(line: &Line, mut search: impl FnMut(&Ram)) -> String {
    let mut game = begin(line);
    let mut text =
        format!("level {}, frame counter {:#04x}\n{}\n", line.level, line.frame_counter, game.position());
    if game.is_thinking() && !reply(&mut game, &mut text, &mut search) {
        return text;
    }
    for &human in line.moves {
        let played = game.play_at(human.parse().expect("a move"), line.frame_counter);
        let check = if game.is_check() { ", check" } else { "" };
        if let Err(refused) = played {
            writeln!(text, "{human}: {refused}{check}").expect("text takes text");
            continue;
        }
        writeln!(text, "{human}").expect("text takes text");
        if !reply(&mut game, &mut text, &mut search) {
            break;
        }
    }
    text
}

fn reply(game: &mut Game, text: &mut String, search: &mut impl FnMut(&Ram)) -> bool {
    search(game.ram());
    let (full_width, max_depth) = (game.ram().next_full_width(), game.ram().max_depth());
    let Thought::Replied(reply) = game.reply() else { panic!("no reply in {}", game.position()) };
    let played = reply.played.map_or("none".to_string(), |played| played.to_string());
    let check = if game.is_check() { ", check" } else { "" };
    writeln!(
        text,
        "  {played}{check}, score {}, {} nodes, depths {full_width} and {max_depth}, {:?}\n  {}",
        reply.score,
        reply.nodes,
        reply.outcome,
        game.position()
    )
    .expect("text takes text");
    reply.outcome == Outcome::PlayOn
}
