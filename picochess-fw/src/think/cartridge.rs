//! Video Chess as an opponent.
//!
//! The cartridge's choice depends on the history of its game, so its game is carried on from reply to reply.
//! Where that cannot be (moves were taken back, power failed, or the person made a move that the cartridge
//! does not know), it goes on from the position.

use shakmaty::{
    CastlingSide::{KingSide, QueenSide},
    Chess, Color, Position as _, Role,
};
use video_chess::{
    Colour, Game, Move, Position, Square, Thought, chess::Piece, level::Level as CartridgeLevel,
};

#[cfg(feature = "original")]
use super::original::{Original, ROM_BYTES, Stage};
use super::{Answer, Opponent, Progress};
use crate::{Level, PackedMove};

/// Instructions of the 6507 that stand for a node where the cartridge's own program goes on in steps. A node takes some
/// five thousand; with fewer, a step takes no longer than one of the port's.
#[cfg(feature = "original")]
const INSTRUCTIONS_A_NODE: u32 = 200;

/// What has become of a search.
#[derive(Clone, Copy, Debug)]
enum Search {
    /// None is running.
    None,
    /// It runs.
    Running,
    /// It runs in the original.
    #[cfg(feature = "original")]
    HandedOver,
    /// A move that needed none.
    Known(PackedMove),
}

/// The cartridge.
#[derive(Clone, Debug)]
pub(super) struct Cartridge {
    game: Option<Game>,
    /// How many moves `game` has, and their sum.
    synced: (usize, u32),
    search: Search,
    nodes: u32,
    /// The cartridge's own program, where its ROM is at hand.
    #[cfg(feature = "original")]
    original: Option<Original>,
}

impl Default for Cartridge {
    fn default() -> Self {
        Self {
            game: None,
            synced: (0, 0),
            search: Search::None,
            nodes: 0,
            #[cfg(feature = "original")]
            original: None,
        }
    }
}

impl Cartridge {
    fn answer(&mut self, best: Option<PackedMove>) -> Answer {
        self.search = Search::None;
        match best {
            Some(best) => self.synced = (self.synced.0 + 1, add(self.synced.1, best)),
            None => self.game = None,
        }
        Answer { best, score: None, nodes: self.nodes, substituted: false }
    }

    /// Lets the running game take in the person's last move, if it has all the others.
    fn carry_on(&mut self, moves: &[PackedMove], level: CartridgeLevel, frame: u8) -> bool {
        let Some((&last, before)) = moves.split_last() else { return false };
        let sum = before.iter().fold(0, |sum, &m| add(sum, m));
        let Some(game) = self.game.as_mut().filter(|_| self.synced == (before.len(), sum)) else {
            return false;
        };
        game.set_level(level);
        game.play_at(named(last), frame).is_ok()
    }
}

#[cfg(feature = "original")]
impl Cartridge {
    /// Puts the cartridge into its slot.
    pub(super) fn insert(&mut self, rom: &[u8; ROM_BYTES]) {
        self.original = Some(Original::new(rom));
    }

    /// Has the search that has just begun thought by the cartridge's own program, if the cartridge is there.
    pub(super) fn hand_over(&mut self) {
        let search = self.game.as_ref().and_then(Game::search);
        if let (Search::Running, Some(original), Some(search)) = (self.search, &mut self.original, search) {
            original.begin(search.ram());
            self.search = Search::HandedOver;
        }
    }

    /// Cycles of the 6507 that the cartridge's own program has taken for its last search.
    pub(super) fn cycles(&self) -> u64 {
        self.original.as_ref().map_or(0, Original::cycles)
    }

    fn step_original(&mut self, nodes: u32) -> Progress {
        let Some(original) = &mut self.original else { return Progress::Done(self.answer(None)) };
        let stage = original.go_on(nodes.saturating_mul(INSTRUCTIONS_A_NODE));
        self.nodes = original.nodes();
        let reply = match (stage, &mut self.game) {
            (Stage::Running, _) => return Progress::Thinking(self.nodes),
            (Stage::Over, Some(game)) => {
                game.adopt_ram(&original.ram(), original.score(), u64::from(self.nodes))
            }
            _ => None,
        };
        Progress::Done(self.answer(reply.and_then(|reply| reply.played).map(packed)))
    }
}

impl Opponent for Cartridge {
    fn begin(&mut self, moves: &[PackedMove], level: Level, seed: u32) {
        let level = CartridgeLevel::ALL[usize::from(level.number()) - 1];
        let frame = frame_counter(seed);
        self.nodes = 0;
        self.search = Search::Running;
        if moves.is_empty() {
            // With White the cartridge opens by its frame counter, without a search.
            self.game = Some(Game::new_as_black(level, frame));
            let opening = if frame & 0x40 != 0 { "d2d4" } else { "e2e4" };
            self.search = PackedMove::parse(opening).map_or(Search::None, Search::Known);
        } else {
            if moves.len() == 1 {
                self.game = Some(Game::new(level));
                self.synced = (0, 0);
            }
            if !self.carry_on(moves, level, frame) {
                let (position, program) = position_after(moves);
                self.game = Some(Game::from_position(&position, program.other(), level, frame));
            }
        }
        self.synced = (moves.len(), moves.iter().fold(0, |sum, &m| add(sum, m)));
    }

    // A function of its own: the firmware runs it, with the search in it, from RAM.
    #[inline(never)]
    fn step(&mut self, nodes: u32) -> Progress {
        match self.search {
            Search::None => return Progress::Done(self.answer(None)),
            Search::Known(m) => return Progress::Done(self.answer(Some(m))),
            #[cfg(feature = "original")]
            Search::HandedOver => return self.step_original(nodes),
            Search::Running => {}
        }
        let Some(game) = &mut self.game else { return Progress::Done(self.answer(None)) };
        let mut visited = u64::from(self.nodes);
        let thought = game.think(u64::from(nodes.max(1)), |thinking| {
            visited = thinking.nodes();
            core::ops::ControlFlow::Break(())
        });
        self.nodes = visited as u32;
        match thought {
            Thought::Stopped => Progress::Thinking(self.nodes),
            Thought::Replied(reply) => {
                self.nodes = reply.nodes as u32;
                Progress::Done(self.answer(reply.played.map(packed)))
            }
            Thought::NotItsTurn | Thought::Derailed => Progress::Done(self.answer(None)),
        }
    }

    fn stop(&mut self) -> Answer {
        let best = self.game.as_mut().and_then(Game::hurry).and_then(|reply| reply.played).map(packed);
        self.answer(best)
    }
}

/// The frame counter of the console, low byte: it stands for the time that the person has taken.
pub(super) const fn frame_counter(seed: u32) -> u8 {
    (seed.wrapping_mul(0x9E37_79B1) >> 24) as u8
}

const fn add(sum: u32, m: PackedMove) -> u32 {
    (sum ^ m.0 as u32).wrapping_mul(0x0100_0193).rotate_left(5)
}

fn named(m: PackedMove) -> Move {
    use video_chess::chess::Promotion;
    let square = |square: shakmaty::Square| {
        let (file, rank) = (u32::from(square.file()) as u8, u32::from(square.rank()) as u8);
        Square::new(file, rank)
    };
    let promotion = m.promotion().map(|role| match role {
        Role::Knight => Promotion::Knight,
        Role::Bishop => Promotion::Bishop,
        Role::Rook => Promotion::Rook,
        _ => Promotion::Queen,
    });
    match (square(m.from()), square(m.to())) {
        (Some(from), Some(to)) => Move { from, to, promotion },
        _ => unreachable!("files and ranks are below eight"),
    }
}

fn packed(m: Move) -> PackedMove {
    let square =
        |square: Square| shakmaty::Square::new(u32::from(square.rank()) * 8 + u32::from(square.file()));
    PackedMove::new(square(m.from), square(m.to), m.promotion.map(|_| Role::Queen))
}

/// The position after `moves`, and the side to move there.
fn position_after(moves: &[PackedMove]) -> (Position, Colour) {
    let mut chess = Chess::default();
    for m in moves {
        if let Some(m) = m.unpack_unchecked(&chess) {
            chess.play_unchecked(m);
        }
    }
    let colour = |side: Color| if side.is_white() { Colour::White } else { Colour::Black };
    let mut board = [None; 64];
    for (square, piece) in chess.board() {
        // The cartridge's numbers: 1 king, 2 queen, 3 bishop, 4 knight, 5 rook, 6 pawn.
        let kind = match piece.role {
            Role::King => 1,
            Role::Queen => 2,
            Role::Bishop => 3,
            Role::Knight => 4,
            Role::Rook => 5,
            Role::Pawn => 6,
        };
        board[square as usize] = Some(Piece { colour: colour(piece.color), kind });
    }
    let castles = chess.castles();
    let right = |side: Color, wing| castles.has(side, wing);
    let castling = [
        right(Color::White, KingSide),
        right(Color::White, QueenSide),
        right(Color::Black, KingSide),
        right(Color::Black, QueenSide),
    ];
    let en_passant = chess
        .ep_square(shakmaty::EnPassantMode::Always)
        .and_then(|square| Square::new(u32::from(square.file()) as u8, u32::from(square.rank()) as u8));
    let to_move = colour(chess.turn());
    let full_moves = chess.fullmoves().get().min(u32::from(u16::MAX)) as u16;
    (Position { board, to_move, castling, en_passant, full_moves }, to_move)
}
