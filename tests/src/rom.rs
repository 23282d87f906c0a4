//! The real thing: the Video Chess ROM, and the fleet of cartridges.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use cartridges::fleet::NotInFleet;
use cartridges::{Found, Missing, Search, three_ways};
use xtask::ledger::{FLEET, ROM};

use crate::count::{REQUIRE_ROM, got, missed};

/// The Video Chess ROM; `None` where there is none, and the test is to return.
///
/// # Panics
/// If `VCHESS_ROM` names something else than the ROM, or if the ROM is required and missing.
#[track_caller]
pub fn rom() -> Option<&'static [u8; 4096]> {
    found().map(|found| &*found.image)
}

/// The file that holds the Video Chess ROM, for tests that hand it to a program; otherwise as [`rom`].
#[track_caller]
pub fn rom_file() -> Option<&'static Path> {
    found().map(|found| found.path.as_path())
}

#[track_caller]
fn found() -> Option<&'static Found> {
    static FOUND: LazyLock<Result<Found, Missing>> = LazyLock::new(|| search().locate());
    match &*FOUND {
        Ok(found) => {
            got(ROM);
            Some(found)
        }
        Err(missing) if missing.refused().is_some() => panic!("{missing}"),
        Err(missing) => {
            missed(ROM, &missing.in_short(), REQUIRE_ROM, &three_ways(missing.folder.as_deref()));
            None
        }
    }
}

/// Where cargo runs tests is the folder of their crate: a relative `VCHESS_ROM` is meant from the
/// checkout's root, where people call cargo.
fn search() -> Search {
    let mut search = Search::new(None);
    if let (Some(root), Some(variable)) = (cartridges::checkout(), &search.variable) {
        search.variable = Some(root.join(variable));
    }
    search
}

/// The image of the cartridge called `name` (`pitfall` or `pitfall.bin`) from the fleet; `None` where
/// it is not there, and the test is to return.
///
/// # Panics
/// If the fleet has no such cartridge, if the file is something else, or if the fleet is required and
/// the file is missing.
#[track_caller]
pub fn cartridge(name: &str) -> Option<Vec<u8>> {
    taken(name).map(|(image, _)| image)
}

/// The file of the cartridge called `name`, for tests that hand it to a program; otherwise as
/// [`cartridge`].
#[track_caller]
pub fn cartridge_file(name: &str) -> Option<PathBuf> {
    taken(name).map(|(_, path)| path)
}

#[track_caller]
fn taken(name: &str) -> Option<(Vec<u8>, PathBuf)> {
    let cartridge = cartridges::fleet::by_name(name).unwrap_or_else(|| panic!("the fleet has no {name}"));
    let Some(folder) = cartridges::fleet::folder() else {
        no_fleet("there is no checkout");
        return None;
    };
    match cartridge.read(&folder) {
        Ok(image) => {
            got(FLEET);
            Some((image, folder.join(cartridge.file)))
        }
        Err(error) => {
            miss(&error);
            None
        }
    }
}

/// The folder that holds all 108 cartridges, each checked; `None` where one is missing, and the test is
/// to return.
///
/// # Panics
/// As [`cartridge`].
#[track_caller]
pub fn fleet() -> Option<PathBuf> {
    let Some(folder) = cartridges::fleet::folder() else {
        no_fleet("there is no checkout");
        return None;
    };
    for cartridge in cartridges::fleet::cartridges() {
        if let Err(error) = cartridge.read(&folder) {
            miss(&error);
            return None;
        }
    }
    got(FLEET);
    Some(folder)
}

#[track_caller]
fn miss(error: &NotInFleet) {
    assert!(error.is_absent(), "{error}");
    no_fleet(&error.to_string());
}

#[track_caller]
fn no_fleet(reason: &str) {
    missed(FLEET, reason, REQUIRE_ROM, "`cargo xtask fleet` fetches it.");
}
