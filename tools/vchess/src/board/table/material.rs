//! What things are made of: colour, roughness, metalness and a bumpy normal at every point.

use glam::Vec3;

/// A surface at a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface {
    /// Linear colour: of the body, or of the mirror where it is metal.
    pub(super) colour: Vec3,
    /// 0 a mirror, 1 chalk.
    pub(super) roughness: f32,
    /// 0 or 1.
    pub(super) metalness: f32,
    /// How much lacquer.
    pub(super) coat: f32,
    pub(super) coat_roughness: f32,
}

/// A material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Material {
    /// The light men, and with a larger grain the light squares.
    Maple,
    /// The dark men.
    Ebony,
    /// The dark squares and the frame.
    Walnut,
    /// The table.
    Oak,
    /// Rings and inlays.
    Brass,
}

impl Material {
    /// The surface at a point, and how the normal leans there.
    pub(super) fn at(self, p: Vec3) -> (Surface, Vec3) {
        match self {
            Material::Maple => wood(p, [0.74, 0.50, 0.24], [0.52, 0.31, 0.12], 7.0, 0.42, 0.8),
            Material::Ebony => wood(p, [0.034, 0.019, 0.013], [0.012, 0.007, 0.006], 9.0, 0.40, 0.9),
            Material::Walnut => wood(p, [0.21, 0.090, 0.036], [0.10, 0.040, 0.016], 6.0, 0.45, 0.6),
            Material::Oak => wood(p, [0.26, 0.15, 0.075], [0.17, 0.092, 0.042], 2.2, 0.55, 0.25),
            Material::Brass => {
                let scratch = noise(p * 40.0) - 0.5;
                let surface = Surface {
                    colour: Vec3::new(0.91, 0.68, 0.30),
                    roughness: 0.22 + 0.1 * scratch,
                    metalness: 1.0,
                    coat: 0.0,
                    coat_roughness: 0.0,
                };
                (surface, Vec3::splat(scratch * 0.02))
            }
        }
    }
}

/// Wood cut from a log along x: rings around its heart, warped, with fine pores.
fn wood(p: Vec3, light: [f32; 3], dark: [f32; 3], rings: f32, roughness: f32, coat: f32) -> (Surface, Vec3) {
    let tone = |p: Vec3| {
        let warp = Vec3::new(p.x * 0.35, p.y, p.z);
        let swing = noise(warp * 1.3) * 0.5 + noise(warp * 3.1) * 0.2;
        let radius = ((p.y + 2.7).powi(2) + (p.z + 0.4).powi(2)).sqrt() + swing;
        let ring = (radius * rings).fract();
        // Early wood is light and wide, late wood dark and narrow.
        let late = (ring * ring * ring).clamp(0.0, 1.0) * (1.0 - smooth(0.92, 1.0, ring));
        let pores = noise(Vec3::new(p.x * 6.0, p.y * 60.0, p.z * 60.0));
        (late * 0.75 + 0.35 * (pores - 0.4).max(0.0)).clamp(0.0, 1.0)
    };
    let here = tone(p);
    let e = 0.01;
    let lean =
        Vec3::new(tone(p + Vec3::X * e) - here, tone(p + Vec3::Y * e) - here, tone(p + Vec3::Z * e) - here);
    let surface = Surface {
        colour: Vec3::from(light).lerp(Vec3::from(dark), here),
        roughness: roughness + 0.15 * here,
        metalness: 0.0,
        coat,
        coat_roughness: 0.12,
    };
    (surface, lean * 0.06)
}

pub(super) fn smooth(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// Value noise, 0 to 1.
fn noise(p: Vec3) -> f32 {
    let cell = p.floor();
    let f = p - cell;
    let f = f * f * (Vec3::splat(3.0) - 2.0 * f);
    let hash = |dx: f32, dy: f32, dz: f32| {
        let (x, y, z) = ((cell.x + dx) as i32, (cell.y + dy) as i32, (cell.z + dz) as i32);
        let mut h = (x as u32).wrapping_mul(0x8DA6_B343)
            ^ (y as u32).wrapping_mul(0xD816_3841)
            ^ (z as u32).wrapping_mul(0xCB1A_B31F);
        h = (h ^ h >> 13).wrapping_mul(0x5BD1_E995);
        ((h ^ h >> 15) & 0xFFFF) as f32 / 65_535.0
    };
    let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let plane = |dz: f32| {
        mix(
            mix(hash(0.0, 0.0, dz), hash(1.0, 0.0, dz), f.x),
            mix(hash(0.0, 1.0, dz), hash(1.0, 1.0, dz), f.x),
            f.y,
        )
    };
    mix(plane(0.0), plane(1.0), f.z)
}
