//! Packages of `PyPI` that tests call, in folders of their own beside the build: nothing of the user's Python is touched.

use std::path::{Path, PathBuf};

/// python-chess, which drives the UCI engine in tests, pinned.
pub const CHESS: &str = "chess==1.11.2";

/// Where python-chess goes, to be put into `PYTHONPATH`.
#[must_use]
pub fn chess_folder(root: &Path) -> PathBuf {
    root.join("target").join("python").join(CHESS)
}

/// Whether it is there.
#[must_use]
pub fn has_chess(root: &Path) -> bool {
    chess_folder(root).join("chess").join("__init__.py").is_file()
}

/// Python 3, from the search path.
#[must_use]
pub fn interpreter() -> Option<PathBuf> {
    ["python3", "python"].iter().find_map(|name| which::which(name).ok())
}
