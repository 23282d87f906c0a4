//! The table of needs.

use super::manager::Manager;
use super::probe::Probe;

/// What something is needed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// To build the workspace at all.
    Build,
    /// To open a window.
    Window,
    /// For some tests, which are skipped without it.
    Test,
    /// To fetch the ROM, where it is not there.
    Fetch,
}

impl Purpose {
    /// Whether nothing can go on without it.
    pub fn is_essential(self) -> bool {
        matches!(self, Self::Build)
    }
}

/// Something that the project needs of a Linux system. Other systems have theirs built in.
#[derive(Debug)]
pub struct Need {
    /// What it is and does, for a person.
    pub what: &'static str,
    /// What it is needed for.
    pub purpose: Purpose,
    /// How to see whether it is there.
    pub(super) probe: Probe,
    /// What to install.
    pub packages: Packages,
}

impl Need {
    /// Whether the system has it.
    pub fn is_met(&self) -> bool {
        self.probe.finds()
    }
}

/// The package that brings something, by package manager; `None` where none is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Packages {
    /// Debian, Ubuntu and their kin.
    pub apt: Option<&'static str>,
    /// Fedora and its kin.
    pub dnf: Option<&'static str>,
    /// openSUSE.
    pub zypper: Option<&'static str>,
    /// Arch and its kin.
    pub pacman: Option<&'static str>,
    /// Alpine.
    pub apk: Option<&'static str>,
}

impl Packages {
    const fn all(
        apt: &'static str,
        dnf: &'static str,
        zypper: &'static str,
        pacman: &'static str,
        apk: &'static str,
    ) -> Self {
        Self { apt: Some(apt), dnf: Some(dnf), zypper: Some(zypper), pacman: Some(pacman), apk: Some(apk) }
    }

    const fn debian(apt: &'static str) -> Self {
        Self { apt: Some(apt), dnf: None, zypper: None, pacman: None, apk: None }
    }

    /// The package for `manager`.
    pub fn with(self, manager: Manager) -> Option<&'static str> {
        match manager {
            Manager::Apt => self.apt,
            Manager::Dnf => self.dnf,
            Manager::Zypper => self.zypper,
            Manager::Pacman => self.pacman,
            Manager::Apk => self.apk,
        }
    }
}

/// Everything that is needed of a Linux system.
pub const NEEDS: [Need; 10] = [
    Need {
        what: "a C compiler and linker",
        purpose: Purpose::Build,
        probe: Probe::Compiler,
        packages: Packages::all("build-essential", "gcc", "gcc", "gcc", "build-base"),
    },
    Need {
        what: "pkg-config, which finds the libraries below",
        purpose: Purpose::Build,
        probe: Probe::PkgConfig,
        packages: Packages::all("pkg-config", "pkgconf-pkg-config", "pkg-config", "pkgconf", "pkgconf"),
    },
    Need {
        what: "ALSA's headers, for sound",
        purpose: Purpose::Build,
        probe: Probe::Headers("alsa"),
        packages: Packages::all("libasound2-dev", "alsa-lib-devel", "alsa-devel", "alsa-lib", "alsa-lib-dev"),
    },
    Need {
        what: "udev's headers, for gamepads",
        purpose: Purpose::Build,
        probe: Probe::Headers("libudev"),
        packages: Packages::all("libudev-dev", "systemd-devel", "systemd-devel", "systemd-libs", "eudev-dev"),
    },
    Need {
        what: "the X11 client library, for the window",
        purpose: Purpose::Window,
        probe: Probe::Library("libX11.so.6"),
        packages: Packages::all("libx11-6", "libX11", "libX11-6", "libx11", "libx11"),
    },
    Need {
        what: "the X11 cursor library, for the window",
        purpose: Purpose::Window,
        probe: Probe::Library("libXcursor.so.1"),
        packages: Packages::all("libxcursor1", "libXcursor", "libXcursor1", "libxcursor", "libxcursor"),
    },
    Need {
        what: "Xvfb, the screen that tests open windows on",
        purpose: Purpose::Test,
        probe: Probe::Program("Xvfb"),
        packages: Packages::all(
            "xvfb",
            "xorg-x11-server-Xvfb",
            "xorg-x11-server-Xvfb",
            "xorg-server-xvfb",
            "xvfb",
        ),
    },
    Need {
        what: "xdotool, which presses keys in tests",
        purpose: Purpose::Test,
        probe: Probe::Program("xdotool"),
        packages: Packages::all("xdotool", "xdotool", "xdotool", "xdotool", "xdotool"),
    },
    Need {
        what: "dasm, which assembles the ROM's listing and the test programs",
        purpose: Purpose::Test,
        probe: Probe::Program("dasm"),
        packages: Packages::debian("dasm"),
    },
    Need {
        what: "Python's pip, which fetches the ROM",
        purpose: Purpose::Fetch,
        probe: Probe::Fetcher,
        packages: Packages::all("python3-pip", "python3-pip", "python3-pip", "python-pip", "py3-pip"),
    },
];

/// The Debian package that brings `program`, if it is one of the [`NEEDS`].
pub fn package_with(program: &str) -> Option<&'static str> {
    let brings = |need: &&Need| matches!(need.probe, Probe::Program(name) if name == program);
    NEEDS.iter().find(brings).and_then(|need| need.packages.apt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_need_has_a_debian_package_and_essential_ones_have_all() {
        for need in &NEEDS {
            assert!(need.packages.apt.is_some(), "{need:?}");
            if need.purpose.is_essential() {
                for manager in Manager::ALL {
                    assert!(need.packages.with(manager).is_some(), "{need:?} has nothing for {manager:?}");
                }
            }
        }
    }

    #[test]
    fn the_readme_lists_every_package() {
        let readme = include_str!("../../../../README.md");
        for need in &NEEDS {
            for package in Manager::ALL.into_iter().filter_map(|manager| need.packages.with(manager)) {
                assert!(readme.contains(&format!("`{package}`")), "README.md lists no {package}");
            }
        }
    }

    #[test]
    fn the_package_of_a_program_is_known() {
        assert_eq!(package_with("Xvfb"), Some("xvfb"));
        assert_eq!(package_with("cat"), None);
    }
}
