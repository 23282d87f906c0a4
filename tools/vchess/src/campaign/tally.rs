//! What a campaign has come to.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::compare::Compared;

/// Searches by level, and differences.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// By `$EA`: the level less 1.
    levels: [Row; 8],
    /// Searches in which the human's king can be taken at once, so that neither the port nor the cartridge answers.
    pub derailed: u64,
    /// Searches in which the human's king can be taken at once and the cartridge, astray, comes to an answer by chance.
    #[serde(default)]
    pub astray: u64,
    /// Every difference.
    pub differences: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    to_the_end: u64,
    cut_off: u64,
    nodes: u64,
    cycles: u64,
}

impl Tally {
    pub(super) fn count(&mut self, level: u8, compared: &Compared) {
        let row = &mut self.levels[usize::from(level & 7)];
        row.to_the_end += compared.searches;
        row.cut_off += 1 - compared.searches;
        row.nodes += compared.nodes;
        row.cycles += compared.cycles;
    }

    /// One search in which neither answers.
    pub(super) fn derailed_once() -> Self {
        Self { derailed: 1, ..Self::default() }
    }

    /// One search in which the port stops and the cartridge, astray, answers.
    pub(super) fn astray_once() -> Self {
        Self { astray: 1, ..Self::default() }
    }

    pub(super) fn add(&mut self, other: Self) {
        for (row, more) in self.levels.iter_mut().zip(other.levels) {
            row.add(more);
        }
        self.derailed += other.derailed;
        self.astray += other.astray;
        self.differences.extend(other.differences);
    }

    /// Searches that both have been through to the end.
    pub fn to_the_end(&self) -> u64 {
        self.levels.iter().map(|row| row.to_the_end).sum()
    }
}

impl Row {
    fn add(&mut self, more: Self) {
        self.to_the_end += more.to_the_end;
        self.cut_off += more.cut_off;
        self.nodes += more.nodes;
        self.cycles += more.cycles;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| level | searches to the end | cut off | nodes | 6507 cycles |")?;
        writeln!(f, "|---|---:|---:|---:|---:|")?;
        let mut all = Row::default();
        let line = |f: &mut fmt::Formatter<'_>, name: &str, row: Row| {
            let Row { to_the_end, cut_off, nodes, cycles } = row;
            writeln!(f, "| {name} | {to_the_end} | {cut_off} | {nodes} | {cycles} |")
        };
        for (number, &row) in (1..).zip(&self.levels) {
            all.add(row);
            line(f, &format!("{number}"), row)?;
        }
        line(f, "all", all)?;
        writeln!(f, "Neither answers, for the human's king can be taken: {}", self.derailed)?;
        write!(f, "The same, but the cartridge, astray, comes to some answer: {}", self.astray)
    }
}
