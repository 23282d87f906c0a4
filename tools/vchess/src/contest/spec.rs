//! Who plays, as the command line says it: `port:3`, `rom`, `random`, or a UCI engine's path, each with options behind
//! commas: `port:6,movetime=500`, `stockfish,UCI_LimitStrength=true,UCI_Elo=1350,go=depth 8,name=Stockfish 1350`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use video_chess::Level;

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// What it is.
    pub kind: Kind,
    /// What it is called in the games.
    pub name: String,
}

/// What a player is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The port or the cartridge.
    VideoChess {
        /// Whether the cartridge itself thinks.
        rom: bool,
        /// The level.
        level: Level,
        /// The frame counter, where it is always the same.
        counter: Option<u8>,
        /// After so long it is to move.
        movetime: Option<Duration>,
    },
    /// Any legal move, each as likely as another.
    Random,
    /// A UCI engine.
    Foreign {
        /// Its program.
        path: PathBuf,
        /// Words behind the program's name.
        arguments: Vec<String>,
        /// Options to set, name and value.
        options: Vec<(String, String)>,
        /// What follows `go`.
        go: String,
    },
}

/// What a foreign engine is told to do if nobody says.
const GO: &str = "movetime 100";

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(',');
        let who = parts.next().unwrap_or_default().trim();
        let mut settings = Vec::new();
        for part in parts {
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| format!("{part:?} in {text:?}: expected OPTION=VALUE behind a comma"))?;
            settings.push((name.trim().to_owned(), value.trim().to_owned()));
        }
        let mut take = |wanted: &str| {
            let at = settings.iter().position(|(name, _)| name == wanted)?;
            Some(settings.remove(at).1)
        };
        let name = take("name");
        let (kind, usual) = match who.split_once(':').map_or((who, None), |(who, level)| (who, Some(level))) {
            (engine @ ("port" | "rom"), level) => {
                let level = level.unwrap_or("1");
                let level = level.parse().ok().and_then(Level::from_number);
                let level = level.ok_or_else(|| format!("{text:?}: expected a level from 1 to 8"))?;
                let counter = take("seed").map(|seed| match seed.parse()? {
                    crate::engine::Seed::Fixed(counter) => Ok(Some(counter)),
                    crate::engine::Seed::Advancing => Ok::<_, String>(None),
                });
                let movetime = take("movetime").map(|ms| {
                    ms.parse().map(Duration::from_millis).map_err(|_| format!("{text:?}: movetime={ms}"))
                });
                let kind = Kind::VideoChess {
                    rom: engine == "rom",
                    level,
                    counter: counter.transpose()?.flatten(),
                    movetime: movetime.transpose()?,
                };
                let who = if engine == "rom" { ", cartridge" } else { "" };
                (kind, format!("Video Chess, level {}{who}", level.number()))
            }
            ("random", None) => (Kind::Random, "Random mover".to_owned()),
            ("", _) => return Err("expected port, rom, random or the path of a UCI engine".to_owned()),
            _ => {
                let go = take("go").unwrap_or_else(|| GO.to_owned());
                let arguments = take("args").unwrap_or_default();
                let path = PathBuf::from(who);
                let usual =
                    path.file_stem().map_or_else(|| who.to_owned(), |stem| stem.to_string_lossy().into());
                let arguments = arguments.split_whitespace().map(str::to_owned).collect();
                (Kind::Foreign { path, arguments, options: std::mem::take(&mut settings), go }, usual)
            }
        };
        if let Some((unknown, _)) = settings.first() {
            return Err(format!("{text:?}: there is no option {unknown}"));
        }
        Ok(Self { kind, name: name.unwrap_or(usual) })
    }
}

impl Spec {
    /// Whether it needs the ROM.
    #[must_use]
    pub const fn needs_rom(&self) -> bool {
        matches!(self.kind, Kind::VideoChess { rom: true, .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players() {
        let spec: Spec = "rom:8,seed=$40".parse().expect("a player");
        assert_eq!(spec.name, "Video Chess, level 8, cartridge");
        assert_eq!(
            spec.kind,
            Kind::VideoChess { rom: true, level: Level::Eight, counter: Some(0x40), movetime: None }
        );
        let spec: Spec = "/usr/games/stockfish,UCI_Elo=1350,go=depth 8,name=SF".parse().expect("a player");
        assert_eq!(spec.name, "SF");
        let Kind::Foreign { options, go, .. } = spec.kind else { panic!("foreign") };
        assert_eq!(options, [("UCI_Elo".to_owned(), "1350".to_owned())]);
        assert_eq!(go, "depth 8");
        for broken in ["", "port:9", "port:0", "port:x", "port,level=1", "random,seed=1", "port,seed=900"] {
            assert!(broken.parse::<Spec>().is_err(), "{broken}");
        }
    }
}
