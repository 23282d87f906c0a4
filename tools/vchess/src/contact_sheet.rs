//! All cartridges of a folder on one picture.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use emu6507::{COLUMNS, Cartridge, Console, Row, Tv, tv};
use rayon::prelude::*;

use crate::controllers;
use crate::palette;
use crate::picture::{colour, visible_on};
use crate::random_hands::RandomHands;
use crate::window::lettering::{Canvas, Lettering};

/// Frames that a cartridge runs.
pub const FRAMES: u64 = 3600;
/// Tiles in a row of the sheet.
const ACROSS: usize = 12;
/// A tile's picture: a pixel of the TIA is two wide. 50 Hz pictures, which have more rows, lose every sixth.
const WIDTH: usize = 2 * COLUMNS;
const HEIGHT: usize = Tv::Ntsc.rows_shown();
/// What lies around it, and the line below for the name.
const GAP: usize = 4;
const LINE: usize = 16;
const PAPER: u32 = 0x20_2020;
const INK: u32 = 0xff_ffff;
const WARNING: u32 = 0xff_6060;

/// A cartridge that has run for a while.
#[derive(Clone, Debug)]
pub struct Shot {
    /// Its file's name without the ending.
    pub name: String,
    /// How it is wired, and its television.
    pub machine: String,
    /// The television.
    pub tv: Tv,
    /// The last frame that showed something, or the last one.
    pub rows: Vec<Row>,
    /// How many frames before the end that was.
    pub ago: u64,
    /// Frames that ended with VSYNC.
    pub synced: u64,
    /// Whether a jamming opcode has stopped the CPU.
    pub jammed: bool,
    /// The highest level of either audio channel.
    pub loudest: u8,
    /// Audio samples of both channels that were made.
    pub samples: u64,
    /// Cycles that it ran.
    pub cycles: u64,
}

impl Shot {
    /// Whether all rows that a set shows are of one colour.
    pub fn is_blank(&self) -> bool {
        is_blank(self.tv, &self.rows)
    }
}

fn is_blank(tv: Tv, rows: &[Row]) -> bool {
    let black = |pixel: &u8| if pixel & tia::BLANK == 0 { *pixel } else { 0 };
    let mut pixels = visible_on(tv, rows).flatten().map(black);
    let first = pixels.next();
    pixels.all(|pixel| Some(pixel) == first)
}

/// Runs a cartridge for so many frames under hands that know nothing, seeded by its name.
///
/// # Errors
/// If the file is no cartridge.
pub fn shoot(path: &Path, frames: u64) -> Result<Shot> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let image = fs::read(path).with_context(|| format!("cannot read the cartridge {}", path.display()))?;
    let cartridge = Cartridge::new(&image).with_context(|| path.display().to_string())?;
    let plugged = controllers::of(&image);
    let tv = tv::detect(&cartridge, plugged).tv;
    let machine = format!("{} {tv}", cartridge.scheme());
    let mut console = Console::new(cartridge);
    console.plug(plugged);
    console.set_tv(tv);
    let seed = name.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
    let mut hands = RandomHands::new(seed);
    let (mut rows, mut last, mut synced) = (Vec::new(), 0, 0);
    let (mut loudest, mut samples) = (0, 0);
    console.sound_now().listen(true);
    for frame in 0..frames {
        console.set_input(hands.hold(frame));
        console.run_frame();
        synced += u64::from(!console.is_without_vsync());
        for run in console.sound_now().drain() {
            loudest = run.channel0.max(run.channel1).max(loudest);
            samples += u64::from(run.count);
        }
        // Looking at a picture takes longer than making it: the last second will do.
        if frame + 60 >= frames && !is_blank(tv, console.screen().picture()) {
            rows = console.screen().picture().to_vec();
            last = frame;
        }
    }
    if rows.is_empty() {
        rows = console.screen().picture().to_vec();
        last = frames.saturating_sub(1);
    }
    let ago = frames.saturating_sub(1) - last;
    let (jammed, cycles) = (console.cpu().is_jammed(), console.cycle());
    Ok(Shot { name, machine, tv, rows, ago, synced, jammed, loudest, samples, cycles })
}

/// The cartridges in a folder: files that end in `.bin` or `.a26`, by name.
///
/// # Errors
/// If the folder cannot be read or holds none.
pub fn cartridges_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let context = || format!("cannot read the folder of cartridges {}", folder.display());
    let entries = fs::read_dir(folder).with_context(context)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>().with_context(context)?;
    let is_cartridge = |path: &PathBuf| {
        path.extension().is_some_and(|ending| ending == "bin" || ending == "a26") && path.is_file()
    };
    paths.retain(is_cartridge);
    paths.sort();
    ensure!(!paths.is_empty(), "{} holds no file that ends in .bin or .a26", folder.display());
    Ok(paths)
}

/// Runs all of them, on as many cores as there are; `done` is called after each.
///
/// # Errors
/// If one is no cartridge.
pub fn shoot_all(paths: &[PathBuf], frames: u64, done: impl Fn() + Sync) -> Result<Vec<Shot>> {
    paths
        .par_iter()
        .map(|path| {
            let shot = shoot(path, frames);
            done();
            shot
        })
        .collect()
}

/// Writes the sheet as PNG: a tile each with its name, red where the picture is blank or the CPU has stopped.
///
/// # Errors
/// If it cannot be written.
pub fn write_png(out: impl Write, shots: &[Shot]) -> Result<()> {
    let (tile_width, tile_height) = (WIDTH + GAP, HEIGHT + LINE + GAP);
    let across = ACROSS.min(shots.len());
    let (width, height) = (across * tile_width + GAP, shots.len().div_ceil(ACROSS) * tile_height + GAP);
    let mut pixels = vec![PAPER; width * height];
    let mut canvas = Canvas { pixels: &mut pixels, width, height };
    let lettering = Lettering::fitting(40, 1, WIDTH, LINE);
    for (index, shot) in shots.iter().enumerate() {
        let (x, y) = (GAP + index % ACROSS * tile_width, GAP + index / ACROSS * tile_height);
        let palette = palette::of(shot.tv);
        let rows: Vec<&Row> = visible_on(shot.tv, &shot.rows).collect();
        for line in 0..HEIGHT {
            let row = rows[line * rows.len() / HEIGHT];
            let start = (y + line) * width + x;
            let line = &mut canvas.pixels[start..start + WIDTH];
            for (pair, pixel) in line.chunks_exact_mut(2).zip(row) {
                pair.fill(colour(&palette, *pixel));
            }
        }
        let ink = if shot.jammed || shot.is_blank() { WARNING } else { INK };
        canvas.write(x, y + HEIGHT + 2, &format!("{} ({})", shot.name, shot.machine), lettering, ink);
    }
    let mut encoder = png::Encoder::new(out, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().context("the PNG header")?;
    let bytes: Vec<u8> = pixels
        .iter()
        .flat_map(|pixel| {
            let [_, red, green, blue] = pixel.to_be_bytes();
            [red, green, blue]
        })
        .collect();
    writer.write_image_data(&bytes).context("the PNG pixels")?;
    writer.finish().context("the end of the PNG")
}
