//! Random accesses to the TIA, from games' habits to nonsense, and what two models make of them.
//!
//! The judge is [`tia::Mechanism`], which does what the netlist does, latch by latch; [`tia::Tia`] has to give the same.

use std::fmt;

use tia::register::{
    AUDC1, AUDF0, AUDV0, AUDV1, COLUBK, COLUP0, COLUP1, COLUPF, CTRLPF, CXCLR, ENABL, ENAM0, ENAM1, GRP0,
    GRP1, HMBL, HMCLR, HMM0, HMM1, HMOVE, HMP0, HMP1, NUSIZ0, NUSIZ1, PF0, PF1, PF2, REFP0, REFP1, RESBL,
    RESM0, RESM1, RESMP0, RESMP1, RESP0, RESP1, RSYNC, VBLANK, VDELBL, VDELP0, VDELP1, VSYNC, WSYNC,
};
use tia::{Archive, Mechanism, Pin, Revision, Sample, Sink, Tia};

/// 6507 cycles in a line.
const CYCLES: u64 = 76;

/// One thing that the computer does to the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A register is written.
    Write(u8, u8),
    /// A register is read.
    Read(u8),
    /// An input pin changes.
    Pin(usize, Pin),
    /// The picture is asked for.
    CatchUp,
}

/// What happens in which 6507 cycle; at most one access a cycle.
pub type Script = Vec<(u64, Action)>;

/// A small generator of random numbers (SplitMix64): the same seed gives the same storm everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Starts anew.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: u64) -> u64 {
        (self.next() >> 16) % end
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }

    fn byte(&mut self) -> u8 {
        self.next() as u8
    }

    fn pick<T: Copy>(&mut self, choice: &[T]) -> T {
        choice[self.below(choice.len() as u64) as usize]
    }
}

/// Habits of a storm.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// Anything at any time, so many cycles apart at the most.
    Raw(u64),
    /// The same with RSYNC.
    Torn(u64),
    /// Strobes and sizes only.
    Objects(u64),
    /// HMOVE and motion registers all the time.
    Motion(u64),
    /// Line by line, as games do it.
    Kernel,
    /// Hardly anything.
    Calm,
}

const STYLES: [Style; 14] = [
    Style::Raw(2),
    Style::Raw(6),
    Style::Raw(30),
    Style::Torn(5),
    Style::Torn(60),
    Style::Objects(4),
    Style::Objects(20),
    Style::Objects(90),
    Style::Motion(5),
    Style::Motion(40),
    Style::Kernel,
    Style::Kernel,
    Style::Kernel,
    Style::Calm,
];

/// A value that is likely to show.
fn value(random: &mut Random, register: u8) -> u8 {
    match register {
        GRP0 | GRP1 | PF0 | PF1 | PF2 => random.pick(&[0, 0xff, 0x80, 0x01, 0x81, 0x18, random.0 as u8]),
        ENAM0 | ENAM1 | ENABL => random.pick(&[0, 2, 2, 0xff]),
        NUSIZ0 | NUSIZ1 => random.byte() & 0x37,
        VDELP0 | VDELP1 | VDELBL => random.pick(&[0, 0, 1, 0xfe]),
        VBLANK => random.pick(&[0, 0, 0, 2, 0x40, 0x80, 0xc2]),
        RESMP0 | RESMP1 => random.pick(&[0, 0, 2]),
        AUDV0 | AUDV1 => random.pick(&[0, 15, 7]),
        _ => random.byte(),
    }
}

fn register(random: &mut Random, style: Style) -> u8 {
    let strobes = [RESP0, RESP1, RESM0, RESM1, RESBL];
    let shapes = [NUSIZ0, NUSIZ1, GRP0, GRP1, ENAM0, ENAM1, ENABL, CTRLPF, REFP0, REFP1];
    let motion = [HMP0, HMP1, HMM0, HMM1, HMBL];
    let register = match (style, random.below(10)) {
        (Style::Objects(_), 0..5) | (Style::Raw(_) | Style::Torn(_), 0..2) | (Style::Motion(_), 8) => {
            random.pick(&strobes)
        }
        (Style::Objects(_), 5) => random.pick(&[RESMP0, RESMP1, HMOVE, CXCLR]),
        (Style::Objects(_), _) | (Style::Raw(_) | Style::Torn(_), 2..4) => random.pick(&shapes),
        (Style::Motion(_), 0..3) | (Style::Raw(_), 4) => HMOVE,
        (Style::Motion(_), 3..7) => random.pick(&motion),
        (Style::Motion(_), 7) => random.pick(&[HMCLR, RESMP0, RESMP1]),
        (Style::Torn(_), 4) => random.pick(&[RSYNC, HMOVE, WSYNC, VSYNC]),
        _ => random.below(0x2e) as u8,
    };
    match style {
        Style::Torn(_) => register,
        _ if register == RSYNC => WSYNC,
        _ => register,
    }
}

/// Registers set so that something is to be seen, one a cycle.
fn prepare(random: &mut Random, script: &mut Script, cycle: &mut u64) {
    let mut write = |register: u8, value: u8| {
        *cycle += 1;
        script.push((*cycle, Action::Write(register, value)));
    };
    for (register, colour) in [(COLUP0, 0x22), (COLUP1, 0x44), (COLUPF, 0x66), (COLUBK, 0x88)] {
        write(register, colour);
    }
    for register in [GRP0, GRP1, GRP0, ENAM0, ENAM1, ENABL, PF0, PF1, PF2, NUSIZ0, NUSIZ1, CTRLPF] {
        let value = value(random, register);
        write(register, value);
    }
    for register in [HMP0, HMP1, HMM0, HMM1, HMBL] {
        let value = random.pick(&[0, 0x80, 0x70, random.0 as u8]);
        write(register, value);
    }
}

/// A storm of about so many accesses.
pub fn storm(seed: u64, accesses: usize) -> Script {
    let mut random = Random::new(seed);
    let style = random.pick(&STYLES);
    let mut script = Script::new();
    let mut cycle = 0;
    prepare(&mut random, &mut script, &mut cycle);
    while script.len() < accesses {
        match style {
            Style::Kernel => kernel_line(&mut random, &mut script, &mut cycle),
            Style::Calm => {
                cycle += 1 + random.below(CYCLES * 9);
                access(&mut random, &mut script, style, cycle);
            }
            Style::Raw(gap) | Style::Torn(gap) | Style::Objects(gap) | Style::Motion(gap) => {
                cycle += 1 + random.below(gap);
                if random.one_in(80) {
                    cycle += random.below(CYCLES * 5);
                }
                access(&mut random, &mut script, style, cycle);
            }
        }
    }
    script
}

fn access(random: &mut Random, script: &mut Script, style: Style, cycle: u64) {
    let action = match random.below(40) {
        0..4 => Action::Read(random.below(16) as u8),
        4 if random.one_in(2) => {
            let pin = random.below(6) as usize;
            let charge = if random.one_in(9) { u32::MAX } else { random.below(900) as u32 };
            let level = Pin::Level(random.one_in(2));
            Action::Pin(pin, if pin < 4 && random.one_in(3) { Pin::Charge(charge) } else { level })
        }
        5 if random.one_in(4) => Action::CatchUp,
        _ => {
            let register = register(random, style);
            Action::Write(register, value(random, register))
        }
    };
    script.push((cycle, action));
}

/// A line as a kernel has it: WSYNC, perhaps HMOVE, graphics in the blanking, and now and then something in mid-line.
fn kernel_line(random: &mut Random, script: &mut Script, cycle: &mut u64) {
    let start = cycle.div_ceil(CYCLES) * CYCLES;
    let mut x = 0;
    let mut write =
        |x: u64, register: u8, value: u8| script.push((start + x, Action::Write(register, value)));
    if random.one_in(2) {
        x = random.pick(&[2, 2, 2, 2, 0, 1, 3, 5]);
        write(x, HMOVE, 0);
        x += 1;
    }
    for _ in 0..random.below(6) {
        x += random.pick(&[1, 2, 3, 3, 5]);
        let register = random.pick(&[GRP0, GRP1, COLUP0, COLUP1, PF1, PF2, ENAM0, ENAM1, ENABL, COLUBK]);
        write(x, register, value(random, register));
    }
    for _ in 0..random.pick(&[0, 0, 1, 2, 5]) {
        x += 1 + random.below(15);
        let register = random.pick(&[
            RESP0, RESP1, RESM0, RESM1, RESBL, GRP0, GRP1, PF0, PF1, PF2, COLUPF, COLUBK, NUSIZ0, HMCLR,
            HMP0, HMM1, CXCLR, RESMP0, CTRLPF, VDELP0, VDELBL, REFP1, HMOVE, VBLANK, AUDF0, AUDC1, AUDV0,
        ]);
        let value = if register == VBLANK { 0 } else { value(random, register) };
        write(x, register, value);
    }
    x += 3;
    if random.one_in(20) {
        script.push((start + x, Action::Read(random.below(8) as u8)));
        x += 3;
    }
    if random.one_in(15) {
        x += CYCLES * random.below(20);
    }
    script.push((start + x, Action::Write(WSYNC, 0)));
    *cycle = start + x;
}

/// A model of the chip under test.
trait Model: Clone {
    fn write<S: Sink>(&mut self, cycle: u64, register: u8, value: u8, sink: &mut S);
    fn read<S: Sink>(&mut self, cycle: u64, register: u8, sink: &mut S) -> (u8, u8);
    fn catch_up<S: Sink>(&mut self, cycle: u64, sink: &mut S);
    fn rdy_release(&self, cycle: u64) -> Option<u64>;
    fn set_pin(&mut self, cycle: u64, pin: usize, value: Pin);
}

macro_rules! model {
    ($name:ident) => {
        impl Model for $name {
            fn write<S: Sink>(&mut self, cycle: u64, register: u8, value: u8, sink: &mut S) {
                $name::write(self, cycle, register, value, sink);
            }

            fn read<S: Sink>(&mut self, cycle: u64, register: u8, sink: &mut S) -> (u8, u8) {
                $name::read(self, cycle, register, sink)
            }

            fn catch_up<S: Sink>(&mut self, cycle: u64, sink: &mut S) {
                $name::catch_up(self, cycle, sink);
            }

            fn rdy_release(&self, cycle: u64) -> Option<u64> {
                $name::rdy_release(self, cycle)
            }

            fn set_pin(&mut self, cycle: u64, pin: usize, value: Pin) {
                $name::set_pin(self, cycle, pin, value);
            }
        }
    };
}

model!(Mechanism);
model!(Tia);

/// Everything that comes out of a chip, clock by clock or line by line.
#[derive(Clone, Default, PartialEq, Eq)]
struct Record<const RASTER: bool> {
    samples: Vec<Sample>,
    lines: Vec<[u8; 160]>,
    audio: Vec<(u8, u8)>,
    vsync: Vec<(bool, u64, usize)>,
    answers: Vec<(u64, u64)>,
}

impl<const RASTER: bool> Sink for Record<RASTER> {
    const RASTER: bool = RASTER;

    fn lines(&mut self, pixels: &[u8; 160], count: u32) {
        assert!(count > 0, "no lines at all");
        self.lines.extend(std::iter::repeat_n(*pixels, count as usize));
    }

    fn vsync(&mut self, on: bool, clock: u64) {
        self.vsync.push((on, clock, self.lines.len()));
    }

    fn audio(&mut self, channel0: u8, channel1: u8, count: u32) {
        assert!(count > 0, "no samples at all");
        self.audio.extend(std::iter::repeat_n((channel0, channel1), count as usize));
    }

    fn raster(&mut self, clock: u64, samples: &[Sample]) {
        assert_eq!(clock, self.samples.len() as u64, "every colour clock is reported once");
        self.samples.extend_from_slice(samples);
    }
}

fn act<M: Model, const RASTER: bool>(model: &mut M, cycle: u64, action: Action, record: &mut Record<RASTER>) {
    match action {
        Action::Write(register, value) => {
            model.write(cycle, register, value, record);
            if register == WSYNC || register == RSYNC {
                record.answers.push((cycle, model.rdy_release(cycle).unwrap_or(0)));
            }
        }
        Action::Read(register) => {
            let (value, driven) = model.read(cycle, register, record);
            record.answers.push((cycle, u64::from(value) | u64::from(driven) << 8));
        }
        Action::Pin(pin, value) => model.set_pin(cycle, pin, value),
        Action::CatchUp => model.catch_up(cycle, record),
    }
}

/// A few lines after the last action: what is left goes out, and all collisions are read.
fn finish<M: Model, const RASTER: bool>(
    model: &mut M,
    script: &[(u64, Action)],
    record: &mut Record<RASTER>,
) {
    let end = script.last().map_or(0, |(cycle, _)| *cycle) + 3 * CYCLES + 1;
    model.catch_up(end, record);
    for register in 0..8 {
        let (value, _) = model.read(end + 1 + register, register as u8, record);
        record.answers.push((end + 1 + register, u64::from(value)));
    }
    model.catch_up(end + 9, record);
}

fn perform<M: Model, const RASTER: bool>(mut model: M, script: &[(u64, Action)]) -> Record<RASTER> {
    let mut record = Record::default();
    for (cycle, action) in script.iter().copied() {
        act(&mut model, cycle, action, &mut record);
    }
    finish(&mut model, script, &mut record);
    record
}

/// The first thing in which the two models are not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(String);

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

fn compare<T: PartialEq + fmt::Debug>(
    what: &str,
    judge: &[T],
    fast: &[T],
    place: impl Fn(usize) -> String,
) -> Result<(), Difference> {
    let same = judge.iter().zip(fast).take_while(|(judge, fast)| judge == fast).count();
    if same == judge.len() && same == fast.len() {
        return Ok(());
    }
    Err(Difference(format!(
        "{what} {}: the judge has {:?}, the chip {:?}",
        place(same),
        judge.get(same),
        fast.get(same),
    )))
}

/// Runs a script on both models; an error is the first difference.
pub fn check(script: &[(u64, Action)]) -> Result<(), Difference> {
    check_revision(script, Revision::default())
}

/// The same for another revision of the chip.
pub fn check_revision(script: &[(u64, Action)], revision: Revision) -> Result<(), Difference> {
    let judge: Record<true> = perform(Mechanism::with_revision(revision), script);
    let fast: Record<true> = perform(Tia::with_revision(revision), script);
    compare("clock", &judge.samples, &fast.samples, |clock| {
        format!("{} of line {} (cycle {}.{})", clock % 228, clock / 228, clock / 3, clock % 3)
    })?;
    compare("answer", &judge.answers, &fast.answers, |index| index.to_string())?;
    compare("audio sample", &judge.audio, &fast.audio, |index| index.to_string())?;

    let judge: Record<false> = perform(Mechanism::with_revision(revision), script);
    let fast: Record<false> = perform(Tia::with_revision(revision), script);
    compare("line", &judge.lines, &fast.lines, |line| line.to_string())?;
    compare("answer, by lines,", &judge.answers, &fast.answers, |index| index.to_string())?;
    compare("audio sample, by lines,", &judge.audio, &fast.audio, |index| index.to_string())?;
    compare("VSYNC", &judge.vsync, &fast.vsync, |index| index.to_string())
}

/// The bytes of a saved chip.
#[derive(Default)]
struct Writer(Vec<u8>);

impl Archive for Writer {
    fn u8(&mut self, value: &mut u8) {
        self.0.push(*value);
    }

    fn u16(&mut self, value: &mut u16) {
        self.0.extend(value.to_le_bytes());
    }

    fn u32(&mut self, value: &mut u32) {
        self.0.extend(value.to_le_bytes());
    }

    fn u64(&mut self, value: &mut u64) {
        self.0.extend(value.to_le_bytes());
    }

    fn bool(&mut self, value: &mut bool) {
        self.0.push(u8::from(*value));
    }

    fn bytes(&mut self, value: &mut [u8]) {
        self.0.extend_from_slice(value);
    }
}

/// What is left of the bytes of a saved chip.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk().expect("as many bytes as were written");
        self.0 = rest;
        *first
    }
}

impl Archive for Reader<'_> {
    fn u8(&mut self, value: &mut u8) {
        [*value] = self.take();
    }

    fn u16(&mut self, value: &mut u16) {
        *value = u16::from_le_bytes(self.take());
    }

    fn u32(&mut self, value: &mut u32) {
        *value = u32::from_le_bytes(self.take());
    }

    fn u64(&mut self, value: &mut u64) {
        *value = u64::from_le_bytes(self.take());
    }

    fn bool(&mut self, value: &mut bool) {
        let [byte] = self.take();
        assert!(byte < 2, "a wire is 0 or 1");
        *value = byte != 0;
    }

    fn bytes(&mut self, value: &mut [u8]) {
        let (first, rest) = self.0.split_at(value.len());
        value.copy_from_slice(first);
        self.0 = rest;
    }
}

/// Saves a chip and loads it into another.
fn reload(mut chip: Tia) -> Result<Tia, Difference> {
    let mut saved = Writer::default();
    chip.archive(&mut saved);
    let mut loaded = Tia::new();
    let mut reader = Reader(&saved.0);
    loaded.archive(&mut reader);
    assert!(reader.0.is_empty(), "as many bytes are read as were written");
    if !loaded.is_valid() {
        return Err(Difference("a saved chip is refused".into()));
    }
    let mut again = Writer::default();
    loaded.archive(&mut again);
    if again.0 != saved.0 {
        return Err(Difference("a loaded chip is saved in other bytes".into()));
    }
    Ok(loaded)
}

/// Runs a script on a chip that is saved and loaded after every `interval` actions, and on one that is not.
pub fn check_saved(script: &[(u64, Action)], interval: usize) -> Result<(), Difference> {
    let plain: Record<false> = perform(Tia::new(), script);
    let mut record: Record<false> = Record::default();
    let mut chip = Tia::new();
    for actions in script.chunks(interval) {
        for (cycle, action) in actions.iter().copied() {
            act(&mut chip, cycle, action, &mut record);
        }
        chip = reload(chip)?;
    }
    finish(&mut chip, script, &mut record);
    compare("line", &plain.lines, &record.lines, |line| line.to_string())?;
    compare("answer", &plain.answers, &record.answers, |index| index.to_string())?;
    compare("audio sample", &plain.audio, &record.audio, |index| index.to_string())
}

/// A script that is as short as possible and still shows a difference.
pub fn shrink(mut script: Script) -> Script {
    let mut size = script.len() / 2;
    while size > 0 {
        let mut start = 0;
        while start < script.len() {
            let mut shorter = script.clone();
            shorter.drain(start..(start + size).min(script.len()));
            if check(&shorter).is_err() {
                script = shorter;
            } else {
                start += size;
            }
        }
        size /= 2;
    }
    script
}

/// Number of register writes in a script.
pub fn writes(script: &[(u64, Action)]) -> u64 {
    script.iter().filter(|(_, action)| matches!(action, Action::Write(..))).count() as u64
}
