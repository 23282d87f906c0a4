//! Whether something is there.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// How to see whether something is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Probe {
    /// A C compiler.
    Compiler,
    /// pkg-config itself.
    PkgConfig,
    /// A library to build against, by its name in pkg-config.
    Headers(&'static str),
    /// A program in the search path.
    Program(&'static str),
    /// A shared library that is opened by this name at run time.
    Library(&'static str),
    /// A client that fetches Python packages.
    Fetcher,
}

impl Probe {
    pub(super) fn finds(self) -> bool {
        match self {
            Self::Compiler => {
                env::var_os("CC").is_some()
                    || ["cc", "gcc", "clang"].iter().any(|name| which::which(name).is_ok())
            }
            Self::PkgConfig => succeeds(Command::new(pkg_config()).arg("--version")),
            Self::Headers(name) => succeeds(Command::new(pkg_config()).args(["--exists", name])),
            Self::Program(name) => which::which(name).is_ok(),
            Self::Library(name) => library_folders().iter().any(|folder| folder.join(name).exists()),
            Self::Fetcher => cartridges::can_fetch(),
        }
    }
}

/// The pkg-config that build scripts use.
fn pkg_config() -> std::ffi::OsString {
    env::var_os("PKG_CONFIG").unwrap_or_else(|| "pkg-config".into())
}

pub(super) fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Where the loader looks for shared libraries: `LD_LIBRARY_PATH`, the common folders, and within
/// those the folders by machine that Debian has (`x86_64-linux-gnu`).
fn library_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> =
        env::var_os("LD_LIBRARY_PATH").map(|paths| env::split_paths(&paths).collect()).unwrap_or_default();
    for common in ["/usr/local/lib", "/usr/lib64", "/usr/lib", "/lib64", "/lib"].map(Path::new) {
        folders.push(common.to_path_buf());
        let inner = common.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
        folders.extend(inner.filter(|path| path.to_string_lossy().contains("-linux-")));
    }
    folders
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_found_and_what_is_not_is_not() {
        assert!(Probe::Program("sh").finds());
        assert!(!Probe::Program("no-such-program").finds());
        assert!(!Probe::Headers("no-such-library").finds());
        assert!(!Probe::Library("libno-such-library.so.6").finds());
        // The C library, which this test itself runs on: glibc's or musl's.
        assert!(
            Probe::Library("libc.so.6").finds()
                || Path::new("/lib")
                    .read_dir()
                    .expect("/lib")
                    .flatten()
                    .any(|entry| { entry.file_name().to_string_lossy().starts_with("ld-musl-") })
        );
    }
}
