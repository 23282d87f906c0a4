//! What the firmware tells about itself: the words of its static `TELEMETRY`, in their order.

use picochess_fw::{Keys, State, screen::Rect};

/// The word that stands first when the picture has begun.
pub(crate) const MAGIC: u32 = 0x5643_4842;
/// How many words there are.
pub(crate) const WORDS: usize = 32;

/// A look of the firmware at its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// When, in the firmware's microseconds.
    pub now: u64,
    /// Closed reeds.
    pub reeds: u64,
    /// Keys held.
    pub keys: Keys,
    /// Answers taken so far.
    pub answers: u32,
    /// The last one: number of the question, move (all ones if there is none).
    pub answer: (u32, u32),
}

/// A part of the picture that was painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Where it is.
    pub rect: Rect,
    /// How long it took, in microseconds.
    pub us: u32,
    /// What is counted for it where the beam is.
    pub counted_us: u32,
}

/// The words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Telemetry(pub(crate) [u32; WORDS]);

impl Telemetry {
    /// Whether the picture has begun.
    pub fn is_up(&self) -> bool {
        self.0[0] == MAGIC
    }

    /// The line of a panic.
    pub fn panic(&self) -> Option<u32> {
        (self.0[1] != 0).then_some(self.0[1])
    }

    /// Looks so far.
    pub fn looks(&self) -> u32 {
        self.0[2]
    }

    /// The last look.
    pub fn look(&self) -> Look {
        let long = |i: usize| u64::from(self.0[i]) | u64::from(self.0[i + 1]) << 32;
        let keys = Keys::ALL.into_iter().enumerate();
        let keys =
            keys.filter(|(i, _)| self.0[7] >> i & 1 != 0).fold(Keys::NONE, |keys, (_, key)| keys.with(key));
        Look { now: long(3), reeds: long(5), keys, answers: self.0[21], answer: self.answer() }
    }

    /// Longest scan of the matrix, in microseconds.
    pub fn scan_us(&self) -> u32 {
        self.0[8]
    }

    /// The board's state.
    pub fn state(&self) -> Option<State> {
        const ALL: [State; 11] = [
            State::Setup,
            State::Idle,
            State::OwnLifted,
            State::EnemyLifted,
            State::BothLifted,
            State::Invalid,
            State::Computer,
            State::Verify,
            State::Promotion,
            State::Restore,
            State::Over,
        ];
        ALL.into_iter().find(|&state| state as u32 == self.0[9])
    }

    /// Whether the board waits for an answer.
    pub fn is_asking(&self) -> bool {
        self.0[10] != 0
    }

    /// Where the moves are, and how many.
    pub(crate) fn moves(&self) -> (u32, u32) {
        (self.0[11], self.0[12])
    }

    /// Whether the picture shows what is to be seen.
    pub fn is_painted(&self) -> bool {
        self.0[13] != 0
    }

    /// Saves written, and saves that could not be.
    pub fn saves(&self) -> (u32, u32) {
        (self.0[14], self.0[15])
    }

    /// Positions that the last answer took.
    pub fn nodes(&self) -> u32 {
        self.0[16]
    }

    /// How long core 1 thought about it, in microseconds.
    pub fn thought_us(&self) -> u32 {
        self.0[17]
    }

    /// Longest time between two looks, in microseconds.
    pub fn gap_us(&self) -> u32 {
        self.0[18]
    }

    /// Longest work of a look, and of painting a part, in microseconds.
    pub fn work_us(&self) -> (u32, u32) {
        (self.0[19], self.0[20])
    }

    /// Cycles of the emulated 6507 that the last answer of the cartridge's own program took.
    pub fn original_cycles(&self) -> u64 {
        u64::from(self.0[25]) | u64::from(self.0[26]) << 32
    }

    /// The last answer: number of the question, move (all ones if there is none).
    pub fn answer(&self) -> (u32, u32) {
        (self.0[22], self.0[23])
    }

    /// Parts of the picture painted so far.
    pub fn parts(&self) -> u32 {
        self.0[27]
    }

    /// The last one.
    pub fn part(&self) -> Part {
        let half = |i: usize, n: u32| (self.0[i] >> (16 * n)) as u16;
        let rect = Rect::new(half(28, 0), half(28, 1), half(29, 0), half(29, 1));
        Part { rect, us: self.0[30], counted_us: self.0[31] }
    }
}
