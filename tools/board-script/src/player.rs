//! Plays a script on a board.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use picochess_fw::{Keys, START_REEDS, State};
use shakmaty::Square;

use crate::{Event, Moment, Picture, Report, Rig, Script, write_png};

/// How long a key is held.
const KEY_US: u64 = 80_000;
/// How long a sliding man stays on a square.
const SLIDE_US: u64 = 60_000;
/// After the last line of the script the board has this long to see what has been done.
pub const AFTER_US: u64 = 1_500_000;

/// Plays a script to its end. Its pictures go to `directory`.
///
/// # Errors
/// If the hand cannot do what a line says, if the computer does not answer, or if a picture cannot be written.
pub fn play(script: &Script, rig: &mut impl Rig, directory: Option<&Path>) -> Result<Report> {
    play_for(script, rig, directory, AFTER_US)
}

/// The same, with so many microseconds after the last line.
///
/// # Errors
/// As [`play`].
pub fn play_for(
    script: &Script,
    rig: &mut impl Rig,
    directory: Option<&Path>,
    after_us: u64,
) -> Result<Report> {
    let mut hand = Hand { queue: Vec::new(), directory };
    let mut script_time = 0u64;
    // Real time less script time: grows with each wait.
    let mut lag = 0;
    let mut last_wait = 0;
    for step in &script.steps {
        let line = || format!("line {}", step.line);
        match step.moment {
            Moment::At(ms) => {
                let mut at = ms * 1_000;
                if at < script_time {
                    at += last_wait;
                }
                ensure!(
                    at >= script_time,
                    "line {}: {ms} ms comes before {} ms: expected times in their order",
                    step.line,
                    (script_time - last_wait) / 1_000
                );
                script_time = at;
                hand.advance(rig, script_time + lag).with_context(line)?;
            }
            Moment::Answered => {
                hand.wait(rig).with_context(line)?;
                lag = rig.now() - script_time;
                last_wait = script_time;
            }
        }
        hand.act(&step.event, rig).with_context(line)?;
    }
    let end = rig.now() + after_us;
    hand.advance(rig, end)?;
    Ok(rig.report())
}

/// What the hand has begun and not ended.
struct Hand<'a> {
    /// Reeds to close or open, keys to let go, at their times.
    queue: Vec<(u64, Later)>,
    directory: Option<&'a Path>,
}

#[derive(Clone, Copy, Debug)]
enum Later {
    Reed(Square, bool),
    Release(Keys),
}

impl Hand<'_> {
    /// Lets the time go on to `until`.
    fn advance<R: Rig>(&mut self, rig: &mut R, until: u64) -> Result<()> {
        while rig.now() < until {
            let now = (rig.now() + R::TICK_US).min(until);
            self.settle(rig, now);
            rig.advance(now)?;
        }
        Ok(())
    }

    /// Does what is due.
    fn settle(&mut self, rig: &mut impl Rig, now: u64) {
        self.queue.sort_by_key(|&(at, _)| at);
        while let Some(&(at, later)) = self.queue.first() {
            if at > now {
                break;
            }
            self.queue.remove(0);
            match later {
                Later::Reed(square, closed) => set(rig, square, closed),
                Later::Release(keys) => *rig.keys() = rig.keys().without(keys),
            }
        }
    }

    /// Waits until the computer has answered.
    fn wait<R: Rig>(&mut self, rig: &mut R) -> Result<()> {
        let begun = rig.now();
        loop {
            let answered = matches!(rig.state(), Some(State::Verify | State::Over) | None);
            let idle = rig.now() - begun >= AFTER_US && !rig.is_thinking();
            if (answered || idle) && self.queue.is_empty() {
                return Ok(());
            }
            let waited = rig.now() - begun;
            ensure!(waited < R::PATIENCE_US, "the computer has not answered in {} s", waited / 1_000_000);
            self.advance(rig, rig.now() + R::TICK_US)?;
        }
    }

    fn act(&mut self, event: &Event, rig: &mut impl Rig) -> Result<()> {
        let now = rig.now();
        match event {
            Event::Setup => *rig.men() = START_REEDS,
            Event::Lift(square) => {
                ensure!(stands(rig, *square), "no man stands on {square}");
                set(rig, *square, false);
            }
            Event::Drop(square) => {
                ensure!(!stands(rig, *square), "a man stands on {square} already: lift it first");
                set(rig, *square, true);
            }
            Event::Slide(from, to) => {
                ensure!(stands(rig, *from), "no man stands on {from}");
                set(rig, *from, false);
                let mut at = now;
                for square in way(*from, *to) {
                    at += SLIDE_US / 2;
                    if square != *to && stands(rig, square) {
                        continue;
                    }
                    self.queue.push((at, Later::Reed(square, true)));
                    at += SLIDE_US;
                    if square != *to {
                        self.queue.push((at, Later::Reed(square, false)));
                    }
                }
            }
            Event::Reed(square, closed) => set(rig, *square, *closed),
            Event::Key(key) => {
                *rig.keys() = rig.keys().with(*key);
                self.queue.push((now + KEY_US, Later::Release(*key)));
            }
            Event::Picture(name) => self.keep(name, &rig.monitor()?)?,
            Event::Table(name) => self.keep(name, &rig.table()?)?,
            Event::Power(on) => rig.power(*on)?,
            Event::Nothing => {}
        }
        Ok(())
    }

    fn keep(&self, name: &str, (width, height, rgb): &Picture) -> Result<()> {
        let directory = self.directory.unwrap_or(Path::new("."));
        std::fs::create_dir_all(directory)
            .with_context(|| format!("{}: the directory cannot be made", directory.display()))?;
        write_png(&directory.join(format!("{name}.png")), *width, *height, rgb)
    }
}

fn stands(rig: &mut impl Rig, square: Square) -> bool {
    *rig.men() >> (square as u32) & 1 != 0
}

fn set(rig: &mut impl Rig, square: Square, closed: bool) {
    let bit = 1 << (square as u32);
    if closed {
        *rig.men() |= bit;
    } else {
        *rig.men() &= !bit;
    }
}

/// The squares that a man passes from `from` to `to`, the last one included.
pub fn way(from: Square, to: Square) -> Vec<Square> {
    let point = |square: Square| (i32::from(square.file()), i32::from(square.rank()));
    let ((x0, y0), (x1, y1)) = (point(from), point(to));
    let steps = (x1 - x0).abs().max((y1 - y0).abs());
    let at = |a: i32, b: i32, i: i32| (b - a).signum() * ((2 * (b - a).abs() * i + steps) / (2 * steps));
    (1..=steps)
        .map(|i| {
            let (x, y) = if i == steps { (x1, y1) } else { (x0 + at(x0, x1, i), y0 + at(y0, y1, i)) };
            Square::new((y * 8 + x) as u32)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_of_a_slide() {
        let names = |from: Square, to: Square| {
            way(from, to).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(Square::A1, Square::A4), "a2 a3 a4");
        assert_eq!(names(Square::H8, Square::E5), "g7 f6 e5");
        assert_eq!(names(Square::G8, Square::F6).split(' ').next_back(), Some("f6"));
    }
}
