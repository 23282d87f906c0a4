//! What the engine can be set to.

use video_chess::Level;

use crate::engine::Seed;

/// Options and their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// `Level`: 1 to 8, as on the screen.
    pub level: Level,
    /// `Seed`: the frame counter.
    pub seed: Seed,
    /// `Pace`: how long a move takes.
    pub pace: Pace,
}

/// How long a move takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// As long as this machine needs.
    #[default]
    Full,
    /// As long as the Atari needs.
    Atari,
}

const FULL: &str = "Full speed";
const ATARI: &str = "Atari";

impl Default for Options {
    fn default() -> Self {
        Self { level: Level::One, seed: Seed::Advancing, pace: Pace::Full }
    }
}

impl Options {
    /// The declarations that follow `uci`.
    #[must_use]
    pub fn declarations(about: &str) -> Vec<String> {
        vec![
            "option name Level type spin default 1 min 1 max 8".to_owned(),
            "option name Seed type string default advancing".to_owned(),
            format!("option name Pace type combo default {FULL} var {FULL} var {ATARI}"),
            "option name Ponder type check default false".to_owned(),
            format!("option name UCI_EngineAbout type string default {about}"),
        ]
    }

    /// Sets one.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            "level" => {
                let level = value.parse().ok().and_then(Level::from_number);
                self.level = level.ok_or_else(|| format!("Level: expected 1 to 8 and not {value:?}"))?;
            }
            "seed" => self.seed = value.parse().map_err(|why| format!("Seed: {why}"))?,
            "pace" => {
                self.pace = if value.eq_ignore_ascii_case(FULL) || value.eq_ignore_ascii_case("full") {
                    Pace::Full
                } else if value.eq_ignore_ascii_case(ATARI) {
                    Pace::Atari
                } else {
                    return Err(format!("Pace: expected {FULL} or {ATARI} and not {value:?}"));
                };
            }
            // The GUI says whether it will ponder; the engine does so when it is told to.
            "ponder" => {}
            "uci_engineabout" => return Err("UCI_EngineAbout can only be read".to_owned()),
            _ => return Err(format!("there is no option {name:?}")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_refusals() {
        let mut options = Options::default();
        for (name, value) in [("Level", "8"), ("seed", "$40"), ("Pace", "atari")] {
            options.set(name, value).expect("a value");
        }
        let set = Options { level: Level::Eight, seed: Seed::Fixed(0x40), pace: Pace::Atari };
        assert_eq!(options, set);
        for (name, value) in
            [("Level", "0"), ("Level", "9"), ("Level", ""), ("Seed", "256"), ("Pace", "x"), ("Hash", "1")]
        {
            assert!(options.set(name, value).is_err(), "{name} {value}");
        }
        assert_eq!(options, set);
    }
}
