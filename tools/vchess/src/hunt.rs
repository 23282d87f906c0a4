//! The legend of levels 6 and 7: "it moves two pieces at once".
//!
//! The port plays thousands of games and odd positions at full speed, and every reply is looked at: is it a legal move, has
//! anything on the board changed that the move does not account for, has the search come to an end? What is found is put
//! to the cartridge itself.

use std::fmt;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::ProgressBar;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, FromSetup, Position as _, PositionError, Setup};
use video_chess::chess::Piece;
use video_chess::tables::kind;
use video_chess::{Colour, Game, Level, Move, Outcome, Position, Progress, Ram, Search};

use crate::compare::{self, Rom};

/// What to look through.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// Games are numbered from this seed on.
    pub seed: u64,
    /// How many games: every second one from the usual beginning, the others from pieces strewn over the board.
    pub games: u64,
    /// The levels, in turn.
    pub levels: Vec<Level>,
    /// A game ends after so many replies.
    pub replies: u32,
    /// A search that has not ended after so many nodes counts as endless.
    pub most_nodes: u64,
}

/// Something that should not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// More has changed on the board than the reply accounts for.
    MoreThanAMove,
    /// The reply is not a legal move of chess.
    IllegalReply,
    /// The program gives up with a legal move on the board.
    GivesUp,
    /// The program could take the human's king at the root, and the cartridge's search runs off its stack.
    Derails,
    /// The search did not end within the nodes allowed.
    Endless,
    /// The cartridge accepts a move of the human's that is not legal.
    AcceptsIllegal,
    /// The cartridge refuses a legal move of the human's (promotions to other pieces aside).
    RefusesLegal,
}

/// One find.
#[derive(Clone, Debug)]
pub struct Find {
    /// What.
    pub kind: Kind,
    /// The level.
    pub level: Level,
    /// The position, the side in question to move.
    pub position: String,
    /// The move in question.
    pub played: String,
    /// The memory as the search began, where it is about a search.
    pub root: Option<Ram>,
    /// Whether the cartridge does the same; `None` where it has not been asked.
    pub confirmed: Option<bool>,
}

impl fmt::Display for Find {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let confirmed = match self.confirmed {
            Some(true) => ", so the ROM",
            Some(false) => ", NOT so the ROM",
            None => "",
        };
        let level = self.level.number();
        write!(f, "{:?}, level {level}: {} in {}{confirmed}", self.kind, self.played, self.position)?;
        self.root.map_or(Ok(()), |root| write!(f, "; RAM {}", hex::encode(root.bytes())))
    }
}

/// What a hunt has brought home.
#[derive(Clone, Debug, Default)]
pub struct Bag {
    /// Games.
    pub games: u64,
    /// Replies.
    pub replies: u64,
    /// Nodes.
    pub nodes: u64,
    /// The greatest ply at which a move was made.
    pub deepest: u8,
    /// Moves of the human's that were judged by both rules.
    pub judged: u64,
    /// Finds.
    pub finds: Vec<Find>,
    /// How long it took.
    pub took: Duration,
}

impl Bag {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.replies += other.replies;
        self.nodes += other.nodes;
        self.deepest = self.deepest.max(other.deepest);
        self.judged += other.judged;
        self.finds.extend(other.finds);
    }

    /// How many finds are of this kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.finds.iter().filter(|find| find.kind == kind).count()
    }
}

impl fmt::Display for Bag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| games | replies | nodes | deepest ply | more than a move | illegal replies | gives up | derails | endless | illegal moves accepted | legal moves refused |"
        )?;
        writeln!(f, "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")?;
        write!(f, "| {} | {} | {} | {} |", self.games, self.replies, self.nodes, self.deepest)?;
        for kind in [
            Kind::MoreThanAMove,
            Kind::IllegalReply,
            Kind::GivesUp,
            Kind::Derails,
            Kind::Endless,
            Kind::AcceptsIllegal,
            Kind::RefusesLegal,
        ] {
            write!(f, " {} |", self.count(kind))?;
        }
        Ok(())
    }
}

/// Cycles that the cartridge is given to answer after all where the port says that it never will: 28 minutes of its time.
const PATIENCE: u64 = 2_000_000_000;

/// Hunts over all cores, and puts what is found about searches to the cartridge.
///
/// # Errors
/// If the ROM does not start.
pub fn hunt(rom: &[u8; 4096], hunt: &Hunt, bar: &ProgressBar) -> Result<Bag> {
    let rom = Rom::new(rom)?;
    let started = Instant::now();
    bar.set_length(hunt.games);
    let mut bag = (0..hunt.games)
        .into_par_iter()
        .map(|number| {
            let mut bag = play(hunt, number);
            for find in &mut bag.finds {
                confirm(&rom, find);
            }
            bar.inc(1);
            bag
        })
        .reduce(Bag::default, |mut all, one| {
            all.add(one);
            all
        });
    bag.took = started.elapsed();
    Ok(bag)
}

fn confirm(rom: &Rom, find: &mut Find) {
    let Some(root) = &find.root else { return };
    find.confirmed = match find.kind {
        Kind::Derails => Some(!compare::rom_answers(rom, root, PATIENCE)),
        Kind::Endless => None,
        _ => Some(compare::search(rom, root).is_ok()),
    };
}

fn play(hunt: &Hunt, number: u64) -> Bag {
    let mut dice = ChaCha8Rng::seed_from_u64(hunt.seed.wrapping_add(number));
    let level = hunt.levels[(number / 2) as usize % hunt.levels.len().max(1)];
    let mut bag = Bag { games: 1, ..Bag::default() };
    let human = if dice.next_u32().is_multiple_of(3) { Colour::Black } else { Colour::White };
    let mut game = if number % 2 == 1 {
        let Some(position) = strew(&mut dice) else { return bag };
        Game::from_position(&position, human, level, dice.next_u32() as u8)
    } else if human == Colour::Black {
        Game::new_as_black(level, dice.next_u32() as u8)
    } else {
        Game::new(level)
    };
    while bag.replies < u64::from(hunt.replies) {
        if !game.is_thinking() {
            judge(&game, level, &mut bag);
            let Some(chosen) = compare::choose(&game, &mut dice) else { break };
            if game.play_at(chosen, dice.next_u32() as u8).is_err() {
                break;
            }
        }
        if !reply(hunt, &mut game, &mut bag) {
            break;
        }
    }
    bag
}

/// Lets the program reply and looks at what it has done; says whether the game goes on.
fn reply(hunt: &Hunt, game: &mut Game, bag: &mut Bag) -> bool {
    let Some(search) = game.search() else { return false };
    let (level, root, before) = (game.level(), *game.ram(), game.position());
    let mut search: Search = search.clone();
    let mut deepest = 0;
    let progress = search.step_observed(hunt.most_nodes, &mut |ram: &Ram| deepest = deepest.max(ram.ply()));
    bag.deepest = bag.deepest.max(deepest);
    bag.nodes += search.nodes();
    let find = |kind, played: String| Find {
        kind,
        level,
        position: before.to_string(),
        played,
        root: Some(root),
        confirmed: None,
    };
    match progress {
        Progress::Finished => {}
        Progress::Derailed => {
            bag.finds.push(find(Kind::Derails, "-".into()));
            return false;
        }
        Progress::Running => {
            bag.finds.push(find(Kind::Endless, "-".into()));
            return false;
        }
    }
    bag.replies += 1;
    let Some(reply) = game.adopt(search) else { return false };
    let rules = rules_of(&before);
    match reply.played {
        Some(played) => {
            if rules.as_ref().is_some_and(|rules| !is_legal(rules, played)) {
                bag.finds.push(find(Kind::IllegalReply, played.to_string()));
            }
            if has_changed_more(&before, &game.position(), played) {
                bag.finds.push(find(Kind::MoreThanAMove, played.to_string()));
            }
        }
        None => {
            if rules.is_some_and(|rules| !rules.legal_moves().is_empty()) {
                bag.finds.push(find(Kind::GivesUp, "-".into()));
            }
        }
    }
    reply.outcome == Outcome::PlayOn
}

/// Compares what the cartridge accepts of the human with the rules of chess.
fn judge(game: &Game, level: Level, bag: &mut Bag) {
    let position = game.position();
    let Some(rules) = rules_of(&position) else { return };
    let accepted: Vec<Move> = game.accepted_moves().collect();
    bag.judged += accepted.len() as u64;
    let find = |kind, played: String| Find {
        kind,
        level,
        position: position.to_string(),
        played,
        root: None,
        confirmed: None,
    };
    for &candidate in &accepted {
        if !is_legal(&rules, candidate) {
            bag.finds.push(find(Kind::AcceptsIllegal, candidate.to_string()));
        }
    }
    for legal in rules.legal_moves() {
        let name = legal.to_uci(CastlingMode::Standard).to_string();
        let other_piece = name.len() == 5 && !name.ends_with('q');
        if !other_piece && !accepted.iter().any(|candidate| candidate.to_string() == name) {
            bag.finds.push(find(Kind::RefusesLegal, name));
        }
    }
}

/// The position by the rules of chess; `None` where they do not know such a position.
fn rules_of(position: &Position) -> Option<Chess> {
    let fen: Fen = position.to_string().parse().ok()?;
    let setup: Setup = fen.into_setup();
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_ep_square)
        .ok()
}

fn is_legal(rules: &Chess, candidate: Move) -> bool {
    candidate.to_string().parse::<UciMove>().is_ok_and(|uci| uci.to_move(rules).is_ok())
}

/// Whether a square has changed that the move does not account for.
fn has_changed_more(before: &Position, after: &Position, played: Move) -> bool {
    let mut expected = before.board;
    let index = |square: video_chess::Square| usize::from(square.rank() << 3 | square.file());
    let (from, to) = (index(played.from), index(played.to));
    let Some(mover) = expected[from] else { return true };
    let takes_nothing = expected[to].is_none();
    expected[from] = None;
    expected[to] =
        Some(Piece { kind: if played.promotion.is_some() { kind::QUEEN } else { mover.kind }, ..mover });
    if mover.kind == kind::PAWN && takes_nothing && played.from.file() != played.to.file() {
        expected[from & 0x38 | to & 7] = None;
    }
    if mover.kind == kind::KING && from.abs_diff(to) == 2 {
        let (corner, beside) = if to > from { (from | 7, to - 1) } else { (from & 0x38, to + 1) };
        expected[beside] = expected[corner].take();
    }
    expected != after.board
}

/// Two kings and some pieces anywhere, either side to move.
pub(crate) fn strew(dice: &mut ChaCha8Rng) -> Option<Position> {
    for _ in 0..1000 {
        let mut position = Position { castling: [false; 4], full_moves: 20, ..Position::START };
        position.board = [None; 64];
        position.to_move = if dice.next_u32().is_multiple_of(2) { Colour::White } else { Colour::Black };
        for colour in [Colour::White, Colour::Black] {
            let extra = dice.next_u32() % 12;
            for number in 0..=extra {
                let kind = if number == 0 { kind::KING } else { 2 + (dice.next_u32() % 5) as u8 };
                let (first, squares) = if kind == kind::PAWN { (8, 48) } else { (0, 64) };
                let square = first + (dice.next_u32() % squares) as usize;
                if position.board[square].is_none() {
                    position.board[square] = Some(Piece { colour, kind });
                }
            }
        }
        // Reading it back refuses what the cartridge cannot hold.
        if let Ok(position) = position.to_string().parse() {
            return Some(position);
        }
    }
    None
}
