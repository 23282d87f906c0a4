//! The golden files of this folder's `../../golden/`.

// Each test binary has its own copy of this module and uses what it needs of it.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

use vchess::verify::{Tally, Verdict};

/// The files of one kind, by name.
pub(crate) fn files(kind: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(kind);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "gz"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no golden files", folder.display());
    files
}

/// Runs a verifier over all files of a kind.
pub(crate) fn tally(
    kind: &str,
    mut verify: impl FnMut(&Path, &mut dyn FnMut(&str, Verdict)) -> anyhow::Result<()>,
) -> Tally {
    let mut tally = Tally::default();
    for path in files(kind) {
        verify(&path, &mut |name, verdict| tally.count(name, &verdict)).unwrap();
    }
    tally
}
