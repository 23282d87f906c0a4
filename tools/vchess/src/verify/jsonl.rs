//! Files of JSON lines.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;

use crate::input::read_unpacked;

/// Reads a file of JSON lines, plain or gzipped.
///
/// # Errors
/// If the file cannot be read, a line is no such record, or there is no line at all.
pub fn read_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let text = read_unpacked(path, "golden file")?;
    let records = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| {
            serde_json::from_str(line).with_context(|| {
                format!("{}, line {}: expected a golden record in JSON", path.display(), number + 1)
            })
        })
        .collect::<Result<Vec<T>>>()?;
    ensure!(
        !records.is_empty(),
        "{}: expected golden records, one JSON object a line; found none",
        path.display()
    );
    Ok(records)
}
