//! The functions that hand out the ROM, the fleet and programs can't miscount. Each case runs one of
//! the probes at the end of this file in a process of its own, with an environment made for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;
use xtask::is_set;
use xtask::ledger::{FLEET, LEDGER_VARIABLE, Ledger, ROM};

/// Environment variable that tells a probe that it is one: `--include-ignored` runs them without.
const PROBE: &str = "VCHESS_PROBE";

/// What a probe did in an environment.
struct Probed {
    output: Output,
    ledger: Ledger,
}

impl Probed {
    fn passed(&self) -> bool {
        self.output.status.success()
    }

    fn said(&self) -> String {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        text(&self.output.stdout) + &text(&self.output.stderr)
    }
}

struct Bench {
    dir: TempDir,
}

impl Bench {
    fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(dir.path().join("rom")).expect("a folder");
        Self { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, probe: &str) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("this test"));
        command.args(["--ignored", "--exact", probe]);
        for variable in ["VCHESS_ROM", "VCHESS_REQUIRE_ROM", "VCHESS_REQUIRE_TOOLS", LEDGER_VARIABLE] {
            command.env_remove(variable);
        }
        command.env(PROBE, "1").env("VCHESS_ROM_DIR", self.path("rom")).env_remove("RUST_TEST_THREADS");
        command
    }

    fn run(&self, probe: &str, environment: &[(&str, &Path)]) -> Probed {
        let ledger = self.path("ledger");
        let mut command = self.command(probe);
        command.env(LEDGER_VARIABLE, &ledger).envs(environment.iter().copied());
        let output = command.output().expect("this test again");
        let ledger = Ledger::read(&ledger).expect("a whole ledger");
        Probed { output, ledger }
    }
}

#[test]
fn a_test_without_the_rom_is_skipped_and_counted() {
    let probed = Bench::new().run("probe_rom", &[]);
    assert!(probed.passed(), "{}", probed.said());
    assert_eq!(probed.ledger.ran(ROM).len(), 0);
    let skipped = probed.ledger.skipped(ROM);
    assert_eq!(skipped.len(), 1);
    let (test, reason) = skipped.first_key_value().expect("one");
    assert_eq!(*test, "vchess-tests counting: probe_rom");
    assert!(reason.starts_with("none in ") && reason.ends_with("VCHESS_ROM not set"), "{reason}");
}

#[test]
fn it_fails_where_the_rom_is_required() {
    let bench = Bench::new();
    let probed = bench.run("probe_rom", &[("VCHESS_REQUIRE_ROM", Path::new("1"))]);
    assert!(!probed.passed());
    assert!(probed.said().contains("VCHESS_REQUIRE_ROM is set, but there is no ROM"), "{}", probed.said());
    assert!(probed.said().contains("Any of these three"), "{}", probed.said());
    assert_eq!(probed.ledger, Ledger::default());
    for off in ["", "0"] {
        assert!(bench.run("probe_rom", &[("VCHESS_REQUIRE_ROM", Path::new(off))]).passed());
    }
}

#[test]
fn it_fails_where_the_variable_names_something_else() {
    let bench = Bench::new();
    let wrong = bench.path("wrong.bin");
    fs::write(&wrong, b"three").expect("a file");
    let probed = bench.run("probe_rom", &[("VCHESS_ROM", &wrong)]);
    assert!(!probed.passed());
    assert!(probed.said().contains("wrong.bin: it has 5 bytes"), "{}", probed.said());
    assert_eq!(probed.ledger, Ledger::default());
}

#[test]
fn a_test_with_the_rom_counts_as_run_once() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let bench = Bench::new();
    for probe in ["probe_rom", "probe_rom_twice"] {
        let bench = Bench::new();
        let probed = bench.run(probe, &[("VCHESS_ROM", rom), ("VCHESS_REQUIRE_ROM", Path::new("1"))]);
        assert!(probed.passed(), "{}", probed.said());
        assert_eq!(
            probed.ledger.ran(ROM).into_iter().collect::<Vec<_>>(),
            [format!("vchess-tests counting: {probe}")]
        );
        assert_eq!(probed.ledger.skipped(ROM).len(), 0);
    }
    fs::copy(rom, bench.path("rom/some name.A26")).expect("a copy");
    let probed = bench.run("probe_rom", &[("RUST_TEST_THREADS", Path::new("1"))]);
    assert!(probed.passed(), "{}", probed.said());
    assert_eq!(probed.ledger.ran(ROM).len(), 1, "{}", probed.said());
}

#[test]
fn a_test_that_lacks_a_program_besides_does_not_count_as_run_on_the_rom() {
    let Some(rom) = vchess_tests::rom_file() else { return };
    let probed = Bench::new().run("probe_rom_and_tool", &[("VCHESS_ROM", rom)]);
    assert!(probed.passed(), "{}", probed.said());
    assert_eq!(probed.ledger.ran(ROM).len(), 0);
    assert_eq!(probed.ledger.skipped("no-such-program").len(), 1);
    let probed = Bench::new()
        .run("probe_rom_and_tool", &[("VCHESS_ROM", rom), ("VCHESS_REQUIRE_TOOLS", Path::new("1"))]);
    assert!(!probed.passed());
}

#[test]
fn a_bare_cargo_test_shows_what_it_skips() {
    let output = Bench::new().command("probe_rom").output().expect("this test again");
    assert!(output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("skipped: vchess-tests counting: probe_rom: no ROM (none in "), "{said}");
}

#[test]
fn the_fleet_is_counted_apart() {
    let bench = Bench::new();
    for probe in ["probe_fleet", "probe_cartridge"] {
        let probed = bench.run(probe, &[]);
        assert!(probed.passed(), "{}", probed.said());
        assert!(!bench.run(probe, &[("VCHESS_REQUIRE_ROM", Path::new("1"))]).passed());
    }
    let ledger = bench.run("probe_fleet", &[]).ledger;
    assert_eq!(ledger.skipped(FLEET).len(), 2);
    assert_eq!(ledger.ran(FLEET).len(), 0);
    assert_eq!(ledger.skipped(ROM).len(), 0);

    fs::create_dir(bench.path("rom/fleet")).expect("a folder");
    fs::write(bench.path("rom/fleet/pitfall.bin"), b"not Pitfall").expect("a file");
    let probed = bench.run("probe_cartridge", &[]);
    assert!(!probed.passed());
    assert!(probed.said().contains("pitfall.bin: it has 11 bytes"), "{}", probed.said());
}

#[test]
fn a_ledger_that_cannot_be_written_fails_the_test() {
    let bench = Bench::new();
    let output =
        bench.command("probe_rom").env(LEDGER_VARIABLE, bench.path("rom")).output().expect("this test again");
    assert!(!output.status.success());
}

#[test]
#[ignore = "a probe of the tests above"]
fn probe_rom() {
    if !is_set(PROBE) {
        return;
    }
    let Some(rom) = vchess_tests::rom() else { return };
    assert_eq!(vchess_rom::identify(rom).map(|rom| rom.bytes().len()), Ok(4096));
}

#[test]
#[ignore = "a probe of the tests above"]
fn probe_rom_twice() {
    if !is_set(PROBE) {
        return;
    }
    assert_eq!(vchess_tests::rom().is_some(), vchess_tests::rom_file().is_some());
}

#[test]
#[ignore = "a probe of the tests above"]
fn probe_rom_and_tool() {
    if !is_set(PROBE) {
        return;
    }
    let Some(_) = vchess_tests::rom() else { return };
    let Some(_) = vchess_tests::tool("no-such-program") else { return };
    panic!("there is a no-such-program");
}

#[test]
#[ignore = "a probe of the tests above"]
fn probe_fleet() {
    if !is_set(PROBE) {
        return;
    }
    let Some(folder) = vchess_tests::fleet() else { return };
    assert_eq!(fs::read_dir(folder).expect("the fleet").count(), 108);
}

#[test]
#[ignore = "a probe of the tests above"]
fn probe_cartridge() {
    if !is_set(PROBE) {
        return;
    }
    let Some(image) = vchess_tests::cartridge("pitfall") else { return };
    assert_eq!(image.len(), 4096);
}
