//! The television: collects the TIA's lines into frames.

use alloc::vec;
use alloc::vec::Vec;

use tia::{Archive, Sink};

/// Rows that a frame can have; the beam of a set that gets no VSYNC starts again at the top after so many.
pub const ROWS: usize = 350;
/// Pixels in a line.
pub const COLUMNS: usize = 160;
/// VSYNC must last so many lines for a television to take it for a new frame.
const LINES_OF_SYNC: u32 = 2;

/// One line of the picture: the colour registers' values (bits 7 to 1), or [`tia::BLANK`].
pub type Row = [u8; COLUMNS];

/// Two pictures: the one being drawn and the last finished one.
#[derive(Clone)]
pub struct Screen {
    rows: [Vec<Row>; 2],
    /// Which of the two is being drawn.
    drawing: usize,
    /// The row that the beam is in.
    row: usize,
    /// Rows of the last finished frame.
    finished: usize,
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
            row: 0,
            finished: 0,
            synced: None,
            frames: 0,
        }
    }

    /// Frames finished since power-on.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The last finished frame: the rows from the end of one VSYNC to the end of the next.
    pub fn picture(&self) -> &[Row] {
        &self.rows[1 - self.drawing][..self.finished]
    }

    /// The rows drawn so far of the frame in progress.
    pub fn drawn(&self) -> &[Row] {
        &self.rows[self.drawing][..self.row]
    }

    /// Ends the frame where it is.
    pub fn end_frame(&mut self) {
        self.finished = self.row;
        self.drawing = 1 - self.drawing;
        self.row = 0;
        self.frames += 1;
    }

    /// One walk over the state that decides what comes next; the pictures themselves are remade within a frame.
    pub fn archive<A: Archive>(&mut self, archive: &mut A) {
        let mut row = self.row as u32;
        archive.u32(&mut row);
        self.row = row as usize;
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
        self.row < ROWS
    }
}

impl Sink for Screen {
    #[inline]
    fn lines(&mut self, pixels: &Row, count: u32) {
        if let Some(lines) = &mut self.synced {
            *lines += count;
        }
        let rows = &mut self.rows[self.drawing];
        if count == 1 {
            rows[self.row] = *pixels;
            self.row += 1;
            if self.row == ROWS {
                self.row = 0;
            }
        } else {
            for _ in 0..count.min(ROWS as u32) {
                rows[self.row] = *pixels;
                self.row = (self.row + 1) % ROWS;
            }
            self.row = (self.row + count.saturating_sub(ROWS as u32) as usize) % ROWS;
        }
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
