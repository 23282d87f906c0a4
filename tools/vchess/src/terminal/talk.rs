//! Does what is typed, and has the program reply.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use shakmaty::Position as _;
use video_chess::{Level, Progress, Search};

use super::file::{self, Saved};
use super::game::TerminalGame;
use super::words::{HELP, Words};
use crate::engine::setup::{self, Start};
use crate::engine::{Engine, Reached, Seed, Table, time, verdict};
use crate::pgn::{san, write};

/// For a hint.
const HINT_LIMIT: Duration = Duration::from_secs(5);
/// While the program thinks, a word is due every so often.
const WORD_EVERY: Duration = Duration::from_secs(5);
/// Frames of the NTSC console in a second.
const FRAMES_A_SECOND: u128 = 60;
/// Time of which the frame counter takes note: ten minutes.
const LONGEST_WAIT: u128 = 36_000;

/// A conversation over a board.
pub struct Talk<'a> {
    engine: &'a dyn Engine,
    say: &'a mut dyn FnMut(&str),
    game: TerminalGame,
    seed: Seed,
    /// Where the game is kept from move to move.
    kept_in: Option<PathBuf>,
    lines: Receiver<String>,
    /// Typed while the program was thinking.
    pending: VecDeque<String>,
    began: Instant,
    last_reply: Option<Instant>,
}

/// What a search was ended by.
enum Ended {
    Replied,
    Quit,
}

impl<'a> Talk<'a> {
    /// A conversation about a game.
    pub fn new(
        engine: &'a dyn Engine,
        game: TerminalGame,
        seed: Seed,
        kept_in: Option<PathBuf>,
        lines: Receiver<String>,
        say: &'a mut dyn FnMut(&str),
    ) -> Self {
        let pending = VecDeque::new();
        Self { engine, say, game, seed, kept_in, lines, pending, began: Instant::now(), last_reply: None }
    }

    fn say(&mut self, text: &str) {
        (self.say)(text);
    }

    /// Talks until the human has had enough.
    pub fn run(&mut self) {
        self.say("Video Chess. Type your move, or help.");
        self.show_board();
        loop {
            if self.game.end().is_none() && !self.game.is_humans_turn() {
                match self.reply() {
                    Ended::Replied => {}
                    Ended::Quit => return,
                }
            }
            let line = match self.pending.pop_front() {
                Some(line) => line,
                None => match self.lines.recv() {
                    Ok(line) => line,
                    Err(_) => return,
                },
            };
            if !self.obey(&line) {
                return;
            }
        }
    }

    fn show_board(&mut self) {
        let board = self.game.board();
        self.say(&board);
        let turn = if self.game.chess().turn().is_white() { "White" } else { "Black" };
        if let Some(end) = self.game.end() {
            self.say(&format!("The game is over: {} ({}).", end.result(), end.why));
        } else {
            let check = if self.game.chess().is_check() { ", in check" } else { "" };
            self.say(&format!("{turn} to move{check}."));
        }
    }

    fn obey(&mut self, line: &str) -> bool {
        match Words::parse(line) {
            Words::Nothing => {}
            Words::Move(text) => self.human_move(&text),
            Words::Undo => {
                if self.game.undo() {
                    self.keep();
                    self.show_board();
                } else {
                    self.say("There is no move of yours to take back.");
                }
            }
            Words::Hint => self.hint(),
            Words::Board => self.show_board(),
            Words::Moves => {
                let text = write::movetext(&self.game.saved().game);
                self.say(text.trim_end());
            }
            Words::Save(path) => self.save(path),
            Words::Load(path) => self.load(&path),
            Words::Level(number) => match number.parse().ok().and_then(Level::from_number) {
                Some(level) => {
                    self.game.table.set(level, self.seed);
                    self.say(&format!("Level {}.", level.number()));
                }
                None => self.say(&format!("The level is a number from 1 to 8, and not {number:?}.")),
            },
            Words::New { black } => self.new_game(black),
            Words::Stop => self.say("The program is not thinking."),
            Words::Help => self.say(HELP),
            Words::Quit => return false,
            Words::Lacking(what) => self.say(what),
        }
        true
    }

    fn human_move(&mut self, text: &str) {
        if let Some(end) = self.game.end() {
            self.say(&format!("The game is over: {} ({}). undo, new or quit?", end.result(), end.why));
            return;
        }
        let played = match san::read(self.game.chess(), text) {
            Ok(played) => played,
            Err(san::NoMove::Ambiguous) => {
                self.say(&format!("{text} can be several moves; say from where."));
                return;
            }
            Err(san::NoMove::Illegal) => {
                self.say(&format!("{text} is not legal here."));
                return;
            }
            Err(san::NoMove::Unreadable) => {
                self.say(&format!("{text:?} is neither a move nor a command; help lists them."));
                return;
            }
        };
        if let Some(since) = self.last_reply.take() {
            let frames = since.elapsed().as_millis() * FRAMES_A_SECOND / 1000;
            self.game.table.wait(frames.min(LONGEST_WAIT) as u32);
        }
        if let Err(why) = self.game.play(played, "") {
            self.say(&format!("The cartridge cannot follow: {why}."));
            return;
        }
        for note in self.game.table.take_notes() {
            self.say(&format!("Note: {note}."));
        }
        self.keep();
        if self.game.end().is_some() {
            self.show_board();
        }
    }

    /// The program thinks and moves.
    fn reply(&mut self) -> Ended {
        let counter = (self.began.elapsed().as_millis() * FRAMES_A_SECOND / 1000) as u8;
        let (reply, comment) = match self.game.table.reach(counter) {
            Reached::Opening(played) => (Ok(setup::cartridge_move(played)), String::new()),
            Reached::Nothing => (Err("the cartridge is not to move"), String::new()),
            Reached::Search(root) => {
                let mut thinking = self.engine.think(&root);
                let began = Instant::now();
                let mut last_word = began;
                let mut hurried = false;
                let progress = loop {
                    let progress = thinking.step();
                    if progress != Progress::Running || hurried && thinking.search().best().is_some() {
                        break progress;
                    }
                    match self.lines.try_recv() {
                        Ok(line) => match Words::parse(&line) {
                            Words::Stop => hurried = true,
                            Words::Quit => return Ended::Quit,
                            _ => self.pending.push_back(line),
                        },
                        Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
                    }
                    if last_word.elapsed() >= WORD_EVERY {
                        last_word = Instant::now();
                        let text = format!(
                            "Thinking: {} nodes, {} of the Atari's time. stop makes it move.",
                            thinking.search().nodes(),
                            time::in_words(thinking.cycles().number())
                        );
                        self.say(&text);
                    }
                };
                let mut search: Search = thinking.search().clone();
                let comment = format!(
                    "level {}, $D3 ${:02X}, {} nodes",
                    root.level().wrapping_add(1),
                    root.frame(),
                    search.nodes()
                );
                let reply = match progress {
                    Progress::Finished => Ok(()),
                    Progress::Running if search.settle() => Ok(()),
                    Progress::Running => Err("it has found no move"),
                    Progress::Derailed => Err("its search never ends"),
                };
                let reply = reply.map(|()| self.game.table.adopt(search).and_then(|reply| reply.played));
                (reply, comment)
            }
        };
        let judged = verdict::judge(self.game.chess(), reply);
        if let Some(note) = judged.note {
            self.say(&format!("Note: {note}."));
        }
        let Some(played) = judged.played else { return Ended::Replied };
        let name = san::write(self.game.chess(), played);
        match self.game.play(played, &comment) {
            Ok(()) => self.say(&format!("Video Chess plays {name}")),
            Err(why) => {
                self.say(&format!("The cartridge cannot follow: {why}."));
                return Ended::Quit;
            }
        }
        self.last_reply = Some(Instant::now());
        self.keep();
        self.show_board();
        Ended::Replied
    }

    /// What the program would play on the human's side.
    fn hint(&mut self) {
        if self.game.end().is_some() {
            self.say("The game is over.");
            return;
        }
        let human = self.game.chess().turn();
        let start = Start { chess: self.game.chess().clone(), notes: Vec::new() };
        let mut table = match Table::new(&start, human, self.game.table.level(), Seed::Fixed(0)) {
            Ok(table) => table,
            Err(why) => return self.say(&format!("No hint: {why}.")),
        };
        let played = match table.reach(0) {
            Reached::Opening(played) => Some(played),
            Reached::Nothing => None,
            Reached::Search(root) => {
                let until = Instant::now() + HINT_LIMIT;
                let mut thinking = self.engine.think(&root);
                while thinking.step() == Progress::Running && Instant::now() < until {}
                let best = thinking.search().best();
                best.and_then(|best| crate::uci::info::named(table.chess(), best.step))
            }
        };
        match played.or_else(|| verdict::stand_in(self.game.chess())) {
            Some(played) => {
                let name = san::write(self.game.chess(), played);
                self.say(&format!("Hint: {name}"));
            }
            None => self.say("No hint."),
        }
    }

    /// Writes the game to where it is kept, if anywhere.
    fn keep(&mut self) {
        if let Some(path) = self.kept_in.clone()
            && let Err(error) = file::save(&path, &self.game.saved())
        {
            self.say(&format!("Not saved: {error:#}"));
        }
    }

    fn save(&mut self, path: Option<PathBuf>) {
        let Some(path) = path.or_else(|| self.kept_in.clone()) else {
            return self.say("save: expected the name of a file");
        };
        match file::save(&path, &self.game.saved()) {
            Ok(()) => self.say(&format!("Saved in {}.", path.display())),
            Err(error) => self.say(&format!("Not saved: {error:#}")),
        }
    }

    fn load(&mut self, path: &std::path::Path) {
        let loaded = file::load(path).and_then(|saved: Saved| {
            TerminalGame::resume(&saved, self.seed).map_err(|why| anyhow::anyhow!("{why}"))
        });
        match loaded {
            Ok(game) => {
                self.game = game;
                self.last_reply = None;
                self.kept_in = Some(path.to_path_buf());
                self.show_board();
            }
            Err(error) => self.say(&format!("Not loaded, the game goes on: {error:#}")),
        }
    }

    fn new_game(&mut self, black: bool) {
        let program = if black { shakmaty::Color::White } else { shakmaty::Color::Black };
        match TerminalGame::new(Start::usual(), program, self.game.table.level(), self.seed) {
            Ok(game) => {
                self.game = game;
                self.last_reply = None;
                // The game before stays in its file.
                if let Some(path) = self.kept_in.take() {
                    let path = path.display().to_string();
                    self.say(&format!("The game before is in {path}; save FILE keeps this one."));
                }
                self.show_board();
            }
            Err(why) => self.say(&why),
        }
    }
}
