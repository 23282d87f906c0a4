//! The shapes of the men as signed distances: turned on a lathe, but for the knight's head.

use glam::{Vec2, Vec3};
use shakmaty::Role;

/// Cells of a table of distances to a unit.
const CELLS: f32 = 64.0;

/// Signed distances to a closed outline in the plane, looked up in a table.
struct Outline {
    low: Vec2,
    width: usize,
    height: usize,
    distances: Vec<f32>,
}

impl Outline {
    /// The table for a polygon, with room around it.
    fn new(points: &[Vec2]) -> Self {
        let margin = Vec2::splat(0.25);
        let low = points.iter().fold(Vec2::MAX, |a, b| a.min(*b)) - margin;
        let high = points.iter().fold(Vec2::MIN, |a, b| a.max(*b)) + margin;
        let size = ((high - low) * CELLS).ceil();
        let (width, height) = (size.x as usize + 1, size.y as usize + 1);
        let distances = (0..width * height)
            .map(|i| {
                distance_to_polygon(low + Vec2::new((i % width) as f32, (i / width) as f32) / CELLS, points)
            })
            .collect();
        Self { low, width, height, distances }
    }

    fn at(&self, p: Vec2) -> f32 {
        let q = (p - self.low) * CELLS;
        let inside = q.clamp(Vec2::ZERO, Vec2::new((self.width - 2) as f32, (self.height - 2) as f32));
        let (x, y) = (inside.x as usize, inside.y as usize);
        let f = inside - Vec2::new(x as f32, y as f32);
        let get = |x: usize, y: usize| self.distances[y * self.width + x];
        let top = get(x, y) + (get(x + 1, y) - get(x, y)) * f.x;
        let bottom = get(x, y + 1) + (get(x + 1, y + 1) - get(x, y + 1)) * f.x;
        top + (bottom - top) * f.y + (q - inside).length() / CELLS
    }
}

fn distance_to_polygon(p: Vec2, points: &[Vec2]) -> f32 {
    let mut nearest = f32::MAX;
    let mut inside = false;
    let mut last = points[points.len() - 1];
    for &point in points {
        let (edge, w) = (last - point, p - point);
        let t = (w.dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
        nearest = nearest.min((w - edge * t).length());
        if (point.y > p.y) != (last.y > p.y)
            && p.x < (last.x - point.x) * (p.y - point.y) / (last.y - point.y) + point.x
        {
            inside = !inside;
        }
        last = point;
    }
    if inside { -nearest } else { nearest }
}

/// A man.
pub(super) struct Shape {
    role: Role,
    lathe: Outline,
    head: Option<Outline>,
    /// Height of the man, and of the middle of its brass ring.
    pub(super) height: f32,
    pub(super) ring: f32,
}

impl Shape {
    pub(super) fn of(role: Role) -> Self {
        let (profile, ring) = profile(role);
        let curve = smooth_curve(&profile);
        let height =
            curve.iter().fold(0.0f32, |h, p| h.max(p.y)) + if role == Role::King { 0.26 } else { 0.0 };
        // Closed along the axis, a little beyond it.
        let mut outline = vec![Vec2::new(-0.1, curve[0].y)];
        outline.extend(&curve);
        outline.push(Vec2::new(-0.1, curve[curve.len() - 1].y));
        let head = (role == Role::Knight).then(|| Outline::new(&smooth_curve(&KNIGHT.map(Vec2::from))));
        let height = if role == Role::Knight { 1.18 } else { height };
        Self { role, lathe: Outline::new(&outline), head, height, ring }
    }

    /// The distance of a point, the man standing at the origin.
    pub(super) fn distance(&self, p: Vec3) -> f32 {
        let radius = (p.x * p.x + p.z * p.z).sqrt();
        let turned = self.lathe.at(Vec2::new(radius, p.y));
        match self.role {
            Role::King => turned.min(cross(p)),
            Role::Queen => {
                // Eight notches around the rim of the crown.
                let angle = p.z.atan2(p.x);
                let spoke = (angle * 8.0 / std::f32::consts::TAU).round() * std::f32::consts::TAU / 8.0;
                let notch = Vec3::new(spoke.cos() * 0.245, 1.36, spoke.sin() * 0.245);
                turned.max(0.062 - (p - notch).length())
            }
            Role::Rook => {
                // Four battlements.
                let angle = p.z.atan2(p.x) + std::f32::consts::FRAC_PI_4;
                let quarter = (angle / std::f32::consts::FRAC_PI_2).round() * std::f32::consts::FRAC_PI_2;
                let side = (radius * (angle - quarter).sin()).abs();
                let slot = (side - 0.055).max(0.83 - p.y).max(0.10 - radius);
                turned.max(-slot)
            }
            Role::Bishop => {
                // The cut in the mitre.
                let across = (p.x * 0.8 + (p.y - 1.08) * 0.6).abs() - 0.022;
                let cut = across.max(0.93 - p.y).max(-0.02 - p.x);
                turned.max(-cut)
            }
            Role::Knight => turned.min(self.horse(p)),
            Role::Pawn => turned,
        }
    }

    fn horse(&self, p: Vec3) -> f32 {
        let Some(head) = &self.head else { return f32::MAX };
        let outline = head.at(Vec2::new(p.x, p.y));
        // Thick at the neck, thin at the muzzle and the ears.
        let thick =
            0.19 - 0.07 * ((p.y - 0.55) / 0.6).clamp(0.0, 1.0) - 0.05 * ((-p.x - 0.05) / 0.3).clamp(0.0, 1.0);
        let round = 0.11;
        let q = Vec2::new(outline + round, p.z.abs() - thick + round);
        let mut body = q.max(Vec2::ZERO).length() + q.x.max(q.y).min(0.0) - round;
        // Eye, nostril, and the furrows of the mane.
        for (at, size) in [(Vec2::new(-0.085, 0.955), 0.035), (Vec2::new(-0.30, 0.745), 0.022)] {
            let d = (Vec3::new(p.x - at.x, p.y - at.y, p.z.abs() - thick)).length() - size;
            body = body.max(-d);
        }
        if outline > -0.10 && p.x > 0.0 && p.y > 0.45 {
            body += 0.006 * (p.y * 62.0 + p.x * 20.0).sin().max(-0.3);
        }
        body * 0.85
    }

    /// The direction away from the surface.
    pub(super) fn normal(&self, p: Vec3) -> Vec3 {
        let e = 0.008;
        let d = |step: Vec3| self.distance(p + step) - self.distance(p - step);
        Vec3::new(d(Vec3::X * e), d(Vec3::Y * e), d(Vec3::Z * e)).normalize_or(Vec3::Y)
    }

    /// How much of the light in this direction reaches a point: 0 or 1.
    pub(super) fn is_lit(&self, p: Vec3, light: Vec3) -> bool {
        let mut t = 0.03;
        for _ in 0..48 {
            let q = p + light * t;
            if q.y > self.height + 0.05 {
                return true;
            }
            let d = self.distance(q);
            if d < 0.003 {
                return false;
            }
            t += d.max(0.01);
        }
        true
    }
}

/// The cross of the king.
fn cross(p: Vec3) -> f32 {
    let block = |centre: Vec3, half: Vec3| {
        let q = (p - centre).abs() - half;
        q.max(Vec3::ZERO).length() + q.max_element().min(0.0) - 0.012
    };
    block(Vec3::new(0.0, 1.63, 0.0), Vec3::new(0.028, 0.13, 0.022))
        .min(block(Vec3::new(0.0, 1.66, 0.0), Vec3::new(0.088, 0.028, 0.022)))
}

/// Side view of the knight, looking left.
const KNIGHT: [[f32; 2]; 21] = [
    [0.22, 0.30],
    [0.27, 0.50],
    [0.285, 0.70],
    [0.25, 0.90],
    [0.16, 1.04],
    [0.06, 1.10],
    [0.02, 1.18],
    [-0.03, 1.10],
    [-0.10, 1.05],
    [-0.17, 0.98],
    [-0.24, 0.88],
    [-0.33, 0.79],
    [-0.375, 0.72],
    [-0.35, 0.665],
    [-0.28, 0.65],
    [-0.21, 0.685],
    [-0.13, 0.72],
    [-0.05, 0.70],
    [-0.09, 0.60],
    [-0.19, 0.45],
    [-0.20, 0.30],
];

/// Radius and height from the foot to the top, and the height of the ring. A negative radius is a sharp corner at its
/// absolute value.
fn profile(role: Role) -> (Vec<Vec2>, f32) {
    let (points, ring): (&[[f32; 2]], f32) = match role {
        Role::Pawn => (
            &[
                [-0.27, 0.0],
                [-0.27, 0.07],
                [0.25, 0.11],
                [0.21, 0.14],
                [-0.20, 0.17],
                [0.15, 0.24],
                [0.105, 0.36],
                [-0.085, 0.46],
                [-0.15, 0.475],
                [-0.15, 0.505],
                [-0.09, 0.52],
                [0.12, 0.56],
                [0.165, 0.655],
                [0.12, 0.755],
                [0.04, 0.80],
                [-0.0, 0.80],
            ],
            0.155,
        ),
        Role::Rook => (
            &[
                [-0.31, 0.0],
                [-0.31, 0.09],
                [0.29, 0.13],
                [0.25, 0.16],
                [-0.24, 0.20],
                [0.19, 0.28],
                [0.165, 0.42],
                [0.165, 0.60],
                [-0.175, 0.68],
                [-0.24, 0.70],
                [-0.245, 0.73],
                [-0.21, 0.75],
                [-0.225, 0.95],
                [-0.15, 0.95],
                [-0.15, 0.86],
                [-0.0, 0.86],
            ],
            0.18,
        ),
        Role::Knight => (
            &[
                [-0.31, 0.0],
                [-0.31, 0.09],
                [0.29, 0.13],
                [0.25, 0.16],
                [-0.24, 0.20],
                [0.235, 0.26],
                [-0.21, 0.33],
                [-0.0, 0.34],
            ],
            0.18,
        ),
        Role::Bishop => (
            &[
                [-0.30, 0.0],
                [-0.30, 0.09],
                [0.28, 0.13],
                [0.24, 0.16],
                [-0.23, 0.20],
                [0.16, 0.30],
                [0.115, 0.46],
                [-0.095, 0.66],
                [-0.17, 0.68],
                [-0.175, 0.71],
                [-0.10, 0.735],
                [-0.135, 0.76],
                [-0.10, 0.785],
                [0.15, 0.86],
                [0.175, 0.96],
                [0.13, 1.10],
                [-0.055, 1.19],
                [0.055, 1.215],
                [0.062, 1.245],
                [0.03, 1.285],
                [-0.0, 1.29],
            ],
            0.18,
        ),
        Role::Queen => (
            &[
                [-0.33, 0.0],
                [-0.33, 0.10],
                [0.31, 0.14],
                [0.27, 0.17],
                [-0.26, 0.22],
                [0.18, 0.34],
                [0.125, 0.54],
                [-0.10, 0.82],
                [-0.19, 0.845],
                [-0.195, 0.875],
                [-0.11, 0.90],
                [-0.15, 0.93],
                [-0.115, 0.96],
                [0.15, 1.10],
                [0.21, 1.26],
                [-0.255, 1.355],
                [-0.215, 1.365],
                [0.15, 1.40],
                [-0.06, 1.435],
                [0.065, 1.46],
                [0.055, 1.50],
                [0.02, 1.525],
                [-0.0, 1.527],
            ],
            0.195,
        ),
        Role::King => (
            &[
                [-0.34, 0.0],
                [-0.34, 0.10],
                [0.32, 0.14],
                [0.28, 0.17],
                [-0.27, 0.22],
                [0.19, 0.35],
                [0.135, 0.56],
                [-0.11, 0.88],
                [-0.205, 0.905],
                [-0.21, 0.94],
                [-0.12, 0.965],
                [-0.165, 1.0],
                [-0.125, 1.03],
                [0.155, 1.18],
                [0.205, 1.34],
                [-0.225, 1.40],
                [-0.19, 1.42],
                [0.13, 1.47],
                [-0.05, 1.505],
                [-0.0, 1.51],
            ],
            0.195,
        ),
    };
    (points.iter().map(|&[r, y]| Vec2::new(r, y)).collect(), ring)
}

/// A smooth curve through points; at those with a negative radius it has a corner.
fn smooth_curve(points: &[Vec2]) -> Vec<Vec2> {
    let is_corner = |p: Vec2| p.x.is_sign_negative() && p.y < 2.0;
    let place = |p: Vec2, lathe: bool| if lathe { Vec2::new(p.x.abs(), p.y) } else { p };
    // An outline that crosses the axis is no lathe's.
    let lathe = points.iter().all(|p| p.y >= 0.0) && points[0].y == 0.0;
    let n = points.len();
    let mut curve = Vec::new();
    for i in 0..n - usize::from(lathe) {
        let get = |k: isize| {
            let k = i as isize + k;
            let k = if lathe { k.clamp(0, n as isize - 1) } else { k.rem_euclid(n as isize) };
            points[k as usize]
        };
        let (p1, p2) = (get(0), get(1));
        let a = if lathe && is_corner(p1) { place(p1, lathe) } else { place(get(-1), lathe) };
        let d = if lathe && is_corner(p2) { place(p2, lathe) } else { place(get(2), lathe) };
        let (p1, p2) = (place(p1, lathe), place(p2, lathe));
        for step in 0..6 {
            let t = step as f32 / 6.0;
            let (t2, t3) = (t * t, t * t * t);
            let point = 0.5
                * (2.0 * p1
                    + (p2 - a) * t
                    + (2.0 * a - 5.0 * p1 + 4.0 * p2 - d) * t2
                    + (3.0 * p1 - a - 3.0 * p2 + d) * t3);
            curve.push(if lathe { point.max(Vec2::ZERO) } else { point });
        }
    }
    if lathe {
        curve.push(place(points[n - 1], lathe));
    }
    curve
}
