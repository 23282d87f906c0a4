//! Men and their shadows as pictures.

use glam::Vec3;

use super::{
    blend,
    camera::{Camera, PANE},
    light::{develop, light_disc, shade},
    material::{Material, smooth},
    shape::Shape,
};

/// Samples along each side of a pixel.
const SAMPLES: usize = 3;

/// A man's picture; colours are multiplied by alpha.
pub(super) struct Sprite {
    /// The pixel of the man's foot.
    foot: (i32, i32),
    width: usize,
    pixels: Vec<([f32; 3], f32)>,
}

/// A man's shadow on the board: how much darker.
pub(super) struct Shadow {
    foot: (i32, i32),
    width: usize,
    dark: Vec<f32>,
}

/// Renders the light and the dark man.
pub(super) fn render(camera: &Camera, shape: &Shape) -> [Sprite; 2] {
    let up = camera.up();
    let pixel = Camera::pixel();
    let half = (0.45 / pixel) as i32;
    let above = ((shape.height * up.y + 0.1) / pixel) as i32;
    let below = ((0.42 * -up.z) / pixel) as i32 + 2;
    let (width, height) = ((2 * half) as usize, (above + below) as usize);
    let mut pixels = [vec![([0.0; 3], 0.0); width * height], vec![([0.0; 3], 0.0); width * height]];
    for y in 0..height {
        for x in 0..width {
            let mut light = [Vec3::ZERO; 2];
            let mut hits = 0;
            for sample in 0..SAMPLES * SAMPLES {
                let at = |i: usize| (i as f32 + 0.5) / SAMPLES as f32;
                let u = (x as f32 - half as f32 + at(sample % SAMPLES)) * pixel;
                let v = (above as f32 - y as f32 - at(sample / SAMPLES)) * pixel;
                if let Some(p) = hit(camera, shape, u, v) {
                    hits += 1;
                    let both = look(camera, shape, p);
                    light[0] += both[0];
                    light[1] += both[1];
                }
            }
            if hits > 0 {
                let alpha = hits as f32 / (SAMPLES * SAMPLES) as f32;
                for (picture, light) in pixels.iter_mut().zip(light) {
                    let colour = develop(light / hits as f32).map(|c| f32::from(c) * alpha);
                    picture[y * width + x] = (colour, alpha);
                }
            }
        }
    }
    pixels.map(|pixels| Sprite { foot: (half, above), width, pixels })
}

/// Where the ray of a pixel meets the man.
fn hit(camera: &Camera, shape: &Shape, u: f32, v: f32) -> Option<Vec3> {
    let eye = camera.to_eye();
    let mut p = Vec3::X * u + camera.up() * v + eye * 2.0;
    let mut gone = 0.0;
    for _ in 0..96 {
        let d = shape.distance(p);
        if d < 0.002 {
            return (p.y > -0.01).then_some(p);
        }
        let step = d.max(0.002);
        p -= eye * step;
        gone += step;
        if gone > 4.0 || p.y < -0.05 {
            return None;
        }
    }
    None
}

/// The light from a point of the man: of the light one and of the dark one.
fn look(camera: &Camera, shape: &Shape, p: Vec3) -> [Vec3; 2] {
    let normal = shape.normal(p);
    let start = p + normal * 0.01;
    let lit = light_disc(6).filter(|&l| l.dot(normal) > 0.0 && shape.is_lit(start, l)).count() as f32 / 6.0;
    // Hollows and the neighbourhood of the board are darker.
    let mut open = 1.0;
    for i in 1..=4 {
        let reach = 0.045 * i as f32;
        let free = shape.distance(p + normal * reach).min(p.y + normal.y * reach + 0.02);
        open -= (reach - free).max(0.0) * (2.2 / i as f32);
    }
    let open = open.clamp(0.15, 1.0);
    let ring = (p.y - shape.ring).abs() < 0.022;
    [Material::Maple, Material::Ebony].map(|wood| {
        let material = if ring { Material::Brass } else { wood };
        // The grain of a turned man runs upright.
        let (surface, lean) = material.at(Vec3::new(p.y * 1.6, p.x * 1.6, p.z * 1.6));
        let lean = Vec3::new(lean.y, lean.x, lean.z);
        shade(&surface, (normal - lean).normalize(), camera.to_eye(), lit, open)
    })
}

/// Renders the shadow on the plane of the board.
pub(super) fn shadow(camera: &Camera, shape: &Shape) -> Shadow {
    let reach = 0.55 + shape.height * 0.75;
    let pixel = Camera::pixel();
    let half = (reach / pixel) as i32;
    let size = (2 * half) as usize;
    let origin = camera.project(0.0, 0.0, 0.0);
    let mut dark = vec![0.0; size * size];
    for y in 0..size {
        for x in 0..size {
            let at = (origin.0 + x as f32 - half as f32 + 0.5, origin.1 + y as f32 - half as f32 + 0.5);
            let (px, pz) = camera.unproject(at, 0.0);
            let p = Vec3::new(px, 0.002, pz);
            if px * px + pz * pz > reach * reach {
                continue;
            }
            let blocked = light_disc(14).filter(|&l| !shape.is_lit(p, l)).count() as f32 / 14.0;
            let near = 1.0 - smooth(0.0, 0.16, shape.distance(p));
            dark[y * size + x] = (0.62 * blocked).max(0.45 * near).min(0.8);
        }
    }
    Shadow { foot: (half, half), width: size, dark }
}

impl Sprite {
    pub(super) fn draw(&self, buffer: &mut [u32], stride: usize, x: f32, y: f32) {
        let (left, top) = (x.round() as i32 - self.foot.0, y.round() as i32 - self.foot.1);
        for (i, &(colour, alpha)) in self.pixels.iter().enumerate() {
            let (x, y) = (left + (i % self.width) as i32, top + (i / self.width) as i32);
            if alpha == 0.0 || !in_pane(x, y) {
                continue;
            }
            let pixel = &mut buffer[y as usize * stride + x as usize];
            let [_, r, g, b] = pixel.to_be_bytes();
            let mix = |old: u8, new: f32| (f32::from(old) * (1.0 - alpha) + new).round().min(255.0) as u8;
            *pixel = u32::from_be_bytes([0, mix(r, colour[0]), mix(g, colour[1]), mix(b, colour[2])]);
        }
    }

    /// Whether the man covers the point at this distance from its foot.
    pub(super) fn covers(&self, dx: f32, dy: f32) -> bool {
        let (x, y) = (dx.round() as i32 + self.foot.0, dy.round() as i32 + self.foot.1);
        let height = (self.pixels.len() / self.width) as i32;
        (0..self.width as i32).contains(&x)
            && (0..height).contains(&y)
            && self.pixels[y as usize * self.width + x as usize].1 > 0.5
    }
}

impl Shadow {
    pub(super) fn draw(&self, buffer: &mut [u32], stride: usize, x: f32, y: f32, strength: f32) {
        let (left, top) = (x.round() as i32 - self.foot.0, y.round() as i32 - self.foot.1);
        for (i, &dark) in self.dark.iter().enumerate() {
            let (x, y) = (left + (i % self.width) as i32, top + (i / self.width) as i32);
            if dark > 0.0 && in_pane(x, y) {
                blend(&mut buffer[y as usize * stride + x as usize], [8, 5, 4], dark * strength);
            }
        }
    }
}

fn in_pane(x: i32, y: i32) -> bool {
    (0..PANE as i32).contains(&x) && (0..PANE as i32).contains(&y)
}
