//! Scripts of the hand: what happens on the board, and when.
//!
//! A line is `MS EVENT`; `#` begins a comment. Events:
//!
//! | event | meaning |
//! |---|---|
//! | `setup` | all 32 men stand where a game begins |
//! | `lift e2` | the man on e2 is lifted |
//! | `drop e4` | a man is put on e4 |
//! | `slide e2 e4` | the man on e2 slides to e4 and closes the reeds on its way |
//! | `reed e2 0` | the reed of e2 opens (0) or closes (1), whatever stands there |
//! | `key 5` | key 2, 5 or 8 is pressed |
//! | `picture NAME` | the monitor is kept as NAME.png |
//! | `table NAME` | table and monitor together are kept as NAME.png |
//! | `power off` | the power fails, or with `on` comes back |
//!
//! MS is milliseconds since the start. `wait` in its place lets the event happen when the computer has
//! answered; `wait` may stand alone. The script's time stands still during a wait, so that later times need
//! no change; a time smaller than the one before it counts from the last wait.

use anyhow::{Context as _, bail, ensure};
use picochess_fw::Keys;
use shakmaty::Square;

use crate::shown;

/// A script's longest time: a hundred days.
const MOST_MS: u64 = 100 * 24 * 3_600_000;

/// When something happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Milliseconds of script time.
    At(u64),
    /// When the computer has answered.
    Answered,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// All 32 men stand.
    Setup,
    /// A man is lifted.
    Lift(Square),
    /// A man is put down.
    Drop(Square),
    /// A man slides.
    Slide(Square, Square),
    /// A reed is open or closed.
    Reed(Square, bool),
    /// A key is pressed.
    Key(Keys),
    /// The monitor is kept as a picture of that name.
    Picture(String),
    /// Table and monitor are kept as a picture of that name.
    Table(String),
    /// The power is off or on.
    Power(bool),
    /// Nothing but the wait for the moment.
    Nothing,
}

/// A line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The line's number in the file, from 1.
    pub line: usize,
    /// When.
    pub moment: Moment,
    /// What.
    pub event: Event,
}

/// A whole script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Its lines.
    pub steps: Vec<Step>,
}

impl Script {
    /// Reads a script. Errors name the line and what was expected.
    pub fn parse(text: &str) -> anyhow::Result<Script> {
        let mut steps = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line_number = number + 1;
            let content = line.split('#').next().unwrap_or_default();
            let mut words = content.split_whitespace();
            let Some(moment) = words.next() else { continue };
            let step = parse_line(moment, &mut words)
                .with_context(|| format!("line {line_number}: {}", shown(line.trim())))?;
            let (moment, event) = step;
            steps.push(Step { line: line_number, moment, event });
        }
        Ok(Script { steps })
    }
}

fn parse_line<'a>(
    moment: &str,
    words: &mut impl Iterator<Item = &'a str>,
) -> anyhow::Result<(Moment, Event)> {
    let moment = if moment == "wait" {
        Moment::Answered
    } else {
        let ms = moment.parse().ok().filter(|ms| *ms <= MOST_MS);
        Moment::At(ms.with_context(|| {
            format!("{}: expected milliseconds, {MOST_MS} at most, or wait", shown(moment))
        })?)
    };
    let Some(name) = words.next() else {
        ensure!(moment == Moment::Answered, "expected an event after the time");
        return Ok((moment, Event::Nothing));
    };
    let event = match name {
        "setup" => Event::Setup,
        "lift" => Event::Lift(square(words)?),
        "drop" => Event::Drop(square(words)?),
        "slide" => Event::Slide(square(words)?, square(words)?),
        "reed" => {
            let square = square(words)?;
            match words.next() {
                Some("0") => Event::Reed(square, false),
                Some("1") => Event::Reed(square, true),
                _ => bail!("expected 0 (open) or 1 (closed) after the square"),
            }
        }
        "key" => Event::Key(match words.next() {
            Some("2") => Keys::UP,
            Some("5") => Keys::SELECT,
            Some("8") => Keys::DOWN,
            _ => bail!("expected key 2, 5 or 8"),
        }),
        "picture" => Event::Picture(picture_name(words)?),
        "table" => Event::Table(picture_name(words)?),
        "power" => match words.next() {
            Some("off") => Event::Power(false),
            Some("on") => Event::Power(true),
            _ => bail!("expected power off or power on"),
        },
        _ => bail!("{name}: expected setup, lift, drop, slide, reed, key, picture, table or power"),
    };
    if let Some(extra) = words.next() {
        bail!("{extra}: nothing more was expected on this line");
    }
    Ok((moment, event))
}

fn picture_name<'a>(words: &mut impl Iterator<Item = &'a str>) -> anyhow::Result<String> {
    let name = words.next().context("expected a name for the picture")?;
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c));
    ensure!(plain && !name.starts_with('.'), "{name}: a name has letters, digits, - _ and . only");
    Ok(name.to_owned())
}

fn square<'a>(words: &mut impl Iterator<Item = &'a str>) -> anyhow::Result<Square> {
    let word = words.next().context("expected a square such as e2")?;
    word.parse().ok().with_context(|| format!("{word}: expected a square such as e2"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_is_read() {
        let script = Script::parse(
            "# a game\n0 setup\n\n500 key 5 # start\n1000 lift e2\n1200 drop e4\nwait slide g8 f6\nwait\n\
             9 reed a1 0\n10 reed a1 1\n11 picture idle-1\n12 power off\n13 power on\n14 key 2\n15 key 8",
        )
        .unwrap();
        assert_eq!(script.steps.len(), 13);
        assert_eq!(
            script.steps[4],
            Step { line: 7, moment: Moment::Answered, event: Event::Slide(Square::G8, Square::F6) }
        );
        assert_eq!(script.steps[5].event, Event::Nothing);
    }

    #[test]
    fn an_error_names_its_line() {
        for (text, part) in [
            ("0 setup\n5 lift e9", "line 2: 5 lift e9"),
            ("soon setup", "line 1"),
            ("5", "line 1"),
            ("5 key 7", "line 1"),
            ("5 jump e2", "line 1"),
            ("5 lift e2 e4", "line 1"),
            ("5 picture ../x", "line 1"),
            ("-5 setup", "line 1"),
        ] {
            let error = format!("{:#}", Script::parse(text).unwrap_err());
            assert!(error.contains(part), "{error}");
        }
    }
}
