//! The ROM from wherever it can be had.

use std::error::Error;
use std::fmt;
use std::path::Path;

use crate::fetch::{FetchError, Fetcher, Progress};
use crate::locate::{Found, Missing, locate};

/// [`locate`]s the Video Chess ROM, and fetches it where no place has it.
///
/// # Errors
/// [`ObtainError::Missing`] if the user named a file that is not the cartridge: nothing is fetched
/// then. [`ObtainError::NotFetched`] if it could not be fetched.
pub fn obtain(explicit: Option<&Path>, report: &mut dyn FnMut(Progress<'_>)) -> Result<Found, ObtainError> {
    let missing = match locate(explicit) {
        Ok(found) => return Ok(found),
        Err(missing) if missing.refused().is_some() => return Err(ObtainError::Missing(missing)),
        Err(missing) => missing,
    };
    match Fetcher::new().and_then(|fetcher| fetcher.video_chess(report)) {
        Ok(_) => locate(explicit).map_err(ObtainError::Missing),
        Err(error) => Err(ObtainError::NotFetched { missing, error }),
    }
}

/// Why there is no ROM.
#[derive(Debug)]
pub enum ObtainError {
    /// The user named a file that is not the cartridge.
    Missing(Missing),
    /// No place has it, and it could not be fetched.
    NotFetched {
        /// What the places hold.
        missing: Missing,
        /// Why it could not be fetched.
        error: FetchError,
    },
}

impl Error for ObtainError {}

impl fmt::Display for ObtainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(missing) => missing.fmt(f),
            Self::NotFetched { missing, error } => write!(f, "{missing}\n{error}"),
        }
    }
}
