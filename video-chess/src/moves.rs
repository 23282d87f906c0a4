//! The move generator (`$FA66`–`$FBB5`) and the moving of pieces (`$FD33`–`$FD4C`).
//!
//! Moves come one at a time, and where the generator stands is a move: source, piece and counter. It looks for pieces
//! from h1 backwards to a8, and takes a piece's moves with the counter going down. Two runs make a node's moves: first
//! captures (and pawns stepping to the last two rows), then moves to empty squares. What it gives is pseudo-legal: kings
//! may stay in check and castling is not its business.
//!
//! A third mode, for the castling squares and for the human's side of the game, gives all steps to empty squares, those
//! of capturing pawns among them, and stops once at every piece before its first step (the target is negative then).

use crate::ram::{Ram, Side, row};
use crate::tables::kind::{BISHOP, HUMAN, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::tables::{
    BEYOND_STEPS, FIRST_COUNTER, KING_REACH, KNIGHT_REACH, LINE_ASCENDS, LINES, STEP_COUNT, STEPS,
    STEPS_OF_CONTENT, TARGETS, is_off_board, pack, steps_between,
};

/// Counter of the king's castling towards the h-file.
pub(crate) const COUNTER_CASTLING: u8 = 8;
/// From this counter up a pawn's move is en passant, ...
pub(crate) const COUNTER_EN_PASSANT: u8 = 8;
/// ... and from this one up it promotes.
pub(crate) const COUNTER_PROMOTION: u8 = 12;
/// Source from which the generator finds the first piece.
pub(crate) const BEFORE_FIRST: u8 = 64;
/// Source once there is no further piece.
const AFTER_LAST: u8 = 0xff;
/// The generator's note that no square can be entered en passant.
const NOT_PASSED: u8 = 0x80;

/// Which squares are occupied, a bit a square. It says nothing that the RAM does not; it is how the search looks for
/// pieces and captures without walking over empty squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Occupied {
    program: u64,
    human: u64,
    /// The pawns of both.
    pawns: u64,
    /// What stands in the way of others and never moves, contents 7 and 15. No game leads to it.
    blocks: u64,
}

impl Occupied {
    /// No square.
    pub(crate) const NONE: Self = Self { program: 0, human: 0, pawns: 0, blocks: 0 };

    /// The squares of a board.
    pub(crate) fn of(ram: &Ram) -> Self {
        let mut occupied = Self::NONE;
        for square in 0..64 {
            occupied.note(ram, square);
        }
        occupied
    }

    /// Takes up what stands on `square`; nothing does beyond the edge.
    #[inline(always)]
    pub(crate) fn note(&mut self, ram: &Ram, square: u8) {
        if square >= 64 {
            return;
        }
        let content = ram.square(square);
        let bit = 1 << square;
        self.program &= !bit;
        self.human &= !bit;
        self.pawns &= !bit;
        self.blocks &= !bit;
        match content {
            0 => return,
            1..HUMAN => self.program |= bit,
            _ => self.human |= bit,
        }
        match content & 7 {
            PAWN => self.pawns |= bit,
            7 => self.blocks |= bit,
            _ => {}
        }
    }
}

/// The squares with a number below `square`, 0 to 64.
#[inline(always)]
fn below(square: u8) -> u64 {
    u64::MAX.checked_shr(64 - u32::from(square)).unwrap_or(0)
}

/// What the generator is asked for.
mod mode {
    /// Captures, and pawns stepping to the last two rows.
    pub(super) const CAPTURES: u8 = 0;
    /// Moves to empty squares.
    pub(super) const QUIET: u8 = 1;
    /// Steps to empty squares, those of capturing pawns among them, and a stop at each piece.
    pub(super) const ATTACKS: u8 = 2;
}

/// Where the generator stands, taken out of the RAM while it runs. `MODE` is one of [`mode`].
struct Generator<'a, const MODE: u8> {
    ram: &'a mut Ram,
    side: Side,
    /// The pieces whose moves are asked for.
    movers: u64,
    /// The other side's.
    other: u64,
    /// All that stands in the way.
    blocking: u64,
    source: u8,
    piece: u8,
    counter: u8,
    /// The last target looked at, and what stood there.
    target: u8,
    captured: u8,
    /// Return address of the last subroutine called, kept in the mode for attacks only.
    called_from: Option<u16>,
}

/// What a piece has to give.
#[derive(PartialEq, Eq)]
enum Given {
    Move,
    Nothing,
}

/// Where to begin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begin {
    /// With the first piece of the side to move (`$F5DB`).
    First,
    /// Behind the move in the RAM (`$FA95`).
    Next,
}

/// Puts the next move into the RAM and says whether there is one; the source is negative if not. Captures or moves to
/// empty squares, as [`Ram::generates_quiet`] has it.
#[inline(always)]
pub(crate) fn generate(ram: &mut Ram, occupied: &Occupied, begin: Begin) -> bool {
    if ram.generates_quiet() {
        generate_quiet(ram, occupied, begin)
    } else {
        generate_captures(ram, occupied, begin)
    }
}

/// The same for captures.
#[inline(never)]
pub(crate) fn generate_captures(ram: &mut Ram, occupied: &Occupied, begin: Begin) -> bool {
    Generator::<{ mode::CAPTURES }>::run(ram, occupied, begin).0
}

#[inline(never)]
fn generate_quiet(ram: &mut Ram, occupied: &Occupied, begin: Begin) -> bool {
    Generator::<{ mode::QUIET }>::run(ram, occupied, begin).0
}

/// The next step in the mode that looks for attacks (bit 7 of `$B7` and `$B4`). `stack` is the machine's stack pointer in
/// `$FA95`: below it the ROM's calls leave their return addresses in the RAM.
#[inline(never)]
pub(crate) fn next_attack(ram: &mut Ram, stack: u8) -> bool {
    let (found, called_from) = Generator::<{ mode::ATTACKS }>::run(ram, &Occupied::NONE, Begin::Next);
    if let Some(address) = called_from {
        push_address(ram, stack, address);
    }
    found
}

/// What a subroutine call leaves in the RAM: its return address, at the stack pointer and below it.
pub(crate) fn push_address(ram: &mut Ram, stack: u8, address: u16) {
    let [low, high] = address.to_le_bytes();
    ram.set_byte(stack, high);
    ram.set_byte(stack - 1, low);
}

impl<'a, const MODE: u8> Generator<'a, MODE> {
    /// Whether moves go to empty squares and nowhere else.
    const TO_EMPTY: bool = MODE != mode::CAPTURES;

    #[inline(always)]
    fn run(ram: &'a mut Ram, occupied: &Occupied, begin: Begin) -> (bool, Option<u16>) {
        let side = ram.side();
        let (own, other) = match side {
            Side::Program => (occupied.program, occupied.human),
            Side::Human => (occupied.human, occupied.program),
        };
        let mut generator = Self {
            side,
            movers: own & !occupied.blocks,
            other,
            blocking: own | other,
            source: ram.source(),
            piece: ram.piece(),
            counter: ram.counter(),
            target: ram.target(),
            captured: ram.captured(),
            called_from: None,
            ram,
        };
        if begin == Begin::First {
            generator.source = BEFORE_FIRST;
        }
        let mut given = Given::Nothing;
        if begin == Begin::Next {
            given = generator.next_of_piece();
        }
        if given == Given::Nothing {
            given = if MODE == mode::CAPTURES {
                generator.next_pieces_capture(occupied.pawns)
            } else {
                generator.next_pieces_move()
            };
        }
        let found = given == Given::Move;
        let called_from = generator.called_from;
        generator.store();
        (found, called_from)
    }

    #[inline(always)]
    fn store(self) {
        self.ram.set_source(self.source);
        self.ram.set_target(self.target);
        self.ram.set_piece(self.piece);
        self.ram.set_captured(self.captured);
        self.ram.set_counter(self.counter);
    }

    /// `$FA66`: the next pieces down the board, until one has a move.
    #[inline(always)]
    fn next_pieces_move(&mut self) -> Given {
        while self.find_piece() {
            if MODE == mode::ATTACKS || self.next_of_piece() == Given::Move {
                return Given::Move;
            }
        }
        Given::Nothing
    }

    /// The same for captures. Pawns that have none are passed over; only their row and the square that might be entered en
    /// passant are noted, as the ROM does with every pawn it comes to.
    #[inline(always)]
    fn next_pieces_capture(&mut self, pawns: u64) -> Given {
        let first = self.source;
        let pawns = pawns & self.movers;
        self.movers &= !(pawns & pawns_without_capture(self.side, self.other));
        let given = self.next_pieces_move();
        let last = if given == Given::Move { self.source } else { 0 };
        let passed = pawns & below(first) & !below(last);
        if passed != 0 {
            let row = passed.trailing_zeros() as u8 >> 3;
            self.ram.set_pawn_row(if self.side == Side::Human { row ^ 7 } else { row });
            // With a move found this would be overwritten by its mover.
            if given == Given::Nothing {
                self.ram.set_mover(self.passed_square());
            }
        }
        given
    }

    /// `$FA68`: the next piece of the side to move, and its first counter.
    #[inline(always)]
    fn find_piece(&mut self) -> bool {
        let by_sight = MODE == mode::ATTACKS;
        let Some((square, piece)) = (if by_sight { self.search_square() } else { self.highest_square() })
        else {
            // The square before a8, or before a source that is none.
            self.source = if by_sight && self.source > 0x80 { self.source - 1 } else { AFTER_LAST };
            return false;
        };
        self.source = square;
        self.piece = piece;
        self.counter = FIRST_COUNTER[usize::from(piece & 7)];
        if piece == PAWN && self.side == Side::Human {
            self.counter += 1;
        }
        self.target = self.ram.byte(0xb7);
        true
    }

    /// The next square down with a piece, and the piece, looked for on the board.
    fn search_square(&self) -> Option<(u8, u8)> {
        let turned = if self.side == Side::Human { HUMAN } else { 0 };
        let above = if self.source > 0x80 { 0 } else { self.source };
        (0..above)
            .rev()
            .map(|square| (square, self.ram.square(square)))
            .find(|&(_, content)| content != 0 && content ^ turned <= PAWN)
            .map(|(square, content)| (square, content ^ turned))
    }

    /// The same among the squares known to be occupied.
    #[inline(always)]
    fn highest_square(&self) -> Option<(u8, u8)> {
        let square = (self.movers & below(self.source)).checked_ilog2()? as u8;
        Some((square, self.ram.square(square) & 7))
    }

    #[inline(always)]
    fn next_of_piece(&mut self) -> Given {
        if self.piece == PAWN {
            self.next_of_pawn()
        } else if MODE == mode::CAPTURES {
            self.next_capture_of_officer()
        } else {
            self.next_of_officer()
        }
    }

    /// `$FA9B` while captures are generated: the same without a look at every square of a line.
    #[inline(always)]
    fn next_capture_of_officer(&mut self) -> Given {
        match self.piece {
            QUEEN | ROOK => self.next_capture_on_line(0),
            BISHOP => self.next_capture_on_line(4),
            KNIGHT => self.next_capture_of_jumper(&KNIGHT_REACH),
            KING => self.next_capture_of_jumper(&KING_REACH),
            _ => self.next_of_officer(),
        }
    }

    #[inline(always)]
    fn next_capture_of_jumper(&mut self, reach: &[u64; 64]) -> Given {
        if reach[usize::from(self.source & 63)] & self.other == 0 {
            Given::Nothing
        } else {
            self.next_of_officer()
        }
    }

    /// The lines of a queen, rook or bishop, numbered as the queen's from `first_line` on: on each the nearest piece.
    #[inline(always)]
    fn next_capture_on_line(&mut self, first_line: u8) -> Given {
        // In the middle of a line it goes on behind the last target, at its end the next line begins.
        let mut from = if self.counter & 7 == 0 { self.source } else { self.last_target() };
        while self.counter != 0 {
            let line = (self.counter - 1) >> 3;
            let number = usize::from((first_line + line) & 7);
            let beyond = LINES[usize::from(from & 63)][number];
            self.counter = line << 3;
            from = self.source;
            if beyond & self.other == 0 {
                continue;
            }
            let blocking = beyond & self.blocking;
            let nearest = if LINE_ASCENDS[number] { lowest_bit(blocking) } else { highest_bit(blocking) };
            if nearest & self.other != 0 {
                self.target = nearest.trailing_zeros() as u8;
                self.captured = self.ram.square(self.target);
                self.counter |= 8 - steps_between(self.source, self.target);
                return Given::Move;
            }
        }
        self.counter = 0xff;
        Given::Nothing
    }

    #[inline(always)]
    fn last_target(&self) -> u8 {
        target(self.ram, self.piece, self.source, self.counter)
    }

    /// `$FA9B`: everything but pawns.
    #[inline(always)]
    fn next_of_officer(&mut self) -> Given {
        loop {
            self.counter = self.counter.wrapping_sub(1);
            if self.counter & 0x80 != 0 {
                return Given::Nothing;
            }
            if !self.look(0xfaa1) {
                self.leave_line();
            } else if self.captured == 0 {
                if Self::TO_EMPTY {
                    return Given::Move;
                }
            } else if Self::TO_EMPTY || self.is_own(self.captured) {
                self.leave_line();
            } else {
                return Given::Move;
            }
        }
    }

    /// `$FAD2`: a pawn's counters go by twos, one's own side's.
    #[inline(always)]
    fn next_of_pawn(&mut self) -> Given {
        let rows = self.source >> 3;
        let pawn_row = if self.side == Side::Human { rows ^ 7 } else { rows };
        self.ram.set_pawn_row(pawn_row);
        if self.counter > COUNTER_PROMOTION + 1 {
            self.counter -= COUNTER_PROMOTION;
        }
        let passed = self.passed_square();
        self.ram.set_mover(passed);
        let takes_now = MODE != mode::QUIET;
        loop {
            self.counter = self.counter.wrapping_sub(2);
            if self.counter & 0x80 != 0 {
                return Given::Nothing;
            }
            match self.counter >> 1 {
                // Two squares from the second row. A single step that is blocked has ended the pawn's moves before.
                0 => {
                    return if pawn_row == 1 && Self::TO_EMPTY && self.step_ahead() == Some(true) {
                        self.found_by_pawn(pawn_row)
                    } else {
                        Given::Nothing
                    };
                }
                // One square. Late steps count as captures: they come first, and quiescence sees them.
                1 => {
                    if MODE == mode::ATTACKS || (pawn_row >= 5) == (MODE == mode::CAPTURES) {
                        match self.step_ahead() {
                            Some(true) => return self.found_by_pawn(pawn_row),
                            Some(false) => return Given::Nothing,
                            None => {}
                        }
                    }
                }
                2 | 3 => {
                    if !takes_now {
                        continue;
                    }
                    if !self.look(0xfaa1) {
                        self.leave_line();
                    } else if self.captured == 0 {
                        if Self::TO_EMPTY {
                            return Given::Move;
                        }
                    } else if Self::TO_EMPTY || self.is_own(self.captured) {
                        self.leave_line();
                    } else {
                        return self.found_by_pawn(pawn_row);
                    }
                }
                _ => {
                    let possible =
                        takes_now && !is_off_board(passed) && !self.ram.bit(0xb8, 0x80) && pawn_row == 4;
                    if possible {
                        self.aim(0xfb46);
                        if self.target == passed {
                            self.captured = self.ram.side_byte() & HUMAN ^ (HUMAN | PAWN);
                            return Given::Move;
                        }
                    }
                }
            }
        }
    }

    /// `$FB68`: whether the square ahead is empty; `None` where it is beyond the edge.
    #[inline(always)]
    fn step_ahead(&mut self) -> Option<bool> {
        self.look(0xfb6a).then_some(self.captured == 0)
    }

    /// `$FB75`: a move to the last row promotes, which its counter says.
    #[inline(always)]
    fn found_by_pawn(&mut self, pawn_row: u8) -> Given {
        if MODE != mode::ATTACKS && pawn_row == 6 {
            self.counter += COUNTER_PROMOTION;
        }
        Given::Move
    }

    /// `$FAE9`: which square, if any, a pawn may enter en passant. At the root that is the human's double step; deeper,
    /// the move that led here.
    #[inline(always)]
    fn passed_square(&self) -> u8 {
        let ply = self.ram.ply();
        let from_game = self.side == Side::Program || MODE == mode::ATTACKS;
        if ply == 0 {
            let double_step = if from_game { self.ram.double_step() } else { 0x80 ^ self.ram.byte(0xb7) };
            return double_step ^ 0x18;
        }
        let before = ply.wrapping_sub(1);
        let address = row::COUNTER.wrapping_add(before);
        // Between two searches the ply counts frames down from 31, and beyond 18 the address wraps into the TIA, where
        // the ROM finds more than 1 while no button is down.
        if address & 0x80 == 0 {
            return NOT_PASSED;
        }
        // Counters 0 and 1 are a pawn's double step for either side; other pieces have them too.
        let counter = self.ram.byte(address);
        let is_pawn = self.ram.high_nibble(row::PIECE.wrapping_add(before)) & 7 == PAWN;
        if counter >= 2 || !is_pawn {
            return NOT_PASSED;
        }
        let low = self.ram.high_nibble(row::SOURCE_LOW.wrapping_add(before));
        (self.ram.byte(row::SOURCE.wrapping_add(before)) & 0x30 | low) ^ 0x18
    }

    /// Computes the target of the current counter; the ROM does so in a subroutine that returns to `called_from`.
    #[inline(always)]
    fn aim(&mut self, called_from: u16) {
        self.target = target(self.ram, self.piece, self.source, self.counter);
        if MODE == mode::ATTACKS {
            self.called_from = Some(called_from);
        }
    }

    /// Computes the target and looks what stands there; says whether it is on the board.
    #[inline(always)]
    fn look(&mut self, called_from: u16) -> bool {
        self.aim(called_from);
        let on_board = !is_off_board(self.target);
        if on_board {
            self.captured = self.ram.square(self.target);
        }
        on_board
    }

    /// `$FACB`: the line is blocked or has reached the edge.
    #[inline(always)]
    fn leave_line(&mut self) {
        self.counter = end_of_line(self.piece, self.counter);
        if MODE == mode::ATTACKS {
            self.called_from = Some(0xfacd);
        }
    }

    #[inline(always)]
    fn is_own(&self, content: u8) -> bool {
        (content & HUMAN != 0) == (self.side == Side::Human)
    }
}

/// The lowest set bit, or none.
#[inline(always)]
const fn lowest_bit(bits: u64) -> u64 {
    bits & bits.wrapping_neg()
}

/// The highest set bit, or none.
#[inline(always)]
const fn highest_bit(bits: u64) -> u64 {
    match bits.checked_ilog2() {
        Some(highest) => 1 << highest,
        None => 0,
    }
}

/// The squares from which a pawn of `side` has no capture, nor a step to the last two rows or a neighbour to take en
/// passant: none of the other side's pieces, which are `other`, is ahead to the left or right.
#[inline(always)]
const fn pawns_without_capture(side: Side, other: u64) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    const H_FILE: u64 = A_FILE << 7;
    const FIRST_ROWS: u64 = 0xffff_ffff;
    let (left, right) = (other & !A_FILE, other & !H_FILE);
    match side {
        Side::Program => FIRST_ROWS & !(left >> 9 | right >> 7),
        Side::Human => !FIRST_ROWS & !(left << 7 | right << 9),
    }
}

/// `$FB91`: where the piece's step number `counter` leads.
#[inline(always)]
pub(crate) fn target(ram: &Ram, piece: u8, source: u8, counter: u8) -> u8 {
    match STEPS_OF_CONTENT[usize::from(piece & 15)].checked_add(counter) {
        Some(step) if usize::from(step) < STEP_COUNT => TARGETS[usize::from(step)][usize::from(source & 63)],
        _ => target_beyond_table(ram, piece, source, counter),
    }
}

/// `$FB91` on the move in the RAM: sets its target.
#[inline(always)]
pub(crate) fn aim(ram: &mut Ram) {
    ram.set_target(target(ram, ram.piece(), ram.source(), ram.counter()));
}

/// Where a step leads whose number is not in the table of steps.
///
/// To this the ROM comes in a game where the program has no move at all and a8 is empty: "no piece" moves from there with
/// its counter at 0. The table's index is -1 then, and what is found there, in the zero page's second copy, is the byte of
/// b8. Otherwise it takes memory that no game leads to. Of the TIA, which lies between the table's end and that copy, the
/// bits that nobody drives are taken to be 0.
#[cold]
fn target_beyond_table(ram: &Ram, piece: u8, source: u8, counter: u8) -> u8 {
    let (number, carry) = STEPS_OF_CONTENT[usize::from(piece & 15)].overflowing_add(counter);
    let from = (source & 0x38).wrapping_add(source & 63).wrapping_add(u8::from(carry));
    let index = usize::from(number);
    let step = match index {
        0..STEP_COUNT => {
            let (row, file) = (STEPS[index] / 10, STEPS[index] % 10);
            row << 4 | file
        }
        0xfe => ram.byte(0x80),
        0xff => ram.byte(0x81),
        _ => BEYOND_STEPS.get(index - STEP_COUNT).copied().unwrap_or(0),
    };
    let (digits, hundred) = add_decimal(from, step);
    pack(digits, u8::from(hundred))
}

/// The 6507's addition in decimal mode, whatever the digits are: the sum and its carry.
fn add_decimal(one: u8, other: u8) -> (u8, bool) {
    let low = (one & 0x0f) + (other & 0x0f);
    let low = if low > 9 { (low + 6) & 0x0f | 0x10 } else { low };
    let sum = u16::from(one & 0xf0) + u16::from(other & 0xf0) + u16::from(low);
    let sum = if sum >= 0xa0 { sum + 0x60 } else { sum };
    (sum as u8, sum >= 0x100)
}

/// What stands on `square`. Beyond the edge the ROM reads the TIA, whose low four bits are what was on the bus before:
/// the byte of a8.
#[inline(always)]
pub(crate) fn content(ram: &Ram, square: u8) -> u8 {
    ram.square(if is_off_board(square) { 0 } else { square })
}

/// Puts `piece` on `square`; beyond the edge the TIA swallows it.
#[inline(always)]
pub(crate) fn put(ram: &mut Ram, square: u8, piece: u8) {
    if !is_off_board(square) {
        ram.set_square(square, piece);
    }
}

/// `$FD4D`: the counter with which a queen, rook or bishop begins its next line; other pieces keep theirs.
#[inline(always)]
pub(crate) fn end_of_line(piece: u8, counter: u8) -> u8 {
    if matches!(piece, KING | KNIGHT | PAWN) { counter } else { counter & 0xf8 }
}

/// `$FD4D` on the move in the RAM.
#[inline(always)]
pub(crate) fn leave_line(ram: &mut Ram) {
    ram.set_counter(end_of_line(ram.piece(), ram.counter()));
}

/// `$FD37`: moves what stands on `from` to `to`.
///
/// Squares with bit 7 set are beyond the board: the address wraps into the TIA, where the low four bits read as 0 and
/// writes come to nothing in memory. As `from` the ROM uses such a number when it captures en passant in the search and
/// the human's last move was no double step ([`Ram::double_step`] is `$80` and the address `$0100`).
#[inline(always)]
pub(crate) fn move_from_to(ram: &mut Ram, from: u8, to: u8) {
    let piece = if is_off_board(from) { 0 } else { ram.square(from) };
    ram.set_scratch(piece);
    put(ram, from, 0);
    put(ram, to, piece);
}

/// `$FD33`: moves what stands on the source to the target.
#[inline(always)]
pub(crate) fn move_piece(ram: &mut Ram) {
    move_from_to(ram, ram.source(), ram.target());
}
