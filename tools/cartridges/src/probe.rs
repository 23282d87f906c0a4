//! Looks at one file: is it the cartridge?

use std::error::Error;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::{array, fmt};

use vchess_rom::facts::SIZE;
use vchess_rom::{RomProblem, identify};

/// Longest file that is read whole. A header of any size people put in front of an image fits.
const READ_WHOLE: u64 = 1 << 20;

/// Why a path does not give the cartridge; prints as a sentence about what is there.
#[derive(Debug)]
pub enum Fault {
    /// There is nothing.
    Absent,
    /// A symbolic link whose target is not there.
    DanglingLink {
        /// What the link says.
        to: PathBuf,
    },
    /// The system refuses to read it.
    Unreadable(io::Error),
    /// It is a directory.
    Directory,
    /// A pipe, a device or a socket: reading it might never end.
    Special,
    /// It can be read, but is something else.
    Other(RomProblem),
}

impl Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => f.write_str("there is no such file"),
            Self::DanglingLink { to } => {
                write!(f, "it is a symbolic link to {}, which is not there", to.display())
            }
            Self::Unreadable(error) => write!(f, "it cannot be read: {error}"),
            Self::Directory => f.write_str("it is a directory; give the ROM itself"),
            Self::Special => f.write_str("it is a pipe or a device; give the ROM as a file"),
            Self::Other(problem) => problem.fmt(f),
        }
    }
}

/// Reads the Video Chess image at `path`.
///
/// # Errors
/// A [`Fault`] that says what is there instead.
pub fn read_image(path: &Path) -> Result<Box<[u8; SIZE]>, Fault> {
    match read_small(path)? {
        Small::Whole(bytes) => identify(&bytes).map(|rom| Box::new(*rom.bytes())).map_err(Fault::Other),
        Small::TooLong { len, head } => Err(Fault::Other(match identify(&head) {
            Err(RomProblem::WrongLength { .. }) | Ok(_) => RomProblem::WrongLength { length: len as usize },
            Err(known_by_its_head) => known_by_its_head,
        })),
    }
}

/// A file's bytes, or the start of one that is far too long.
pub(crate) enum Small {
    Whole(Vec<u8>),
    TooLong { len: u64, head: [u8; 32] },
}

/// Reads a regular file of any length, keeping what is longer than any image in the file.
pub(crate) fn read_small(path: &Path) -> Result<Small, Fault> {
    let metadata = fs::metadata(path).map_err(|error| unreachable_path(path, error))?;
    if metadata.is_dir() {
        return Err(Fault::Directory);
    }
    if !metadata.is_file() {
        return Err(Fault::Special);
    }
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(Fault::Unreadable)?;
    file.take(READ_WHOLE + 1).read_to_end(&mut bytes).map_err(Fault::Unreadable)?;
    if bytes.len() as u64 > READ_WHOLE {
        return Ok(Small::TooLong { len: metadata.len(), head: array::from_fn(|i| bytes[i]) });
    }
    Ok(Small::Whole(bytes))
}

fn unreachable_path(path: &Path, error: io::Error) -> Fault {
    if error.kind() != io::ErrorKind::NotFound {
        return Fault::Unreadable(error);
    }
    match fs::read_link(path) {
        Ok(to) => Fault::DanglingLink { to },
        Err(_) => Fault::Absent,
    }
}
