//! The colours of the colour registers' values.

use emu6507::Tv;

/// Red, green, blue, 0 to 255, for the 128 values of a colour register shifted right by one.
pub type Palette = [[u8; 3]; 128];

/// How much chroma the TIA makes, as a part of white.
const SATURATION: f64 = 0.21;

/// The colours of a television set.
pub fn of(tv: Tv) -> Palette {
    match tv {
        Tv::Ntsc => ntsc(),
        Tv::Pal | Tv::Pal60 => pal(),
        Tv::Secam => secam(),
    }
}

/// The NTSC console: sixteen hues, eight luminances.
///
/// The TIA makes the chroma by delaying the burst in steps; hue 1 is a gold near the burst's own phase of 180 degrees,
/// and the console's trimmer is set so that hue 15 comes to within a step of hue 1 again. Hue 0 has no chroma.
pub fn ntsc() -> Palette {
    const FIRST: f64 = 176.0;
    const STEP: f64 = -27.2;
    palette(|hue| (hue > 0).then_some(FIRST + STEP * (hue as f64 - 1.0)))
}

/// The PAL console: twelve hues, eight luminances.
///
/// The burst of PAL swings to either side of 180 degrees from line to line. From there even hues step one way, from gold
/// over red to violet, and odd hues the other way, from a yellowish green over cyan to blue. Hues 0, 1, 14 and 15 have
/// no chroma.
pub fn pal() -> Palette {
    const STEP: f64 = 28.0;
    palette(|hue| match hue {
        0 | 1 | 14 | 15 => None,
        _ if hue % 2 == 0 => Some(180.0 - STEP * (hue / 2) as f64),
        _ => Some(180.0 + STEP * (hue / 2) as f64),
    })
}

/// The SECAM console: eight colours, whatever the hue. The luminance's bits switch blue, red and green, from the
/// lowest to the highest, which are never quite off.
pub fn secam() -> Palette {
    let mut palette = [[0; 3]; 128];
    for (index, colour) in palette.iter_mut().enumerate() {
        let luminance = index % 8;
        let off = if luminance == 0 { 0.0 } else { 0.1 + 0.05 * luminance as f64 };
        let gun = |bit: usize| if luminance & bit != 0 { 1.0 } else { off };
        *colour = bytes([gun(2), gun(4), gun(1)]);
    }
    palette
}

/// Eight luminances of sixteen hues, each given by its chroma's phase in degrees if it has any.
fn palette(phase: impl Fn(usize) -> Option<f64>) -> Palette {
    let mut palette = [[0; 3]; 128];
    for (index, colour) in palette.iter_mut().enumerate() {
        let (hue, luminance) = (index / 8, luminance(index % 8));
        *colour = match phase(hue) {
            None => yuv(0.95 * luminance, 0.0, 0.0),
            Some(degrees) => {
                let (v, u) = degrees.to_radians().sin_cos();
                yuv(0.13 + 0.63 * luminance, SATURATION * u, SATURATION * v)
            }
        };
    }
    palette
}

/// Three resistors mix the luminance, 0 to 1; a set's tube and a screen of today differ a little in gamma.
fn luminance(step: usize) -> f64 {
    (step as f64 / 7.0).powf(0.8)
}

/// Converts luminance 0 to 1 and the two colour differences U and V to what a screen wants.
fn yuv(y: f64, u: f64, v: f64) -> [u8; 3] {
    bytes([y + 1.140 * v, y - 0.395 * u - 0.581 * v, y + 2.032 * u])
}

fn bytes(rgb: [f64; 3]) -> [u8; 3] {
    rgb.map(|value| (value.clamp(0.0, 1.0) * 255.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The brightest of the three, for a colour that has one.
    fn strongest(palette: &Palette, register: u8) -> usize {
        let colour = palette[(register >> 1) as usize];
        (0..3).max_by_key(|gun| colour[*gun]).unwrap()
    }

    #[test]
    fn hues_are_where_players_know_them() {
        const RED: usize = 0;
        const GREEN: usize = 1;
        const BLUE: usize = 2;
        for (register, gun) in
            [(0x44, RED), (0x34, RED), (0xc4, GREEN), (0xd4, GREEN), (0x84, BLUE), (0x94, BLUE)]
        {
            assert_eq!(strongest(&ntsc(), register), gun, "NTSC {register:02x}");
        }
        for (register, gun) in
            [(0x64, RED), (0x44, RED), (0x54, GREEN), (0x34, GREEN), (0xb4, BLUE), (0xd4, BLUE)]
        {
            assert_eq!(strongest(&pal(), register), gun, "PAL {register:02x}");
        }
    }

    #[test]
    fn greys_are_grey_and_luminances_rise() {
        for (palette, greys) in [(ntsc(), &[0][..]), (pal(), &[0, 1, 14, 15])] {
            for (hue, colours) in palette.chunks(8).enumerate() {
                let is_grey = colours.iter().all(|[red, green, blue]| red == green && green == blue);
                assert_eq!(is_grey, greys.contains(&hue), "hue {hue}");
                let sums: Vec<u32> =
                    colours.iter().map(|rgb| rgb.iter().map(|gun| u32::from(*gun)).sum()).collect();
                assert!(sums.is_sorted_by(|a, b| a < b), "hue {hue}: {sums:?}");
            }
        }
        assert!(secam().chunks(8).all(|colours| colours == &secam()[..8]));
    }
}
