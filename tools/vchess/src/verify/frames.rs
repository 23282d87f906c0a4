//! Recorded frames of whole cartridges, RAM and pictures, against our console.
//!
//! The format is one gzipped JSON object a cartridge: what was held from which frame on, the RAM at the end of some
//! frames, and the pictures of some.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use emu6507::{COLUMNS, Cartridge, Console, Input, ROWS, Row, Stop};
use md5::{Digest, Md5};
use serde::{Deserialize, Deserializer};

use super::Verdict;
use super::chess_record::ram_from_hex;
use crate::controllers;
use crate::input::read_unpacked;

/// Frames that the recording's count may be away from ours, the likeliest first.
const SHIFTS: [i64; 7] = [0, 1, -1, 2, -2, 3, -3];

/// A cartridge's frames.
#[derive(Clone, Debug, Deserialize)]
pub struct Recording {
    /// The cartridge's name.
    pub rom: String,
    /// The MD5 of its image, in hex.
    pub md5: String,
    /// Bytes of its image.
    pub size: u64,
    /// The television, `NTSC` or `PAL`.
    pub tv: String,
    /// From a frame on: what joystick 0 (letters of `UDLRF`) and the console (`X`, Reset) hold.
    pub input: Vec<(i64, String)>,
    /// RAM at the end of frames.
    #[serde(deserialize_with = "rams")]
    pub ram: BTreeMap<i64, [u8; 128]>,
    /// Pictures of frames.
    pub pictures: BTreeMap<i64, Picture>,
}

/// A recorded picture.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "RawPicture")]
pub struct Picture {
    /// Colour registers' values shifted right by one; 0 where the picture is blank; above 127 where the recorder could
    /// not tell.
    pub rows: Vec<[u8; COLUMNS]>,
}

impl Recording {
    /// What is held in a frame.
    fn held(&self, frame: i64) -> &str {
        self.input.iter().take_while(|(from, _)| *from <= frame).last().map_or("", |(_, keys)| keys)
    }
}

#[derive(Deserialize)]
struct RawPicture {
    w: usize,
    h: usize,
    rows: Vec<String>,
}

impl TryFrom<RawPicture> for Picture {
    type Error = String;

    fn try_from(raw: RawPicture) -> Result<Self, String> {
        if raw.w != COLUMNS || raw.h != raw.rows.len() || raw.h > ROWS {
            return Err(format!("expected a picture of {COLUMNS} pixels and at most {ROWS} rows"));
        }
        let row = |text: &String| {
            let mut row = [0; COLUMNS];
            hex::decode_to_slice(text, &mut row).map_err(|error| format!("a row of a picture: {error}"))?;
            Ok::<_, String>(row)
        };
        Ok(Picture { rows: raw.rows.iter().map(row).collect::<Result<_, _>>()? })
    }
}

fn rams<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<i64, [u8; 128]>, D::Error> {
    let texts = BTreeMap::<i64, String>::deserialize(deserializer)?;
    texts
        .into_iter()
        .map(|(frame, text)| Ok((frame, ram_from_hex(&text).map_err(serde::de::Error::custom)?)))
        .collect()
}

/// Reads a file, finds its cartridge in the folder `roms` and hands the verdict to `report` under its name.
///
/// # Errors
/// If the file cannot be read or understood, or the cartridge is not there.
pub fn verify(path: &Path, roms: &Path, report: &mut dyn FnMut(&str, Verdict)) -> Result<()> {
    let text = read_unpacked(path, "golden file")?;
    let recording: Recording = serde_json::from_str(&text)
        .with_context(|| format!("{}: expected the recorded frames of a cartridge", path.display()))?;
    let image = find(&recording, roms).with_context(|| path.display().to_string())?;
    let difference = run(&recording, &image).with_context(|| path.display().to_string())?;
    report(&recording.rom, difference.map_or(Verdict::Passed, Verdict::Failed));
    Ok(())
}

/// The image with the recording's hash: the file of its name first, then any file of its size.
fn find(recording: &Recording, roms: &Path) -> Result<Vec<u8>> {
    let folder = || format!("cannot read the folder of cartridges {}", roms.display());
    let mut files: Vec<PathBuf> = fs::read_dir(roms)
        .with_context(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()
        .with_context(folder)?;
    let named = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == recording.rom.as_str());
    files.sort_by_key(|path| (!named(path), path.clone()));
    for path in files {
        let Ok(metadata) = fs::metadata(&path) else { continue };
        if !metadata.is_file() || metadata.len() != recording.size {
            continue;
        }
        let image =
            fs::read(&path).with_context(|| format!("cannot read the cartridge {}", path.display()))?;
        if hex::encode(Md5::digest(&image)).eq_ignore_ascii_case(&recording.md5) {
            return Ok(image);
        }
    }
    bail!(
        "{} holds no cartridge with the MD5 {} ({}, {} bytes)",
        roms.display(),
        recording.md5,
        recording.rom,
        recording.size
    )
}

/// Replays a recording. `Some` tells the first difference, of the count of frames that leads furthest.
///
/// The recorder forgets what is held once in a recording: 0.5 s after it starts a cartridge, by its host's clock and from
/// another thread, Stella clears all its events (`EventHandler::reset`). Which frame that is in depends on the host. Most
/// games that hold nothing then, or look late in the frame, do not show it; where a replay without it differs, this looks
/// for the one frame, between the last RAM that agrees and the first that does not, with which the whole recording agrees.
///
/// # Errors
/// If the image is no cartridge or the recording holds what nobody can press.
pub fn run(recording: &Recording, image: &[u8]) -> Result<Option<String>> {
    ensure!(
        !recording.ram.is_empty() || !recording.pictures.is_empty(),
        "the recording of {} holds neither RAM nor pictures",
        recording.rom
    );
    let mut differences = Vec::new();
    for shift in SHIFTS {
        match replay(recording, image, shift, None)? {
            None => return Ok(None),
            Some(difference) => differences.push((shift, difference)),
        }
    }
    let Some(furthest) = differences.iter().map(|(_, difference)| difference.frame).max() else {
        return Ok(None);
    };
    differences.retain(|(_, difference)| difference.frame == furthest);
    let before = recording.ram.range(..furthest).next_back().map_or(0, |(frame, _)| *frame);
    for (shift, _) in &differences {
        for dropped in (before..=furthest).filter(|frame| !recording.held(*frame).is_empty()) {
            if replay(recording, image, *shift, Some(dropped))?.is_none() {
                crate::note!(
                    "{}: agrees where the recorder forgets what is held ({}) once, as by frame {dropped}",
                    recording.rom,
                    recording.held(dropped)
                );
                return Ok(None);
            }
        }
    }
    Ok(differences.into_iter().next().map(|(_, difference)| difference.what))
}

struct Difference {
    frame: i64,
    what: String,
}

/// `dropped` is the frame before which the recorder forgets what is held.
fn replay(
    recording: &Recording,
    image: &[u8],
    shift: i64,
    dropped: Option<i64>,
) -> Result<Option<Difference>> {
    let mut console = Console::new(Cartridge::new(image)?);
    console.plug(controllers::of(image));
    console.set_tv(
        recording.tv.to_lowercase().parse().with_context(|| format!("the television {}", recording.tv))?,
    );
    let last = recording.ram.keys().chain(recording.pictures.keys()).max().copied().unwrap_or_default();
    let mut events = recording.input.iter().peekable();
    let mut pictures = Vec::new();
    let mut hands = Hands::new(console.cycle());
    for frame in -shift..=last {
        let mut held = None;
        while let Some((_, keys)) = events.next_if(|(from, _)| *from <= frame) {
            ensure_known(keys)?;
            held = Some(keys.as_str());
        }
        if dropped == Some(frame) {
            hands.drop_all(&mut console);
            held = Some(recording.held(frame));
        }
        hands.run_frame(&mut console, held);
        if let Some(expected) = recording.ram.get(&frame)
            && let Some(what) = compare_ram(expected, console.ram())
        {
            return Ok(Some(Difference {
                frame,
                what: format!("frame {frame} (ours {}): {what}", frame + shift),
            }));
        }
        if let Some(expected) = recording.pictures.get(&frame) {
            pictures.push((frame, expected, console.screen().picture().to_vec()));
        }
    }
    Ok(compare_pictures(&pictures, shift))
}

/// The keys that recordings have, in the order in which the recorder passes them on.
const KEYS: [char; 6] = ['L', 'R', 'U', 'D', 'F', 'X'];

fn ensure_known(held: &str) -> Result<()> {
    match held.chars().find(|letter| !KEYS.contains(letter)) {
        Some(letter) => bail!("expected letters of UDLRFX for what is held, found {letter:?}"),
        None => Ok(()),
    }
}

/// The recorder's hands.
///
/// What changes at the start of a frame does not change there: the recorder spreads the changes evenly over the frame,
/// which it expects to be as long as the one before. A program that looks at its joystick early in the frame sees them
/// one frame later. Changes that a shorter frame leaves over are spread over the next.
struct Hands {
    /// Where the frame began, in cycles.
    start: u64,
    /// What the frame will come to in the end, by [`KEYS`].
    latched: [bool; 6],
    /// Changes that are to come, as a key and where it goes, with the cycle of each from the frame's start.
    changes: Vec<(usize, bool, u64)>,
}

impl Hands {
    fn new(start: u64) -> Self {
        Hands { start, latched: [false; 6], changes: Vec::new() }
    }

    /// Lets go of everything, at once and between frames: what is still held comes back in the next frame as changes.
    fn drop_all(&mut self, console: &mut Console) {
        self.latched = [false; 6];
        self.changes.clear();
        let mut input = *console.input();
        (0..KEYS.len()).for_each(|key| *wire(&mut input, key) = false);
        console.set_input(input);
    }

    /// Runs a frame from whose start on `held` is held, if that is something else than before.
    fn run_frame(&mut self, console: &mut Console, held: Option<&str>) {
        let length = console.cycle() - self.start;
        self.start = console.cycle();
        // Those that the frame before did not come to are still there.
        if let Some(held) = held {
            for (key, letter) in KEYS.iter().enumerate() {
                let is_held = held.contains(*letter);
                // A direction that is pressed lets the opposite one go.
                if is_held && key < 4 {
                    self.set(key ^ 1, false);
                }
                self.set(key, is_held);
            }
        }
        let parts = self.changes.len() as u64 + 1;
        for (part, change) in (1..).zip(&mut self.changes) {
            change.2 = length * part / parts;
        }
        let mut input = *console.input();
        let mut stop = Stop::Cycle;
        let mut done = 0;
        while let Some((key, is_held, at)) = self.changes.get(done).copied()
            && stop == Stop::Cycle
        {
            stop = run_up_to(console, self.start + at);
            if stop == Stop::Cycle {
                *wire(&mut input, key) = is_held;
                console.set_input(input);
                done += 1;
            }
        }
        if stop == Stop::Cycle {
            console.run_frame();
        }
        // A change in the very cycle in which the frame ends is one of the next frame.
        let length = console.cycle() - self.start;
        self.changes.retain(|(_, _, at)| *at >= length);
    }

    fn set(&mut self, key: usize, is_held: bool) {
        if self.latched[key] != is_held {
            self.latched[key] = is_held;
            self.changes.push((key, is_held, 0));
        }
    }
}

/// Runs to the last instruction that begins before `cycle`, unless the frame ends: where that instruction reads, in its
/// last cycle, it finds what has changed by then.
fn run_up_to(console: &mut Console, cycle: u64) -> Stop {
    const LONGEST: u64 = 8;
    if console.cycle() + LONGEST < cycle && console.run_frame_until(cycle - LONGEST) == Stop::Frame {
        return Stop::Frame;
    }
    while console.cycle() < cycle {
        let mut ahead = console.clone();
        let stop = ahead.run_frame_until(ahead.cycle() + 1);
        if stop == Stop::Frame {
            *console = ahead;
            return stop;
        }
        if ahead.cycle() >= cycle {
            break;
        }
        *console = ahead;
    }
    Stop::Cycle
}

fn wire(input: &mut Input, key: usize) -> &mut bool {
    let joystick = &mut input.joysticks[0];
    match KEYS[key] {
        'L' => &mut joystick.left,
        'R' => &mut joystick.right,
        'U' => &mut joystick.up,
        'D' => &mut joystick.down,
        'F' => &mut joystick.fire,
        _ => &mut input.switches.reset,
    }
}

fn compare_ram(expected: &[u8; 128], found: &[u8; 128]) -> Option<String> {
    let mut text = String::new();
    for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
        if expected != found {
            let _ = write!(text, " ${:02X} is {found:02x}, expected {expected:02x};", 0x80 + index);
        }
    }
    (!text.is_empty()).then(|| format!("RAM{}", text.trim_end_matches(';')))
}

/// A row of a picture as recordings have it.
fn recorded(row: &Row) -> [u8; COLUMNS] {
    row.map(|pixel| if pixel & tia::BLANK == 0 { pixel >> 1 } else { 0 })
}

/// All pictures, with one vertical shift for them all.
fn compare_pictures(pictures: &[(i64, &Picture, Vec<Row>)], shift: i64) -> Option<Difference> {
    const DARK: [u8; COLUMNS] = [0; COLUMNS];
    let mut best: Option<(usize, Difference)> = None;
    for first in 0..ROWS {
        let mut equal = 0;
        let mut difference = None;
        for (frame, expected, found) in pictures {
            for (row, expected) in expected.rows.iter().enumerate() {
                let mut found = found.get(first + row).map_or(DARK, recorded);
                for (found, expected) in found.iter_mut().zip(expected) {
                    if *expected > 127 {
                        *found = *expected;
                    }
                }
                if found == *expected {
                    equal += 1;
                } else {
                    difference.get_or_insert_with(|| {
                        let column = found.iter().zip(expected).position(|(a, b)| a != b).unwrap_or_default();
                        Difference {
                            frame: *frame,
                            what: format!(
                                "frame {frame} (ours {}): picture from row {first}: row {row}, pixel {column} is {:02x}, expected {:02x}",
                                frame + shift, found[column], expected[column]
                            ),
                        }
                    });
                }
            }
        }
        let difference = difference?;
        if best.as_ref().is_none_or(|(most, _)| *most < equal) {
            best = Some((equal, difference));
        }
    }
    best.map(|(equal, mut difference)| {
        let rows: usize = pictures.iter().map(|(_, expected, _)| expected.rows.len()).sum();
        let _ = write!(difference.what, " ({} of {rows} rows differ)", rows - equal);
        difference
    })
}
