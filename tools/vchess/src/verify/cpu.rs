//! The 6507 against the netlist of its big brother: every bus cycle, every register, RDY and reset.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use emu6507::{Bus, Cpu};
use serde::Deserialize;
use serde_json::Value;

use super::Verdict;
use crate::input::read_unpacked;

/// Cycles that a case lists for an opcode that jams the chip, RDY's own not counted.
const JAM_CYCLES: usize = 11;

#[derive(Deserialize)]
struct Case {
    name: String,
    initial: State,
    #[serde(rename = "final")]
    after: State,
    cycles: Vec<Cycle>,
    /// RDY is low for `.1` cycles from cycle `.0` on.
    rdy: Option<(usize, usize)>,
    /// Cycles that the next opcode fetch takes.
    next: Option<usize>,
}

#[derive(Deserialize)]
struct State {
    pc: u16,
    s: u8,
    a: u8,
    x: u8,
    y: u8,
    p: u8,
    #[serde(default)]
    ram: Vec<(u16, u8)>,
}

#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
struct Cycle(u16, u8, Direction);

#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Read,
    Write,
}

/// Records every cycle and pulls RDY low when the case says so.
struct Recorder {
    memory: HashMap<u16, u8>,
    cycles: Vec<Cycle>,
    fetches: usize,
    rdy: Option<(usize, usize)>,
}

impl Bus for Recorder {
    fn read(&mut self, address: u16) -> u8 {
        let value = self.memory.get(&address).copied().unwrap_or(0);
        self.cycles.push(Cycle(address, value, Direction::Read));
        value
    }

    fn write(&mut self, address: u16, value: u8) {
        self.memory.insert(address, value);
        self.cycles.push(Cycle(address, value, Direction::Write));
    }

    fn ready(&mut self) -> bool {
        let made = self.cycles.len() - 1;
        self.rdy.is_none_or(|(first, count)| made < first || made >= first + count)
    }

    fn fetch(&mut self, address: u16) -> u8 {
        self.fetches += 1;
        self.read(address)
    }
}

/// Runs every case of a file of golden vectors and hands each verdict to `report` under its name.
///
/// # Errors
/// If the file cannot be read or is not in the format of the vectors.
pub fn verify(path: &Path, report: &mut dyn FnMut(&str, Verdict)) -> Result<()> {
    let text = read_unpacked(path, "golden file")?;
    let root: Value = serde_json::from_str(&text)
        .with_context(|| format!("{}: expected golden CPU vectors in JSON", path.display()))?;
    let mut count = 0;
    let mut report = |name: &str, verdict| {
        count += 1;
        report(name, verdict);
    };
    match root {
        Value::Object(opcodes) => {
            for (opcode, cases) in opcodes {
                let cases: Vec<Case> = serde_json::from_value(cases)
                    .with_context(|| format!("{}: opcode {opcode}", path.display()))?;
                let number = u8::from_str_radix(&opcode, 16).with_context(|| {
                    format!("{}: expected an opcode in hex, found {opcode}", path.display())
                })?;
                for (index, case) in cases.iter().enumerate() {
                    report(&format!("{} [{opcode} #{index}]", case.name), step(case, number));
                }
            }
        }
        Value::Array(cases) => {
            for (index, case) in cases.into_iter().enumerate() {
                let case: Case = serde_json::from_value(case)
                    .with_context(|| format!("{}: case {index}", path.display()))?;
                report(&format!("{} [reset #{index}]", case.name), reset(&case));
            }
        }
        _ => bail!("{}: expected an object of opcodes or an array of reset cases", path.display()),
    }
    ensure!(count > 0, "{}: expected golden CPU vectors; found none", path.display());
    Ok(())
}

fn set_up(case: &Case) -> (Cpu, Recorder) {
    let mut cpu = Cpu::new();
    let State { pc, s, a, x, y, p, .. } = case.initial;
    (cpu.pc, cpu.s, cpu.a, cpu.x, cpu.y) = (pc, s, a, x, y);
    cpu.set_p(p);
    let memory = case.initial.ram.iter().copied().collect();
    (cpu, Recorder { memory, cycles: Vec::new(), fetches: 0, rdy: case.rdy })
}

fn step(case: &Case, opcode: u8) -> Verdict {
    let jams =
        matches!(opcode, 0x02 | 0x12 | 0x22 | 0x32 | 0x42 | 0x52 | 0x62 | 0x72 | 0x92 | 0xb2 | 0xd2 | 0xf2);
    let (mut cpu, mut bus) = set_up(case);
    cpu.step(&mut bus);
    if jams {
        let cycles = JAM_CYCLES + case.rdy.map_or(0, |(_, count)| count);
        while bus.cycles.len() < cycles {
            cpu.step(&mut bus);
        }
        bus.cycles.truncate(cycles);
    }
    let compared = match opcode {
        0x8b => Compared { a: false, x: true, nz: false, pc: true },
        0xab => Compared { a: false, x: false, nz: false, pc: true },
        _ => Compared { a: true, x: true, nz: true, pc: !jams },
    };
    if let Some(difference) = compare(case, &cpu, &bus, &compared) {
        return Verdict::Failed(difference);
    }
    if jams != cpu.is_jammed() {
        return Verdict::Failed(format!("jammed is {}, expected {jams}", cpu.is_jammed()));
    }
    let Some(next) = case.next.filter(|_| !jams) else { return Verdict::Passed };
    let (made, fetches, pc) = (bus.cycles.len(), bus.fetches, cpu.pc);
    cpu.step(&mut bus);
    let took = bus.fetches - fetches;
    if took != next {
        return Verdict::Failed(format!("the next fetch takes {took} cycles, expected {next}"));
    }
    match bus.cycles[made..made + next].iter().find(|cycle| cycle.0 != pc || cycle.2 != Direction::Read) {
        Some(cycle) => {
            Verdict::Failed(format!("the next fetch made {cycle:04x?}, expected reads at {pc:04x}"))
        }
        None => Verdict::Passed,
    }
}

fn reset(case: &Case) -> Verdict {
    let (mut cpu, mut bus) = set_up(case);
    cpu.reset(&mut bus);
    match compare(case, &cpu, &bus, &Compared { a: true, x: true, nz: true, pc: true }) {
        Some(difference) => Verdict::Failed(difference),
        None => Verdict::Passed,
    }
}

/// Which of the registers that silicon leaves open are compared.
struct Compared {
    a: bool,
    x: bool,
    nz: bool,
    pc: bool,
}

fn compare(case: &Case, cpu: &Cpu, bus: &Recorder, compared: &Compared) -> Option<String> {
    if bus.cycles != case.cycles {
        let at = bus.cycles.iter().zip(&case.cycles).take_while(|(made, golden)| made == golden).count();
        return Some(format!(
            "cycle {at} is {:02x?}, expected {:02x?} ({} cycles, expected {})",
            bus.cycles.get(at),
            case.cycles.get(at),
            bus.cycles.len(),
            case.cycles.len()
        ));
    }
    let after = &case.after;
    let p_mask = if compared.nz { 0xff } else { !0x82 };
    let registers = [
        ("A", cpu.a, after.a, compared.a),
        ("X", cpu.x, after.x, compared.x),
        ("Y", cpu.y, after.y, true),
        ("S", cpu.s, after.s, true),
        ("P", cpu.p() & p_mask, after.p & p_mask, true),
    ];
    for (name, found, expected, matters) in registers {
        if matters && found != expected {
            return Some(format!("{name} is {found:02x}, expected {expected:02x}"));
        }
    }
    if compared.pc && cpu.pc != after.pc {
        return Some(format!("PC is {:04x}, expected {:04x}", cpu.pc, after.pc));
    }
    after.ram.iter().find_map(|&(address, expected)| {
        let found = bus.memory.get(&address).copied().unwrap_or(0);
        (found != expected).then(|| format!("{address:04x} holds {found:02x}, expected {expected:02x}"))
    })
}
