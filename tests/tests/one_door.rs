//! Tests get the ROM and the fleet from this crate's functions alone: what goes past them is not counted.

use std::fs;
use std::path::{Path, PathBuf};

/// Ways past the functions, as they are written.
const PAST: [&str; 5] = [
    r#""rom/video_chess.bin"#,
    r#"join("video_chess.bin"#,
    r#""rom/fleet"#,
    r#"var("VCHESS_ROM"#,
    r#"var_os("VCHESS_ROM"#,
];

/// Tests of the finding and fetching itself, which make such files in folders of their own.
const ALLOWED: [&str; 5] = [
    "tests/tests/cartridges.rs",
    "tests/tests/counting.rs",
    "tests/tests/one_door.rs",
    "tools/cartridges/tests/fetch.rs",
    "tools/xtask/tests/commands.rs",
];

fn sources_in(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the checkout") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                sources_in(&path, sources);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
}

#[test]
fn no_test_takes_the_rom_past_the_count() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the checkout");
    let mut sources = Vec::new();
    sources_in(root, &mut sources);
    let mut tests = 0;
    for path in sources {
        let relative =
            path.strip_prefix(root).expect("below the checkout").to_string_lossy().replace('\\', "/");
        if !relative.split('/').rev().skip(1).any(|folder| folder == "tests" || folder == "benches") {
            continue;
        }
        tests += 1;
        if relative.starts_with("tests/src/") || ALLOWED.contains(&relative.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source");
        for past in PAST {
            assert!(
                !text.contains(past),
                "{relative} has {past}: take the ROM from vchess_tests::rom(), rom_file(), cartridge() or fleet()"
            );
        }
    }
    assert!(tests > ALLOWED.len(), "the tests were not found");
}
