//! What the firmware tells about itself, in one place in RAM with a name: for a debugger, and for the tests that run
//! this very image on an emulated chip.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use picochess_fw::{Board, screen::beam::Patch};

use crate::matrix::Contacts;

/// Stands in `magic` when the picture has begun.
pub(crate) const MAGIC: u32 = 0x5643_4842;

/// Words of 32 bits, each written whole; `tests/pico` knows their order.
#[repr(C)]
pub(crate) struct Telemetry {
    pub(crate) magic: AtomicU32,
    /// Line of the source in which the firmware panicked.
    pub(crate) panicked_in_line: AtomicU32,
    /// Looks at reeds and keys. Written after all that a look writes.
    looks: AtomicU32,
    /// When the last one was, in microseconds: low and high word.
    now: [AtomicU32; 2],
    /// The reeds of that look: a1 to h4, a5 to h8.
    reeds: [AtomicU32; 2],
    /// Its keys.
    keys: AtomicU32,
    /// Longest scan of the matrix, in microseconds.
    scan_us: AtomicU32,
    /// The board's state, by its place in the enumeration.
    state: AtomicU32,
    /// Whether the board waits for an answer.
    asking: AtomicU32,
    /// Where the moves stand, 16 bits each, and how many there are.
    moves: [AtomicU32; 2],
    /// Whether the picture shows what is to be seen.
    pub(crate) painted: AtomicU32,
    /// Saves written, and saves that could not be written.
    pub(crate) saves: [AtomicU32; 2],
    /// Positions that the last answer took.
    pub(crate) nodes: AtomicU32,
    /// How long core 1 thought about it, in microseconds.
    pub(crate) thought_us: AtomicU32,
    /// Longest time between two looks, in microseconds.
    gap_us: AtomicU32,
    /// Longest work of a look, saves included, and of painting a part, in microseconds.
    pub(crate) look_us: AtomicU32,
    pub(crate) paint_us: AtomicU32,
    /// Answers taken.
    pub(crate) answers: AtomicU32,
    /// The last answer: its question's number, its move or all ones, score and substituted.
    pub(crate) answer: [AtomicU32; 3],
    /// Cycles of the emulated 6507 that the last answer of [`Brain::Original`](picochess_fw::Brain::Original) took.
    pub(crate) original: [AtomicU32; 2],
    /// Parts painted. Written after all that follows.
    parts: AtomicU32,
    /// The last one: left and top edge, 16 bits each, width and height; how long it took, and what is counted for it, in
    /// microseconds.
    part: [AtomicU32; 4],
}

#[unsafe(no_mangle)]
#[used]
pub(crate) static TELEMETRY: Telemetry = Telemetry {
    magic: const { AtomicU32::new(0) },
    panicked_in_line: const { AtomicU32::new(0) },
    looks: const { AtomicU32::new(0) },
    now: [const { AtomicU32::new(0) }; 2],
    reeds: [const { AtomicU32::new(0) }; 2],
    keys: const { AtomicU32::new(0) },
    scan_us: const { AtomicU32::new(0) },
    state: const { AtomicU32::new(0) },
    asking: const { AtomicU32::new(0) },
    moves: [const { AtomicU32::new(0) }; 2],
    painted: const { AtomicU32::new(0) },
    saves: [const { AtomicU32::new(0) }; 2],
    nodes: const { AtomicU32::new(0) },
    thought_us: const { AtomicU32::new(0) },
    gap_us: const { AtomicU32::new(0) },
    look_us: const { AtomicU32::new(0) },
    paint_us: const { AtomicU32::new(0) },
    answers: const { AtomicU32::new(0) },
    answer: [const { AtomicU32::new(0) }; 3],
    original: [const { AtomicU32::new(0) }; 2],
    parts: const { AtomicU32::new(0) },
    part: [const { AtomicU32::new(0) }; 4],
};

/// Keeps the greater of the two.
pub(crate) fn raise(most: &AtomicU32, value: u32) {
    if value > most.load(Relaxed) {
        most.store(value, Relaxed);
    }
}

impl Telemetry {
    /// Notes that a part was painted in so many microseconds.
    pub(crate) fn painted_part(&self, patch: Patch, us: u32) {
        raise(&self.paint_us, us);
        let pair = |low: u16, high: u16| u32::from(low) | u32::from(high) << 16;
        let rect = patch.rect;
        let words = [pair(rect.x, rect.y), pair(rect.w, rect.h), us, patch.us];
        for (place, value) in self.part.iter().zip(words) {
            place.store(value, Relaxed);
        }
        self.parts.store(self.parts.load(Relaxed).wrapping_add(1), Relaxed);
    }

    /// Notes a look at the board.
    pub(crate) fn looked(&self, now: u64, contacts: &Contacts, board: &Board) {
        let before = u64::from(self.now[0].load(Relaxed)) | u64::from(self.now[1].load(Relaxed)) << 32;
        if self.looks.load(Relaxed) > 0 {
            raise(&self.gap_us, (now - before) as u32);
        }
        let halves = |value: u64| [value as u32, (value >> 32) as u32];
        for (place, value) in self.now.iter().zip(halves(now)) {
            place.store(value, Relaxed);
        }
        for (place, value) in self.reeds.iter().zip(halves(contacts.reeds)) {
            place.store(value, Relaxed);
        }
        let keys = picochess_fw::Keys::ALL.iter().enumerate();
        let keys = keys.fold(0, |bits, (i, &key)| bits | u32::from(contacts.keys.contains(key)) << i);
        self.keys.store(keys, Relaxed);
        raise(&self.scan_us, contacts.scan_us);
        self.state.store(board.state() as u32, Relaxed);
        self.asking.store(u32::from(board.request().is_some()), Relaxed);
        let log = board.game().log();
        self.moves[0].store(log.as_ptr() as u32, Relaxed);
        self.moves[1].store(log.len() as u32, Relaxed);
        self.looks.store(self.looks.load(Relaxed).wrapping_add(1), Relaxed);
    }
}
