//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use tempfile::NamedTempFile;

/// A file to be written once a long run is over. It is opened before the run, so that a path that cannot be
/// written is known at once, and takes its name only when it is complete: until then a file of that name is as
/// it was.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    file: NamedTempFile,
}

impl Output {
    /// Opens a file beside `path`.
    ///
    /// # Errors
    /// If `path` is a folder or its folder cannot be written.
    pub fn open(path: &Path) -> Result<Self> {
        ensure!(!path.is_dir(), "cannot write {}: it is a folder", path.display());
        ensure!(path.file_name().is_some(), "cannot write {}: expected the name of a file", path.display());
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if let Ok(metadata) = fs::metadata(path) {
            ensure!(metadata.is_file(), "cannot write {}: it is not an ordinary file", path.display());
            ensure!(
                !metadata.permissions().readonly(),
                "cannot write {}: it is write-protected",
                path.display()
            );
        }
        let file = tempfile::Builder::new().prefix(".vchess-").tempfile_in(folder).with_context(|| {
            format!("cannot write {}: its folder must exist and be writable", path.display())
        })?;
        Ok(Output { path: path.to_path_buf(), file })
    }

    /// Where the bytes go.
    pub fn writer(&self) -> &File {
        self.file.as_file()
    }

    /// The name that it will have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// If the disk is full or the name cannot be taken.
    pub fn finish(mut self) -> Result<()> {
        let context = || format!("cannot write {}", self.path.display());
        self.file.flush().with_context(context)?;
        self.file.as_file().sync_all().with_context(context)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(&self.path).map_or(0o644, |metadata| metadata.permissions().mode());
            self.file.as_file().set_permissions(fs::Permissions::from_mode(mode)).with_context(context)?;
        }
        self.file.persist(&self.path).map(drop).map_err(|error| error.error).with_context(context)
    }
}

/// Writes a whole file, atomically.
///
/// # Errors
/// As [`Output::open`] and [`Output::finish`].
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let output = Output::open(path)?;
    output.writer().write_all(bytes).with_context(|| format!("cannot write {}", path.display()))?;
    output.finish()
}
