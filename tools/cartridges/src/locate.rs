//! Looks for the Video Chess ROM, place by place.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

use vchess_rom::facts::{SHA256, SIZE};

use crate::checkout::rom_folder;
use crate::probe::{Fault, read_image};

/// Environment variable that names the user's own dump. Unset or empty: none.
pub const ROM_VARIABLE: &str = "VCHESS_ROM";

/// Looks for the Video Chess ROM: `explicit` (the file given with `--rom`), then [`ROM_VARIABLE`],
/// then the `rom/` folder. Reads only; nothing is fetched or changed.
///
/// # Errors
/// [`Missing`] if no place holds it, or if `explicit` or the variable names something else.
pub fn locate(explicit: Option<&Path>) -> Result<Found, Missing> {
    Search::new(explicit).locate()
}

/// The places to look in.
#[derive(Debug, Clone, Default)]
pub struct Search {
    /// What the user gave with `--rom`.
    pub explicit: Option<PathBuf>,
    /// What [`ROM_VARIABLE`] names.
    pub variable: Option<PathBuf>,
    /// The `rom/` folder.
    pub folder: Option<PathBuf>,
}

impl Search {
    /// The places as the environment has them.
    pub fn new(explicit: Option<&Path>) -> Self {
        Self {
            explicit: explicit.map(Path::to_path_buf),
            variable: env::var_os(ROM_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from),
            folder: rom_folder(),
        }
    }

    /// Looks; see [`locate`].
    ///
    /// # Errors
    /// As [`locate`].
    pub fn locate(&self) -> Result<Found, Missing> {
        let mut winner = None;
        let mut findings = Vec::new();
        let named = [(Place::Option, &self.explicit), (Place::Variable, &self.variable)];
        for (place, path) in named {
            findings.push(match path {
                Some(path) => look(place, path, &mut winner),
                None => Finding { place, path: None, verdict: Verdict::NotGiven },
            });
        }
        findings.extend(self.look_in_folder(&mut winner));
        let missing = Missing { findings, folder: self.folder.clone() };
        match winner {
            Some((place, path, image)) if missing.refused().is_none_or(|refused| place < refused.place) => {
                Ok(Found { place, path, image, findings: missing.findings })
            }
            _ => Err(missing),
        }
    }

    fn look_in_folder(&self, winner: &mut Option<Winner>) -> Vec<Finding> {
        let place = Place::Folder;
        let Some(folder) = &self.folder else {
            return vec![Finding { place, path: None, verdict: Verdict::NoCheckout }];
        };
        let files = match images_in(folder) {
            Ok(files) => files,
            Err(error) => {
                let fault = if error.kind() == std::io::ErrorKind::NotFound {
                    Fault::Absent
                } else {
                    Fault::Unreadable(error)
                };
                return vec![Finding { place, path: Some(folder.clone()), verdict: Verdict::Wrong(fault) }];
            }
        };
        if files.is_empty() {
            return vec![Finding { place, path: Some(folder.clone()), verdict: Verdict::NoImages }];
        }
        files.iter().map(|file| look(place, file, winner)).collect()
    }
}

type Winner = (Place, PathBuf, Box<[u8; SIZE]>);

fn look(place: Place, path: &Path, winner: &mut Option<Winner>) -> Finding {
    let verdict = match read_image(path) {
        Ok(image) => {
            winner.get_or_insert_with(|| (place, path.to_path_buf(), image));
            Verdict::Right
        }
        Err(fault) => Verdict::Wrong(fault),
    };
    Finding { place, path: Some(path.to_path_buf()), verdict }
}

/// The files in `folder` named as cartridge images are, in the order of their names.
fn images_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let named_so = path.extension().is_some_and(|extension| {
            extension.eq_ignore_ascii_case("bin") || extension.eq_ignore_ascii_case("a26")
        });
        if named_so {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// A place where the ROM may be, in the order of looking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// The file given with `--rom`.
    Option,
    /// The file that [`ROM_VARIABLE`] names.
    Variable,
    /// The `rom/` folder.
    Folder,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Option => "--rom",
            Self::Variable => ROM_VARIABLE,
            Self::Folder => "rom/",
        })
    }
}

/// What one place held. The `rom/` folder gives one finding for each image file in it.
#[derive(Debug)]
pub struct Finding {
    /// Where.
    pub place: Place,
    /// The file, or the folder where no file in it is meant; `None` where there is no path to speak of.
    pub path: Option<PathBuf>,
    /// What it is.
    pub verdict: Verdict,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<10}  ", self.place)?;
        if let Some(path) = &self.path {
            write!(f, "{}: ", path.display())?;
        }
        self.verdict.fmt(f)
    }
}

/// What to say about a place.
#[derive(Debug)]
pub enum Verdict {
    /// The user named no file this way.
    NotGiven,
    /// There is no checkout around, and so no `rom/` folder.
    NoCheckout,
    /// The folder has no `*.bin` and no `*.a26`.
    NoImages,
    /// The cartridge.
    Right,
    /// Not the cartridge.
    Wrong(Fault),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotGiven => f.write_str("not given"),
            Self::NoCheckout => f.write_str("this program runs outside of a checkout of its project"),
            Self::NoImages => f.write_str("no .bin or .a26 file"),
            Self::Right => f.write_str("the Video Chess ROM"),
            Self::Wrong(fault) => fault.fmt(f),
        }
    }
}

/// The ROM, and where it was.
#[derive(Debug)]
pub struct Found {
    /// The place that won.
    pub place: Place,
    /// The file.
    pub path: PathBuf,
    /// Its content, checked.
    pub image: Box<[u8; SIZE]>,
    /// What every place held, the winner and those after it too.
    pub findings: Vec<Finding>,
}

/// No ROM: what every place held instead. Prints as several lines.
#[derive(Debug)]
pub struct Missing {
    /// What every place held, in the order of looking.
    pub findings: Vec<Finding>,
    /// The `rom/` folder, if there is one.
    pub folder: Option<PathBuf>,
}

impl Missing {
    /// The file that the user named and that is not the cartridge. Then nothing may stand in for it,
    /// neither another place nor a fetched image.
    pub fn refused(&self) -> Option<&Finding> {
        self.findings
            .iter()
            .find(|finding| finding.place != Place::Folder && matches!(finding.verdict, Verdict::Wrong(_)))
    }

    /// Whether nothing that could be the ROM was anywhere, right or wrong.
    pub fn holds_nothing(&self) -> bool {
        self.findings
            .iter()
            .all(|finding| !matches!(finding.verdict, Verdict::Right | Verdict::Wrong(Fault::Other(_))))
    }

    /// One line for a list of skipped tests.
    pub fn in_short(&self) -> String {
        match self.refused() {
            Some(Finding { place, path: Some(path), verdict }) => {
                format!("{place} {}: {verdict}", path.display())
            }
            _ => format!(
                "none in {}, {ROM_VARIABLE} not set",
                self.folder.as_ref().map_or_else(|| "rom/".into(), |folder| folder.display().to_string())
            ),
        }
    }
}

impl Error for Missing {}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Finding { place, path: Some(path), verdict }) = self.refused() {
            write!(f, "{place} {}: {verdict}", path.display())?;
            let right = self.findings.iter().find(|finding| matches!(finding.verdict, Verdict::Right));
            if let Some(Finding { path: Some(right), .. }) = right {
                write!(f, "\n{} is the right one: without {place} it is used", right.display())?;
            }
            return Ok(());
        }
        writeln!(f, "no Video Chess ROM")?;
        for finding in &self.findings {
            writeln!(f, "  {finding}")?;
        }
        write!(f, "Wanted: {SIZE} bytes without a header, SHA-256 {SHA256}")
    }
}
