//! Builds for the Pico's processor, a Cortex-M0+ ([`TARGET`]), with whatever compiler for it the machine offers.
//!
//! In this order: a compiler whose library for the target is installed; rustup, which installs it; a distribution's own
//! compiler with its sources beside it (Debian: `rustc-web`, `cargo-web`, `rust-web-src`), from which the library is
//! built along with the program.

mod sizes;
mod stack;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use xtask::system;

use crate::cargo;

/// The Cortex-M0+ without an operating system.
pub(crate) const TARGET: &str = "thumbv6m-none-eabi";

/// Where a sysroot keeps the sources of the library, if it has them.
const SOURCES: &str = "lib/rustlib/src/rust/library/core";

/// Debian's compiler with all that it needs to build for the target.
pub(crate) const PACKAGES: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

/// Debian's clippy for that compiler.
const LINTER_PACKAGE: &str = "rust-web-clippy";

/// Sees to a compiler for the target: rustup's, or where that is out of reach and `may_install`, Debian's.
///
/// # Errors
/// If there is none in the end; the text says how to get one.
pub(crate) fn ensure(may_install: bool) -> Result<()> {
    let Err(missing) = Compiler::find() else { return Ok(()) };
    if !may_install || !system::install_with_apt(&PACKAGES) {
        return Err(missing);
    }
    Compiler::find().map(|_| ())
}

/// What is to be built.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Build<'a> {
    /// The package.
    pub(crate) package: &'a str,
    /// The manifest of its workspace, from the root of this one; this one's if there is none.
    pub(crate) manifest: Option<&'a str>,
    /// Further arguments to `cargo build`: `--bin`, `--features`, `--profile` and the like.
    pub(crate) arguments: &'a [&'a str],
    /// Environment variables, such as `CARGO_PROFILE_RELEASE_LTO`. `RUSTFLAGS` among them.
    pub(crate) environment: &'a [(&'a str, &'a str)],
}

/// Builds a package of the workspace for [`TARGET`], optimised unless the arguments name another profile, and returns the
/// files that this has made: programs, libraries.
///
/// # Errors
/// If the machine has no compiler for the target, or the package does not build.
pub(crate) fn build(build: &Build<'_>) -> Result<Vec<PathBuf>> {
    Compiler::find()?.build(build)
}

/// Runs clippy on a workspace as the compiler for [`TARGET`] sees it; `arguments` follow those that say so.
///
/// # Errors
/// If the machine has no compiler for the target, or no clippy for that compiler.
pub(crate) fn lint(may_install: bool, manifest: &str, arguments: &[&str]) -> Result<ExitStatus> {
    ensure(may_install)?;
    let compiler = Compiler::find()?;
    if let Compiler::FromSource { cargo, .. } = &compiler {
        let is_there = || clippy_of(cargo).is_file();
        ensure!(
            is_there() || may_install && system::install_with_apt(&[LINTER_PACKAGE]) && is_there(),
            "the compiler for {TARGET} has no clippy: on Debian `apt-get install {LINTER_PACKAGE}` brings it"
        );
    }
    let root = cargo::root()?;
    let mut command = compiler.command("clippy", &root, &root.join(manifest))?;
    cargo::run(command.arg("--release").args(arguments))
}

/// The clippy that belongs to a cargo.
fn clippy_of(cargo: &Path) -> PathBuf {
    cargo.with_file_name("cargo-clippy")
}

/// A cargo that builds for [`TARGET`].
#[derive(Clone, Debug)]
enum Compiler {
    /// Its library is installed.
    Installed,
    /// A distribution's, with the sources of the library.
    FromSource { cargo: PathBuf, rustc: PathBuf },
}

impl Compiler {
    /// # Errors
    /// If there is none; the text says how to get one.
    fn find() -> Result<Self> {
        if has_library(Path::new("rustc"))? {
            return Ok(Self::Installed);
        }
        // rustup's server may be out of reach where the distribution's is not.
        if let Ok(rustup) = which::which("rustup") {
            eprintln!("$ rustup target add {TARGET}");
            let added = Command::new(rustup).args(["target", "add", TARGET]).stdin(Stdio::null()).status();
            if added.is_ok_and(|status| status.success()) && has_library(Path::new("rustc"))? {
                return Ok(Self::Installed);
            }
        }
        let (cargo, rustc) = (PathBuf::from("/usr/bin/cargo"), PathBuf::from("/usr/bin/rustc"));
        let has_sources = |rustc| Ok::<_, anyhow::Error>(sysroot(rustc)?.join(SOURCES).is_dir());
        if cargo.is_file() && rustc.is_file() && (has_library(&rustc)? || has_sources(&rustc)?) {
            return Ok(Self::FromSource { cargo, rustc });
        }
        bail!(
            "there is no compiler for {TARGET}: `rustup target add {TARGET}` brings it, or on Debian \
             `apt-get install {}`",
            PACKAGES.join(" ")
        )
    }

    /// `cargo SUBCOMMAND` for the target.
    fn command(&self, subcommand: &str, root: &Path, manifest: &Path) -> Result<Command> {
        let mut command = match self {
            Self::Installed => {
                let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
                let mut command = Command::new(program);
                command.arg(subcommand);
                command
            }
            Self::FromSource { cargo, rustc } => {
                // Cargo would take rustup's clippy, whose folder it searches before all others.
                let mut command = match subcommand {
                    "clippy" => Command::new(clippy_of(cargo)),
                    _ => Command::new(cargo),
                };
                // What rustup's cargo has set for this program would lead the other one astray.
                for name in
                    ["RUSTC_WRAPPER", "RUSTC_WORKSPACE_WRAPPER", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"]
                {
                    command.env_remove(name);
                }
                command.env("CARGO", cargo).env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1");
                command.env("PATH", "/usr/bin:/bin").arg(subcommand);
                if !has_library(rustc)? {
                    command.arg("-Zbuild-std=core");
                }
                command
            }
        };
        command.arg("--manifest-path").arg(manifest);
        // A folder of its own: flags for this target would have everything else built anew.
        command.args(["--target", TARGET, "--target-dir"]).arg(root.join("target").join("thumb"));
        Ok(command)
    }

    fn build(&self, build: &Build<'_>) -> Result<Vec<PathBuf>> {
        let root = cargo::root()?;
        let manifest = root.join(build.manifest.unwrap_or("Cargo.toml"));
        let mut command = self.command("build", &root, &manifest)?;
        command.args(["-p", build.package, "--message-format", "json-render-diagnostics"]);
        if !build.arguments.iter().any(|argument| argument.starts_with("--profile")) {
            command.arg("--release");
        }
        command.args(build.arguments).envs(build.environment.iter().copied());
        let output = command
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .with_context(|| format!("cannot run {}", command.get_program().display()))?;
        ensure!(output.status.success(), "{} does not build for {TARGET}", build.package);
        Ok(made(&output.stdout, build.package))
    }
}

/// The files of a package that cargo's messages name.
fn made(messages: &[u8], package: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in messages.split(|&byte| byte == b'\n') {
        let Ok(message) = serde_json::from_slice::<Value>(line) else { continue };
        let names = |pointer: &str, name: &str| {
            message.pointer(pointer).and_then(Value::as_str).is_some_and(|text| text.contains(name))
        };
        // Where the folder is named as the package, the id does not repeat the name.
        let ours = [format!("/{package}#"), format!("#{package}@")];
        if !names("/reason", "compiler-artifact") || !ours.iter().any(|name| names("/package_id", name)) {
            continue;
        }
        let named = message.pointer("/filenames").and_then(Value::as_array).into_iter().flatten();
        files.extend(named.filter_map(Value::as_str).map(PathBuf::from));
    }
    files
}

fn sysroot(rustc: &Path) -> Result<PathBuf> {
    let output = Command::new(rustc)
        .args(["--print", "sysroot"])
        .output()
        .with_context(|| format!("cannot run {}", rustc.display()))?;
    ensure!(output.status.success(), "{} does not tell its sysroot", rustc.display());
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}

fn has_library(rustc: &Path) -> Result<bool> {
    Ok(sysroot(rustc)?.join("lib/rustlib").join(TARGET).join("lib").is_dir())
}

/// `cargo xtask thumb`: builds the port for the Pico's processor and says how much of the chip it takes.
///
/// The sizes are those of the library with everything that it offers; a program that uses less has less. The stack is the
/// deepest chain of calls from each entry, from the compiler's own frame sizes.
pub(crate) fn thumb() -> Result<ExitCode> {
    const PACKAGE: &str = "video-chess";
    build(&Build { package: PACKAGE, ..Build::default() })?;
    let measured = build(&Build {
        package: PACKAGE,
        // Frame sizes are an unstable option of the compiler; machine code is there before it is linked only without LTO.
        environment: &[
            ("RUSTC_BOOTSTRAP", "1"),
            ("RUSTFLAGS", "-Zemit-stack-sizes"),
            ("CARGO_PROFILE_RELEASE_LTO", "off"),
        ],
        ..Build::default()
    })?;
    let library = measured
        .iter()
        .find(|file| file.extension() == Some(OsStr::new("rlib")))
        .context("cargo names no library")?;
    let archive = fs::read(library).with_context(|| format!("cannot read {}", library.display()))?;
    let sizes = sizes::measure(&archive).with_context(|| format!("{}", library.display()))?;
    println!("{PACKAGE} builds for {TARGET}");
    print!("{sizes}");
    Ok(ExitCode::SUCCESS)
}
