//! The window: mouse and keyboard for hands.

use std::{path::Path, time::Instant};

use anyhow::{Context as _, ensure};
use minifb::{Key, KeyRepeat, MouseButton, MouseMode, Window, WindowOptions};
use picochess_fw::{Keys, SAVE_BYTES, Settings};
use shakmaty::Square;

use crate::input::read_bytes;
use crate::output;

use super::{
    BoardOptions, Session,
    auto::AutoHand,
    desk::{Desk, HIGH, WIDE},
    set::{Place, square_at},
    sound::Speaker,
    table::PANE,
};

/// Positions that an opponent looks at between two pictures.
const NODES: u32 = 6_000;

/// How long a man takes to land where another one stood, in microseconds.
const LANDING_US: u64 = 200_000;

pub(super) fn run(options: &BoardOptions, settings: Settings) -> anyhow::Result<()> {
    let storage = load(options.storage.as_deref())?;
    let mut session = options.session(settings, storage);
    let mut window = Window::new("Video Chess - the board", WIDE, HIGH, WindowOptions::default())
        .map_err(|error| anyhow::anyhow!("{error}"))
        .context("no window can be opened; --headless --script FILE needs none")?;
    window.set_target_fps(60);
    let position = session.board().map(|board| board.game().position().clone()).unwrap_or_default();
    let mut desk = Desk::new(&position);
    let mut hands = Hands { held: None, landing: None, auto: options.auto.then(AutoHand::new) };
    let speaker = Speaker::open().map_err(|error| crate::note!("warning: no sound: {error:#}")).ok();
    let mut buffer = Desk::buffer();
    let start = Instant::now();
    let mut saves = 0;
    while window.is_open() && !window.is_key_down(Key::Escape) {
        let now = start.elapsed().as_micros() as u64;
        hands.listen(&window, &mut desk, &mut session, now);
        session.tick(now, NODES);
        desk.follow(&session);
        session.paint();
        for sound in session.outside.sounds.drain(..) {
            if let Some(speaker) = &speaker {
                speaker.play(sound);
            }
        }
        if session.outside.saves != saves {
            saves = session.outside.saves;
            store(options.storage.as_deref(), &session.outside.storage)?;
        }
        desk.draw(&session, &mut buffer);
        window.update_with_buffer(&buffer, WIDE, HIGH).context("the window cannot be painted")?;
    }
    Ok(())
}

/// A person's hands, or the automatic ones.
struct Hands {
    /// The man in the mouse's hand.
    held: Option<usize>,
    /// A man on its way to a square from which another one has just been taken, and when it arrives: the
    /// reed there must open in between, as it does under real hands.
    landing: Option<(usize, Square, u64)>,
    auto: Option<AutoHand>,
}

impl Hands {
    /// Mouse and keyboard.
    fn listen(&mut self, window: &Window, desk: &mut Desk, session: &mut Session, now: u64) {
        let mut keys = Keys::NONE;
        for (key, numpad, board) in [
            (Key::Key2, Key::NumPad2, Keys::UP),
            (Key::Key5, Key::NumPad5, Keys::SELECT),
            (Key::Key8, Key::NumPad8, Keys::DOWN),
        ] {
            if window.is_key_down(key) || window.is_key_down(numpad) {
                keys = keys.with(board);
            }
        }
        if window.is_key_pressed(Key::P, KeyRepeat::No) {
            session.power(session.board().is_none());
        }
        if let Some(hand) = &mut self.auto {
            // The automatic hand moves reeds; the men follow them.
            hand.act(now, session);
            if keys != Keys::NONE {
                session.keys = keys;
            }
            return;
        }
        session.keys = keys;
        if window.is_key_pressed(Key::U, KeyRepeat::No) {
            self.held = None;
            self.landing = None;
            desk.set.set_up();
        }
        self.mouse(window, desk, now);
        session.men = desk.set.reeds(desk.flipped);
        desk.shown = session.men;
    }

    fn mouse(&mut self, window: &Window, desk: &mut Desk, now: u64) {
        if let Some((man, square, at)) = self.landing {
            if now >= at {
                self.landing = None;
                desk.set.put(man, Some(square));
            }
            return;
        }
        let Some(at) = window.get_mouse_pos(MouseMode::Pass) else { return };
        let (left, right) =
            (window.get_mouse_down(MouseButton::Left), window.get_mouse_down(MouseButton::Right));
        let sliding = right && !left;
        let camera = *desk.table.camera();
        match (self.held, left || right) {
            (None, true) if at.0 >= 0.0 && at.0 < PANE as f32 => {
                if let Some(man) = desk.man_at(at) {
                    let stand = desk.set.men()[man].stand(desk.flipped);
                    desk.set.hold(man, stand.x, stand.z, sliding);
                    self.held = Some(man);
                }
            }
            (Some(man), true) => {
                // The mouse holds the man by its middle.
                let height = if sliding { 0.35 } else { 0.9 };
                let (x, z) = camera.unproject(at, height);
                desk.set.hold(man, x, z, sliding);
            }
            (Some(man), false) => {
                self.held = None;
                let square = match desk.set.men()[man].place {
                    Place::Held { x, z, .. } => square_at(x, z, desk.flipped),
                    _ => None,
                };
                match square.and_then(|square| Some((square, desk.set.on(square)?))) {
                    Some((square, other)) if other != man => {
                        desk.set.lay_aside(other);
                        self.landing = Some((man, square, now + LANDING_US));
                    }
                    _ => desk.set.put(man, square),
                }
            }
            _ => {}
        }
    }
}

/// The storage's two slots, one after the other in a file.
fn load(path: Option<&Path>) -> anyhow::Result<[Option<Vec<u8>>; 2]> {
    let Some(path) = path else { return Ok([None, None]) };
    if !path.exists() {
        return Ok([None, None]);
    }
    let bytes = read_bytes(path, "kept game", 2 * SAVE_BYTES as u64)?;
    ensure!(
        bytes.len() == 2 * SAVE_BYTES,
        "{}: expected a game that a board has kept, found {} bytes; another name, or the file away",
        path.display(),
        bytes.len()
    );
    let (a, b) = bytes.split_at(bytes.len().min(SAVE_BYTES));
    Ok([Some(a.to_vec()), Some(b.to_vec())])
}

fn store(path: Option<&Path>, slots: &[Option<Vec<u8>>; 2]) -> anyhow::Result<()> {
    let Some(path) = path else { return Ok(()) };
    let mut bytes = vec![0xFF; 2 * SAVE_BYTES];
    for (place, slot) in bytes.chunks_mut(SAVE_BYTES).zip(slots) {
        if let Some(slot) = slot {
            let length = slot.len().min(SAVE_BYTES);
            place[..length].copy_from_slice(&slot[..length]);
        }
    }
    // Whole or not at all, like the slots themselves.
    output::write(path, &bytes).context("the game cannot be kept")
}

#[cfg(test)]
mod tests {
    use picochess_fw::Config;

    use super::*;

    #[test]
    fn a_game_is_kept_in_a_file() {
        let path = std::env::temp_dir().join(format!("vchess-board-{}.game", std::process::id()));
        let _ = std::fs::remove_file(&path);
        assert_eq!(load(Some(&path)).unwrap(), [None, None]);
        let mut session = Session::new(Config::default(), [None, None], None, None);
        session.men = picochess_fw::START_REEDS;
        for t in 1..60 {
            session.keys = if t == 20 { Keys::SELECT } else { Keys::NONE };
            if t == 40 {
                session.men ^= 1 << 12 | 1 << 28;
            }
            for i in 0..5 {
                session.tick(t * 50_000 + i * 10_000, 0);
            }
        }
        store(Some(&path), &session.outside.storage).unwrap();
        let again = Session::new(Config::default(), load(Some(&path)).unwrap(), None, None);
        std::fs::remove_file(&path).unwrap();
        let board = again.board().unwrap();
        assert_eq!(
            (board.state(), board.game().san(0).unwrap().as_str()),
            (picochess_fw::State::Restore, "e4")
        );
    }
}
