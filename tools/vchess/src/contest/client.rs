//! A foreign UCI engine, asked over pipes.
//!
//! Whatever it does, the game goes on or ends with a word of why: a crash, a closed pipe, silence beyond the time allowed
//! and an illegal move are faults, and the next game begins with a new process.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use shakmaty::Chess;

use super::player::{Choice, Fault, Player, Situation};
use crate::engine::setup;
use crate::uci::command::shortened;

/// For `uciok` and `readyok`.
const PATIENCE: Duration = Duration::from_secs(20);
/// For an engine that is asked to quit.
const FAREWELL: Duration = Duration::from_millis(500);

/// How to reach an engine.
#[derive(Clone, Debug)]
pub struct Client {
    /// Its program.
    pub path: PathBuf,
    /// Words behind it.
    pub arguments: Vec<String>,
    /// Options to set.
    pub options: Vec<(String, String)>,
    /// What follows `go`.
    pub go: String,
    /// Longer than this it may not think.
    pub limit: Duration,
}

/// An engine, running or to be started.
pub struct Foreign {
    client: Client,
    running: Option<Running>,
}

/// An option that an engine has declared.
#[derive(Debug, PartialEq, Eq)]
struct Declared {
    name: String,
    /// For a number: from and to.
    range: Option<(i64, i64)>,
    /// For a choice: what there is.
    choices: Vec<String>,
}

impl Declared {
    /// `option name NAME type spin min A max B`, and the other types.
    fn parse(line: &str) -> Option<Self> {
        let rest = line.strip_prefix("option name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let after = |word: &str| {
            let mut words = rest.split_ascii_whitespace().skip_while(|&other| other != word);
            words.nth(1).and_then(|number| number.parse().ok())
        };
        let range = if rest.starts_with("spin") { after("min").zip(after("max")) } else { None };
        let choices = if rest.starts_with("combo") {
            rest.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect()
        } else {
            Vec::new()
        };
        Some(Self { name: name.trim().to_owned(), range, choices })
    }

    /// Whether an engine will take a value.
    fn check(declared: &[Self], name: &str, value: &str) -> Result<(), String> {
        let option = declared.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| format!("has no option {name}"))?;
        if let Some((least, most)) = option.range
            && !value.parse::<i64>().is_ok_and(|value| (least..=most).contains(&value))
        {
            return Err(format!("takes {least} to {most} for {name} and not {value}"));
        }
        if !option.choices.is_empty()
            && !option.choices.iter().any(|choice| choice.eq_ignore_ascii_case(value))
        {
            return Err(format!("takes {} for {name} and not {value}", option.choices.join(" or ")));
        }
        Ok(())
    }
}

struct Running {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Foreign {
    /// An engine that is started for its first game.
    #[must_use]
    pub const fn new(client: Client) -> Self {
        Self { client, running: None }
    }

    /// Starts it and has it say that it is one.
    fn start(&mut self) -> Result<(), Fault> {
        let path = &self.client.path;
        let failed = |what: String| Fault(format!("{}: {what}", path.display()));
        let mut child = Command::new(path)
            .args(&self.client.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(format!("cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("has no pipes".to_owned()));
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).split(b'\n') {
                let Ok(line) = line else { break };
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    break;
                }
            }
        });
        self.running = Some(Running { child, input: Some(input), lines });
        self.tell("uci")?;
        let mut declared = Vec::new();
        self.wait(PATIENCE, "uciok", |line| {
            declared.extend(Declared::parse(line));
            line == "uciok"
        })?;
        for (name, value) in self.client.options.clone() {
            // An engine says nothing to an option that it does not take, and plays otherwise than one thinks.
            Declared::check(&declared, &name, &value).map_err(|why| self.fault(&why))?;
            self.tell(&format!("setoption name {name} value {value}"))?;
        }
        Ok(())
    }

    fn fault(&self, what: &str) -> Fault {
        Fault(format!("{}: {what}", self.client.path.display()))
    }

    fn tell(&mut self, line: &str) -> Result<(), Fault> {
        let told = match self.running.as_mut().and_then(|running| running.input.as_mut()) {
            Some(input) => writeln!(input, "{line}").and_then(|()| input.flush()),
            None => return Err(self.fault("is not running")),
        };
        told.map_err(|error| self.fault(&format!("takes no more input ({error})")))
    }

    /// Waits for a line.
    fn wait(
        &mut self,
        limit: Duration,
        what: &str,
        mut is_it: impl FnMut(&str) -> bool,
    ) -> Result<String, Fault> {
        let until = Instant::now() + limit;
        loop {
            let Some(running) = &self.running else { return Err(self.fault("is not running")) };
            match running.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) if is_it(&line) => return Ok(line),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = limit.as_secs_f64();
                    return Err(self.fault(&format!("no {what} within {seconds:.1} s")));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.fault(&format!("has gone without {what}")));
                }
            }
        }
    }

    fn ask(&mut self, situation: &Situation<'_>) -> Result<Choice, Fault> {
        let mut position = if situation.start.chess == Chess::default() {
            "position startpos".to_owned()
        } else {
            format!("position fen {}", setup::fen(&situation.start.chess))
        };
        if !situation.moves.is_empty() {
            position += " moves";
            for &played in situation.moves {
                position.push(' ');
                position += &setup::uci(played);
            }
        }
        self.tell(&position)?;
        let began = Instant::now();
        self.tell(&format!("go {}", self.client.go))?;
        let line = self.wait(self.client.limit, "bestmove", |line| line.starts_with("bestmove"))?;
        let took = began.elapsed();
        let name = line.split_ascii_whitespace().nth(1).unwrap_or("");
        let played = setup::legal(situation.chess, name)
            .ok_or_else(|| self.fault(&format!("plays {:?}, which is not legal", shortened(name))))?;
        Ok(Choice { played, comment: format!("{:.3} s", took.as_secs_f64()), took })
    }
}

impl Player for Foreign {
    fn begin(&mut self) -> Result<(), Fault> {
        let begun = (|| {
            if self.running.is_none() {
                self.start()?;
            }
            self.tell("ucinewgame")?;
            self.tell("isready")?;
            self.wait(PATIENCE, "readyok", |line| line == "readyok").map(drop)
        })();
        if begun.is_err() {
            self.running = None;
        }
        begun
    }

    fn choose(&mut self, situation: &Situation<'_>) -> Result<Choice, Fault> {
        let chosen = self.ask(situation);
        if chosen.is_err() {
            self.running = None;
        }
        chosen
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            let _ = writeln!(input, "quit");
        }
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_outside_of_what_is_declared_are_refused() {
        let declared: Vec<Declared> = [
            "option name UCI_Elo type spin default 1350 min 1350 max 2850",
            "option name Pace type combo default Full speed var Full speed var Atari",
            "option name Seed type string default advancing",
            "uciok",
        ]
        .into_iter()
        .filter_map(Declared::parse)
        .collect();
        assert_eq!(declared.len(), 3);
        for (name, value) in
            [("UCI_Elo", "1350"), ("uci_elo", "2850"), ("Pace", "atari"), ("Seed", "anything")]
        {
            assert_eq!(Declared::check(&declared, name, value), Ok(()));
        }
        for (name, value, why) in [
            ("UCI_Elo", "1320", "takes 1350 to 2850"),
            ("UCI_Elo", "strong", "takes 1350 to 2850"),
            ("Pace", "slow", "takes Full speed or Atari"),
            ("Hash", "16", "has no option Hash"),
        ] {
            let refused = Declared::check(&declared, name, value).expect_err(name);
            assert!(refused.starts_with(why), "{refused}");
        }
    }
}
