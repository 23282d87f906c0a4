//! Which tests ran on the real thing, and which were skipped for want of it.
//!
//! `cargo test` knows only passed and failed: a test that returns early for want of the ROM has
//! passed. So each test that asks for something that may be missing (the ROM, the fleet of
//! cartridges, a program) appends one line to a file, and `cargo xtask test` counts the lines when
//! `cargo test` is through. The line is written by what hands the thing over, at the moment it does.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::{error, fmt};

/// Environment variable that names the file to append to. Unset: nobody counts.
pub const LEDGER_VARIABLE: &str = "VCHESS_TEST_LEDGER";

/// What the Video Chess ROM is called in the ledger.
pub const ROM: &str = "ROM";

/// What the fleet of cartridges is called in the ledger.
pub const FLEET: &str = "fleet";

/// What a test that asked for something came by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It got it.
    Got,
    /// It did not, and was skipped.
    Skipped {
        /// Why, as part of a line.
        reason: String,
    },
}

/// One line of the ledger: a test asked for something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The test, with its crate and binary.
    pub test: String,
    /// What it asked for: [`ROM`], [`FLEET`], or a program's name.
    pub thing: String,
    /// What it came by.
    pub outcome: Outcome,
}

impl Entry {
    /// Appends the entry to the file at `path`, which other processes append to as well.
    ///
    /// # Errors
    /// What the system says of the file.
    pub fn append(&self, path: &Path) -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        // One write a line: the system does not mix appended writes.
        file.write_all(self.line().as_bytes())
    }

    fn line(&self) -> String {
        let plain = |text: &str| text.replace(['\t', '\n', '\r'], " ");
        let (outcome, reason) = match &self.outcome {
            Outcome::Got => ("got", String::new()),
            Outcome::Skipped { reason } => ("skipped", plain(reason)),
        };
        format!("{outcome}\t{}\t{}\t{reason}\n", plain(&self.thing), plain(&self.test))
    }

    fn parse(line: &str) -> Option<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[outcome, thing, test, reason] = fields.as_slice() else { return None };
        let outcome = match outcome {
            "got" if reason.is_empty() => Outcome::Got,
            "skipped" => Outcome::Skipped { reason: reason.into() },
            _ => return None,
        };
        Some(Self { test: test.into(), thing: thing.into(), outcome })
    }
}

/// All entries of one run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    entries: Vec<Entry>,
}

impl Ledger {
    /// Reads the file at `path`. A file that is not there is an empty ledger: nobody asked for anything.
    ///
    /// # Errors
    /// If it cannot be read, or holds a line that is no entry: then nothing can be said about the run.
    pub fn read(path: &Path) -> Result<Self, Unreadable> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.map_err(|error| Unreadable(format!("{}: {error}", path.display())))?,
        };
        let entry = |line: &str| {
            Entry::parse(line).ok_or_else(|| Unreadable(format!("{}: no entry: {line:?}", path.display())))
        };
        Ok(Self { entries: text.lines().map(entry).collect::<Result<_, _>>()? })
    }

    /// The tests that ran on `thing`: that got it, and were not skipped for want of anything else.
    pub fn ran(&self, thing: &str) -> BTreeSet<&str> {
        let skipped: BTreeSet<&str> = self.skipped_entries().map(|(entry, _)| entry.test.as_str()).collect();
        self.entries
            .iter()
            .filter(|entry| entry.thing == thing && entry.outcome == Outcome::Got)
            .map(|entry| entry.test.as_str())
            .filter(|test| !skipped.contains(test))
            .collect()
    }

    /// The tests that were skipped for want of `thing`, each with the reason.
    pub fn skipped(&self, thing: &str) -> BTreeMap<&str, &str> {
        self.skipped_entries()
            .filter(|(entry, _)| entry.thing == thing)
            .map(|(entry, reason)| (entry.test.as_str(), reason))
            .collect()
    }

    fn skipped_entries(&self) -> impl Iterator<Item = (&Entry, &str)> {
        self.entries.iter().filter_map(|entry| match &entry.outcome {
            Outcome::Got => None,
            Outcome::Skipped { reason } => Some((entry, reason.as_str())),
        })
    }
}

/// The summary that closes a run: a line for each thing, and the skipped tests by name.
impl fmt::Display for Ledger {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let things: BTreeSet<&str> = self.entries.iter().map(|entry| entry.thing.as_str()).collect();
        let programs = things.into_iter().filter(|&thing| thing != ROM && thing != FLEET);
        for thing in [ROM, FLEET].into_iter().chain(programs) {
            let ran = tests(self.ran(thing).len());
            let skipped = self.skipped(thing);
            match thing {
                ROM => write!(f, "{ran} ran against the real ROM, {} skipped", skipped.len())?,
                FLEET => write!(f, "{ran} ran on the fleet's cartridges, {} skipped", skipped.len())?,
                program => write!(f, "{ran} ran with {program}, {} skipped", skipped.len())?,
            }
            let reasons: BTreeSet<&str> = skipped.values().copied().collect();
            for (number, reason) in reasons.into_iter().enumerate() {
                write!(f, "{}no {thing} ({reason})", if number == 0 { ": " } else { "; " })?;
            }
            writeln!(f)?;
            for test in skipped.keys() {
                writeln!(f, "  skipped: {test}")?;
            }
        }
        Ok(())
    }
}

fn tests(count: usize) -> String {
    if count == 1 { "1 test".into() } else { format!("{count} tests") }
}

/// A ledger that says nothing that can be relied on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable(String);

impl error::Error for Unreadable {}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the ledger of the tests cannot be read: {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn got(test: &str, thing: &str) -> Entry {
        Entry { test: test.into(), thing: thing.into(), outcome: Outcome::Got }
    }

    fn skipped(test: &str, thing: &str, reason: &str) -> Entry {
        Entry { test: test.into(), thing: thing.into(), outcome: Outcome::Skipped { reason: reason.into() } }
    }

    fn read_back(entries: &[Entry]) -> Ledger {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ledger");
        for entry in entries {
            entry.append(&path).expect("appended");
        }
        Ledger::read(&path).expect("what was written")
    }

    #[test]
    fn entries_are_read_as_they_were_written() {
        let entries = [got("a::b", ROM), skipped("a::c", "dasm", "Debian package dasm")];
        assert_eq!(read_back(&entries).entries, entries);
        let odd = read_back(&[skipped("a\tb", ROM, "two\nlines")]);
        assert_eq!(odd.entries, [skipped("a b", ROM, "two lines")]);
    }

    #[test]
    fn a_test_counts_once_and_only_if_nothing_was_missing() {
        let ledger = read_back(&[
            got("one", ROM),
            got("one", ROM),
            got("two", ROM),
            skipped("two", "dasm", "Debian package dasm"),
            got("three", "dasm"),
            skipped("four", ROM, "none in rom/"),
            skipped("four", ROM, "none in rom/"),
        ]);
        assert_eq!(ledger.ran(ROM), BTreeSet::from(["one"]));
        assert_eq!(ledger.ran("dasm"), BTreeSet::from(["three"]));
        assert_eq!(
            ledger.to_string(),
            "1 test ran against the real ROM, 1 skipped: no ROM (none in rom/)\n  \
             skipped: four\n\
             0 tests ran on the fleet's cartridges, 0 skipped\n\
             1 test ran with dasm, 1 skipped: no dasm (Debian package dasm)\n  \
             skipped: two\n"
        );
    }

    #[test]
    fn an_absent_ledger_is_empty_and_a_damaged_one_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ledger");
        assert_eq!(Ledger::read(&path), Ok(Ledger::default()));
        for damaged in ["got\tROM", "maybe\tROM\tt\t\n", "got\tROM\tt\tbut\n", "\n"] {
            fs::write(&path, damaged).expect("written");
            assert!(Ledger::read(&path).is_err(), "{damaged:?}");
        }
    }

    #[test]
    fn many_writers_do_not_mix_their_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ledger");
        std::thread::scope(|scope| {
            for writer in 0..8 {
                let path = &path;
                scope.spawn(move || {
                    for test in 0..50 {
                        got(&format!("{writer}/{test}"), ROM).append(path).expect("appended");
                    }
                });
            }
        });
        assert_eq!(Ledger::read(&path).expect("whole lines").ran(ROM).len(), 400);
    }
}
