//! The original cartridge in our console against recorded replies: move, RAM and cycles.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use emu6507::{Cartridge, Console, Input, Stop};

use super::Verdict;
use super::chess_record::{ChessRecord, Side, read_records, square_name};

/// The address after the store that clears VSYNC: the program counter is here once a frame.
pub const FRAME_START: u16 = 0xf056;
/// More cycles than it takes from power-on to the first frame.
const BOOT_LIMIT: u64 = 1_000_000;

/// A reply that takes longer than this, two weeks of the Atari's time, is none.
const MOST_CYCLES: u64 = 1 << 40;

/// A console that has just cleared VSYNC for a first frame, for each colour of the human.
pub struct Booted {
    white: Console,
    black: Console,
}

impl Booted {
    /// Powers on twice.
    ///
    /// # Errors
    /// If the program does not reach its first frame.
    pub fn new(rom: &[u8; 4096]) -> Result<Self> {
        Ok(Booted { white: boot(rom, Side::White)?, black: boot(rom, Side::Black)? })
    }

    /// A console to put a record's RAM into.
    pub fn console(&self, human: Side) -> Console {
        match human {
            Side::White => self.white.clone(),
            Side::Black => self.black.clone(),
        }
    }
}

fn boot(rom: &[u8; 4096], human: Side) -> Result<Console> {
    let cartridge = Cartridge::new(rom).context("the ROM")?;
    let mut console = Console::new(cartridge);
    let mut input = Input::default();
    input.switches.right_a = human == Side::Black;
    console.set_input(input);
    let stop = console.run_to(FRAME_START, BOOT_LIMIT);
    ensure!(
        stop == Stop::Address,
        "the program did not reach ${FRAME_START:04X} within {BOOT_LIMIT} cycles of power-on"
    );
    Ok(console)
}

/// Replays every record of a file on the emulated machine.
///
/// # Errors
/// If the file cannot be read or holds no records, or the ROM does not start.
pub fn verify(path: &Path, booted: &Booted, report: &mut dyn FnMut(&str, Verdict)) -> Result<()> {
    for record in read_records(path)? {
        report(&record.id, replay(&record, booted));
    }
    Ok(())
}

fn replay(record: &ChessRecord, booted: &Booted) -> Verdict {
    let mut console = booted.console(record.human);
    *console.ram_mut() = record.ram_before;
    let start = console.cycle();
    // A program that goes astray must not run for ever: the record says how long it may take.
    let stop = console.run_to(FRAME_START, start + record.cycles.saturating_add(1_000_000).min(MOST_CYCLES));
    let cycles = console.cycle() - start;
    if stop != Stop::Address {
        return Verdict::Failed(format!("no frame after {cycles} cycles, expected {}", record.cycles));
    }
    let ram = console.ram();
    let reply = reply(ram, record.human);
    if reply != record.reply {
        return Verdict::Failed(format!("replies {reply:?}, expected {:?}", record.reply));
    }
    let result = match ram[0x6e] {
        0 => "atari_lost",
        1 => "human_lost",
        _ => "",
    };
    if result != record.result {
        return Verdict::Failed(format!("result {result:?}, expected {:?}", record.result));
    }
    if let Some(at) = (0..128).find(|&at| ram[at] != record.ram_after[at]) {
        return Verdict::Failed(format!(
            "${:02X} holds {:02x}, expected {:02x}; RAM {}",
            at + 0x80,
            ram[at],
            record.ram_after[at],
            hex::encode(ram)
        ));
    }
    if cycles != record.cycles {
        return Verdict::Failed(format!("took {cycles} cycles, expected {}", record.cycles));
    }
    Verdict::Passed
}

/// The program's reply in UCI notation from the RAM after a search, empty if it has none.
pub fn reply(ram: &[u8; 128], human: Side) -> String {
    let (source, target, piece) = (ram[0x59], ram[0x5a], ram[0x5b]);
    if source == target {
        return String::new();
    }
    let (Some(from), Some(to)) = (square_name(source, human), square_name(target, human)) else {
        return format!("{source:02x}-{target:02x}");
    };
    let index = (target & 0x3f) as usize;
    let promotes = index / 8 == 7 && ram[index] & 0x0f == 6;
    let letter = match piece & 0x07 {
        _ if !promotes => "",
        2 => "q",
        3 => "b",
        4 => "n",
        5 => "r",
        _ => "?",
    };
    format!("{from}{to}{letter}")
}
