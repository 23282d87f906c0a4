//! A script played on the board without a window.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use picochess_fw::{Config, Keys, START_REEDS, Settings, State};
use shakmaty::{EnPassantMode, Square, fen::Fen};

use crate::input::read_text;
use crate::say;

use super::{
    BoardOptions, Event, Moment, Script, Session,
    auto::AutoHand,
    desk::{Desk, HIGH, WIDE},
    picture::{monitor_rgb, write_png},
};

/// From one look at the reeds to the next, in microseconds.
pub(crate) const TICK_US: u64 = 10_000;
/// Positions that an opponent looks at between two looks: 10,000 a second, as on a Pico.
const NODES: u32 = 100;
/// How long a key is held.
const KEY_US: u64 = 80_000;
/// How long a sliding man stays on a square.
const SLIDE_US: u64 = 60_000;
/// After the last line of the script the board has this long to see what has been done.
const AFTER_US: u64 = 1_500_000;
/// A wait for the computer is given up after this long.
const PATIENCE_US: u64 = 48 * 3_600_000_000;

/// How a script ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The state's name, `OFF` without power.
    pub state: String,
    /// The position.
    pub fen: String,
    /// The moves.
    pub moves: Vec<String>,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "STATE {}", self.state)?;
        writeln!(f, "FEN {}", self.fen)?;
        write!(f, "MOVES")?;
        self.moves.iter().try_for_each(|san| write!(f, " {san}"))
    }
}

pub(super) fn run(options: &BoardOptions, settings: Settings) -> anyhow::Result<()> {
    ensure!(
        options.script.is_some() || options.auto,
        "--headless needs hands: give --script FILE, or --auto"
    );
    let script = match &options.script {
        Some(path) => {
            let text = read_text(path, "script")?;
            Script::parse(&text).with_context(|| path.display().to_string())?
        }
        None => Script::default(),
    };
    let config = Config { settings, ..Config::default() };
    let mut session = Session::new(config, [None, None], options.noise);
    let report = if options.auto && options.script.is_none() {
        play_auto(&mut session, options.png.as_deref())?
    } else {
        let name = options.script.clone().unwrap_or_else(|| PathBuf::from("script"));
        play(&script, &mut session, options.png.as_deref()).with_context(|| name.display().to_string())?
    };
    say!("{report}");
    Ok(())
}

/// Plays a script to its end. Its pictures go to `directory`.
pub fn play(script: &Script, session: &mut Session, directory: Option<&Path>) -> anyhow::Result<Report> {
    let mut hand = Hand { queue: Vec::new(), directory, desk: None };
    let mut script_time = 0u64;
    // Real time less script time: grows with each wait.
    let mut lag = 0;
    let mut last_wait = 0;
    for step in &script.steps {
        match step.moment {
            Moment::At(ms) => {
                let mut at = ms * 1_000;
                if at < script_time {
                    at += last_wait;
                }
                script_time = script_time.max(at);
                hand.advance(session, script_time + lag);
            }
            Moment::Answered => {
                hand.wait(session).with_context(|| format!("line {}", step.line))?;
                lag = session.now() - script_time;
                last_wait = script_time;
            }
        }
        hand.act(&step.event, session).with_context(|| format!("line {}", step.line))?;
    }
    let end = session.now() + AFTER_US;
    hand.advance(session, end);
    Ok(report(session))
}

/// Lets the computer play both sides to the end of the game.
fn play_auto(session: &mut Session, directory: Option<&Path>) -> anyhow::Result<Report> {
    let mut hand = AutoHand::new();
    while session.state() != Some(State::Over) {
        ensure!(session.now() < PATIENCE_US, "the game does not end");
        let now = session.now() + TICK_US;
        hand.act(now, session);
        session.tick(now, NODES);
    }
    session.paint();
    save_picture(session, directory, "over")?;
    Ok(report(session))
}

/// How things stand.
pub(crate) fn report(session: &Session) -> Report {
    let Some(board) = session.board() else {
        return Report { state: "OFF".to_owned(), fen: String::new(), moves: Vec::new() };
    };
    let game = board.game();
    let fen = Fen::from_position(game.position(), EnPassantMode::Legal).to_string();
    let moves = game.sans().iter().map(ToString::to_string).collect();
    Report { state: board.state().to_string(), fen, moves }
}

fn save_picture(session: &Session, directory: Option<&Path>, name: &str) -> anyhow::Result<()> {
    let directory = make(directory)?;
    let rgb = monitor_rgb(session.frame());
    write_png(&directory.join(format!("{name}.png")), 640, 480, &rgb)
}

/// The directory for pictures, made if it is not there.
fn make(directory: Option<&Path>) -> anyhow::Result<&Path> {
    let directory = directory.unwrap_or(Path::new("."));
    std::fs::create_dir_all(directory)
        .with_context(|| format!("{}: the directory cannot be made", directory.display()))?;
    Ok(directory)
}

/// The script's hand: what it has begun and not ended.
struct Hand<'a> {
    /// Reeds to close or open, keys to let go, at their times.
    queue: Vec<(u64, Later)>,
    directory: Option<&'a Path>,
    /// Rendered for the first picture of it.
    desk: Option<Box<Desk>>,
}

#[derive(Clone, Copy, Debug)]
enum Later {
    Reed(Square, bool),
    Release(Keys),
}

impl Hand<'_> {
    /// Lets the time go on to `until`.
    fn advance(&mut self, session: &mut Session, until: u64) {
        while session.now() < until {
            let now = (session.now() + TICK_US).min(until);
            self.settle(session, now);
            session.tick(now, NODES);
        }
    }

    /// Does what is due.
    fn settle(&mut self, session: &mut Session, now: u64) {
        self.queue.sort_by_key(|&(at, _)| at);
        while let Some(&(at, later)) = self.queue.first() {
            if at > now {
                break;
            }
            self.queue.remove(0);
            match later {
                Later::Reed(square, closed) => set(session, square, closed),
                Later::Release(keys) => session.keys = session.keys.without(keys),
            }
        }
    }

    /// Waits until the computer has answered.
    fn wait(&mut self, session: &mut Session) -> anyhow::Result<()> {
        let begun = session.now();
        loop {
            let answered = matches!(session.state(), Some(State::Verify | State::Over) | None);
            let idle = session.now() - begun >= AFTER_US && !session.is_thinking();
            if (answered || idle) && self.queue.is_empty() {
                return Ok(());
            }
            ensure!(session.now() - begun < PATIENCE_US, "the computer has not answered in two days");
            self.advance(session, session.now() + TICK_US);
        }
    }

    fn act(&mut self, event: &Event, session: &mut Session) -> anyhow::Result<()> {
        let now = session.now();
        match event {
            Event::Setup => session.men = START_REEDS,
            Event::Lift(square) => {
                ensure!(stands(session, *square), "no man stands on {square}");
                set(session, *square, false);
            }
            Event::Drop(square) => {
                ensure!(!stands(session, *square), "a man stands on {square} already: lift it first");
                set(session, *square, true);
            }
            Event::Slide(from, to) => {
                ensure!(stands(session, *from), "no man stands on {from}");
                set(session, *from, false);
                let mut at = now;
                for square in way(*from, *to) {
                    at += SLIDE_US / 2;
                    if square != *to && stands(session, square) {
                        continue;
                    }
                    self.queue.push((at, Later::Reed(square, true)));
                    at += SLIDE_US;
                    if square != *to {
                        self.queue.push((at, Later::Reed(square, false)));
                    }
                }
            }
            Event::Reed(square, closed) => set(session, *square, *closed),
            Event::Key(key) => {
                session.keys = session.keys.with(*key);
                self.queue.push((now + KEY_US, Later::Release(*key)));
            }
            Event::Picture(name) => {
                session.paint();
                save_picture(session, self.directory, name)?;
            }
            Event::Table(name) => {
                session.paint();
                let desk = self.desk.get_or_insert_with(|| {
                    let position = session.board().map(|b| b.game().position().clone()).unwrap_or_default();
                    Box::new(Desk::new(&position))
                });
                desk.follow(session);
                let mut buffer = Desk::buffer();
                desk.draw(session, &mut buffer);
                let rgb: Vec<u8> =
                    buffer.iter().flat_map(|pixel| pixel.to_be_bytes().into_iter().skip(1)).collect();
                let directory = make(self.directory)?;
                write_png(&directory.join(format!("{name}.png")), WIDE as u32, HIGH as u32, &rgb)?;
            }
            Event::Power(on) => session.power(*on),
            Event::Nothing => {}
        }
        Ok(())
    }
}

fn stands(session: &Session, square: Square) -> bool {
    session.men >> (square as u32) & 1 != 0
}

fn set(session: &mut Session, square: Square, closed: bool) {
    let bit = 1 << (square as u32);
    if closed {
        session.men |= bit;
    } else {
        session.men &= !bit;
    }
}

/// The squares that a man passes from `from` to `to`, the last one included.
pub(crate) fn way(from: Square, to: Square) -> Vec<Square> {
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
    use picochess_fw::{Brain, Level, Mode};

    use super::*;

    fn session(settings: Settings, noise: Option<u64>) -> Session {
        Session::new(Config { settings, ..Config::default() }, [None, None], noise)
    }

    fn played(script: &str, settings: Settings, noise: Option<u64>) -> Report {
        let script = Script::parse(script).unwrap();
        play(&script, &mut session(settings, noise), None).unwrap()
    }

    #[test]
    fn the_cartridge_answers() {
        let report =
            played("0 setup\n500 key 5\n1000 lift e2\n1300 drop e4\nwait", Settings::default(), None);
        assert_eq!((report.state.as_str(), report.moves[0].as_str()), ("VERIFY", "e4"));
        assert_eq!(report.moves.len(), 2);
        assert!(
            report.fen.ends_with("w KQkq - 0 2") || report.fen.ends_with("w KQkq - 1 2"),
            "{}",
            report.fen
        );
    }

    #[test]
    fn two_persons_castle_capture_and_take_back() {
        let settings = Settings { mode: Mode::TwoPlayers, ..Settings::default() };
        let script = "
            0 setup
            500 key 5
            1000 lift e2     # 1. e4 d5
            1200 drop e4
            2000 slide d7 d5
            3000 lift d5     # 2. exd5, the enemy's man first
            3300 lift e4
            3600 drop d5
            4400 slide g8 f6 # 2... Nf6
            5400 lift g1     # 3. Nf3, taken back, then 3. Nh3
            5700 drop f3
            6500 lift f3
            6800 drop g1
            7800 lift g1
            8100 drop h3
        ";
        for noise in [None, Some(1), Some(2), Some(3)] {
            let report = played(script, settings, noise);
            assert_eq!(report.moves.join(" "), "e4 d5 exd5 Nf6 Nh3");
            assert_eq!(report.state, "IDLE");
            assert_eq!(report.fen, "rnbqkb1r/ppp1pppp/5n2/3P4/8/7N/PPPP1PPP/RNBQKB1R b KQkq - 2 3");
        }
    }

    #[test]
    fn power_comes_back() {
        let settings = Settings { mode: Mode::TwoPlayers, ..Settings::default() };
        let start = "0 setup\n500 key 5\n1000 lift e2\n1300 drop e4\n2000 lift e7\n2100 power off\n";
        let off = played(start, settings, None);
        assert_eq!(off.state, "OFF");
        let report = played(&format!("{start}3000 power on\n"), settings, None);
        assert_eq!((report.state.as_str(), report.moves.join(" ")), ("RESTORE", "e4".to_owned()));
        let report = played(&format!("{start}3000 power on\n4000 drop e7\n"), settings, None);
        assert_eq!(report.state, "IDLE");
    }

    #[test]
    fn a_wait_stops_the_clock_of_the_script() {
        let settings =
            Settings { brain: Brain::Modern, level: Level::new(7).unwrap(), ..Settings::default() };
        let script = "0 setup\n500 key 5\n1000 lift h2\n1200 drop h3\nwait reed a8 1\n1300 key 5\n";
        let mut session = session(settings, None);
        let report = play(&Script::parse(script).unwrap(), &mut session, None).unwrap();
        assert_eq!((report.state.as_str(), report.moves.len()), ("VERIFY", 2));
    }

    #[test]
    fn a_hand_that_grasps_nothing_is_an_error_with_its_line() {
        for (script, part) in [
            ("0 setup\n10 lift e4", "line 2: no man stands on e4"),
            ("0 setup\n10 drop e2", "line 2: a man stands on e2"),
            ("0 slide a1 a2", "line 1: no man stands on a1"),
        ] {
            let script = Script::parse(script).unwrap();
            let error = play(&script, &mut session(Settings::default(), None), None).unwrap_err();
            let error = format!("{error:#}");
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn the_way_of_a_slide() {
        let names = |from: Square, to: Square| {
            way(from, to).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(Square::A1, Square::A4), "a2 a3 a4");
        assert_eq!(names(Square::H8, Square::E5), "g7 f6 e5");
        assert_eq!(names(Square::G8, Square::F6).split(' ').next_back(), Some("f6"));
    }

    #[test]
    fn the_automatic_hand_plays_a_game_to_its_end_with_noise() {
        for noise in [None, Some(7)] {
            let settings = Settings { level: Level::new(2).unwrap(), ..Settings::default() };
            let mut session = session(settings, noise);
            let report =
                play_auto(&mut session, Some(&std::env::temp_dir().join("vchess-board-auto"))).unwrap();
            assert_eq!(report.state, "OVER");
            assert!(report.moves.len() > 4);
        }
    }
}
