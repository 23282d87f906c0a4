//! What of chess the cartridge can hold: the one place where positions are taken, mapped or refused.
//!
//! A position comes as FEN and becomes a [`Chess`], by whose rules every move is judged, and a [`Position`], which is put
//! into the cartridge's memory (how, is told there).
//!
//! **Mapped**, with a note that says so:
//!
//! * a castling right without its king or rook at home is dropped, and with it those of Chess960;
//! * an en passant square that no pawn has just passed is dropped;
//! * counters: missing ones are 0 and 1; the cartridge has no halfmove clock, and counts no more than 255 moves;
//! * more pieces than chess can have are held as they are.
//!
//! **Refused**:
//!
//! * a side without its king or with several: the cartridge's search would run off its stack;
//! * a pawn on the first or last rank;
//! * a side that is in check although it has just moved, for the same reason;
//! * what is no FEN at all.
//!
//! **Moves** are taken if they are legal. What a legal move does that the cartridge cannot do (a human's promotion to
//! something else than a queen, a move that its rules refuse by a quirk, a move of the program's own side that it does not
//! know, such as castling towards the a-file on its side where only a search would make it) makes the [`Table`] go on from
//! the position after it, as if it had been set up: see there.
//!
//! [`Table`]: super::Table

use std::num::NonZeroU32;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Move, Position as _, PositionError,
    PositionErrorKinds, Setup,
};
use video_chess::{Colour, Position};

/// The largest number of a full move in a [`Position`].
const MOST_MOVES: NonZeroU32 = NonZeroU32::MIN.saturating_add(u16::MAX as u32 - 1);

/// A position and what had to be done to it.
#[derive(Clone, Debug)]
pub struct Start {
    /// It, by the rules of chess.
    pub chess: Chess,
    /// What was mapped, in words.
    pub notes: Vec<String>,
}

impl Start {
    /// The usual beginning.
    #[must_use]
    pub fn usual() -> Self {
        Self { chess: Chess::default(), notes: Vec::new() }
    }
}

/// Reads a FEN; its counters may be missing.
///
/// # Errors
/// Why it is none, or none for the cartridge.
pub fn read(fen: &str) -> Result<Start, String> {
    let fields = fen.split_ascii_whitespace().count();
    if fields < 2 {
        return Err(format!("{fen:?} is no FEN: expected at least a board and w or b"));
    }
    let setup = Fen::from_ascii(fen.trim().as_bytes())
        .map_err(|error| format!("{fen:?} is no FEN: {error}"))?
        .into_setup();
    let mut notes = Vec::new();
    let chess = by_the_rules(setup, &mut notes).map_err(|why| format!("{fen:?} is refused: {why}"))?;
    cartridge_position(&chess).map_err(|why| format!("{fen:?} is refused: {why}"))?;
    Ok(Start { chess, notes })
}

fn by_the_rules(setup: Setup, notes: &mut Vec<String>) -> Result<Chess, String> {
    let strict = Chess::from_setup(setup, CastlingMode::Standard);
    if let Err(error) = &strict {
        let kinds = error.kinds();
        if kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
            notes.push("castling rights without king or rook at home are dropped".to_owned());
        }
        if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE) {
            notes.push("the en passant square is dropped: no pawn has just passed it".to_owned());
        }
    }
    strict
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| error.to_string())
}

/// The position for the cartridge.
///
/// # Errors
/// If it cannot hold it.
pub fn cartridge_position(chess: &Chess) -> Result<Position, String> {
    let mut setup = chess.to_setup(EnPassantMode::Always);
    // More than the cartridge can count.
    setup.fullmoves = setup.fullmoves.min(MOST_MOVES);
    setup.halfmoves = setup.halfmoves.min(u32::from(u16::MAX));
    let fen = Fen::try_from_setup(setup).map_err(|_| "it cannot be written as FEN".to_owned())?;
    fen.to_string().parse::<Position>().map_err(|error| error.to_string())
}

/// The same position with another number of the full move.
#[must_use]
pub fn numbered(chess: &Chess, full_moves: u32) -> Option<Chess> {
    let mut setup = chess.to_setup(EnPassantMode::Always);
    setup.fullmoves = NonZeroU32::new(full_moves)?;
    by_the_rules(setup, &mut Vec::new()).ok()
}

/// A position as FEN, with an en passant square only where a pawn can take.
#[must_use]
pub fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

/// A colour by the cartridge's crate.
#[must_use]
pub const fn colour(color: Color) -> Colour {
    match color {
        Color::White => Colour::White,
        Color::Black => Colour::Black,
    }
}

/// A move in coordinates, castling as the king's.
#[must_use]
pub fn uci(played: Move) -> String {
    played.to_uci(CastlingMode::Standard).to_string()
}

/// A legal move by the cartridge's crate.
#[must_use]
pub fn cartridge_move(played: Move) -> Option<video_chess::Move> {
    uci(played).parse().ok()
}

/// The legal move that the coordinates name.
#[must_use]
pub fn legal(chess: &Chess, name: &str) -> Option<Move> {
    name.parse::<UciMove>().ok().filter(|uci| !matches!(uci, UciMove::Null))?.to_move(chess).ok()
}
