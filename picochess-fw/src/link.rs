//! The board on a line of text: a chess program on a PC plays with it.
//!
//! To the PC the board is a UCI engine whose mind is the person at the board: the PC's moves become the computer's moves,
//! which the person makes on the board, and the person's moves are answered as `bestmove`. So any program that plays UCI
//! engines against each other lets its engines play on the board.
//!
//! | the PC says | the board says |
//! |---|---|
//! | `uci` | `id name`, `id author`, `uciok` |
//! | `isready` | `readyok` |
//! | `ucinewgame` | nothing; the next position may begin a game |
//! | `position startpos [moves M...]` | nothing, or `info string` with what is wrong: the board's game is another |
//! | `go ...` | `bestmove M` when the person has moved; `bestmove 0000` where the game has ended |
//! | `stop` | nothing: a person cannot be hurried. `bestmove` comes with the person's move |
//! | `quit` | nothing; the computer's moves are the board's own again |
//! | `state`, `fen`, `moves`, alone on its line | the state's name, the position, the moves or `none`, after the same word |
//! | `info`, `id`, `uciok`, `readyok`, `move`, `bestmove` and anything after it | nothing |
//! | any other word | `info string` with it |
//!
//! So a line that gives the board's own words back to it (a terminal that echoes) falls silent.
//! Unasked, the board says `move M` and `fen F` after each move that is made on it or taken back, whoever listens.

use core::fmt::{self, Write};

use heapless::{String, Vec};
use shakmaty::{EnPassantMode, fen::Fen};

use crate::{Answer, Board, Log, PackedMove, Ports};

/// The longest word that is understood. Lines may have any length: moves are taken as they come and not kept as text.
const WORD: usize = 16;

/// What a word belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// The first word of a line.
    #[default]
    First,
    /// After `position`.
    Position,
    /// After `position startpos`.
    Start,
    /// After `moves`.
    Moves,
    /// After a question that counts where nothing else is on its line.
    Asked(Question),
    /// Words that do not matter.
    Rest,
}

/// What the PC may ask about the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    State,
    Fen,
    Moves,
}

/// One end of the line.
#[derive(Clone, Debug, Default)]
pub struct Link {
    word: String<WORD>,
    /// The word is longer than any that is known.
    too_long: bool,
    place: Place,
    /// The line began with `position`.
    of_position: bool,
    /// A UCI program is there.
    linked: bool,
    /// It waits for a move.
    wanted: bool,
    /// The game that it speaks of: how many moves agree with the board's, and the moves beyond.
    agreed: usize,
    beyond: Vec<PackedMove, 1>,
    /// Why its game cannot be played here.
    wrong: Option<&'static str>,
    /// How many moves have been told, and the last of them.
    told: Option<(usize, Option<PackedMove>)>,
}

impl Link {
    /// A line at which nobody listens yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a chess program on the PC makes the computer's moves, so that no thinker is to be asked for them.
    pub fn is_linked(&self) -> bool {
        self.linked
    }

    /// Some of what was said has not been heard: says the position again.
    pub fn missed(&mut self) {
        self.told = None;
    }

    /// Takes bytes from the PC. What is to be said goes into `out`.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn receive(
        &mut self,
        bytes: &[u8],
        board: &mut Board,
        ports: &mut impl Ports,
        out: &mut impl Write,
    ) -> fmt::Result {
        for &byte in bytes {
            match byte {
                b'\n' | b'\r' => {
                    self.end_word(board, out)?;
                    self.end_line(board, ports, out)?;
                }
                b' ' | b'\t' => self.end_word(board, out)?,
                _ => self.too_long |= self.word.push(char::from(byte)).is_err(),
            }
        }
        Ok(())
    }

    /// Says what has happened on the board since the last call. Call it after each look at the board.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn follow(&mut self, board: &mut Board, ports: &mut impl Ports, out: &mut impl Write) -> fmt::Result {
        let log = board.game().log();
        let now = (log.len(), log.last().copied());
        if self.told != Some(now) {
            if self.told.is_some_and(|(count, _)| count < now.0)
                && let Some(last) = now.1
            {
                writeln!(out, "move {last}")?;
            }
            fen(board, out)?;
            self.told = Some(now);
        }
        self.play(board, ports);
        self.reply(board, out)
    }

    fn end_word(&mut self, board: &mut Board, out: &mut impl Write) -> fmt::Result {
        if self.word.is_empty() {
            return Ok(());
        }
        let word = core::mem::take(&mut self.word);
        let known = !core::mem::take(&mut self.too_long);
        self.place = match (self.place, word.as_str()) {
            (Place::First, word) => self.first(word, out)?,
            (Place::Position, "startpos") => Place::Start,
            (Place::Position, _) => {
                self.wrong = Some("this board plays games from the usual start");
                Place::Rest
            }
            (Place::Start, "moves") => Place::Moves,
            (Place::Moves, word) => {
                self.take_move(word, known, board.game().log());
                Place::Moves
            }
            (Place::Start | Place::Asked(_) | Place::Rest, _) => Place::Rest,
        };
        Ok(())
    }

    fn first(&mut self, word: &str, out: &mut impl Write) -> Result<Place, fmt::Error> {
        match word {
            "uci" => {
                self.linked = true;
                writeln!(out, "id name PicoChess\nid author The Video Chess, whole, contributors\nuciok")?;
            }
            "isready" => writeln!(out, "readyok")?,
            "position" => {
                self.linked = true;
                (self.agreed, self.wrong, self.of_position) = (0, None, true);
                self.beyond.clear();
                return Ok(Place::Position);
            }
            "go" => self.wanted = true,
            "quit" => (self.linked, self.wanted) = (false, false),
            "state" => return Ok(Place::Asked(Question::State)),
            "fen" => return Ok(Place::Asked(Question::Fen)),
            "moves" => return Ok(Place::Asked(Question::Moves)),
            // The last six are the board's own, which a line that is not raw sends back.
            "ucinewgame" | "stop" | "setoption" | "debug" | "ponderhit" | "info" | "id" | "uciok"
            | "readyok" | "move" | "bestmove" => {}
            other => writeln!(out, "info string {other} is not known here")?,
        }
        Ok(Place::Rest)
    }

    /// The next move of the PC's game: one that the board knows already, or the one to be made on it.
    fn take_move(&mut self, word: &str, known: bool, log: &Log) {
        let m = if known { PackedMove::parse(word) } else { None };
        let (true, Some(m)) = (self.wrong.is_none(), m) else {
            self.wrong = self.wrong.or(Some("a move is not understood"));
            return;
        };
        if self.beyond.is_empty() && log.get(self.agreed) == Some(&m) {
            self.agreed += 1;
        } else if self.agreed < log.len() || self.beyond.push(m).is_err() {
            self.wrong = Some("the game on the board is another one");
        }
    }

    fn end_line(&mut self, board: &mut Board, ports: &mut impl Ports, out: &mut impl Write) -> fmt::Result {
        let was_position = core::mem::take(&mut self.of_position);
        if let Place::Asked(question) = core::mem::take(&mut self.place) {
            tell(question, board, out)?;
        }
        if was_position && self.wrong.is_none() && self.agreed < board.game().log().len() {
            self.wrong = Some("the game on the board is another one");
        }
        if let Some(wrong) = self.wrong {
            self.beyond.clear();
            if was_position {
                writeln!(out, "info string {wrong}")?;
            }
        }
        self.play(board, ports);
        self.reply(board, out)
    }

    /// Hands the PC's move to the board, if the board waits for it.
    fn play(&mut self, board: &mut Board, ports: &mut impl Ports) {
        let Some(id) = board.request().filter(|request| request.task == crate::Task::Move).map(|r| r.id)
        else {
            return;
        };
        if !self.linked || board.game().log().len() != self.agreed {
            return;
        }
        if let Some(m) = self.beyond.pop() {
            if m.unpack(board.game().position()).is_none() {
                self.wrong = Some("a move is not legal");
                return;
            }
            self.agreed += 1;
            board.answer(id, Answer { best: Some(m), ..Answer::default() }, ports);
        }
    }

    /// Says the person's move, if the PC waits for it: the board then waits for the PC's.
    fn reply(&mut self, board: &Board, out: &mut impl Write) -> fmt::Result {
        if !self.linked || !self.wanted {
            return Ok(());
        }
        let log = board.game().log();
        if self.wrong.is_some() || (board.game().ending().is_some() && log.len() <= self.agreed) {
            self.wanted = false;
            return writeln!(out, "bestmove 0000");
        }
        match log.get(self.agreed) {
            Some(m) if self.beyond.is_empty() => {
                self.wanted = false;
                writeln!(out, "bestmove {m}")
            }
            _ => Ok(()),
        }
    }
}

fn tell(question: Question, board: &Board, out: &mut impl Write) -> fmt::Result {
    match question {
        Question::State => writeln!(out, "state {}", board.state()),
        Question::Fen => fen(board, out),
        Question::Moves if board.game().log().is_empty() => writeln!(out, "moves none"),
        Question::Moves => {
            write!(out, "moves")?;
            board.game().log().iter().try_for_each(|m| write!(out, " {m}"))?;
            writeln!(out)
        }
    }
}

fn fen(board: &Board, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "fen {}", Fen::from_position(board.game().position(), EnPassantMode::Legal))
}

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;
    use crate::{Config, Keys, START_REEDS, Settings, Silent, State};

    /// A board, a hand and a line.
    struct Desk {
        board: Board,
        link: Link,
        reeds: u64,
        now: u64,
    }

    impl Desk {
        fn new(settings: Settings) -> Self {
            let board = Board::new(Config { settings, ..Config::default() }, [None, None]);
            let mut desk = Self { board, link: Link::new(), reeds: START_REEDS, now: 0 };
            desk.wait(100, Keys::NONE);
            desk.wait(100, Keys::SELECT);
            desk
        }

        fn wait(&mut self, ms: u64, keys: Keys) -> String {
            let mut said = String::new();
            for _ in 0..ms / 10 {
                self.now += 10_000;
                self.board.tick(self.now, self.reeds, keys, &mut Silent);
                self.link.follow(&mut self.board, &mut Silent, &mut said).unwrap();
            }
            said
        }

        fn say(&mut self, text: &str) -> String {
            let mut said = String::new();
            self.link.receive(text.as_bytes(), &mut self.board, &mut Silent, &mut said).unwrap();
            said
        }

        /// Moves a man; says what the board says meanwhile.
        fn make(&mut self, from: u32, to: u32) -> String {
            self.reeds &= !(1 << from);
            let mut said = self.wait(200, Keys::NONE);
            self.reeds |= 1 << to;
            said += &self.wait(800, Keys::NONE);
            said
        }
    }

    const E2: u32 = 12;
    const E4: u32 = 28;
    const E7: u32 = 52;
    const E5: u32 = 36;
    const G1: u32 = 6;
    const F3: u32 = 21;

    #[test]
    fn a_pc_plays_black() {
        let mut desk = Desk::new(Settings::default());
        let said = desk.say("uci\r\nisready\n");
        assert!(said.starts_with("id name") && said.ends_with("uciok\nreadyok\n"), "{said}");
        assert_eq!(desk.say("ucinewgame\nposition startpos\ngo movetime 1000\n"), "");
        let said = desk.make(E2, E4);
        assert!(said.contains("move e2e4\nfen ") && said.ends_with("bestmove e2e4\n"), "{said}");
        assert_eq!(desk.board.state(), State::Computer);
        // The computer's move comes from the PC, in pieces as a line may bring it.
        assert_eq!(desk.say("position startpos moves e2"), "");
        assert_eq!(desk.say("e4 e7e5\ngo\n"), "");
        assert_eq!(desk.board.state(), State::Verify);
        desk.make(E7, E5);
        assert_eq!(desk.board.state(), State::Idle);
        let said = desk.make(G1, F3);
        assert!(said.ends_with("bestmove g1f3\n"), "{said}");
        assert_eq!(desk.say("moves\nstate\n"), "moves e2e4 e7e5 g1f3\nstate COMPUTER\n");
    }

    #[test]
    fn a_pc_plays_white() {
        let settings = Settings { human: shakmaty::Color::Black, ..Settings::default() };
        let mut desk = Desk::new(settings);
        assert_eq!(desk.board.state(), State::Computer);
        desk.say("uci\nposition startpos moves e2e4\ngo wtime 1000 btime 1000\n");
        assert_eq!(desk.board.state(), State::Verify);
        let said = desk.make(E2, E4);
        assert!(!said.contains("bestmove"), "{said}");
        let said = desk.make(E7, E5);
        assert!(said.ends_with("bestmove e7e5\n"), "{said}");
    }

    #[test]
    fn another_game_is_refused_and_the_board_keeps_its_own() {
        let mut desk = Desk::new(Settings::default());
        desk.make(E2, E4);
        let said = desk.say("uci\nposition startpos moves d2d4 d7d5\ngo\n");
        assert!(said.contains("info string the game on the board is another one"), "{said}");
        assert!(said.ends_with("bestmove 0000\n"), "{said}");
        for (text, part) in [
            ("position fen 8/8/8/8/8/8/8/8 w - - 0 1\n", "usual start"),
            ("position startpos moves e2e4 e7e9\n", "not understood"),
            ("position startpos moves e2e4 e7e5 g1f3\n", "another"),
            ("position startpos\n", "another"),
            ("fly\n", "not known"),
            ("averyveryverylongwordthatnobodyknows\n", "not known"),
        ] {
            let said = desk.say(text);
            assert!(said.contains(part), "{text}: {said}");
        }
        assert_eq!(desk.say("moves\n"), "moves e2e4\n");
        assert_eq!(desk.board.state(), State::Computer);
        // An illegal move is not made.
        desk.say("position startpos moves e2e4 e7e4\n");
        assert_eq!(desk.board.state(), State::Computer);
        desk.say("position startpos moves e2e4 e7e5\n");
        assert_eq!(desk.board.state(), State::Verify);
    }

    #[test]
    fn a_pc_that_leaves_gives_the_computers_moves_back() {
        let mut desk = Desk::new(Settings::default());
        desk.say("uci\n");
        assert!(desk.link.is_linked());
        desk.say("quit\n");
        assert!(!desk.link.is_linked());
    }

    /// What the board says is given back to it, as by a terminal that echoes: it says nothing to that.
    fn falls_silent(desk: &mut Desk, text: &str) {
        let said = desk.say(text);
        assert_eq!(desk.say(&said), "", "{text:?} brings {said:?}");
    }

    #[test]
    fn an_echo_dies_away() {
        let mut desk = Desk::new(Settings::default());
        assert_eq!(desk.say("moves\n"), "moves none\n");
        let known = "uci\nisready\nstate\nfen\nmoves\nfly\ngo\nposition startpos moves e2e4 e7e5 g1f3\ngo\nquit\n\r\n \n";
        assert!(desk.say(known).contains("bestmove 0000"));
        falls_silent(&mut desk, known);
        let said = desk.make(E2, E4);
        assert!(said.contains("move e2e4\nfen "), "{said}");
        falls_silent(&mut desk, &said);
        falls_silent(&mut desk, known);
        assert_eq!(desk.say("state now\nfen rnbqkbnr w\nmoves e2e4\nmove e2e4\n"), "");
    }

    #[test]
    fn garbage_is_answered_and_its_echo_dies_away() {
        const WORDS: [&str; 24] = [
            "uci",
            "isready",
            "ucinewgame",
            "position",
            "startpos",
            "moves",
            "go",
            "stop",
            "quit",
            "fen",
            "state",
            "info",
            "id",
            "move",
            "bestmove",
            "uciok",
            "readyok",
            "e2e4",
            "e7e5",
            "e7e8q",
            "a1a1",
            "P@e4",
            "\u{fc}",
            "averyveryverylongwordindeed",
        ];
        let mut seed = 1u64;
        let mut random = move |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        let mut desk = Desk::new(Settings::default());
        desk.make(E2, E4);
        for _ in 0..20_000 {
            let mut bytes = std::vec::Vec::new();
            for _ in 0..random(12) {
                match random(3) {
                    0 => bytes.push(random(256) as u8),
                    _ => bytes.extend(WORDS[random(24) as usize].as_bytes()),
                }
                bytes.push(b" \t\n\r "[random(5) as usize]);
            }
            bytes.push(b'\n');
            let mut first = String::new();
            desk.link.receive(&bytes, &mut desk.board, &mut Silent, &mut first).unwrap();
            falls_silent(&mut desk, &first);
        }
        assert_eq!(desk.say("state\n"), "state COMPUTER\n");
    }
}
