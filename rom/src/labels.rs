//! What stands where in the ROM: our names for its routines and tables, with a sentence each.

use core::fmt;

use crate::ram_map::Phase;

/// What a label marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A routine, or a large part of the program that is jumped to: gets a header.
    Routine,
    /// A place inside a routine.
    Place,
    /// A table.
    Table,
}

/// A name for an address of the ROM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The address, `0xf000` to `0xffff`.
    pub address: u16,
    /// Routine, place or table.
    pub kind: Kind,
    /// The name, usable as an assembler's symbol.
    pub name: &'static str,
    /// What it does or holds.
    pub about: &'static str,
}

/// How a stretch of the ROM is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Instructions, in this phase of the program.
    Code(Phase),
    /// A table of bytes, so many in a line of the listing.
    Bytes(u8),
    /// Shapes: a byte a line, drawn as eight pixels in the comment.
    Shapes,
    /// Two-byte addresses, low byte first.
    Addresses,
}

/// A stretch of the ROM with one kind of content; it ends where the next begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// First address.
    pub first: u16,
    /// How to read it.
    pub content: Content,
}

const fn code(first: u16, phase: Phase) -> Stretch {
    Stretch { first, content: Content::Code(phase) }
}

const fn bytes(first: u16, per_line: u8) -> Stretch {
    Stretch { first, content: Content::Bytes(per_line) }
}

/// The whole ROM, in order.
pub const STRETCHES: &[Stretch] = &[
    code(0xf000, Phase::Game),
    code(0xf0d9, Phase::Picture),
    code(0xf13e, Phase::Completion),
    code(0xf183, Phase::Picture),
    code(0xf1dc, Phase::Game),
    code(0xf1fe, Phase::Picture),
    code(0xf27b, Phase::Game),
    code(0xf317, Phase::Legality),
    code(0xf3e7, Phase::Game),
    code(0xf42b, Phase::Completion),
    code(0xf468, Phase::Game),
    code(0xf545, Phase::Picture),
    code(0xf574, Phase::Search),
    bytes(0xf682, 5),
    code(0xf687, Phase::Search),
    code(0xfbb6, Phase::Ranking),
    code(0xfd33, Phase::Search),
    code(0xfd91, Phase::Completion),
    code(0xfe62, Phase::Always),
    code(0xfe9c, Phase::Search),
    bytes(0xfec6, 12),
    bytes(0xfed2, 3),
    bytes(0xfed5, 8),
    bytes(0xfedd, 6),
    bytes(0xfee3, 6),
    bytes(0xfee9, 9),
    bytes(0xfef2, 8),
    bytes(0xfefa, 6),
    Stretch { first: 0xff00, content: Content::Shapes },
    bytes(0xff6e, 8),
    bytes(0xff76, 4),
    bytes(0xff7a, 4),
    bytes(0xff7e, 4),
    bytes(0xff82, 8),
    bytes(0xffe8, 6),
    bytes(0xffee, 7),
    bytes(0xfff5, 7),
    Stretch { first: 0xfffc, content: Content::Addresses },
];

const fn routine(address: u16, name: &'static str, about: &'static str) -> Label {
    Label { address, kind: Kind::Routine, name, about }
}

const fn place(address: u16, name: &'static str, about: &'static str) -> Label {
    Label { address, kind: Kind::Place, name, about }
}

const fn table(address: u16, name: &'static str, about: &'static str) -> Label {
    Label { address, kind: Kind::Table, name, about }
}

/// Every label, by address.
#[rustfmt::skip]
pub const LABELS: &[Label] = &[
    routine(0xf000, "PowerOn", "Clears the chips and the RAM and sets up a first game."),
    place(0xf007, "ClearByte", ""),
    routine(0xf00f, "NewFrame", "Begins a frame: vertical sync, frame counter, colours. The search, too, ends here."),
    place(0xf021, "SetColours", "colours of screen and pieces, dimmed and drifting once nobody plays"),
    place(0xf030, "NextColour", ""),
    place(0xf050, "EndSync", "the human is white: colours stay as they are"),
    place(0xf075, "HideSource", "a blinking piece's off time"),
    place(0xf079, "ShowSource", ""),
    place(0xf07b, "SourceShown", ""),
    place(0xf090, "TargetByBlink", ""),
    place(0xf094, "TargetByPhase", ""),
    place(0xf096, "ShowPiece", ""),
    place(0xf098, "TargetShown", ""),
    place(0xf09a, "FadeNoise", ""),
    place(0xf0a8, "PlayNoise", ""),
    place(0xf0ba, "MarkKing", "the human's king, toppled or blinking while in check"),
    place(0xf0bd, "EndNoise", ""),
    place(0xf0c8, "SetAudioControl", ""),
    place(0xf0ca, "WaitVerticalBlank", ""),
    routine(0xf0d9, "DrawPicture", "Draws the level and the board: eight rows of eight pieces, four to each of two interleaved fields."),
    place(0xf0e1, "PointerHighs", ""),
    place(0xf0f2, "WaitFirstLine", ""),
    routine(0xf13e, "SpecialMove", "What a move does beside moving its piece: castling's rook, en passant's pawn, promotion."),
    place(0xf15b, "Promote", "pawn 6 to queen 2, and back"),
    place(0xf163, "TestCastling", ""),
    place(0xf176, "TestShortCastling", ""),
    place(0xf17f, "MoveRookOrPawn", ""),
    place(0xf182, "SpecialDone", ""),
    routine(0xf183, "RowPieces", "Turns the eight squares of a row into shapes and colours, colours pushed to $F8..$FF."),
    place(0xf184, "BlackShape", ""),
    place(0xf18a, "BlackShape2", ""),
    place(0xf194, "NextPair", "two squares of the row"),
    place(0xf1a9, "PushColour", ""),
    place(0xf1c1, "PushColour2", ""),
    place(0xf1c5, "RowReady", ""),
    place(0xf1cf, "FirstLine", ""),
    routine(0xf1dc, "RestoreKept", "Copies the kept move back to Source .. Counter."),
    place(0xf1de, "RestoreByte", ""),
    routine(0xf1e6, "AcceptInput", "Sounds a click and ends the blinking of the program's reply; a piece promoted by it appears here."),
    place(0xf1fb, "NoiseOff", ""),
    routine(0xf1fe, "DrawRow", "One line pair of a row of pieces, and the turn to the next row."),
    place(0xf209, "DrawLines", ""),
    routine(0xf27b, "PictureDone", "The rest of the frame: the human's turn, the stage of the game, the wait for the frame's end."),
    place(0xf29a, "KeepKing", ""),
    place(0xf2a2, "WaitOverscan", ""),
    routine(0xf2aa, "ReadSwitches", "Reset starts a new game, Select steps the level; then a step of the human's move check."),
    routine(0xf2ad, "NewGame", "Sets up the board where Reset is down (and at power-on); as white, the program makes its first move."),
    place(0xf2b6, "NextFile", ""),
    place(0xf2e1, "OpenWithPawn", ""),
    place(0xf2ec, "StartCursor", ""),
    place(0xf2ff, "TestSelect", ""),
    place(0xf30e, "HoldSelect", ""),
    place(0xf314, "CountSelect", ""),
    place(0xf315, "KeepSelect", ""),
    routine(0xf317, "CheckMove", "A frame's share of the check of the human's move: one generated move is compared or tested for check."),
    place(0xf345, "TestHumanShortCastling", ""),
    place(0xf354, "FromOwnPiece", ""),
    place(0xf356, "RestartGenerator", ""),
    place(0xf35c, "CheckDone", ""),
    place(0xf35d, "CheckNext", "the next generated move: the human's own, then the replies to it"),
    place(0xf379, "PieceBack", ""),
    place(0xf383, "Generate", "with the target square emptied"),
    place(0xf3af, "PawnTakes", ""),
    place(0xf3b1, "PieceMoves", ""),
    place(0xf3b7, "NoSuchMove", ""),
    routine(0xf3b9, "LookForCheck", "Turns the check of a move to its second half: does a piece of the program reach the king?"),
    place(0xf3bf, "StartFrom", ""),
    place(0xf3c3, "CheckReply", ""),
    place(0xf3cc, "ReplyTakesKing", ""),
    place(0xf3de, "KingInCheck", ""),
    place(0xf3e6, "CheckReturn", ""),
    routine(0xf3e7, "HumanTurn", "Puts the true board back after the picture and serves the human: countdowns, joystick, button."),
    place(0xf3f5, "SourceBack", ""),
    place(0xf405, "CountDown", ""),
    place(0xf419, "KeepCountdown", ""),
    place(0xf41b, "StillWaiting", ""),
    place(0xf41c, "Ready", "nothing is pending"),
    routine(0xf422, "HumanHasMoved", "Carries out the human's move, sets stage and depths, and begins to think."),
    place(0xf439, "StageKnown", ""),
    place(0xf448, "DepthOfLevel", ""),
    place(0xf44e, "DepthOpening", ""),
    place(0xf452, "DepthReady", ""),
    place(0xf468, "CursorToReply", ""),
    place(0xf46c, "ReadButton", ""),
    place(0xf495, "WrapPiece", ""),
    place(0xf497, "SetUpPiece", "set-up mode: the next piece for the square under the cursor"),
    place(0xf4b9, "CursorFree", ""),
    place(0xf4be, "DropPiece", ""),
    place(0xf4cd, "AcceptMove", ""),
    place(0xf4d6, "ReadStick", ""),
    place(0xf4e3, "StickRead", ""),
    place(0xf4ec, "NextDirection", ""),
    place(0xf4f3, "DirectionDone", ""),
    place(0xf50e, "CarryPiece", ""),
    place(0xf519, "UnderCursor", ""),
    place(0xf520, "CursorPiece", ""),
    place(0xf522, "NewCapture", ""),
    routine(0xf524, "NewPair", "A new pair of squares: its check must begin, the joystick rests."),
    routine(0xf532, "KeepMove", "Copies Source .. Counter where the generator cannot touch it."),
    place(0xf534, "KeepByte", ""),
    place(0xf53b, "InputDone", ""),
    routine(0xf53c, "KeepIfReady", "Keeps the move unless its check is going on or over."),
    place(0xf544, "NotReady", ""),
    routine(0xf545, "TurnFiles", "Starts a timer; where the human is black, mirrors the board's files for the picture, or back."),
    place(0xf54e, "TurnPair", ""),
    place(0xf573, "FilesTurned", ""),
    routine(0xf574, "Think", "The search. Its whole input is the RAM; its answer is BestSource and BestCounter."),
    routine(0xf582, "StartPass", "A pass over the whole tree: the first with a full width of 0, a second with the level's."),
    routine(0xf5ac, "EnterNode", "One ply down; the first captures-only ply is preceded by a scan of threats."),
    place(0xf5bb, "ScanOwnThreats", ""),
    place(0xf5c1, "StartScan", ""),
    place(0xf5cf, "OtherSide", ""),
    routine(0xf5d5, "GenerateCaptures", "Starts the generator, captures first."),
    place(0xf5db, "GenerateFromTop", ""),
    routine(0xf5e2, "MoveOrNone", "Has the generator found a move?"),
    routine(0xf5e9, "NoMoreMoves", "What comes after the last move: quiet moves, the other half of a scan, or one ply up."),
    place(0xf5fd, "NodeDone", ""),
    place(0xf600, "AfterCaptures", ""),
    place(0xf606, "RootExhausted", ""),
    routine(0xf611, "SearchCandidate", "Searches the root move that ranks best among those not yet searched."),
    place(0xf64c, "CandidateCaptures", ""),
    place(0xf64e, "SearchRootMove", ""),
    place(0xf657, "ScanOtherThreats", ""),
    place(0xf664, "EndScan", ""),
    routine(0xf66d, "GenerateQuiet", "Starts the generator for moves to empty squares; at the root, king's side castling comes before them."),
    place(0xf67f, "QuietFromTop", ""),
    table(0xf682, "CastlingMove", "Source, Target, Piece, Captured, Counter of the program's castling: only this one is ever considered."),
    place(0xf687, "OfferCastling", ""),
    place(0xf689, "CastlingByte", ""),
    routine(0xf691, "Consider", "A move is at hand: at the root it is ranked, deeper it is tried."),
    place(0xf6a1, "RankMove", ""),
    place(0xf6c5, "KeepCandidate", ""),
    place(0xf6d1, "RootMoveRanked", ""),
    place(0xf6dd, "NextMoveHere", "after a capture a line is left, after a quiet move it is followed further"),
    place(0xf6e1, "LeaveLine", ""),
    place(0xf6e4, "FollowLine", ""),
    routine(0xf6ea, "TryMove", "What would this move bring? In a scan of threats it is weighed only."),
    place(0xf6fc, "PromotionKnown", ""),
    place(0xf71c, "WeighThreat", ""),
    place(0xf72e, "GainOfThreat", ""),
    place(0xf747, "CompareThreat", ""),
    place(0xf755, "ThreatNoted", ""),
    place(0xf761, "NextOnLine", ""),
    place(0xf764, "RookThreat", ""),
    place(0xf768, "NextThreat", ""),
    place(0xf76b, "TwoThreats", ""),
    place(0xf775, "ScanDone", ""),
    place(0xf77f, "LeaveScan", ""),
    routine(0xf782, "ScoreMove", "Material after the move; a captured king ends the line with a mate score."),
    place(0xf79e, "PromotionGain", ""),
    place(0xf7a9, "TestKingTaken", ""),
    place(0xf7ba, "MateScore", ""),
    place(0xf7c1, "TestLoneKing", ""),
    place(0xf7df, "PresetScore", "child's score: worst, or beyond the full width standing pat"),
    place(0xf7f4, "DeepEnough", ""),
    place(0xf811, "NotWorthIt", ""),
    place(0xf814, "StackFull", ""),
    place(0xf817, "TestStack", ""),
    routine(0xf821, "MakeMove", "A node: stacks the move in the board's spare nibbles and makes it."),
    place(0xf82c, "StackPiece", ""),
    place(0xf836, "StackIt", ""),
    place(0xf877, "MakeEnPassant", "DoubleStep is the square behind the pawn, or $80, which reaches the TIA's mirror at $0100"),
    place(0xf88b, "MakeSecondPiece", ""),
    place(0xf88e, "MakeMain", ""),
    place(0xf8b7, "PromotedMaterial", ""),
    place(0xf8c3, "Made", ""),
    routine(0xf8c6, "UnmakeMove", "One ply up: takes the move back from the stack."),
    place(0xf928, "UnmakeEnPassant", ""),
    place(0xf93d, "UnmakeSecondPiece", ""),
    place(0xf940, "UnmakeMaterial", ""),
    place(0xf96b, "UnmakePromotion", ""),
    routine(0xf97a, "StaticScore", "No room for a further ply: the move is scored without being made."),
    routine(0xf983, "BackUp", "Minimax with alpha and beta: the move's score against the node's, its parent's and the other side's root."),
    place(0xf99e, "BackUpRoot", ""),
    place(0xf9a1, "BackUpProgram", ""),
    place(0xf9ab, "TestBeta", ""),
    place(0xf9b1, "TestAlpha", ""),
    place(0xf9b9, "BackUpHuman", ""),
    place(0xf9c1, "TestHumanBeta", ""),
    place(0xf9cb, "NewBest", ""),
    place(0xf9da, "BackedUp", ""),
    place(0xf9e0, "NextRootMove", ""),
    place(0xf9ec, "Cutoff", "too good for the other side to allow: the node is left with this score"),
    routine(0xf9f5, "PassDone", "A pass is over: the second begins, or the answer is given."),
    place(0xfa21, "BestCaptures", ""),
    routine(0xfa30, "Answer", "Makes the best move on the board for good and hands back to the frame."),
    place(0xfa4b, "NoAnswer", ""),
    place(0xfa4d, "OutcomeKnown", ""),
    routine(0xfa66, "NextPiece", "Finds the next lower piece of the side to move and starts its moves."),
    place(0xfa68, "NextSquare", ""),
    place(0xfa77, "TestOwn", ""),
    place(0xfa8d, "StartMoves", ""),
    routine(0xfa95, "NextMove", "The next move of the piece on Source, of the next piece, or Source negative."),
    place(0xfa9b, "NextCounter", ""),
    place(0xfa9d, "TestCounter", ""),
    place(0xfa9f, "TryTarget", ""),
    place(0xfab9, "Occupied", ""),
    place(0xfac8, "NoPiece", ""),
    place(0xfaca, "MoveFound", ""),
    place(0xfacb, "Blocked", ""),
    place(0xfad2, "NextPawnMove", "a pawn's counter goes down by two: 10 and 8 en passant, 6 and 4 captures, 2 one step, 0 two"),
    place(0xfadd, "PawnRowKnown", ""),
    place(0xfae9, "FindPassed", "which square may be entered en passant"),
    place(0xfaf5, "PassedInTree", ""),
    place(0xfb15, "PassedSquareOf", ""),
    place(0xfb19, "NextPawnCounter", ""),
    place(0xfb22, "PawnCounterKnown", ""),
    place(0xfb54, "PawnCapture", ""),
    place(0xfb5d, "PawnStep", ""),
    place(0xfb68, "PawnAhead", ""),
    place(0xfb75, "PawnFound", ""),
    place(0xfb84, "PawnMoveFound", ""),
    place(0xfb85, "PawnDoubleStep", ""),
    place(0xfb8e, "ToNextPiece", ""),
    routine(0xfb91, "TargetSquare", "Source plus the piece's step number Counter, in decimal mode: rank and file are digits, 8 and 9 are off the board."),
    place(0xfbb3, "OffBoard", ""),
    routine(0xfbb6, "RankRootMove", "Judges a root move by sight, to try the good ones first and to choose among equals."),
    place(0xfbc1, "RankPiece", ""),
    place(0xfbce, "AttractionKnown", ""),
    place(0xfbe7, "NoWeight", ""),
    place(0xfbeb, "Weight", ""),
    place(0xfbf3, "AddApproach", ""),
    place(0xfbf6, "CountWeight", ""),
    place(0xfbf9, "Weighted", ""),
    place(0xfc08, "RankPawn", ""),
    place(0xfc11, "RankOpening", ""),
    place(0xfc12, "StoreSum", ""),
    place(0xfc27, "OpeningBonusKnown", ""),
    place(0xfc34, "FirstReply", ""),
    place(0xfc3c, "DoubleBonus", ""),
    place(0xfc3d, "AddBonus", ""),
    place(0xfc3f, "RankCastlingPawns", "pawns before the king's castle stay"),
    place(0xfc50, "KingsFile", ""),
    place(0xfc5a, "KingsFileKnown", ""),
    place(0xfc63, "PawnPenalty", ""),
    place(0xfc65, "RankLines", ""),
    place(0xfc67, "RankSquare", "for the target, and once more for the source"),
    place(0xfc82, "DownTheFile", ""),
    place(0xfc99, "FileSquare", ""),
    place(0xfc9f, "RankPawnShape", ""),
    place(0xfca1, "NextPawnRow", ""),
    place(0xfca3, "NextPawnFile", ""),
    place(0xfcc2, "PawnShapeDone", ""),
    place(0xfcc7, "StoreLineScore", ""),
    place(0xfcc9, "EarlyCapture", ""),
    place(0xfcd2, "PawnOrRook", ""),
    place(0xfcd8, "RookLines", ""),
    place(0xfcda, "NextLine", ""),
    place(0xfce6, "AlongLine", ""),
    place(0xfcf6, "LineSquareSeen", ""),
    place(0xfd09, "LineEnded", ""),
    place(0xfd0d, "RookFound", ""),
    place(0xfd1d, "RankKing", ""),
    place(0xfd28, "NoBonus", ""),
    place(0xfd2a, "CastlingBonus", ""),
    place(0xfd2b, "AddLineScore", ""),
    place(0xfd2c, "RankDone", ""),
    routine(0xfd33, "MovePiece", "Moves what stands on Source to Target."),
    routine(0xfd37, "MoveFromTo", "Moves what stands on square Y to square X."),
    routine(0xfd44, "PutInHand", "Puts the piece in Scratch on square X."),
    routine(0xfd4d, "LeaveRay", "A line is blocked: sends the counter of a queen, rook or bishop to the line's end. Carry: a pawn."),
    place(0xfd5d, "SkipRay", ""),
    place(0xfd63, "NotAPawn", ""),
    place(0xfd64, "RayLeft", ""),
    routine(0xfd65, "CaptureGains", "Whether a late capture is worth a node, by the values of both pieces and the balance."),
    routine(0xfd81, "GainForMover", "Value Y from the mover's side, halved; negative where it is no gain or a king."),
    place(0xfd8b, "GainSigned", ""),
    place(0xfd90, "GainKnown", ""),
    routine(0xfd91, "CompleteMove", "Makes a move for good, counts material, and finds which castlings are possible."),
    place(0xfd9c, "CountSquare", ""),
    place(0xfdb6, "CountProgram", ""),
    place(0xfdbc, "NextCounted", ""),
    place(0xfdd6, "NoDoubleStep", ""),
    place(0xfdd8, "KeepDoubleStep", ""),
    place(0xfde6, "NextCastling", "the king is taken off the board while its path is examined"),
    place(0xfe07, "CastlingSide", ""),
    place(0xfe20, "NextAttack", ""),
    place(0xfe2b, "ComparePath", ""),
    place(0xfe35, "CastlingRefused", ""),
    place(0xfe3d, "KingBack", ""),
    routine(0xfe4b, "MarkMoved", "Sets the moved bit of a king's or rook's square that is Source or Target."),
    place(0xfe4d, "NextHome", ""),
    place(0xfe58, "HasMoved", ""),
    place(0xfe5e, "NotHome", ""),
    routine(0xfe62, "EmptySquare", "Takes what stands on square X off the board."),
    routine(0xfe64, "PutPiece", "Puts piece A on square X."),
    routine(0xfe66, "PutNibble", "Puts the piece in Nibble on square X."),
    routine(0xfe6f, "FindHumanKing", "Square X of the human's king once Source has moved to Target."),
    routine(0xfe71, "FindKing", "The same of king A."),
    routine(0xfe7d, "FindPiece", "Square X of piece A, negative where there is none; overflow is set where no piece ranks above it."),
    place(0xfe85, "FindNext", ""),
    place(0xfe93, "OtherPiece", ""),
    place(0xfe96, "NotFound", ""),
    place(0xfe9b, "FoundAtTarget", ""),
    routine(0xfe9c, "Distance", "Files plus ranks between squares A and X."),
    place(0xfeb2, "FileDistance", ""),
    place(0xfec0, "RankDistance", ""),
    table(0xfec6, "OpeningBonus", "Root moves from squares 0 to 12 before the eighth move, a nibble for each colour of the program."),
    table(0xfed2, "PawnShield", "Steps between the three squares behind a pawn; also bonus 13 of the table before."),
    table(0xfed5, "PieceValues", "Values by piece: program's negative, then the human's; the rest lies in the next two tables."),
    table(0xfedd, "MaterialValues", "Values by kind of piece."),
    table(0xfee3, "ApproachWeights", "How often a piece's approach counts, from the eighth move seven entries further; also the human's pawn."),
    table(0xfee9, "OutcomeSounds", "Audio control by outcome; also the later approach weights."),
    table(0xfef2, "BackRank", "Rook, knight, bishop, queen, king, bishop, knight, rook; also a pawn's worth by rank distance."),
    table(0xfefa, "CastlingHomes", "Squares of kings and rooks in the order of the moved bits."),
    table(0xfefb, "FileEdges", "File across the board's edge for each step of PawnShield; inside the table before."),
    table(0xff00, "Shapes", "Six lines a piece from the bottom up, every eight bytes: none, king, queen, bishop, knight, rook, pawn, fallen king, cursor; then the digits, five lines each."),
    table(0xff46, "Digits", "The levels' digits."),
    table(0xff6e, "ColourSets", "Background, board, white, black; then the same for black-and-white sets."),
    table(0xff76, "CastlingKings", "The king's square of each castling."),
    table(0xff7a, "CastlingPaths", "The middle square of each castling's path."),
    table(0xff7e, "Directions", "Up, down, left, right."),
    table(0xff82, "Steps", "Every step of every piece as a difference of two decimal digits, line by line from the far end."),
    table(0xffe8, "StepsOf", "Where in Steps a kind of piece begins (pawn: the table after, its first entry)."),
    table(0xffee, "StepsFrom", "Highest counter of a kind of piece (entry 0: where the pawn's steps begin)."),
    table(0xfff5, "LevelDepths", "By level: full width of the second pass, maximum depth."),
    table(0xfffc, "Vectors", "Reset and interrupt."),
];

/// What an indexed operand means where its address alone does not say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The instruction's address.
    pub at: u16,
    /// The first byte of the row that is meant.
    pub base: u16,
    /// That row's name.
    pub name: &'static str,
    /// What the instruction adds to the base.
    pub offset: i8,
}

impl Operand {
    /// The address that stands in the instruction.
    #[must_use]
    pub const fn address(&self) -> u16 {
        self.base.wrapping_add_signed(self.offset as i16)
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.offset {
            0 => f.write_str(self.name),
            offset => write!(f, "{}{offset:+}", self.name),
        }
    }
}

const fn operand(at: u16, base: u16, name: &'static str, offset: i8) -> Operand {
    Operand { at, base, name, offset }
}

/// Indexed operands whose base is not what is meant, by the instruction's address.
pub const OPERANDS: &[Operand] = &[
    operand(0xf039, 0xde, "Colours", -1),
    operand(0xf03b, 0x06, "COLUP0", -1),
    operand(0xf2e1, 0x80, "Board", 12),
    operand(0xf2e3, 0x80, "Board", 28),
    operand(0xf534, 0xd4, "Source", -1),
    operand(0xf536, 0xd9, "KeptSource", -1),
    operand(0xf83c, 0x8d, "PieceStack", 0),
    operand(0xf842, 0x8d, "PieceStack", 0),
    operand(0xf84e, 0x80, "SourceStack", 0),
    operand(0xf852, 0x80, "SourceStack", 0),
    operand(0xf85c, 0x80, "SourceStack", 0),
    operand(0xf85e, 0x80, "SourceStack", 0),
    operand(0xf8d4, 0xa7, "SourceLowStack", 0),
    operand(0xf8dc, 0x80, "SourceStack", 0),
    operand(0xf8ea, 0x9a, "CapturedStack", 0),
    operand(0xf8f2, 0x8d, "PieceStack", 0),
    operand(0xf9a1, 0xc0, "Scores", -1),
    operand(0xf9b9, 0xc0, "Scores", -1),
    operand(0xfaf9, 0xef, "CounterStack", -1),
    operand(0xfaff, 0x8d, "PieceStack", -1),
    operand(0xfb07, 0xa7, "SourceLowStack", -1),
    operand(0xfb0f, 0x80, "SourceStack", -1),
    operand(0xfdea, 0x88, "AttackedBits", 0),
    operand(0xfded, 0x88, "AttackedBits", 0),
    operand(0xfe37, 0x88, "AttackedBits", 0),
    operand(0xfe3b, 0x88, "AttackedBits", 0),
    operand(0xfe5a, 0x82, "MovedBits", 0),
    operand(0xfe5c, 0x82, "MovedBits", 0),
];

/// The label at `address`, if there is one.
#[must_use]
pub fn label_at(address: u16) -> Option<&'static Label> {
    LABELS.binary_search_by_key(&address, |label| label.address).ok().map(|index| &LABELS[index])
}

/// The label at or before `address`.
#[must_use]
pub fn label_before(address: u16) -> Option<&'static Label> {
    let following = LABELS.partition_point(|label| label.address <= address);
    following.checked_sub(1).map(|index| &LABELS[index])
}

/// The stretch that holds `address`, which must lie in the ROM (`0xf000` and up).
#[must_use]
pub fn stretch_of(address: u16) -> &'static Stretch {
    let following = STRETCHES.partition_point(|stretch| stretch.first <= address);
    &STRETCHES[following.saturating_sub(1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_in_order_and_names_unique() {
        assert!(STRETCHES.is_sorted_by(|a, b| a.first < b.first));
        assert!(LABELS.is_sorted_by(|a, b| a.address < b.address));
        assert!(OPERANDS.is_sorted_by(|a, b| a.at < b.at));
        for (i, label) in LABELS.iter().enumerate() {
            assert!(LABELS[i + 1..].iter().all(|other| other.name != label.name), "{} twice", label.name);
        }
    }

    #[test]
    fn finds_what_holds_an_address() {
        assert_eq!(label_at(0xf574).map(|label| label.name), Some("Think"));
        assert_eq!(label_at(0xf575), None);
        assert_eq!(label_before(0xf575).map(|label| label.name), Some("Think"));
        assert_eq!(stretch_of(0xf684).content, Content::Bytes(5));
        assert_eq!(stretch_of(0xffff).content, Content::Addresses);
    }
}
