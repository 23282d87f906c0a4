//! A game: moves by persons, moves by the computer, its end.

use shakmaty::{Color, Move, Position, Role};

use super::{
    Board, Promotion, Stage, State, Why,
    hand::{Act, Sight, Watch},
    texts::Note,
};
use crate::{
    Answer, Ending, Mode, PackedMove, Ports, Sound, Task,
    rules::{Footprint, bit},
};

/// The computer's move has been made when the men stand right for this long, in microseconds.
const MADE_US: u64 = 150_000;
/// The same where the captured man was away too shortly to be sure.
const MADE_WEAKLY_US: u64 = 700_000;
/// Men put up for a new game after the end of one stand this long.
const NEXT_US: u64 = 1_500_000;

/// Pieces that a pawn can become, in the menu's order.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Board {
    pub(super) fn watch_play(&mut self, ports: &mut impl Ports) {
        if self.promotion.is_some() {
            self.watch_promotion();
            return;
        }
        let was = self.hand.sight();
        let watch = if self.settings.is_computer(self.game.turn()) {
            Watch::Computer { undone: self.undone.and_then(|m| m.unpack(self.game.position())) }
        } else {
            Watch::Person { then_person: self.settings.mode == Mode::TwoPlayers }
        };
        let act = self.hand.look(&self.game, watch, &mut self.reading, self.now);
        if self.hand.sight() == Sight::Wrong && was != Sight::Wrong {
            self.sound(Sound::Wrong, ports);
        }
        match act {
            Some(Act::Play { m, .. }) if m.promotion().is_some() && self.undone.is_none() => {
                self.offer_promotion(m);
            }
            Some(Act::Play { m, overtaken }) => {
                let mark = Footprint::of(m).all();
                let (touched, glimpsed) = (self.reading.touched, self.reading.glimpsed);
                self.commit(m, ports);
                if overtaken {
                    // These touches belong to the next move.
                    self.reading.touched |= touched & !mark;
                    self.reading.glimpsed |= glimpsed & !mark;
                }
            }
            Some(act) => self.go_back(act, ports),
            None => {}
        }
    }

    /// Takes moves back, and plays another one in place of the first of them.
    fn go_back(&mut self, act: Act, ports: &mut impl Ports) {
        let (moves, instead) = match act {
            Act::TakeBack(moves) => (moves, None),
            Act::Replace(moves, m) => (moves, Some(m)),
            Act::Play { .. } => return,
        };
        let last = self.game.log().last().copied();
        self.take_back(moves);
        self.stage = Stage::Play;
        self.waiting = self.settings.is_computer(self.game.turn());
        self.undone = last.filter(|_| self.waiting && moves == 1);
        if let Some(m) = instead {
            self.commit(m, ports);
        } else {
            self.sound(Sound::TakeBack, ports);
            self.save(ports);
        }
    }

    /// Takes moves back in the game; the men are another matter.
    fn take_back(&mut self, moves: usize) {
        self.game.take_back(moves);
        self.question = None;
        self.undone = None;
        self.hint = None;
        self.promotion = None;
        self.note = Note::TakenBack;
        self.scroll = 0;
        self.hand.reset();
        self.reading.forget();
    }

    /// Takes back the person's last move, from the menu: the men have to follow.
    pub(super) fn take_back_by_menu(&mut self, ports: &mut impl Ports) {
        // Back to a position in which a person is to move.
        let computers_turn = self.settings.is_computer(self.game.turn());
        let moves = if self.settings.mode == Mode::OnePlayer && !computers_turn { 2 } else { 1 };
        if self.game.log().is_empty() {
            return;
        }
        self.take_back(moves);
        self.waiting = false;
        self.stage = Stage::Restore(Why::TakenBack);
        self.sound(Sound::TakeBack, ports);
        self.save(ports);
    }

    /// Plays `m` and tells the world.
    pub(super) fn commit(&mut self, m: Move, ports: &mut impl Ports) {
        let mover = self.game.turn();
        let capture = m.is_capture();
        if self.game.play(m).is_none() {
            return;
        }
        self.clocks.moved(mover);
        self.clocks.run(self.now, None);
        self.waiting = false;
        self.undone = None;
        self.paused = false;
        self.hint = None;
        self.note = Note::None;
        self.scroll = 0;
        self.question = None;
        self.promotion = None;
        self.hand.reset();
        if self.game.ending().is_some() {
            self.enter_over(ports);
        } else {
            let sound = if self.game.position().is_check() {
                Sound::Check
            } else if capture {
                Sound::Capture
            } else {
                Sound::Move
            };
            self.sound(sound, ports);
        }
        self.save(ports);
        self.reading.forget();
    }

    /// Plays the computer's move and waits for a person to make it.
    pub(super) fn computer_moves(&mut self, answer: Answer, ports: &mut impl Ports) {
        let Some(m) = answer.best.and_then(|best| best.unpack(self.game.position())) else {
            // Legal moves exist, or the game would have ended; a computer that has none to offer gives up.
            let winner = !self.game.turn();
            self.finish(Ending::Resigned(winner), ports);
            return;
        };
        let mark = Footprint::of(m);
        self.commit(m, ports);
        if answer.substituted {
            self.note = Note::Substituted;
        }
        if self.stage == Stage::Play {
            self.stage = Stage::Verify { capture: mark.replaced };
            self.sound(Sound::Answer, ports);
        }
    }

    pub(super) fn watch_verify(&mut self, capture: u64, ports: &mut impl Ports) {
        self.reading.touched |= capture & !self.reading.stable;
        let right = self.game.reeds() == self.reading.stable;
        let sure = capture & !self.reading.touched == 0;
        let weak = capture & !self.reading.glimpsed == 0;
        if right && (sure || weak) {
            let patience = if sure { MADE_US } else { MADE_WEAKLY_US };
            if self.hand.stands(self.now) >= patience {
                self.stage = Stage::Play;
                self.hand.reset();
                self.reading.forget();
                self.sound(Sound::Move, ports);
            }
            return;
        }
        self.hand.stir(self.now);
        if self.is_demo() {
            return;
        }
        if let Some(act) = self.hand.look(&self.game, Watch::Verify, &mut self.reading, self.now) {
            self.go_back(act, ports);
        }
    }

    fn offer_promotion(&mut self, m: Move) {
        if let Some(from) = m.from() {
            self.promotion = Some(Promotion { from, to: m.to(), choice: 0 });
            self.menu = None;
        }
    }

    /// While the piece is chosen its square may be open: pawn and piece change places there.
    fn watch_promotion(&mut self) {
        let Some(promotion) = self.promotion else { return };
        let to = bit(promotion.to);
        let after = self.game.reeds() & !bit(promotion.from) | to;
        let others = (self.reading.stable ^ after) & !to;
        if others != 0 {
            // The pawn is on its way back, or something else has moved: read the board anew.
            self.promotion = None;
            self.hand.reset();
        }
    }

    /// The piece is chosen.
    pub(super) fn promote(&mut self, ports: &mut impl Ports) {
        let Some(promotion) = self.promotion else { return };
        if self.is_open(promotion.to) {
            self.note = Note::PutPromoted;
            return;
        }
        let role = PROMOTIONS[usize::from(promotion.choice)];
        let packed = PackedMove::new(promotion.from, promotion.to, Some(role));
        if let Some(m) = packed.unpack(self.game.position()) {
            self.commit(m, ports);
        }
    }

    pub(super) fn watch_restore(&mut self, ports: &mut impl Ports) {
        if self.game.reeds() != self.reading.stable {
            self.hand.stir(self.now);
        } else if self.hand.stands(self.now) >= MADE_US {
            self.stage = if self.game.ending().is_some() { Stage::Over } else { Stage::Play };
            self.note = Note::None;
            self.hand.reset();
            self.reading.forget();
            self.sound(Sound::Start, ports);
        }
    }

    pub(super) fn watch_over(&mut self, ports: &mut impl Ports) {
        if self.reading.stable == super::START_REEDS && self.game.log().len() > 1 {
            if self.hand.stands(self.now) >= NEXT_US {
                self.leave_game(ports);
            }
            return;
        }
        self.hand.stir(self.now);
        let natural = matches!(
            self.game.ending(),
            Some(
                Ending::Mate(_)
                    | Ending::Stalemate
                    | Ending::Threefold
                    | Ending::FiftyMoves
                    | Ending::Material
                    | Ending::Full
            )
        );
        // The computer's last move may still have to be made, and that looks like taking it back.
        let by_computer = self.settings.is_computer(!self.game.turn());
        if !natural || by_computer {
            return;
        }
        let watch = Watch::Computer { undone: None };
        if let Some(act) = self.hand.look(&self.game, watch, &mut self.reading, self.now) {
            self.go_back(act, ports);
        }
    }

    pub(super) fn resign(&mut self, ports: &mut impl Ports) {
        let loser = match self.settings.mode {
            Mode::OnePlayer => self.settings.human,
            Mode::TwoPlayers | Mode::Demo => self.game.turn(),
        };
        self.finish(Ending::Resigned(!loser), ports);
    }

    pub(super) fn offer_draw(&mut self, ports: &mut impl Ports) {
        match self.settings.mode {
            Mode::TwoPlayers => self.finish(Ending::Agreed, ports),
            Mode::OnePlayer if self.state() != State::Computer => {
                self.note = Note::DrawOffered;
                self.ask(Task::Judge);
            }
            Mode::OnePlayer | Mode::Demo => self.note = Note::AskOnYourTurn,
        }
    }

    /// The computer takes a draw when it stands worse, or when a long game is even.
    pub(super) fn computer_answers_draw(&mut self, answer: Answer, ports: &mut impl Ports) {
        let theirs = answer.score.unwrap_or(0);
        let person = if self.game.turn() == self.settings.human { theirs } else { -theirs };
        let long = self.game.log().len() >= 80;
        if person >= 30 || (long && person > -30) {
            self.finish(Ending::Agreed, ports);
        } else {
            self.note = Note::DrawDeclined;
        }
    }

    /// The person asks for a hint.
    pub(super) fn ask_hint(&mut self) {
        let persons_turn = !self.settings.is_computer(self.game.turn());
        if self.stage == Stage::Play && persons_turn && self.question.is_none() {
            self.note = Note::Thinking;
            self.ask(Task::Hint);
        } else {
            self.note = Note::AskOnYourTurn;
        }
    }

    /// The side whose last move a headline speaks of.
    pub(super) fn last_mover(&self) -> Color {
        !self.game.turn()
    }
}
