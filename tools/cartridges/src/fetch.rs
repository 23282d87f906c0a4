//! Brings cartridges from the package into `rom/`.

use std::error::Error;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fmt, io};

use vchess_rom::facts::sha256_hex;

use crate::checkout::rom_folder;
use crate::client::{Brought, Client, ClientFailure, requirement};
use crate::fleet::{self, Cartridge, NotInFleet};
use crate::package::Package;
use crate::store::Draft;
use crate::three_ways;

/// Whether a client that can fetch answers: pip or uv.
pub fn can_fetch() -> bool {
    Client::all(None).next().is_some()
}

/// Fetches into one `rom/` folder.
#[derive(Debug, Clone)]
pub struct Fetcher {
    folder: PathBuf,
    search_path: Option<OsString>,
}

impl Fetcher {
    /// Into the `rom/` folder of the checkout, or what stands for it; see [`rom_folder`].
    ///
    /// # Errors
    /// [`FetchError::NoFolder`] outside of any checkout.
    pub fn new() -> Result<Self, FetchError> {
        rom_folder().map(Self::into_folder).ok_or(FetchError::NoFolder)
    }

    /// Into `folder`, which need not be there.
    pub fn into_folder(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), search_path: None }
    }

    /// Looks for pip and uv along `path`, in the form of the variable `PATH`, in place of that variable.
    #[must_use]
    pub fn with_search_path(mut self, path: impl Into<OsString>) -> Self {
        self.search_path = Some(path.into());
        self
    }

    /// Puts the Video Chess ROM into the folder as `video_chess.bin`, and returns its path.
    ///
    /// # Errors
    /// [`FetchError`]; the folder is then as it was.
    ///
    /// # Panics
    /// Never: the table of the fleet holds Video Chess.
    pub fn video_chess(&self, report: &mut dyn FnMut(Progress<'_>)) -> Result<PathBuf, FetchError> {
        let cartridge = fleet::by_name("video_chess").expect("the table of the fleet holds Video Chess");
        self.fetch(&self.folder, &[cartridge], report)?;
        Ok(self.folder.join(cartridge.file))
    }

    /// Puts all 108 cartridges into `fleet/` in the folder. Those that are there stay.
    ///
    /// # Errors
    /// [`FetchError`]; every file in the folder is then either whole or not there.
    pub fn fleet(&self, report: &mut dyn FnMut(Progress<'_>)) -> Result<FleetFetched, FetchError> {
        let folder = self.folder.join("fleet");
        let written = self.fetch(&folder, fleet::cartridges(), report)?;
        Ok(FleetFetched { folder, written, kept: fleet::cartridges().len() - written })
    }

    /// Whether [`Fetcher::fleet`] would have nothing to fetch.
    pub fn has_fleet(&self) -> bool {
        let folder = self.folder.join("fleet");
        fleet::cartridges().iter().all(|cartridge| cartridge.read(&folder).is_ok())
    }

    /// Puts those of `wanted` into `folder` that are not there, and returns how many were not.
    fn fetch(
        &self,
        folder: &Path,
        wanted: &[Cartridge],
        report: &mut dyn FnMut(Progress<'_>),
    ) -> Result<usize, FetchError> {
        let mut absent = Vec::new();
        let mut taken = Vec::new();
        for cartridge in wanted {
            match cartridge.read(folder) {
                Ok(_) => {}
                Err(error) if error.is_absent() => absent.push(*cartridge),
                Err(error) => taken.push(error),
            }
        }
        if !taken.is_empty() {
            return Err(FetchError::Taken(taken));
        }
        if absent.is_empty() {
            return Ok(0);
        }
        // The first draft comes before the download: where nothing can be written, nothing is fetched.
        let unwritable = |path: PathBuf| move |error| FetchError::Unwritable { path, error };
        let first = folder.join(absent[0].file);
        let mut draft = Some(Draft::begin(&first).map_err(unwritable(first))?);
        let scratch = tempfile::Builder::new()
            .prefix("video-chess-")
            .tempdir()
            .map_err(unwritable(std::env::temp_dir()))?;
        let mut package = self.package(scratch.path(), report)?;
        for cartridge in &absent {
            let path = folder.join(cartridge.file);
            let image = package.read(cartridge.file)?;
            if !cartridge.is(&image) {
                return Err(FetchError::Package(format!(
                    "its {} has SHA-256 {}, expected {}",
                    cartridge.file,
                    sha256_hex(&image),
                    cartridge.sha256
                )));
            }
            let draft = match draft.take() {
                Some(draft) => draft,
                None => Draft::begin(&path).map_err(unwritable(path.clone()))?,
            };
            match draft.commit(&image) {
                // Another process fetched it meanwhile.
                Err(_) if cartridge.read(folder).is_ok() => {}
                outcome => outcome.map_err(unwritable(path.clone()))?,
            }
            report(Progress::Stored(&path));
        }
        Ok(absent.len())
    }

    fn package(&self, into: &Path, report: &mut dyn FnMut(Progress<'_>)) -> Result<Package, FetchError> {
        let mut failures = Vec::new();
        for (number, client) in Client::all(self.search_path.as_deref()).enumerate() {
            let into = into.join(number.to_string());
            std::fs::create_dir(&into)
                .map_err(|error| FetchError::Unwritable { path: into.clone(), error })?;
            report(Progress::Fetching { client: client.name() });
            match client.fetch(&into, &mut |line| report(Progress::Said(line))) {
                Ok(Brought::Wheel(wheel)) => return Ok(Package::wheel(&wheel)?),
                Ok(Brought::Directory(directory)) => return Ok(Package::Unpacked(directory)),
                Err(failure) => failures.push(failure),
            }
        }
        Err(if failures.is_empty() { FetchError::NoClient } else { FetchError::Clients(failures) })
    }
}

/// What [`Fetcher::fleet`] did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FleetFetched {
    /// Where the cartridges are.
    pub folder: PathBuf,
    /// How many were fetched.
    pub written: usize,
    /// How many were there.
    pub kept: usize,
}

/// What is going on, for a person to watch; prints as one line.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// A client begins to fetch the package. Its own progress goes to standard error.
    Fetching {
        /// How it is called, as `python3 -m pip`.
        client: &'a str,
    },
    /// A line that the client complains with.
    Said(&'a str),
    /// A cartridge is in its place.
    Stored(&'a Path),
}

impl fmt::Display for Progress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fetching { client } => write!(f, "fetching {} from PyPI with {client}", requirement()),
            Self::Said(line) => f.write_str(line),
            Self::Stored(path) => write!(f, "wrote {}", path.display()),
        }
    }
}

/// Why nothing was fetched; prints with what to do about it.
#[derive(Debug)]
pub enum FetchError {
    /// There is no checkout, and so no `rom/` folder to fetch into.
    NoFolder,
    /// Files of those names are there and are something else.
    Taken(Vec<NotInFleet>),
    /// Neither pip nor uv answers.
    NoClient,
    /// Each client that answers failed.
    Clients(Vec<ClientFailure>),
    /// The package came, but is not as it should be.
    Package(String),
    /// A file or folder cannot be written.
    Unwritable {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
}

impl From<String> for FetchError {
    fn from(about_the_package: String) -> Self {
        Self::Package(about_the_package)
    }
}

impl Error for FetchError {}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFolder => {
                f.write_str(
                    "nothing can be fetched outside of a checkout of the project: there is no rom/ folder",
                )?;
            }
            Self::Taken(files) => {
                f.write_str("nothing is fetched over a file that is there; move it away or mend it:")?;
                return files.iter().try_for_each(|file| write!(f, "\n  {file}"));
            }
            Self::NoClient => {
                let names: Vec<String> = Client::names().collect();
                write!(
                    f,
                    "nothing can fetch {}: none of these answers: {}",
                    requirement(),
                    names.join(", ")
                )?;
            }
            Self::Clients(failures) => {
                for (number, failure) in failures.iter().enumerate() {
                    write!(f, "{}{failure}", if number == 0 { "" } else { "\n" })?;
                }
            }
            Self::Package(why) => write!(f, "{} came, but {why}; nothing of it is used", requirement())?,
            Self::Unwritable { path, error } => {
                return write!(f, "{}: cannot be written: {error}", path.display());
            }
        }
        write!(f, "\n{}", three_ways(rom_folder().as_deref()))
    }
}
