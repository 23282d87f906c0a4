//! Finds, checks and fetches cartridge images.
//!
//! The Video Chess ROM is looked for in this order, and the first place that holds it wins:
//!
//! 1. the file that the user names (`--rom FILE`),
//! 2. the file that the environment variable [`ROM_VARIABLE`] names,
//! 3. the folder `rom/` of the checkout: any `*.bin` or `*.a26` in it, by content.
//!
//! [`locate`] does that and touches nothing. A file that the user names and that is not the
//! cartridge is an error, never passed over for the next place. Where no place has it, [`Fetcher`]
//! brings it from the `ale-py` package of `PyPI` through the user's own client (pip or uv, with
//! whatever index that is set up for) and writes it into `rom/`, atomically, over no file that is
//! there. [`obtain`] does the one and, if need be, the other.
//!
//! ```no_run
//! let found = cartridges::obtain(None, &mut |progress| eprintln!("{progress}"))?;
//! println!("{} ({})", found.path.display(), found.place);
//! let image: &[u8; 4096] = &found.image;
//! # Ok::<(), cartridges::ObtainError>(())
//! ```
//!
//! The same package holds 107 other cartridges; [`Fetcher::fleet`] writes all 108 into `rom/fleet/`
//! and [`fleet`] knows their names and hashes.

mod checkout;
mod client;
mod fetch;
pub mod fleet;
mod locate;
mod obtain;
mod package;
mod probe;
mod store;

pub use checkout::{FOLDER_VARIABLE, checkout, rom_folder};
pub use client::ClientFailure;
pub use fetch::{FetchError, Fetcher, FleetFetched, Progress, can_fetch};
pub use locate::{Finding, Found, Missing, Place, ROM_VARIABLE, Search, Verdict, locate};
pub use obtain::{ObtainError, obtain};
pub use probe::{Fault, read_image};

/// The three ways to a ROM, for a person who has none, as indented lines.
///
/// `folder` is the `rom/` folder, where there is one.
pub fn three_ways(folder: Option<&std::path::Path>) -> String {
    let folder = folder.map_or_else(|| "rom/ of the checkout".into(), |folder| folder.display().to_string());
    format!(
        "Any of these three gives Video Chess its ROM:\n  \
         - have Python's pip (or uv) and a network: it is then fetched from the package {} of PyPI;\n  \
         - put your own dump (4096 bytes, no header) into {folder}, as a .bin or .a26 file;\n  \
         - set {ROM_VARIABLE} to your own dump, or give it with --rom.",
        client::requirement(),
    )
}
