//! The desk: left the table with the set, right the monitor, as one picture.

use embedded_graphics::{
    Drawable, Pixel,
    draw_target::DrawTarget,
    geometry::{OriginDimensions, Point, Size},
    mono_font::{MonoTextStyle, ascii::FONT_9X15},
    pixelcolor::{Rgb888, RgbColor},
    text::{Baseline, Text},
};
use picochess_fw::{
    State,
    screen::{HEIGHT, WIDTH},
};
use shakmaty::{Chess, Piece, Position, Square};

use super::{
    Session,
    set::Set,
    table::{PANE, Table},
};

/// Size of the window.
pub(super) const WIDE: usize = PANE + 8 + WIDTH as usize + 16;
pub(super) const HIGH: usize = PANE;
/// Where the monitor's picture is.
const MONITOR: (usize, usize) = (PANE + 16, 32);
/// What the lines below the monitor say.
const HELP: [&str; 6] = [
    "2 5 8        the board's keys: up, select, down",
    "left mouse   lift a piece, put it down; off the board: remove it",
    "right mouse  slide a piece over the board",
    "U            set up all pieces for a new game",
    "P            power off and on",
    "Esc          leave",
];

/// The desk.
pub(super) struct Desk {
    pub(super) set: Set,
    pub(super) table: Table,
    pub(super) flipped: bool,
    /// The reeds that the men on the table stand for.
    pub(super) shown: u64,
}

impl Desk {
    /// A desk with the men as in a position. Renders the table.
    pub(super) fn new(position: &Chess) -> Desk {
        let set = Set::of(position);
        let shown = set.reeds(false);
        Desk { set, table: Table::render(), flipped: false, shown }
    }

    /// A picture to draw on: four bytes a pixel, red, green and blue in the lower three.
    pub(super) fn buffer() -> Vec<u32> {
        let mut buffer = vec![0x0018_1410; WIDE * HIGH];
        draw_help(&mut buffer);
        buffer
    }

    /// The foremost man under the mouse.
    pub(super) fn man_at(&self, at: (f32, f32)) -> Option<usize> {
        let men = self.set.men();
        (0..men.len()).filter(|&i| self.table.is_on(men[i].piece, men[i].stand(self.flipped), at)).max_by(
            |&a, &b| {
                let z = |i: usize| men[i].stand(self.flipped).z;
                z(a).total_cmp(&z(b))
            },
        )
    }

    /// Lets the set follow what the board knows, and reeds that no mouse has moved.
    pub(super) fn follow(&mut self, session: &Session) {
        let Some(board) = session.board() else { return };
        self.flipped = board.scene().flipped;
        let position = board.game().position();
        if session.men != self.shown {
            for i in 0..64 {
                let square = Square::new(i);
                let (was, is) = (self.shown >> i & 1 != 0, session.men >> i & 1 != 0);
                if was && !is {
                    if let Some(man) = self.set.on(square) {
                        self.set.lay_aside(man);
                    }
                } else if is && !was {
                    let piece = Self::coming(session, square);
                    self.set.bring(square, piece);
                }
            }
            self.shown = session.men;
        }
        let quiet = matches!(board.state(), State::Idle | State::Computer | State::Over);
        if quiet && session.men == board.expected() {
            self.set.identify(position);
        }
    }

    /// The piece that a hand puts on a square, where the board has said which.
    fn coming(session: &Session, square: Square) -> Option<Piece> {
        let board = session.board()?;
        board.to_make()?;
        board.game().position().board().piece_at(square)
    }

    pub(super) fn draw(&self, session: &Session, buffer: &mut [u32]) {
        self.table.draw_ground(buffer, WIDE);
        if let Some(board) = session.board() {
            let scene = board.scene();
            for line in 0..8 {
                for column in 0..8 {
                    let square = if scene.flipped { line * 8 + 7 - column } else { (7 - line) * 8 + column };
                    self.table.draw_light(buffer, WIDE, column, line, scene.cells[square]);
                }
            }
        }
        let mut men: Vec<_> = self.set.men().iter().map(|man| (man.piece, man.stand(self.flipped))).collect();
        men.sort_by(|a, b| {
            (a.1.lift.max(0.0), a.1.z)
                .partial_cmp(&(b.1.lift.max(0.0), b.1.z))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        for (piece, stand) in &men {
            self.table.draw_shadow(buffer, WIDE, piece.role, *stand);
        }
        for (piece, stand) in &men {
            self.table.draw_man(buffer, WIDE, *piece, *stand);
        }
        let frame = session.frame();
        for y in 0..HEIGHT {
            let row = (MONITOR.1 + y as usize) * WIDE + MONITOR.0;
            for x in 0..WIDTH {
                let [r, g, b] = frame.pixel(x, y).rgb();
                buffer[row + x as usize] = u32::from_be_bytes([0, r, g, b]);
            }
        }
    }
}

/// Help below the monitor, and its bezel.
fn draw_help(buffer: &mut [u32]) {
    for y in MONITOR.1 - 8..MONITOR.1 + HEIGHT as usize + 8 {
        for x in MONITOR.0 - 8..MONITOR.0 + WIDTH as usize + 8 {
            buffer[y * WIDE + x] = 0x0030_2c28;
        }
    }
    let mut canvas = Canvas(buffer);
    let style = MonoTextStyle::new(&FONT_9X15, Rgb888::new(190, 180, 165));
    for (i, line) in HELP.iter().enumerate() {
        let at = Point::new(MONITOR.0 as i32, (MONITOR.1 + HEIGHT as usize + 22 + i * 17) as i32);
        // A canvas in memory takes every pixel.
        let _ = Text::with_baseline(line, at, style, Baseline::Top).draw(&mut canvas);
    }
}

struct Canvas<'a>(&'a mut [u32]);

impl OriginDimensions for Canvas<'_> {
    fn size(&self) -> Size {
        Size::new(WIDE as u32, HIGH as u32)
    }
}

impl DrawTarget for Canvas<'_> {
    type Color = Rgb888;
    type Error = std::convert::Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<Rgb888>>>(&mut self, pixels: I) -> Result<(), Self::Error> {
        for Pixel(point, colour) in pixels {
            if (0..WIDE as i32).contains(&point.x) && (0..HIGH as i32).contains(&point.y) {
                self.0[point.y as usize * WIDE + point.x as usize] =
                    u32::from_be_bytes([0, colour.r(), colour.g(), colour.b()]);
            }
        }
        Ok(())
    }
}
