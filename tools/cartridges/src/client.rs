//! The user's own Python package client, which knows its index, its proxy and its cache.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fmt, fs};

use vchess_rom::facts::{PYPI_PACKAGE, PYPI_VERSION};

/// The package that carries the cartridges, pinned, as pip and uv spell it: `ale-py==0.12.1`.
pub(crate) fn requirement() -> String {
    format!("{PYPI_PACKAGE}=={PYPI_VERSION}")
}

/// Which of the package's wheels to take. They all carry the same cartridges, so one is named
/// whatever the host's own system and Python are.
mod wheel {
    pub(super) const PYTHON: &str = "3.11";
    pub(super) const ABI: &str = "cp311";
    pub(super) const PIP_PLATFORM: &str = "manylinux_2_28_x86_64";
    pub(super) const UV_PLATFORM: &str = "x86_64-manylinux_2_28";
}

/// Lines of a client's complaints that are kept for the error message.
const KEPT_LINES: usize = 12;

/// Ways to call pip, the first that answers is used.
const PIPS: [(&str, &[&str]); 5] = [
    ("python3", &["-m", "pip"]),
    ("python", &["-m", "pip"]),
    ("py", &["-3", "-m", "pip"]),
    ("pip3", &[]),
    ("pip", &[]),
];

/// A client that answers.
#[derive(Debug)]
pub(crate) struct Client {
    kind: Kind,
    program: PathBuf,
    before: &'static [&'static str],
    name: String,
    search_path: Option<OsString>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pip,
    Uv,
}

impl Client {
    /// The names that are tried.
    pub(crate) fn names() -> impl Iterator<Item = String> {
        PIPS.iter().map(|&(program, before)| spelled(program, before)).chain([String::from("uv")])
    }

    /// The first pip that answers, then uv if it does, looked for along `search_path` in the form of
    /// `PATH`; `None` is the process's own.
    pub(crate) fn all(search_path: Option<&OsStr>) -> impl Iterator<Item = Self> + '_ {
        let pip = PIPS
            .iter()
            .filter_map(move |&(program, before)| Self::answering(Kind::Pip, program, before, search_path))
            .take(1);
        pip.chain(std::iter::once_with(move || Self::answering(Kind::Uv, "uv", &[], search_path)).flatten())
    }

    fn answering(
        kind: Kind,
        program: &str,
        before: &'static [&'static str],
        search_path: Option<&OsStr>,
    ) -> Option<Self> {
        let own_path = || env::var_os("PATH");
        let directory = env::current_dir().ok()?;
        let name = spelled(program, before);
        let program =
            which::which_in(program, search_path.map(OsStr::to_os_string).or_else(own_path), directory)
                .ok()?;
        let client = Self { kind, program, before, name, search_path: search_path.map(OsStr::to_os_string) };
        let answer = client.command().arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        answer.is_ok_and(|status| status.success()).then_some(client)
    }

    /// How a person would call it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(self.before).stdin(Stdio::null());
        if let Some(path) = &self.search_path {
            command.env("PATH", path);
        }
        command
    }

    /// Brings the package into the empty directory `into`. The client's progress goes to standard
    /// error, its complaints to `said`, line by line.
    pub(crate) fn fetch(&self, into: &Path, said: &mut dyn FnMut(&str)) -> Result<Brought, ClientFailure> {
        let failed = |how: String, said: VecDeque<String>| ClientFailure {
            client: self.name.clone(),
            how,
            said: said.into(),
        };
        let mut command = self.command();
        match self.kind {
            Kind::Pip => command
                .args(["download", "--no-input", "--no-deps", "--only-binary", ":all:"])
                .args(["--platform", wheel::PIP_PLATFORM, "--python-version", wheel::PYTHON])
                .args(["--implementation", "cp", "--abi", wheel::ABI])
                .arg("--dest"),
            Kind::Uv => command
                .args(["pip", "install", "--no-deps", "--only-binary", ":all:"])
                .args(["--python-platform", wheel::UV_PLATFORM, "--python-version", wheel::PYTHON])
                .arg("--target"),
        };
        command.arg(into).arg(requirement()).stdout(io::stderr()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(error.to_string(), VecDeque::new()))?;
        let mut last_lines = VecDeque::new();
        if let Some(complaints) = child.stderr.take() {
            for line in BufReader::new(complaints).split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).trim_end().to_owned();
                said(&line);
                if last_lines.len() == KEPT_LINES {
                    last_lines.pop_front();
                }
                last_lines.push_back(line);
            }
        }
        match child.wait() {
            Ok(status) if status.success() => {}
            Ok(status) => return Err(failed(status.to_string(), last_lines)),
            Err(error) => return Err(failed(error.to_string(), last_lines)),
        }
        match self.kind {
            Kind::Uv => Ok(Brought::Directory(into.to_path_buf())),
            Kind::Pip => match only_wheel(into) {
                Ok(wheel) => Ok(Brought::Wheel(wheel)),
                Err(why) => Err(failed(why, last_lines)),
            },
        }
    }
}

/// What a client leaves.
#[derive(Debug)]
pub(crate) enum Brought {
    /// A wheel, by pip.
    Wheel(PathBuf),
    /// A directory that the package is installed in, by uv.
    Directory(PathBuf),
}

fn spelled(program: &str, before: &[&str]) -> String {
    let mut name = String::from(program);
    for argument in before {
        name.push(' ');
        name.push_str(argument);
    }
    name
}

fn only_wheel(directory: &Path) -> Result<PathBuf, String> {
    let entries = fs::read_dir(directory).map_err(|error| error.to_string())?;
    let mut wheels = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension() == Some(OsStr::new("whl")));
    match (wheels.next(), wheels.next()) {
        (Some(wheel), None) => Ok(wheel),
        (None, _) => Err("it reported success but left no wheel".into()),
        (Some(_), Some(_)) => Err("it left more than one wheel".into()),
    }
}

/// A client that did not bring the package.
#[derive(Debug)]
pub struct ClientFailure {
    /// How it was called, as `python3 -m pip`.
    pub client: String,
    /// How it ended.
    pub how: String,
    /// The last lines it complained with.
    pub said: Vec<String>,
}

impl fmt::Display for ClientFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} could not bring {} ({})", self.client, requirement(), self.how)?;
        self.said.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}
