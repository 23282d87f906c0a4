//! The colours of the colour registers' values.

/// Red, green, blue, 0 to 255, for the 128 values of a colour register shifted right by one.
pub type Palette = [[u8; 3]; 128];

/// The NTSC console: sixteen hues, eight luminances.
///
/// The TIA makes the chroma by delaying the burst in steps; hue 1 is a gold near the burst's own phase, and the
/// console's trimmer is set so that hue 15 comes to within a step of hue 1 again, some 26 degrees a step. Hue 0 has
/// no chroma. The luminance is four resistors wide, close to linear.
pub fn ntsc() -> Palette {
    const STEP: f64 = -26.2;
    const FIRST: f64 = 167.0;
    let mut palette = [[0; 3]; 128];
    for (index, colour) in palette.iter_mut().enumerate() {
        let (hue, luminance) = (index / 8, index % 8);
        let y = if hue == 0 { luminance as f64 / 7.0 * 0.93 } else { 0.17 + luminance as f64 / 7.0 * 0.70 };
        let saturation = if hue == 0 { 0.0 } else { 0.25 };
        let angle = (FIRST + STEP * (hue as f64 - 1.0)).to_radians();
        *colour = yuv(y, saturation * angle.cos(), saturation * angle.sin());
    }
    palette
}

/// Converts luminance 0 to 1 and the two colour differences U and V to what a screen wants.
fn yuv(y: f64, u: f64, v: f64) -> [u8; 3] {
    let red = y + 1.140 * v;
    let green = y - 0.395 * u - 0.581 * v;
    let blue = y + 2.032 * u;
    [red, green, blue].map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8)
}
