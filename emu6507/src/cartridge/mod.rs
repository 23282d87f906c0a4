//! Cartridges: what answers while A12 is high.

mod plain;

use core::fmt;

use tia::Archive;

pub use plain::Plain;

/// The wiring between the cartridge slot and the ROM.
pub trait Mapper {
    /// First and last offset of the 4 KB at which an instruction can be run straight from [`code`](Mapper::code):
    /// a read there, or of one of the two bytes after, has no effect and gives what `code` gives.
    const CODE: (u16, u16);

    /// The byte at an offset within [`CODE`](Mapper::CODE) or up to two beyond.
    fn code(&self, offset: u16) -> u8;

    /// What to run at an offset within [`CODE`](Mapper::CODE): an opcode, or a pair of them where the ROM never
    /// changes.
    #[inline(always)]
    fn dispatch(&self, offset: u16) -> u16 {
        self.code(offset) as u16
    }

    /// Whether [`dispatch`](Mapper::dispatch) gives pairs. Each mapper that has them adds the code of all pairs to
    /// the program.
    const PAIRS: bool = false;

    /// A read of the cartridge's 4 KB in `cycle`; only the low twelve bits of `address` count. `bus` is what
    /// stays on the data lines if the cartridge drives none.
    fn read(&mut self, cycle: u64, address: u16, bus: u8) -> u8;

    /// A write to the cartridge's 4 KB.
    fn write(&mut self, cycle: u64, address: u16, value: u8);

    /// What a read would give, without its effects.
    fn peek(&self, address: u16) -> u8;

    /// The bytes of the ROM, in the order of the image.
    fn image(&self) -> &[u8];

    /// One walk over the state, for save states.
    fn archive<A: Archive>(&mut self, archive: &mut A);

    /// Whether a loaded state is possible.
    fn is_valid(&self) -> bool;
}

/// Every cartridge that the console can hold.
#[derive(Clone)]
pub enum Cartridge {
    /// 2 KB or 4 KB without bank switching.
    Plain(Plain),
}

/// Runs `$job` with `$mapper` bound to whichever mapper the cartridge has.
macro_rules! with_mapper {
    ($cartridge:expr, $mapper:ident => $job:expr) => {
        match $cartridge {
            $crate::cartridge::Cartridge::Plain($mapper) => $job,
        }
    };
}
pub(crate) use with_mapper;

/// Why an image is no cartridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CartridgeError {
    /// No wiring is known for this many bytes.
    Size(usize),
}

impl fmt::Display for CartridgeError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CartridgeError::Size(0) => {
                write!(f, "the file is empty; expected a cartridge of 2,048 or 4,096 bytes")
            }
            CartridgeError::Size(size) => {
                write!(f, "{size} bytes are no cartridge that is known here; expected 2,048 or 4,096 bytes")
            }
        }
    }
}

impl core::error::Error for CartridgeError {}

impl Cartridge {
    /// Finds the wiring for an image.
    pub fn new(image: &[u8]) -> Result<Self, CartridgeError> {
        Plain::new(image).map(Cartridge::Plain).ok_or(CartridgeError::Size(image.len()))
    }

    /// What a read would give, without its effects.
    pub fn peek(&self, address: u16) -> u8 {
        with_mapper!(self, mapper => mapper.peek(address))
    }

    /// The bytes of the ROM, in the order of the image.
    pub fn image(&self) -> impl Iterator<Item = u8> + '_ {
        with_mapper!(self, mapper => mapper.image()).iter().copied()
    }

    /// One walk over the state, for save states.
    pub fn archive<A: Archive>(&mut self, archive: &mut A) {
        with_mapper!(self, mapper => mapper.archive(archive));
    }

    /// Whether a loaded state is possible.
    pub fn is_valid(&self) -> bool {
        with_mapper!(self, mapper => mapper.is_valid())
    }
}
