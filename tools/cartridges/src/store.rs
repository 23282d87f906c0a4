//! Writes a file whole or not at all, and never over another.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// A file that is being made under another name beside its own. It takes its name in
/// [`Draft::commit`]; dropped before that, nothing of it stays, and a process killed before that
/// leaves only the hidden `.NAME.*.part`.
#[derive(Debug)]
pub(crate) struct Draft {
    file: NamedTempFile,
    path: PathBuf,
}

impl Draft {
    /// Begins a draft of `path`, making its folder where that is missing.
    pub(crate) fn begin(path: &Path) -> io::Result<Self> {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "not the path of a file"));
        };
        fs::create_dir_all(folder)?;
        let prefix = format!(".{}.", name.display());
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(".part");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        Ok(Self { file: builder.tempfile_in(folder)?, path: path.to_path_buf() })
    }

    /// Gives the file its content and its name, both at once.
    ///
    /// # Errors
    /// `AlreadyExists` if the name has been taken; that file is left as it is.
    pub(crate) fn commit(mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.file.as_file().sync_all()?;
        self.file.persist_noclobber(&self.path)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn a_file_appears_whole_under_its_name_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/down/a.bin");
        Draft::begin(&path).expect("a draft").commit(b"whole").expect("committed");
        assert_eq!(fs::read(&path).expect("the file"), b"whole");
        assert_eq!(names_in(path.parent().expect("its folder")), ["a.bin"]);
    }

    #[test]
    fn a_draft_that_is_dropped_leaves_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.bin");
        let mut draft = Draft::begin(&path).expect("a draft");
        draft.file.write_all(b"ha").expect("half of it");
        let during = names_in(folder.path());
        assert!(during.len() == 1 && during[0].starts_with(".a.bin."), "{during:?}");
        drop(draft);
        assert!(names_in(folder.path()).is_empty());
    }

    #[test]
    fn a_process_that_is_killed_leaves_no_half_file_under_the_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.bin");
        let mut draft = Draft::begin(&path).expect("a draft");
        draft.file.write_all(b"ha").expect("half of it");
        // What a kill does: no destructor runs.
        std::mem::forget(draft);
        assert!(!path.exists());
        assert_eq!(names_in(folder.path()).len(), 1);
        Draft::begin(&path).expect("another draft").commit(b"whole").expect("committed");
        assert_eq!(fs::read(&path).expect("the file"), b"whole");
    }

    #[test]
    fn a_file_that_is_there_stays_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.bin");
        let draft = Draft::begin(&path).expect("a draft");
        fs::write(&path, b"the user's").expect("written meanwhile");
        let error = draft.commit(b"ours").expect_err("the name is taken");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).expect("the file"), b"the user's");
        assert_eq!(names_in(folder.path()), ["a.bin"]);
    }

    #[cfg(unix)]
    #[test]
    fn others_may_read_it_as_the_umask_has_it() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let mode = |name: &str| {
            fs::metadata(folder.path().join(name)).expect("the file").permissions().mode() & 0o777
        };
        fs::write(folder.path().join("plain"), b"x").expect("written plainly");
        Draft::begin(&folder.path().join("ours")).expect("a draft").commit(b"x").expect("committed");
        assert_eq!(mode("ours"), mode("plain"));
    }
}
