//! The digits of the clocks: seven segments, as on a digital chess clock.

use super::{Colour, Frame, Rect};

/// Width of a digit.
const WIDTH: u16 = 16;
/// Height of a digit.
pub(super) const HEIGHT: u16 = 28;
/// Thickness of a segment.
const THICK: u16 = 4;
/// From one digit to the next.
const STEP: u16 = WIDTH + 5;
/// From a colon to the next digit.
const COLON: u16 = 9;

/// Segments of the ten digits: bit 0 top, then clockwise to bit 5 upper left, bit 6 middle.
const SEGMENTS: [u8; 10] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F];

fn digit(frame: &mut Frame, x: u16, y: u16, value: u32, on: Colour) {
    let half = (HEIGHT - THICK) / 2;
    let bars = [
        Rect::new(x + 1, y, WIDTH - 2, THICK),
        Rect::new(x + WIDTH - THICK, y + 1, THICK, half),
        Rect::new(x + WIDTH - THICK, y + half + 2, THICK, half),
        Rect::new(x + 1, y + HEIGHT - THICK, WIDTH - 2, THICK),
        Rect::new(x, y + half + 2, THICK, half),
        Rect::new(x, y + 1, THICK, half),
        Rect::new(x + 2, y + half, WIDTH - 4, THICK),
    ];
    for (i, bar) in bars.into_iter().enumerate() {
        if SEGMENTS[value as usize % 10] >> i & 1 != 0 {
            frame.fill(bar, on);
        }
    }
}

/// Draws a time right-aligned at `right`, as M:SS, MM:SS or H:MM:SS.
pub(super) fn time(frame: &mut Frame, right: u16, y: u16, seconds: u32, on: Colour) {
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let mut x = right;
    let mut put = |frame: &mut Frame, value: u32| {
        x -= STEP;
        digit(frame, x, y, value, on);
    };
    put(frame, seconds % 10);
    put(frame, seconds / 10);
    let colons = [right - 2 * STEP, right - 4 * STEP - COLON];
    let dots = |frame: &mut Frame, right: u16| {
        for dy in [8, 17] {
            frame.fill(Rect::new(right - COLON + 1, y + dy, 4, 4), on);
        }
    };
    dots(frame, colons[0]);
    let mut x = colons[0] - COLON;
    let mut put = |frame: &mut Frame, value: u32| {
        x -= STEP;
        digit(frame, x, y, value, on);
    };
    put(frame, minutes % 10);
    if hours > 0 || minutes > 9 {
        put(frame, minutes / 10);
    }
    if hours > 0 {
        dots(frame, colons[1]);
        let mut x = colons[1] - COLON;
        x -= STEP;
        digit(frame, x, y, hours % 10, on);
        if hours > 9 {
            digit(frame, x - STEP, y, hours / 10, on);
        }
    }
}
