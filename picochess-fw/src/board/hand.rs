//! What the hand is doing, with the patience that hands need.

use shakmaty::Move;

use crate::{
    Game,
    rules::{Past, Reading, Underway, Verdict, bit, judge, judge_past},
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
    /// The computer is to move; its move that was taken back, if one was, can be made again.
    Computer { undone: Option<Move> },
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
    pub(super) fn look(&mut self, game: &Game, watch: Watch, reading: &mut Reading, now: u64) -> Option<Act> {
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
            Verdict::Wrong => see_past(game, reading, then_person, true),
        },
        Watch::Computer { undone } => match judge(game.position(), undone.as_slice(), reading, false) {
            Verdict::Quiet => Seen::Quiet,
            Verdict::Underway(underway) => Seen::Underway(underway),
            Verdict::Complete { m, .. } => Seen::Done(Act::Play { m, overtaken: false }, REST_US),
            Verdict::Wrong => see_past(game, reading, true, true),
        },
        // With the computer's move waiting, the men stand as before it: only the person's move can be taken back.
        Watch::Verify => see_further_past(game, reading, false),
    }
}

/// Reads the reeds against the positions before the last move and the one before that. With `replace`, the
/// last move was a person's and can have gone on.
fn see_past(game: &Game, reading: &Reading, replace: bool, made: bool) -> Seen {
    let (Some(before), Some(last)) = (game.before(0), game.log().last()) else { return Seen::Wrong };
    match judge_past(before, *last, reading) {
        Some(Past::TakenBack) => return Seen::Done(Act::TakeBack(1), BACK_US),
        Some(Past::Replaced(m)) if replace => return Seen::Done(Act::Replace(1, m), BACK_US),
        _ => {}
    }
    see_further_past(game, reading, made)
}

/// Reads the reeds against the position two moves ago. With `made`, the last move has been made on the board.
fn see_further_past(game: &Game, reading: &Reading, made: bool) -> Seen {
    let [.., earlier, last] = game.log().as_slice() else { return Seen::Wrong };
    let Some(before) = game.before(1) else { return Seen::Wrong };
    // Both men must have been lifted: else the same squares can be occupied by chance.
    let lifted = bit(earlier.to()) | if made { bit(last.to()) } else { 0 };
    if lifted & !reading.touched == 0 && judge_past(before, *earlier, reading) == Some(Past::TakenBack) {
        return Seen::Done(Act::TakeBack(2), BACK_US);
    }
    Seen::Wrong
}
