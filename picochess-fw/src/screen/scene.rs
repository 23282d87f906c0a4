//! What is to be seen, apart from how it is painted.

use core::fmt::Write;

use heapless::String;
use shakmaty::Piece;

use super::layout::HISTORY_ROWS;

/// The border of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Border {
    /// None.
    #[default]
    None,
    /// A move goes here: cyan.
    Move,
    /// A capture: magenta.
    Capture,
    /// Right: green.
    Right,
    /// A man is missing: red.
    Missing,
    /// A man is here that should not be: yellow.
    Unexpected,
    /// The last move: thin and golden.
    Last,
}

/// A square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// The piece that the game has there.
    pub piece: Option<Piece>,
    /// The piece is off the board, or not there yet.
    pub ghost: bool,
    /// The border.
    pub border: Border,
    /// The piece can move.
    pub movable: bool,
    /// The reed, when reeds are shown: closed or open.
    pub reed: Option<bool>,
}

/// How a line of text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// White on black.
    #[default]
    Plain,
    /// Less important.
    Dim,
    /// A heading.
    Title,
    /// Under the cursor.
    Cursor,
    /// Good news.
    Good,
    /// Bad news.
    Bad,
    /// Something is to be done.
    Busy,
}

/// A line of text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line<const N: usize> {
    /// The text.
    pub text: String<N>,
    /// How it looks.
    pub tone: Tone,
    /// Characters that stand out: first, and how many.
    pub mark: (u8, u8),
}

impl<const N: usize> Line<N> {
    /// A line; text that does not fit is cut.
    pub fn new(tone: Tone, text: core::fmt::Arguments<'_>) -> Self {
        let mut line = Self { text: String::new(), tone, mark: (0, 0) };
        let _ = line.write_fmt(text);
        line
    }
}

impl<const N: usize> Write for Line<N> {
    fn write_str(&mut self, s: &str) -> core::fmt::Result {
        for c in s.chars() {
            if self.text.push(c).is_err() {
                break;
            }
        }
        Ok(())
    }
}

/// A clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClockView {
    /// Whose it is.
    pub name: String<22>,
    /// The time to show.
    pub seconds: u32,
    /// It runs.
    pub running: bool,
    /// Little is left.
    pub low: bool,
}

/// The whole picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The squares by number: a1 is 0, h8 63.
    pub cells: [Cell; 64],
    /// Black's side is at the bottom.
    pub flipped: bool,
    /// The headline.
    pub headline: Line<48>,
    /// What to do.
    pub advice: Line<71>,
    /// What the keys do.
    pub legend: Line<80>,
    /// Upper and lower clock; none before a game.
    pub clocks: [Option<ClockView>; 2],
    /// History or menu.
    pub rows: [Line<23>; HISTORY_ROWS],
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            cells: [Cell::default(); 64],
            flipped: false,
            headline: Line::default(),
            advice: Line::default(),
            legend: Line::default(),
            clocks: [None, None],
            rows: core::array::from_fn(|_| Line::default()),
        }
    }
}
