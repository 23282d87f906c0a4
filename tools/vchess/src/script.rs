//! Input scripts: what is held from which frame on.
//!
//! One event a line, `FRAME WHO HELD`: from the start of frame FRAME (0 is the first after power-on) WHO holds
//! HELD. WHO is `0` or `1` for the left or right joystick, with letters of `UDLRF` (up, down, left, right, fire),
//! or `console`, with `S` Select, `X` Reset, and switches that stay where they are put: `A`/`a` left difficulty A
//! or B, `B`/`b` right difficulty A or B, `C`/`c` colour or black-and-white. `-` is nothing held. `#` starts a
//! comment.
//!
//! With other controllers than joysticks WHO is one of these:
//!
//! - `paddle0` to `paddle3`, the left port's two paddles and the right port's: HELD is how far the knob is turned
//!   clockwise, 0 to 65535 from stop to stop, with an `F` behind it while the button is held: `40000F`.
//! - `keypad0` and `keypad1`, the left and the right keypad: HELD is its keys, `0` to `9`, `*` and, for the key `#`,
//!   `P`: `15P`.
//! - `wheel0` and `wheel1`, the left and the right driving controller: HELD is how many steps the wheel was turned
//!   clockwise, 0 to 255 round and round, with an `F` behind it while the button is held: `3F`.

use std::fmt::Write as _;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail, ensure};
use emu6507::{Input, Joystick, Keypad, Paddle, Switches, Wheel};

const WHO: &str = "`0`, `1`, `console`, `paddle0` to `paddle3`, `keypad0`, `keypad1`, `wheel0` or `wheel1`";

use crate::input::{read_text, shown};

/// Who holds something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// A joystick: 0 left, 1 right.
    Joystick(usize, Joystick),
    /// A paddle: 0 and 1 in the left port, 2 and 3 in the right one.
    Paddle(usize, Paddle),
    /// A keypad: 0 left, 1 right.
    Keypad(usize, Keypad),
    /// A driving controller: 0 left, 1 right.
    Wheel(usize, Wheel),
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
            Held::Paddle(which, paddle) => input.paddles[which] = paddle,
            Held::Keypad(which, keypad) => input.keypads[which] = keypad,
            Held::Wheel(which, wheel) => input.wheels[which] = wheel,
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
    let held = match who {
        "console" => console(&letters(held))?,
        _ => controller(who, held)?,
    };
    Ok(Event { frame, held })
}

fn letters(held: &str) -> Vec<char> {
    if held == "-" { Vec::new() } else { held.chars().collect() }
}

fn controller(who: &str, held: &str) -> Result<Held> {
    let digits = who.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    let kind = who.strip_suffix(digits).unwrap_or_default();
    let (Some(which), 1) = (digits.chars().next().and_then(|digit| digit.to_digit(10)), digits.len()) else {
        bail!("expected {WHO}, found {who:?}");
    };
    let which = which as usize;
    Ok(match (kind, which) {
        ("", 0 | 1) => Held::Joystick(which, joystick(&letters(held))?),
        ("paddle", 0..=3) => {
            let (turn, fire) = position(held)?;
            Held::Paddle(which, Paddle { turn, fire })
        }
        ("keypad", 0 | 1) => Held::Keypad(which, keypad(&letters(held))?),
        ("wheel", 0 | 1) => {
            let (position, fire) = position(held)?;
            Held::Wheel(which, Wheel { position, fire })
        }
        _ => bail!("expected {WHO}, found {who:?}"),
    })
}

/// A number, and whether an `F` is behind it.
fn position<T: FromStr + Bounded>(held: &str) -> Result<(T, bool)> {
    let (digits, fire) = held.strip_suffix('F').map_or((held, false), |digits| (digits, true));
    let number = digits.parse().map_err(|_| {
        anyhow!("expected a position of 0 to {}, with F behind it or not; found {held:?}", T::LARGEST)
    })?;
    Ok((number, fire))
}

/// A position has a largest value.
trait Bounded {
    const LARGEST: u16;
}

impl Bounded for u8 {
    const LARGEST: u16 = u8::MAX as u16;
}

impl Bounded for u16 {
    const LARGEST: u16 = u16::MAX;
}

fn keypad(letters: &[char]) -> Result<Keypad> {
    let mut keypad = Keypad::default();
    for letter in letters {
        let key = if *letter == 'P' { '#' } else { *letter };
        let Some(more) = keypad.with(key).filter(|_| *letter != '#') else {
            bail!("expected keys of 0123456789*P, or - for nothing held; found {letter:?}");
        };
        ensure!(more != keypad, "{letter:?} stands twice");
        keypad = more;
    }
    Ok(keypad)
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
        for (which, paddle) in input.paddles.iter().enumerate() {
            if *paddle != self.last.paddles[which] {
                self.line(frame, &format!("paddle{which}"), positioned(paddle.turn, paddle.fire));
            }
        }
        for (which, keypad) in input.keypads.iter().enumerate() {
            if *keypad != self.last.keypads[which] {
                let keys = Keypad::KEYS.iter().enumerate().filter(|(bit, _)| keypad.0 >> bit & 1 != 0);
                let letters = keys.map(|(_, key)| if *key == '#' { 'P' } else { *key });
                self.line(frame, &format!("keypad{which}"), letters.collect());
            }
        }
        for (which, wheel) in input.wheels.iter().enumerate() {
            if *wheel != self.last.wheels[which] {
                self.line(frame, &format!("wheel{which}"), positioned(u16::from(wheel.position), wheel.fire));
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

fn positioned(position: u16, fire: bool) -> String {
    format!("{position}{}", if fire { "F" } else { "" })
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
        let text = "# a game\n5 0 UF\n7 0 -\n7 console SB\n9 console -\n12 1 DL # right\n12 console Xac\n13 paddle0 40000F\n14 paddle0 0\n14 paddle3 65535\n15 keypad1 1*P\n16 keypad1 -\n16 wheel0 3F\n17 wheel0 255\n";
        let script = Script::parse(text, "test").unwrap();
        let (mut next, mut input, mut recorder) = (0, Input::default(), Recorder::default());
        let mut held = Vec::new();
        for frame in 0..20 {
            script.apply(&mut next, frame, &mut input);
            recorder.note(frame, &input);
            held.push(input);
        }
        assert_eq!(input.paddles[3], Paddle { turn: 65535, fire: false });
        assert_eq!(input.wheels[0], Wheel { position: 255, fire: false });
        assert_eq!(held[15].keypads[1], Keypad(0b1010_0000_0001));
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
            ("1 2 U", "expected `0`, `1`, `console`"),
            ("1 joe U", "expected `0`, `1`, `console`"),
            ("1 paddle4 0", "expected `0`, `1`, `console`"),
            ("1 wheel00 0", "expected `0`, `1`, `console`"),
            ("1 paddle0 65536", "expected a position of 0 to 65535"),
            ("1 paddle0 -", "expected a position of 0 to 65535"),
            ("1 wheel1 256F", "expected a position of 0 to 255"),
            ("1 keypad0 1A", "expected keys of 0123456789*P"),
            ("1 keypad0 11", "stands twice"),
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
