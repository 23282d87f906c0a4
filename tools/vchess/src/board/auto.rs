//! A hand that plays by itself: it puts up the men, starts, makes the computer's moves, and makes moves of
//! its own that the Modern opponent gives it.

use picochess_fw::{
    Footprint, Keys, Level, Opponent, PackedMove, Progress, START_REEDS, State, modern::Engine,
};
use shakmaty::{Move, Position};

use super::Session;

/// From one touch to the next, in microseconds.
const TOUCH_US: u64 = 180_000;
/// A pause before a move.
const THINK_US: u64 = 500_000;
/// After this long without an effect a touch is made again.
const AGAIN_US: u64 = 5_000_000;
/// How strong the hand is.
const LEVEL: u8 = 5;

/// What the hand does next.
#[derive(Clone, Copy, Debug)]
enum Touch {
    Open(u64),
    Close(u64),
    Press(Keys),
    Release,
}

/// The hand.
pub(super) struct AutoHand {
    engine: Box<Engine>,
    touches: Vec<Touch>,
    next: u64,
    /// The game's length and state when the touches were planned, and when that was.
    planned: Option<((usize, State), u64)>,
}

impl AutoHand {
    pub(super) fn new() -> Self {
        Self { engine: Box::default(), touches: Vec::new(), next: 0, planned: None }
    }

    /// Does what is due at `now_us`.
    pub(super) fn act(&mut self, now_us: u64, session: &mut Session) {
        if now_us < self.next {
            return;
        }
        if let Some(touch) = self.touches.pop() {
            self.next = now_us + TOUCH_US;
            match touch {
                Touch::Open(square) => session.men &= !square,
                Touch::Close(square) => session.men |= square,
                Touch::Press(keys) => session.keys = keys,
                Touch::Release => session.keys = Keys::NONE,
            }
            if self.touches.is_empty() {
                self.next += THINK_US;
            }
            return;
        }
        self.plan(now_us, session);
    }

    fn plan(&mut self, now_us: u64, session: &mut Session) {
        let Some(board) = session.board() else { return };
        let state = board.state();
        let now = (board.game().log().len(), state);
        let again = match self.planned {
            // Noise can have hidden what was done: the hand waits, then does it once more.
            Some((planned, at)) if planned == now && now_us < at + AGAIN_US => return,
            Some((planned, _)) => planned == now,
            None => false,
        };
        let thinking = matches!(state, State::Computer | State::Over);
        if again && !thinking && state != State::Verify && session.men != board.expected() {
            let (extra, missing) = (session.men & !board.expected(), board.expected() & !session.men);
            self.planned = None;
            self.touches = vec![Touch::Close(missing), Touch::Open(extra)];
            return;
        }
        let touches = match state {
            State::Setup if session.men != START_REEDS => {
                session.men = START_REEDS;
                return;
            }
            State::Setup | State::Promotion => vec![Touch::Press(Keys::SELECT), Touch::Release],
            State::Verify => board.to_make().map_or(Vec::new(), |(_, m)| touches(m)),
            State::Idle if !board.settings().is_computer(board.game().turn()) => {
                let game = board.game();
                let seed = game.log().len() as u32;
                let level = Level::new(LEVEL).unwrap_or(board.settings().level);
                self.engine.begin(game.log(), level, seed);
                let best = loop {
                    if let Progress::Done(answer) = self.engine.step(10_000) {
                        break answer.best;
                    }
                };
                let m = best.and_then(|best: PackedMove| best.unpack(game.position()));
                m.filter(|m| game.position().is_legal(*m)).map_or(Vec::new(), touches)
            }
            _ => return,
        };
        self.planned = Some((now, now_us));
        self.touches = touches;
        self.touches.reverse();
    }
}

/// The touches of a move: what goes off the board, then what comes on it.
fn touches(m: Move) -> Vec<Touch> {
    let mark = Footprint::of(m);
    let each = |set: u64| (0..64).map(|i| 1u64 << i).filter(move |bit| set & bit != 0);
    let mut touches = Vec::new();
    touches.extend(each(mark.replaced).map(Touch::Open));
    touches.extend(each(mark.vacated).map(Touch::Open));
    touches.extend(each(mark.filled | mark.replaced).map(Touch::Close));
    touches
}
