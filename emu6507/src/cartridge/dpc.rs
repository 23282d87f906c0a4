//! DPC: Pitfall II's "Display Processor Chip" beside two banks of 4 KB.
//!
//! After US patent 4,644,495, and what the field found out about the chip's registers and its clock.

use alloc::boxed::Box;

use tia::Archive;

use super::switched::{Banks, Shown};
use super::{Mapper, padded};

/// The oscillator on the board, in Hz: a resistor and a capacitor, so no two are alike.
const OSCILLATOR: u64 = 20_000;
/// Colour clocks in a second, three to a cycle, by which the oscillator is timed.
const COLOUR_CLOCKS: u64 = 3_579_545;
/// Where reads of the ROM step the random numbers.
const SHAKING: u16 = 0x0fc0;
/// Fetchers that can count the oscillator instead of reads: the last three.
const FIRST_MUSICAL: usize = 5;
/// How loud the three musical fetchers are together, by which of them are high.
const LOUDNESS: [u8; 8] = [0x0, 0x4, 0x5, 0x9, 0x6, 0xa, 0xb, 0xf];

/// One of eight counters that walk down through the graphics.
#[derive(Clone, Copy, Default)]
struct Fetcher {
    top: u8,
    bottom: u8,
    /// Eleven bits.
    counter: u16,
    /// Set where the counter's low byte equals `top`, cleared where it equals `bottom`: between them there is
    /// something to show.
    flag: bool,
    /// Counts the oscillator.
    musical: bool,
}

impl Fetcher {
    fn compare(&mut self) {
        let low = self.counter as u8;
        if low == self.top {
            self.flag = true;
        } else if low == self.bottom {
            self.flag = false;
        }
    }

    fn mask(self) -> u8 {
        if self.flag { 0xff } else { 0 }
    }

    fn step(&mut self) {
        self.counter = self.counter.wrapping_sub(1) & 0x07ff;
    }

    /// `clocks` oscillations: the low byte counts down and begins at `top` again after 0.
    fn oscillate(&mut self, clocks: u64) {
        let low = self.counter & 0x00ff;
        let low = if clocks <= u64::from(low) {
            low - clocks as u16
        } else {
            let period = u64::from(self.top) + 1;
            u16::from(self.top) - ((clocks - u64::from(low) - 1) % period) as u16
        };
        self.counter = self.counter & 0x0700 | low;
        let low = low as u8;
        if low <= self.bottom {
            self.flag = false;
        } else if low <= self.top {
            self.flag = true;
        }
    }
}

/// `$1000` to `$103F` read the chip, `$1040` to `$107F` write it: bits 2 to 0 of the address are the fetcher, bits 5
/// to 3 what is done. `$1FF8` and `$1FF9` switch the banks.
#[derive(Clone)]
pub(crate) struct Dpc {
    rom: Box<[u8; 0x2000]>,
    graphics: Box<[u8; 0x0800]>,
    image: Box<[u8]>,
    bank: u16,
    fetchers: [Fetcher; 8],
    random: u8,
    /// The cycle that the oscillator's count is true for, and what has passed of its next oscillation.
    cycle: u64,
    phase: u64,
}

impl Dpc {
    /// Takes 8 KB of program and 2 KB of graphics; some images have up to 256 bytes more, which nothing reads.
    pub(super) fn new(image: &[u8]) -> Self {
        Dpc {
            rom: padded(&image[..0x2000]),
            graphics: padded(&image[0x2000..0x2800]),
            image: image.into(),
            bank: 0x1000,
            fetchers: [Fetcher::default(); 8],
            random: 1,
            cycle: 0,
            phase: 0,
        }
    }

    fn bank_after(&self, at: u16) -> u16 {
        match at {
            0x0ff8 => 0,
            0x0ff9 => 0x1000,
            _ => self.bank,
        }
    }

    fn oscillate(&mut self, cycle: u64) {
        self.phase += cycle.saturating_sub(self.cycle) * 3 * OSCILLATOR;
        self.cycle = cycle;
        let clocks = self.phase / COLOUR_CLOCKS;
        self.phase %= COLOUR_CLOCKS;
        if clocks > 0 {
            for fetcher in self.fetchers[FIRST_MUSICAL..].iter_mut().filter(|fetcher| fetcher.musical) {
                fetcher.oscillate(clocks);
            }
        }
    }

    /// Steps the random numbers: a shift register of eight bits, fed with the complement of the sum of bits 7, 5, 4
    /// and 3. What steps it is not settled; here it is every access to the chip, every write to the cartridge and
    /// every read from [`SHAKING`] on, as in the recorded frames.
    fn shake(&mut self) {
        let sum = (self.random & 0b1011_1000).count_ones() as u8;
        self.random = self.random << 1 | !sum & 1;
    }

    fn loudness(&self) -> u8 {
        let high = self.fetchers[FIRST_MUSICAL..]
            .iter()
            .enumerate()
            .fold(0, |high, (bit, fetcher)| high | usize::from(fetcher.musical && fetcher.flag) << bit);
        LOUDNESS[high]
    }

    /// What a register shows at this moment.
    fn shown(&self, at: u16) -> u8 {
        let fetcher = &self.fetchers[(at & 7) as usize];
        // The graphics are stored backwards, as the counters run.
        let graphics = self.graphics[(!fetcher.counter & 0x07ff) as usize];
        let masked = graphics & fetcher.mask();
        match at >> 3 & 7 {
            0 if at & 4 == 0 => self.random,
            0 => self.loudness(),
            1 => graphics,
            2 => masked,
            3 => masked.rotate_left(4),
            4 => masked.reverse_bits(),
            5 => masked.rotate_right(1),
            6 => masked.rotate_left(1),
            _ => fetcher.mask(),
        }
    }

    fn read_register(&mut self, cycle: u64, at: u16) -> u8 {
        self.oscillate(cycle);
        self.shake();
        let index = (at & 7) as usize;
        self.fetchers[index].compare();
        let value = self.shown(at);
        if !self.fetchers[index].musical {
            self.fetchers[index].step();
        }
        value
    }

    fn write_register(&mut self, cycle: u64, at: u16, value: u8) {
        self.oscillate(cycle);
        self.shake();
        let index = (at & 7) as usize;
        let fetcher = &mut self.fetchers[index];
        match at >> 3 & 7 {
            0 => {
                fetcher.top = value;
                fetcher.flag = false;
            }
            1 => fetcher.bottom = value,
            2 => {
                let low = if fetcher.musical { fetcher.top } else { value };
                fetcher.counter = fetcher.counter & 0x0700 | u16::from(low);
            }
            3 => {
                fetcher.counter = u16::from(value & 7) << 8 | fetcher.counter & 0x00ff;
                fetcher.musical = index >= FIRST_MUSICAL && value & 0x10 != 0;
            }
            6 => self.random = 1,
            _ => {}
        }
    }
}

impl Mapper for Dpc {
    #[inline]
    fn read(&mut self, cycle: u64, address: u16, bus: u8) -> u8 {
        let at = address & 0x0fff;
        match at {
            0x0000..=0x003f => self.read_register(cycle, at),
            // The slot has no R/W line.
            0x0040..=0x007f => {
                self.write_register(cycle, at, bus);
                bus
            }
            _ => {
                if at >= SHAKING {
                    self.shake();
                }
                self.bank = self.bank_after(at);
                self.rom[((self.bank | at) & 0x1fff) as usize]
            }
        }
    }

    #[inline]
    fn write(&mut self, cycle: u64, address: u16, value: u8) {
        let at = address & 0x0fff;
        match at {
            0x0000..=0x003f => {
                self.read_register(cycle, at);
            }
            0x0040..=0x007f => self.write_register(cycle, at, value),
            _ => {
                self.shake();
                self.bank = self.bank_after(at);
            }
        }
    }

    fn peek(&self, address: u16) -> u8 {
        let at = address & 0x0fff;
        if at < 0x0080 { self.shown(at) } else { self.rom[((self.bank_after(at) | at) & 0x1fff) as usize] }
    }

    fn image(&self) -> &[u8] {
        &self.image
    }

    fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.u16(&mut self.bank);
        for fetcher in &mut self.fetchers {
            archive.u8(&mut fetcher.top);
            archive.u8(&mut fetcher.bottom);
            archive.u16(&mut fetcher.counter);
            archive.bool(&mut fetcher.flag);
            archive.bool(&mut fetcher.musical);
        }
        archive.u8(&mut self.random);
        archive.u64(&mut self.cycle);
        archive.u64(&mut self.phase);
    }

    fn is_valid(&self) -> bool {
        self.bank & !0x1000 == 0
            && self.fetchers.iter().all(|fetcher| fetcher.counter < 0x0800)
            && self.fetchers[..FIRST_MUSICAL].iter().all(|fetcher| !fetcher.musical)
            && self.phase < COLOUR_CLOCKS
    }
}

impl Banks for Dpc {
    const QUIET: Option<(u16, u16)> = Some((0x080, SHAKING - 1));

    fn shown(&self) -> Shown {
        let bank = u32::from(self.bank);
        [bank, bank + 0x400, bank + 0x800, bank + 0xc00]
    }
}
