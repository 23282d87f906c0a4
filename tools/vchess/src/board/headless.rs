//! A script played on the board without a window.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use board_script::{Picture, Report, Rig, Script, write_png};
use picochess_fw::{Keys, Settings, State};

use crate::input::read_text;
use crate::say;

use super::{
    BoardOptions, Session,
    auto::AutoHand,
    desk::{Desk, HIGH, WIDE},
    picture::monitor_rgb,
};

/// From one look at the reeds to the next, in microseconds.
pub(crate) const TICK_US: u64 = 10_000;
/// Positions that an opponent looks at between two looks: 10,000 a second, as on a Pico.
const NODES: u32 = 100;
/// A wait for the computer is given up after this long.
const PATIENCE_US: u64 = 48 * 3_600_000_000;

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
    let mut session = options.session(settings, [None, None]);
    let report = if options.auto && options.script.is_none() {
        play_auto(&mut session, options.png.as_deref())?
    } else {
        let name = options.script.clone().unwrap_or_else(|| PathBuf::from("script"));
        play(&script, &mut session, options.png.as_deref()).with_context(|| name.display().to_string())?
    };
    say!("{report}");
    Ok(())
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
    session.board().map_or_else(Report::off, |board| Report::new(board.state(), board.game()))
}

fn save_picture(session: &Session, directory: Option<&Path>, name: &str) -> anyhow::Result<()> {
    let directory = directory.unwrap_or(Path::new("."));
    std::fs::create_dir_all(directory)
        .with_context(|| format!("{}: the directory cannot be made", directory.display()))?;
    let rgb = monitor_rgb(session.frame());
    write_png(&directory.join(format!("{name}.png")), 640, 480, &rgb)
}

/// A session as a script plays on it, with the table for its pictures.
struct Table<'a> {
    session: &'a mut Session,
    /// Rendered for the first picture of it.
    desk: Option<Box<Desk>>,
}

/// Plays a script to its end. Its pictures go to `directory`.
pub fn play(script: &Script, session: &mut Session, directory: Option<&Path>) -> anyhow::Result<Report> {
    board_script::play(script, &mut Table { session, desk: None }, directory)
}

impl Rig for Table<'_> {
    const PATIENCE_US: u64 = PATIENCE_US;

    fn now(&self) -> u64 {
        self.session.now()
    }

    fn advance(&mut self, until_us: u64) -> anyhow::Result<()> {
        self.session.tick(until_us, NODES);
        Ok(())
    }

    fn men(&mut self) -> &mut u64 {
        &mut self.session.men
    }

    fn keys(&mut self) -> &mut Keys {
        &mut self.session.keys
    }

    fn power(&mut self, on: bool) -> anyhow::Result<()> {
        self.session.power(on);
        Ok(())
    }

    fn state(&self) -> Option<State> {
        self.session.state()
    }

    fn is_thinking(&self) -> bool {
        self.session.is_thinking()
    }

    fn monitor(&mut self) -> anyhow::Result<Picture> {
        self.session.paint();
        Ok((640, 480, monitor_rgb(self.session.frame())))
    }

    fn table(&mut self) -> anyhow::Result<Picture> {
        self.session.paint();
        let session = &*self.session;
        let desk = self.desk.get_or_insert_with(|| {
            let position = session.board().map(|b| b.game().position().clone()).unwrap_or_default();
            Box::new(Desk::new(&position))
        });
        desk.follow(session);
        let mut buffer = Desk::buffer();
        desk.draw(session, &mut buffer);
        let rgb = buffer.iter().flat_map(|pixel| pixel.to_be_bytes().into_iter().skip(1)).collect();
        Ok((WIDE as u32, HIGH as u32, rgb))
    }

    fn report(&self) -> Report {
        report(self.session)
    }
}

#[cfg(test)]
mod tests {
    use picochess_fw::{Brain, Config, Level, Mode};

    use super::*;

    fn session(settings: Settings, noise: Option<u64>) -> Session {
        Session::new(Config { settings, ..Config::default() }, [None, None], noise, None)
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
    fn times_that_go_back_are_refused() {
        let settings = Settings { mode: Mode::TwoPlayers, ..Settings::default() };
        let script = Script::parse("0 setup\n500 key 5\n400 lift e2").unwrap();
        let error = play(&script, &mut session(settings, None), None).unwrap_err();
        assert!(format!("{error:#}").contains("line 3: 400 ms comes before 500 ms"), "{error:#}");
        // After a wait they count from there.
        let script = Script::parse("0 setup\n500 key 5\nwait\n400 lift e2\n300 drop e4").unwrap();
        let error = play(&script, &mut session(settings, None), None).unwrap_err();
        assert!(format!("{error:#}").contains("line 5: 300 ms comes before 400 ms"), "{error:#}");
        let report = played("0 setup\n500 key 5\nwait\n400 lift e2\n600 drop e4", settings, None);
        assert_eq!(report.moves, ["e4"]);
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
