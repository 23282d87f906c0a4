//! What the tests share.

#![allow(dead_code, reason = "each file of tests uses a part of it")]

use std::path::PathBuf;

use board_script::{Report, Script};
use pico_emulator::{Bench, Image, Pico};

/// The firmware, which `cargo xtask test` builds and names.
pub(crate) fn image() -> Image {
    let path = std::env::var_os("VCHESS_PICO_ELF").map(PathBuf::from);
    let path = path.expect("VCHESS_PICO_ELF names the firmware: `cargo xtask test` sets it");
    Image::read(&path).unwrap()
}

/// A Pico with power and nothing on its board.
pub(crate) fn bench(image: &Image) -> Bench {
    Bench { pico: Pico::new(image).unwrap() }
}

/// Plays the lines of a script, with times from now on.
pub(crate) fn act(bench: &mut Bench, script: &str) -> Report {
    let now = board_script::Rig::now(bench) / 1_000 + 1;
    let moved: Vec<String> = script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| match line.split_once(' ') {
            Some((ms, rest)) if ms.parse::<u64>().is_ok() => {
                format!("{} {rest}", now + ms.parse::<u64>().unwrap())
            }
            _ => line.to_owned(),
        })
        .collect();
    let script = Script::parse(&moved.join("\n")).unwrap();
    board_script::play_for(&script, bench, None, 0).unwrap()
}

/// The colours of a framebuffer's words.
pub(crate) fn colours(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| (0..8).map(move |i| (word >> (4 * i) & 15) as u8)).collect()
}

/// How many pixels differ.
pub(crate) fn differing(a: &[u8], b: &[u8]) -> usize {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}
