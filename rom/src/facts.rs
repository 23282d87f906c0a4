//! What identifies the ROM, where it is published, and what is wrong with a file that is not it.

use core::fmt;

use alloc::string::String;
use sha2::{Digest, Sha256};

/// Size of the cartridge in bytes: the whole window that a 2600 without bank switching can see.
pub const SIZE: usize = 4096;

/// MD5 of the 4,096 bytes, the name by which emulators and catalogues know the cartridge.
pub const MD5: &str = "f0b7db930ca0e548c41a97160b9f6275";

/// SHA-256 of the 4,096 bytes, what [`identify`] compares.
pub const SHA256: &str = "d44f2a115393b0a6cbcd5398d62369e652f3670a9ee585883d183e740edad0f7";

/// The package of the Python package index (`PyPI`) that carries the ROM.
pub const PYPI_PACKAGE: &str = "ale-py";

/// The version of [`PYPI_PACKAGE`] whose member has been seen to be this ROM.
pub const PYPI_VERSION: &str = "0.12.1";

/// Where the ROM lies inside a wheel of [`PYPI_PACKAGE`].
pub const WHEEL_MEMBER: &str = "ale_py/roms/video_chess.bin";

/// The cartridge's first address as the program itself sees it; the 6507 repeats it every 8 KB.
pub const ORIGIN: u16 = 0xf000;

/// The 4,096 bytes of Video Chess, as [`identify`] has recognised them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VideoChess<'a>(&'a [u8; SIZE]);

impl<'a> VideoChess<'a> {
    /// The ROM's bytes, address [`ORIGIN`] first.
    #[must_use]
    pub const fn bytes(self) -> &'a [u8; SIZE] {
        self.0
    }
}

/// Why some bytes are not the Video Chess ROM.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RomProblem {
    /// There is nothing in it.
    Empty,
    /// A PNG picture, by its signature.
    Png,
    /// A ZIP archive (a wheel is one), by its signature: the ROM may be a member of it.
    Zip,
    /// A gzip file, by its signature.
    Gzip,
    /// The cartridge with something around it: that many extra bytes, before and after it.
    Wrapped {
        /// Bytes before the cartridge.
        before: usize,
        /// Bytes after the cartridge.
        after: usize,
    },
    /// The cartridge twice or more in a row, as some dumpers for larger chips write it.
    Repeated {
        /// How often.
        times: usize,
    },
    /// Not 4,096 bytes, but 4,096 plus a round number: perhaps a dump with a header.
    Headered {
        /// The length in bytes.
        length: usize,
        /// Bytes beyond 4,096.
        extra: usize,
    },
    /// Not 4,096 bytes.
    WrongLength {
        /// The length in bytes.
        length: usize,
    },
    /// 4,096 bytes, but others.
    WrongHash {
        /// Their SHA-256 in lower-case hexadecimal.
        sha256: String,
    },
}

impl fmt::Display for RomProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "it is empty; Video Chess has {SIZE} bytes"),
            Self::Png => write!(f, "it is a PNG picture, not a cartridge"),
            Self::Zip => {
                write!(f, "it is a ZIP archive: unpack it and take the {SIZE}-byte cartridge out of it")
            }
            Self::Gzip => write!(f, "it is a gzip file: unpack it first"),
            Self::Wrapped { before, after } => write!(
                f,
                "Video Chess is in it, but with {before} bytes before and {after} bytes after it: cut those off"
            ),
            Self::Repeated { times } => {
                write!(f, "it is Video Chess {times} times over: keep the first {SIZE} bytes")
            }
            Self::Headered { length, extra } => write!(
                f,
                "it has {length} bytes, {extra} more than a {SIZE}-byte cartridge: perhaps a header that must be cut \
                 off, but what follows is not Video Chess"
            ),
            Self::WrongLength { length } => write!(f, "it has {length} bytes; Video Chess has {SIZE}"),
            Self::WrongHash { sha256 } => write!(
                f,
                "it has the right size but is another program or a damaged copy: its SHA-256 is {sha256}, Video \
                 Chess has {SHA256}"
            ),
        }
    }
}

impl core::error::Error for RomProblem {}

/// Says whether `bytes` are the Video Chess ROM, and if not, precisely why.
///
/// # Errors
/// A [`RomProblem`]: the first that applies of empty, another kind of file, the wrong length, the wrong hash.
pub fn identify(bytes: &[u8]) -> Result<VideoChess<'_>, RomProblem> {
    if bytes.is_empty() {
        return Err(RomProblem::Empty);
    }
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Err(RomProblem::Png);
    }
    if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
        return Err(RomProblem::Zip);
    }
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err(RomProblem::Gzip);
    }
    if let Ok(exact) = <&[u8; SIZE]>::try_from(bytes) {
        let sha256 = sha256_hex(bytes);
        return if sha256 == SHA256 { Ok(VideoChess(exact)) } else { Err(RomProblem::WrongHash { sha256 }) };
    }
    Err(wrong_length(bytes))
}

/// The SHA-256 of `bytes` in lower-case hexadecimal.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    let digits = b"0123456789abcdef";
    Sha256::digest(bytes)
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|nibble| char::from(digits[usize::from(nibble)]))
        .collect()
}

/// The sizes of headers that dumpers and loaders put before (or after) a cartridge.
const HEADER_SIZES: [usize; 6] = [16, 64, 100, 128, 256, 512];

fn wrong_length(bytes: &[u8]) -> RomProblem {
    let length = bytes.len();
    let is_rom = |part: &[u8]| sha256_hex(part) == SHA256;
    if length < SIZE {
        return RomProblem::WrongLength { length };
    }
    if length.is_multiple_of(SIZE) && bytes.chunks_exact(SIZE).all(is_rom) {
        return RomProblem::Repeated { times: length / SIZE };
    }
    let extra = length - SIZE;
    if is_rom(&bytes[..SIZE]) {
        return RomProblem::Wrapped { before: 0, after: extra };
    }
    for before in HEADER_SIZES.into_iter().chain([extra]).filter(|&before| before <= extra) {
        if is_rom(&bytes[before..before + SIZE]) {
            return RomProblem::Wrapped { before, after: extra - before };
        }
    }
    if HEADER_SIZES.contains(&extra) {
        return RomProblem::Headered { length, extra };
    }
    RomProblem::WrongLength { length }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;
    use alloc::vec;

    use super::*;

    #[test]
    fn says_what_is_wrong() {
        assert_eq!(identify(&[]), Err(RomProblem::Empty));
        assert_eq!(identify(b"\x89PNG\r\n\x1a\n...."), Err(RomProblem::Png));
        assert_eq!(identify(b"PK\x03\x04..."), Err(RomProblem::Zip));
        assert_eq!(identify(b"\x1f\x8b\x08"), Err(RomProblem::Gzip));
        assert_eq!(identify(&[1, 2, 3]), Err(RomProblem::WrongLength { length: 3 }));
        assert_eq!(identify(&vec![0; 5000]), Err(RomProblem::WrongLength { length: 5000 }));
        assert_eq!(identify(&vec![0; 4096 + 128]), Err(RomProblem::Headered { length: 4224, extra: 128 }));
    }

    #[test]
    fn shows_the_hash_of_another_cartridge() {
        let problem = identify(&[0; SIZE]).unwrap_err();
        let zeros = "ad7facb2586fc6e966c004d7d1d16b024f5805ff7cb47c7a85dabd8b48892ca7";
        assert_eq!(problem, RomProblem::WrongHash { sha256: zeros.to_string() });
        assert!(problem.to_string().contains(zeros));
    }
}
