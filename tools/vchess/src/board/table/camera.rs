//! A parallel view from in front and above.

use glam::Vec3;

/// Width and height of the pane in pixels.
pub(crate) const PANE: usize = 640;
/// Pixels to a square's width.
const SCALE: f32 = 65.0;
/// How high the eye stands, in degrees above the board's plane.
const ELEVATION: f32 = 54.0;

/// The view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    /// Where the far left corner of the board is in the pane.
    origin: (f32, f32),
    sine: f32,
    cosine: f32,
}

impl Camera {
    pub(super) fn new() -> Self {
        let (sine, cosine) = ELEVATION.to_radians().sin_cos();
        let origin = (PANE as f32 / 2.0 - 4.0 * SCALE, PANE as f32 / 2.0 - 4.0 * SCALE * sine - 6.0);
        Self { origin, sine, cosine }
    }

    /// The pixel of a point.
    pub(crate) fn project(&self, x: f32, y: f32, z: f32) -> (f32, f32) {
        let (dx, dy) = self.shift(&Vec3::new(x, y, z));
        (self.origin.0 + dx, self.origin.1 + dy)
    }

    /// How far a step moves on the screen.
    pub(super) fn shift(&self, step: &Vec3) -> (f32, f32) {
        (SCALE * step.x, SCALE * (step.z * self.sine - step.y * self.cosine))
    }

    /// The point of the plane at height `y` under a pixel: x and z.
    pub(crate) fn unproject(&self, at: (f32, f32), y: f32) -> (f32, f32) {
        let x = (at.0 - self.origin.0) / SCALE;
        let z = ((at.1 - self.origin.1) / SCALE + y * self.cosine) / self.sine;
        (x, z)
    }

    /// From a point to the eye.
    pub(super) fn to_eye(self) -> Vec3 {
        Vec3::new(0.0, self.sine, self.cosine)
    }

    /// The direction that is up on the screen.
    pub(super) fn up(self) -> Vec3 {
        Vec3::new(0.0, self.cosine, -self.sine)
    }

    /// Units of one pixel.
    pub(super) const fn pixel() -> f32 {
        1.0 / SCALE
    }
}
