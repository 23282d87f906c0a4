//! python-chess, a client that knows nothing of us, plays whole games with both engines.

use std::path::Path;
use std::process::Command;

#[track_caller]
fn plays(mut python: Command, games: &str, levels: &str, arguments: &[&str]) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/games.py");
    let output = python
        .arg(script)
        .args([games, levels, env!("CARGO_BIN_EXE_vchess"), "uci"])
        .args(arguments)
        .output()
        .expect("Python starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.starts_with(&format!("{games} games, ")), "{said}");
}

#[test]
fn whole_games_with_the_port() {
    let Some(python) = vchess_tests::python_chess() else { return };
    plays(python, "12", "1,2,3,4,5,8", &[]);
}

#[test]
fn whole_games_with_the_cartridge() {
    let (Some(python), Some(rom)) = (vchess_tests::python_chess(), vchess_tests::rom_file()) else { return };
    plays(python, "4", "1,8", &["--engine", "rom", "--rom", rom.to_str().expect("a path")]);
}
