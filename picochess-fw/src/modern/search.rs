//! The search: iterative deepening, principal variation, quiescence; its stack in an array.
//!
//! A node is entered, its moves are tried one after the other, and it is left with a score; each of the
//! three is a phase between which the search can rest. What a recursive search keeps in local variables
//! stands in [`Node`].

use super::{
    book,
    generate::Sink,
    position::{KING, Move, PAWN, Position, QUEEN, Undo},
    table::{Bound, Known, Table},
    weights::VALUES,
};
use crate::{Answer, Level, Opponent, PackedMove, Progress};

/// Greatest distance from the root.
const MAX_PLY: usize = 40;
/// Room for the moves of all nodes on the way to the deepest one.
const MAX_MOVES: usize = 1400;
/// Reversible moves whose positions are remembered, in the game and in the search.
const MAX_KEYS: usize = 104 + MAX_PLY;

const INFINITE: i16 = 32_000;
/// The score of a mate at the root; one less for each ply.
const MATE: i16 = 31_000;
/// Scores beyond are mates.
const MATES: i16 = MATE - 200;

/// How far the whole evaluation is from material and squares at most, as good as always.
const LAZY: i16 = 180;

/// Entries of the transposition table: 32 KB.
const ENTRIES: usize = 4096;

/// What the child of a node is searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Purpose {
    /// Whether passing is good enough.
    #[default]
    Pass,
    /// Whether the move is better than the best so far, at less depth.
    Reduced,
    /// The same, at full depth.
    Scout,
    /// The move's score.
    Full,
}

/// A node on the way from the root to where the search is.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    alpha: i16,
    beta: i16,
    first_alpha: i16,
    best: i16,
    score_if_still: i16,
    best_move: Move,
    tried: Move,
    depth: i8,
    child_depth: i8,
    in_check: bool,
    quiescent: bool,
    may_pass: bool,
    purpose: Purpose,
    legal: u8,
    first: u16,
    next: u16,
    end: u16,
    undo: Undo,
}

impl Node {
    /// Whether only the side of the bound is asked, not the score.
    fn is_narrow(&self) -> bool {
        self.beta.saturating_sub(self.alpha) == 1
    }
}

/// Where the search rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No search.
    Idle,
    /// A move from the book.
    Book(Move),
    /// The next iteration begins.
    Deepen,
    /// The node on top of the stack has not been looked at.
    Enter,
    /// Its next move is due.
    Next,
    /// It is done, with this score for its side.
    Leave(i16),
    /// The search is over.
    Over,
}

/// The moves of all nodes on the stack, with the scores that order them.
#[derive(Clone, Debug)]
struct Moves {
    list: [Move; MAX_MOVES],
    order: [i16; MAX_MOVES],
    end: u16,
}

impl Sink for Moves {
    fn push(&mut self, m: Move) {
        if let Some(slot) = self.list.get_mut(usize::from(self.end)) {
            *slot = m;
            self.end += 1;
        }
    }
}

/// The Modern opponent.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(super) position: Position,
    table: Table<ENTRIES>,
    stack: [Node; MAX_PLY + 1],
    moves: Moves,
    killers: [[Move; 2]; MAX_PLY + 1],
    /// How often a move of a piece to a square has been good, by piece and square.
    history: [[i16; 64]; 15],
    keys: [u32; MAX_KEYS],
    key_count: usize,
    ply: usize,
    phase: Phase,
    /// Whether the side to move is in check, where the move made has told already.
    checked: Option<bool>,
    depth: i8,
    visited: u32,
    budget: u32,
    noise: u16,
    seed: u32,
    best: Move,
    score: i16,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine at rest.
    pub fn new() -> Self {
        Self {
            position: Position::new(),
            table: Table::new(),
            stack: [Node::default(); MAX_PLY + 1],
            moves: Moves { list: [Move::NONE; MAX_MOVES], order: [0; MAX_MOVES], end: 0 },
            killers: [[Move::NONE; 2]; MAX_PLY + 1],
            history: [[0; 64]; 15],
            keys: [0; MAX_KEYS],
            key_count: 0,
            ply: 0,
            phase: Phase::Idle,
            checked: None,
            depth: 0,
            visited: 0,
            budget: u32::MAX,
            noise: 0,
            seed: 0,
            best: Move::NONE,
            score: 0,
        }
    }

    /// Begins with a node budget and a noise, in centipawns, of the caller's.
    pub fn begin_with(&mut self, moves: &[PackedMove], nodes: u32, noise: u16, seed: u32) {
        if moves.len() < 2 {
            self.table.clear();
        }
        self.position.reset();
        self.checked = None;
        self.key_count = 0;
        for m in moves {
            self.remember_key();
            self.position.make(Move(m.0));
            if self.position.quiet == 0 {
                self.key_count = 0;
            }
        }
        self.budget = nodes;
        self.noise = noise;
        self.seed = seed;
        self.visited = 0;
        self.depth = 0;
        self.best = Move::NONE;
        self.score = 0;
        self.killers = [[Move::NONE; 2]; MAX_PLY + 1];
        for row in &mut self.history {
            for value in row {
                *value /= 8;
            }
        }
        self.table.renew();
        self.phase = match book::choose(moves, seed) {
            Some(m) if self.position.is_pseudo_legal(Move(m.0)) => Phase::Book(Move(m.0)),
            _ => Phase::Deepen,
        };
    }

    /// The depth that has been searched in full.
    pub fn depth(&self) -> i8 {
        self.depth
    }

    fn remember_key(&mut self) {
        self.remember(self.position.key);
    }

    fn remember(&mut self, key: u32) {
        if self.key_count == MAX_KEYS {
            self.keys.copy_within(1.., 0);
            self.key_count -= 1;
        }
        self.keys[self.key_count] = key;
        self.key_count += 1;
    }

    fn answer(&self) -> Answer {
        let best = (self.best != Move::NONE).then_some(PackedMove(self.best.0));
        Answer { best, score: Some(self.score), nodes: self.visited, substituted: false }
    }

    /// Goes on until `until` positions have been visited or the search is over.
    fn run(&mut self, until: u32) {
        while self.visited < until {
            match self.phase {
                Phase::Idle | Phase::Over => return,
                Phase::Book(m) => {
                    self.best = m;
                    self.phase = Phase::Over;
                }
                Phase::Deepen => self.deepen(),
                Phase::Enter => self.enter(),
                Phase::Next => self.next(),
                Phase::Leave(score) => self.leave(score),
            }
        }
    }

    fn deepen(&mut self) {
        let mated = self.score.abs() > MATES && i16::from(self.depth) > 2 * (MATE - self.score.abs());
        if usize::from(self.depth.unsigned_abs()) >= MAX_PLY / 2 || self.visited >= self.budget || mated {
            self.finish();
            return;
        }
        self.ply = 0;
        self.moves.end = 0;
        self.push(-INFINITE, INFINITE, self.depth + 1, false);
    }

    fn finish(&mut self) {
        self.phase = Phase::Over;
    }

    fn push(&mut self, alpha: i16, beta: i16, depth: i8, may_pass: bool) {
        self.stack[self.ply] = Node {
            alpha,
            beta,
            first_alpha: alpha,
            depth,
            may_pass,
            first: self.moves.end,
            ..Node::default()
        };
        self.phase = Phase::Enter;
    }

    fn descend(&mut self, alpha: i16, beta: i16, depth: i8, may_pass: bool) {
        self.ply += 1;
        self.push(alpha, beta, depth, may_pass);
    }

    /// A small error of judgement, always the same for the same position in the same game.
    fn misjudge(&self) -> i16 {
        if self.noise == 0 {
            return 0;
        }
        let mut x = self.position.key ^ self.seed;
        x = (x ^ x >> 15).wrapping_mul(0x2C1B_3C6D);
        x = (x ^ x >> 12).wrapping_mul(0x297A_2D39);
        x ^= x >> 15;
        // From 16 random bits to the range without a division.
        let range = 2 * u32::from(self.noise) + 1;
        (((x & 0xFFFF) * range) >> 16) as i16 - self.noise as i16
    }

    fn evaluate(&self) -> i16 {
        self.position.evaluate() + self.misjudge()
    }

    fn is_repeated(&self) -> bool {
        let back = usize::from(self.position.quiet).min(self.key_count);
        self.keys[self.key_count - back..self.key_count].contains(&self.position.key)
    }

    fn enter(&mut self) {
        self.visited += 1;
        let ply = self.ply;
        let in_check = self.checked.take().unwrap_or_else(|| self.position.in_check());
        if ply > 0 && (self.position.quiet >= 100 || self.is_repeated()) {
            self.phase = Phase::Leave(0);
            return;
        }
        if ply == MAX_PLY {
            self.phase = Phase::Leave(self.evaluate());
            return;
        }
        let (alpha, beta, mut depth, may_pass) = {
            let node = &self.stack[ply];
            (node.alpha, node.beta, node.depth, node.may_pass)
        };
        if in_check && depth >= 0 && ply < 2 * usize::from(self.depth.unsigned_abs()) + 2 {
            depth += 1;
        }
        let quiescent = depth <= 0;
        let known = if quiescent && !in_check { None } else { self.table.get(self.position.key) };
        if let Some(known) = known
            && ply > 0
            && known.depth >= depth
        {
            let score = from_table(known.score, ply);
            let cuts = match known.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if cuts {
                self.phase = Phase::Leave(score);
                return;
            }
        }
        let mut still = 0;
        let mut best = -INFINITE;
        if quiescent && !in_check {
            // Material alone says enough where it is far outside the window.
            let quick = self.position.quick();
            still = if quick - LAZY >= beta || quick + LAZY <= alpha { quick } else { self.evaluate() };
            best = still;
            if still >= beta {
                self.phase = Phase::Leave(still);
                return;
            }
        } else if !in_check && beta.saturating_sub(alpha) == 1 && beta.abs() < MATES {
            still = self.evaluate();
            if depth <= 2 && still - 100 * i16::from(depth) >= beta {
                self.phase = Phase::Leave(still);
                return;
            }
        }
        let passes = depth >= 3
            && may_pass
            && !in_check
            && beta.saturating_sub(alpha) == 1
            && beta.abs() < MATES
            && still >= beta
            && self.position.has_pieces(self.position.side);
        let node = &mut self.stack[ply];
        node.in_check = in_check;
        node.depth = depth;
        node.quiescent = quiescent;
        node.best = best;
        node.alpha = alpha.max(best);
        node.score_if_still = still;
        if passes {
            node.purpose = Purpose::Pass;
            self.remember(self.position.key);
            let undo = self.position.make_null();
            self.stack[ply].undo = undo;
            self.descend(-beta, 1 - beta, depth - 3, false);
            return;
        }
        self.list(known.map_or(Move::NONE, |k| k.best));
    }

    /// Lists the moves of the node on top and gives them an order.
    fn list(&mut self, first: Move) {
        let ply = self.ply;
        let first = if ply == 0 && self.best != Move::NONE { self.best } else { first };
        let (quiescent, in_check, start) = {
            let node = &self.stack[ply];
            (node.quiescent, node.in_check, node.first)
        };
        self.moves.end = start;
        self.position.generate(quiescent && !in_check, &mut self.moves);
        for i in usize::from(start)..usize::from(self.moves.end) {
            let m = self.moves.list[i];
            self.moves.order[i] = if m == first { i16::MAX } else { self.rank(m, ply) };
        }
        let node = &mut self.stack[ply];
        node.next = start;
        node.end = self.moves.end;
        self.phase = Phase::Next;
    }

    /// Captures by most valuable victim and least valuable attacker, then killers, then history.
    fn rank(&self, m: Move, ply: usize) -> i16 {
        let piece = self.position.squares[usize::from(m.from())];
        let victim = self.position.squares[usize::from(m.to())] & 7;
        if victim != 0 || m.promotion() == QUEEN {
            let promotion = if m.promotion() == QUEEN { 2_000 } else { 0 };
            let order = 20_000 + promotion + 100 * i16::from(victim) - 10 * i16::from(piece & 7);
            // A good piece for a guarded smaller one comes after the quiet moves that have proved themselves.
            return if self.loses(m) { order - 16_500 } else { order };
        }
        if m.promotion() != 0 {
            return -20_000;
        }
        if m == self.killers[ply][0] {
            return 19_000;
        }
        if m == self.killers[ply][1] {
            return 18_900;
        }
        self.history[usize::from(piece)][usize::from(m.0 >> 6 & 63)]
    }

    /// Whether a capture gives a good piece for a smaller one that a pawn guards.
    fn loses(&self, m: Move) -> bool {
        let piece = self.position.squares[usize::from(m.from())] & 7;
        let victim = self.position.squares[usize::from(m.to())] & 7;
        piece != KING
            && VALUES[usize::from(piece)].0 > VALUES[usize::from(victim)].0 + 60
            && self.position.pawn_attacks(m.to(), self.position.side ^ 1)
    }

    /// Takes the best of the moves that are left.
    fn pick(&mut self) -> Option<Move> {
        let node = &mut self.stack[self.ply];
        let (next, end) = (usize::from(node.next), usize::from(node.end));
        if next >= end {
            return None;
        }
        let orders = &self.moves.order[next..end];
        let mut best = 0;
        for (i, &order) in orders.iter().enumerate() {
            if order > orders[best] {
                best = i;
            }
        }
        self.moves.list.swap(next, next + best);
        self.moves.order.swap(next, next + best);
        node.next += 1;
        Some(self.moves.list[next])
    }

    fn next(&mut self) {
        let Some(m) = self.pick() else {
            self.exhausted();
            return;
        };
        let node = &self.stack[self.ply];
        let victim = self.position.squares[usize::from(m.to())] & 7;
        let loud = victim != 0 || m.promotion() == QUEEN;
        if node.quiescent && !node.in_check {
            let gain = VALUES[usize::from(victim)].0 + if m.promotion() == QUEEN { 890 } else { 0 };
            let enough = node.score_if_still.saturating_add(gain + 200);
            if (enough <= node.alpha && victim != 0) || self.loses(m) {
                return;
            }
        }
        // Quiet moves late in a node near the leaves, where the score is far below: not worth a look.
        let narrow = node.is_narrow();
        if !node.quiescent
            && narrow
            && !loud
            && !node.in_check
            && node.depth <= 2
            && node.legal > 0
            && node.best > -MATES
            && node.score_if_still + 120 * i16::from(node.depth) <= node.alpha
            && self.position.squares[usize::from(m.from())] & 7 != PAWN
        {
            return;
        }
        let undo = self.position.make(m);
        if !self.position.is_legal() {
            self.position.unmake(m, &undo);
            return;
        }
        let gives_check = !self.stack[self.ply].quiescent && self.position.in_check();
        self.checked = (!self.stack[self.ply].quiescent).then_some(gives_check);
        self.remember(undo.key());
        let ply = self.ply;
        let node = &mut self.stack[ply];
        node.undo = undo;
        node.tried = m;
        node.legal = node.legal.saturating_add(1);
        let (alpha, beta, depth, legal) = (node.alpha, node.beta, node.depth, node.legal);
        if node.quiescent {
            node.purpose = Purpose::Full;
            node.child_depth = depth - 1;
            self.descend(-beta, -alpha, depth - 1, false);
            return;
        }
        node.child_depth = depth - 1;
        if legal == 1 {
            node.purpose = Purpose::Full;
            self.descend(-beta, -alpha, depth - 1, true);
            return;
        }
        let mut reduction = 0;
        if depth >= 3 && legal > 3 && !loud && !node.in_check && !gives_check {
            reduction = if legal > 10 { 2 } else { 1 };
            if !narrow && reduction > 1 {
                reduction = 1;
            }
        }
        node.purpose = if reduction > 0 { Purpose::Reduced } else { Purpose::Scout };
        self.descend(-alpha - 1, -alpha, depth - 1 - reduction, true);
    }

    /// No moves are left: the node's score is known.
    fn exhausted(&mut self) {
        let node = &self.stack[self.ply];
        let score = if node.legal == 0 && (node.in_check || !node.quiescent) {
            if node.in_check { -(MATE - self.ply as i16) } else { 0 }
        } else {
            node.best
        };
        self.conclude(score);
    }

    /// The node on top is done.
    fn conclude(&mut self, score: i16) {
        let node = &self.stack[self.ply];
        if !node.quiescent {
            let bound = if score >= node.beta {
                Bound::Lower
            } else if score > node.first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let known =
                Known { best: node.best_move, score: to_table(score, self.ply), depth: node.depth, bound };
            self.table.put(self.position.key, known);
        }
        self.phase = Phase::Leave(score);
    }

    /// The node on top has been left with `score`; its parent goes on.
    fn leave(&mut self, score: i16) {
        self.moves.end = self.stack[self.ply].first;
        if self.ply == 0 {
            let node = &self.stack[0];
            if node.best_move != Move::NONE {
                self.best = node.best_move;
            }
            self.score = score;
            self.depth += 1;
            self.phase = if node.legal == 1 && self.depth >= 2 { Phase::Over } else { Phase::Deepen };
            return;
        }
        self.ply -= 1;
        let score = -score;
        let ply = self.ply;
        let node = &self.stack[ply];
        let (alpha, beta, child_depth) = (node.alpha, node.beta, node.child_depth);
        if node.purpose == Purpose::Pass && node.legal == 0 && node.tried == Move::NONE {
            self.key_count -= 1;
            self.position.unmake_null(&node.undo);
            if score >= beta {
                self.phase = Phase::Leave(if score > MATES { beta } else { score });
            } else {
                let known = self.table.get(self.position.key);
                self.list(known.map_or(Move::NONE, |k| k.best));
            }
            return;
        }
        if score > alpha {
            match node.purpose {
                Purpose::Reduced => {
                    self.stack[ply].purpose = Purpose::Scout;
                    self.descend(-alpha - 1, -alpha, child_depth, true);
                    return;
                }
                Purpose::Scout if score < beta => {
                    self.stack[ply].purpose = Purpose::Full;
                    self.descend(-beta, -alpha, child_depth, true);
                    return;
                }
                _ => {}
            }
        }
        self.key_count -= 1;
        self.position.unmake(node.tried, &node.undo);
        self.account(score);
    }

    /// A move of the node on top has its score.
    fn account(&mut self, score: i16) {
        let ply = self.ply;
        let node = &mut self.stack[ply];
        self.phase = Phase::Next;
        if score <= node.best && node.legal > 1 {
            return;
        }
        if score > node.best {
            node.best = score;
        }
        if score > node.alpha || (ply == 0 && node.legal == 1) {
            node.best_move = node.tried;
            node.alpha = node.alpha.max(score);
            if ply == 0 {
                // The best move so far counts even if the iteration is cut short.
                self.best = node.tried;
                self.score = score;
            }
        }
        if node.alpha >= node.beta {
            let (m, depth, quiescent) = (node.tried, node.depth, node.quiescent);
            let best = node.best;
            if !quiescent {
                self.reward(m, depth);
            }
            self.conclude(best);
        }
    }

    /// A quiet move has refuted the enemy's last one.
    fn reward(&mut self, m: Move, depth: i8) {
        if self.position.squares[usize::from(m.to())] != 0 || m.promotion() != 0 {
            return;
        }
        let killers = &mut self.killers[self.ply];
        if killers[0] != m {
            killers[1] = killers[0];
            killers[0] = m;
        }
        let piece = usize::from(self.position.squares[usize::from(m.from())]);
        let value = &mut self.history[piece][usize::from(m.0 >> 6 & 63)];
        *value += i16::from(depth) * i16::from(depth);
        if *value > 2_000 {
            for row in &mut self.history {
                for value in row {
                    *value /= 2;
                }
            }
        }
    }

    /// Puts the board of the root back, wherever the search is.
    fn unwind(&mut self) {
        if matches!(self.phase, Phase::Enter | Phase::Next | Phase::Leave(_)) {
            while self.ply > 0 {
                self.ply -= 1;
                let node = self.stack[self.ply];
                self.key_count -= 1;
                if node.tried == Move::NONE {
                    self.position.unmake_null(&node.undo);
                } else {
                    self.position.unmake(node.tried, &node.undo);
                }
            }
        }
        self.phase = Phase::Over;
    }

    /// Any legal move, if the search has none yet.
    fn any(&mut self) -> Move {
        self.moves.end = 0;
        self.position.generate(false, &mut self.moves);
        for i in 0..usize::from(self.moves.end) {
            let m = self.moves.list[i];
            let undo = self.position.make(m);
            let legal = self.position.is_legal();
            self.position.unmake(m, &undo);
            if legal {
                return m;
            }
        }
        Move::NONE
    }
}

/// Mates count from the root in the search and from the position in the table.
fn to_table(score: i16, ply: usize) -> i16 {
    match score {
        s if s > MATES => s + ply as i16,
        s if s < -MATES => s - ply as i16,
        s => s,
    }
}

fn from_table(score: i16, ply: usize) -> i16 {
    match score {
        s if s > MATES => s - ply as i16,
        s if s < -MATES => s + ply as i16,
        s => s,
    }
}

impl Opponent for Engine {
    fn begin(&mut self, moves: &[PackedMove], level: Level, seed: u32) {
        self.begin_with(moves, level.modern_nodes(), level.modern_noise(), seed);
    }

    fn step(&mut self, nodes: u32) -> Progress {
        let until = self.visited.saturating_add(nodes).min(self.budget);
        self.run(until);
        if self.phase == Phase::Over || self.visited >= self.budget {
            Progress::Done(self.stop())
        } else {
            Progress::Thinking(self.visited)
        }
    }

    fn stop(&mut self) -> Answer {
        self.unwind();
        if self.best == Move::NONE {
            self.best = self.any();
        }
        self.phase = Phase::Over;
        self.answer()
    }
}
