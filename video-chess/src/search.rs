//! The search (`$F574`–`$FA2F`): two passes of alpha-beta over all moves to a fixed depth, captures beyond it.
//!
//! The tree is walked without recursion. A node is a move made (`$F821`); between two nodes everything there is to know
//! lies in the 128 bytes: the ply, the line of moves in the board's spare nibbles, a score a ply. [`Search`] adds nothing
//! but a count and the note whether it is over, so it can stop after any node and go on later.
//!
//! * **Root** (`$F5D5`–`$F6DB`). Moves are not sorted but ranked one by one, and the best-ranked that is not searched yet
//!   is searched: a selection sort that pays the ranking of all moves for each. The first pass has a full width of 0
//!   plies: each move is followed by captures only. Its best move is the first to be searched in the second pass, to the
//!   level's full width.
//! * **Full width** (`$D1`). Up to this ply every move is tried, captures first. Beyond it captures, promotions and
//!   steps to the seventh row only, with the right to stand pat.
//! * **Maximum depth** (`$D2`). Beyond it a capture must retake on the square of the last one or win enough
//!   (`evaluate::gains_enough`). Ply 12 is the end of the stack: moves there are scored without being made.
//! * **Scan of threats** (`$F70A`–`$F77F`). Before the first captures-only ply is searched, and at ply 1, the captures of
//!   the side that has just moved, then those of the other side, are weighed without being made. Where two of them win
//!   something, the lesser one is put down to the node as its standing-pat score, for only one can be parried. At ply 1
//!   the scan notices a king that hangs.
//! * **Alpha-beta** (`$F983`). A node is left as soon as its score is as good as what the node above has already, or the
//!   root (for the human's nodes) or ply 1 (for the program's) has.

use core::fmt;

use crate::evaluate::{self, HUMAN_MATED, PROGRAM_MATED, REAL_GAIN};
use crate::moves::{self, Begin, COUNTER_CASTLING, COUNTER_EN_PASSANT, COUNTER_PROMOTION, Occupied};
use crate::ram::{Ram, Side, row};
use crate::rules;
use crate::tables::CASTLING;
use crate::tables::kind::{BISHOP, HUMAN, KING, PAWN, QUEEN, ROOK};

/// The ply at which the stack of moves is full.
const LAST_PLY: u8 = 12;

/// Sees every node of a search. `()` looks away and costs nothing.
pub trait Observer {
    /// A move is about to be made (`$F821`): `ram` is the machine's memory at this moment.
    ///
    /// It is equal to the ROM's in every byte except [`STACK_AT_NODES`].
    fn node(&mut self, ram: &Ram);
}

impl Observer for () {
    #[inline(always)]
    fn node(&mut self, _: &Ram) {}
}

impl<F: FnMut(&Ram)> Observer for F {
    #[inline(always)]
    fn node(&mut self, ram: &Ram) {
        self(ram);
    }
}

/// Bytes in which the machine's stack has left return addresses at a node: two calls deep, or a call, the saved flags
/// and a saved register. The port has no such stack. Deeper calls reach `$FB` and `$FA`; what they leave is reproduced.
pub const STACK_AT_NODES: [u8; 4] = [0xfc, 0xfd, 0xfe, 0xff];

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It has reached the number of nodes that it was given and can go on.
    Running,
    /// It has its answer in [`Ram::best_source`] and [`Ram::best_counter`].
    Finished,
    /// The ROM would go astray here, and the port does not follow it. [`Search::derailment`] says why.
    Derailed,
}

/// Where the ROM goes astray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Derailment {
    /// The program could take the human's king at once. The ROM does not expect that: it takes back a move that it has
    /// not made, from below its stack, destroys the board and hardly ever answers.
    TakesKing,
    /// `$D9` or `$D1` asks for a full width, or `$D0` for a ply, that the stack of moves has no room for. No level comes near.
    StackFull,
    /// Bit 7 of `$B7`, which makes the generator look for attacks, is set as the search begins.
    LooksForAttacks,
}

impl fmt::Display for Derailment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TakesKing => "the human's king can be taken at the root",
            Self::StackFull => "$D9 asks for more plies than the stack of moves holds",
            Self::LooksForAttacks => "bit 7 of $B7 is set, so the generator gives no moves but attacks",
        })
    }
}

/// What comes next when the search is resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Resume {
    /// The first pass.
    Start,
    /// The node that the last move made has led to.
    Node,
    /// Nothing.
    Over,
    /// Nothing: the ROM has no way on.
    Stranded(Derailment),
}

/// A search in progress.
///
/// Beside the machine's 128 bytes it keeps a count of nodes, whether it has begun or is over, and, for whoever looks on,
/// the best move so far.
#[derive(Clone, Debug)]
pub struct Search {
    ram: Ram,
    nodes: u64,
    resume: Resume,
    best: Option<Best>,
    occupied: Occupied,
    /// Whether the board may have been changed from outside since `occupied` was seen to.
    is_touched: bool,
}

/// The best root move that a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    /// The move.
    pub step: Step,
    /// Its score: `0x80` is equal, more is better for the program.
    pub score: u8,
}

/// A move in a search's line, by the numbers of the squares in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where the piece comes from.
    pub source: u8,
    /// Where it goes to.
    pub target: u8,
    /// Whether it is a pawn that becomes a queen.
    pub promotes: bool,
}

/// What trying a move has come to.
enum Verdict {
    /// It is to be made.
    Make,
    /// Not worth a node.
    Skip,
    /// It has a score without being made.
    Score(u8),
    /// It takes the king: the whole node has this score.
    Refutes(u8),
    /// It would be made, but there is no room for it.
    StackFull,
}

impl Search {
    /// A search of the memory that the machine has at `$F574`: the human's move is made, stage and depths are set
    /// ([`rules`] does that).
    #[must_use]
    pub const fn new(ram: Ram) -> Self {
        Self { ram, nodes: 0, resume: Resume::Start, best: None, occupied: Occupied::NONE, is_touched: false }
    }

    /// The memory as it is.
    #[must_use]
    pub const fn ram(&self) -> &Ram {
        &self.ram
    }

    /// The memory, to be changed. What the search relies on (the board, the stack, the scores) is best left alone while it
    /// runs.
    pub const fn ram_mut(&mut self) -> &mut Ram {
        self.is_touched = true;
        &mut self.ram
    }

    /// Looks at the board anew where it may have been changed from outside.
    fn see_board(&mut self) {
        if self.is_touched {
            self.occupied = Occupied::of(&self.ram);
            self.is_touched = false;
        }
    }

    /// The moves from the root to the node being examined.
    pub fn line(&self) -> impl Iterator<Item = Step> + '_ {
        let length = if self.resume == Resume::Node { self.ram.ply().min(LAST_PLY) + 1 } else { 0 };
        (0..length).map(|ply| {
            let ram = &self.ram;
            let source = ram.byte(row::SOURCE + ply) & 0x30 | ram.high_nibble(row::SOURCE_LOW + ply);
            let piece = ram.high_nibble(row::PIECE + ply) & 7;
            let counter = ram.byte(row::COUNTER + ply);
            let target = moves::target(ram, piece, source, counter);
            Step { source, target, promotes: piece == PAWN && counter >= COUNTER_PROMOTION }
        })
    }

    /// The best root move so far. In a second pass the first one's, until one has been searched.
    #[must_use]
    pub const fn best(&self) -> Option<Best> {
        self.best
    }

    /// Breaks off: the best move found so far becomes the reply, which the ROM cannot do. Says whether there is one; if
    /// not, or if the search is over, nothing changes.
    pub fn settle(&mut self) -> bool {
        let (Resume::Node, Some(best)) = (self.resume, self.best) else { return false };
        if self.ram.ply() >= LAST_PLY {
            return false;
        }
        self.see_board();
        self.enter_node();
        while self.ram.ply() > 0 {
            self.unmake_move();
        }
        self.ram.set_score(0, best.score);
        self.take_up_best();
        rules::answer(&mut self.ram);
        self.resume = Resume::Over;
        true
    }

    /// Breaks off and makes this move the reply, whatever the search would have come to: for a game in which the program
    /// has moved so, on a day with another frame counter or by another's hand. The move has no score.
    ///
    /// `source` must hold a piece of the program's and the move be legal; both are not looked at. Says whether it was done:
    /// not where the search is over.
    pub fn answer_with(&mut self, source: u8, target: u8) -> bool {
        match self.resume {
            Resume::Over | Resume::Stranded(_) => return false,
            Resume::Start => self.start(),
            Resume::Node => {
                if self.ram.ply() >= LAST_PLY {
                    return false;
                }
                self.enter_node();
                while self.ram.ply() > 0 {
                    self.unmake_move();
                }
            }
        }
        let ram = &mut self.ram;
        let piece = ram.square(source) & 7;
        let is_en_passant = piece == PAWN && (source ^ target) & 7 != 0 && ram.square(target) == 0;
        ram.set_source(source);
        ram.set_piece(piece);
        ram.set_target(target);
        ram.set_captured(if is_en_passant { PAWN | HUMAN } else { ram.square(target) });
        ram.set_generates_quiet(true);
        ram.set_score(0, evaluate::EVEN);
        let promotes = piece == PAWN && !(8..56).contains(&target);
        self.best = Some(Best { step: Step { source, target, promotes }, score: evaluate::EVEN });
        rules::answer(&mut self.ram);
        self.resume = Resume::Over;
        true
    }

    /// Moves made so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How the search stands.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        match self.resume {
            Resume::Over => Progress::Finished,
            Resume::Stranded(_) => Progress::Derailed,
            Resume::Start | Resume::Node => Progress::Running,
        }
    }

    /// Why the search is [`Progress::Derailed`], if it is.
    #[must_use]
    pub const fn derailment(&self) -> Option<Derailment> {
        match self.resume {
            Resume::Stranded(why) => Some(why),
            _ => None,
        }
    }

    /// The ROM has no way on.
    #[cold]
    fn strand(&mut self, why: Derailment) -> bool {
        self.resume = Resume::Stranded(why);
        false
    }

    /// Goes on for at most `nodes` nodes.
    pub fn step(&mut self, nodes: u64) -> Progress {
        self.step_observed(nodes, &mut ())
    }

    /// Goes on for at most `nodes` nodes and shows each to `observer`.
    pub fn step_observed(&mut self, nodes: u64, observer: &mut impl Observer) -> Progress {
        self.see_board();
        for _ in 0..nodes {
            if !self.walk_to_next_node() {
                break;
            }
            observer.node(&self.ram);
            self.make_move();
            self.nodes += 1;
            self.resume = Resume::Node;
        }
        self.progress()
    }

    /// Searches to the end.
    pub fn run(&mut self) -> Progress {
        while self.step(u64::MAX) == Progress::Running {}
        self.progress()
    }

    /// Walks the tree until a move is to be made; says whether there is one.
    fn walk_to_next_node(&mut self) -> bool {
        let mut has_move = match self.resume {
            Resume::Over | Resume::Stranded(_) => return false,
            Resume::Start => {
                if self.ram.generates_attacks() {
                    return self.strand(Derailment::LooksForAttacks);
                }
                self.start();
                self.next_root_move()
            }
            Resume::Node => {
                if self.ram.ply() >= LAST_PLY {
                    return self.strand(Derailment::StackFull);
                }
                self.enter_node();
                self.first_capture()
            }
        };
        loop {
            if has_move {
                match self.try_move() {
                    Verdict::Make => return true,
                    Verdict::Skip => {
                        moves::leave_line(&mut self.ram);
                        has_move = self.next_move();
                        continue;
                    }
                    Verdict::StackFull => return self.strand(Derailment::StackFull),
                    Verdict::Score(score) => self.ram.set_scratch(score),
                    Verdict::Refutes(score) => {
                        if self.ram.ply() == 0 {
                            return self.strand(Derailment::TakesKing);
                        }
                        self.ram.set_score(self.ram.ply(), score);
                        self.unmake_move();
                    }
                }
            } else if self.ram.ply() > 0 {
                self.unmake_move();
            } else if self.begin_second_pass() {
                has_move = true;
                continue;
            } else {
                rules::answer(&mut self.ram);
                self.resume = Resume::Over;
                return false;
            }
            // A score that the other side will not allow ends this node too, and perhaps the one above.
            while self.refutes() {
                self.ram.set_score(self.ram.ply(), self.ram.scratch());
                self.unmake_move();
            }
            self.back_up();
            has_move = if self.ram.ply() == 0 { self.next_root_move() } else { self.next_untried_move() };
        }
    }

    /// `$F574`: what is cleared for the whole search.
    fn start(&mut self) {
        self.occupied = Occupied::of(&self.ram);
        let ram = &mut self.ram;
        ram.set_king_term(0);
        ram.set_best_counter(0);
        ram.set_best_source(0);
        ram.set_full_width(0);
        self.start_pass();
    }

    /// `$F582`: what is cleared for a pass.
    fn start_pass(&mut self) {
        let ram = &mut self.ram;
        ram.set_best_rank(1);
        ram.set_score(0, 1);
        ram.set_side_byte(1);
        ram.set_material(0);
        ram.set_last_target(0xff);
        ram.set_last_rank(0xff);
        ram.set_byte(LAST_SOURCE, 0xff);
        ram.set_byte(LAST_COUNTER, 0xff);
        ram.set_bit(ROOT_HAS_CANDIDATE.0, ROOT_HAS_CANDIDATE.1, false);
        ram.set_bit(THREAT_SCAN, SCANNING | SCANNING_OTHER, false);
        ram.set_ply(0);
    }

    /// `$F9F5`: takes up the best move of the pass that is over. Where it was the first of two, that move is at once the
    /// first of the second.
    fn begin_second_pass(&mut self) -> bool {
        self.take_up_best();
        let ram = &mut self.ram;
        let second = ram.next_full_width() != 0 && ram.full_width() == 0;
        if second {
            ram.set_full_width(ram.next_full_width());
            self.start_pass();
            self.ram.set_bit(KING_HANGS.0, KING_HANGS.1, false);
        }
        second
    }

    /// `$F9F5`–`$FA21`.
    fn take_up_best(&mut self) {
        let ram = &mut self.ram;
        ram.set_source(ram.best_source());
        ram.set_counter(ram.best_counter());
        ram.set_piece(ram.square(ram.source()) & 7);
        moves::aim(ram);
        ram.set_generates_quiet(true);
        look_at_target(ram);
    }

    /// `$F5D5`–`$F64E` at the root: ranks all moves that come after the last one searched and takes the best of them.
    fn next_root_move(&mut self) -> bool {
        self.ram.set_bit(ROOT_HAS_CANDIDATE.0, ROOT_HAS_CANDIDATE.1, false);
        self.ram.set_best_rank(1);
        self.ram.set_generates_quiet(false);
        self.rank_generated_moves();
        self.ram.set_generates_quiet(true);
        self.consider_castling();
        self.rank_generated_moves();

        let ram = &mut self.ram;
        if !ram.bit(ROOT_HAS_CANDIDATE.0, ROOT_HAS_CANDIDATE.1) {
            return false;
        }
        ram.set_byte(LAST_SOURCE, ram.candidate_source());
        ram.set_source(ram.candidate_source() & 0x3f);
        ram.set_byte(LAST_COUNTER, ram.candidate_counter());
        ram.set_counter(ram.candidate_counter());
        ram.set_last_rank(ram.best_rank());
        ram.set_piece(ram.square(ram.source()));
        moves::aim(ram);
        look_at_target(ram);
        ram.set_bit(KING_HANGS.0, KING_HANGS.1, false);
        true
    }

    fn rank_generated_moves(&mut self) {
        let mut has_move = moves::generate(&mut self.ram, &self.occupied, Begin::First);
        while has_move {
            self.consider();
            if !self.ram.generates_quiet() {
                moves::leave_line(&mut self.ram);
            }
            has_move = moves::generate(&mut self.ram, &self.occupied, Begin::Next);
        }
    }

    /// `$F676`: castling towards the h-file, where king and rook have not moved and nothing is between or attacked.
    fn consider_castling(&mut self) {
        let ram = &mut self.ram;
        if (ram.byte(0x82) | ram.byte(0x85) | ram.byte(0x89)) & 0x40 == 0 {
            for (address, value) in (0xd4..).zip(CASTLING) {
                ram.set_byte(address, value);
            }
            self.consider();
        }
    }

    /// `$F695`–`$F6CF`: whether the root move in the RAM is the one to search next.
    fn consider(&mut self) {
        let ram = &mut self.ram;
        if ram.source() == ram.best_source() && ram.counter() == ram.best_counter() {
            return;
        }
        evaluate::rank_root_move(ram);
        let rank = evaluate::rank_of(ram);
        if rank <= ram.best_rank() {
            return;
        }
        let phase = if ram.generates_quiet() { 0 } else { 0x80 };
        let order = (rank, phase | ram.source(), ram.counter());
        let last = (ram.last_rank(), ram.byte(LAST_SOURCE), ram.byte(LAST_COUNTER));
        if order < last {
            ram.set_best_rank(rank);
            ram.set_candidate_source(order.1);
            ram.set_candidate_counter(order.2);
            ram.set_bit(ROOT_HAS_CANDIDATE.0, ROOT_HAS_CANDIDATE.1, true);
        }
    }

    /// `$F5AC`: the other side's turn, one ply down; threats are looked at first where quiescence begins, and at ply 1.
    #[inline(always)]
    fn enter_node(&mut self) {
        let ply = self.ram.ply() + 1;
        self.ram.set_ply(ply);
        if ply == 1 || ply - 1 == self.ram.full_width() {
            self.scan_threats();
        } else {
            self.ram.turn_side();
        }
    }

    /// `$F5BB`–`$F5CB`, `$F657`–`$F664`: the scan of threats, first those of the side that has moved, then the other's.
    /// Leaves the other side to move.
    fn scan_threats(&mut self) {
        let ends_early = self.scan_side(SCANNING);
        self.ram.turn_side();
        if !ends_early {
            self.scan_side(SCANNING | SCANNING_OTHER);
        }
        self.ram.set_bit(THREAT_SCAN, SCANNING | SCANNING_OTHER, false);
    }

    /// Weighs captures until two threats are found or there are no more; says which.
    #[inline(always)]
    fn scan_side(&mut self, bits: u8) -> bool {
        let ram = &mut self.ram;
        ram.set_bit(THREAT_SCAN, SCANNING | SCANNING_OTHER, false);
        ram.set_bit(THREAT_SCAN, bits, true);
        // So poor a threat that the first one found is better.
        ram.set_threat(ram.side_byte() ^ 0x7c);
        ram.set_threats(0);
        ram.set_generates_quiet(false);
        let mut has_move = moves::generate_captures(ram, &self.occupied, Begin::First);
        while has_move {
            match weigh_threat(ram) {
                Threat::Stop => return true,
                Threat::LeaveLine => moves::leave_line(ram),
                Threat::FollowLine => {}
            }
            has_move = moves::generate_captures(ram, &self.occupied, Begin::Next);
        }
        false
    }

    /// `$F5D5`: the first move of a node.
    #[inline(always)]
    fn first_capture(&mut self) -> bool {
        self.ram.set_generates_quiet(false);
        moves::generate_captures(&mut self.ram, &self.occupied, Begin::First) || self.first_quiet_move()
    }

    /// `$F6DD`: the move after one that has been searched. A line ends with a capture.
    #[inline(always)]
    fn next_untried_move(&mut self) -> bool {
        if !self.ram.generates_quiet() {
            moves::leave_line(&mut self.ram);
        }
        self.next_move()
    }

    #[inline(always)]
    fn next_move(&mut self) -> bool {
        moves::generate(&mut self.ram, &self.occupied, Begin::Next) || self.first_quiet_move()
    }

    /// `$F5E9`: to the full width, quiet moves follow the captures.
    #[inline(always)]
    fn first_quiet_move(&mut self) -> bool {
        let ram = &mut self.ram;
        if ram.ply() > ram.full_width() || ram.generates_quiet() {
            return false;
        }
        ram.set_generates_quiet(true);
        moves::generate(ram, &self.occupied, Begin::First)
    }

    /// `$F6EA`, `$F782`–`$F81F`: what the move in the RAM would bring, and whether it is to be made.
    #[inline(always)]
    fn try_move(&mut self) -> Verdict {
        let ram = &mut self.ram;
        let ply = ram.ply();
        note_mover(ram);
        let captured = ram.captured();
        let mut balance = ram.material().wrapping_add(evaluate::worth(captured));
        if ram.bit(PROMOTES.0, PROMOTES.1) {
            balance = balance.wrapping_add(evaluate::promotion(ram.side(), ply));
        }
        ram.set_material_after(balance);
        if captured & 7 == KING {
            let score = evaluate::king_taken(ram.side(), ply);
            ram.set_scratch(score);
            return Verdict::Refutes(score);
        }
        if ram.king_is_alone() {
            evaluate::weigh_lone_king(ram);
        }
        // The other side starts from the worst score it can have, or beyond the full width from standing pat.
        ram.set_score(ply + 1, ram.side_byte() ^ 0xfe);
        if ply >= ram.full_width() {
            ram.set_score(ply + 1, evaluate::static_score(ram));
        }
        if ply <= ram.full_width() {
            return if ply < LAST_PLY { Verdict::Make } else { Verdict::StackFull };
        }
        let retakes = ram.target() == ram.last_target();
        if ply > ram.max_depth() && !retakes && captured != 0 && !evaluate::gains_enough(ram) {
            return Verdict::Skip;
        }
        if ply == LAST_PLY {
            return Verdict::Score(evaluate::static_score(ram));
        }
        ram.set_last_target(ram.target());
        Verdict::Make
    }

    /// `$F821`: stacks the move in the RAM and makes it.
    #[inline(always)]
    fn make_move(&mut self) {
        let ram = &mut self.ram;
        let ply = ram.ply();
        let (source, target, counter) = (ram.source(), ram.target(), ram.counter());
        let mover = ram.square(source);
        ram.set_high_nibble(row::SOURCE_LOW + ply, source & 15);
        ram.set_high_nibble(row::CAPTURED + ply, ram.captured());
        ram.set_high_nibble(row::PIECE + ply, mover);
        ram.set_byte(STACK_NIBBLE, mover << 4);
        ram.set_byte(row::COUNTER + ply, counter);
        let quiet = ram.byte(0xb4) & 0x80;
        let rest = ram.byte(row::SOURCE + ply) & 0x4f;
        ram.set_byte(row::SOURCE + ply, rest | quiet | source & 0x30);

        let mut castles = false;
        if ply == 0 {
            ram.set_piece(mover);
            castles = mover <= KING && counter == COUNTER_CASTLING;
        }
        if castles {
            moves::move_from_to(ram, 7, 5);
            self.occupied.note(ram, 7);
            self.occupied.note(ram, 5);
        } else if is_en_passant(ram) {
            // The pawn is behind the target, but the ROM looks for it where it came from. That square is empty, so the
            // pawn stays; the search sees it stand there until the move is taken back.
            moves::move_from_to(ram, ram.double_step(), target);
            self.occupied.note(ram, ram.double_step());
        }
        moves::move_piece(ram);
        ram.set_material(ram.material().wrapping_add(evaluate::worth(ram.captured())));
        if ram.bit(PROMOTES.0, PROMOTES.1) {
            let queen = ram.side_byte() & HUMAN | QUEEN;
            ram.set_scratch(queen);
            ram.set_square(target, queen);
            ram.set_material(ram.material().wrapping_add(evaluate::promotion(ram.side(), ply)));
        }
        self.occupied.note(ram, source);
        self.occupied.note(ram, target);
    }

    /// `$F8C6`: goes one ply up, takes the move back that led down, and has its score in [`Ram::scratch`].
    #[inline(always)]
    fn unmake_move(&mut self) {
        let ram = &mut self.ram;
        let ply = ram.ply() - 1;
        ram.set_ply(ply);
        ram.turn_side();
        ram.set_last_target(0xff);
        let high = ram.byte(row::SOURCE + ply);
        let source = high & 0x30 | ram.high_nibble(row::SOURCE_LOW + ply);
        ram.set_generates_quiet(high & 0x80 != 0);
        ram.set_source(source);
        let captured = ram.high_nibble(row::CAPTURED + ply);
        ram.set_captured(captured);
        let mover = ram.high_nibble(row::PIECE + ply);
        ram.set_piece(mover & 7);
        let counter = ram.byte(row::COUNTER + ply);
        ram.set_counter(counter);
        moves::aim(ram);
        let target = ram.target();
        moves::put(ram, target, captured);
        ram.set_square(source, mover);
        if counter == COUNTER_CASTLING && ply == 0 && ram.piece() == KING {
            moves::move_from_to(ram, 5, 7);
            self.occupied.note(ram, 5);
            self.occupied.note(ram, 7);
        } else if is_en_passant(ram) {
            let behind = target.wrapping_sub(ram.side_byte() << 3);
            moves::move_from_to(ram, target, behind);
            self.occupied.note(ram, behind);
        }
        ram.set_scratch(ram.score(ply + 1));
        ram.set_material(ram.material().wrapping_sub(evaluate::worth(captured)));
        if evaluate::promotes(ram) {
            ram.set_material(ram.material().wrapping_sub(evaluate::promotion(ram.side(), ply)));
        }
        self.occupied.note(ram, source);
        self.occupied.note(ram, target);
    }

    /// `$F983`: whether the score in [`Ram::scratch`] is so good for the side to move that the other side will not let it
    /// come to this node: it has as good a score in the node above, or at the root (ply 1 for the program).
    #[inline(always)]
    fn refutes(&self) -> bool {
        let ram = &self.ram;
        let ply = ram.ply();
        let above = ram.score(ply.wrapping_sub(1));
        ply != 0
            && match ram.side() {
                Side::Program => above.min(ram.score(1)) <= ram.scratch(),
                Side::Human => above.max(ram.score(0)) >= ram.scratch(),
            }
    }

    /// `$F98C`, `$F9B1`, `$F9C5`: keeps the score in [`Ram::scratch`], and at the root the move, if it is the best here.
    #[inline(always)]
    fn back_up(&mut self) {
        let ram = &mut self.ram;
        let ply = ram.ply();
        // A human left with nothing but a king is not to be stalemated.
        let wins = ram.side() == Side::Program && ply == 0 && ram.scratch() >= HUMAN_MATED;
        if wins && ram.king_is_alone() && !ram.bit(KING_HANGS.0, KING_HANGS.1) {
            ram.set_scratch(PROGRAM_MATED);
        }
        let score = ram.scratch();
        let is_best = match ram.side() {
            Side::Program => ram.score(ply) < score,
            Side::Human => ram.score(ply) > score,
        };
        if is_best {
            ram.set_score(ply, score);
            if ply == 0 {
                ram.set_best_source(ram.source());
                ram.set_best_counter(ram.counter());
                let promotes = evaluate::promotes(ram);
                let step = Step { source: ram.source(), target: ram.target(), promotes };
                self.best = Some(Best { step, score });
            }
        }
    }
}

/// A flag: address and bit.
type Flag = (u8, u8);
const ROOT_HAS_CANDIDATE: Flag = (0x80, 0x40);
const KING_HANGS: Flag = (0x81, 0x40);
const PROMOTES: Flag = (0x8c, 0x40);
const THREAT_SCAN: u8 = 0xb8;
const SCANNING: u8 = 0x80;
const SCANNING_OTHER: u8 = 0x40;
const LAST_SOURCE: u8 = 0xce;
const LAST_COUNTER: u8 = 0xcf;
const STACK_NIBBLE: u8 = 0xfb;

/// What follows a weighed threat.
enum Threat {
    /// The scan is over.
    Stop,
    /// The next line.
    LeaveLine,
    /// On through the captured piece: bishops and rooks threaten what stands behind it, too.
    FollowLine,
}

/// `$F6EA`: notes what moves and whether it promotes.
#[inline(always)]
fn note_mover(ram: &mut Ram) {
    ram.set_bit(PROMOTES.0, PROMOTES.1, evaluate::promotes(ram));
    ram.set_mover(ram.square(ram.source()));
}

/// `$F70A`–`$F773`: weighs the capture in the RAM.
#[inline(always)]
fn weigh_threat(ram: &mut Ram) -> Threat {
    let ply = ram.ply();
    let captured = ram.captured();
    note_mover(ram);
    if captured == KING | HUMAN && ply == 1 {
        ram.set_bit(KING_HANGS.0, KING_HANGS.1, true);
    }
    if ply - 1 != ram.full_width() {
        return Threat::Stop;
    }
    if captured == KING {
        ram.set_score(ply, ram.material().wrapping_sub(1) ^ evaluate::EVEN);
    }
    let side = ram.side();
    let gain = evaluate::worth(ram.mover()).wrapping_add(evaluate::worth(captured));
    let turned = evaluate::turned_gain(side, gain);
    if gain == 0 || turned >= 0x80 {
        return Threat::LeaveLine;
    }
    if turned < REAL_GAIN {
        ram.set_threats(ram.threats().wrapping_add(1));
    }
    ram.set_pawn_row(turned);
    if evaluate::turned_gain(side, ram.threat()) < turned {
        ram.set_threat(gain);
    }
    if ram.threats() > 1 {
        ram.set_score(ply, ram.material().wrapping_add(ram.threat()) ^ evaluate::EVEN);
        return Threat::Stop;
    }
    if matches!(ram.piece(), BISHOP | ROOK) { Threat::FollowLine } else { Threat::LeaveLine }
}

/// Whether the move in the RAM is a pawn's capture en passant.
#[inline(always)]
fn is_en_passant(ram: &Ram) -> bool {
    ram.piece() == PAWN && (COUNTER_EN_PASSANT..COUNTER_PROMOTION).contains(&ram.counter())
}

/// `$F636`, `$FA0B`: sees what a root move captures; en passant it is a pawn of the human.
fn look_at_target(ram: &mut Ram) {
    let captured = if is_en_passant(ram) { PAWN | HUMAN } else { moves::content(ram, ram.target()) };
    ram.set_captured(captured);
}
