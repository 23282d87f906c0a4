//! The file that remembers a campaign.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::Tally;

/// The first line of the file; the number is the format's.
const MAGIC: &str = "vchess campaign 1";

/// What has been done, and the file it stands in: a line that says what it is, the SHA-256 of the rest, the rest as JSON.
#[derive(Debug)]
pub struct State {
    path: PathBuf,
    done: Done,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    seed: u64,
    next_batch: u64,
    tally: Tally,
}

impl State {
    /// The state in a file, or the beginning of a campaign where there is no such file.
    ///
    /// # Errors
    /// If the file is not a campaign's state, or one of another seed, or damaged: it is left as it is.
    pub fn open(path: &Path, seed: u64) -> Result<Self> {
        let shown = path.display();
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let state = Self {
                    path: path.to_owned(),
                    done: Done { seed, next_batch: 0, tally: Tally::default() },
                };
                state.write()?;
                return Ok(state);
            }
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                bail!("{shown} is not the state of a campaign; name another file")
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {shown}")),
        };
        let parts: Vec<&str> = text.splitn(3, '\n').collect();
        let [MAGIC, sum, json] = parts[..] else {
            bail!(
                "{shown} is not the state of a campaign (expected a first line `{MAGIC}`); name another file"
            );
        };
        ensure!(
            sum == checksum(json),
            "{shown} is damaged: its checksum is another one. Remove it to begin the campaign again"
        );
        let done: Done = serde_json::from_str(json)
            .with_context(|| format!("{shown} is not as this program writes it; remove it to begin again"))?;
        ensure!(
            done.seed == seed,
            "{shown} is of a campaign with --seed {}, not {seed}; name another file or that seed",
            done.seed
        );
        Ok(Self { path: path.to_owned(), done })
    }

    /// Writes the file anew; whatever happens on the way, either the old one or the new one is there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self) -> Result<()> {
        let json = serde_json::to_string(&self.done)?;
        let folder = match self.path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let written = (|| -> std::io::Result<()> {
            let mut file = NamedTempFile::new_in(folder)?;
            file.write_all(format!("{MAGIC}\n{}\n{json}", checksum(&json)).as_bytes())?;
            file.as_file().sync_all()?;
            file.persist(&self.path)?;
            Ok(())
        })();
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// What the campaign has come to.
    pub const fn tally(&self) -> &Tally {
        &self.done.tally
    }

    /// The number of the next batch.
    pub const fn next_batch(&self) -> u64 {
        self.done.next_batch
    }

    pub(super) fn add(&mut self, tally: Tally) {
        self.done.tally.add(tally);
        self.done.next_batch += 1;
    }
}

fn checksum(text: &str) -> String {
    hex::encode(Sha256::digest(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_comes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        let mut state = State::open(&path, 7).expect("a beginning");
        state.add(Tally::derailed_once());
        state.write().expect("it is written");
        let again = State::open(&path, 7).expect("it is read");
        assert_eq!((again.next_batch(), again.tally()), (1, state.tally()));
        let error = State::open(&path, 8).expect_err("another seed").to_string();
        assert!(error.contains("--seed 7"), "{error}");
    }

    #[test]
    fn what_is_torn_or_foreign_is_refused_and_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("state");
        State::open(&path, 1).expect("a beginning");
        let whole = fs::read(&path).expect("a file");
        let damaged = (0..whole.len()).map(|length| whole[..length].to_vec());
        let flipped = (0..whole.len()).map(|at| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            bytes
        });
        for bytes in damaged.chain(flipped).chain([b"a letter".to_vec(), vec![0xff; 40]]) {
            fs::write(&path, &bytes).expect("it is written");
            State::open(&path, 1).expect_err("it is no state");
            assert_eq!(fs::read(&path).expect("still there"), bytes);
        }
    }
}
