//! Golden tests across the crates.
