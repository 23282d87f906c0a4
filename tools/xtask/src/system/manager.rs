//! The system's package manager.

use std::process::Command;

use super::probe::succeeds;

/// A package manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manager {
    /// apt, of Debian, Ubuntu and their kin.
    Apt,
    /// dnf, of Fedora and its kin.
    Dnf,
    /// zypper, of openSUSE.
    Zypper,
    /// pacman, of Arch and its kin.
    Pacman,
    /// apk, of Alpine.
    Apk,
}

impl Manager {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Apt, Self::Dnf, Self::Zypper, Self::Pacman, Self::Apk];

    /// The one this system has, by its program.
    pub fn here() -> Option<Self> {
        Self::ALL.into_iter().find(|manager| which::which(manager.program()).is_ok())
    }

    fn program(self) -> &'static str {
        match self {
            Self::Apt => "apt-get",
            Self::Dnf => "dnf",
            Self::Zypper => "zypper",
            Self::Pacman => "pacman",
            Self::Apk => "apk",
        }
    }

    /// The program and its arguments that come before the packages' names.
    pub(super) fn install_words(self) -> &'static [&'static str] {
        match self {
            Self::Apt => &["apt-get", "install", "--yes", "--no-install-recommends"],
            Self::Dnf => &["dnf", "install"],
            Self::Zypper => &["zypper", "install"],
            Self::Pacman => &["pacman", "-S", "--needed"],
            Self::Apk => &["apk", "add"],
        }
    }
}

/// How this process may act as root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    /// It is root.
    Already,
    /// By sudo, which asks for no password.
    BySudo,
    /// Not without asking a person.
    No,
}

impl Root {
    pub(super) fn here() -> Self {
        let id = Command::new("id").arg("-u").output();
        if id.is_ok_and(|output| output.status.success() && output.stdout.trim_ascii() == b"0") {
            Self::Already
        } else if succeeds(Command::new("sudo").args(["-n", "true"])) {
            Self::BySudo
        } else {
            Self::No
        }
    }
}
