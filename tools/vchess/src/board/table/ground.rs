//! The table and the board on it.

use glam::Vec3;

use super::{
    camera::{Camera, PANE},
    light::{develop, light_disc, shade},
    material::{Material, smooth},
};

/// Width of the frame around the squares.
const FRAME: f32 = 0.55;
/// Height of the board above the table.
const HEIGHT: f32 = 0.28;
/// Samples along each side of a pixel.
const SAMPLES: usize = 2;

/// The pane without men.
pub(super) fn render(camera: &Camera) -> Vec<[u8; 3]> {
    (0..PANE * PANE)
        .map(|i| {
            let mut light = Vec3::ZERO;
            for sample in 0..SAMPLES * SAMPLES {
                let at = |i: usize| (i as f32 + 0.5) / SAMPLES as f32;
                let x = (i % PANE) as f32 + at(sample % SAMPLES);
                let y = (i / PANE) as f32 + at(sample / SAMPLES);
                light += look(camera, (x, y));
            }
            develop(light / (SAMPLES * SAMPLES) as f32)
        })
        .collect()
}

fn on_board(x: f32, z: f32) -> bool {
    let range = -FRAME..8.0 + FRAME;
    range.contains(&x) && range.contains(&z)
}

fn look(camera: &Camera, at: (f32, f32)) -> Vec3 {
    let eye = camera.to_eye();
    let (x, z) = camera.unproject(at, 0.0);
    if on_board(x, z) {
        let (material, offset, edge) = board_material(x, z);
        let (surface, lean) = material.at(Vec3::new(x, 0.0, z) + offset);
        let normal = (Vec3::Y + edge - lean).normalize();
        return shade(&surface, normal, eye, 1.0, 1.0);
    }
    let (x, z) = camera.unproject(at, -HEIGHT);
    if on_board(x, z) || (z > 8.0 + FRAME && on_board(x, z - HEIGHT * 0.75)) {
        // The front of the board.
        let front = 8.0 + FRAME;
        let (x, y) = (x, -HEIGHT + (z - front).max(0.0));
        let (surface, lean) = Material::Walnut.at(Vec3::new(x, y * 3.0, 3.3));
        return shade(&surface, (Vec3::Z + Vec3::Y * 0.1 - lean).normalize(), eye, 0.8, 0.8);
    }
    // The table, in the shadow of the board.
    let p = Vec3::new(x, -HEIGHT, z);
    let lit = light_disc(12)
        .filter(|l| {
            let t = HEIGHT / l.y;
            let mid = [0.25, 0.5, 0.75, 1.0].map(|f| p + *l * (t * f));
            !mid.iter().any(|q| on_board(q.x, q.z))
        })
        .count() as f32
        / 12.0;
    let away = |v: f32| (-FRAME - v).max(v - 8.0 - FRAME).max(0.0);
    let near = 1.0 - smooth(0.0, 0.5, away(x).max(away(z)));
    // Planks run along x.
    let plank = (z / 1.9).floor();
    let seam = ((z / 1.9).fract() - 0.5).abs() > 0.494;
    let (surface, lean) = Material::Oak.at(Vec3::new(x * 0.7 + plank * 7.3, plank * 1.7, z));
    let open = (1.0 - 0.45 * near) * if seam { 0.4 } else { 1.0 };
    shade(&surface, (Vec3::Y - lean).normalize(), eye, lit, open)
}

/// The material of a point of the board, where its grain comes from, and how its edges lean.
fn board_material(x: f32, z: f32) -> (Material, Vec3, Vec3) {
    if (0.0..8.0).contains(&x) && (0.0..8.0).contains(&z) {
        let (column, line) = (x.floor(), z.floor());
        let light = (column + line) % 2.0 == 0.0;
        let offset =
            Vec3::new(column * 3.17 + line * 1.3, (column * 7.0 + line * 13.0) % 5.0 * 0.23, line * 2.71);
        // A hair of a bevel between the squares.
        let bevel = |v: f32| {
            let f = v.fract();
            0.25 * (smooth(0.985, 1.0, f) - smooth(0.985, 1.0, 1.0 - f))
        };
        let material = if light { Material::Maple } else { Material::Walnut };
        return (material, offset, Vec3::new(bevel(x), 0.0, bevel(z)));
    }
    let out = (-x).max(x - 8.0).max((-z).max(z - 8.0));
    if (0.06..0.10).contains(&out) {
        return (Material::Brass, Vec3::ZERO, Vec3::ZERO);
    }
    let edge = smooth(FRAME - 0.05, FRAME, out) * 0.9;
    let lean = if (-x).max(x - 8.0) > (-z).max(z - 8.0) {
        Vec3::new(if x < 4.0 { -edge } else { edge }, 0.0, 0.0)
    } else {
        Vec3::new(0.0, 0.0, if z < 4.0 { -edge } else { edge })
    };
    // Mitred corners: the grain turns with the side.
    let upright = (-x).max(x - 8.0) > (-z).max(z - 8.0);
    let offset = if upright { Vec3::new(z - x + 9.0, 0.3, x - z) } else { Vec3::new(20.0, 0.3, 5.0) };
    (Material::Walnut, offset, lean)
}
