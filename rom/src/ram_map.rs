//! The 128 bytes of RAM, `$80` to `$FF`: all the memory that Video Chess has.
//!
//! Most bytes lead several lives. While the human's clock runs (the *game* phase, one pass a video frame) the upper half
//! serves the picture and the joystick; while the program thinks there is no picture, and the same bytes serve the
//! search. The board needs four bits a square; the other four hold flags that live as long as the game, and the
//! search's stack.
//!
//! [`USES`] says it all, one entry a meaning. A byte has one entry for every life.

/// The part of the program that gives a byte its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Throughout.
    Always,
    /// Between two searches: joystick, switches, blinking, sound.
    Game,
    /// While the picture's lines are drawn.
    Picture,
    /// While the human's move is checked, one generated move a frame.
    Legality,
    /// After a move of either side has been carried out: material count, castling squares.
    Completion,
    /// While the program thinks.
    Search,
    /// While the program ranks its own moves at the root.
    Ranking,
}

impl Phase {
    /// The phases whose names hold in this one, the nearest first.
    #[must_use]
    pub const fn chain(self) -> &'static [Self] {
        match self {
            Self::Always => &[Self::Always],
            Self::Game => &[Self::Game, Self::Always],
            Self::Picture => &[Self::Picture, Self::Game, Self::Always],
            Self::Legality => &[Self::Legality, Self::Game, Self::Always],
            Self::Completion => &[Self::Completion, Self::Always],
            Self::Search => &[Self::Search, Self::Always],
            Self::Ranking => &[Self::Ranking, Self::Search, Self::Always],
        }
    }
}

/// The bits of a byte that a use takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All eight.
    Whole,
    /// Bits 0 to 3.
    LowNibble,
    /// Bits 4 to 7.
    HighNibble,
    /// The bits of this mask.
    Bits(u8),
}

/// One meaning of one byte, or of a row of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// Address of the first byte, `0x80` to `0xff`.
    pub address: u8,
    /// How many bytes.
    pub length: u8,
    /// Which bits of them.
    pub part: Part,
    /// When they have this meaning.
    pub phase: Phase,
    /// Our name for it.
    pub name: &'static str,
    /// What it means, with its values.
    pub about: &'static str,
}

const fn byte(address: u8, phase: Phase, name: &'static str, about: &'static str) -> Use {
    Use { address, length: 1, part: Part::Whole, phase, name, about }
}

const fn row(address: u8, length: u8, phase: Phase, name: &'static str, about: &'static str) -> Use {
    Use { address, length, part: Part::Whole, phase, name, about }
}

const fn bits(address: u8, mask: u8, phase: Phase, name: &'static str, about: &'static str) -> Use {
    Use { address, length: 1, part: Part::Bits(mask), phase, name, about }
}

use Phase::{Always, Completion, Game, Legality, Picture, Ranking, Search};

/// Every meaning of every byte, by address.
#[rustfmt::skip]
pub const USES: &[Use] = &[
    Use { address: 0x80, length: 64, part: Part::LowNibble, phase: Always, name: "Board",
        about: "64 squares, the program's back rank first: 0 empty, 1 king, 2 queen, 3 bishop, 4 knight, 5 rook, 6 pawn, plus 8 for the human's; on the screen also 8 the cursor, 7 and 15 a fallen king" },
    Use { address: 0x80, length: 13, part: Part::Bits(0xb0), phase: Search, name: "SourceStack",
        about: "by ply: bit 7 the generator's GenQuiet bit, bits 5 and 4 those of the moved piece's square" },
    Use { address: 0x8d, length: 13, part: Part::HighNibble, phase: Search, name: "PieceStack",
        about: "by ply: what stood on the source square" },
    Use { address: 0x9a, length: 13, part: Part::HighNibble, phase: Search, name: "CapturedStack",
        about: "by ply: what stood on the target square (Captured)" },
    Use { address: 0xa7, length: 13, part: Part::HighNibble, phase: Search, name: "SourceLowStack",
        about: "by ply: bits 3 to 0 of the moved piece's square" },
    bits(0x80, 0x40, Search, "RootFlags", "bit 6: this pass over the root moves has found a candidate"),
    bits(0x81, 0x40, Search, "KingHangs", "bit 6: the program's move threatens to take the human's king"),
    Use { address: 0x82, length: 6, part: Part::Bits(0x40), phase: Always, name: "MovedBits",
        about: "bit 6 of six bytes: king or rook has moved (or its square was touched)" },
    bits(0x82, 0x40, Always, "ProgramKingMoved", "bit 6: $84 (e8 where the human is white) has been left or entered"),
    bits(0x83, 0x40, Always, "HumanKingMoved", "bit 6: $BC has been left or entered"),
    bits(0x84, 0x40, Always, "ProgramRookAMoved", "bit 6: $80 has been left or entered"),
    bits(0x85, 0x40, Always, "ProgramRookHMoved", "bit 6: $87 has been left or entered"),
    bits(0x86, 0x40, Always, "HumanRookAMoved", "bit 6: $B8 has been left or entered"),
    bits(0x87, 0x40, Always, "HumanRookHMoved", "bit 6: $BF has been left or entered"),
    Use { address: 0x88, length: 4, part: Part::Bits(0x40), phase: Always, name: "AttackedBits",
        about: "bit 6 of four bytes: this castling is out of the question, by a piece between or an attacked square" },
    bits(0x88, 0x40, Always, "ProgramCastlingA", "bit 6: no castling of the program towards $80"),
    bits(0x89, 0x40, Always, "ProgramCastlingH", "bit 6: no castling of the program towards $87"),
    bits(0x8a, 0x40, Always, "HumanCastlingA", "bit 6: no castling of the human towards $B8"),
    bits(0x8b, 0x40, Always, "HumanCastlingH", "bit 6: no castling of the human towards $BF"),
    bits(0x8c, 0x40, Search, "Promotes", "bit 6: the move being tried promotes"),
    bits(0xb4, 0x80, Always, "GenQuiet", "bit 7: the generator gives moves to empty squares; clear: captures"),
    bits(0xb7, 0x80, Always, "GenAttacks", "bit 7: the generator stops at each piece found (Target negative) before it gives that piece's moves, and pawns attack empty squares; clear in the search"),
    bits(0xb8, 0xc0, Search, "ThreatScan", "bit 7: the captures being generated are only weighed, first the mover's, then (bit 6) the other side's"),
    bits(0xb9, 0x80, Always, "ProgramOpened", "bit 7: the program has the white pieces and opened the game"),

    row(0xc0, 13, Search, "Scores", "by ply: the best score so far for the side to move there, or the score handed up; $80 is equal, more is better for the program, from $FD the human is mated, below 3 the program is"),
    row(0xc0, 16, Picture, "GlyphPointers", "eight pointers into the shapes at $FF00, one a piece of the row being drawn"),
    byte(0xc0, Completion, "CastlingPath", "first square between king and rook"),
    byte(0xc1, Completion, "CastlingIndex", "which of the four castlings is being looked at, 3 down to 0"),
    byte(0xca, Completion, "HumanMaterial", "material of the human with 4 added: king 66, queen 27, rook 15, bishop and knight 9, pawn 3"),
    byte(0xcb, Search, "DistanceFile", "file of the square a distance is measured from"),
    byte(0xcc, Search, "DistanceRank", "rank of that square, times 8"),
    byte(0xcc, Completion, "ProgramMaterial", "material of the program with 4 added"),
    byte(0xcc, Always, "Sought", "piece looked for on the board"),
    byte(0xcd, Always, "Nibble", "low nibble to be put on a square, square of a piece found, file distance"),
    byte(0xce, Search, "LastSource", "GenQuiet bit (turned) and source of the root move searched last"),
    byte(0xcf, Search, "LastCounter", "its move counter"),

    byte(0xd0, Search, "Ply", "0 at the root, 12 at most"),
    byte(0xd0, Game, "BlankFrames", "frames to go before the picture is shown again after a search"),
    byte(0xd0, Always, "Ply", "0 at the root, 12 at most"),
    byte(0xd1, Search, "FullWidth", "plies up to which every move is tried; beyond it captures only"),
    byte(0xd2, Always, "MaxDepth", "plies up to which captures are tried freely; beyond it recaptures and gains only"),
    byte(0xd3, Always, "Frame", "frame counter, low byte; the search adds it to taste"),
    byte(0xd4, Always, "Source", "square a piece leaves, 0 to 63; 64 before the first, negative after the last"),
    byte(0xd5, Always, "Target", "square it goes to; negative beyond the edge"),
    byte(0xd6, Always, "Piece", "what moves"),
    byte(0xd7, Always, "Captured", "what stands on the target"),
    byte(0xd8, Game, "Cursor", "square of the cursor"),
    byte(0xd8, Legality, "Counter", "which of a piece's moves, counting down; pawns: 12 to 15 promotion, 8 to 11 en passant, else kind times 2"),
    byte(0xd8, Always, "Counter", "which of a piece's moves, counting down; pawns: 12 to 15 promotion, 8 to 11 en passant, else kind times 2"),
    byte(0xd9, Game, "KeptSource", "Source, kept while the generator runs"),
    byte(0xd9, Always, "NextFullWidth", "full width of the second pass, 0 where there is none"),
    byte(0xda, Game, "KeptTarget", "Target, kept"),
    byte(0xda, Search, "Material", "material won by the program since the root, signed"),
    byte(0xdb, Game, "KeptPiece", "Piece, kept"),
    byte(0xdb, Search, "MaterialAfter", "Material after the move being tried"),
    byte(0xdc, Game, "KeptCaptured", "Captured, kept"),
    byte(0xdc, Search, "KingTerm", "lone king's distances: twice from the centre less from the other king"),
    byte(0xdd, Game, "KeptCounter", "Counter or cursor, kept"),
    byte(0xdd, Search, "LastTarget", "square of the last capture, 255 where there is none"),
    row(0xde, 4, Game, "Colours", "colours of black pieces, white pieces, board, background as the TIA wants them"),
    byte(0xde, Game, "BlackColour", "colour of the pieces without bit 3 (with them where the human is black)"),
    byte(0xdf, Game, "WhiteColour", "colour of the other pieces"),
    byte(0xe0, Game, "BoardColour", "colour of the dark squares"),
    byte(0xe1, Game, "ScreenColour", "colour of the background"),
    byte(0xde, Search, "BestRank", "rank of the best root move found in this pass"),
    byte(0xdf, Search, "LastRank", "rank of the root move searched last: the next one ranks below it, or equal and lower in order"),
    byte(0xe0, Search, "BestSource", "source of the best move so far"),
    byte(0xe1, Search, "BestCounter", "move counter of the best move so far"),
    byte(0xe2, Always, "Stage", "bit 7 opening, bit 6 the human's king is alone; in the game a copy of the processor's flags"),
    byte(0xe3, Always, "Side", "1 the program moves, 255 the human"),
    byte(0xe4, Always, "HalfMoves", "moves that the program has made, one more where it opened"),
    byte(0xe5, Always, "DoubleStep", "square a pawn left by two squares in the last move; $80 where none did"),
    byte(0xe6, Game, "FireBefore", "INPT4 in the frame before: bit 7 clear where the button is down"),
    byte(0xe6, Search, "Threats", "how many captures the threat scan found to gain"),
    byte(0xe7, Game, "Noise", "sound and blinking: $80 the program's reply stands, up to $7F a buzz, 0 silence"),
    byte(0xe7, Search, "Threat", "the best of them but one"),
    byte(0xe8, Picture, "BoardPattern", "which fields of the row are dark: $66 or $98"),
    byte(0xe9, Always, "Scratch", "score handed up, piece in hand, joystick bits"),
    byte(0xea, Always, "Level", "level shown less 1"),
    byte(0xeb, Picture, "RowSquare", "square that the picture has come to"),
    byte(0xeb, Search, "Mover", "what makes the move being tried"),
    byte(0xeb, Always, "PassedSquare", "square that a pawn may enter en passant, negative where there is none"),
    byte(0xec, Search, "PawnRow", "row of a pawn counted from its own back rank; also the threat being weighed"),
    byte(0xec, Always, "PawnRow", "row of a pawn counted from its own back rank"),
    byte(0xed, Search, "CandidateSource", "GenQuiet bit (turned) and source of the best-ranked root move"),
    byte(0xed, Always, "Switches", "SWCHB at the last frame; bit 7: the human is black"),
    byte(0xee, Search, "CandidateCounter", "its move counter"),
    byte(0xee, Always, "Outcome", "0 the program has lost or has no move, 1 the human, 3 play on"),
    row(0xef, 13, Search, "CounterStack", "by ply: the move counter; plies beyond 11 are never stacked, and $FB serves as scratch"),
    byte(0xf0, Game, "Attract", "255 once nobody has moved for 65,536 frames: the colours drift"),
    byte(0xf0, Ranking, "RankResult", "rank of the root move"),
    byte(0xf0, Search, "RankResult", "rank of the root move"),
    byte(0xf1, Game, "FrameHigh", "frame counter, high byte"),
    byte(0xf2, Game, "SelectHeld", "frames for which Select has been down"),
    byte(0xf2, Ranking, "LineSquare", "square whose pawns or rook lines are being looked at"),
    byte(0xf3, Always, "Step", "0 cursor free, 1 piece picked up, $80 the program's reply blinks, $C0 the human's move blinks and the search follows"),
    byte(0xf4, Game, "Countdown", "frames until the joystick is read again"),
    byte(0xf4, Ranking, "TargetDistance", "distance of the target from the rank's point of attraction"),
    byte(0xf5, Always, "Illegal", "0 the pair of squares is a legal move; $FF it is no move; $FE it leaves the king in check"),
    byte(0xf6, Always, "InCheck", "$FE where the human's king would be attacked"),
    byte(0xf6, Ranking, "LineScore", "pawn shelter or rook line, counted down from 15"),
    byte(0xf7, Always, "HumanKing", "square of the human's king with the move done, negative where there is none"),
    byte(0xf7, Ranking, "Approach", "by how much the move shortens the distance to the point of attraction"),
    byte(0xf8, Ranking, "RankSum", "rank so far"),
    row(0xf8, 8, Picture, "RowColours", "colours of the row's pieces, pushed there with the stack pointer"),
    byte(0xfb, Search, "StackNibble", "nibble on its way to the stack of moves"),
    row(0xfa, 6, Always, "MachineStack", "return addresses and pushed registers of the 6507, from $FF down"),
];

/// The uses of the byte at `address`, in the order of [`USES`].
pub fn uses_of(address: u8) -> impl Iterator<Item = &'static Use> {
    USES.iter().filter(move |usage| usage.covers(address))
}

impl Use {
    /// Whether the byte at `address` belongs to it.
    #[must_use]
    pub const fn covers(&self, address: u8) -> bool {
        address >= self.address && (address - self.address) < self.length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_a_meaning() {
        for address in 0x80..=0xff {
            assert!(uses_of(address).next().is_some(), "${address:02X} is not described");
        }
    }

    #[test]
    fn names_are_one_address_each() {
        for (i, one) in USES.iter().enumerate() {
            for other in &USES[i + 1..] {
                assert!(
                    one.name != other.name || one.address == other.address,
                    "{} is named twice",
                    one.name
                );
                assert!(
                    (one.address, one.phase, one.length, one.part)
                        != (other.address, other.phase, other.length, other.part),
                    "{} and {} are the same bits in the same phase",
                    one.name,
                    other.name
                );
            }
        }
    }
}
