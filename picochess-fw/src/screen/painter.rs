//! Brings a frame up to date with a scene, one rectangle at a time.

use embedded_graphics::{
    Drawable,
    geometry::Point,
    mono_font::{MonoFont, MonoTextStyleBuilder, ascii},
    text::{Baseline, Text},
};

use super::{
    Border, Cell, ClockView, Colour, Frame, HEIGHT, Line, Rect, Scene, Tone, WIDTH,
    beam::Patch,
    digits,
    layout::{self, HISTORY_ROWS},
    sprite,
};

/// A part of the picture that is painted as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Everything that never changes, black at first.
    Ground(u16),
    Headline,
    Square(u8),
    Rank(u8),
    File(u8),
    Clock(u8),
    Row(u8),
    Advice,
    Legend,
}

// How long things take on an RP2040 at 126 MHz: more than was measured (tests/pico, `painting`), since the times of the
// chip's flash are not in that.
/// To find what differs, twice, and to note that it is painted.
const FIND_US: u32 = 250;
/// Pixels filled in a microsecond.
const FILLED_PIXELS_A_US: u32 = 40;
/// A letter, whatever its size, and its pixels in a microsecond.
const LETTER_US: u32 = 10;
const TEXT_PIXELS_A_US: u32 = 2;
/// The digits of a clock.
const DIGITS_US: u32 = 200;
/// Border, piece, corners and reed of a square.
const SQUARE_US: u32 = 400;

/// Lines of ground painted at a time.
const GROUND: u16 = 32;

/// Paints a scene into a frame, only what differs from what the frame shows.
#[derive(Clone, Debug)]
pub struct Painter {
    shown: Scene,
    /// Ground painted so far, in lines.
    ground: u16,
    /// Parts that are not as `shown` says, because nothing has been painted there yet.
    bare_squares: u64,
    bare_rows: u32,
    bare_rest: u32,
    labels: u16,
}

/// Bits of `bare_rest`.
const HEADLINE: u32 = 1;
const ADVICE: u32 = 2;
const LEGEND: u32 = 4;
const CLOCKS: [u32; 2] = [8, 16];

impl Default for Painter {
    fn default() -> Self {
        Self::new()
    }
}

impl Painter {
    /// A painter whose frame shows anything at all: the first scene is painted in full.
    pub fn new() -> Self {
        Self {
            shown: Scene::default(),
            ground: 0,
            bare_squares: u64::MAX,
            bare_rows: u32::MAX >> (32 - HISTORY_ROWS),
            bare_rest: HEADLINE | ADVICE | LEGEND | CLOCKS[0] | CLOCKS[1],
            labels: u16::MAX,
        }
    }

    /// What [`Painter::paint_next`] would paint, if the frame differs from `scene`.
    pub fn next(&self, scene: &Scene) -> Option<Patch> {
        self.next_part(scene).map(|part| patch(part, scene))
    }

    /// Paints one part that differs, and says which. Its pixels are written once or a few times.
    pub fn paint_next(&mut self, scene: &Scene, frame: &mut Frame) -> Option<Patch> {
        let part = self.next_part(scene)?;
        if scene.flipped != self.shown.flipped {
            self.shown.flipped = scene.flipped;
            self.bare_squares = u64::MAX;
            self.labels = u16::MAX;
        }
        self.paint_part(part, scene, frame);
        Some(patch(part, scene))
    }

    /// Paints until the frame shows `scene`, or until the next part would exceed `budget` pixels; at least one
    /// part is painted if any differs. Returns how many pixels were painted.
    pub fn paint(&mut self, scene: &Scene, frame: &mut Frame, budget: u32) -> u32 {
        let mut pixels = 0;
        while let Some(Patch { rect, .. }) = self.next(scene) {
            if pixels > 0 && pixels + rect.area() > budget {
                break;
            }
            self.paint_next(scene, frame);
            pixels += rect.area();
        }
        pixels
    }

    fn next_part(&self, scene: &Scene) -> Option<Part> {
        if u32::from(self.ground) < HEIGHT {
            return Some(Part::Ground(self.ground));
        }
        let turned = scene.flipped != self.shown.flipped;
        for (i, (cell, shown)) in scene.cells.iter().zip(&self.shown.cells).enumerate() {
            if turned || cell != shown || self.bare_squares >> i & 1 != 0 {
                return Some(Part::Square(i as u8));
            }
        }
        if scene.headline != self.shown.headline || self.bare_rest & HEADLINE != 0 {
            return Some(Part::Headline);
        }
        if scene.advice != self.shown.advice || self.bare_rest & ADVICE != 0 {
            return Some(Part::Advice);
        }
        for (i, bare) in CLOCKS.into_iter().enumerate() {
            if scene.clocks[i] != self.shown.clocks[i] || self.bare_rest & bare != 0 {
                return Some(Part::Clock(i as u8));
            }
        }
        for i in 0..HISTORY_ROWS {
            if scene.rows[i] != self.shown.rows[i] || self.bare_rows >> i & 1 != 0 {
                return Some(Part::Row(i as u8));
            }
        }
        if scene.legend != self.shown.legend || self.bare_rest & LEGEND != 0 {
            return Some(Part::Legend);
        }
        (self.labels != 0).then(|| {
            let i = self.labels.trailing_zeros() as u8;
            if i < 8 { Part::Rank(i) } else { Part::File(i - 8) }
        })
    }

    fn paint_part(&mut self, part: Part, scene: &Scene, frame: &mut Frame) {
        let area = rect(part, scene.flipped);
        match part {
            Part::Ground(y) => {
                frame.fill(area, Colour::BLACK);
                self.ground = y + area.h;
            }
            Part::Headline => {
                let (ink, paper) = headline_colours(scene.headline.tone);
                frame.fill(area, paper);
                text(frame, &ascii::FONT_10X20, &scene.headline.text, area.x + 10, area.y + 7, ink, paper);
                self.shown.headline = scene.headline.clone();
                self.bare_rest &= !HEADLINE;
            }
            Part::Square(i) => {
                let cell = scene.cells[usize::from(i)];
                square(frame, area, i, cell);
                self.shown.cells[usize::from(i)] = cell;
                self.bare_squares &= !(1 << i);
            }
            Part::Rank(line) => {
                let number = if scene.flipped { line + 1 } else { 8 - line };
                label(frame, area, b'0' + number);
                self.labels &= !(1 << line);
            }
            Part::File(column) => {
                let number = if scene.flipped { 7 - column } else { column };
                label(frame, area, b'a' + number);
                self.labels &= !(1 << (column + 8));
            }
            Part::Clock(i) => {
                let i = usize::from(i);
                clock(frame, area, scene.clocks[i].as_ref());
                self.shown.clocks[i].clone_from(&scene.clocks[i]);
                self.bare_rest &= !CLOCKS[i];
            }
            Part::Row(i) => {
                let line = &scene.rows[usize::from(i)];
                row(frame, area, line);
                self.shown.rows[usize::from(i)].clone_from(line);
                self.bare_rows &= !(1 << i);
            }
            Part::Advice => {
                let (ink, paper) = colours(scene.advice.tone);
                frame.fill(area, paper);
                text(frame, &ascii::FONT_9X15_BOLD, &scene.advice.text, area.x + 4, area.y + 1, ink, paper);
                self.shown.advice = scene.advice.clone();
                self.bare_rest &= !ADVICE;
            }
            Part::Legend => {
                frame.fill(area, Colour::BLACK);
                let (ink, paper) = colours(scene.legend.tone);
                text(frame, &ascii::FONT_8X13, &scene.legend.text, area.x + 4, area.y + 2, ink, paper);
                self.shown.legend = scene.legend.clone();
                self.bare_rest &= !LEGEND;
            }
        }
    }
}

/// A part with what painting it takes.
fn patch(part: Part, scene: &Scene) -> Patch {
    let rect = rect(part, scene.flipped);
    // What is written letter by letter, and what else is drawn.
    let (letters, letter, drawn) = match part {
        Part::Ground(_) => (0, 0, 0),
        Part::Headline => (scene.headline.text.len(), 10 * 20, 0),
        Part::Square(_) => (0, 0, SQUARE_US),
        Part::Rank(_) | Part::File(_) => (1, 9 * 15, 0),
        Part::Clock(i) => {
            (scene.clocks[usize::from(i)].as_ref().map_or(0, |clock| clock.name.len()), 9 * 15, DIGITS_US)
        }
        Part::Row(i) => {
            let row = &scene.rows[usize::from(i)];
            (row.text.len() + usize::from(row.mark.1), 9 * 15, 0)
        }
        Part::Advice => (scene.advice.text.len(), 9 * 15, 0),
        Part::Legend => (scene.legend.text.len(), 8 * 13, 0),
    };
    let text = letters as u32 * (LETTER_US + letter / TEXT_PIXELS_A_US);
    Patch { rect, us: FIND_US + rect.area() / FILLED_PIXELS_A_US + text + drawn }
}

fn rect(part: Part, flipped: bool) -> Rect {
    match part {
        Part::Ground(y) => Rect::new(0, y, WIDTH as u16, GROUND),
        Part::Headline => layout::HEADLINE,
        Part::Square(i) => {
            let (file, rank) = (u16::from(i % 8), u16::from(i / 8));
            if flipped { layout::square(7 - file, rank) } else { layout::square(file, 7 - rank) }
        }
        Part::Rank(line) => layout::rank_label(u16::from(line)),
        Part::File(column) => layout::file_label(u16::from(column)),
        Part::Clock(0) => layout::UPPER_CLOCK,
        Part::Clock(_) => layout::LOWER_CLOCK,
        Part::Row(i) => layout::row(usize::from(i)),
        Part::Advice => layout::ADVICE,
        Part::Legend => layout::LEGEND,
    }
}

const fn colours(tone: Tone) -> (Colour, Colour) {
    match tone {
        Tone::Plain => (Colour::WHITE, Colour::BLACK),
        Tone::Dim => (Colour::LIGHT, Colour::BLACK),
        Tone::Cursor => (Colour::BLACK, Colour::CYAN),
        Tone::Good => (Colour::GREEN, Colour::BLACK),
        Tone::Bad => (Colour::YELLOW, Colour::BLACK),
        Tone::Title | Tone::Busy => (Colour::CYAN, Colour::BLACK),
    }
}

const fn headline_colours(tone: Tone) -> (Colour, Colour) {
    match tone {
        Tone::Plain | Tone::Dim | Tone::Title | Tone::Cursor => (Colour::WHITE, Colour::BLUE),
        Tone::Good => (Colour::WHITE, Colour::DARK),
        Tone::Bad => (Colour::WHITE, Colour::RED),
        Tone::Busy => (Colour::WHITE, Colour::STEEL),
    }
}

fn text(frame: &mut Frame, font: &MonoFont<'_>, text: &str, x: u16, y: u16, ink: Colour, paper: Colour) {
    let style = MonoTextStyleBuilder::new().font(font).text_color(ink).background_color(paper).build();
    // Drawing into memory cannot fail.
    let _ = Text::with_baseline(text, Point::new(x.into(), y.into()), style, Baseline::Top).draw(frame);
}

fn label(frame: &mut Frame, area: Rect, name: u8) {
    let mut buffer = [0];
    buffer[0] = name;
    let name = core::str::from_utf8(&buffer).unwrap_or("?");
    text(frame, &ascii::FONT_9X15_BOLD, name, area.x + 2, area.y, Colour::LIGHT, Colour::BLACK);
}

fn row(frame: &mut Frame, area: Rect, line: &Line<23>) {
    let (ink, paper) = colours(line.tone);
    frame.fill(area, paper);
    let (x, y) = (area.x + 2, area.y + 1);
    text(frame, &ascii::FONT_9X15_BOLD, &line.text, x, y, ink, paper);
    let (first, count) = (usize::from(line.mark.0), usize::from(line.mark.1));
    if let Some(marked) = line.text.get(first..first + count)
        && count > 0
    {
        text(frame, &ascii::FONT_9X15_BOLD, marked, x + 9 * first as u16, y, Colour::BLACK, Colour::GOLD);
    }
}

fn clock(frame: &mut Frame, area: Rect, clock: Option<&ClockView>) {
    let Some(clock) = clock else {
        frame.fill(area, Colour::BLACK);
        return;
    };
    let paper = match (clock.running, clock.low) {
        (true, true) => Colour::RED,
        (true, false) => Colour::BLUE,
        (false, _) => Colour::BLACK,
    };
    frame.fill(area, paper);
    let rim = if clock.running { Colour::WHITE } else { Colour::DARK };
    frame.rim(area, 1, rim);
    let ink = if clock.running { Colour::WHITE } else { Colour::LIGHT };
    text(frame, &ascii::FONT_9X15_BOLD, &clock.name, area.x + 5, area.y + 3, ink, paper);
    let y = area.y + area.h - digits::HEIGHT - 5;
    digits::time(frame, area.x + area.w - 4, y, clock.seconds, if clock.low { Colour::YELLOW } else { ink });
}

fn square(frame: &mut Frame, area: Rect, number: u8, cell: Cell) {
    let light = (number / 8 + number % 8) % 2 == 1;
    let ground = if light { Colour::LIGHT } else { Colour::DARK };
    frame.fill(area, ground);
    let border = match cell.border {
        Border::None => None,
        Border::Last => {
            frame.rim(area, 3, Colour::GOLD);
            None
        }
        Border::Move => Some(Colour::CYAN),
        Border::Capture => Some(Colour::MAGENTA),
        Border::Right => Some(Colour::GREEN),
        Border::Missing => Some(Colour::RED),
        Border::Unexpected => Some(Colour::YELLOW),
    };
    if let Some(colour) = border {
        frame.rim(area, 1, Colour::BLACK);
        frame.rim(area.inset(1), 4, colour);
        frame.rim(area.inset(5), 1, Colour::BLACK);
    }
    if let Some(piece) = cell.piece {
        let margin = (area.w - sprite::SIZE as u16) / 2;
        sprite::draw(frame, area.x + margin, area.y + margin, piece, cell.ghost);
    }
    if cell.movable && border.is_none() {
        corners(frame, area.inset(2));
    }
    if let Some(closed) = cell.reed {
        let spot = Rect::new(area.x + area.w - 15, area.y + 5, 10, 10);
        frame.fill(spot, Colour::BLACK);
        frame.fill(spot.inset(if closed { 1 } else { 3 }), if closed { Colour::CYAN } else { Colour::STEEL });
    }
}

/// Marks the corners of a square.
fn corners(frame: &mut Frame, area: Rect) {
    const LONG: u16 = 8;
    const THICK: u16 = 2;
    let (right, bottom) = (area.x + area.w, area.y + area.h);
    for (x, y) in
        [(area.x, area.y), (right - LONG, area.y), (area.x, bottom - THICK), (right - LONG, bottom - THICK)]
    {
        frame.fill(Rect::new(x, y, LONG, THICK), Colour::CYAN);
    }
    for (x, y) in
        [(area.x, area.y), (right - THICK, area.y), (area.x, bottom - LONG), (right - THICK, bottom - LONG)]
    {
        frame.fill(Rect::new(x, y, THICK, LONG), Colour::CYAN);
    }
}

#[cfg(test)]
mod tests {
    use std::{format, string::String, vec::Vec};

    use shakmaty::{Color, Piece, Role};

    use super::*;
    use crate::screen::beam::is_clear;

    fn full<const N: usize>(tone: Tone) -> Line<N> {
        let mut line = Line::new(tone, format_args!("{}", "W".repeat(N)));
        line.mark = (5, 7);
        line
    }

    /// The dearest picture that there can be: every line of text full, on every square all that a square can show.
    fn dearest() -> Scene {
        let piece = Some(Piece { color: Color::White, role: Role::Queen });
        let cell = Cell { piece, ghost: false, border: Border::Capture, movable: false, reed: Some(true) };
        let mut name = heapless::String::new();
        while name.push('W').is_ok() {}
        let clock = ClockView { name, seconds: 35_999, running: true, low: true };
        Scene {
            cells: [cell; 64],
            headline: full(Tone::Busy),
            advice: full(Tone::Busy),
            legend: full(Tone::Dim),
            clocks: [Some(clock.clone()), Some(clock)],
            rows: core::array::from_fn(|_| full(Tone::Cursor)),
            ..Scene::default()
        }
    }

    #[test]
    fn every_part_of_every_picture_has_its_moment() {
        let scene = dearest();
        let (mut painter, mut frame) = (Painter::new(), Frame::new());
        let mut seen = Vec::new();
        while let Some(patch) = painter.paint_next(&scene, &mut frame) {
            let lines = (0..=480).filter(|&line| is_clear(line, patch)).count();
            let name: String = format!("{patch:?}: {lines} lines of 480");
            // 1.5 ms in each frame. The painter asks all the time, but for the looks at the board, which are shorter.
            assert!(lines >= 50, "{name}");
            seen.push(patch);
        }
        assert_eq!(seen.len(), 15 + 64 + 1 + 1 + 2 + HISTORY_ROWS + 1 + 16);
    }
}
