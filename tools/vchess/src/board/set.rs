//! The men on the table: where each stands, lies or hovers.

use shakmaty::{Chess, Color, Piece, Position, Role, Square};

use super::table::Stand;

/// Where a man is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    On(Square),
    /// Beside the board.
    Aside(u8),
    /// In the hand, at a point of the board's plane; lowered when it slides.
    Held {
        x: f32,
        z: f32,
        sliding: bool,
    },
}

/// A man.
#[derive(Clone, Copy, Debug)]
pub(super) struct Man {
    pub(super) piece: Piece,
    pub(super) place: Place,
}

impl Man {
    /// Where it is drawn.
    pub(super) fn stand(&self, flipped: bool) -> Stand {
        match self.place {
            Place::On(square) => {
                let (column, line) = point(square, flipped);
                Stand { x: column + 0.5, z: line + 0.5, lift: 0.0 }
            }
            Place::Aside(slot) => {
                let near = (slot < ASIDE / 2) != flipped;
                let index = f32::from(slot % (ASIDE / 2));
                let z = if near { 9.25 } else { -1.02 };
                Stand { x: -0.45 + index * 0.59, z, lift: -0.2 }
            }
            Place::Held { x, z, sliding } => Stand { x, z, lift: if sliding { 0.0 } else { 0.55 } },
        }
    }
}

/// All 32 men.
#[derive(Clone, Debug)]
pub(super) struct Set {
    men: Vec<Man>,
    /// The man laid aside last.
    last_aside: Option<usize>,
}

/// Places beside the board, a row of sixteen before it and one behind.
const ASIDE: u8 = 32;

impl Set {
    /// The men as they stand in a position; the others beside the board.
    pub(super) fn of(position: &Chess) -> Set {
        let mut men: Vec<Man> = Vec::new();
        for (square, piece) in position.board() {
            men.push(Man { piece, place: Place::On(square) });
        }
        let mut set = Set { men, last_aside: None };
        let start = Chess::default();
        for color in Color::ALL {
            let missing = start.board().by_color(color).count() - position.board().by_color(color).count();
            let count = |board: &shakmaty::Board, role| (board.by_color(color) & board.by_role(role)).count();
            let mut left = missing;
            for role in Role::ALL {
                let gone = count(start.board(), role).saturating_sub(count(position.board(), role)).min(left);
                left -= gone;
                for _ in 0..gone {
                    let place = set.free_place(color);
                    set.men.push(Man { piece: Piece { color, role }, place });
                }
            }
        }
        set
    }

    fn free_place(&self, color: Color) -> Place {
        let base = if color.is_white() { 0 } else { ASIDE / 2 };
        let taken = |slot: u8| self.men.iter().any(|man| man.place == Place::Aside(slot));
        Place::Aside((base..base + ASIDE / 2).find(|&slot| !taken(slot)).unwrap_or(base))
    }

    /// The men.
    pub(super) fn men(&self) -> &[Man] {
        &self.men
    }

    /// The reeds that the men close. A man that slides closes the reed below it, if nothing else stands there.
    pub(super) fn reeds(&self, flipped: bool) -> u64 {
        self.men.iter().fold(0, |reeds, man| {
            reeds
                | match man.place {
                    Place::On(square) => 1 << square as u64,
                    Place::Held { x, z, sliding: true } => {
                        square_at(x, z, flipped).map_or(0, |s| 1 << s as u64)
                    }
                    _ => 0,
                }
        })
    }

    /// Puts all men where a game begins.
    pub(super) fn set_up(&mut self) {
        *self = Set::of(&Chess::default());
    }

    /// Gives the men on the board the identities that the game knows, from those that have them wrongly: reeds
    /// cannot tell a queen from the pawn that became one.
    pub(super) fn identify(&mut self, position: &Chess) {
        let wanted = |man: &Man| match man.place {
            Place::On(square) => position.board().piece_at(square),
            _ => None,
        };
        for i in 0..self.men.len() {
            let Some(piece) = wanted(&self.men[i]).filter(|&piece| piece != self.men[i].piece) else {
                continue;
            };
            let spare = |man: &Man| man.piece == piece && wanted(man) != Some(piece);
            if let Some(other) = self.men.iter().position(spare) {
                self.men[other].piece = self.men[i].piece;
            }
            self.men[i].piece = piece;
        }
    }

    /// The number of the man on a square.
    pub(super) fn on(&self, square: Square) -> Option<usize> {
        self.men.iter().position(|man| man.place == Place::On(square))
    }

    /// Takes the man into the hand.
    pub(super) fn hold(&mut self, man: usize, x: f32, z: f32, sliding: bool) {
        self.men[man].place = Place::Held { x, z, sliding };
    }

    /// Puts the man down. On an occupied square it takes the other's place, who goes aside.
    pub(super) fn put(&mut self, man: usize, square: Option<Square>) {
        let place = match square {
            Some(square) => {
                if let Some(other) = self.on(square).filter(|&other| other != man) {
                    self.lay_aside(other);
                }
                Place::On(square)
            }
            None => self.free_place(self.men[man].piece.color),
        };
        self.men[man].place = place;
    }

    /// Takes a man off the board.
    pub(super) fn lay_aside(&mut self, man: usize) {
        self.men[man].place = self.free_place(self.men[man].piece.color);
        self.last_aside = Some(man);
    }

    /// Puts a man from beside the board on a square: that piece, or the man laid aside last.
    pub(super) fn bring(&mut self, square: Square, piece: Option<Piece>) {
        if self.on(square).is_some() {
            return;
        }
        let fits = |man: &Man| matches!(man.place, Place::Aside(_)) && piece.is_none_or(|p| p == man.piece);
        let like = |man: &Man| {
            matches!(man.place, Place::Aside(_)) && piece.is_none_or(|p| p.color == man.piece.color)
        };
        let last =
            self.last_aside.filter(|&i| piece.map_or_else(|| like(&self.men[i]), |_| fits(&self.men[i])));
        let man = last.or_else(|| self.men.iter().position(fits)).or_else(|| self.men.iter().position(like));
        if let Some(man) = man {
            self.men[man].place = Place::On(square);
            if let Some(piece) = piece {
                self.men[man].piece = piece;
            }
        }
    }
}

/// Column and line of a square, from the top left of the picture.
pub(super) fn point(square: Square, flipped: bool) -> (f32, f32) {
    let (file, rank) = (u32::from(square.file()) as f32, u32::from(square.rank()) as f32);
    if flipped { (7.0 - file, rank) } else { (file, 7.0 - rank) }
}

/// The square under a point of the board's plane.
pub(super) fn square_at(x: f32, z: f32, flipped: bool) -> Option<Square> {
    if !(0.0..8.0).contains(&x) || !(0.0..8.0).contains(&z) {
        return None;
    }
    let (column, line) = (x as u32, z as u32);
    let (file, rank) = if flipped { (7 - column, line) } else { (column, 7 - line) };
    Some(Square::new(rank * 8 + file))
}

#[cfg(test)]
mod tests {
    use picochess_fw::START_REEDS;
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn position(fen: &str) -> Chess {
        fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
    }

    fn count(set: &Set, piece: Piece) -> usize {
        set.men().iter().filter(|man| man.piece == piece).count()
    }

    #[test]
    fn all_men_are_there_wherever_they_stand() {
        let start = Set::of(&Chess::default());
        assert_eq!((start.men().len(), start.reeds(false)), (32, START_REEDS));
        let late = Set::of(&position("8/8/4k3/8/8/3QK3/8/8 w - - 0 1"));
        assert_eq!((late.men().len(), late.reeds(false).count_ones()), (32, 3));
    }

    #[test]
    fn men_confused_by_the_reeds_find_themselves() {
        let mut set = Set::of(&position("r3k3/8/8/8/8/8/8/4K2R w K - 0 1"));
        for square in [Square::E1, Square::H1] {
            let man = set.on(square).unwrap();
            set.lay_aside(man);
        }
        // The rook, laid aside last, comes first, and stands where the king should.
        set.bring(Square::G1, None);
        set.bring(Square::F1, None);
        let after = position("r3k3/8/8/8/8/8/8/5RK1 b - - 1 1");
        set.identify(&after);
        for (square, piece) in after.board() {
            assert_eq!(set.men()[set.on(square).unwrap()].piece, piece);
        }
        let white = |role| Piece { color: Color::White, role };
        assert_eq!((count(&set, white(Role::King)), count(&set, white(Role::Rook))), (1, 2));
    }
}
