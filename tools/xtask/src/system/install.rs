//! Installs what is missing, or says how to.

use std::fmt;
use std::process::{Command, Stdio};

use super::manager::{Manager, Root};
use super::needs::{NEEDS, Need, Purpose};

/// Sees to what is needed for `purposes`. What is missing is installed where that can be done
/// without asking anyone: with apt, as root or by a sudo that wants no password, and only if
/// `may_install`. What is done is printed to standard error. Returns what is missing all the same.
pub fn ensure(purposes: &[Purpose], may_install: bool) -> Report {
    if !cfg!(target_os = "linux") {
        return Report { missing: Vec::new(), manager: None, root: Root::No };
    }
    let report = Report::here(purposes);
    let by_sudo = match (report.manager, report.root) {
        (Some(Manager::Apt), Root::Already) => false,
        (Some(Manager::Apt), Root::BySudo) => true,
        _ => return report,
    };
    if report.missing.is_empty() || !may_install {
        return report;
    }
    let (essential, other): (Vec<&Need>, Vec<&Need>) =
        report.missing.iter().copied().partition(|need| need.purpose.is_essential());
    let mut apt = Apt { by_sudo, updated: false };
    for group in [essential, other] {
        let packages: Vec<&str> = group.iter().filter_map(|need| need.packages.apt).collect();
        if !packages.is_empty() && !apt.install(&packages) && packages.len() > 1 {
            // One that cannot be had must not keep the others away.
            for package in packages {
                apt.install(&[package]);
            }
        }
    }
    Report::here(purposes)
}

/// Installs these packages of Debian's without asking anyone, where that can be done: with apt, as root or by a sudo
/// that wants no password. Returns whether it has been done.
pub fn install_with_apt(packages: &[&str]) -> bool {
    if !cfg!(target_os = "linux") || Manager::here() != Some(Manager::Apt) {
        return false;
    }
    let by_sudo = match Root::here() {
        Root::Already => false,
        Root::BySudo => true,
        Root::No => return false,
    };
    Apt { by_sudo, updated: false }.install(packages)
}

struct Apt {
    by_sudo: bool,
    updated: bool,
}

impl Apt {
    /// Installs, bringing apt's lists up to date first if it fails with those it has.
    fn install(&mut self, packages: &[&str]) -> bool {
        let words = [Manager::Apt.install_words(), packages].concat();
        if self.run(&words) {
            return true;
        }
        if self.updated {
            return false;
        }
        self.updated = true;
        self.run(&["apt-get", "update"]) && self.run(&words)
    }

    fn run(&self, words: &[&str]) -> bool {
        let as_root: &[&str] = if self.by_sudo { &["sudo", "-n"] } else { &[] };
        let words = [as_root, &["env", "DEBIAN_FRONTEND=noninteractive"], words].concat();
        eprintln!("$ {}", words.join(" "));
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).stdin(Stdio::null()).stdout(std::io::stderr());
        match command.status() {
            Ok(status) => status.success(),
            Err(error) => {
                eprintln!("{}: {error}", words[0]);
                false
            }
        }
    }
}

/// What is missing; prints as a list for a person, with the command that installs it.
#[derive(Debug)]
pub struct Report {
    /// The needs that are not met.
    pub missing: Vec<&'static Need>,
    manager: Option<Manager>,
    root: Root,
}

impl Report {
    fn here(purposes: &[Purpose]) -> Self {
        let missing: Vec<&Need> =
            NEEDS.iter().filter(|need| purposes.contains(&need.purpose) && !need.is_met()).collect();
        if missing.is_empty() {
            return Self { missing, manager: None, root: Root::No };
        }
        Self { missing, manager: Manager::here(), root: Root::here() }
    }

    /// Whether something is missing without which nothing can go on.
    pub fn stops(&self) -> bool {
        self.missing.iter().any(|need| need.purpose.is_essential())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.missing.is_empty() {
            return f.write_str("Nothing is missing on this system.");
        }
        f.write_str("Missing on this system:")?;
        for need in &self.missing {
            let wanted_for = match need.purpose {
                Purpose::Build => "needed to build",
                Purpose::Window => "needed for a window",
                Purpose::Test => "needed by some tests, which are skipped without it",
                Purpose::Fetch => "needed where the ROM is not there",
            };
            write!(f, "\n  - {} ({wanted_for})", need.what)?;
        }
        let manager = self.manager.unwrap_or(Manager::Apt);
        let packages: Vec<&str> =
            self.missing.iter().filter_map(|need| need.packages.with(manager)).collect();
        match self.manager {
            Some(_) if packages.is_empty() => {}
            Some(manager) => {
                let sudo = if self.root == Root::Already { "" } else { "sudo " };
                let words = manager.install_words().join(" ");
                write!(f, "\nInstall with:\n  {sudo}{words} {}", packages.join(" "))?;
            }
            None => write!(f, "\nOn Debian these are the packages:\n  {}", packages.join(" "))?,
        }
        let unpackaged: Vec<&str> = self
            .missing
            .iter()
            .filter(|need| need.packages.with(manager).is_none())
            .map(|need| need.what)
            .collect();
        if !unpackaged.is_empty() {
            write!(
                f,
                "\nNo package is known here, so build from its own sources: {}",
                unpackaged.join("; ")
            )?;
        }
        Ok(())
    }
}
