//! Two clocks, one ring: how much faster or slower to resample so that it neither runs dry nor over.

use std::time::Duration;

/// Seconds over which the filling is averaged: it goes up and down with every frame and every block.
const AVERAGE: f64 = 0.5;
/// Answer to a second of wrong filling, and to a second of it lasting a second. Together they settle within half a
/// minute and do not swing.
const PROPORTIONAL: f64 = 0.25;
const INTEGRAL: f64 = 0.016;
/// Largest correction, a twelfth of a semitone: nobody hears it.
pub(super) const LIMIT: f64 = 0.005;

/// Steers the resampling ratio by the ring's filling.
#[derive(Clone, Debug, Default)]
pub struct Servo {
    filling: Option<f64>,
    integral: f64,
}

impl Servo {
    /// Takes note of the filling, in seconds of sound, `elapsed` after the last call, and returns the ratio's
    /// correction: 0.001 is a thousandth more samples.
    pub fn steer(&mut self, filling: f64, wanted: f64, elapsed: Duration) -> f64 {
        let elapsed = elapsed.as_secs_f64().min(AVERAGE / 2.0);
        let average = self.filling.get_or_insert(filling);
        *average += (filling - *average) * elapsed / AVERAGE;
        let error = wanted - *average;
        self.integral = (self.integral + error * INTEGRAL * elapsed).clamp(-LIMIT, LIMIT);
        (error * PROPORTIONAL + self.integral).clamp(-LIMIT, LIMIT)
    }

    /// Forgets the filling, after a gap in the sound; what it knows of the clocks stays.
    pub fn restart(&mut self) {
        self.filling = None;
    }
}
