//! `cargo xtask pico`: the firmware on an emulated Pico.
//!
//! The emulator's sources come from cargo's registry and are patched in copies under `target/pico`: its crate is a
//! workspace of its own, and building this one needs nothing of it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{cargo, cli, firmware, prepare, thumb};

/// The package of the tests on the emulated Pico.
pub(crate) const PACKAGE: &str = "pico-emulator";
/// The crate on the emulated Pico.
const MANIFEST: &str = "tests/pico/Cargo.toml";
/// The patch for the emulator.
const PATCH: &str = "tests/pico/emulator/rp2040-emu.patch";
/// The crates that are patched.
const CRATES: [(&str, &str); 2] = [("picoem-common", "0.2.2"), ("rp2040-emu", "0.1.5")];
/// Environment variable that tells the tests where the firmware's ELF file is.
const ELF_VARIABLE: &str = "VCHESS_PICO_ELF";
/// Environment variable that tells them where the desktop program is, which plays the same scripts.
const PROGRAM_VARIABLE: &str = "VCHESS_PROGRAM";

pub(crate) fn pico(may_install: bool, arguments: &[OsString]) -> Result<ExitCode> {
    let mut command = command("run")?;
    command.args(["--quiet", "--bin", "pico", "--"]);
    if !cli::ask_for_text(arguments) {
        thumb::ensure(may_install)?;
        command.arg("--elf").arg(firmware::build()?);
        let names = |option: &str| arguments.iter().any(|argument| argument == option);
        if names("--original") && !names("--rom") {
            command.arg("--rom").arg(prepare::rom(None, may_install)?.path);
        }
    }
    command.args(arguments);
    Ok(cargo::exit_code(cargo::run(&mut command)?))
}

/// Builds the firmware and runs its tests on the emulated Pico, with these environment variables besides.
///
/// # Errors
/// If there is no compiler for the chip, or the firmware or the desktop program does not build.
pub(crate) fn test(
    may_install: bool,
    long: bool,
    environment: &[(&str, OsString)],
    filters: &[OsString],
) -> Result<ExitStatus> {
    thumb::ensure(may_install)?;
    let elf = firmware::build()?;
    let program = cargo::build_program("vchess")?;
    let mut command = command("test")?;
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    command.env(ELF_VARIABLE, elf).env(PROGRAM_VARIABLE, program).args(["--no-fail-fast", "--"]);
    if long {
        command.arg("--include-ignored");
    }
    cargo::run(command.args(filters))
}

/// `cargo SUBCOMMAND` on the crate of the emulated Pico, once the emulator is there.
pub(crate) fn command(subcommand: &str) -> Result<Command> {
    let root = cargo::root()?;
    let place = root.join("target").join("pico");
    prepare(&root, &place)?;
    let mut command = plain_cargo();
    command.arg(subcommand).arg("--manifest-path").arg(root.join(MANIFEST)).arg("--locked");
    command.arg("--target-dir").arg(place.join("build"));
    Ok(command)
}

fn plain_cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

/// Lays the patched sources of the emulator under `place`, unless they are there.
fn prepare(root: &Path, place: &Path) -> Result<()> {
    let patch_path = root.join(PATCH);
    let patch =
        fs::read_to_string(&patch_path).with_context(|| format!("cannot read {}", patch_path.display()))?;
    let emulator = place.join("emulator");
    // Says which patch the sources have had.
    let stamp = emulator.join("patched");
    if fs::read_to_string(&stamp).is_ok_and(|done| done == patch) {
        return Ok(());
    }
    let sources = fetch(&place.join("fetch"))?;
    for ((name, version), from) in CRATES.iter().zip(&sources) {
        let to = emulator.join(format!("{name}-{version}"));
        if to.exists() {
            fs::remove_dir_all(&to).with_context(|| format!("cannot empty {}", to.display()))?;
        }
        copy(from, &to)?;
    }
    for part in split(&patch) {
        apply(&emulator, part)?;
    }
    fs::write(&stamp, patch).with_context(|| format!("cannot write {}", stamp.display()))
}

/// Has cargo fetch the crates and returns the folders of their sources, in the order of [`CRATES`].
fn fetch(place: &Path) -> Result<Vec<PathBuf>> {
    let manifest = place.join("Cargo.toml");
    let needed = CRATES.map(|(name, version)| format!("{name} = \"={version}\"\n")).concat();
    let text = format!(
        "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\n{needed}\n[workspace]\n"
    );
    fs::create_dir_all(place.join("src")).with_context(|| format!("cannot make {}", place.display()))?;
    fs::write(&manifest, text).with_context(|| format!("cannot write {}", manifest.display()))?;
    fs::write(place.join("src/lib.rs"), "")
        .with_context(|| format!("cannot write into {}", place.display()))?;
    let mut command = plain_cargo();
    command.args(["metadata", "--format-version", "1", "--manifest-path"]).arg(&manifest);
    let output =
        command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().context("cannot run cargo")?;
    ensure!(output.status.success(), "cargo cannot fetch the emulator's crates");
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata: expected JSON")?;
    let packages = metadata["packages"].as_array().context("cargo metadata names no packages")?;
    CRATES
        .iter()
        .map(|(name, version)| {
            let package = packages.iter().find(|p| p["name"] == *name && p["version"] == *version);
            let manifest = package.and_then(|p| p["manifest_path"].as_str());
            let folder = manifest.and_then(|path| Path::new(path).parent());
            folder.map(Path::to_path_buf).with_context(|| format!("cargo has not fetched {name} {version}"))
        })
        .collect()
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let failed = || format!("cannot copy {} to {}", from.display(), to.display());
    fs::create_dir_all(to).with_context(failed)?;
    for entry in fs::read_dir(from).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        let target = to.join(entry.file_name());
        if entry.file_type().with_context(failed)?.is_dir() {
            // Tests and examples are not built.
            if !matches!(entry.file_name().to_str(), Some("tests" | "benches" | "examples")) {
                copy(&entry.path(), &target)?;
            }
        } else if entry.path().extension() != Some(OsStr::new("lock")) {
            // Not `fs::copy`: the registry's files may be read-only.
            let bytes = fs::read(entry.path()).with_context(failed)?;
            fs::write(&target, bytes).with_context(failed)?;
        }
    }
    Ok(())
}

/// The parts of a patch, a file each.
fn split(patch: &str) -> Vec<&str> {
    let starts: Vec<usize> = patch
        .match_indices("--- a/")
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || patch[..at].ends_with('\n'))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([patch.len()]);
    starts.iter().zip(ends).map(|(&start, end)| &patch[start..end]).collect()
}

fn apply(emulator: &Path, part: &str) -> Result<()> {
    let name = part.lines().next().and_then(|line| line.strip_prefix("--- a/")).unwrap_or_default();
    let name = name.split('\t').next().unwrap_or_default();
    let path = emulator.join(name);
    let patch = diffy::Patch::from_str(part).with_context(|| format!("the patch of {name}"))?;
    let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let patched = match diffy::apply(&text, &patch) {
        Ok(patched) => patched,
        Err(error) => bail!("{name}: the patch does not apply: {error}"),
    };
    fs::write(&path, patched).with_context(|| format!("cannot write {}", path.display()))
}
