//! A game from the usual start: position, moves, ends.

use core::fmt;

use heapless::Vec;
use shakmaty::{Chess, Color, EnPassantMode, Move, MoveList, Position, zobrist::Zobrist64};

use super::{Log, MAX_PLIES, PackedMove, San, san::Mark};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side has mated the other.
    Mate(Color),
    /// The side to move is not in check and cannot move.
    Stalemate,
    /// Neither side has the material to mate.
    Material,
    /// The same position for the third time.
    Threefold,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// The other side resigned, and this one wins.
    Resigned(Color),
    /// The other side's flag fell, and this one wins.
    Flag(Color),
    /// A flag fell, but the other side cannot mate.
    FlagDraw,
    /// The players agreed to a draw.
    Agreed,
    /// The record is full.
    Full,
}

impl Ending {
    /// The winner, or `None` for a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Ending::Mate(side) | Ending::Resigned(side) | Ending::Flag(side) => Some(side),
            _ => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn score(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.winner() {
            Some(Color::White) => "White wins",
            Some(Color::Black) => "Black wins",
            None => "Draw",
        };
        match self {
            Ending::Mate(_) => write!(f, "Checkmate: {winner}"),
            Ending::Stalemate => write!(f, "Stalemate: {winner}"),
            Ending::Material => write!(f, "Nobody can mate: {winner}"),
            Ending::Threefold => write!(f, "Three times the same: {winner}"),
            Ending::FiftyMoves => write!(f, "Fifty quiet moves: {winner}"),
            Ending::Resigned(side) => {
                let loser = if side.is_white() { "Black" } else { "White" };
                write!(f, "{loser} resigned: {winner}")
            }
            Ending::Flag(_) => write!(f, "Out of time: {winner}"),
            Ending::FlagDraw => write!(f, "Out of time, no mate: {winner}"),
            Ending::Agreed => write!(f, "Draw agreed"),
            Ending::Full => write!(f, "600 moves: {winner}"),
        }
    }
}

/// Positions since the last move that cannot be undone, at most: fifty moves of each side and the first.
const KEYS: usize = 101;

/// A game from the usual start.
#[derive(Clone, Debug)]
pub struct Game {
    position: Chess,
    legal: MoveList,
    log: Log,
    marks: Vec<Mark, MAX_PLIES>,
    keys: Vec<u64, KEYS>,
    before: [Option<Chess>; 2],
    ended: Option<Ending>,
    version: u32,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

impl Game {
    /// A game before its first move.
    pub fn new() -> Self {
        let position = Chess::default();
        let mut game = Self {
            legal: position.legal_moves(),
            keys: Vec::new(),
            position,
            log: Vec::new(),
            marks: Vec::new(),
            before: [None, None],
            ended: None,
            version: 0,
        };
        game.note_position();
        game
    }

    /// The game of these moves, as far as they are legal.
    pub fn from_moves(moves: impl IntoIterator<Item = PackedMove>) -> Self {
        let mut game = Self::new();
        game.load(moves);
        game
    }

    /// Starts anew and plays these moves, as far as they are legal.
    pub fn load(&mut self, moves: impl IntoIterator<Item = PackedMove>) {
        self.reset();
        for packed in moves {
            let Some(m) = packed.unpack(&self.position) else { break };
            if self.log.push(packed).is_err() {
                break;
            }
            let mut after = self.position.clone();
            let _ = self.marks.push(Mark::play(&mut after, m));
            self.advance(m, after);
        }
        self.look();
    }

    /// Starts anew with no move.
    pub fn reset(&mut self) {
        self.log.clear();
        self.marks.clear();
        self.rewind();
        self.look();
    }

    /// Back to the usual start, the moves kept.
    fn rewind(&mut self) {
        self.position = Chess::default();
        self.before = [None, None];
        self.keys.clear();
        self.note_position();
    }

    /// Brings what is known of the position up to date.
    fn look(&mut self) {
        self.legal = self.position.legal_moves();
        self.ended = self.natural_end();
        self.version = self.version.wrapping_add(1);
    }

    /// The position on the board.
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// The legal moves of the position.
    pub fn legal(&self) -> &[Move] {
        &self.legal
    }

    /// All moves so far.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// The notation of all moves so far.
    pub fn sans(&self) -> impl DoubleEndedIterator<Item = San> + ExactSizeIterator + '_ {
        self.log.iter().zip(&self.marks).map(|(&m, mark)| mark.of(m))
    }

    /// The notation of one of them, counted from 0.
    pub fn san(&self, ply: usize) -> Option<San> {
        Some(self.marks.get(ply)?.of(*self.log.get(ply)?))
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }

    /// The reeds that the position closes.
    pub fn reeds(&self) -> u64 {
        self.position.board().occupied().into()
    }

    /// The position one (0) or two (1) moves ago.
    pub fn before(&self, moves: usize) -> Option<&Chess> {
        self.before.get(moves)?.as_ref()
    }

    /// The end of the game, once it has one.
    pub fn ending(&self) -> Option<Ending> {
        self.ended
    }

    /// A number that is another one after each change of the game.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Ends the game by something other than a move, unless it has ended already.
    pub fn end(&mut self, ending: Ending) {
        if self.ended.is_none() {
            self.ended = Some(ending);
            self.version = self.version.wrapping_add(1);
        }
    }

    /// Plays `m`, which is one of [`Game::legal`]. Nothing happens when the game has ended or `m` is another move.
    pub fn play(&mut self, m: Move) -> Option<San> {
        if self.ended.is_some() || !self.legal.contains(&m) || self.log.is_full() {
            return None;
        }
        let mut after = self.position.clone();
        let (packed, mark) = (PackedMove::pack(m), Mark::play(&mut after, m));
        let _ = self.log.push(packed);
        let _ = self.marks.push(mark);
        self.advance(m, after);
        self.look();
        Some(mark.of(packed))
    }

    /// Takes back the last `moves` moves, as many as there are, and an end of the game with them.
    pub fn take_back(&mut self, moves: usize) {
        self.log.truncate(self.log.len().saturating_sub(moves));
        self.marks.truncate(self.log.len());
        self.rewind();
        for i in 0..self.log.len() {
            let Some(m) = self.log[i].unpack_unchecked(&self.position) else { break };
            let mut after = self.position.clone();
            after.play_unchecked(m);
            self.advance(m, after);
        }
        self.look();
    }

    /// What it means that the flag of `flag` falls: the other side wins, if it could mate with what it has.
    pub fn flag_falls(&self, flag: Color) -> Ending {
        if self.position.has_insufficient_material(!flag) { Ending::FlagDraw } else { Ending::Flag(!flag) }
    }

    fn advance(&mut self, m: Move, after: Chess) {
        if self.position.is_irreversible(m) {
            self.keys.clear();
        }
        let before = core::mem::replace(&mut self.position, after);
        self.before = [Some(before), self.before[0].take()];
        self.note_position();
    }

    fn note_position(&mut self) {
        if self.keys.is_full() {
            self.keys.remove(0);
        }
        let key: Zobrist64 = self.position.zobrist_hash(EnPassantMode::Legal);
        let _ = self.keys.push(key.0);
    }

    fn natural_end(&self) -> Option<Ending> {
        let position = &self.position;
        if self.legal.is_empty() {
            return Some(if position.is_check() {
                Ending::Mate(!position.turn())
            } else {
                Ending::Stalemate
            });
        }
        if position.is_insufficient_material() {
            return Some(Ending::Material);
        }
        if let Some(last) = self.keys.last()
            && self.keys.iter().filter(|&key| key == last).count() >= 3
        {
            return Some(Ending::Threefold);
        }
        if position.halfmoves() >= 100 {
            return Some(Ending::FiftyMoves);
        }
        self.log.is_full().then_some(Ending::Full)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{fen::Fen, san};

    use super::*;

    fn played(moves: &str) -> Game {
        let mut game = Game::new();
        for text in moves.split_whitespace() {
            let m = san::San::from_ascii(text.as_bytes()).unwrap().to_move(game.position()).unwrap();
            assert!(game.play(m).is_some(), "{text}");
        }
        game
    }

    #[test]
    fn mate_ends_the_game() {
        let mut game = played("f3 e5 g4 Qh4");
        assert_eq!(game.ending(), Some(Ending::Mate(Color::Black)));
        assert_eq!(game.sans().next_back().unwrap().as_str(), "Qh4#");
        assert_eq!(
            game.play(Move::Normal {
                role: shakmaty::Role::Pawn,
                from: shakmaty::Square::A2,
                capture: None,
                to: shakmaty::Square::A3,
                promotion: None,
            }),
            None
        );
        game.take_back(1);
        assert_eq!((game.ending(), game.log().len()), (None, 3));
    }

    #[test]
    fn the_fastest_stalemate() {
        let game = played("e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6");
        assert_eq!(game.ending(), Some(Ending::Stalemate));
    }

    #[test]
    fn the_third_time_is_a_draw_and_taking_back_forgets_it() {
        let mut game = played("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
        assert_eq!(game.ending(), None);
        game = played("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
        assert_eq!(game.ending(), Some(Ending::Threefold));
        game.take_back(1);
        assert_eq!(game.ending(), None);
    }

    #[test]
    fn a_right_to_castle_tells_positions_apart() {
        let game = played("e4 e5 Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8");
        assert_eq!(game.ending(), None, "the first Ke1 and Ke8 had lost the right already");
    }

    #[test]
    fn fifty_moves_are_a_draw() {
        // Pieces walk about; a step that would end the game otherwise is not taken.
        let mut game = played("e4 e5 d4 d5 exd5 exd4 c4 c5");
        let mut rng = 0x2545_F491_4F6C_DD1Du64;
        let mut seen = 0;
        while game.ending().is_none() {
            rng ^= rng << 13;
            rng ^= rng >> 7;
            rng ^= rng << 17;
            let count = game.legal().len();
            let next = (0..count)
                .map(|i| game.legal()[(rng as usize % count + i) % count])
                .filter(|m| !m.is_capture() && m.role() != shakmaty::Role::Pawn)
                .find_map(|m| {
                    let mut next = game.clone();
                    next.play(m);
                    let fine = matches!(next.ending(), None | Some(Ending::FiftyMoves));
                    fine.then_some(next)
                });
            game = next.expect("a quiet move");
            seen += 1;
        }
        assert_eq!((game.ending(), seen), (Some(Ending::FiftyMoves), 100));
    }

    #[test]
    fn bare_kings_cannot_mate_and_a_flag_is_a_draw() {
        let mut game = Game::new();
        game.position = Fen::from_ascii(b"8/8/4k3/8/8/3K4/4p3/8 w - - 0 1")
            .unwrap()
            .into_position(shakmaty::CastlingMode::Standard)
            .unwrap();
        game.look();
        assert_eq!(game.flag_falls(Color::Black), Ending::FlagDraw);
        assert_eq!(game.flag_falls(Color::White), Ending::Flag(Color::Black));
        let m = PackedMove::parse("d3e2").unwrap().unpack(game.position()).unwrap();
        game.play(m);
        assert_eq!(game.ending(), Some(Ending::Material));
    }

    #[test]
    fn the_record_holds_six_hundred_moves() {
        assert_eq!(MAX_PLIES, 1200);
    }
}
