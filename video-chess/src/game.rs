//! A whole game, for a program that wants an opponent and has no Atari.
//!
//! [`Game`] plays the cartridge with its own hands: it moves the joystick, waits out the blinking and checks what the ROM
//! says of the move. So whatever the human's move does to the memory is done, and the search that follows is the one the
//! machine would run. Only the time of day is missing: the ROM counts frames while the human ponders, and the count goes
//! into its choice. Here as many pass as the joystick needs, unless [`Game::wait`] or [`Game::play_at`] says otherwise.

use core::fmt;
use core::ops::ControlFlow;

use crate::cartridge::{Cartridge, Controls, Frame};
use crate::chess::{Colour, Move, Piece, Promotion, Square};
use crate::level::Level;
use crate::position::Position;
use crate::ram::Ram;
use crate::rules::{self, Outcome};
use crate::search::{Progress, Search, Step};
use crate::tables::kind::{PAWN, QUEEN};

/// A game of the human against the program.
///
/// It is a plain value of less than half a kilobyte: a clone is a bookmark to come back to.
#[derive(Clone, Debug)]
pub struct Game {
    cartridge: Cartridge,
    controls: Controls,
    search: Option<Search>,
}

/// Why a move of the human is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The program is thinking.
    NotYourTurn,
    /// No piece of the human's stands there.
    NoPiece(Square),
    /// The piece does not move so.
    NotAMove,
    /// It leaves the king in check.
    IntoCheck,
    /// Pawns become queens and nothing else.
    OnlyQueens,
    /// The joystick does not lead there. That takes a memory that no game leads to ([`Game::from_ram`]).
    OutOfReach,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotYourTurn => f.write_str("it is the program's turn"),
            Self::NoPiece(square) => write!(f, "no piece of yours stands on {square}"),
            Self::NotAMove => f.write_str("the piece does not move so"),
            Self::IntoCheck => f.write_str("the move leaves your king in check"),
            Self::OutOfReach => f.write_str("the joystick does not lead there; this memory is no game's"),
            Self::OnlyQueens => f.write_str("in Video Chess a pawn becomes a queen and nothing else"),
        }
    }
}

impl core::error::Error for Refused {}

/// The program's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move; `None` where it has none and gives up.
    pub played: Option<Move>,
    /// How the game stands.
    pub outcome: Outcome,
    /// The score of the move as the program sees it, 3 for a pawn, from its own side.
    pub score: i8,
    /// Nodes of the search.
    pub nodes: u64,
}

/// What [`Game::think`] has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thought {
    /// The program has replied; the human is to move.
    Replied(Reply),
    /// The callback has stopped it; [`Game::think`] goes on where it was.
    Stopped,
    /// It was not the program's turn.
    NotItsTurn,
    /// The cartridge's search goes astray here and never answers, most likely because the program could take the king
    /// ([`Search::derailment`]).
    Derailed,
}

/// A frame that has passed while a move was played, for whoever follows on a real machine.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// What was held during it.
    pub controls: &'a Controls,
    /// The memory after it: at the end of vertical sync, or, where it `thinks`, at `$F574`.
    pub ram: &'a Ram,
    /// Whether the search begins in it.
    pub thinks: bool,
}

/// A look at a search that goes on.
#[derive(Clone, Copy, Debug)]
pub struct Thinking<'a> {
    search: &'a Search,
    human: Colour,
}

impl Thinking<'_> {
    /// Nodes so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    /// The moves that lead to the node being examined, from the root.
    pub fn line(&self) -> impl Iterator<Item = Move> {
        self.search.line().map(|step| name_of(step, self.human))
    }

    /// The best root move so far and its score, 3 for a pawn, from the program's side.
    #[must_use]
    pub fn best(&self) -> Option<(Move, i8)> {
        self.search.best().map(|best| (name_of(best.step, self.human), points(best.score)))
    }

    /// The search itself.
    #[must_use]
    pub const fn search(&self) -> &Search {
        self.search
    }
}

impl Game {
    /// A new game; the human has white.
    #[must_use]
    pub fn new(level: Level) -> Self {
        Self::start(level, Controls::NONE)
    }

    /// A new game in which the human has black. The program opens it at once with its queen's or king's pawn, as bit 6 of
    /// `frame_counter` has it (set: d2d4).
    #[must_use]
    pub fn new_as_black(level: Level, frame_counter: u8) -> Self {
        let controls = Controls { human_is_black: true, ..Controls::NONE };
        let mut game = Self::start(level, controls);
        game.cartridge.ram_mut().set_frame(frame_counter);
        game.pass_frame(Controls { reset: true, ..controls }, &mut |_| {});
        game
    }

    fn start(level: Level, controls: Controls) -> Self {
        let mut cartridge = Cartridge::power_on(&controls);
        cartridge.ram_mut().set_level(level as u8);
        Self { cartridge, controls, search: None }
    }

    /// A game that goes on from a position. Where the program is to move, it thinks at once, with this frame counter.
    ///
    /// What a position cannot say is set as [`Position`] describes.
    #[must_use]
    pub fn from_position(position: &Position, human: Colour, level: Level, frame_counter: u8) -> Self {
        let controls = Controls { human_is_black: human == Colour::Black, ..Controls::NONE };
        let ram = position.to_ram(human, level, frame_counter);
        let search = (position.to_move != human).then(|| Search::new(ram));
        Self { cartridge: Cartridge::from_ram(ram), controls, search }
    }

    /// A game that goes on from a memory as it is at the end of vertical sync, the human's turn.
    #[must_use]
    pub const fn from_ram(ram: Ram, human: Colour) -> Self {
        let controls = Controls { human_is_black: matches!(human, Colour::Black), ..Controls::NONE };
        Self { cartridge: Cartridge::from_ram(ram), controls, search: None }
    }

    /// The human's colour.
    #[must_use]
    pub const fn human(&self) -> Colour {
        if self.controls.human_is_black { Colour::Black } else { Colour::White }
    }

    /// The machine's memory: during a search as the search has it, else as at the end of vertical sync.
    #[must_use]
    pub const fn ram(&self) -> &Ram {
        match &self.search {
            Some(search) => search.ram(),
            None => self.cartridge.ram(),
        }
    }

    /// The search, while the program thinks.
    #[must_use]
    pub const fn search(&self) -> Option<&Search> {
        self.search.as_ref()
    }

    /// Whether it is the program's turn.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        self.search.is_some()
    }

    /// The level.
    #[must_use]
    pub fn level(&self) -> Level {
        Level::ALL[usize::from(self.ram().level() & 7)]
    }

    /// Changes the level, from the next search on.
    pub fn set_level(&mut self, level: Level) {
        self.cartridge.ram_mut().set_level(level as u8);
        if let Some(search) = &mut self.search {
            search.ram_mut().set_level(level as u8);
        }
    }

    /// Lets time go by on the human's side: sixtieths of a second.
    pub fn wait(&mut self, frames: u32) {
        self.wait_seen(frames, |_| {});
    }

    /// The same, and shows every frame.
    pub fn wait_seen(&mut self, frames: u32, mut seen: impl FnMut(Seen<'_>)) {
        if self.search.is_none() {
            for _ in 0..frames {
                self.pass_frame(self.controls, &mut seen);
            }
        }
    }

    /// What stands on a square, as the game has it: during a search the position that is thought about.
    #[must_use]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let human = self.human();
        let game = match &self.search {
            Some(_) => self.cartridge.ram(),
            None => return Piece::from_content(self.settled().square(square.index(human)), human),
        };
        Piece::from_content(game.square(square.index(human)), human)
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> Position {
        let to_move = if self.is_thinking() { self.human().other() } else { self.human() };
        let ram = if self.is_thinking() { *self.cartridge.ram() } else { self.settled() };
        Position::from_ram(&ram, self.human(), to_move)
    }

    /// Whether the human's king is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.is_thinking() && rules::is_check(&self.settled())
    }

    /// What the cartridge would say to a move of the human, without playing it.
    ///
    /// # Errors
    /// The reason for which it is refused.
    pub fn accepts(&self, candidate: Move) -> Result<(), Refused> {
        if self.is_thinking() {
            return Err(Refused::NotYourTurn);
        }
        let ram = self.settled();
        let (source, target) = self.squares(candidate);
        let piece = ram.square(source);
        if !rules::is_human(piece) {
            return Err(Refused::NoPiece(candidate.from));
        }
        match rules::judge(&ram, source, target) {
            0 => self.check_promotion(candidate, piece),
            rules::INTO_CHECK => Err(Refused::IntoCheck),
            _ => Err(Refused::NotAMove),
        }
    }

    /// All moves of the human that the cartridge accepts, in the order of its squares.
    pub fn accepted_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let human = self.human();
        let ram = self.settled();
        let sources =
            (0..64).filter(move |&source| !self.is_thinking() && rules::is_human(ram.square(source)));
        sources.flat_map(move |source| (0..64).map(move |target| (source, target))).filter_map(
            move |(source, target)| {
                let step = Step { source, target, promotes: rules::human_promotes(&ram, source, target) };
                (source != target && rules::judge(&ram, source, target) == 0).then(|| name_of(step, human))
            },
        )
    }

    /// Plays a move of the human: the program is to think then.
    ///
    /// A promotion may be written with or without the queen.
    ///
    /// # Errors
    /// The reason for which the cartridge refuses the move; nothing has changed then.
    pub fn play(&mut self, candidate: Move) -> Result<(), Refused> {
        self.play_timed(candidate, None, &mut |_| {})
    }

    /// Plays a move of the human at such a time that the frame counter's low byte has this value when the search begins.
    /// The program's choice among good moves depends on it.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_at(&mut self, candidate: Move, frame_counter: u8) -> Result<(), Refused> {
        self.play_timed(candidate, Some(frame_counter), &mut |_| {})
    }

    /// Plays a move of the human as [`Self::play`] does, and shows every frame.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_seen(&mut self, candidate: Move, mut seen: impl FnMut(Seen<'_>)) -> Result<(), Refused> {
        self.play_timed(candidate, None, &mut seen)
    }

    fn play_timed(
        &mut self,
        candidate: Move,
        frame_counter: Option<u8>,
        seen: &mut impl FnMut(Seen<'_>),
    ) -> Result<(), Refused> {
        self.accepts(candidate)?;
        let (source, target) = self.squares(candidate);
        let mut played = self.clone();
        let mut reaches = played.lead_cursor(source, seen) && played.press_fire(seen);
        reaches = reaches && played.lead_cursor(target, seen);
        if !reaches {
            return Err(Refused::OutOfReach);
        }
        if played.cartridge.ram().illegal() != 0 {
            return Err(Refused::NotAMove);
        }
        // The move blinks, and then the search begins in a single frame.
        if !played.press_fire(seen) || !played.wait_for_stick(seen) {
            return Err(Refused::OutOfReach);
        }
        if let Some(frame_counter) = frame_counter {
            played.cartridge.ram_mut().set_frame(frame_counter);
        }
        played.pass_frame(self.controls, seen);
        *self = played;
        Ok(())
    }

    /// Lets the program think until it replies or `progress` breaks off. It is called after every `nodes_between` nodes.
    pub fn think(
        &mut self,
        nodes_between: u64,
        mut progress: impl FnMut(&Thinking<'_>) -> ControlFlow<()>,
    ) -> Thought {
        let human = self.human();
        loop {
            let Some(search) = &mut self.search else { return Thought::NotItsTurn };
            match search.step(nodes_between) {
                Progress::Running => {
                    if progress(&Thinking { search, human }).is_break() {
                        return Thought::Stopped;
                    }
                }
                Progress::Derailed => return Thought::Derailed,
                Progress::Finished => return Thought::Replied(self.take_reply()),
            }
        }
    }

    /// Thinks to the end.
    pub fn reply(&mut self) -> Thought {
        self.think(u64::MAX, |_| ControlFlow::Continue(()))
    }

    /// Breaks a search off and has the program play the best move that it has found so far, which the cartridge cannot
    /// do. `None` where it is not thinking or has found none yet.
    pub fn hurry(&mut self) -> Option<Reply> {
        self.search.as_mut()?.settle().then(|| self.take_reply())
    }

    /// Has the program play this move, whatever it would find: for a game that has been played so elsewhere. `None`, and
    /// nothing happens, where it is not thinking, where none of its pieces stands on the move's source, or for a promotion
    /// to something else than a queen. Whether the move is legal is not looked at.
    pub fn reply_with(&mut self, played: Move) -> Option<Reply> {
        let (source, target) = self.squares(played);
        let human = self.human();
        let search = self.search.as_mut()?;
        // The cartridge's board is the one before the search, whose own has moves on it.
        let mover = Piece::from_content(self.cartridge.ram().square(source), human);
        if mover.is_none_or(|piece| piece.colour == human)
            || played.promotion.is_some_and(|promotion| promotion != Promotion::Queen)
        {
            return None;
        }
        search.answer_with(source, target).then(|| self.take_reply())
    }

    /// Takes over the outcome of this game's search, carried on elsewhere (see [`Self::search`]). `None`, and nothing
    /// happens, where the program is not to move or the search has not finished.
    pub fn adopt(&mut self, search: Search) -> Option<Reply> {
        if search.progress() != Progress::Finished || self.search.is_none() {
            return None;
        }
        self.search = Some(search);
        Some(self.take_reply())
    }

    /// Takes over what the cartridge's own program has come to in this game's search, on a 6507 that was given the memory
    /// of [`Self::search`] at `$F574`: its memory back at `$F00F`, the score at `$C0` as it passed `$FA30`, and its nodes.
    /// `None`, and nothing happens, where the program is not to move.
    pub fn adopt_ram(&mut self, ram: &Ram, score: u8, nodes: u64) -> Option<Reply> {
        self.search.take()?;
        let score = if has_answer(ram) { points(score) } else { i8::MIN };
        Some(self.settle_reply(ram, score, nodes))
    }

    fn take_reply(&mut self) -> Reply {
        let Some(search) = self.search.take() else { unreachable!("a search has just replied") };
        let score = search.best().map_or(i8::MIN, |best| points(best.score));
        self.settle_reply(search.ram(), score, search.nodes())
    }

    /// Goes on with the game from the end of a search.
    fn settle_reply(&mut self, ram: &Ram, score: i8, nodes: u64) -> Reply {
        let (source, target) = (ram.byte(ANSWER_SOURCE), ram.byte(ANSWER_TARGET));
        // The queen is put in the pawn's place when the human next touches the joystick.
        let promotes = ram.byte(0xdb) == QUEEN && ram.square(target) == PAWN;
        let played = has_answer(ram).then(|| name_of(Step { source, target, promotes }, self.human()));
        self.cartridge.resume(ram, &self.controls);
        Reply { played, outcome: Outcome::of(ram), score, nodes }
    }

    fn squares(&self, candidate: Move) -> (u8, u8) {
        (candidate.from.index(self.human()), candidate.to.index(self.human()))
    }

    fn check_promotion(&self, candidate: Move, piece: u8) -> Result<(), Refused> {
        let last_rank = if self.human() == Colour::White { 7 } else { 0 };
        let promotes = piece & 7 == PAWN && candidate.to.rank() == last_rank;
        match candidate.promotion {
            None | Some(Promotion::Queen) if promotes => Ok(()),
            None => Ok(()),
            Some(_) if promotes => Err(Refused::OnlyQueens),
            Some(_) => Err(Refused::NotAMove),
        }
    }

    /// The memory once everything that blinks has come to rest.
    fn settled(&self) -> Ram {
        rules::settled(self.cartridge.ram())
    }

    fn pass_frame(&mut self, controls: Controls, seen: &mut impl FnMut(Seen<'_>)) {
        let frame = self.cartridge.frame(&controls);
        if let Frame::Thinks(search) = frame {
            *self.cartridge.ram_mut() = *search.ram();
            self.search = Some(search);
        }
        seen(Seen { controls: &controls, ram: self.cartridge.ram(), thinks: self.search.is_some() });
    }

    /// Waits until the joystick is read again; says whether it ever is.
    fn wait_for_stick(&mut self, seen: &mut impl FnMut(Seen<'_>)) -> bool {
        for _ in 0..MOST_FRAMES {
            if self.cartridge.ram().byte(0xf4) == 0 {
                return true;
            }
            self.pass_frame(self.controls, seen);
        }
        false
    }

    /// Moves the cursor, and what is in hand, to a square, as the crow flies; says whether it arrives. A first push ends the
    /// blinking of the program's reply.
    fn lead_cursor(&mut self, square: u8, seen: &mut impl FnMut(Seen<'_>)) -> bool {
        for _ in 0..MOST_STEPS {
            if !self.wait_for_stick(seen) {
                return false;
            }
            let at = self.cartridge.ram().counter();
            if at == square {
                return true;
            }
            let (to_left, to_right) = (square & 7 < at & 7, square & 7 > at & 7);
            let mirrored = self.controls.human_is_black;
            let controls = Controls {
                up: square >> 3 < at >> 3,
                down: square >> 3 > at >> 3,
                left: if mirrored { to_right } else { to_left },
                right: if mirrored { to_left } else { to_right },
                ..self.controls
            };
            self.pass_frame(controls, seen);
        }
        false
    }

    fn press_fire(&mut self, seen: &mut impl FnMut(Seen<'_>)) -> bool {
        if !self.wait_for_stick(seen) {
            return false;
        }
        self.pass_frame(self.controls, seen);
        self.pass_frame(Controls { fire: true, ..self.controls }, seen);
        true
    }
}

/// Where the program's reply lies once the search is over.
const ANSWER_SOURCE: u8 = 0xd9;
const ANSWER_TARGET: u8 = 0xda;

/// More frames than the joystick is ever not read for in a game.
const MOST_FRAMES: u32 = 5_000;
/// More steps than lead from any square to any other.
const MOST_STEPS: u32 = 64;

/// Whether a search that is over has come to a move.
const fn has_answer(ram: &Ram) -> bool {
    ram.byte(ANSWER_SOURCE) != ram.byte(ANSWER_TARGET)
}

/// A move by its name in chess.
fn name_of(step: Step, human: Colour) -> Move {
    Move {
        from: Square::from_index(step.source, human),
        to: Square::from_index(step.target, human),
        promotion: step.promotes.then_some(Promotion::Queen),
    }
}

/// A score as a signed number, 3 for a pawn.
const fn points(score: u8) -> i8 {
    (score ^ 0x80) as i8
}
