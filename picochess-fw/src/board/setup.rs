//! Before a game.

use super::{Board, Menu, START_REEDS, Stage, texts::Note};
use crate::{Clocks, Ports, Sound};

/// A game begun within the same quarter of a second after power-on has the same seed, in microseconds: so a script of the
/// hand ends alike on boards whose looks fall a few milliseconds apart.
const SEED_STEP_US: u64 = 250_000;

impl Board {
    pub(super) fn watch_setup(&mut self) {
        if self.note == Note::NotReady && self.reading.stable == START_REEDS {
            self.note = Note::None;
        }
        self.reading.forget();
    }

    /// Whether all 32 men stand where a game begins.
    pub(super) fn is_ready(&self) -> bool {
        self.reading.stable == START_REEDS
    }

    pub(super) fn start(&mut self, ports: &mut impl Ports) {
        if !self.is_ready() {
            self.note = Note::NotReady;
            self.sound(Sound::Wrong, ports);
            return;
        }
        self.game.reset();
        self.clocks = Clocks::new(self.settings.time);
        self.clocks.run(self.now, None);
        // The moment of the start is as good a source of variety as a die.
        let mixed = ((self.now / SEED_STEP_US) as u32).wrapping_add(1).wrapping_mul(0x85EB_CA6B);
        self.seed = mixed ^ mixed >> 13;
        self.stage = Stage::Play;
        self.menu = None;
        self.waiting = false;
        self.undone = None;
        self.paused = false;
        self.flipped = false;
        self.hint = None;
        self.promotion = None;
        self.question = None;
        self.note = Note::None;
        self.scroll = 0;
        self.hurried = 0;
        self.hand.reset();
        self.reading.forget();
        self.sound(Sound::Start, ports);
        self.save(ports);
    }

    /// Leaves a game, ended or not, for the next one.
    pub(super) fn leave_game(&mut self, ports: &mut impl Ports) {
        self.stage = Stage::Setup;
        self.setup = Menu::setup();
        self.menu = None;
        self.question = None;
        self.promotion = None;
        self.hint = None;
        self.waiting = false;
        self.undone = None;
        self.paused = false;
        self.note = Note::None;
        self.game.reset();
        self.clocks = Clocks::new(self.settings.time);
        self.hand.reset();
        self.reading.forget();
        self.save(ports);
    }
}
