//! What is said about files that are not the cartridge, and that nothing happens to them.

use std::fs;
use std::path::{Path, PathBuf};

use cartridges::{Fault, Missing, Place, Search, Verdict};
use tempfile::TempDir;

/// A place to put wrong files in; the `rom/` folder of the search is in it.
struct Shelf {
    dir: TempDir,
}

impl Shelf {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(dir.path().join("rom")).expect("a rom folder");
        Self { dir }
    }

    fn put(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path
    }

    fn search(&self) -> Search {
        Search { explicit: None, variable: None, folder: Some(self.dir.path().join("rom")) }
    }

    fn explicit(&self, path: &Path) -> Missing {
        Search { explicit: Some(path.into()), ..self.search() }.locate().expect_err("no cartridge here")
    }

    fn variable(&self, path: &Path) -> Missing {
        Search { variable: Some(path.into()), ..self.search() }.locate().expect_err("no cartridge here")
    }
}

/// What is said about a file given with `--rom`, after its path.
fn said(bytes: &[u8]) -> String {
    let shelf = Shelf::new();
    let path = shelf.put("given", bytes);
    let missing = shelf.explicit(&path);
    assert_eq!(missing.refused().map(|finding| finding.place), Some(Place::Option));
    assert_eq!(fs::read(&path).expect("the file is still there"), bytes);
    let text = missing.to_string();
    let start = format!("--rom {}: ", path.display());
    text.strip_prefix(&start).unwrap_or_else(|| panic!("{text:?} does not start with {start:?}")).to_owned()
}

#[test]
fn an_empty_file() {
    assert_eq!(said(b""), "it is empty; Video Chess has 4096 bytes");
}

#[test]
fn three_bytes() {
    assert_eq!(said(b"\x4c\x00\xf0"), "it has 3 bytes; Video Chess has 4096");
}

#[test]
fn five_thousand_bytes() {
    assert_eq!(said(&[0xa5; 5000]), "it has 5000 bytes; Video Chess has 4096");
}

#[test]
fn a_file_far_too_long_is_told_by_its_whole_length() {
    assert_eq!(said(&vec![0xa5; 3 << 20]), "it has 3145728 bytes; Video Chess has 4096");
    let mut archive = vec![0; 3 << 20];
    archive[..4].copy_from_slice(b"PK\x03\x04");
    assert!(said(&archive).starts_with("it is a ZIP archive"));
}

#[test]
fn pictures_and_archives() {
    assert_eq!(said(b"\x89PNG\r\n\x1a\n...."), "it is a PNG picture, not a cartridge");
    let mut picture_of_that_length = [0; 4096];
    picture_of_that_length[..8].copy_from_slice(b"\x89PNG\r\n\x1a\n");
    assert_eq!(said(&picture_of_that_length), "it is a PNG picture, not a cartridge");
    assert!(said(b"PK\x03\x04....").starts_with("it is a ZIP archive: unpack it"));
    assert!(said(b"\x1f\x8b\x08...").starts_with("it is a gzip file: unpack it"));
}

#[test]
fn another_cartridge_of_the_same_size_is_told_by_its_hash() {
    let text = said(&[0; 4096]);
    assert!(text.contains("ad7facb2586fc6e966c004d7d1d16b024f5805ff7cb47c7a85dabd8b48892ca7"), "{text}");
    assert!(text.contains("d44f2a115393b0a6cbcd5398d62369e652f3670a9ee585883d183e740edad0f7"), "{text}");
}

#[test]
fn nothing_there() {
    let shelf = Shelf::new();
    let path = shelf.dir.path().join("nowhere/at/all");
    let missing = shelf.variable(&path);
    assert_eq!(missing.to_string(), format!("VCHESS_ROM {}: there is no such file", path.display()));
    assert_eq!(missing.refused().map(|finding| finding.place), Some(Place::Variable));
}

#[test]
fn a_file_where_a_folder_should_be_on_the_way() {
    let shelf = Shelf::new();
    let file = shelf.put("file", b"x");
    let missing = shelf.explicit(&file.join("rom.bin"));
    assert!(missing.to_string().contains(": it cannot be read: "), "{missing}");
}

#[test]
fn a_directory() {
    let shelf = Shelf::new();
    let missing = shelf.explicit(shelf.dir.path());
    assert!(missing.to_string().ends_with(": it is a directory; give the ROM itself"), "{missing}");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;

    #[test]
    fn a_link_that_leads_in_a_circle() {
        let shelf = Shelf::new();
        let (one, other) = (shelf.dir.path().join("one"), shelf.dir.path().join("other"));
        symlink(&one, &other).expect("a link");
        symlink(&other, &one).expect("a link");
        let missing = shelf.explicit(&one);
        assert!(missing.to_string().contains(": it cannot be read: "), "{missing}");
    }

    #[test]
    fn a_link_that_leads_nowhere() {
        let shelf = Shelf::new();
        let link = shelf.dir.path().join("link");
        symlink("gone.bin", &link).expect("a link");
        let missing = shelf.explicit(&link);
        assert!(
            missing.to_string().ends_with("it is a symbolic link to gone.bin, which is not there"),
            "{missing}"
        );
    }

    #[test]
    fn a_pipe_is_not_waited_for() {
        let shelf = Shelf::new();
        let socket = shelf.dir.path().join("socket");
        let _listener = UnixListener::bind(&socket).expect("a socket");
        for path in [socket.as_path(), Path::new("/dev/zero")] {
            let missing = shelf.explicit(path);
            assert!(missing.to_string().contains("it is a pipe or a device"), "{missing}");
        }
    }

    #[test]
    fn a_file_without_read_permission() {
        let shelf = Shelf::new();
        let path = shelf.put("secret", &[0; 4096]);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o0)).expect("permissions");
        let missing = shelf.explicit(&path);
        // Root reads it all the same, and then it is another program.
        let root = fs::read(&path).is_ok();
        let expected = if root { "another program" } else { "it cannot be read: Permission denied" };
        assert!(missing.to_string().contains(expected), "{missing}");
    }

    /// Nobody can read this one from its start, root neither.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_fails_when_it_is_read() {
        let missing = Shelf::new().explicit(Path::new("/proc/self/mem"));
        assert!(missing.to_string().contains("/proc/self/mem: it cannot be read: "), "{missing}");
        let fault = &missing.refused().expect("it was named").verdict;
        assert!(matches!(fault, Verdict::Wrong(Fault::Unreadable(_))), "{fault:?}");
    }
}

#[test]
fn every_place_is_reported_where_none_was_named() {
    let shelf = Shelf::new();
    shelf.put("rom/pong.a26", &[0; 2048]);
    shelf.put("rom/CHESS.BIN", b"");
    shelf.put("rom/notes.txt", b"not looked at");
    fs::create_dir(shelf.dir.path().join("rom/folder.bin")).expect("a folder");
    let missing = shelf.search().locate().expect_err("no cartridge here");
    assert!(missing.refused().is_none());
    let rom = shelf.dir.path().join("rom");
    let expected = format!(
        "no Video Chess ROM\n  \
         --rom       not given\n  \
         VCHESS_ROM  not given\n  \
         rom/        {rom}/CHESS.BIN: it is empty; Video Chess has 4096 bytes\n  \
         rom/        {rom}/folder.bin: it is a directory; give the ROM itself\n  \
         rom/        {rom}/pong.a26: it has 2048 bytes; Video Chess has 4096\n\
         Wanted: 4096 bytes without a header, SHA-256 \
         d44f2a115393b0a6cbcd5398d62369e652f3670a9ee585883d183e740edad0f7",
        rom = rom.display()
    );
    assert_eq!(missing.to_string().replace('\\', "/"), expected.replace('\\', "/"));
}

#[test]
fn an_empty_rom_folder_none_and_no_checkout() {
    let shelf = Shelf::new();
    let missing = shelf.search().locate().expect_err("no cartridge here");
    assert!(missing.to_string().contains("rom: no .bin or .a26 file"), "{missing}");
    let folder = shelf.dir.path().join("no/rom");
    let missing =
        Search { folder: Some(folder), ..Search::default() }.locate().expect_err("no cartridge here");
    assert!(missing.to_string().contains("rom: there is no such file"), "{missing}");
    let missing = Search::default().locate().expect_err("no cartridge here");
    assert!(missing.to_string().contains("outside of a checkout"), "{missing}");
}
