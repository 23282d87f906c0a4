//! The table with board and set, rendered once by a small physically based renderer and then drawn from
//! sprites.
//!
//! One unit is the width of a square. x goes right, y up from the board, z towards the player. The view is
//! parallel, so a piece looks the same on every square, and one sprite of each is enough.

mod camera;
mod ground;
mod light;
mod material;
mod shape;
mod sprite;

pub(super) use camera::{Camera, PANE};
use picochess_fw::screen::{Border, Cell};
use shakmaty::{Color, Piece, Role};
use sprite::{Shadow, Sprite};

/// The rendered table.
pub(super) struct Table {
    camera: Camera,
    ground: Vec<[u8; 3]>,
    sprites: Vec<[Sprite; 2]>,
    shadows: Vec<Shadow>,
}

/// Where a man is drawn: its base in units, and how high it hovers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stand {
    pub(super) x: f32,
    pub(super) z: f32,
    pub(super) lift: f32,
}

impl Table {
    /// Renders everything: a second or two of work.
    pub(super) fn render() -> Table {
        let camera = Camera::new();
        let ground = ground::render(&camera);
        let mut sprites = Vec::new();
        let mut shadows = Vec::new();
        for role in Role::ALL {
            let shape = shape::Shape::of(role);
            sprites.push(sprite::render(&camera, &shape));
            shadows.push(sprite::shadow(&camera, &shape));
        }
        Table { camera, ground, sprites, shadows }
    }

    /// The camera.
    pub(super) fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Draws the bare table into the left pane of a buffer with rows of `stride`.
    pub(super) fn draw_ground(&self, buffer: &mut [u32], stride: usize) {
        for (line, row) in self.ground.chunks(PANE).zip(buffer.chunks_mut(stride)) {
            for (pixel, out) in line.iter().zip(row) {
                *out = u32::from_be_bytes([0, pixel[0], pixel[1], pixel[2]]);
            }
        }
    }

    /// Lights a square in the colour of its border on the monitor. `column` and `line` count from the top left.
    pub(super) fn draw_light(
        &self,
        buffer: &mut [u32],
        stride: usize,
        column: usize,
        line: usize,
        cell: Cell,
    ) {
        let (colour, strength) = match cell.border {
            Border::Move => ([0, 230, 240], 0.8),
            Border::Capture => ([230, 0, 220], 0.8),
            Border::Right => ([40, 230, 60], 0.55),
            Border::Missing => ([235, 30, 20], 0.85),
            Border::Unexpected => ([250, 230, 40], 0.85),
            Border::Last => ([240, 190, 60], 0.35),
            Border::None if cell.movable => ([0, 220, 230], 0.3),
            Border::None => return,
        };
        let (x0, y0) = self.camera.project(column as f32, 0.0, line as f32);
        let (x1, y1) = self.camera.project(column as f32 + 1.0, 0.0, line as f32 + 1.0);
        let (x0, y0, x1, y1) = (x0 as i32 + 1, y0 as i32 + 1, x1 as i32 - 1, y1 as i32 - 1);
        for y in y0..y1 {
            for x in x0..x1 {
                let edge = (x - x0).min(x1 - 1 - x).min(y - y0).min(y1 - 1 - y) as f32;
                // Bright at the rim, fading inwards.
                let alpha = strength * (1.0 - edge / 9.0).clamp(0.12, 1.0);
                if (0..PANE as i32).contains(&x) && (0..PANE as i32).contains(&y) {
                    blend(&mut buffer[y as usize * stride + x as usize], colour, alpha);
                }
            }
        }
    }

    /// Draws the shadow of a man.
    pub(super) fn draw_shadow(&self, buffer: &mut [u32], stride: usize, role: Role, stand: Stand) {
        let (x, y) = self.camera.project(stand.x, 0.0, stand.z);
        let (dx, dy) = self.camera.shift(&light::fall(stand.lift));
        self.shadows[role as usize - 1].draw(buffer, stride, x + dx, y + dy, 1.0 / (1.0 + stand.lift));
    }

    /// Draws a man.
    pub(super) fn draw_man(&self, buffer: &mut [u32], stride: usize, piece: Piece, stand: Stand) {
        let (x, y) = self.camera.project(stand.x, stand.lift, stand.z);
        self.sprite(piece).draw(buffer, stride, x, y);
    }

    /// Whether the point of the pane is on a man that stands there.
    pub(super) fn is_on(&self, piece: Piece, stand: Stand, at: (f32, f32)) -> bool {
        let (x, y) = self.camera.project(stand.x, stand.lift, stand.z);
        self.sprite(piece).covers(at.0 - x, at.1 - y)
    }

    fn sprite(&self, piece: Piece) -> &Sprite {
        let side = match piece.color {
            Color::White => 0,
            Color::Black => 1,
        };
        &self.sprites[piece.role as usize - 1][side]
    }
}

/// Mixes a colour into a pixel.
fn blend(pixel: &mut u32, colour: [u8; 3], alpha: f32) {
    let [_, r, g, b] = pixel.to_be_bytes();
    let mix = |old: u8, new: u8| (f32::from(old) + (f32::from(new) - f32::from(old)) * alpha).round() as u8;
    *pixel = u32::from_be_bytes([0, mix(r, colour[0]), mix(g, colour[1]), mix(b, colour[2])]);
}
