//! Files that appear whole or not at all.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use tempfile::NamedTempFile;

use crate::interrupt;

/// As many symbolic links a path may go through: what Linux allows.
const MOST_LINKS: usize = 40;

/// A file to be written once a long run is over. It is opened before the run, so that a path that cannot be
/// written is known at once, and takes its name only when it is complete: until then a file of that name is as
/// it was. An error or a signal before that leaves nothing behind.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    /// Where `path` leads, through symbolic links.
    target: PathBuf,
    file: NamedTempFile,
    _watch: Watch,
}

/// A file that a signal removes, as long as this lives.
#[derive(Debug)]
struct Watch(PathBuf);

impl Drop for Watch {
    fn drop(&mut self) {
        interrupt::settled(&self.0);
    }
}

impl Output {
    /// Opens a file beside `path`, or beside the file that the symbolic link at `path` leads to.
    ///
    /// # Errors
    /// If `path` is a folder, a device or `-`, or its folder cannot be written.
    pub fn open(path: &Path) -> Result<Self> {
        let shown = path.display();
        ensure!(path != Path::new("-"), "cannot write -: for a file of this name, give ./-");
        ensure!(path.file_name().is_some(), "cannot write {shown}: expected the name of a file");
        let target = through_links(path)?;
        ensure!(!target.is_dir(), "cannot write {shown}: it is a folder");
        if let Ok(metadata) = fs::metadata(&target) {
            ensure!(metadata.is_file(), "cannot write {shown}: it is not an ordinary file");
            ensure!(!metadata.permissions().readonly(), "cannot write {shown}: it is write-protected");
        }
        let file = tempfile::Builder::new()
            .prefix(".vchess-")
            .tempfile_in(folder_of(&target))
            .with_context(|| format!("cannot write {shown}: its folder must exist and be writable"))?;
        interrupt::unfinished(file.path());
        let watch = Watch(file.path().to_path_buf());
        Ok(Output { path: path.to_path_buf(), target, file, _watch: watch })
    }

    /// Where the bytes go.
    pub fn writer(&self) -> &File {
        self.file.as_file()
    }

    /// The name that it will have.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What went wrong, with the file's name: a context for errors of [`Output::writer`].
    pub fn failure(&self) -> String {
        format!("cannot write {}", self.path.display())
    }

    /// Writes all of its bytes.
    ///
    /// # Errors
    /// If the disk is full.
    pub fn write(&self, bytes: &[u8]) -> Result<()> {
        self.writer().write_all(bytes).with_context(|| self.failure())
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
            let mode = fs::metadata(&self.target).map_or(0o644, |metadata| metadata.permissions().mode());
            self.file.as_file().set_permissions(fs::Permissions::from_mode(mode)).with_context(context)?;
        }
        self.file.persist(&self.target).map(drop).map_err(|error| error.error).with_context(context)
    }
}

/// Writes a whole file, atomically.
///
/// # Errors
/// As [`Output::open`] and [`Output::finish`].
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let output = Output::open(path)?;
    output.write(bytes)?;
    output.finish()
}

/// Files of a command line, each with the option that names it.
pub type Named<'a> = (&'static str, Option<&'a Path>);

/// Refuses a command line that would write two things to one file, or over a file that it reads.
///
/// # Errors
/// If an output is an input or another output, whatever ways lead to it.
pub fn keep_apart(outputs: &[Named], inputs: &[Named]) -> Result<()> {
    let given = |files: &[Named]| {
        files
            .iter()
            .filter_map(|&(option, path)| path.map(|path| (option, path, real(path))))
            .map(|(option, path, real)| (option, path.to_path_buf(), real))
            .collect::<Vec<_>>()
    };
    let (outputs, inputs) = (given(outputs), given(inputs));
    for (at, (option, path, place)) in outputs.iter().enumerate() {
        let shown = path.display();
        if let Some((read, ..)) = inputs.iter().find(|input| input.2 == *place) {
            bail!("{option} {shown} would write over the file of {read}; nothing was done");
        }
        if let Some((other, ..)) = outputs[..at].iter().find(|other| other.2 == *place) {
            bail!("{other} and {option} both write to {shown}; nothing was done");
        }
    }
    Ok(())
}

/// A path that is the same for all ways to one file, whether the file exists or not.
fn real(path: &Path) -> PathBuf {
    let target = through_links(path).unwrap_or_else(|_| path.to_path_buf());
    let folder = folder_of(&target);
    let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    folder.join(target.file_name().unwrap_or_default())
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str() != OsStr::new("") => folder,
        _ => Path::new("."),
    }
}

/// Where a path leads; the last file need not exist.
fn through_links(path: &Path) -> Result<PathBuf> {
    let mut target = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&target) {
            Ok(next) => target = folder_of(&target).join(next),
            Err(_) => return Ok(target),
        }
    }
    bail!("cannot write {}: its symbolic links lead nowhere", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_as_it_was_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        let output = Output::open(&path).unwrap();
        output.write(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(output);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        write(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (link, file) = (folder.path().join("link"), folder.path().join("file"));
        std::os::unix::fs::symlink("file", &link).unwrap();
        for text in ["first", "second"] {
            write(&link, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
            assert!(link.is_symlink());
        }
        let circle = folder.path().join("circle");
        std::os::unix::fs::symlink("circle", &circle).unwrap();
        assert!(Output::open(&circle).unwrap_err().to_string().contains("lead nowhere"));
        assert!(keep_apart(&[("--png", Some(&link))], &[("--rom", Some(&file))]).is_err());
    }

    #[test]
    fn files_are_kept_apart() {
        let folder = tempfile::tempdir().unwrap();
        let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
        let other_a = folder.path().join(".").join("a");
        assert!(keep_apart(&[("--png", Some(&a)), ("--ram", Some(&b)), ("--wav", None)], &[]).is_ok());
        let twice =
            keep_apart(&[("--png", Some(&a)), ("--ram", Some(&other_a))], &[]).unwrap_err().to_string();
        assert!(twice.contains("--png and --ram both"), "{twice}");
        let over =
            keep_apart(&[("--ram", Some(&a))], &[("--input", Some(&other_a))]).unwrap_err().to_string();
        assert!(over.contains("--ram") && over.contains("--input"), "{over}");
    }
}
