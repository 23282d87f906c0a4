//! Guesses the wiring from an image: by its size, then by which addresses its program names.

use core::fmt;

use super::{CartridgeError, Scheme};

/// What was chosen for an image, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detection {
    /// The wiring.
    pub scheme: Scheme,
    /// What spoke for it.
    pub reason: Reason,
}

/// What spoke for a wiring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing else has this size.
    Size,
    /// The program names the hotspots so many times.
    Hotspots(usize),
    /// Every bank leaves out what RAM would hide, and the program stores there.
    Ram,
    /// So many calls lead from one bank into the other, and no other hotspots are named.
    Calls(usize),
    /// So many instructions store where only this wiring has RAM.
    Stores(usize),
    /// Nothing speaks for another wiring, and this is the common one.
    Common,
}

impl fmt::Display for Detection {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: ", self.scheme)?;
        let times = |count| if count == 1 { "once" } else { "times" };
        match self.reason {
            Reason::Size => f.write_str("the size says so"),
            Reason::Hotspots(1) => f.write_str("its program names the hotspots once"),
            Reason::Hotspots(count) => write!(f, "its program names the hotspots {count} {}", times(count)),
            Reason::Ram => f.write_str("every bank leaves room for the RAM, and the program stores there"),
            Reason::Calls(count) => write!(f, "{count} calls lead from one bank into the other"),
            Reason::Stores(count) => write!(f, "{count} of its instructions store into the RAM"),
            Reason::Common => f.write_str("nothing speaks for another one of this size"),
        }
    }
}

/// Finds the wiring for an image.
///
/// # Errors
/// If no wiring takes an image of this size.
pub fn detect(image: &[u8]) -> Result<Detection, CartridgeError> {
    let found = |scheme, reason| Ok(Detection { scheme, reason });
    let program = Program { image };
    let atari = |scheme, superchip, first: u16, banks: u16| {
        if program.has_superchip() {
            return found(superchip, Reason::Ram);
        }
        match program.names(|address| (first..first + banks).contains(&address)) {
            0 => found(scheme, Reason::Common),
            count => found(scheme, Reason::Hotspots(count)),
        }
    };
    match image.len() {
        0x0800 | 0x1000 => {
            if let Some(stores) = program.stores_like_commavid() {
                return found(Scheme::Cv, Reason::Stores(stores));
            }
            found(if image.len() == 0x0800 { Scheme::Plain2K } else { Scheme::Plain4K }, Reason::Size)
        }
        0x2000 => {
            let f8 = program.names(|address| matches!(address, 0x1ff8 | 0x1ff9));
            let more = |count: &usize| *count > f8;
            if program.has_superchip() {
                found(Scheme::F8Sc, Reason::Ram)
            } else if let Some(count) = program.parker().filter(more) {
                found(Scheme::E0, Reason::Hotspots(count))
            } else if let Some(count) = program.tigervision().filter(more) {
                found(Scheme::Tigervision, Reason::Hotspots(count))
            } else if let Some(count) =
                program.pair(0x0220, 0x0240).or_else(|| program.pair(0x02a0, 0x02c0)).filter(more)
            {
                found(Scheme::Ua, Reason::Hotspots(count))
            } else if let Some(count) = program.pair(0x0800, 0x0840).filter(more) {
                found(Scheme::Econobanking, Reason::Hotspots(count))
            } else if let Some(count) = program.mnetwork(0x1fe4).filter(more) {
                found(Scheme::E7, Reason::Hotspots(count))
            } else if let Some(count) = program.activision().filter(|_| f8 == 0) {
                found(Scheme::Fe, Reason::Calls(count))
            } else {
                atari(Scheme::F8, Scheme::F8Sc, 0x1ff8, 2)
            }
        }
        0x2800..=0x2900 => found(Scheme::Dpc, Reason::Size),
        0x3000 => {
            let fa = program.names(|address| (0x1ff8..0x1ffb).contains(&address));
            match program.mnetwork(0x1fe0).filter(|count| *count > fa) {
                Some(count) => found(Scheme::E7, Reason::Hotspots(count)),
                None if fa > 0 => found(Scheme::Fa, Reason::Hotspots(fa)),
                None => found(Scheme::Fa, Reason::Common),
            }
        }
        0x4000 => {
            let f6 = program.names(|address| (0x1ff6..0x1ffa).contains(&address));
            match program.mnetwork(0x1fe0).filter(|count| *count > f6) {
                Some(count) => found(Scheme::E7, Reason::Hotspots(count)),
                None => atari(Scheme::F6, Scheme::F6Sc, 0x1ff6, 4),
            }
        }
        0x8000 => {
            let f4 = program.names(|address| (0x1ff4..0x1ffc).contains(&address));
            match program.tigervision().filter(|count| *count > f4) {
                Some(count) => found(Scheme::Tigervision, Reason::Hotspots(count)),
                None => atari(Scheme::F4, Scheme::F4Sc, 0x1ff4, 8),
            }
        }
        size if Scheme::Tigervision.fits(size) => match program.tigervision() {
            Some(count) => found(Scheme::Tigervision, Reason::Hotspots(count)),
            None => Err(CartridgeError::Size(size)),
        },
        size => Err(CartridgeError::Size(size)),
    }
}

/// The stores with an absolute address, indexed or not.
const STORES: [u8; 5] = [0x8c, 0x8d, 0x8e, 0x99, 0x9d];

/// An image, looked at as if an instruction could begin at any byte.
struct Program<'a> {
    image: &'a [u8],
}

impl Program<'_> {
    /// Instructions with an absolute address, unindexed, jumps excepted, whose lowest thirteen bits are `wanted`.
    fn names(&self, wanted: impl Fn(u16) -> bool) -> usize {
        const ABSOLUTE: [u8; 24] = [
            0x0c, 0x0d, 0x0e, 0x2c, 0x2d, 0x2e, 0x4d, 0x4e, 0x6d, 0x6e, 0x8c, 0x8d, 0x8e, 0x8f, 0xac, 0xad,
            0xae, 0xaf, 0xcc, 0xcd, 0xce, 0xec, 0xed, 0xee,
        ];
        self.image
            .windows(3)
            .filter(|bytes| {
                ABSOLUTE.contains(&bytes[0]) && wanted(u16::from_le_bytes([bytes[1], bytes[2]]) & 0x1fff)
            })
            .count()
    }

    /// The address where a part of the image that ends with the vectors begins.
    fn start(part: &[u8]) -> u16 {
        u16::from_le_bytes([part[part.len() - 4], part[part.len() - 3]])
    }

    /// Whether there is RAM of 128 bytes: each bank repeats its first 128 bytes, since the ROM cannot be seen there, and
    /// the program stores where that RAM is written.
    fn has_superchip(&self) -> bool {
        const RAM: usize = 0x80;
        self.image.chunks_exact(0x1000).all(|bank| bank[..RAM] == bank[RAM..2 * RAM])
            && self.stores_into(0x1000, 0x1080) > 0
    }

    /// Absolute stores, indexed or not, at `first` or above and below `end`.
    fn stores_into(&self, first: u16, end: u16) -> usize {
        let reaches = |address: u16| (first..end).contains(&(address & 0x1fff));
        self.image
            .windows(3)
            .filter(|bytes| STORES.contains(&bytes[0]) && reaches(u16::from_le_bytes([bytes[1], bytes[2]])))
            .count()
    }

    /// Two hotspots outside the cartridge, both named.
    fn pair(&self, first: u16, second: u16) -> Option<usize> {
        let (first, second) =
            (self.names(|address| address == first), self.names(|address| address == second));
        (first > 0 && second > 0).then_some(first + second)
    }

    /// Hotspots for each of the three slices.
    fn parker(&self) -> Option<usize> {
        let slice = |first: u16| self.names(|address| (first..first + 8).contains(&address));
        let slices = [slice(0x1fe0), slice(0x1fe8), slice(0x1ff0)];
        slices.iter().all(|count| *count > 0).then(|| slices.iter().sum())
    }

    /// Hotspots of the lower half, from `first` on.
    fn mnetwork(&self, first: u16) -> Option<usize> {
        let count = self.names(|address| (first..0x1fe8).contains(&address));
        (count > 1).then_some(count)
    }

    /// Stores to `$3F`, and a program that starts in the half that is always there.
    fn tigervision(&self) -> Option<usize> {
        let stores = self.image.windows(2).filter(|bytes| matches!(bytes, [0x84..=0x86, 0x3f])).count();
        (stores > 1 && Self::start(self.image) & 0x1800 == 0x1800).then_some(stores)
    }

    /// Calls from the first bank, at `$Fxxx`, into the second, at `$Dxxx`, and the other way round.
    fn activision(&self) -> Option<usize> {
        const JSR: u8 = 0x20;
        let (first, second) = self.image.split_at(0x1000);
        let calls = |bank: &[u8], page: u8| {
            bank.windows(3).filter(|bytes| bytes[0] == JSR && bytes[2] & 0xf0 == page).count()
        };
        let (there, back) = (calls(first, 0xd0), calls(second, 0xf0));
        (there > 0 && back > 0 && Self::start(first) & 0x2000 != 0).then_some(there + back)
    }

    /// Stores that reach `$1400` to `$17FF`, out of a program in the upper half. An image of 4 KB is one with the
    /// RAM's contents if the RAM's other addresses show nothing else.
    fn stores_like_commavid(&self) -> Option<usize> {
        let rom = &self.image[self.image.len() - 0x0800..];
        if self.image.len() > 0x0800 {
            let (read, write) = (&self.image[..0x0400], &self.image[0x0400..0x0800]);
            if read != write && write.iter().any(|byte| *byte != write[0]) {
                return None;
            }
        }
        // An index of 1 or more may be added to $13FF.
        let reaches = |address: u16| (0x13ff..0x1800).contains(&(address & 0x1fff));
        let stores = rom
            .windows(3)
            .filter(|bytes| {
                STORES.contains(&bytes[0])
                    && bytes[2] >= 0xf0
                    && reaches(u16::from_le_bytes([bytes[1], bytes[2]]))
            })
            .count();
        (stores > 0 && Self::start(rom) & 0x0800 != 0).then_some(stores)
    }
}
