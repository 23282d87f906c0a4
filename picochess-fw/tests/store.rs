//! The power fails in the middle of an erasure or a write of the flash. The save before it is still there, and so is
//! every later one.

use embedded_storage_async::nor_flash::{ErrorType, NorFlash, NorFlashErrorKind, ReadNorFlash};
use picochess_fw::{Log, PackedMove, SAVE_BYTES, STORE_BYTES, Save, SavedState, Settings, Slot, Store};

const SECTOR: usize = 4096;
/// The store does not begin where the flash does.
const START: u32 = 2 * SECTOR as u32;

/// What an erasure leaves when its power fails.
#[derive(Clone, Copy, Debug)]
enum Erasure {
    /// It has not begun.
    Untouched,
    /// This part of the sector is erased.
    Part(usize, usize),
    /// All bits are 0: chips program a sector before they erase it.
    Programmed,
    /// Each bit that was 0 has become 1 with so many chances of 256.
    Bits(u32, u64),
}

/// A flash in memory whose power can fail.
#[derive(Clone)]
struct Flash {
    bytes: Vec<u8>,
    /// Erasures and words written since the power came.
    work: Vec<Work>,
    /// The one in which the power fails, and what an erasure leaves then.
    cut: Option<(usize, Erasure)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Erase,
    Write,
}

impl Flash {
    fn new() -> Self {
        Self { bytes: vec![0xFF; START as usize + STORE_BYTES as usize], work: Vec::new(), cut: None }
    }

    /// Whether there is power: all along, only in the beginning, or no longer.
    fn begin(&mut self, work: Work) -> Result<Option<Erasure>, NorFlashErrorKind> {
        let now = self.work.len();
        self.work.push(work);
        match self.cut {
            Some((cut, leaves)) if now == cut => Ok(Some(leaves)),
            Some((cut, _)) if now > cut => Err(NorFlashErrorKind::Other),
            _ => Ok(None),
        }
    }

    /// Whether the power has failed.
    fn is_dead(&self) -> bool {
        self.cut.is_some_and(|(cut, _)| self.work.len() > cut)
    }
}

/// The next of a row of random numbers.
fn random(state: &mut u64) -> u32 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as u32
}

/// The bits of a byte that a cell's half-done work reaches.
fn some_bits(chances: u32, state: &mut u64) -> u8 {
    (0..8).fold(0, |bits, bit| bits | u8::from(random(state) & 255 < chances) << bit)
}

impl ErrorType for Flash {
    type Error = NorFlashErrorKind;
}

impl ReadNorFlash for Flash {
    const READ_SIZE: usize = 1;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorFlashErrorKind> {
        bytes.copy_from_slice(&self.bytes[offset as usize..][..bytes.len()]);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl NorFlash for Flash {
    const WRITE_SIZE: usize = 4;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), NorFlashErrorKind> {
        assert!(from >= START, "{from:#x} is not the store's");
        for at in (from as usize..to as usize).step_by(SECTOR) {
            let cut = self.begin(Work::Erase)?;
            let sector = &mut self.bytes[at..at + SECTOR];
            let Some(leaves) = cut else {
                sector.fill(0xFF);
                continue;
            };
            match leaves {
                Erasure::Untouched => {}
                Erasure::Part(from, to) => sector[from..to].fill(0xFF),
                Erasure::Programmed => sector.fill(0),
                Erasure::Bits(chances, mut seed) => {
                    for byte in sector {
                        *byte |= some_bits(chances, &mut seed);
                    }
                }
            }
            return Err(NorFlashErrorKind::Other);
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorFlashErrorKind> {
        assert!(offset >= START, "{offset:#x} is not the store's");
        for (i, word) in bytes.chunks(4).enumerate() {
            let cut = self.begin(Work::Write)?;
            let mut seed = u64::from(offset) + i as u64;
            for (old, new) in self.bytes[offset as usize + 4 * i..].iter_mut().zip(word) {
                // Writing makes zeros of ones.
                *old &= if cut.is_some() { new | some_bits(128, &mut seed) } else { *new };
            }
            if cut.is_some() {
                return Err(NorFlashErrorKind::Other);
            }
        }
        Ok(())
    }
}

/// The save of that number, with so many moves.
fn encoded(sequence: u32, plies: usize) -> heapless::Vec<u8, SAVE_BYTES> {
    let save = Save {
        sequence,
        settings: Settings::default(),
        state: SavedState::Playing,
        clocks: [0; 2],
        seed: sequence,
        moves: (0..plies).map(|i| PackedMove((i * 77 % 4096) as u16)).collect::<Log>(),
    };
    let mut bytes = heapless::Vec::new();
    save.encode(&mut bytes);
    bytes
}

/// The save that a board finds, as [`picochess_fw::Board::new`] does: its slot and number.
fn found(store: &mut Store<Flash>) -> Option<(Slot, u32)> {
    let (mut a, mut b) = ([0; _], [0; _]);
    let slots = [store.load(Slot::A, &mut a), store.load(Slot::B, &mut b)];
    Save::newest(slots).map(|(slot, save)| (slot, save.sequence))
}

/// What the power's failure at this point of this save leaves: the save before it at least, and room for more.
fn survives(
    before: &Flash,
    number: u32,
    cut: usize,
    leaves: Erasure,
    plies: &impl Fn(u32) -> usize,
    more: u32,
) {
    let slot = slot_of(number);
    let case = format!("save {number} cut in its {cut}th work, {leaves:?}");
    let flash = Flash { cut: Some((cut, leaves)), work: Vec::new(), ..before.clone() };
    let mut store = Store::new(flash, START);
    let told = store.store(slot, &encoded(number, plies(number)));
    assert!(store.flash().is_dead() && told.is_err(), "{case}: the power has not failed");
    // The power comes back.
    store.flash().cut = None;
    let newest = found(&mut store);
    let (mut slot, mut last) = newest.unwrap_or((Slot::B, 0));
    assert!(last == number || last + 1 == number, "{case}: the newest is {newest:?}");
    for _ in 0..more {
        (slot, last) = (slot.other(), last + 1);
        assert_eq!(store.store(slot, &encoded(last, plies(last))), Ok(()), "{case}: save {last}");
        assert_eq!(found(&mut store), Some((slot, last)), "{case}: after save {last}");
    }
}

fn slot_of(number: u32) -> Slot {
    if number % 2 == 1 { Slot::A } else { Slot::B }
}

/// Plays saves 1 to `count` and hands each to `each`: the flash before it, its number, and its erasures and writes.
fn saves(count: u32, plies: &impl Fn(u32) -> usize, mut each: impl FnMut(&Flash, u32, &[Work])) {
    let mut store = Store::new(Flash::new(), START);
    for number in 1..=count {
        let before = store.flash().clone();
        store.flash().work.clear();
        store.store(slot_of(number), &encoded(number, plies(number))).unwrap();
        assert_eq!(found(&mut store), Some((slot_of(number), number)));
        let work = std::mem::take(&mut store.flash().work);
        each(&before, number, &work);
    }
}

/// The moves in the save of that number.
type Plies = fn(u32) -> usize;

/// How many saves, and their moves: short games, games of middle length, a long one.
const GAMES: [(u32, Plies); 3] = [
    (1_500, |number| number as usize % 90),
    (300, |number| 300 + number as usize % 7),
    (50, |number| 1_120 + number as usize),
];

#[test]
fn a_cut_erasure_leaves_the_save_before() {
    let mut cuts = 0;
    for (count, plies) in GAMES {
        saves(count, &plies, |before, number, work| {
            for cut in (0..work.len()).filter(|&cut| work[cut] == Work::Erase) {
                let seed = u64::from(number);
                let mut kinds = vec![
                    Erasure::Untouched,
                    Erasure::Part(0, SECTOR / 2),
                    Erasure::Part(SECTOR / 2, SECTOR),
                    Erasure::Part(8, SECTOR - 8),
                    Erasure::Part(0, 8),
                    Erasure::Programmed,
                ];
                for seed in 3 * seed..3 * seed + 3 {
                    kinds.extend([16, 64, 128, 192, 240, 254].map(|chances| Erasure::Bits(chances, seed)));
                }
                for leaves in kinds {
                    survives(before, number, cut, leaves, &plies, 24);
                    cuts += 1;
                }
            }
        });
    }
    println!("{cuts} erasures cut");
    assert!(cuts > 2_000, "only {cuts} erasures");
}

#[test]
fn a_cut_write_leaves_the_save_before() {
    for (count, plies) in GAMES {
        saves(count.min(40), &plies, |before, number, work| {
            // The first and the last words are what the log is held together by.
            let all = work.len();
            for cut in (0..all).filter(|&cut| cut < 4 || cut + 4 >= all || cut % 61 == 0) {
                survives(before, number, cut, Erasure::Untouched, &plies, 3);
            }
        });
    }
}

#[test]
fn a_flash_full_of_anything_takes_saves() {
    for seed in 0..40 {
        let mut flash = Flash::new();
        let mut state = seed;
        flash.bytes[START as usize..].fill_with(|| match seed {
            0 => 0,
            _ => random(&mut state) as u8,
        });
        let mut store = Store::new(flash, START);
        assert_eq!(found(&mut store), None);
        for number in 1..20 {
            assert_eq!(store.store(slot_of(number), &encoded(number, 200)), Ok(()));
            assert_eq!(found(&mut store), Some((slot_of(number), number)));
        }
    }
}

#[test]
fn a_save_of_the_greatest_length_is_kept() {
    let mut store = Store::new(Flash::new(), START);
    for number in 1..=40 {
        assert_eq!(store.store(slot_of(number), &encoded(number, picochess_fw::MAX_PLIES)), Ok(()));
        assert_eq!(found(&mut store), Some((slot_of(number), number)));
    }
    // A slot's save outlives any number of saves in the other one.
    for number in 42..142 {
        assert_eq!(store.store(Slot::B, &encoded(number, 600)), Ok(()));
    }
    let mut buffer = [0; _];
    assert!(
        store.load(Slot::A, &mut buffer).is_some_and(|bytes| Save::decode(bytes).unwrap().sequence == 39)
    );
}
