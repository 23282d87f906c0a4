//! The names of the wirings.

use core::fmt;
use core::str::FromStr;

use super::CartridgeError;

/// How the ROM, and RAM if there is some, is wired to the slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// 2 KB, seen twice.
    Plain2K,
    /// 4 KB, which fill the slot.
    Plain4K,
    /// Commavid: 2 KB of ROM, 1 KB of RAM.
    Cv,
    /// Two banks of 4 KB.
    F8,
    /// [`F8`](Scheme::F8) with 128 bytes of RAM, the "Superchip".
    F8Sc,
    /// Four banks of 4 KB.
    F6,
    /// [`F6`](Scheme::F6) with 128 bytes of RAM.
    F6Sc,
    /// Eight banks of 4 KB.
    F4,
    /// [`F4`](Scheme::F4) with 128 bytes of RAM.
    F4Sc,
    /// CBS "RAM Plus": three banks of 4 KB, 256 bytes of RAM.
    Fa,
    /// Activision: two banks of 4 KB, switched by calls and returns.
    Fe,
    /// Parker Brothers: four slices of 1 KB out of eight.
    E0,
    /// M-Network: 2 KB out of up to eight, 2 KB of RAM.
    E7,
    /// Tigervision: 2 KB out of any number.
    Tigervision,
    /// UA Limited: two banks of 4 KB, switched at `$0220` and `$0240`.
    Ua,
    /// Econobanking: two banks of 4 KB, switched at `$0800` and `$0840`.
    Econobanking,
    /// Pitfall II: two banks of 4 KB and a coprocessor with 2 KB of graphics.
    Dpc,
}

impl Scheme {
    /// All of them.
    pub const ALL: [Scheme; 17] = [
        Scheme::Plain2K,
        Scheme::Plain4K,
        Scheme::Cv,
        Scheme::F8,
        Scheme::F8Sc,
        Scheme::F6,
        Scheme::F6Sc,
        Scheme::F4,
        Scheme::F4Sc,
        Scheme::Fa,
        Scheme::Fe,
        Scheme::E0,
        Scheme::E7,
        Scheme::Tigervision,
        Scheme::Ua,
        Scheme::Econobanking,
        Scheme::Dpc,
    ];

    /// The name that the field gives it.
    pub const fn name(self) -> &'static str {
        match self {
            Scheme::Plain2K => "2K",
            Scheme::Plain4K => "4K",
            Scheme::Cv => "CV",
            Scheme::F8 => "F8",
            Scheme::F8Sc => "F8SC",
            Scheme::F6 => "F6",
            Scheme::F6Sc => "F6SC",
            Scheme::F4 => "F4",
            Scheme::F4Sc => "F4SC",
            Scheme::Fa => "FA",
            Scheme::Fe => "FE",
            Scheme::E0 => "E0",
            Scheme::E7 => "E7",
            Scheme::Tigervision => "3F",
            Scheme::Ua => "UA",
            Scheme::Econobanking => "0840",
            Scheme::Dpc => "DPC",
        }
    }

    /// Bytes of the images that fit it, in words.
    pub const fn sizes(self) -> &'static str {
        match self {
            Scheme::Plain2K => "2,048 bytes",
            Scheme::Plain4K => "4,096 bytes",
            Scheme::Cv => "2,048 bytes, or 4,096 that begin with the RAM's contents",
            Scheme::F8 | Scheme::F8Sc | Scheme::Fe | Scheme::E0 | Scheme::Ua | Scheme::Econobanking => {
                "8,192 bytes"
            }
            Scheme::F6 | Scheme::F6Sc => "16,384 bytes",
            Scheme::F4 | Scheme::F4Sc => "32,768 bytes",
            Scheme::Fa => "12,288 bytes",
            Scheme::E7 => "8,192, 12,288 or 16,384 bytes",
            Scheme::Tigervision => "4,096 to 524,288 bytes in steps of 2,048",
            Scheme::Dpc => "10,240 to 10,496 bytes",
        }
    }

    /// Whether an image of so many bytes fits it.
    pub const fn fits(self, size: usize) -> bool {
        match self {
            Scheme::Plain2K => size == 0x800,
            Scheme::Plain4K => size == 0x1000,
            Scheme::Cv => matches!(size, 0x800 | 0x1000),
            Scheme::F8 | Scheme::F8Sc | Scheme::Fe | Scheme::E0 | Scheme::Ua | Scheme::Econobanking => {
                size == 0x2000
            }
            Scheme::F6 | Scheme::F6Sc => size == 0x4000,
            Scheme::F4 | Scheme::F4Sc => size == 0x8000,
            Scheme::Fa => size == 0x3000,
            Scheme::E7 => matches!(size, 0x2000 | 0x3000 | 0x4000),
            Scheme::Tigervision => size.is_multiple_of(0x800) && 0x1000 <= size && size <= 0x8_0000,
            Scheme::Dpc => 0x2800 <= size && size <= 0x2900,
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The scheme of a name, in small or capital letters.
impl FromStr for Scheme {
    type Err = CartridgeError;

    fn from_str(name: &str) -> Result<Self, CartridgeError> {
        Scheme::ALL
            .into_iter()
            .find(|scheme| scheme.name().eq_ignore_ascii_case(name))
            .ok_or(CartridgeError::Name)
    }
}
