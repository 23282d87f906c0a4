//! Input scripts: what is held from which frame on.
//!
//! One event a line, `FRAME WHO HELD`: from the start of frame FRAME (0 is the first after power-on) WHO holds
//! HELD. WHO is `0` or `1` for the left or right joystick, with letters of `UDLRF` (up, down, left, right, fire),
//! or `console`, with `S` Select, `X` Reset, and switches that stay where they are put: `A`/`a` left difficulty A
//! or B, `B`/`b` right difficulty A or B, `C`/`c` colour or black-and-white. `-` is nothing held. `#` starts a
//! comment.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use emu6507::{Input, Joystick, Switches};

use crate::input::{read_text, shown};

/// Who holds something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// A joystick: 0 left, 1 right.
    Joystick(usize, Joystick),
    /// The console: Select, Reset and the switches that are named.
    Console {
        /// Game Select is held.
        select: bool,
        /// Game Reset is held.
        reset: bool,
        /// Left difficulty, if named: A is true.
        left_a: Option<bool>,
        /// Right difficulty, if named: A is true.
        right_a: Option<bool>,
        /// TV type, if named: colour is true.
        colour: Option<bool>,
    },
}

/// A change of what is held, from a frame on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// Frames finished before it.
    pub frame: u64,
    /// The change.
    pub held: Held,
}

/// Events in the order of their frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    events: Vec<Event>,
}

impl Script {
    /// Reads a script.
    ///
    /// # Errors
    /// If the file cannot be read or a line is broken; the message names the line.
    pub fn read(path: &Path) -> Result<Self> {
        let text = read_text(path, "input script")?;
        Self::parse(&text, &path.display().to_string())
    }

    /// Parses a script; `name` is for messages.
    ///
    /// # Errors
    /// If a line is broken.
    pub fn parse(text: &str, name: &str) -> Result<Self> {
        let mut events = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if !line.is_empty() {
                events.push(
                    event(line).with_context(|| format!("{name}, line {}: {}", number + 1, shown(line)))?,
                );
            }
        }
        events.sort_by_key(|event| event.frame);
        Ok(Script { events })
    }

    /// The events in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Applies the events of frames up to `frame` that lie beyond `*next`, and moves `*next` past them.
    /// Returns whether there was one.
    pub fn apply(&self, next: &mut usize, frame: u64, input: &mut Input) -> bool {
        let start = *next;
        while let Some(event) = self.events.get(*next).filter(|event| event.frame <= frame) {
            event.held.apply(input);
            *next += 1;
        }
        *next > start
    }
}

impl Held {
    fn apply(self, input: &mut Input) {
        match self {
            Held::Joystick(which, joystick) => input.joysticks[which] = joystick,
            Held::Console { select, reset, left_a, right_a, colour } => {
                let switches = &mut input.switches;
                switches.select = select;
                switches.reset = reset;
                switches.left_a = left_a.unwrap_or(switches.left_a);
                switches.right_a = right_a.unwrap_or(switches.right_a);
                switches.colour = colour.unwrap_or(switches.colour);
            }
        }
    }
}

fn event(line: &str) -> Result<Event> {
    let mut words = line.split_whitespace();
    let (Some(frame), Some(who), Some(held), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        bail!("expected `FRAME WHO HELD`");
    };
    let frame = frame.parse().map_err(|_| anyhow!("expected a frame number, found {frame:?}"))?;
    let letters: Vec<char> = if held == "-" { Vec::new() } else { held.chars().collect() };
    let held = match who {
        "0" => Held::Joystick(0, joystick(&letters)?),
        "1" => Held::Joystick(1, joystick(&letters)?),
        "console" => console(&letters)?,
        _ => bail!("expected `0`, `1` or `console`, found {who:?}"),
    };
    Ok(Event { frame, held })
}

fn joystick(letters: &[char]) -> Result<Joystick> {
    let mut joystick = Joystick::default();
    for letter in letters {
        let held = match letter {
            'U' => &mut joystick.up,
            'D' => &mut joystick.down,
            'L' => &mut joystick.left,
            'R' => &mut joystick.right,
            'F' => &mut joystick.fire,
            _ => bail!("expected letters of UDLRF, or - for nothing held; found {letter:?}"),
        };
        ensure!(!*held, "{letter:?} stands twice");
        *held = true;
    }
    Ok(joystick)
}

fn console(letters: &[char]) -> Result<Held> {
    let (mut select, mut reset) = (false, false);
    let (mut left_a, mut right_a, mut colour) = (None, None, None);
    for &letter in letters {
        let twice = match letter {
            'S' => std::mem::replace(&mut select, true),
            'X' => std::mem::replace(&mut reset, true),
            'A' | 'a' => left_a.replace(letter == 'A').is_some(),
            'B' | 'b' => right_a.replace(letter == 'B').is_some(),
            'C' | 'c' => colour.replace(letter == 'C').is_some(),
            _ => bail!("expected letters of SXAaBbCc, or - for nothing held; found {letter:?}"),
        };
        ensure!(!twice, "{letter:?} is set twice");
    }
    Ok(Held::Console { select, reset, left_a, right_a, colour })
}

/// Writes down what a person holds, as a script that makes the same happen again.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    last: Input,
    text: String,
}

/// A place in a recording, to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    last: Input,
    length: usize,
}

impl Recorder {
    /// Where the recording is.
    pub fn place(&self) -> Place {
        Place { last: self.last, length: self.text.len() }
    }

    /// Forgets what was noted since it was at `place`.
    pub fn return_to(&mut self, place: Place) {
        self.last = place.last;
        self.text.truncate(place.length);
    }

    /// Notes what is held from `frame` on, if that is a change.
    pub fn note(&mut self, frame: u64, input: &Input) {
        for (which, joystick) in input.joysticks.iter().enumerate() {
            if *joystick != self.last.joysticks[which] {
                let letters = [
                    (joystick.up, 'U'),
                    (joystick.down, 'D'),
                    (joystick.left, 'L'),
                    (joystick.right, 'R'),
                    (joystick.fire, 'F'),
                ];
                self.line(
                    frame,
                    &which.to_string(),
                    letters.iter().filter(|held| held.0).map(|held| held.1).collect(),
                );
            }
        }
        let (switches, last) = (&input.switches, self.last.switches);
        if *switches != last {
            let letters = [
                (switches.select, 'S'),
                (switches.reset, 'X'),
                (switches.left_a != last.left_a, if switches.left_a { 'A' } else { 'a' }),
                (switches.right_a != last.right_a, if switches.right_a { 'B' } else { 'b' }),
                (switches.colour != last.colour, if switches.colour { 'C' } else { 'c' }),
            ];
            self.line(frame, "console", letters.iter().filter(|held| held.0).map(|held| held.1).collect());
        }
        self.last = *input;
    }

    fn line(&mut self, frame: u64, who: &str, mut held: String) {
        if held.is_empty() {
            held.push('-');
        }
        let _ = writeln!(self.text, "{frame} {who} {held}");
    }

    /// The script so far.
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// The first line of a recorded script: the command that plays the same again. `set_up` are the words that bring a
/// console to where the recording begins, `file` is the script's own.
pub fn heading(title: &str, set_up: &str, frames: u64, file: &Path) -> String {
    let blank = if set_up.is_empty() { "" } else { " " };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    format!("# {title}. To see it again: vchess{blank}{set_up} --headless --frames {frames} --input {name}\n")
}

/// What a console holds that nobody has touched.
pub fn untouched() -> Input {
    Input { switches: Switches::default(), ..Input::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorded_script_plays_back_the_same() {
        let text = "# a game\n5 0 UF\n7 0 -\n7 console SB\n9 console -\n12 1 DL # right\n12 console Xac\n";
        let script = Script::parse(text, "test").unwrap();
        let (mut next, mut input, mut recorder) = (0, Input::default(), Recorder::default());
        let mut held = Vec::new();
        for frame in 0..20 {
            script.apply(&mut next, frame, &mut input);
            recorder.note(frame, &input);
            held.push(input);
        }
        assert!(input.switches.right_a && !input.switches.colour && !input.switches.select);
        let again = Script::parse(recorder.text(), "recorded").unwrap();
        let (mut next, mut input) = (0, Input::default());
        for (frame, expected) in held.iter().enumerate() {
            again.apply(&mut next, frame as u64, &mut input);
            assert_eq!(input, *expected, "frame {frame}");
        }
    }

    #[test]
    fn broken_lines_are_named() {
        for (text, expected) in [
            ("1 0", "expected `FRAME WHO HELD`"),
            ("x 0 U", "expected a frame number"),
            ("-1 0 U", "expected a frame number"),
            ("1 2 U", "expected `0`, `1` or `console`"),
            ("1 0 UQ", "expected letters of UDLRF"),
            ("1 0 UU", "stands twice"),
            ("1 console Q", "expected letters of SXAaBbCc"),
            ("1 console Aa", "set twice"),
            ("1 0 U U", "expected `FRAME WHO HELD`"),
        ] {
            let error = format!("{:#}", Script::parse(&format!("\n{text}\n"), "my.txt").unwrap_err());
            assert!(error.contains(expected) && error.contains("my.txt, line 2"), "{error}");
        }
    }
}
