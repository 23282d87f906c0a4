//! `cargo xtask play`: from a fresh checkout to a game.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use xtask::system::Purpose;

use crate::{cargo, cli, prepare};

pub(crate) fn play(may_install: bool, arguments: &[OsString]) -> Result<ExitCode> {
    prepare::system(&[Purpose::Build, Purpose::Window], may_install)?;
    if plays_video_chess(arguments) {
        let found = prepare::rom(given_rom(arguments).as_deref(), may_install)?;
        eprintln!("ROM: {} ({})", found.path.display(), found.place);
    }
    let mut command = cargo::command("run")?;
    command.args(["--release", "-p", "vchess", "--"]).args(arguments);
    Ok(cargo::exit_code(cargo::run(&mut command)?))
}

/// Whether `vchess ARGUMENTS` opens Video Chess: not with another subcommand than `play`, which sees to its own files,
/// nor where only a text is asked for.
fn plays_video_chess(arguments: &[OsString]) -> bool {
    let subcommand = arguments
        .first()
        .is_some_and(|first| !first.as_encoded_bytes().starts_with(b"-") && first.as_os_str() != "play");
    !subcommand && !cli::ask_for_text(arguments)
}

/// The file in `--rom FILE` or `--rom=FILE`.
fn given_rom(arguments: &[OsString]) -> Option<PathBuf> {
    let separate = arguments.windows(2).find(|two| two[0] == "--rom").map(|two| PathBuf::from(&two[1]));
    let joined = || {
        let mut texts = arguments.iter().filter_map(|argument| argument.to_str());
        texts.find_map(|text| text.strip_prefix("--rom=").map(PathBuf::from))
    };
    separate.or_else(joined)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn the_rom_is_wanted_where_video_chess_is_played() {
        for playing in ["", "--level 3", "--rom a.bin --black", "play", "play --terminal"] {
            assert!(plays_video_chess(&words(playing)), "{playing:?}");
        }
        for not in ["run pitfall.bin", "uci", "--help", "-V", "--level 3 -h"] {
            assert!(!plays_video_chess(&words(not)), "{not:?}");
        }
    }

    #[test]
    fn the_given_rom_is_read_in_both_spellings() {
        assert_eq!(given_rom(&words("--level 3 --rom a.bin")), Some("a.bin".into()));
        assert_eq!(given_rom(&words("--rom=b.bin --black")), Some("b.bin".into()));
        assert_eq!(given_rom(&words("--level 3")), None);
        assert_eq!(given_rom(&words("--rom")), None);
    }
}
