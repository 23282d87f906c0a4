//! The power fails at every tick of a game, and in the middle of every write. The game resumes at the last
//! committed move, every time.

mod common;

use common::{fen, reference_fen};
use picochess_fw::{
    Answer, Board, Brain, Config, Footprint, Keys, Mode, PackedMove, Ports, START_REEDS, Settings, Slot,
    Sound, State, TimeControl,
};
use shakmaty::{Chess, Position};

const TICK: u64 = 10_000;

/// Storage that remembers what a slot held before the last write.
#[derive(Clone, Default)]
struct Flash {
    slots: [Vec<u8>; 2],
    /// The write of this tick: its slot and what the slot held before.
    written: Option<(usize, Vec<u8>)>,
}

impl Ports for Flash {
    fn sound(&mut self, _: Sound) {}

    fn save(&mut self, slot: Slot, bytes: &[u8]) {
        assert!(self.written.is_none(), "one write a tick, else a torn one could cost both slots");
        let slot = slot as usize;
        let old = std::mem::replace(&mut self.slots[slot], bytes.to_vec());
        self.written = Some((slot, old));
    }
}

impl Flash {
    fn boot(&self) -> Board {
        let config = Config::default();
        Board::new(config, [Some(&self.slots[0]), Some(&self.slots[1])])
    }

    /// All that a write cut short can leave.
    fn torn(&self) -> Vec<Flash> {
        let Some((slot, old)) = &self.written else { return Vec::new() };
        let new = &self.slots[*slot];
        let mut all = Vec::new();
        for cut in 0..new.len() {
            // Bytes not yet written are erased, or what they were.
            let mut erased = new[..cut].to_vec();
            erased.resize(new.len(), 0xFF);
            let mut mixed = new[..cut].to_vec();
            mixed.extend_from_slice(old.get(cut..).unwrap_or(&[]));
            for content in [erased, mixed, new[..cut].to_vec()] {
                // The last bytes can happen to be right already.
                if content != *new {
                    let mut flash = self.clone();
                    flash.slots[*slot] = content;
                    all.push(flash);
                }
            }
        }
        all
    }
}

/// The men that a hand would put up for `game`, then time to see them.
fn resume(flash: &Flash, expected: &Chess, men: u64) {
    let mut board = flash.boot();
    let mut flash = flash.clone();
    assert_eq!(fen(&board), reference_fen(expected));
    if board.game().log().is_empty() && board.state() == State::Setup {
        return;
    }
    let mut now = 0;
    let mut pass = |board: &mut Board, men: u64, us: u64| {
        for _ in 0..us / TICK {
            now += TICK;
            flash.written = None;
            board.tick(now, men, Keys::NONE, &mut flash);
        }
    };
    // The men stand as the failure left them; the board asks until they stand right.
    pass(&mut board, men, 50_000);
    let right: u64 = expected.board().occupied().into();
    if men != right {
        assert_eq!(board.state(), State::Restore);
        assert_eq!(board.expected(), right);
    }
    pass(&mut board, right, 300_000);
    assert!(matches!(board.state(), State::Idle | State::Computer), "{}", board.state());
    assert_eq!(fen(&board), reference_fen(expected));
}

/// Plays `moves` by hand, the even ones or all of them as a person; checks a failure at every tick.
fn play(settings: Settings, moves: &str) {
    let mut flash = Flash::default();
    let mut board = Board::new(Config { settings, ..Config::default() }, [None, None]);
    let mut men = START_REEDS;
    let mut now = 0;
    let mut committed = Chess::default();
    let mut position = Chess::default();
    let (mut ticks, mut tears) = (0, 0);
    let mut tick = |board: &mut Board, men: u64, keys: Keys, answer: Option<PackedMove>, position: &Chess| {
        now += TICK;
        flash.written = None;
        board.tick(now, men, keys, &mut flash);
        let before = committed.clone();
        if let (Some(m), Some(request)) = (answer, board.request()) {
            let (id, answer) = (request.id, Answer { best: Some(m), ..Answer::default() });
            board.answer(id, answer, &mut flash);
        }
        if flash.written.is_some() {
            committed = board.game().position().clone();
        }
        if board.state() != State::Setup {
            resume(&flash, &committed, men);
            ticks += 1;
            for torn in flash.torn() {
                if before == Chess::default() && committed == before {
                    // The very first save: no game, or one without moves.
                    assert!(torn.boot().game().log().is_empty());
                } else {
                    resume(&torn, &before, men);
                }
                tears += 1;
            }
        }
        let _ = position;
    };
    for t in 0..20 {
        let keys = if (10..14).contains(&t) { Keys::SELECT } else { Keys::NONE };
        tick(&mut board, men, keys, None, &position);
    }
    for text in moves.split(' ') {
        let packed = PackedMove::parse(text).unwrap();
        let m = packed.unpack(&position).unwrap();
        let mark = Footprint::of(m);
        let by_computer = board.settings().is_computer(position.turn());
        if by_computer {
            for _ in 0..5 {
                tick(&mut board, men, Keys::NONE, None, &position);
            }
            tick(&mut board, men, Keys::NONE, Some(packed), &position);
        }
        for (off, on) in [(mark.replaced, 0), (mark.vacated, 0), (0, mark.filled | mark.replaced)] {
            men = men & !off | on;
            for _ in 0..8 {
                tick(&mut board, men, Keys::NONE, None, &position);
            }
        }
        for _ in 0..60 {
            tick(&mut board, men, Keys::NONE, None, &position);
        }
        if m.is_promotion() {
            for t in 0..30 {
                let keys = if t < 5 { Keys::SELECT } else { Keys::NONE };
                tick(&mut board, men, keys, None, &position);
            }
        }
        position.play_unchecked(m);
        assert_eq!(fen(&board), reference_fen(&position), "after {text}");
    }
    assert!(ticks > 300 && tears > 100, "{ticks} ticks, {tears} torn writes");
}

#[test]
fn two_players() {
    let time = TimeControl::find(5, 3).unwrap();
    let settings = Settings { mode: Mode::TwoPlayers, time, ..Settings::default() };
    play(settings, "e2e4 d7d5 e4d5 c7c6 d5c6 g8f6 c6b7 f6g8 b7a8q");
}

#[test]
fn against_the_computer() {
    let settings = Settings { brain: Brain::Modern, ..Settings::default() };
    play(settings, "e2e4 d7d5 e4d5 d8d5 g1f3 d5e4 f1e2 c8g4 e1g1");
}
