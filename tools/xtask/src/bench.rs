//! `cargo xtask bench`: this emulator and the Arcade Learning Environment in turn, on the same cartridges.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use xtask::system::Purpose;

use crate::{cargo, prepare};

/// Rounds unless told otherwise; each measures both.
pub(crate) const ROUNDS: usize = 3;
/// The peer, from `PyPI`.
const PEER: &str = "ale-py==0.12.1";
/// Replies that are thought about: the longest of these.
const RECORDS: &str = "tests/golden/chess/level5.jsonl.gz";

/// What is measured: a name for people, and where the figure stands in either program's JSON.
const FIGURES: [(&str, &str, f64, &str); 4] = [
    ("Video Chess, frames", "/frames_per_second/video_chess", 1.0, "a second"),
    ("Breakout, frames", "/frames_per_second/breakout", 1.0, "a second"),
    ("Pitfall, frames", "/frames_per_second/pitfall", 1.0, "a second"),
    ("Video Chess thinking, 6507 cycles", "/thinking_cycles_per_second", 1e6, "million a second"),
];

pub(crate) fn bench(may_install: bool, rounds: usize) -> Result<ExitCode> {
    prepare::system(&[Purpose::Build], may_install)?;
    let fleet = prepare::fleet(may_install)?.folder;
    let root = cargo::root()?;
    let place = root.join("target").join("bench");
    fs::create_dir_all(&place).with_context(|| format!("cannot make {}", place.display()))?;
    let python = python()?;
    let peer = place.join("ale");
    if !peer.is_dir() {
        eprintln!("Bench: {PEER} goes into {}", peer.display());
        let install =
            ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"].map(OsStr::new);
        ran(Command::new(&python).args(install).arg(&peer).arg(PEER))?;
    }
    let script = place.join("ale.py");
    fs::write(&script, include_str!("bench/ale.py"))
        .with_context(|| format!("cannot write {}", script.display()))?;
    ran(cargo::command("build")?.args(["--release", "--quiet", "-p", "vchess"]))?;

    let records = root.join(RECORDS);
    let mut measured = Vec::new();
    for round in 1..=rounds {
        eprintln!("Bench: round {round} of {rounds}");
        let mut ale = Command::new(&python);
        ale.arg(&script).arg(&fleet).arg(&records).env("PYTHONPATH", &peer);
        let mut vchess = Command::new(program(&root));
        vchess.args(["bench", "--json", "--roms"]).arg(&fleet).arg("--record").arg(&records);
        vchess.arg("--rom").arg(fleet.join("video_chess.bin"));
        measured.push((json(&mut ale)?, json(&mut vchess)?));
    }
    println!("{:<36} {:>12} {:>12} {:>7}", "", "ALE", "here", "ratio");
    for (name, pointer, unit, per) in FIGURES {
        let figures = |peer: bool| -> Result<Vec<f64>> {
            measured
                .iter()
                .map(|(ale, here)| if peer { ale } else { here })
                .map(|value| value.pointer(pointer).and_then(Value::as_f64).context("a figure is missing"))
                .collect()
        };
        let (ale, here) = (figures(true)?, figures(false)?);
        let ratios = ale.iter().zip(&here).map(|(ale, here)| here / ale).collect();
        println!(
            "{name:<36} {:>12.0} {:>12.0} {:>7.2}  {per}",
            median(ale) / unit,
            median(here) / unit,
            median(ratios)
        );
    }
    let here: Vec<&Value> = measured.iter().map(|(_, here)| here).collect();
    let mut ale = Command::new(&python);
    ale.arg(&script).arg(&fleet).arg(&records).env("PYTHONPATH", &peer);
    port(&here, &mut ale)
}

/// The port alone, level by level, and its reply to 1.e2e4 at level 7 beside the same reply of the cartridge in the peer,
/// which takes it some ten seconds and is asked once.
fn port(rounds: &[&Value], ale: &mut Command) -> Result<ExitCode> {
    let figures = |pointer: &str| -> Result<Vec<f64>> {
        let figure = |value: &&Value| value.pointer(pointer).and_then(Value::as_f64);
        rounds.iter().map(figure).collect::<Option<_>>().context("a figure is missing")
    };
    println!();
    for level in 0..8 {
        let nodes = median(figures(&format!("/port_nodes_per_second/{level}"))?);
        println!("Port, level {}, nodes {:>27.2}  million a second", level + 1, nodes / 1e6);
    }
    let headline = rounds.first().and_then(|round| round.get("level_7")).context("a figure is missing")?;
    let ram = headline.get("ram_before").and_then(Value::as_str).context("a figure is missing")?;
    eprintln!("Bench: the cartridge thinks at level 7 in the peer");
    let theirs = json(ale.arg(ram))?;
    ensure!(
        theirs.get("reply") == headline.get("reply"),
        "the port replies {:?} and the cartridge in the peer {:?}",
        headline.get("reply"),
        theirs.get("reply")
    );
    let theirs = theirs.get("seconds").and_then(Value::as_f64).context("a figure is missing")?;
    let ours = median(figures("/level_7/seconds")?);
    let nodes = median(figures("/level_7/nodes")?);
    println!(
        "Reply to 1.e2e4 at level 7, {nodes} nodes: port {:.1} ms, ROM in ALE {theirs:.2} s, {:.0} times as long",
        ours * 1e3,
        theirs / ours
    );
    ensure!(theirs >= LEAST_RATIO * ours, "the port takes more than 1/{LEAST_RATIO} of the peer's time");
    Ok(ExitCode::SUCCESS)
}

/// The port is to be so many times as fast as the cartridge in the peer.
const LEAST_RATIO: f64 = 20.0;

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn program(root: &Path) -> std::path::PathBuf {
    root.join("target").join("release").join(format!("vchess{}", env::consts::EXE_SUFFIX))
}

fn python() -> Result<std::path::PathBuf> {
    which::which("python3")
        .or_else(|_| which::which("python"))
        .context("no Python 3: install it, with its pip")
}

fn ran(command: &mut Command) -> Result<()> {
    let status = cargo::run(command)?;
    ensure!(status.success(), "{command:?} failed: {status}");
    Ok(())
}

fn json(command: &mut Command) -> Result<Value> {
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    serde_json::from_slice(&output.stdout).with_context(|| format!("{command:?}: expected JSON"))
}
