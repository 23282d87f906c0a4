//! Television standards: what a console was built for, and which one a program wants.

use core::fmt;
use core::str::FromStr;

use crate::cartridge::Cartridge;
use crate::console::Console;
use crate::controller::Controller;
use crate::input::Input;
use crate::screen::{ROWS, Screen};

/// The console and the television set that it is connected to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tv {
    /// 60 Hz, 262 lines; hues by the phase of the colour subcarrier.
    #[default]
    Ntsc,
    /// 50 Hz, 312 lines; hues in pairs on either side of the subcarrier's axis.
    Pal,
    /// 50 Hz, 312 lines; eight colours, chosen by the luminance.
    Secam,
    /// A PAL console whose program makes 262 lines.
    Pal60,
}

impl Tv {
    /// All of them.
    pub const ALL: [Tv; 4] = [Tv::Ntsc, Tv::Pal, Tv::Secam, Tv::Pal60];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Tv::Ntsc => "ntsc",
            Tv::Pal => "pal",
            Tv::Secam => "secam",
            Tv::Pal60 => "pal60",
        }
    }

    /// Lines of a frame by the standard. Programs differ by a few.
    pub const fn lines(self) -> u32 {
        match self {
            Tv::Ntsc | Tv::Pal60 => 262,
            Tv::Pal | Tv::Secam => 312,
        }
    }

    /// The console's colour clock in Hz: the subcarrier's frequency for NTSC, four fifths of it for PAL.
    pub const fn colour_clock(self) -> f64 {
        match self {
            Tv::Ntsc => 3_579_545.0,
            Tv::Pal | Tv::Pal60 => 3_546_894.0,
            Tv::Secam => 3_562_500.0,
        }
    }

    /// 6507 cycles a second: a third of the colour clock.
    pub const fn cycles_per_second(self) -> f64 {
        self.colour_clock() / 3.0
    }

    /// Audio samples a second: two a line of 228 colour clocks.
    pub const fn samples_per_second(self) -> f64 {
        self.colour_clock() / 114.0
    }

    /// The first row of a frame that a set shows, counted from the end of VSYNC. Programs by the book draw their rows
    /// 37 to 228 (60 Hz) or 45 to 272 (50 Hz), which this centres; many begin earlier or end later.
    pub const fn first_row(self) -> usize {
        match self {
            Tv::Ntsc | Tv::Pal60 => 16,
            Tv::Pal | Tv::Secam => 15,
        }
    }

    /// Rows that a set shows.
    pub const fn rows_shown(self) -> usize {
        match self {
            Tv::Ntsc | Tv::Pal60 => 240,
            Tv::Pal | Tv::Secam => 288,
        }
    }
}

impl fmt::Display for Tv {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name is none of [`Tv::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTv;

impl fmt::Display for UnknownTv {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("expected ntsc, pal, secam or pal60")
    }
}

impl core::error::Error for UnknownTv {}

impl FromStr for Tv {
    type Err = UnknownTv;

    fn from_str(name: &str) -> Result<Self, UnknownTv> {
        Tv::ALL.into_iter().find(|tv| tv.name() == name).ok_or(UnknownTv)
    }
}

/// What a program's first frames say about its television.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TvDetection {
    /// The standard.
    pub tv: Tv,
    /// The most frequent number of lines among the frames; 0 if no frame ended with VSYNC.
    pub lines: u32,
    /// Pixels of each hue.
    pub hues: [u64; 16],
}

impl fmt::Display for TvDetection {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: ", self.tv)?;
        match (self.tv, self.lines) {
            (_, 0) => f.write_str("its first frames have no VSYNC"),
            (Tv::Pal60, lines) => {
                write!(f, "its frames have {lines} lines, and the hues that PAL programs like")
            }
            (Tv::Secam, lines) => write!(f, "its frames have {lines} lines, and no hues"),
            (_, lines) => write!(f, "its frames have {lines} lines"),
        }
    }
}

/// Frames before anything is pressed; the first few belong to the start.
const WAITING: u64 = 25;
const STARTING: u64 = 8;
/// Frames with Reset and the buttons pressed, and afterwards.
const PRESSING: u64 = 3;
const PLAYING: u64 = 50;
/// Fewer lines, and it is 60 Hz.
const FIFTY_HERTZ: u32 = 287;

/// Runs a cartridge for a second and a half, starting its game, to see which television it wants.
///
/// The number of lines tells 50 from 60 Hz. Of the rest only what is beyond doubt is taken for something unusual:
/// a 60 Hz picture with three hues or more that PAL programs like and none that NTSC programs like is [`Tv::Pal60`];
/// a 50 Hz picture in three luminances or more without any hue is [`Tv::Secam`].
pub fn detect(cartridge: &Cartridge, controllers: [Controller; 2]) -> TvDetection {
    let mut console = Console::new(cartridge.clone());
    console.plug(controllers);
    // The longer frames: else the check for frames without VSYNC would cut those of 50 Hz.
    console.set_tv(Tv::Pal);
    let mut tally = Tally::default();
    for frame in 0..WAITING + PRESSING + PLAYING {
        let is_pressed = (WAITING..WAITING + PRESSING).contains(&frame);
        console.set_input(if is_pressed { everything() } else { Input::default() });
        console.run_frame();
        if frame >= STARTING && !console.is_without_vsync() {
            tally.count(console.screen());
        }
    }
    tally.result()
}

fn everything() -> Input {
    let mut input = Input::default();
    input.switches.reset = true;
    for joystick in &mut input.joysticks {
        joystick.fire = true;
    }
    for paddle in &mut input.paddles {
        paddle.fire = true;
    }
    for wheel in &mut input.wheels {
        wheel.fire = true;
    }
    input
}

struct Tally {
    /// Frames by lines.
    frames: [u16; ROWS],
    hues: [u64; 16],
    luminances: u8,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { frames: [0; ROWS], hues: [0; 16], luminances: 0 }
    }
}

impl Tally {
    fn count(&mut self, screen: &Screen) {
        if let Some(frames) = self.frames.get_mut(screen.frame_lines() as usize) {
            *frames += 1;
        }
        for pixel in screen.picture().iter().flatten().filter(|pixel| **pixel & tia::BLANK == 0) {
            self.hues[(pixel >> 4) as usize] += 1;
            self.luminances |= 1 << (pixel >> 1 & 7);
        }
    }

    fn result(&self) -> TvDetection {
        let most = |(lines, frames): (usize, &u16)| (*frames, lines);
        let (count, lines) = self.frames.iter().enumerate().map(most).max().unwrap_or_default();
        let lines = if count > 0 { lines as u32 } else { 0 };
        let total: u64 = self.hues.iter().sum();
        // A hue counts if one pixel in two hundred has it.
        let present = |hue: &usize| self.hues[*hue] * 200 > total;
        let likes = |hues: &[usize]| hues.iter().filter(|hue| present(hue)).count();
        let fifty = lines >= FIFTY_HERTZ;
        // Bit 0, luminance 0, is also what nothing drawn looks like.
        let luminances = (self.luminances & !1).count_ones();
        let tv = if fifty && luminances >= 3 && self.hues[1..].iter().all(|pixels| *pixels == 0) {
            Tv::Secam
        } else if fifty {
            Tv::Pal
        } else if likes(&[0x5, 0x6, 0x7, 0xb]) >= 3 && likes(&[0x1, 0x8, 0xc, 0xe, 0xf]) == 0 {
            Tv::Pal60
        } else {
            Tv::Ntsc
        };
        TvDetection { tv, lines, hues: self.hues }
    }
}
