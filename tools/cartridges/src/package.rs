//! The package as a client leaves it: a wheel, or unpacked.

use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Folder of the cartridges within the package.
const CARTRIDGES: &str = "ale_py/roms";

/// Longest cartridge that is read, in bytes; the largest in the package is 16 KiB.
const MOST: u64 = 1 << 20;

/// The package, open for reading. Its errors are sentences about it.
#[derive(Debug)]
pub(crate) enum Package {
    /// A wheel, which is a ZIP archive.
    Wheel(Box<zip::ZipArchive<File>>),
    /// A directory that the package was installed into.
    Unpacked(PathBuf),
}

impl Package {
    pub(crate) fn wheel(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| cut(&error))?;
        Ok(Self::Wheel(Box::new(zip::ZipArchive::new(file).map_err(|error| cut(&error))?)))
    }

    /// Reads the cartridge in the file called `name`, as `video_chess.bin`.
    pub(crate) fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        let mut image = Vec::new();
        match self {
            Self::Wheel(archive) => {
                let member = format!("{CARTRIDGES}/{name}");
                archive
                    .by_name(&member)
                    .map_err(|error| format!("the wheel has no {member} that can be unpacked: {error}"))?
                    .take(MOST)
                    .read_to_end(&mut image)
                    .map_err(|error| cut(&error))?;
            }
            Self::Unpacked(directory) => {
                File::open(directory.join(CARTRIDGES).join(name))
                    .and_then(|file| file.take(MOST).read_to_end(&mut image))
                    .map_err(|error| {
                        format!("the package has no {CARTRIDGES}/{name} that can be read: {error}")
                    })?;
            }
        }
        Ok(image)
    }
}

fn cut(error: &dyn Error) -> String {
    format!("the wheel cannot be unpacked: {error}")
}
