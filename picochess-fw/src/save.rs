//! A game as bytes, for the storage behind [`Ports::save`](crate::Ports::save).
//!
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 4 | `VCB1` |
//! | 4 | 4 | sequence number |
//! | 8 | 1 | mode: 0 one player, 1 two, 2 demo |
//! | 9 | 1 | brain: 0 Video Chess, 1 Modern, 2 Original |
//! | 10 | 1 | level, 1 to 8 |
//! | 11 | 1 | the person's side: 0 White, 1 Black |
//! | 12 | 1 | time control, its index |
//! | 13 | 1 | hints: 0 off, 1 lifted, 2 all |
//! | 14 | 1 | sound: 0 off, 1 on |
//! | 15 | 1 | state: 0 no game, 1 in play, 2 to 7 ended by other than a move |
//! | 16 | 16 | White's and Black's clock, microseconds |
//! | 32 | 4 | seed of the game |
//! | 36 | 2 | number of moves |
//! | 38 | 2 each | the moves, as [`PackedMove`] |
//! | then | 4 | CRC-32 (ISO HDLC) of all before |
//!
//! Numbers are little-endian. Saves go to two slots in turn. A save that is not whole, whose sum does not
//! match or that holds an unknown value is ignored, and the older one counts.

use heapless::Vec;
use shakmaty::Color;

use crate::{Brain, Ending, Hints, Level, Log, MAX_PLIES, Mode, PackedMove, Settings, Slot, TimeControl};

/// The most bytes of a save.
pub const SAVE_BYTES: usize = HEAD + 2 * MAX_PLIES + 4;

const HEAD: usize = 38;
const MAGIC: &[u8; 4] = b"VCB1";
const CRC: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// Counts the saves: the greater one of two is the newer.
    pub sequence: u32,
    /// The choices of the game.
    pub settings: Settings,
    /// Whether a game is in play, or ended by something other than its last move.
    pub state: SavedState,
    /// White's and Black's clock, microseconds.
    pub clocks: [u64; 2],
    /// Seed of the computer's variety.
    pub seed: u32,
    /// The moves from the usual start.
    pub moves: Log,
}

/// What a save says about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedState {
    /// No game has been started: only the settings count.
    None,
    /// A game is in play (or its last move ended it).
    Playing,
    /// The game was ended by this.
    Ended(Ending),
}

impl SavedState {
    const fn code(self) -> u8 {
        match self {
            SavedState::None => 0,
            SavedState::Ended(Ending::Resigned(Color::White)) => 2,
            SavedState::Ended(Ending::Resigned(Color::Black)) => 3,
            SavedState::Ended(Ending::Flag(Color::White)) => 4,
            SavedState::Ended(Ending::Flag(Color::Black)) => 5,
            SavedState::Ended(Ending::FlagDraw) => 6,
            SavedState::Ended(Ending::Agreed) => 7,
            // Other ends follow from the last move.
            SavedState::Playing | SavedState::Ended(_) => 1,
        }
    }

    const fn from_code(code: u8) -> Option<SavedState> {
        Some(match code {
            0 => SavedState::None,
            1 => SavedState::Playing,
            2 => SavedState::Ended(Ending::Resigned(Color::White)),
            3 => SavedState::Ended(Ending::Resigned(Color::Black)),
            4 => SavedState::Ended(Ending::Flag(Color::White)),
            5 => SavedState::Ended(Ending::Flag(Color::Black)),
            6 => SavedState::Ended(Ending::FlagDraw),
            7 => SavedState::Ended(Ending::Agreed),
            _ => return None,
        })
    }
}

/// A save without its moves, which are written straight from the game.
pub(crate) struct Head {
    pub(crate) sequence: u32,
    pub(crate) settings: Settings,
    pub(crate) state: SavedState,
    pub(crate) clocks: [u64; 2],
    pub(crate) seed: u32,
}

impl Head {
    /// Writes the save's bytes.
    pub(crate) fn encode(&self, moves: &[PackedMove], out: &mut Vec<u8, SAVE_BYTES>) {
        let s = &self.settings;
        out.clear();
        let mut put = |bytes: &[u8]| {
            // A log never holds more than MAX_PLIES moves, so all fits.
            let _ = out.extend_from_slice(bytes);
        };
        put(MAGIC);
        put(&self.sequence.to_le_bytes());
        put(&[
            match s.mode {
                Mode::OnePlayer => 0,
                Mode::TwoPlayers => 1,
                Mode::Demo => 2,
            },
            match s.brain {
                Brain::VideoChess => 0,
                Brain::Modern => 1,
                Brain::Original => 2,
            },
            s.level.number(),
            u8::from(s.human.is_black()),
            s.time.index(),
            match s.hints {
                Hints::Off => 0,
                Hints::Lifted => 1,
                Hints::All => 2,
            },
            u8::from(s.sound),
            self.state.code(),
        ]);
        put(&self.clocks[0].to_le_bytes());
        put(&self.clocks[1].to_le_bytes());
        put(&self.seed.to_le_bytes());
        put(&(moves.len() as u16).to_le_bytes());
        for m in moves {
            put(&m.0.to_le_bytes());
        }
        let sum = CRC.checksum(out);
        let _ = out.extend_from_slice(&sum.to_le_bytes());
    }
}

impl Save {
    /// Writes the save's bytes into `out`.
    pub fn encode(&self, out: &mut Vec<u8, SAVE_BYTES>) {
        let head = Head {
            sequence: self.sequence,
            settings: self.settings,
            state: self.state,
            clocks: self.clocks,
            seed: self.seed,
        };
        head.encode(&self.moves, out);
    }

    /// Reads a save. Bytes after its end are ignored, so a slot may be larger than the save in it.
    pub fn decode(bytes: &[u8]) -> Option<Save> {
        if bytes.get(..4)? != MAGIC {
            return None;
        }
        let u16_at = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
        let u32_at = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
        let u64_at = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let count = usize::from(u16_at(36)?);
        let end = HEAD + 2 * count;
        if count > MAX_PLIES || CRC.checksum(bytes.get(..end)?) != u32_at(end)? {
            return None;
        }
        let settings = Settings {
            mode: match bytes[8] {
                0 => Mode::OnePlayer,
                1 => Mode::TwoPlayers,
                2 => Mode::Demo,
                _ => return None,
            },
            brain: match bytes[9] {
                0 => Brain::VideoChess,
                1 => Brain::Modern,
                2 => Brain::Original,
                _ => return None,
            },
            level: Level::new(bytes[10])?,
            human: Color::from_white(bytes[11] == 0),
            time: TimeControl::from_index(bytes[12])?,
            hints: match bytes[13] {
                0 => Hints::Off,
                1 => Hints::Lifted,
                2 => Hints::All,
                _ => return None,
            },
            sound: bytes[14] != 0,
        };
        let mut moves = Log::new();
        for i in 0..count {
            let _ = moves.push(PackedMove(u16_at(HEAD + 2 * i)?));
        }
        Some(Save {
            sequence: u32_at(4)?,
            settings,
            state: SavedState::from_code(bytes[15])?,
            clocks: [u64_at(16)?, u64_at(24)?],
            seed: u32_at(32)?,
            moves,
        })
    }

    /// The newer of the saves in slots A and B that are whole, and its slot.
    pub fn newest(slots: [Option<&[u8]>; 2]) -> Option<(Slot, Save)> {
        let [a, b] = slots.map(|slot| slot.and_then(Save::decode));
        match (a, b) {
            (Some(a), Some(b)) => {
                // Sequence numbers wrap; the newer one is at most half the circle ahead.
                let b_newer = b.sequence.wrapping_sub(a.sequence) < 1 << 31;
                Some(if b_newer { (Slot::B, b) } else { (Slot::A, a) })
            }
            (Some(a), None) => Some((Slot::A, a)),
            (None, Some(b)) => Some((Slot::B, b)),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn save(sequence: u32, moves: &[&str]) -> Vec<u8, SAVE_BYTES> {
        let save = Save {
            sequence,
            settings: Settings { human: Color::Black, ..Settings::default() },
            state: SavedState::Playing,
            clocks: [1, u64::MAX],
            seed: 99,
            moves: moves.iter().map(|m| PackedMove::parse(m).unwrap()).collect(),
        };
        let mut out = Vec::new();
        save.encode(&mut out);
        assert_eq!(Save::decode(&out), Some(save));
        out
    }

    #[test]
    fn a_torn_save_is_no_save() {
        let bytes = save(7, &["e2e4", "e7e5", "g1f3"]);
        for cut in 0..bytes.len() {
            assert_eq!(Save::decode(&bytes[..cut]), None);
            let mut torn = bytes.clone();
            torn[cut..].fill(0xFF);
            assert_eq!(Save::decode(&torn), None, "cut at {cut}");
            let mut flipped = bytes.clone();
            flipped[cut] ^= 0x10;
            assert_eq!(Save::decode(&flipped), None, "bit at {cut}");
        }
    }

    #[test]
    fn every_choice_and_every_state_survives() {
        let mut cases = std::vec::Vec::new();
        let first = Settings::default();
        let both = [Color::White, Color::Black];
        cases.extend([Mode::OnePlayer, Mode::TwoPlayers, Mode::Demo].map(|mode| Settings { mode, ..first }));
        let brains = [Brain::VideoChess, Brain::Original, Brain::Modern];
        cases.extend(brains.map(|brain| Settings { brain, ..first }));
        cases.extend((1..=8).filter_map(Level::new).map(|level| Settings { level, ..first }));
        cases.extend(both.map(|human| Settings { human, ..first }));
        cases
            .extend((0..=u8::MAX).filter_map(TimeControl::from_index).map(|time| Settings { time, ..first }));
        cases.extend([Hints::Off, Hints::Lifted, Hints::All].map(|hints| Settings { hints, ..first }));
        cases.extend([true, false].map(|sound| Settings { sound, ..first }));
        let mut states = std::vec![SavedState::None, SavedState::Playing];
        states.extend(both.map(|side| SavedState::Ended(Ending::Resigned(side))));
        states.extend(both.map(|side| SavedState::Ended(Ending::Flag(side))));
        states.extend([Ending::FlagDraw, Ending::Agreed].map(SavedState::Ended));
        for settings in cases {
            for &state in &states {
                let moves = Log::new();
                let save = Save { sequence: 1, settings, state, clocks: [2, 3], seed: 4, moves };
                let mut bytes = Vec::new();
                save.encode(&mut bytes);
                assert_eq!(Save::decode(&bytes), Some(save));
            }
        }
    }

    #[test]
    fn a_save_of_more_moves_than_a_record_holds_is_no_save() {
        let mut bytes = std::vec::Vec::from(&save(1, &[])[..HEAD]);
        let count = MAX_PLIES + 1;
        bytes[36..38].copy_from_slice(&(count as u16).to_le_bytes());
        bytes.resize(HEAD + 2 * count, 0x21);
        bytes.extend(CRC.checksum(&bytes).to_le_bytes());
        assert_eq!(Save::decode(&bytes), None);
    }

    #[test]
    fn the_newer_slot_counts_and_a_broken_one_does_not() {
        let old = save(u32::MAX, &[]);
        let new = save(0, &["e2e4"]);
        let (slot, newest) = Save::newest([Some(&new), Some(&old)]).unwrap();
        assert_eq!((slot, newest.moves.len()), (Slot::A, 1));
        let (slot, newest) = Save::newest([Some(&new[..20]), Some(&old)]).unwrap();
        assert_eq!((slot, newest.moves.len()), (Slot::B, 0));
        assert_eq!(Save::newest([None, Some(&[])]), None);
    }
}
