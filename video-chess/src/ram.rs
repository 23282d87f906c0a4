//! The machine's whole memory: 128 bytes at `$80` to `$FF`, and what they mean while the program thinks.
//!
//! ```text
//!        +0    +1    +2    +3    +4    +5    +6    +7
//!  $80   a8    b8    c8    d8    e8    f8    g8    h8     low nibble: the piece
//!  $88   a7    b7    c7    d7    e7    f7    g7    h7       0 empty  1 king  2 queen  3 bishop
//!  $90   a6    b6    c6    d6    e6    f6    g6    h6       4 knight 5 rook  6 pawn
//!  $98   a5    b5    c5    d5    e5    f5    g5    h5       +8 the human's
//!  $A0   a4    b4    c4    d4    e4    f4    g4    h4     high nibble: flags and the search's stack
//!  $A8   a3    b3    c3    d3    e3    f3    g3    h3       (squares as they are named while the
//!  $B0   a2    b2    c2    d2    e2    f2    g2    h2        human plays white)
//!  $B8   a1    b1    c1    d1    e1    f1    g1    h1
//!
//!  high nibbles                      7654
//!  $80..$8B by ply                   q.ss     q quiet moves were being generated, ss bits 5, 4 of the source
//!  $8D..$98 by ply                   pppp     what stood on the source
//!  $9A..$A5 by ply                   pppp     what stood on the target
//!  $A7..$B2 by ply                   ssss     bits 3..0 of the source
//!  $80 root has a candidate          .x..
//!  $81 the human's king hangs        .x..
//!  $82..$87 king or rook has moved   .x..
//!  $88..$8B castling is out          .x..
//!  $8C this move promotes            .x..
//!  $B4 quiet moves, $B7 attacks      x...
//!  $B8 threat scan                   xx..
//!  $B9 the program opened            x...
//!
//!  $C0  scores by ply  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  dist. sought found  last root move
//!  $D0  ply   full  max   frame source target piece captured counter next  mater. after  king   last   best   last
//!             width depth counter                            full w. ial          term   target rank   rank
//!  $E0  best move     stage  side   half  double threats threat ·  scratch level mover pawn  candidate
//!       src    cntr                 moves step                                         row
//!  $EF  move counters by ply  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  scratch     (ranking uses $F0..$F8 at the root)
//!  $FA                                                  machine stack, from $FF down
//! ```
//!
//! A byte of the upper half means something else between two searches, when the picture and the joystick need it; those
//! meanings are in [`cartridge`](crate::cartridge).

use core::fmt;

/// The side to move, and whose pieces: the program's carry no bit 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The program (`$E3` = 1).
    Program,
    /// The human (`$E3` = 255).
    Human,
}

/// 128 bytes of RAM, `$80` first.
///
/// Addresses are the machine's own, `0x80` to `0xff`; bit 7 is not looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ram([u8; 128]);

impl From<[u8; 128]> for Ram {
    fn from(bytes: [u8; 128]) -> Self {
        Self(bytes)
    }
}

impl From<Ram> for [u8; 128] {
    fn from(ram: Ram) -> Self {
        ram.0
    }
}

impl fmt::Debug for Ram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Ram(")?;
        for byte in self.0 {
            write!(f, "{byte:02x}")?;
        }
        f.write_str(")")
    }
}

/// Rows of bytes with an entry a ply.
pub(crate) mod row {
    pub(crate) const SOURCE: u8 = 0x80;
    pub(crate) const PIECE: u8 = 0x8d;
    pub(crate) const CAPTURED: u8 = 0x9a;
    pub(crate) const SOURCE_LOW: u8 = 0xa7;
    pub(crate) const SCORE: u8 = 0xc0;
    pub(crate) const COUNTER: u8 = 0xef;
}

macro_rules! cells {
    ($($(#[$doc:meta])* $address:literal $get:ident $set:ident;)*) => {
        impl Ram {
            $(
                $(#[$doc])*
                #[inline(always)]
                pub const fn $get(&self) -> u8 {
                    self.byte($address)
                }

                #[doc = concat!("Sets [`", stringify!($get), "`](Self::", stringify!($get), ").")]
                #[inline(always)]
                pub const fn $set(&mut self, value: u8) {
                    self.set_byte($address, value);
                }
            )*
        }
    };
}

cells! {
    /// `$D0`: 0 at the root, 12 at most.
    0xd0 ply set_ply;
    /// `$D1`: plies up to which every move is tried; beyond it captures only.
    0xd1 full_width set_full_width;
    /// `$D2`: plies up to which captures are tried freely; beyond it recaptures and gains only.
    0xd2 max_depth set_max_depth;
    /// `$D3`: low byte of the frame counter. It stands still during a search, which uses it as a matter of taste.
    0xd3 frame set_frame;
    /// `$D4`: square that a piece leaves, 0 to 63; 64 before the first move, 255 after the last.
    0xd4 source set_source;
    /// `$D5`: square that it goes to; bit 7 beyond the edge.
    0xd5 target set_target;
    /// `$D6`: kind of the moving piece, 1 to 6.
    0xd6 piece set_piece;
    /// `$D7`: what stands on the target, side included.
    0xd7 captured set_captured;
    /// `$D8`: which of the piece's moves, counting down.
    0xd8 counter set_counter;
    /// `$D9`: full width of the second pass, 0 where there is none.
    0xd9 next_full_width set_next_full_width;
    /// `$DA`: material that the program has won since the root, signed.
    0xda material set_material;
    /// `$DB`: the same after the move being tried.
    0xdb material_after set_material_after;
    /// `$DC`: the lone king's term of the score, signed.
    0xdc king_term set_king_term;
    /// `$DD`: square of the last capture made, 255 where there is none.
    0xdd last_target set_last_target;
    /// `$DE`: rank of the best root move found so far.
    0xde best_rank set_best_rank;
    /// `$DF`: rank of the root move searched last.
    0xdf last_rank set_last_rank;
    /// `$E0`: source of the best move so far.
    0xe0 best_source set_best_source;
    /// `$E1`: its counter.
    0xe1 best_counter set_best_counter;
    /// `$E2`: bit 7 opening, bit 6 the human's king is alone; below them whatever the processor's flags were.
    0xe2 stage set_stage;
    /// `$E3`: 1 the program moves, 255 the human.
    0xe3 side_byte set_side_byte;
    /// `$E4`: moves the program has made, one more where it opened, one more for each round of the pieces in set-up.
    0xe4 half_moves set_half_moves;
    /// `$E5`: square a pawn left by two squares in the last move; `$80` (or other values from 64 up) where none did.
    0xe5 double_step set_double_step;
    /// `$E6`: captures with a gain that the threat scan has found.
    0xe6 threats set_threats;
    /// `$E7`: the threat that stands even if the other side parries the greatest.
    0xe7 threat set_threat;
    /// `$E9`: the score handed up to a node, or the piece in hand while one is moved.
    0xe9 scratch set_scratch;
    /// `$EA`: level less 1, 0 to 7.
    0xea level set_level;
    /// `$EB`: what makes the move being tried, side included; in the generator the square that may be entered en passant.
    0xeb mover set_mover;
    /// `$EC`: row of a pawn counted from its own back rank; in the threat scan the gain being weighed.
    0xec pawn_row set_pawn_row;
    /// `$ED`: source of the candidate at the root, bit 7 set for captures.
    0xed candidate_source set_candidate_source;
    /// `$EE`: the candidate's counter; after the search its outcome.
    0xee candidate_counter set_candidate_counter;
    /// `$F5`: 0 where the human's pair of squares is a move, `$FF` no move, `$FE` leaves the king in check.
    0xf5 illegal set_illegal;
}

impl Ram {
    /// Memory as the machine has it when the program starts: all zero.
    pub const ZERO: Self = Self([0; 128]);

    /// The 128 bytes, `$80` first.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 128] {
        &self.0
    }

    /// The byte at `address`.
    #[must_use]
    #[inline(always)]
    pub const fn byte(&self, address: u8) -> u8 {
        self.0[(address & 0x7f) as usize]
    }

    /// Sets the byte at `address`.
    #[inline(always)]
    pub const fn set_byte(&mut self, address: u8, value: u8) {
        self.0[(address & 0x7f) as usize] = value;
    }

    /// What stands on `square` (0 to 63): 0 or a kind of piece, plus 8 for the human's.
    #[must_use]
    #[inline(always)]
    pub const fn square(&self, square: u8) -> u8 {
        self.byte(square) & 0x0f
    }

    /// Puts `piece` (0 to 15) on `square`.
    #[inline(always)]
    pub const fn set_square(&mut self, square: u8, piece: u8) {
        self.set_byte(square, self.byte(square) & 0xf0 | piece);
    }

    /// The upper four bits of the byte at `address`, shifted down.
    #[inline(always)]
    pub(crate) const fn high_nibble(&self, address: u8) -> u8 {
        self.byte(address) >> 4
    }

    /// Sets the upper four bits of the byte at `address`.
    #[inline(always)]
    pub(crate) const fn set_high_nibble(&mut self, address: u8, nibble: u8) {
        self.set_byte(address, self.byte(address) & 0x0f | nibble << 4);
    }

    /// Whether any of the bits of `mask` is set in the byte at `address`.
    #[inline(always)]
    pub(crate) const fn bit(&self, address: u8, mask: u8) -> bool {
        self.byte(address) & mask != 0
    }

    /// Sets or clears the bits of `mask` in the byte at `address`.
    #[inline(always)]
    pub(crate) const fn set_bit(&mut self, address: u8, mask: u8, on: bool) {
        let rest = self.byte(address) & !mask;
        self.set_byte(address, if on { rest | mask } else { rest });
    }

    /// Whose turn it is.
    #[must_use]
    #[inline(always)]
    pub const fn side(&self) -> Side {
        if self.side_byte() & 0x80 == 0 { Side::Program } else { Side::Human }
    }

    /// Gives the turn to the other side.
    #[inline(always)]
    pub(crate) const fn turn_side(&mut self) {
        self.set_side_byte(self.side_byte() ^ 0xfe);
    }

    /// `$C0` and on: the score at `ply`. `$80` is equal, more is better for the program.
    #[must_use]
    #[inline(always)]
    pub const fn score(&self, ply: u8) -> u8 {
        self.byte(row::SCORE.wrapping_add(ply))
    }

    #[inline(always)]
    pub(crate) const fn set_score(&mut self, ply: u8, score: u8) {
        self.set_byte(row::SCORE.wrapping_add(ply), score);
    }

    /// `$B4` bit 7: the generator gives moves to empty squares, not captures.
    #[must_use]
    #[inline(always)]
    pub const fn generates_quiet(&self) -> bool {
        self.bit(0xb4, 0x80)
    }

    #[inline(always)]
    pub(crate) const fn set_generates_quiet(&mut self, on: bool) {
        self.set_bit(0xb4, 0x80, on);
    }

    /// `$B7` bit 7: the generator looks for attacks and stops at each piece it comes to. Clear in a search.
    #[must_use]
    #[inline(always)]
    pub const fn generates_attacks(&self) -> bool {
        self.bit(0xb7, 0x80)
    }

    #[inline(always)]
    pub(crate) const fn set_generates_attacks(&mut self, on: bool) {
        self.set_bit(0xb7, 0x80, on);
    }

    /// `$B9` bit 7: the program plays white and has opened the game.
    #[must_use]
    pub const fn program_opened(&self) -> bool {
        self.bit(0xb9, 0x80)
    }

    /// `$E2` bit 7: enough material is on the board for this to be the opening or middle game.
    #[must_use]
    #[inline(always)]
    pub const fn is_opening(&self) -> bool {
        self.stage() & 0x80 != 0
    }

    /// `$E2` bit 6: the human has nothing but a king (in a search: and the program has much).
    #[must_use]
    #[inline(always)]
    pub const fn king_is_alone(&self) -> bool {
        self.stage() & 0x40 != 0
    }

    /// The square of the piece `piece` nearest to the program's back rank, as the ROM finds it at `$FE7D`.
    #[must_use]
    pub fn find(&self, piece: u8) -> Option<u8> {
        (0..64).find(|&square| self.square(square) == piece)
    }
}

/// A byte in which two memories differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The byte's address.
    pub address: u8,
    /// Its value in the first memory.
    pub left: u8,
    /// Its value in the second.
    pub right: u8,
}

/// The bytes in which two memories differ, except those at the addresses that `ignored` names.
pub fn differences<'a>(
    left: &'a Ram,
    right: &'a Ram,
    ignored: &'a [u8],
) -> impl Iterator<Item = Difference> + 'a {
    (0x80..=0xff).filter(move |address| !ignored.contains(address)).filter_map(move |address| {
        let (left, right) = (left.byte(address), right.byte(address));
        (left != right).then_some(Difference { address, left, right })
    })
}
