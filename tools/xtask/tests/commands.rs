//! The commands as a person calls them, on machines made of shell scripts: the search path of each has
//! nothing but the programs that the test puts there, and cargo is one of them.
#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::TempDir;

struct Machine {
    dir: TempDir,
    environment: Vec<(String, PathBuf)>,
    _alone: MutexGuard<'static, ()>,
}

/// One test at a time: a script that is being written while another test starts a process cannot be
/// executed ("text file busy").
static ALONE: Mutex<()> = Mutex::new(());

impl Machine {
    /// A machine with nothing on it, and a user called `id` (0 is root).
    fn bare(id: u32) -> Self {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let dir = tempfile::tempdir().expect("a temporary folder");
        let machine = Self { dir, environment: Vec::new(), _alone: alone };
        for name in ["bin", "rom"] {
            fs::create_dir(machine.path(name)).expect("a folder");
        }
        machine.program("id", &format!("echo {id}"));
        machine.program("cargo", "exit ${CARGO_EXIT:-0}");
        let env = which::which("env").expect("every Linux has env");
        symlink(env, machine.path("bin/env")).expect("a link");
        machine
    }

    /// A machine on which everything can be built, and tests can run.
    fn complete() -> Self {
        let machine = Self::bare(1000);
        for name in ["cc", "pkg-config", "Xvfb", "xdotool", "dasm"] {
            machine.program(name, "");
        }
        machine
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Puts a program there that notes its call in the file `calls` and does `action`.
    fn program(&self, name: &str, action: &str) {
        let script = format!(
            "#!/bin/sh\nPATH=/usr/bin:/bin:$PATH\nbin='{}'\n\
             echo \"${{0##*/}} $*\" >> '{}'\n{action}\n",
            self.path("bin").display(),
            self.path("calls").display()
        );
        let path = self.path("bin").join(name);
        fs::write(&path, script).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an executable script");
    }

    fn set(&mut self, variable: &str, value: impl Into<PathBuf>) {
        self.environment.push((variable.into(), value.into()));
    }

    /// The calls of `program` up to now, without its name.
    fn calls(&self, program: &str) -> Vec<String> {
        let calls = fs::read_to_string(self.path("calls")).unwrap_or_default();
        let ours = calls.lines().filter_map(|line| line.split_once(' ')).filter(|(name, _)| *name == program);
        ours.map(|(_, arguments)| arguments.to_owned()).collect()
    }

    fn xtask(&self, arguments: &str) -> Ended {
        let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
            .args(arguments.split_whitespace())
            .env_clear()
            .env("PATH", self.path("bin"))
            .env("CARGO", self.path("bin/cargo"))
            .env("VCHESS_ROM_DIR", self.path("rom"))
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .output()
            .expect("xtask");
        Ended(output)
    }
}

struct Ended(Output);

impl Ended {
    fn code(&self) -> Option<i32> {
        self.0.status.code()
    }

    fn out(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    fn err(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    #[track_caller]
    fn says(&self, text: &str) {
        assert!(self.err().contains(text), "{text:?} is not in:\n{}", self.err());
    }
}

/// An apt-get that brings each package's program or library.
const APT_GET: &str = r#"
for word; do
    case "$word" in
    build-essential) names="$names cc" ;;
    pkg-config) names="$names pkg-config" ;;
    xvfb) names="$names Xvfb" ;;
    xdotool | dasm) names="$names $word" ;;
    python3-pip) names="$names pip3" ;;
    esac
done
for name in $names; do
    echo '#!/bin/sh' > "$bin/$name"
    chmod +x "$bin/$name"
done
"#;

const BUILD_PACKAGES: &str = "build-essential pkg-config libasound2-dev libudev-dev";

#[test]
fn a_user_gets_a_list_and_the_very_command() {
    let machine = Machine::bare(1000);
    machine.program("apt-get", APT_GET);
    let ended = machine.xtask("play");
    assert_eq!(ended.code(), Some(1));
    ended.says("Missing on this system:\n  - a C compiler and linker (needed to build)");
    ended.says(&format!(
        "\nInstall with:\n  sudo apt-get install --yes --no-install-recommends {BUILD_PACKAGES}"
    ));
    assert!(machine.calls("apt-get").is_empty());
    assert!(machine.calls("cargo").is_empty());
}

#[test]
fn other_systems_get_their_own_names() {
    for (manager, packages) in [
        ("dnf", "dnf install gcc pkgconf-pkg-config alsa-lib-devel systemd-devel"),
        ("zypper", "zypper install gcc pkg-config alsa-devel systemd-devel"),
        ("pacman", "pacman -S --needed gcc pkgconf alsa-lib systemd-libs"),
        ("apk", "apk add build-base pkgconf alsa-lib-dev eudev-dev"),
    ] {
        // Nothing is installed on them, by root neither.
        for (id, sudo) in [(1000, "sudo "), (0, "")] {
            let machine = Machine::bare(id);
            machine.program(manager, "");
            let ended = machine.xtask("setup");
            assert_eq!(ended.code(), Some(1));
            ended.says(&format!("\nInstall with:\n  {sudo}{packages}"));
            ended.says("build from its own sources: dasm");
            assert!(machine.calls(manager).is_empty());
        }
    }
    let ended = Machine::bare(0).xtask("setup");
    ended.says(&format!("\nOn Debian these are the packages:\n  {BUILD_PACKAGES}"));
}

#[test]
fn root_installs_what_is_missing_and_goes_on() {
    let machine = Machine::bare(0);
    machine.program("apt-get", APT_GET);
    let ended = machine.xtask("play --help");
    assert_eq!(ended.code(), Some(0), "{}", ended.err());
    ended.says(&format!(
        "$ env DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends {BUILD_PACKAGES}"
    ));
    assert!(machine.calls("apt-get")[0].ends_with(BUILD_PACKAGES));
    assert_eq!(machine.calls("cargo").len(), 1);
}

#[test]
fn a_sudo_without_a_password_does_as_well() {
    let machine = Machine::bare(1000);
    machine.program("apt-get", APT_GET);
    machine.program("sudo", "shift; PATH=\"$bin:$PATH\"; exec \"$@\"");
    let ended = machine.xtask("play --help");
    assert_eq!(ended.code(), Some(0), "{}", ended.err());
    ended.says("$ sudo -n env DEBIAN_FRONTEND=noninteractive apt-get install");
    assert_eq!(machine.calls("apt-get").len(), 1 + usize::from(!has_window_libraries()));
}

#[test]
fn lists_of_packages_that_are_out_of_date_are_brought_up_to_date_once() {
    let machine = Machine::bare(0);
    let outdated = format!(
        "if [ \"$1\" = update ]; then touch \"$bin/../updated\"; exit 0; fi\n\
         [ -e \"$bin/../updated\" ] || exit 100\n{APT_GET}"
    );
    machine.program("apt-get", &outdated);
    let ended = machine.xtask("play --help");
    assert_eq!(ended.code(), Some(0), "{}", ended.err());
    let calls = machine.calls("apt-get");
    assert!(
        calls[0].starts_with("install") && calls[1] == "update" && calls[2].starts_with("install"),
        "{calls:?}"
    );
    assert_eq!(calls.iter().filter(|call| *call == "update").count(), 1);
}

#[test]
fn an_install_that_fails_ends_with_the_list() {
    let machine = Machine::bare(0);
    machine.program("apt-get", "exit 100");
    let ended = machine.xtask("play");
    assert_eq!(ended.code(), Some(1));
    ended.says("Missing on this system:");
    assert!(machine.calls("cargo").is_empty());
}

#[test]
fn one_package_that_cannot_be_had_does_not_keep_the_others_away() {
    let machine = Machine::bare(0);
    machine.program("apt-get", &format!("case \"$*\" in *dasm*) exit 100 ;; esac\n{APT_GET}"));
    let ended = machine.xtask("test");
    assert_eq!(ended.code(), Some(0), "{}", ended.err());
    assert!(machine.path("bin/xdotool").exists());
    ended.says("Missing on this system:\n  - dasm");
    ended.says("needed by some tests, which are skipped without it");
}

#[test]
fn nothing_is_installed_against_the_users_word() {
    for arguments in ["--no-install play", "--no-install setup", "setup --no-install", "test --no-install"] {
        let machine = Machine::bare(0);
        machine.program("apt-get", APT_GET);
        let ended = machine.xtask(arguments);
        assert_eq!(ended.code(), Some(1));
        ended.says(&format!("\n  apt-get install --yes --no-install-recommends {BUILD_PACKAGES}"));
        assert!(machine.calls("apt-get").is_empty());
    }
}

#[test]
fn pip_is_installed_where_only_it_can_bring_the_rom() {
    let machine = Machine::complete();
    machine.program("id", "echo 0");
    machine.program("apt-get", APT_GET);
    let ended = machine.xtask("play");
    // The pip that came is an empty script: it brings nothing.
    assert_eq!(ended.code(), Some(1));
    assert!(machine.calls("apt-get").iter().any(|call| call.ends_with(" python3-pip")));
    ended.says("pip3 could not bring ale-py==0.12.1");
    ended.says("Any of these three gives Video Chess its ROM");
}

#[test]
fn what_pip_says_is_said_once_and_asked_once() {
    let machine = Machine::complete();
    machine.program("pip", "[ \"$1\" = --version ] || { echo 'no network here' >&2; exit 1; }");
    let ended = machine.xtask("test");
    assert_eq!(ended.code(), Some(0), "{}", ended.err());
    assert_eq!(ended.err().matches("no network here").count(), 1, "{}", ended.err());
    ended.says("pip could not bring ale-py==0.12.1 (exit status: 1)");
    assert_eq!(machine.calls("pip").iter().filter(|call| call.starts_with("download")).count(), 1);
}

#[test]
fn play_needs_the_rom_and_a_wrong_one_is_an_error() {
    let machine = Machine::complete();
    let ended = machine.xtask("play");
    assert_eq!(ended.code(), Some(1));
    ended.says("none of these answers: python3 -m pip");
    ended.says("set VCHESS_ROM to your own dump");

    fs::write(machine.path("wrong"), b"abc").expect("a file");
    let wrong = machine.path("wrong").display().to_string();
    for arguments in [format!("play --rom {wrong}"), format!("play --level 3 --rom={wrong}")] {
        let ended = machine.xtask(&arguments);
        assert_eq!(ended.code(), Some(1));
        ended.says(&format!("--rom {wrong}: it has 3 bytes; Video Chess has 4096"));
    }
    assert!(machine.calls("cargo").is_empty());
}

#[test]
fn a_wrong_file_in_rom_is_named_and_stays() {
    let machine = Machine::complete();
    fs::write(machine.path("rom/video_chess.bin"), b"").expect("a file");
    machine.program("pip", "");
    let ended = machine.xtask("play");
    assert_eq!(ended.code(), Some(1));
    ended.says("rom/video_chess.bin: it is empty; Video Chess has 4096 bytes");
    ended.says("nothing is fetched over a file that is there");
    assert_eq!(fs::read(machine.path("rom/video_chess.bin")).expect("the file"), b"");
    assert!(machine.calls("cargo").is_empty());
}

#[test]
fn play_hands_its_arguments_on_and_the_exit_code_back() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let mut machine = Machine::complete();
    machine.set("VCHESS_ROM", rom);
    machine.set("CARGO_EXIT", "7");
    let ended = machine.xtask("play --level 3 --black");
    assert_eq!(ended.code(), Some(7), "{}", ended.err());
    ended.says(" (VCHESS_ROM)");
    let calls = machine.calls("cargo");
    assert_eq!(calls.len(), 1);
    assert!(calls[0].starts_with("run --manifest-path "), "{calls:?}");
    assert!(calls[0].ends_with(" --release -p vchess -- --level 3 --black"), "{calls:?}");
}

#[test]
fn tests_run_without_the_rom_and_the_summary_says_what_was_skipped() {
    let machine = Machine::complete();
    machine.program(
        "cargo",
        r#"printf 'skipped\tROM\tone\tnone in rom/\ngot\tdasm\ttwo\t\n' >> "$VCHESS_TEST_LEDGER""#,
    );
    let ended = machine.xtask("test");
    assert_eq!(ended.code(), Some(0), "{}", ended.err());
    ended.says("Tests that need the ROM are skipped.");
    ended.says("Tests that need the fleet of cartridges, which comes the same way, are skipped.");
    assert_eq!(
        ended.out(),
        "\n0 tests ran against the real ROM, 1 skipped: no ROM (none in rom/)\n  skipped: one\n\
         0 tests ran on the fleet's cartridges, 0 skipped\n\
         1 test ran with dasm, 0 skipped\n"
    );
}

#[test]
fn required_things_that_are_missing_stop_before_the_tests() {
    let mut machine = Machine::complete();
    assert_eq!(machine.xtask("test --require-rom").code(), Some(1));
    fs::remove_file(machine.path("bin/dasm")).expect("dasm away");
    let ended = machine.xtask("test --require-tools");
    assert_eq!(ended.code(), Some(1));
    ended.says("dasm, which assembles");
    fs::write(machine.path("wrong"), b"abc").expect("a file");
    machine.set("VCHESS_ROM", machine.path("wrong"));
    let ended = machine.xtask("test");
    assert_eq!(ended.code(), Some(1));
    ended.says("it has 3 bytes");
    assert!(machine.calls("cargo").is_empty());
}

/// With the real ROM and the real fleet.
fn machine_with_everything() -> Option<Machine> {
    let (rom, fleet) = (vchess_tests::rom_file()?, vchess_tests::fleet()?);
    let mut machine = Machine::complete();
    machine.set("VCHESS_ROM", rom);
    machine.set("VCHESS_ROM_DIR", fleet.parent().expect("the fleet's folder is in rom/"));
    Some(machine)
}

#[test]
fn the_tests_run_with_what_was_found() {
    let Some(machine) = machine_with_everything() else { return };
    machine.program(
        "cargo",
        r#"echo "$VCHESS_REQUIRE_ROM/$VCHESS_REQUIRE_TOOLS/$VCHESS_ROM"
        printf 'got\tROM\tone\t\n' >> "$VCHESS_TEST_LEDGER""#,
    );
    let rom = vchess_tests::rom_file().expect("it was there").display().to_string();
    let ended = machine.xtask("test --require-rom --long some filter");
    assert!(ended.out().starts_with(&format!("1//{rom}\n\n1 test ran against the real ROM, 0 skipped\n")));
    let ended = machine.xtask("test -p tia --require-tools");
    if has_window_libraries() {
        assert!(ended.out().starts_with(&format!("/1/{rom}\n")), "{}", ended.out());
    }
    let calls = machine.calls("cargo");
    assert!(calls[0].ends_with("--workspace --no-fail-fast -- --include-ignored some filter"), "{calls:?}");
    if has_window_libraries() {
        assert!(calls[1].ends_with("Cargo.toml -p tia --no-fail-fast --"), "{calls:?}");
    }
}

#[test]
fn failing_tests_fail_whatever_the_summary_says() {
    let Some(mut machine) = machine_with_everything() else { return };
    machine.program("cargo", "printf 'got\\tROM\\tone\\t\\n' >> \"$VCHESS_TEST_LEDGER\"; exit 101");
    assert_eq!(machine.xtask("test --require-rom").code(), Some(101));
    machine.program("cargo", "kill -9 $$");
    assert_eq!(machine.xtask("test --require-rom").code(), Some(1));
    machine.program("cargo", "echo nonsense >> \"$VCHESS_TEST_LEDGER\"");
    let ended = machine.xtask("test");
    assert_eq!(ended.code(), Some(1));
    ended.says("the ledger of the tests cannot be read");
    machine.set("CARGO", "/no/such/cargo");
    assert_eq!(machine.xtask("test").code(), Some(1));
}

#[test]
fn lint_is_strict_and_what_could_not_be_looked_at_is_a_failure() {
    let mut machine = Machine::complete();
    let ended = machine.xtask("lint");
    let calls = machine.calls("cargo");
    assert!(calls[0].starts_with("clippy --manifest-path "), "{calls:?}");
    assert!(calls[0].ends_with("Cargo.toml --workspace --all-targets --locked -- -D warnings"), "{calls:?}");
    assert!(ended.out().starts_with("lint: the workspace is clean\n"), "{}", ended.out());
    // There is no rustc on this machine.
    ended.says("lint: the firmware could not be looked at: cannot run rustc");
    assert_eq!(ended.code(), Some(1));

    machine.set("CARGO_EXIT", "101");
    let ended = machine.xtask("lint");
    ended.says("lint: the workspace is not clean, see above");
    assert_eq!(ended.code(), Some(1));
}

#[test]
fn a_required_rom_that_no_test_asked_for_is_a_failure() {
    let Some(machine) = machine_with_everything() else { return };
    let ended = machine.xtask("test --require-rom");
    assert_eq!(ended.code(), Some(1));
    ended.says("not one test ran against it");
    assert_eq!(machine.xtask("test --require-rom some_filter").code(), Some(0));
    assert_eq!(machine.xtask("test").code(), Some(0));
}

#[test]
fn a_command_line_that_is_not_understood() {
    let machine = Machine::complete();
    for arguments in [
        "paly",
        "--fast",
        "test --requirerom",
        "setup everything",
        "fleet --all",
        "test --rom",
        "lint all",
        "firmware --fast",
        "thumb 2",
        "bench none",
        "bench 0",
    ] {
        let ended = machine.xtask(arguments);
        assert_eq!(ended.code(), Some(2), "{arguments}: {}", ended.err());
        ended.says("`cargo xtask help`");
    }
    machine.xtask("bench 0").says("bench 0: expected a number of rounds");
    for arguments in [
        "",
        "help",
        "lint --help",
        "bench -h",
        "firmware --help",
        "thumb --help",
        "setup --help",
        "--help",
        "-h",
        "test --help",
    ] {
        let ended = machine.xtask(arguments);
        assert_eq!(ended.code(), Some(0));
        assert!(ended.out().starts_with("cargo xtask COMMAND"), "{}", ended.out());
    }
    assert!(machine.calls("cargo").is_empty());
}

/// The libraries are looked for on the real machine, which may have them or not.
fn has_window_libraries() -> bool {
    ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
        .iter()
        .any(|folder| Path::new(folder).join("libXcursor.so.1").exists())
}
