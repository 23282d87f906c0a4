//! What the hand is doing, with the patience that hands need.

use shakmaty::Move;

use crate::{
    Game,
    rules::{Past, Reading, Underway, Verdict, judge, judge_past},
};

/// A move stands this long before it counts, in microseconds: a piece that slides over a square does not stay.
const REST_US: u64 = 300_000;
/// The same for a rook's move that may be half of a castling.
const CASTLING_US: u64 = 1_000_000;
/// The same for a capture whose target was open too shortly to be sure.
const WEAK_US: u64 = 700_000;
/// The same for moves taken back.
const BACK_US: u64 = 400_000;
/// Men that no move explains are on their way somewhere for this long.
const WRONG_US: u64 = 500_000;
/// The board stands still for this long before touches are forgotten.
const QUIET_US: u64 = 250_000;

/// What can be seen of the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sight {
    #[default]
    Quiet,
    Underway(Underway),
    Wrong,
}

/// What the hand has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// A legal move. `overtaken`: the next move has begun.
    Play { m: Move, overtaken: bool },
    /// The last moves have been taken back.
    TakeBack(usize),
    /// The last moves have been taken back, and another one made in place of the first of them.
    Replace(usize, Move),
}

/// What a reading means, before patience.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Quiet,
    Underway(Underway),
    Done(Act, u64),
    Wrong,
}

/// Watches the hand.
#[derive(Clone, Debug, Default)]
pub(super) struct Hand {
    sight: Sight,
    /// When the sight to come began.
    since: u64,
    seen: Option<Seen>,
    /// What `seen` was made of; a question asked again is not thought over again.
    asked: Option<(u32, Watch, Reading)>,
    /// Since when the men have stood where they should.
    still_since: Option<u64>,
}

/// Whose hand is expected to do what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    /// A person is to move; if `then_person`, another person is next.
    Person { then_person: bool },
    /// The computer is to move.
    Computer,
    /// The computer's move is to be made.
    Verify,
}

impl Hand {
    /// What can be seen.
    pub(super) fn sight(&self) -> Sight {
        self.sight
    }

    /// Begins anew, after the game has changed.
    pub(super) fn reset(&mut self) {
        *self = Hand::default();
    }

    /// For how long nothing has stirred.
    pub(super) fn stands(&mut self, now: u64) -> u64 {
        now.saturating_sub(*self.still_since.get_or_insert(now))
    }

    /// Something has stirred.
    pub(super) fn stir(&mut self, now: u64) {
        self.still_since = Some(now);
    }

    /// Looks at the board. Returns what has been done, once it has stood long enough.
    pub(super) fn look(
        &mut self,
        game: &Game,
        watch: Watch,
        reading: &mut Reading,
        now: u64,
    ) -> Option<Act> {
        let same = self
            .asked
            .as_ref()
            .is_some_and(|(version, w, r)| *version == game.version() && *w == watch && r == reading);
        if !same {
            let seen = see(game, watch, reading);
            self.asked = Some((game.version(), watch, reading.clone()));
            if self.seen != Some(seen) {
                self.seen = Some(seen);
                self.since = now;
            }
        }
        let stood = now.saturating_sub(self.since);
        match self.seen? {
            Seen::Quiet => {
                self.sight = Sight::Quiet;
                if stood >= QUIET_US {
                    reading.forget();
                }
                None
            }
            Seen::Underway(underway) => {
                self.sight = Sight::Underway(underway);
                None
            }
            Seen::Done(act, patience) => (stood >= patience).then_some(act),
            Seen::Wrong => {
                if stood >= WRONG_US {
                    self.sight = Sight::Wrong;
                }
                None
            }
        }
    }
}

fn see(game: &Game, watch: Watch, reading: &Reading) -> Seen {
    match watch {
        Watch::Person { then_person } => match judge(game.position(), game.legal(), reading, then_person) {
            Verdict::Quiet => Seen::Quiet,
            Verdict::Underway(underway) => Seen::Underway(underway),
            Verdict::Complete { m, weak, may_castle, moved_on } => {
                let patience = match (moved_on, may_castle, weak) {
                    (true, _, _) => 0,
                    (_, true, _) => CASTLING_US,
                    (_, _, true) => WEAK_US,
                    _ => REST_US,
                };
                Seen::Done(Act::Play { m, overtaken: moved_on }, patience)
            }
            Verdict::Wrong => see_past(game, reading, &[0, 1]),
        },
        Watch::Computer => {
            if game.reeds() == reading.stable {
                Seen::Quiet
            } else {
                see_past(game, reading, &[0, 1])
            }
        }
        // With the computer's move waiting, the men stand as before it: only the person's move can be taken back.
        Watch::Verify => match see_past(game, reading, &[1]) {
            Seen::Done(Act::Replace(..), _) => Seen::Wrong,
            seen => seen,
        },
    }
}

/// Reads the reeds against earlier positions: the one before the last move (0), the one before that (1).
fn see_past(game: &Game, reading: &Reading, steps: &[usize]) -> Seen {
    let log = game.log();
    for &step in steps {
        let (Some(before), Some(made)) =
            (game.before(step), log.len().checked_sub(step + 1).and_then(|i| log.get(i)))
        else {
            continue;
        };
        match judge_past(before, *made, reading) {
            Some(Past::TakenBack) => return Seen::Done(Act::TakeBack(step + 1), BACK_US),
            Some(Past::Replaced(m)) => return Seen::Done(Act::Replace(step + 1, m), BACK_US),
            None => {}
        }
    }
    Seen::Wrong
}
