//! Golden data in, verdicts out: one line a failure, and a last line that counts.

pub mod chess_port;
pub mod chess_record;
pub mod chess_rom;
pub mod cpu;
pub mod frames;
mod jsonl;
pub mod search;
pub mod tia;

pub use jsonl::read_lines;

/// What became of one golden case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Equal in everything that is compared.
    Passed,
    /// Differs; the text names the first difference.
    Failed(String),
    /// Differs for a reason that a waiver file gives evidence for.
    Waived(String),
}

/// Counts verdicts and prints the failures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Cases that are equal.
    pub passed: usize,
    /// Cases that differ.
    pub failed: usize,
    /// Cases that differ and are waived.
    pub waived: usize,
}

impl Tally {
    /// Counts one case; a failure is printed as one line `FAIL name: why`.
    pub fn count(&mut self, name: &str, verdict: &Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Failed(why) => {
                self.failed += 1;
                crate::say!("FAIL {}: {why}", name.escape_debug());
            }
            Verdict::Waived(why) => {
                self.waived += 1;
                crate::say!("WAIVED {}: {why}", name.escape_debug());
            }
        }
    }

    /// `N passed, M failed`, with `, K waived` where there are any.
    pub fn last_line(&self) -> String {
        let waived = if self.waived > 0 { format!(", {} waived", self.waived) } else { String::new() };
        format!("{} passed, {} failed{waived}", self.passed, self.failed)
    }
}
