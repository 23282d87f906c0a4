//! Positions as FEN, into the machine's memory and out of it.
//!
//! What a FEN says and the cartridge does not know, and the other way round, is settled here and nowhere else:
//!
//! * **Castling rights** are moved bits. A right that is missing is a king or rook that has moved; which of them is not
//!   known, and the rook's bit is set (the king's only where neither right is left). Whether castling is possible now
//!   (nothing between, nothing attacked) is looked at as after a move.
//! * **En passant** is the square that the pawn left. It is always kept, whether or not a pawn can take; out of the
//!   memory it comes where the last move was a double step.
//! * **Move number**: the program's moves so far are the full moves less one (all of them, where the human has black and
//!   is to move), at most 255. They decide how root moves are ranked.
//! * **Halfmove clock**: the cartridge has none. Read and forgotten, written as 0.
//! * **Stage** (`$E2`): whether the opening is over, which the machine remembers, is taken from the material: it lasts
//!   while both sides have 128 points or more.
//! * **Frame counter** (`$D3`): an input of the search that no FEN has; it is given beside it.
//! * **Colours**: the human has one of them, and the board stands so that the program's back rank comes first.
//! * **What the memory holds besides** (the kept move, the stack of an earlier search) is as in a new game. None of it
//!   reaches the search.
//!
//! Refused are positions that the cartridge's own game cannot come to or that would derail it: see [`PositionError`].

use core::fmt;
use core::str::FromStr;

use crate::cartridge::{Cartridge, Controls};
use crate::chess::{Colour, Piece, Square};
use crate::level::Level;
use crate::ram::Ram;
use crate::rules;
use crate::tables::kind::{KING, PAWN, ROOK};

/// A position: what a FEN says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board, a1 first, then b1.
    pub board: [Option<Piece>; 64],
    /// Whose turn it is.
    pub to_move: Colour,
    /// Castling rights: White's towards h and a, Black's towards h and a.
    pub castling: [bool; 4],
    /// The square that a pawn has just passed by a double step.
    pub en_passant: Option<Square>,
    /// Number of the full move, from 1.
    pub full_moves: u16,
}

/// Why a FEN is not one, or not one for the cartridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// Fewer than four fields: board, colour, castling, en passant.
    Fields,
    /// The board has not eight ranks of eight squares; the rank (8 first) where that shows.
    Rank(u8),
    /// No piece's letter.
    Letter(char),
    /// The side to move is neither `w` nor `b`.
    ToMove,
    /// The castling field is neither `-` nor letters of `KQkq`, each once.
    Castling,
    /// The en passant field is neither `-` nor a square.
    EnPassant,
    /// A counter is not a number.
    Counter,
    /// A colour has not one king.
    Kings(Colour),
    /// A pawn on the first or last rank.
    PawnOnEdge(Square),
    /// A castling right without its king or rook at home.
    CastlingHomes(Square),
    /// No pawn stands before this square, as it would after a double step, or the way behind it is not free.
    EnPassantPawn(Square),
    /// The side to move could take the king. The cartridge's search would run off its stack.
    KingCanBeTaken(Colour),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields => {
                f.write_str("a FEN has at least four fields: board, colour to move, castling, en passant")
            }
            Self::Rank(rank) => write!(f, "rank {rank} of the board has not eight squares"),
            Self::Letter(letter) => write!(f, "'{letter}' is no piece (pnbrqk, capitals for White)"),
            Self::ToMove => f.write_str("the colour to move is w or b"),
            Self::Castling => f.write_str("the castling field is - or some of KQkq, each once"),
            Self::EnPassant => {
                f.write_str("the en passant field is - or a square of the third or sixth rank")
            }
            Self::Counter => f.write_str("the last two fields are numbers"),
            Self::Kings(colour) => write!(f, "{colour:?} must have one king"),
            Self::PawnOnEdge(square) => write!(f, "a pawn cannot stand on {square}"),
            Self::CastlingHomes(square) => {
                write!(f, "a castling right needs its king or rook on {square}")
            }
            Self::EnPassantPawn(square) => write!(f, "no pawn has just passed {square}"),
            Self::KingCanBeTaken(colour) => {
                write!(f, "{colour:?} is in check and it is the other side's turn")
            }
        }
    }
}

impl core::error::Error for PositionError {}

/// Letters of the castling rights, in the order of [`Position::castling`].
const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

impl Position {
    /// The start of a game.
    pub const START: Self = Self {
        board: {
            const OFFICERS: [u8; 8] = crate::tables::BACK_RANK;
            let mut board = [None; 64];
            let mut file = 0;
            while file < 8 {
                let kind = OFFICERS[file];
                board[file] = Some(Piece { colour: Colour::White, kind });
                board[8 + file] = Some(Piece { colour: Colour::White, kind: PAWN });
                board[48 + file] = Some(Piece { colour: Colour::Black, kind: PAWN });
                board[56 + file] = Some(Piece { colour: Colour::Black, kind });
                file += 1;
            }
            board
        },
        to_move: Colour::White,
        castling: [true; 4],
        en_passant: None,
        full_moves: 1,
    };

    /// What stands on a square.
    #[must_use]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[(square.rank() << 3 | square.file()) as usize]
    }

    /// The machine's memory in this position: at `$F574` where the program is to move, so that the search can begin, else
    /// at the end of vertical sync with the cursor free.
    #[must_use]
    pub fn to_ram(&self, human: Colour, level: Level, frame_counter: u8) -> Ram {
        let controls = Controls { human_is_black: human == Colour::Black, ..Controls::NONE };
        let mut ram = *Cartridge::power_on(&controls).ram();
        ram.set_frame(frame_counter);
        ram.set_level(level as u8);
        for index in 0..64 {
            let piece = self.piece_on(Square::from_index(index, human));
            ram.set_square(index, piece.map_or(0, |piece| piece.content(human)));
        }
        let program_moves = if self.to_move == Colour::Black && human == Colour::Black {
            self.full_moves
        } else {
            self.full_moves.saturating_sub(1)
        };
        ram.set_half_moves(program_moves.min(255) as u8);
        ram.set_bit(0xb9, 0x80, human == Colour::Black);
        let material = rules::survey(&mut ram);
        self.set_moved_bits(&mut ram, human);
        let double_step = self.en_passant.map_or(0x80, |square| square.index(human) ^ 0x18);
        ram.set_double_step(double_step);
        rules::note_stage(&mut ram);
        if self.to_move == human {
            ram.set_piece(ram.square(ram.source()));
            ram.set_captured(ram.piece());
            rules::keep_move(&mut ram);
        } else {
            Cartridge::set_depths(&mut ram, material);
        }
        ram
    }

    fn set_moved_bits(&self, ram: &mut Ram, human: Colour) {
        for colour in [Colour::White, Colour::Black] {
            let of_human = u8::from(colour == human);
            let first = if colour == Colour::White { 0 } else { 2 };
            let (towards_h, towards_a) = (self.castling[first], self.castling[first + 1]);
            ram.set_bit(0x82 + of_human, 0x40, !towards_h && !towards_a);
            ram.set_bit(0x84 + 2 * of_human, 0x40, !towards_a);
            ram.set_bit(0x85 + 2 * of_human, 0x40, !towards_h);
        }
    }

    /// The position that the machine's memory holds while nothing blinks.
    #[must_use]
    pub fn from_ram(ram: &Ram, human: Colour, to_move: Colour) -> Self {
        let mut board = [None; 64];
        for index in 0..64 {
            let square = Square::from_index(index, human);
            board[usize::from(square.rank() << 3 | square.file())] =
                Piece::from_content(ram.square(index), human);
        }
        let mut castling = [false; 4];
        for (colour, first) in [(Colour::White, 0), (Colour::Black, 2)] {
            let of_human = u8::from(colour == human);
            let rank = of_human * 56;
            let own = |kind: u8| Some(Piece { colour, kind });
            let at = |index: u8| Piece::from_content(ram.square(index), human);
            let king = !ram.bit(0x82 + of_human, 0x40) && at(rank + 4) == own(KING);
            castling[first] = king && !ram.bit(0x85 + 2 * of_human, 0x40) && at(rank + 7) == own(ROOK);
            castling[first + 1] = king && !ram.bit(0x84 + 2 * of_human, 0x40) && at(rank) == own(ROOK);
        }
        let moves = u16::from(ram.half_moves());
        let full_moves =
            if to_move == Colour::Black && human == Colour::Black { moves.max(1) } else { moves + 1 };
        let mut position = Self { board, to_move, castling, en_passant: None, full_moves };
        if ram.double_step() < 64 {
            let passed = Square::from_index(ram.double_step() ^ 0x18, human);
            position.en_passant = position.has_passed(passed).then_some(passed);
        }
        position
    }

    /// Whether the side that is not to move may just have made a double step over `square`.
    fn has_passed(&self, square: Square) -> bool {
        let (rank, from, to) = match self.to_move {
            Colour::White => (5, 6, 4),
            Colour::Black => (2, 1, 3),
        };
        let on = |rank| Square::new(square.file(), rank).and_then(|square| self.piece_on(square));
        let pawn = Some(Piece { colour: self.to_move.other(), kind: PAWN });
        square.rank() == rank && on(to) == pawn && on(from).is_none() && on(rank).is_none()
    }

    fn check(&self) -> Result<(), PositionError> {
        for colour in [Colour::White, Colour::Black] {
            let king = Some(Piece { colour, kind: KING });
            if self.board.iter().filter(|&&piece| piece == king).count() != 1 {
                return Err(PositionError::Kings(colour));
            }
        }
        for index in (0..8).chain(56..64) {
            if self.board[index].is_some_and(|piece| piece.kind == PAWN) {
                return Err(PositionError::PawnOnEdge(Square::from_index(index as u8, Colour::Black)));
            }
        }
        for (right, (colour, rank, rook_file)) in self.castling.iter().zip([
            (Colour::White, 0, 7),
            (Colour::White, 0, 0),
            (Colour::Black, 7, 7),
            (Colour::Black, 7, 0),
        ]) {
            for (file, kind) in [(4, KING), (rook_file, ROOK)] {
                let square = Square::from_index(rank << 3 | file, Colour::Black);
                if *right && self.piece_on(square) != Some(Piece { colour, kind }) {
                    return Err(PositionError::CastlingHomes(square));
                }
            }
        }
        if let Some(square) = self.en_passant.filter(|&square| !self.has_passed(square)) {
            return Err(PositionError::EnPassantPawn(square));
        }
        // The side that has moved is the human to the cartridge's own test for check.
        let moved = self.to_move.other();
        let mut ram = Ram::ZERO;
        for index in 0..64 {
            let piece = self.piece_on(Square::from_index(index, moved));
            ram.set_square(index, piece.map_or(0, |piece| piece.content(moved)));
        }
        ram.set_double_step(0x80);
        if rules::is_check(&ram) { Err(PositionError::KingCanBeTaken(moved)) } else { Ok(()) }
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads a FEN. The two counters at its end may be missing.
    fn from_str(fen: &str) -> Result<Self, Self::Err> {
        let mut fields = fen.split_ascii_whitespace();
        let mut required = || fields.next().ok_or(PositionError::Fields);
        let board = read_board(required()?)?;
        let to_move = match required()? {
            "w" => Colour::White,
            "b" => Colour::Black,
            _ => return Err(PositionError::ToMove),
        };
        let castling = read_castling(required()?)?;
        let en_passant = match required()? {
            "-" => None,
            square => Some(square.parse::<Square>().map_err(|_| PositionError::EnPassant)?),
        };
        let mut counter = |least: u16| match fields.next() {
            None => Ok(least),
            Some(number) => {
                number.parse::<u16>().map(|number| number.max(least)).map_err(|_| PositionError::Counter)
            }
        };
        counter(0)?;
        let full_moves = counter(1)?;
        if fields.next().is_some() {
            return Err(PositionError::Fields);
        }
        let position = Self { board, to_move, castling, en_passant, full_moves };
        position.check()?;
        Ok(position)
    }
}

fn read_board(field: &str) -> Result<[Option<Piece>; 64], PositionError> {
    let mut board = [None; 64];
    let mut ranks = field.split('/');
    for rank in (0..8u8).rev() {
        let wrong = PositionError::Rank(rank + 1);
        let mut file = 0;
        for letter in ranks.next().ok_or(wrong)?.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
            } else {
                let piece = Piece::from_letter(letter).ok_or(PositionError::Letter(letter))?;
                let square = Square::new(file, rank).ok_or(wrong)?;
                board[usize::from(square.rank() << 3 | square.file())] = Some(piece);
                file += 1;
            }
            if file > 8 {
                return Err(wrong);
            }
        }
        if file != 8 {
            return Err(wrong);
        }
    }
    if ranks.next().is_some() { Err(PositionError::Rank(1)) } else { Ok(board) }
}

fn read_castling(field: &str) -> Result<[bool; 4], PositionError> {
    let mut castling = [false; 4];
    if field == "-" {
        return Ok(castling);
    }
    for letter in field.chars() {
        let right = RIGHTS.iter().position(|&known| known == letter).ok_or(PositionError::Castling)?;
        if castling[right] {
            return Err(PositionError::Castling);
        }
        castling[right] = true;
    }
    Ok(castling)
}

impl fmt::Display for Position {
    /// Writes a FEN.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let mut empty = 0;
            for piece in &self.board[8 * rank..8 * rank + 8] {
                match piece {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                            empty = 0;
                        }
                        write!(f, "{}", piece.letter())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        f.write_str(if self.to_move == Colour::White { " w " } else { " b " })?;
        if self.castling.contains(&true) {
            for (letter, _) in RIGHTS.iter().zip(self.castling).filter(|(_, right)| *right) {
                write!(f, "{letter}")?;
            }
        } else {
            f.write_str("-")?;
        }
        match self.en_passant {
            None => f.write_str(" -")?,
            Some(square) => write!(f, " {square}")?,
        }
        write!(f, " 0 {}", self.full_moves)
    }
}
