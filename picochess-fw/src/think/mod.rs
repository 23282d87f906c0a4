//! Opponents: what the board asks them, and one object that holds them all.

mod cartridge;
#[cfg(feature = "original")]
pub mod original;
#[cfg(test)]
mod tests;

use shakmaty::{Chess, Position as _};

use crate::{Brain, Level, Log, PackedMove, modern};
use cartridge::Cartridge;

/// What the board wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// The computer's move.
    Move,
    /// A good move for the person.
    Hint,
    /// How the computer stands: it has been offered a draw.
    Judge,
}

/// A question of the board. It stands until it is answered or withdrawn; another question has another number.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The number of the question.
    pub id: u32,
    /// What is asked.
    pub task: Task,
    /// Who is asked.
    pub brain: Brain,
    /// How deeply to think.
    pub level: Level,
    /// Where the variety of the answers comes from.
    pub seed: u32,
    /// The moves from the usual start.
    pub moves: &'a Log,
}

/// An answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The move, if there is one.
    pub best: Option<PackedMove>,
    /// How the side to move stands, in centipawns, if the opponent says so.
    pub score: Option<i16>,
    /// Positions looked at.
    pub nodes: u32,
    /// The cartridge had no legal move to offer, and Modern answers for it.
    pub substituted: bool,
}

/// How far an opponent is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Still thinking, after this many positions.
    Thinking(u32),
    /// Done.
    Done(Answer),
}

/// An opponent that thinks in steps.
pub trait Opponent {
    /// Turns to the game of `moves` and begins to think about its next move.
    fn begin(&mut self, moves: &[PackedMove], level: Level, seed: u32);

    /// Thinks for about `nodes` positions.
    fn step(&mut self, nodes: u32) -> Progress;

    /// Ends the thinking: the best move so far.
    fn stop(&mut self) -> Answer;
}

/// Positions that Modern looks at where it answers for the cartridge.
const SUBSTITUTE_NODES: u32 = 2_000;

/// All opponents, one of them thinking about the board's question.
#[derive(Clone, Debug, Default)]
pub struct Thinker {
    modern: modern::Engine,
    cartridge: Cartridge,
    current: Option<u32>,
    /// Modern answers for the cartridge.
    substitute: bool,
    /// When the question was taken up, in microseconds.
    began: u64,
}

impl Thinker {
    /// A thinker at rest.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts the cartridge into its slot: from here on [`Brain::Original`] thinks with the cartridge's own program. Ask
    /// [`is_rom`](original::is_rom) first whether these bytes are the right ones.
    #[cfg(feature = "original")]
    pub fn insert(&mut self, rom: &[u8; original::ROM_BYTES]) {
        self.cartridge.insert(rom);
    }

    /// Cycles of the 6507 that the cartridge's own program has taken for its last reply.
    #[cfg(feature = "original")]
    pub fn original_cycles(&self) -> u64 {
        self.cartridge.cycles()
    }

    /// Turns to `request`, if it is another one than before, and thinks for about `nodes` positions. Returns
    /// the number of the question with the answer, for [`Board::answer`](crate::Board::answer).
    ///
    /// `now_us` is the time in microseconds, never falling: Modern answers within its level's time. Video Chess
    /// takes the time that it takes.
    pub fn work(&mut self, request: Option<&Request<'_>>, nodes: u32, now_us: u64) -> Option<(u32, Answer)> {
        let Some(request) = request else {
            self.current = None;
            return None;
        };
        if self.current != Some(request.id) {
            self.current = Some(request.id);
            self.substitute = false;
            self.began = now_us;
            match request.brain {
                Brain::Modern => self.modern.begin(request.moves, request.level, request.seed),
                Brain::VideoChess | Brain::Original => {
                    self.cartridge.begin(request.moves, request.level, request.seed);
                }
            }
            #[cfg(feature = "original")]
            if request.brain == Brain::Original {
                self.cartridge.hand_over();
            }
        }
        let late = now_us.saturating_sub(self.began) >= request.level.modern_us();
        let progress = if request.brain == Brain::Modern && late {
            Progress::Done(self.modern.stop())
        } else if request.brain == Brain::Modern || self.substitute {
            self.modern.step(nodes)
        } else {
            self.cartridge.step(nodes)
        };
        let Progress::Done(mut answer) = progress else { return None };
        if request.brain != Brain::Modern && !self.substitute && !is_legal(request.moves, answer.best) {
            self.substitute = true;
            self.modern.begin_with(request.moves, SUBSTITUTE_NODES, 0, request.seed);
            return None;
        }
        answer.substituted = self.substitute;
        self.current = None;
        Some((request.id, answer))
    }
}

fn is_legal(moves: &[PackedMove], best: Option<PackedMove>) -> bool {
    let mut position = Chess::default();
    for m in moves {
        if let Some(m) = m.unpack_unchecked(&position) {
            position.play_unchecked(m);
        }
    }
    best.is_some_and(|best| best.unpack(&position).is_some())
}
