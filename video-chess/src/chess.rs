//! Squares, colours and moves by their names in chess.
//!
//! In the machine's memory the program's back rank comes first, whatever its colour. Where the human is white `$80` is a8;
//! where the human is black it is a1, and the files keep their order (only the screen mirrors them).

use core::fmt;
use core::str::FromStr;

use crate::tables::kind;

/// White or black.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The side that moves first.
    #[default]
    White,
    /// The other.
    Black,
}

impl Colour {
    /// The other colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A square of the chess board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square on `file` (0 is a) and `rank` (0 is the first), both below 8.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank << 3 | file)) } else { None }
    }

    /// 0 for the a-file to 7 for the h-file.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 for the first rank to 7 for the eighth.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// Number of the square in the machine's memory, 0 to 63.
    #[must_use]
    pub const fn index(self, human: Colour) -> u8 {
        match human {
            Colour::White => self.0 ^ 0x38,
            Colour::Black => self.0,
        }
    }

    /// The square with this number in the machine's memory; bits 6 and 7 are not looked at.
    #[must_use]
    pub const fn from_index(index: u8, human: Colour) -> Self {
        Self(match human {
            Colour::White => index & 63 ^ 0x38,
            Colour::Black => index & 63,
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), char::from(b'1' + self.rank()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What is wrong with a square or move in letters and digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// Not a letter from a to h and a digit from 1 to 8.
    Square,
    /// Not two squares, with at most a piece's letter behind them.
    Length,
    /// A pawn cannot become what this letter stands for.
    Promotion(char),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square => f.write_str("a square is a letter from a to h and a digit from 1 to 8"),
            Self::Length => f.write_str("a move is two squares, like e2e4, or e7e8q for a promotion"),
            Self::Promotion(letter) => write!(f, "a pawn becomes q, r, b or n, not {letter}"),
        }
    }
}

impl core::error::Error for NotationError {}

impl FromStr for Square {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let &[file, rank] = text.as_bytes() else { return Err(NotationError::Square) };
        Self::new(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1')).ok_or(NotationError::Square)
    }
}

/// What a pawn becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// The only one in Video Chess.
    Queen,
    /// Known to notation only.
    Rook,
    /// Known to notation only.
    Bishop,
    /// Known to notation only.
    Knight,
}

impl Promotion {
    const fn letter(self) -> char {
        match self {
            Self::Queen => 'q',
            Self::Rook => 'r',
            Self::Bishop => 'b',
            Self::Knight => 'n',
        }
    }
}

/// A move in long notation: `e2e4`, castling as the king's move, `e7e8q`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it goes to.
    pub to: Square,
    /// What it becomes.
    pub promotion: Option<Promotion>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |promotion| write!(f, "{}", promotion.letter()))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let squares = text.get(..4).ok_or(NotationError::Length)?;
        let promotion = match text.as_bytes() {
            [_, _, _, _] => None,
            [_, _, _, _, letter] => Some(match letter.to_ascii_lowercase() {
                b'q' => Promotion::Queen,
                b'r' => Promotion::Rook,
                b'b' => Promotion::Bishop,
                b'n' => Promotion::Knight,
                other => return Err(NotationError::Promotion(char::from(other))),
            }),
            _ => return Err(NotationError::Length),
        };
        let (from, to) = squares.split_at(2);
        Ok(Self { from: from.parse()?, to: to.parse()?, promotion })
    }
}

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub colour: Colour,
    /// One of [`kind`], 1 to 6.
    pub kind: u8,
}

/// Letters of the kinds of pieces, from 1 on.
const LETTERS: [u8; 6] = *b"kqbnrp";

impl Piece {
    /// Its letter in a FEN: a capital for White.
    #[must_use]
    pub const fn letter(self) -> char {
        let letter = LETTERS[(self.kind - 1) as usize];
        match self.colour {
            Colour::White => letter.to_ascii_uppercase() as char,
            Colour::Black => letter as char,
        }
    }

    /// The piece with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let lower = u8::try_from(letter.to_ascii_lowercase()).ok()?;
        let kind = LETTERS.iter().position(|&known| known == lower)? as u8 + 1;
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        Some(Self { colour, kind })
    }

    /// What stands for it in a square of the memory.
    #[must_use]
    pub const fn content(self, human: Colour) -> u8 {
        let is_human =
            matches!((self.colour, human), (Colour::White, Colour::White) | (Colour::Black, Colour::Black));
        self.kind | if is_human { kind::HUMAN } else { 0 }
    }

    /// The piece that a square's content stands for; `None` for an empty one and for what is no piece.
    #[must_use]
    pub const fn from_content(content: u8, human: Colour) -> Option<Self> {
        let kind = content & 7;
        if kind < kind::KING || kind > kind::PAWN {
            return None;
        }
        let colour = if content & kind::HUMAN == 0 { human.other() } else { human };
        Some(Self { colour, kind })
    }
}
