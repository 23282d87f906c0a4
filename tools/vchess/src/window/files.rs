//! Where quick saves and screenshots go.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use directories::{ProjectDirs, UserDirs};
use emu6507::{Row, Tv};
use sha2::{Digest, Sha256};

use crate::output::{self, Output};
use crate::palette::Palette;
use crate::picture::write_png_on;

/// A save state is smaller than this by far.
const LARGEST_STATE: u64 = 1 << 20;
/// Lines and pixels of a screenshot are so many times the TIA's.
const SCREENSHOT_SCALE: usize = 2;
/// Screenshots of one cartridge in one folder.
const MOST_SCREENSHOTS: u32 = 9_999;

/// The files of one cartridge.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    /// The quick save; the one before is kept beside it.
    state: Option<PathBuf>,
    /// The screenshots' folder.
    screenshots: Option<PathBuf>,
    /// The cartridge's name, fit for a file.
    name: String,
    home: Option<PathBuf>,
}

impl Files {
    /// In the user's data folder and picture folder, for the cartridge called `title` with this image.
    pub(crate) fn of_user(title: &str, image: &[u8]) -> Self {
        let data = ProjectDirs::from("", "", "vchess").map(|folders| folders.data_dir().to_path_buf());
        let user = UserDirs::new();
        let pictures = user.as_ref().and_then(|user| user.picture_dir()).map(Path::to_path_buf);
        let home = user.map(|user| user.home_dir().to_path_buf());
        Self::within(data, pictures, home, title, image)
    }

    fn within(
        data: Option<PathBuf>,
        pictures: Option<PathBuf>,
        home: Option<PathBuf>,
        title: &str,
        image: &[u8],
    ) -> Self {
        let name = file_name(title);
        let hash = hex::encode(&Sha256::digest(image)[..4]);
        let state = data.as_ref().map(|data| data.join("states").join(format!("{name}-{hash}.state")));
        let screenshots = pictures.or_else(|| data.map(|data| data.join("screenshots")));
        Files { state, screenshots, name, home }
    }

    /// Keeps a quick save, and the one before as `.previous`.
    ///
    /// # Errors
    /// If it cannot be written; then the one before is where it was.
    pub(crate) fn save(&self, state: &[u8]) -> Result<()> {
        let path = self.state.as_deref().context("there is no folder for your data")?;
        make_folder_of(path)?;
        if path.exists() {
            let previous = path.with_extension("state.previous");
            fs::copy(path, &previous).with_context(|| format!("cannot write {}", previous.display()))?;
        }
        output::write(path, state)
    }

    /// Reads the quick save.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub(crate) fn load(&self) -> Result<Vec<u8>> {
        let path = self.state.as_deref().context("there is no folder for your data")?;
        ensure!(path.exists(), "there is no quick save of this cartridge yet");
        let mut bytes = Vec::new();
        let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let read = file.by_ref().take(LARGEST_STATE + 1).read_to_end(&mut bytes);
        read.with_context(|| format!("cannot read {}", path.display()))?;
        Ok(bytes)
    }

    /// Writes a screenshot under the first number that is free, and returns its name, from the home folder on.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn screenshot(&self, tv: Tv, rows: &[Row], palette: &Palette) -> Result<String> {
        let folder = self.screenshots.as_deref().context("there is no folder for your pictures")?;
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let path = (1..=MOST_SCREENSHOTS)
            .map(|number| folder.join(format!("{}-{number:04}.png", self.name)))
            .find(|path| !path.exists())
            .with_context(|| format!("{} is full of screenshots", folder.display()))?;
        let output = Output::open(&path)?;
        write_png_on(tv, output.writer(), rows, palette, SCREENSHOT_SCALE)
            .with_context(|| output.failure())?;
        output.finish()?;
        Ok(self.shown(&path))
    }

    /// A path as it is told to its owner.
    fn shown(&self, path: &Path) -> String {
        match self.home.as_ref().and_then(|home| path.strip_prefix(home).ok()) {
            Some(path) => Path::new("~").join(path).display().to_string(),
            None => path.display().to_string(),
        }
    }
}

fn make_folder_of(path: &Path) -> Result<()> {
    let Some(folder) = path.parent() else { return Ok(()) };
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))
}

/// Small letters and digits, with single dashes for the rest.
fn file_name(title: &str) -> String {
    let mut name = String::new();
    for letter in title.chars() {
        if letter.is_ascii_alphanumeric() {
            name.push(letter.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    if name.is_empty() { "cartridge".to_owned() } else { name.chars().take(60).collect() }
}

#[cfg(test)]
mod tests {
    use emu6507::COLUMNS;

    use super::*;
    use crate::palette::ntsc;

    fn files(folder: &Path) -> Files {
        Files::within(Some(folder.join("data")), None, Some(folder.into()), "Video Chess", &[1, 2, 3])
    }

    #[test]
    fn a_quick_save_comes_back_and_the_one_before_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let files = files(folder.path());
        let error = files.load().unwrap_err().to_string();
        assert!(error.contains("no quick save"), "{error}");
        files.save(b"first").unwrap();
        files.save(b"second").unwrap();
        assert_eq!(files.load().unwrap(), b"second");
        let path = files.state.clone().unwrap();
        assert_eq!(fs::read(path.with_extension("state.previous")).unwrap(), b"first");
        assert_eq!(path.file_name().unwrap(), "video-chess-039058c6.state");
    }

    #[test]
    fn other_cartridges_have_other_files() {
        let folder = tempfile::tempdir().unwrap();
        let files = files(folder.path());
        let other = Files::within(Some(folder.path().join("data")), None, None, "Video Chess", &[9]);
        files.save(b"mine").unwrap();
        assert!(other.load().is_err());
    }

    #[test]
    fn a_save_that_cannot_be_written_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("data"), "in the way").unwrap();
        let error = format!("{:#}", files(folder.path()).save(b"state").unwrap_err());
        assert!(error.contains("cannot make the folder"), "{error}");
        assert_eq!(fs::read(folder.path().join("data")).unwrap(), b"in the way");
        let nowhere = Files::within(None, None, None, "x", &[]);
        assert!(nowhere.save(b"state").is_err() && nowhere.load().is_err());
        assert!(nowhere.screenshot(Tv::Ntsc, &[], &ntsc()).is_err());
    }

    #[test]
    fn screenshots_are_numbered_and_none_is_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let files = files(folder.path());
        let rows = vec![[0x0e; COLUMNS]; 262];
        let expected = |number| format!("~/data/screenshots/video-chess-000{number}.png");
        for number in 1..=3 {
            let shown = files.screenshot(Tv::Ntsc, &rows, &ntsc()).unwrap();
            assert_eq!(shown.replace('\\', "/"), expected(number));
        }
        let png = fs::read(folder.path().join("data/screenshots/video-chess-0002.png")).unwrap();
        let info = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        assert_eq!((info.info().width, info.info().height), (640, 480));
    }

    #[test]
    fn titles_make_names_of_files() {
        for (title, name) in [
            ("Video Chess", "video-chess"),
            ("Pitfall! II (1984)", "pitfall-ii-1984"),
            ("../..", "cartridge"),
        ] {
            assert_eq!(file_name(title), name);
        }
    }
}
