//! Cartridges: what answers while A12 is high.

mod activision;
mod banked;
mod commavid;
mod detect;
mod dpc;
mod error;
mod mnetwork;
mod outside;
mod parker;
mod plain;
mod scheme;
mod switched;
mod tigervision;

use alloc::boxed::Box;
use alloc::vec;

use tia::Archive;

use activision::Activision;
use banked::Banked;
use commavid::Commavid;
pub use detect::{Detection, Reason, detect};
use dpc::Dpc;
pub use error::CartridgeError;
use mnetwork::MNetwork;
use outside::Outside;
use parker::Parker;
use plain::Plain;
pub use scheme::Scheme;
use switched::{Kind, Switched};
use tigervision::Tigervision;

use crate::cpu::pairs::LEAVE;

/// The wiring between the cartridge slot and the ROM.
pub trait Mapper {
    /// The first offset of the 4 KB at which an instruction can be run straight from [`code`](Mapper::code), and the
    /// number of them: a read there, or of one of the two bytes after, has no effect and gives what `code` gives.
    /// It is the same for as long as the cartridge is in the slot.
    #[inline(always)]
    fn code_range(&self) -> (u16, u16) {
        (0, 0)
    }

    /// The byte at an offset within the [`code_range`](Mapper::code_range) or up to two beyond.
    #[inline(always)]
    fn code(&self, offset: u16) -> u8 {
        self.peek(offset)
    }

    /// What to run at an address of thirteen bits, if [`PAIRS`](Mapper::PAIRS): an opcode or a pair of them within the
    /// [`code_range`](Mapper::code_range), where the ROM never changes, and `LEAVE` elsewhere.
    #[inline(always)]
    fn dispatch(&self, address: u16) -> u16 {
        let _ = address;
        LEAVE
    }

    /// Whether [`dispatch`](Mapper::dispatch) is asked. Each mapper for which it is adds the code of all pairs to the
    /// program.
    const PAIRS: bool = false;

    /// Whether the wiring follows cycles that are not the cartridge's: then [`snoop`](Mapper::snoop) is called.
    const SNOOPS: bool = false;

    /// Whether this one does, where [`SNOOPS`](Mapper::SNOOPS) tells that some of its type do.
    #[inline(always)]
    fn is_snooping(&self) -> bool {
        Self::SNOOPS
    }

    /// A read of the cartridge's 4 KB in `cycle`; only the low twelve bits of `address` count. `bus` is what
    /// stays on the data lines if the cartridge drives none.
    fn read(&mut self, cycle: u64, address: u16, bus: u8) -> u8;

    /// A write to the cartridge's 4 KB.
    fn write(&mut self, cycle: u64, address: u16, value: u8);

    /// A cycle at an address with A12 low, with what its end finds on the data lines.
    #[inline(always)]
    fn snoop(&mut self, address: u16, value: u8, is_write: bool) {
        let _ = (address, value, is_write);
    }

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
pub struct Cartridge {
    scheme: Scheme,
    pub(crate) wiring: Wiring,
}

/// The kinds of wiring that the CPU's loop is compiled for.
#[derive(Clone)]
pub(crate) enum Wiring {
    Plain(Plain),
    Switched(Switched),
}

/// Runs `$job` with `$mapper` bound to whichever mapper the cartridge has.
macro_rules! with_mapper {
    ($wiring:expr, $mapper:ident => $job:expr) => {
        match $wiring {
            $crate::cartridge::Wiring::Plain($mapper) => $job,
            $crate::cartridge::Wiring::Switched($mapper) => $job,
        }
    };
}
pub(crate) use with_mapper;

/// `N` bytes on the heap that begin with `bytes`; the rest is 0.
#[expect(clippy::unnecessary_box_returns, reason = "a ROM is too large for the stack")]
fn padded<const N: usize>(bytes: &[u8]) -> Box<[u8; N]> {
    let mut memory = vec![0; N];
    memory[..bytes.len()].copy_from_slice(bytes);
    match memory.try_into() {
        Ok(memory) => memory,
        Err(_) => unreachable!("it has N bytes"),
    }
}

impl Cartridge {
    /// Finds the wiring for an image; [`detect`] tells why it is that one.
    ///
    /// # Errors
    /// If no wiring takes an image of this size.
    pub fn new(image: &[u8]) -> Result<Self, CartridgeError> {
        Self::with_scheme(image, detect(image)?.scheme)
    }

    /// A cartridge with a wiring that is known.
    ///
    /// # Errors
    /// If the wiring takes no image of this size.
    pub fn with_scheme(image: &[u8], scheme: Scheme) -> Result<Self, CartridgeError> {
        if !scheme.fits(image.len()) {
            return Err(CartridgeError::Misfit { scheme, size: image.len() });
        }
        // The bank at power-on is up to chance on most boards, so programs start in any; where they do not, the
        // one given here is the one that has the program's start.
        let kind = match scheme {
            Scheme::Plain2K | Scheme::Plain4K => {
                return Ok(Cartridge { scheme, wiring: Wiring::Plain(Plain::new(image)) });
            }
            Scheme::Cv => Kind::Commavid(Commavid::new(image)),
            Scheme::F8 => Kind::Banked(Banked::new(image, 0x0ff8, 1)),
            Scheme::F8Sc => Kind::Superchip(Banked::new(image, 0x0ff8, 1)),
            Scheme::F6 => Kind::Banked(Banked::new(image, 0x0ff6, 0)),
            Scheme::F6Sc => Kind::Superchip(Banked::new(image, 0x0ff6, 0)),
            Scheme::F4 => Kind::Banked(Banked::new(image, 0x0ff4, 0)),
            Scheme::F4Sc => Kind::Superchip(Banked::new(image, 0x0ff4, 0)),
            Scheme::Fa => Kind::RamPlus(Banked::new(image, 0x0ff8, 2)),
            Scheme::Fe => Kind::Activision(Activision::new(image)),
            Scheme::E0 => Kind::Parker(Parker::new(image)),
            Scheme::E7 => Kind::MNetwork(MNetwork::new(image)),
            Scheme::Tigervision => Kind::Tigervision(Tigervision::new(image)),
            Scheme::Ua => Kind::Outside(Outside::ua(image)),
            Scheme::Econobanking => Kind::Outside(Outside::econobanking(image)),
            Scheme::Dpc => Kind::Dpc(Dpc::new(image)),
        };
        Ok(Cartridge { scheme, wiring: Wiring::Switched(Switched::new(image, kind)) })
    }

    /// Its wiring's name.
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// What a read would give, without its effects.
    pub fn peek(&self, address: u16) -> u8 {
        with_mapper!(&self.wiring, mapper => mapper.peek(address))
    }

    /// The bytes of the ROM, in the order of the image.
    pub fn image(&self) -> &[u8] {
        with_mapper!(&self.wiring, mapper => mapper.image())
    }

    /// One walk over the state, for save states.
    pub fn archive<A: Archive>(&mut self, archive: &mut A) {
        with_mapper!(&mut self.wiring, mapper => mapper.archive(archive));
    }

    /// Whether a loaded state is possible.
    pub fn is_valid(&self) -> bool {
        with_mapper!(&self.wiring, mapper => mapper.is_valid())
    }
}
