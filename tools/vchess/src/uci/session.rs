//! A conversation: obeys lines, and thinks in between.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::{Duration, Instant};

use shakmaty::{Chess, Move, Position as _};
use video_chess::{Progress, Search};

use super::command::{Command, shortened};
use super::info;
use super::limits::Limits;
use super::options::{Options, Pace};
use crate::engine::setup::{self, Start};
use crate::engine::{Engine, Reached, Table, Thinking, time, verdict};

/// Between two `info` lines of a search.
const INFO_EVERY: Duration = Duration::from_millis(100);
/// Steps that a search which is to stop before it has a move is still given to find one.
const LAST_STEPS: usize = 50;
/// Time on the opponent's side of which the frame counter takes note, in frames: ten minutes.
const LONGEST_WAIT: u128 = 36_000;
/// Frames of the NTSC console in a second.
const FRAMES_A_SECOND: u128 = 60;

/// An engine in conversation.
pub struct Session<'a> {
    engine: &'a dyn Engine,
    about: String,
    say: &'a mut dyn FnMut(&str),
    options: Options,
    /// The position to think about next.
    start: Start,
    moves: Vec<Move>,
    chess: Chess,
    /// The game as the cartridge has it.
    table: Option<Table>,
    job: Option<Job>,
    begun: Instant,
    last_reply: Option<Instant>,
    said: Vec<&'static str>,
}

/// A `go` that has not been answered.
struct Job {
    limits: Limits,
    chess: Chess,
    began: Instant,
    /// When the time allotted is over.
    until: Option<Instant>,
    /// Whether the answer waits for `stop` or `ponderhit`.
    held: bool,
    state: State,
    last_info: Instant,
    last_best: Option<(u8, u8, u8)>,
}

enum State {
    Thinks(Box<dyn Thinking>),
    /// The answer, not to be given before a time of the Atari's.
    Answers {
        played: Option<Move>,
        not_before: Option<Instant>,
    },
}

impl<'a> Session<'a> {
    /// A conversation in which `say` utters lines.
    pub fn new(engine: &'a dyn Engine, about: String, say: &'a mut dyn FnMut(&str)) -> Self {
        Self {
            engine,
            about,
            say,
            options: Options::default(),
            start: Start::usual(),
            moves: Vec::new(),
            chess: Chess::default(),
            table: None,
            job: None,
            begun: Instant::now(),
            last_reply: None,
            said: Vec::new(),
        }
    }

    /// Obeys until `quit` or the end of the lines.
    pub fn run(&mut self, lines: &Receiver<String>) {
        loop {
            let line = match &self.job {
                None => match lines.recv() {
                    Ok(line) => Some(line),
                    Err(_) => return,
                },
                Some(job) => match job.patience() {
                    Duration::ZERO => match lines.try_recv() {
                        Ok(line) => Some(line),
                        Err(TryRecvError::Empty) => None,
                        Err(TryRecvError::Disconnected) => return,
                    },
                    patience => match lines.recv_timeout(patience) {
                        Ok(line) => Some(line),
                        Err(RecvTimeoutError::Timeout) => None,
                        Err(RecvTimeoutError::Disconnected) => return,
                    },
                },
            };
            match line {
                Some(line) => {
                    if !self.obey(&line) {
                        return;
                    }
                }
                None => self.go_on(),
            }
        }
    }

    /// Obeys one line; says whether the conversation goes on.
    fn obey(&mut self, line: &str) -> bool {
        match Command::parse(line) {
            Command::Uci => {
                let name = self.name();
                (self.say)(&format!("id name {name}"));
                (self.say)("id author Larry Wagner and Bob Whitehead (Atari, 1979)");
                for declaration in Options::declarations(&self.about) {
                    (self.say)(&declaration);
                }
                (self.say)("uciok");
            }
            Command::IsReady => (self.say)("readyok"),
            Command::NewGame => {
                self.table = None;
                self.last_reply = None;
            }
            Command::SetOption { name, value } => {
                if let Err(why) = self.options.set(&name, &value) {
                    self.inform(&why);
                }
            }
            Command::Position { fen, moves } => {
                if let Err(why) = self.take_position(fen.as_deref(), &moves) {
                    self.inform(&format!("{why}; the position before stays"));
                }
            }
            Command::Go(limits) => {
                // Each go has its bestmove.
                self.stop();
                self.go(*limits);
            }
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => return false,
            Command::Unknown(why) => self.inform(&why),
            Command::Nothing | Command::Heard => {}
        }
        true
    }

    fn name(&self) -> String {
        let who = if self.engine.name() == "rom" { "cartridge" } else { "port" };
        format!("Video Chess ({who})")
    }

    fn inform(&mut self, text: &str) {
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        (self.say)(&format!("info string {text}"));
    }

    fn inform_once(&mut self, text: &'static str) {
        if !self.said.contains(&text) {
            self.said.push(text);
            self.inform(text);
        }
    }

    /// Takes a position whole or not at all.
    fn take_position(&mut self, fen: Option<&str>, names: &[String]) -> Result<(), String> {
        let start = match fen {
            None => Start::usual(),
            Some(fen) => setup::read(fen)?,
        };
        let mut chess = start.chess.clone();
        let mut moves = Vec::new();
        for name in names {
            let played = setup::legal(&chess, name)
                .ok_or_else(|| format!("{} is no legal move in {}", shortened(name), setup::fen(&chess)))?;
            chess.play_unchecked(played);
            moves.push(played);
        }
        for note in &start.notes {
            self.inform(note);
        }
        (self.start, self.moves, self.chess) = (start, moves, chess);
        Ok(())
    }

    /// Brings the cartridge's game to the position.
    fn follow(&mut self) -> Result<Reached, String> {
        let Options { level, seed, .. } = self.options;
        let program = self.chess.turn();
        let known = self.table.take().filter(|table| {
            let same_search = (table.level(), table.seed()) == (level, seed);
            table.leads_to(&self.start.chess, program, &self.moves)
                && (same_search || table.moves().len() < self.moves.len())
        });
        let goes_on = known.is_some();
        let mut table = match known {
            Some(table) => table,
            None => Table::new(&self.start, program, level, seed)?,
        };
        table.set(level, seed);
        let rest = self.moves[table.moves().len()..].to_vec();
        for played in rest {
            let by_opponent = table.chess().turn() != program;
            if let (true, true, Some(since)) = (goes_on, by_opponent, self.last_reply.take()) {
                let frames = since.elapsed().as_millis() * FRAMES_A_SECOND / 1000;
                table.wait(frames.min(LONGEST_WAIT) as u32);
            }
            table.play(played)?;
        }
        for note in table.take_notes() {
            self.inform(&note);
        }
        let frames = self.begun.elapsed().as_millis() * FRAMES_A_SECOND / 1000;
        let reached = table.reach(frames as u8);
        self.table = Some(table);
        Ok(reached)
    }

    fn go(&mut self, limits: Limits) {
        for unheard in limits.unheard() {
            self.inform_once(unheard);
        }
        if self.chess.legal_moves().is_empty() {
            let score = if self.chess.is_check() { "mate 0" } else { "cp 0" };
            (self.say)(&format!("info depth 0 score {score} nodes 0 time 0"));
            (self.say)("bestmove 0000");
            return;
        }
        let began = Instant::now();
        let black = self.chess.turn().is_black();
        let state = match self.follow() {
            Err(why) => self.stand_in(&why),
            Ok(Reached::Nothing) => self.stand_in("the cartridge is not to move"),
            Ok(Reached::Opening(played)) => {
                let name = setup::uci(played);
                self.inform(&format!("the program opens with {name} without a search"));
                (self.say)(&format!("info depth 1 score cp 0 nodes 0 time 0 pv {name}"));
                State::Answers { played: Some(played), not_before: None }
            }
            Ok(Reached::Search(root)) => {
                let (level, counter) = (root.level().wrapping_add(1), root.frame());
                self.inform(&format!("level {level}, frame counter ${counter:02X}"));
                State::Thinks(self.engine.think(&root))
            }
        };
        let until = limits.allotted(black).and_then(|allotted| began.checked_add(allotted));
        self.job = Some(Job {
            held: limits.infinite || limits.ponder,
            chess: self.chess.clone(),
            limits,
            began,
            until,
            state,
            last_info: began,
            last_best: None,
        });
        // What takes a step only is answered before the next line is looked at.
        self.go_on();
    }

    fn stand_in(&mut self, why: &str) -> State {
        let judged = verdict::judge(&self.chess, Err(why));
        if let Some(note) = &judged.note {
            self.inform(note);
        }
        State::Answers { played: judged.played, not_before: None }
    }

    /// A step of the search, or the answer if it is due.
    fn go_on(&mut self) {
        let Some(job) = &mut self.job else { return };
        match &mut job.state {
            State::Answers { played, not_before } => {
                let now = Instant::now();
                let is_due = not_before.is_none_or(|time| now >= time)
                    || !job.held && job.until.is_some_and(|until| now >= until);
                if is_due && !job.held {
                    let played = *played;
                    self.answer(played);
                }
            }
            State::Thinks(thinking) => {
                let progress = thinking.step();
                let search = thinking.search();
                let best = search.best().map(|best| (best.step.source, best.step.target, best.score));
                if best != job.last_best && job.last_info.elapsed() >= INFO_EVERY {
                    job.last_best = best;
                    job.last_info = Instant::now();
                    let line = info::line(&job.chess, search, job.began.elapsed());
                    (self.say)(&line);
                }
                let out_of_time = !job.held && job.until.is_some_and(|until| Instant::now() >= until);
                let out_of_nodes = job.limits.nodes.is_some_and(|most| search.nodes() >= most.max(1));
                let deep_enough = search.ram().full_width() > 0
                    && job.limits.depth.is_some_and(|depth| depth <= u64::from(search.ram().full_width()));
                if progress != Progress::Running {
                    self.finish(progress);
                } else if out_of_time || out_of_nodes || deep_enough {
                    self.break_off();
                }
            }
        }
    }

    /// The search is over.
    fn finish(&mut self, progress: Progress) {
        let Some(Job { state: State::Thinks(thinking), chess, began, .. }) = &self.job else { return };
        let (search, fault) = (thinking.search().clone(), thinking.fault().map(str::to_owned));
        let line = info::line(chess, &search, began.elapsed());
        let atari = Duration::from_secs_f64(time::seconds(thinking.cycles().number()));
        let not_before = match self.options.pace {
            Pace::Atari => began.checked_add(atari),
            Pace::Full => None,
        };
        (self.say)(&line);
        let played = match (progress, fault) {
            (_, Some(fault)) => self.judged(Err(&fault)),
            (Progress::Finished, None) => self.take_over(search),
            (Progress::Derailed | Progress::Running, None) => {
                self.judged(Err("the program takes the king and its search never ends"))
            }
        };
        self.settle(played, not_before);
    }

    /// The search is to end now: with the best move so far.
    fn break_off(&mut self) {
        let Some(Job { state: State::Thinks(thinking), .. }) = &mut self.job else { return };
        for _ in 0..LAST_STEPS {
            if thinking.search().best().is_some() {
                break;
            }
            match thinking.step() {
                Progress::Running => {}
                over => return self.finish(over),
            }
        }
        let mut search = thinking.search().clone();
        let Some(Job { chess, began, .. }) = &self.job else { return };
        let line = info::line(chess, &search, began.elapsed());
        (self.say)(&line);
        let played = if search.settle() {
            self.take_over(search)
        } else {
            self.judged(Err("stopped too early for a move"))
        };
        self.settle(played, None);
    }

    fn take_over(&mut self, search: Search) -> Option<Move> {
        let reply = self.table.as_mut().and_then(|table| table.adopt(search));
        match reply {
            Some(reply) => self.judged(Ok(reply.played)),
            None => self.judged(Err("the search came to nothing")),
        }
    }

    fn judged(&mut self, reply: Result<Option<video_chess::Move>, &str>) -> Option<Move> {
        let chess = self.job.as_ref().map_or(&self.chess, |job| &job.chess);
        let judged = verdict::judge(chess, reply);
        if let Some(note) = &judged.note {
            self.inform(note);
        }
        judged.played
    }

    /// The answer is known; it is given at once, unless it is to wait.
    fn settle(&mut self, played: Option<Move>, not_before: Option<Instant>) {
        if let Some(job) = &mut self.job {
            job.state = State::Answers { played, not_before };
        }
        self.go_on();
    }

    fn answer(&mut self, played: Option<Move>) {
        self.job = None;
        self.last_reply = Some(Instant::now());
        (self.say)(&format!("bestmove {}", played.map_or_else(|| "0000".to_owned(), setup::uci)));
    }

    /// `stop`, or what amounts to it.
    fn stop(&mut self) {
        let Some(job) = &mut self.job else { return };
        job.held = false;
        match &mut job.state {
            State::Thinks(_) => self.break_off(),
            State::Answers { not_before, .. } => *not_before = None,
        }
        // The answer may have become one that waits for the Atari's time.
        if let Some(Job { state: State::Answers { played, .. }, .. }) = &self.job {
            let played = *played;
            self.answer(played);
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(job) = &mut self.job
            && job.limits.ponder
        {
            job.held = job.limits.infinite;
            let black = job.chess.turn().is_black();
            job.until = job.limits.allotted(black).and_then(|allotted| Instant::now().checked_add(allotted));
            self.go_on();
        }
    }
}

impl Job {
    /// How long there is nothing to do but to wait for a line.
    fn patience(&self) -> Duration {
        /// As good as for ever.
        const LONG: Duration = Duration::from_hours(1);
        match &self.state {
            State::Thinks(_) => Duration::ZERO,
            State::Answers { .. } if self.held => LONG,
            State::Answers { not_before, .. } => {
                let due = match (*not_before, self.until) {
                    (Some(one), Some(other)) => Some(one.min(other)),
                    (one, _) => one,
                };
                // Zero would mean that there is something to do.
                due.map_or(Duration::from_millis(1), |due| {
                    due.saturating_duration_since(Instant::now()).clamp(Duration::from_millis(1), LONG)
                })
            }
        }
    }
}
