//! Where everything stands.

use super::Rect;

/// The headline.
pub const HEADLINE: Rect = Rect::new(0, 0, 640, 34);
/// The corner of the board.
pub const BOARD: (u16, u16) = (28, 40);
/// Width and height of a square.
pub const SQUARE: u16 = 48;
/// The line that says what to do.
pub const ADVICE: Rect = Rect::new(0, 444, 640, 18);
/// The line that says what the keys do.
pub const LEGEND: Rect = Rect::new(0, 462, 640, 18);
/// The clock of the upper player.
pub const UPPER_CLOCK: Rect = Rect::new(424, 40, 210, 54);
/// The clock of the lower player.
pub const LOWER_CLOCK: Rect = Rect::new(424, 370, 210, 54);
/// Lines of history or menu.
pub const HISTORY_ROWS: usize = 15;
/// The first of those lines.
const FIRST_ROW: Rect = Rect::new(424, 102, 210, 17);

/// A line of history or menu.
pub const fn row(index: usize) -> Rect {
    Rect { y: FIRST_ROW.y + FIRST_ROW.h * index as u16, ..FIRST_ROW }
}

/// A square by its place in the picture: column from the left, line from the top.
pub const fn square(column: u16, line: u16) -> Rect {
    Rect::new(BOARD.0 + column * SQUARE, BOARD.1 + line * SQUARE, SQUARE, SQUARE)
}

/// The name of a rank, left of it.
pub const fn rank_label(line: u16) -> Rect {
    Rect::new(BOARD.0 - 20, BOARD.1 + line * SQUARE + 14, 14, 20)
}

/// The name of a file, below it.
pub const fn file_label(column: u16) -> Rect {
    Rect::new(BOARD.0 + column * SQUARE + 17, BOARD.1 + 8 * SQUARE + 2, 14, 16)
}
