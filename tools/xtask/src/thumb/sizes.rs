//! What a library's machine code takes.

use std::fmt;

use anyhow::{Context, Result, ensure};
use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSection, SectionKind};

use super::stack::Frames;

/// Entries whose stack is reported: what a program on the Pico calls. They are looked for by the end of their path.
const ENTRIES: [(&str, &str); 4] = [
    ("Search::step", "search::Search>::step"),
    ("Search::settle", "search::Search>::settle"),
    ("Game::play", "game::Game>::play"),
    ("Game::hurry", "game::Game>::hurry"),
];

/// Sizes in bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Sizes {
    /// Machine code.
    pub(super) code: u64,
    /// Constants: tables, texts of errors.
    pub(super) tables: u64,
    /// Memory that is taken from the start: variables.
    pub(super) variables: u64,
    /// Entries and the stack that the deepest chain of calls from each takes.
    pub(super) stack: Vec<(&'static str, u64)>,
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  code       {:>6} bytes", self.code)?;
        writeln!(f, "  tables     {:>6} bytes", self.tables)?;
        writeln!(f, "  variables  {:>6} bytes", self.variables)?;
        for (entry, bytes) in &self.stack {
            writeln!(f, "  stack      {bytes:>6} bytes  {entry}")?;
        }
        Ok(())
    }
}

/// Measures the objects in a library (`.rlib`).
pub(super) fn measure(library: &[u8]) -> Result<Sizes> {
    let mut sizes = Sizes::default();
    let mut frames = Frames::default();
    let mut objects = 0;
    for member in ArchiveFile::parse(library).context("expected a library")?.members() {
        let member = member?;
        if !member.name().ends_with(b".o") {
            continue;
        }
        let object =
            File::parse(member.data(library)?).context("expected machine code; is it built with LTO?")?;
        objects += 1;
        for section in object.sections() {
            match section.kind() {
                SectionKind::Text => sizes.code += section.size(),
                SectionKind::ReadOnlyData | SectionKind::ReadOnlyString => sizes.tables += section.size(),
                SectionKind::Data | SectionKind::UninitializedData => sizes.variables += section.size(),
                _ => {}
            }
        }
        frames.read(&object)?;
    }
    ensure!(objects > 0, "expected objects in the library, found none");
    for (name, path) in ENTRIES {
        let bytes = frames.deepest(path).with_context(|| format!("there is no {path} in it"))?;
        sizes.stack.push((name, bytes));
    }
    Ok(sizes)
}
