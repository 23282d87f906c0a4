//! A monitor: what it makes of the levels of six pins.
//!
//! Times are in clocks of the system, five to a pixel. Where the picture stands in the signal is VESA's 640x480 at 60 Hz:
//! a line is 800 pixels from one fall of hsync to the next, low for 96, and its 640 visible ones begin at the 144th; a
//! frame is 525 lines from one fall of vsync to the next, low for 2, and its 480 visible ones begin with the 35th.

use std::ops::RangeInclusive;

use anyhow::{Result, ensure};

/// Clocks of a pixel.
pub const PIXEL: u64 = 5;
/// Pixels of a line, lines of a frame.
pub const TOTAL: (u64, u64) = (800, 525);
/// The first visible pixel and line.
pub const FIRST: (u64, usize) = (144, 35);
/// Visible pixels and lines.
pub const VISIBLE: (usize, usize) = (640, 480);

const HSYNC: u8 = 1;
const VSYNC: u8 = 2;
const COLOUR: u32 = 2;

/// The levels of the pins over some time.
#[derive(Clone, Debug)]
pub struct Signal {
    /// Clock and pins (bit 0 hsync, 1 vsync, 2 to 5 the colour), at each change.
    log: Vec<(u64, u8)>,
}

/// What a monitor measures before it shows anything. Ranges have the least and the greatest of all that were seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Clocks from one fall of hsync to the next.
    pub line: RangeInclusive<u64>,
    /// Clocks that hsync is low.
    pub hsync: RangeInclusive<u64>,
    /// Clocks from one fall of vsync to the next.
    pub frame: RangeInclusive<u64>,
    /// Clocks that vsync is low.
    pub vsync: RangeInclusive<u64>,
    /// Falls of hsync from one fall of vsync to the next.
    pub lines: RangeInclusive<u64>,
    /// Clocks after the fall of hsync at which a colour is seen: from the first to the end of the last.
    pub lit: RangeInclusive<u64>,
    /// Lines after the fall of vsync in which a colour is seen: the first and the last.
    pub lit_lines: RangeInclusive<usize>,
}

fn range<T: Ord + Copy + Default>(values: impl Iterator<Item = T>) -> RangeInclusive<T> {
    let values: Vec<T> = values.collect();
    let least = values.iter().min().copied().unwrap_or_default();
    least..=values.iter().max().copied().unwrap_or_default()
}

impl Signal {
    pub(crate) fn new(log: Vec<(u64, u8)>) -> Self {
        Self { log }
    }

    /// The clocks at which a pin changes to a level.
    fn edges(&self, pin: u8, high: bool) -> Vec<u64> {
        let changes =
            self.log.windows(2).filter(|w| (w[0].1 ^ w[1].1) & pin != 0 && (w[1].1 & pin != 0) == high);
        changes.map(|w| w[1].0).collect()
    }

    /// Measures the signal.
    ///
    /// # Errors
    /// If it has no two whole frames.
    pub fn timing(&self) -> Result<Timing> {
        let (h, h_up) = (self.edges(HSYNC, false), self.edges(HSYNC, true));
        let (v, v_up) = (self.edges(VSYNC, false), self.edges(VSYNC, true));
        ensure!(v.len() >= 3 && h.len() > 1050, "no signal: {} lines, {} frames", h.len(), v.len());
        let periods = |falls: &[u64]| range(falls.windows(2).map(|w| w[1] - w[0]));
        let widths = |falls: &[u64], rises: &[u64]| {
            range(falls.iter().filter_map(|f| rises.iter().find(|&r| r > f).map(|r| r - f)))
        };
        let within = |from: u64, to: u64| h.iter().filter(|&&t| from <= t && t < to).count() as u64;
        let mut lit: Option<(u64, u64)> = None;
        let mut lit_lines: Option<(usize, usize)> = None;
        let mut line = 0;
        for w in self.log.windows(2) {
            let (at, pins) = w[0];
            while line + 1 < h.len() && h[line + 1] <= at {
                line += 1;
            }
            if pins >> COLOUR == 0 || at < h[line] || line + 1 == h.len() {
                continue;
            }
            let (from, to) = (at - h[line], w[1].0 - h[line]);
            let (least, most) = lit.unwrap_or((from, to));
            lit = Some((least.min(from), most.max(to)));
            if let Some(&start) = v.iter().rev().find(|&&start| start <= h[line] + TOTAL.0 * PIXEL / 2) {
                let number = h.iter().filter(|&&t| t + TOTAL.0 * PIXEL / 2 >= start && t < h[line]).count();
                let (first, last) = lit_lines.unwrap_or((number, number));
                lit_lines = Some((first.min(number), last.max(number)));
            }
        }
        let (lit, lit_lines) = (lit.unwrap_or_default(), lit_lines.unwrap_or_default());
        Ok(Timing {
            line: periods(&h),
            hsync: widths(&h, &h_up),
            frame: periods(&v),
            vsync: widths(&v, &v_up),
            lines: range(v.windows(2).map(|w| within(w[0], w[1]))),
            lit: lit.0..=lit.1,
            lit_lines: lit_lines.0..=lit_lines.1,
        })
    }

    /// The whole frames of the signal, in order: 640 by 480 colours each.
    pub fn frames(&self) -> Vec<Vec<u8>> {
        let falls = self.edges(HSYNC, false);
        self.edges(VSYNC, false).into_iter().filter_map(|start| self.frame(start, &falls)).collect()
    }

    fn frame(&self, start: u64, falls: &[u64]) -> Option<Vec<u8>> {
        // The two syncs fall within a few clocks of each other.
        let first = falls.iter().position(|&t| t + TOTAL.0 * PIXEL / 2 >= start)?;
        let mut picture = Vec::with_capacity(VISIBLE.0 * VISIBLE.1);
        let mut at = 0;
        for y in 0..VISIBLE.1 {
            let line = *falls.get(first + FIRST.1 + y)?;
            for x in 0..VISIBLE.0 as u64 {
                // In the middle of the pixel.
                let clock = line + (FIRST.0 + x) * PIXEL + PIXEL / 2;
                while self.log.get(at + 1)?.0 <= clock {
                    at += 1;
                }
                picture.push(self.log[at].1 >> COLOUR);
            }
        }
        Some(picture)
    }
}
