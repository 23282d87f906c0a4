//! What the board tells the outside: sounds to make, bytes to keep.

/// A sound of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// A key was pressed.
    Key,
    /// A game begins.
    Start,
    /// A move was accepted.
    Move,
    /// A capture was accepted.
    Capture,
    /// A move that gives check was accepted.
    Check,
    /// The computer has answered: its move waits to be made.
    Answer,
    /// A move was taken back.
    TakeBack,
    /// The pieces do not stand as they should.
    Wrong,
    /// A player is mated.
    Mate,
    /// The game is drawn.
    Draw,
    /// A flag fell.
    Flag,
    /// A player has less than ten seconds: once a second.
    Hurry,
}

impl Sound {
    /// All of them.
    pub const ALL: [Sound; 12] = [
        Sound::Key,
        Sound::Start,
        Sound::Move,
        Sound::Capture,
        Sound::Check,
        Sound::Answer,
        Sound::TakeBack,
        Sound::Wrong,
        Sound::Mate,
        Sound::Draw,
        Sound::Flag,
        Sound::Hurry,
    ];
}

/// One of the two places that saves go to in turn, so that a write cut short leaves the other one whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The first place.
    A,
    /// The second place.
    B,
}

impl Slot {
    /// The other place.
    #[must_use]
    pub const fn other(self) -> Slot {
        match self {
            Slot::A => Slot::B,
            Slot::B => Slot::A,
        }
    }
}

/// The board's way out. Time and pins come in as values; these two go out as calls.
pub trait Ports {
    /// Makes a sound. It is not called while the sound is switched off.
    fn sound(&mut self, sound: Sound);

    /// Keeps `bytes` in `slot`, in place of what was there. The write may be cut short by a power failure:
    /// then [`Save::newest`](crate::Save::newest) falls back to the other slot.
    fn save(&mut self, slot: Slot, bytes: &[u8]);
}

/// Ports that lead nowhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Ports for Silent {
    fn sound(&mut self, _: Sound) {}
    fn save(&mut self, _: Slot, _: &[u8]) {}
}
