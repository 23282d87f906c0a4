//! The 108 cartridges of the `ale-py` package: names, hashes, and reading them.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use vchess_rom::facts::sha256_hex;

use crate::checkout::rom_folder;
use crate::probe::{Fault, Small, read_small};

/// The table, in the form that `sha256sum --check` reads.
const TABLE: &str = include_str!("../fleet.sha256");

/// A cartridge that the package holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cartridge {
    /// File name, as `space_invaders.bin`.
    pub file: &'static str,
    /// SHA-256 of its image in hexadecimal digits.
    pub sha256: &'static str,
}

impl Cartridge {
    /// Its name, as `space_invaders`.
    pub fn name(self) -> &'static str {
        self.file.trim_end_matches(".bin")
    }

    /// Whether `image` is this cartridge's.
    pub fn is(self, image: &[u8]) -> bool {
        sha256_hex(image) == self.sha256
    }

    /// Reads it from the folder `fleet`.
    ///
    /// # Errors
    /// [`NotInFleet`] where the file is not there or is something else.
    pub fn read(self, fleet: &Path) -> Result<Vec<u8>, NotInFleet> {
        let path = fleet.join(self.file);
        match read_small(&path) {
            Ok(Small::Whole(image)) if self.is(&image) => Ok(image),
            Ok(Small::Whole(image)) => Err(NotInFleet { path, fault: None, len: image.len() as u64 }),
            Ok(Small::TooLong { len, .. }) => Err(NotInFleet { path, fault: None, len }),
            Err(fault) => Err(NotInFleet { path, fault: Some(fault), len: 0 }),
        }
    }
}

/// All 108, in the order of their names.
pub fn cartridges() -> &'static [Cartridge] {
    static CARTRIDGES: LazyLock<Vec<Cartridge>> = LazyLock::new(|| {
        TABLE
            .lines()
            .filter_map(|line| line.split_once("  "))
            .map(|(sha256, file)| Cartridge { file, sha256 })
            .collect()
    });
    &CARTRIDGES
}

/// The cartridge called `name`, with or without `.bin`.
pub fn by_name(name: &str) -> Option<Cartridge> {
    let name = name.trim_end_matches(".bin");
    cartridges().iter().copied().find(|cartridge| cartridge.name() == name)
}

/// The folder they are fetched into: `fleet/` in the `rom/` folder.
pub fn folder() -> Option<PathBuf> {
    rom_folder().map(|folder| folder.join("fleet"))
}

/// A file of the fleet that is not there, or is not what it should be.
#[derive(Debug)]
pub struct NotInFleet {
    /// The file.
    pub path: PathBuf,
    fault: Option<Fault>,
    len: u64,
}

impl NotInFleet {
    /// Whether there is simply nothing, so that fetching mends it.
    pub fn is_absent(&self) -> bool {
        matches!(self.fault, Some(Fault::Absent))
    }
}

impl Error for NotInFleet {}

impl fmt::Display for NotInFleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.fault {
            Some(fault) => fault.fmt(f),
            None => write!(f, "it has {} bytes, but they are not the cartridge of that name", self.len),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        assert_eq!(cartridges().len(), 108);
        assert_eq!(TABLE.lines().count(), 108);
        for cartridge in cartridges() {
            assert_eq!(cartridge.file, format!("{}.bin", cartridge.name()));
            assert!(!cartridge.file.contains('/'), "{}", cartridge.file);
            assert!(cartridge.sha256.len() == 64 && cartridge.sha256.bytes().all(|b| b.is_ascii_hexdigit()));
        }
        assert!(cartridges().is_sorted_by(|a, b| a.file < b.file));
        let ours = by_name("video_chess").expect("it is in the fleet");
        assert_eq!(ours.sha256, vchess_rom::facts::SHA256);
        assert_eq!(by_name("video_chess.bin"), Some(ours));
        assert_eq!(by_name("chess"), None);
    }
}
