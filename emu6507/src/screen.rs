//! The television: collects the TIA's lines into frames.

use alloc::vec;
use alloc::vec::Vec;

use tia::{Archive, Sink};

use crate::tv::Tv;

/// Rows that a picture can have; the beam of a set that gets no VSYNC starts again at the top after so many.
pub const ROWS: usize = 350;
/// Pixels in a line.
pub const COLUMNS: usize = 160;
/// VSYNC must last so many lines for a television to take it for a new frame.
const LINES_OF_SYNC: u32 = 2;

// Where a frame ends that has no VSYNC is a matter of convention, and this is the one of the recorded frames: the
// 51st line too many ends it. A line is too many if the picture is blanked and VSYNC is due, or if the frame is
// twice as long as a long one anyway. The first frame counts blanked lines from its beginning.

/// Lines of VSYNC itself: it is due so many before the standard's frame is full.
const VSYNC_LINES: u32 = 3;
/// Lines after which a frame is too long, blanked or not.
const TOO_LONG: u64 = 2 * 312;
/// Lines too many that a frame may have.
const TOLERATED: u64 = 50;

/// Lines after which a frame without VSYNC ends at the latest.
pub const LINE_LIMIT: u64 = TOO_LONG + TOLERATED + 1;

/// One line of the picture: the colour registers' values (bits 7 to 1), or [`tia::BLANK`].
pub type Row = [u8; COLUMNS];

/// Two pictures: the one being drawn and the last finished one.
#[derive(Clone)]
pub struct Screen {
    rows: [Vec<Row>; 2],
    /// Which of the two is being drawn.
    drawing: usize,
    /// Lines of the frame in progress. After [`ROWS`] of them the beam is at the top again.
    lines: u64,
    /// Those that are too many.
    surplus: u64,
    /// Lines of the last finished frame.
    finished: u64,
    /// Lines of a frame by the set's standard.
    standard: u32,
    /// Lines begun since VSYNC was switched on.
    synced: Option<u32>,
    /// Frames finished since power-on.
    frames: u64,
}

impl Default for Screen {
    fn default() -> Self {
        Self::new()
    }
}

impl Screen {
    /// A dark screen.
    pub fn new() -> Self {
        Screen {
            rows: [vec![[tia::BLANK; COLUMNS]; ROWS], vec![[tia::BLANK; COLUMNS]; ROWS]],
            drawing: 0,
            lines: 0,
            surplus: 0,
            finished: 0,
            standard: Tv::Ntsc.lines(),
            synced: None,
            frames: 0,
        }
    }

    pub(crate) fn set_tv(&mut self, tv: Tv) {
        self.standard = tv.lines();
    }

    /// Frames finished since power-on.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Lines of the last finished frame, from the end of one VSYNC to the end of the next.
    pub fn frame_lines(&self) -> u64 {
        self.finished
    }

    /// The last finished frame: the rows from the end of one VSYNC to the end of the next.
    pub fn picture(&self) -> &[Row] {
        &self.rows[1 - self.drawing][..rows(self.finished)]
    }

    /// The rows drawn so far of the frame in progress.
    pub fn drawn(&self) -> &[Row] {
        &self.rows[self.drawing][..rows(self.lines)]
    }

    /// Lines drawn so far of the frame in progress, of which [`drawn`](Screen::drawn) has the last.
    pub(crate) fn lines_begun(&self) -> u64 {
        self.lines
    }

    /// Ends the frame where it is.
    pub fn end_frame(&mut self) {
        self.finished = self.lines;
        self.drawing = 1 - self.drawing;
        (self.lines, self.surplus) = (0, 0);
        self.frames += 1;
    }

    /// Lines after which the frame can be too long at the earliest, if no VSYNC ends it before; 0 if it is already.
    pub(crate) fn patience(&self) -> u64 {
        (TOLERATED + 1).saturating_sub(self.surplus) + self.due().saturating_sub(self.lines)
    }

    /// Lines of this frame after which a blanked one is too many.
    fn due(&self) -> u64 {
        if self.frames == 0 { 0 } else { u64::from(self.standard - VSYNC_LINES) }
    }

    /// One walk over the state that decides what comes next; the pictures themselves are remade within a frame.
    pub fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.u64(&mut self.lines);
        archive.u64(&mut self.surplus);
        let mut synced = self.synced.map_or(u32::MAX, |lines| lines);
        archive.u32(&mut synced);
        self.synced = (synced != u32::MAX).then_some(synced);
        archive.u64(&mut self.frames);
        for row in &mut self.rows[self.drawing][..] {
            archive.bytes(row);
        }
    }

    /// Whether a loaded state is possible.
    pub fn is_valid(&self) -> bool {
        self.surplus <= self.lines
    }
}

/// Rows that so many lines fill.
fn rows(lines: u64) -> usize {
    lines.min(ROWS as u64) as usize
}

impl Sink for Screen {
    #[inline]
    fn lines(&mut self, pixels: &Row, count: u32) {
        if let Some(lines) = &mut self.synced {
            *lines = lines.saturating_add(count);
        }
        let rows = &mut self.rows[self.drawing];
        let first = (self.lines % ROWS as u64) as usize;
        for line in 0..count.min(ROWS as u32) as usize {
            rows[(first + line) % ROWS] = *pixels;
        }
        let is_blanked = pixels[COLUMNS - 1] == tia::BLANK;
        let free = if is_blanked { self.due() } else { TOO_LONG };
        let count = u64::from(count);
        self.lines += count;
        self.surplus += count.min(self.lines.saturating_sub(free));
    }

    fn vsync(&mut self, on: bool, _clock: u64) {
        if on {
            self.synced.get_or_insert(0);
        } else if self.synced.take().is_some_and(|lines| lines >= LINES_OF_SYNC) {
            self.end_frame();
        }
    }

    #[inline]
    fn audio(&mut self, _: u8, _: u8, _: u32) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A screen that got so many lines, each with its number in its pixels.
    fn after(lines: usize) -> Screen {
        let mut screen = Screen::new();
        (0..lines).for_each(|line| screen.lines(&[line as u8 & 0xfe; COLUMNS], 1));
        screen
    }

    #[test]
    fn a_frame_without_vsync_fills_the_whole_screen() {
        for lines in [ROWS, ROWS + 1, 2 * ROWS, 5 * ROWS + 3] {
            let mut screen = after(lines);
            screen.end_frame();
            assert_eq!(screen.picture().len(), ROWS, "{lines} lines");
            let newest = &screen.picture()[(lines - 1) % ROWS];
            assert_eq!(newest, &[(lines - 1) as u8 & 0xfe; COLUMNS]);
        }
    }

    #[test]
    fn lines_in_a_row_are_the_same_as_one_by_one() {
        for (before, count) in [(0, 262), (300, 49), (300, 50), (300, 51), (349, 700), (10, 351)] {
            let (mut one, mut all) = (after(before), after(before));
            (0..count).for_each(|_| one.lines(&[0x2a; COLUMNS], 1));
            all.lines(&[0x2a; COLUMNS], count);
            assert_eq!(one.drawn(), all.drawn());
            one.lines(&[0x44; COLUMNS], 1);
            all.lines(&[0x44; COLUMNS], 1);
            assert_eq!(one.drawn(), all.drawn());
            assert!(one.is_valid() && all.is_valid());
        }
    }
}
