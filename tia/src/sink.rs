//! What leaves the chip.

/// A pixel that is blanked: by HBLANK that HMOVE made longer, or by VBLANK. Colours are even.
pub const BLANK: u8 = 1;

/// One colour clock of the video output, as the pins have it at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// The colour in the layout of COLUxx: hue in bits 7..4, luminance in bits 3..1.
    pub colour: u8,
    /// BLANK is on: horizontal blanking, its extension by HMOVE, or VBLANK.
    pub blank: bool,
    /// SYNC is on.
    pub sync: bool,
}

/// A television, a recorder, or `()` for nobody.
pub trait Sink {
    /// Whether [`Sink::raster`] is to be called: it costs a value for every colour clock.
    const RASTER: bool = false;

    /// `count` (at least 1) consecutive whole lines of the chip's own horizontal counter, all with
    /// the same 160 pixels. A pixel is a COLUxx value (bits 7..1), or [`BLANK`].
    fn lines(&mut self, pixels: &[u8; 160], count: u32);

    /// VSYNC was switched: SYNC follows in colour clock `clock`, counted from power-on.
    fn vsync(&mut self, on: bool, clock: u64);

    /// The levels (0..=15) of the two audio channels in `count` (at least 1) consecutive samples. A line has two,
    /// taken in its colour clocks 57 and 171.
    fn audio(&mut self, channel0: u8, channel1: u8, count: u32);

    /// Every colour clock in turn; `clock` (counted from power-on) is that of the first sample.
    fn raster(&mut self, clock: u64, samples: &[Sample]) {
        let _ = (clock, samples);
    }
}

impl Sink for () {
    fn lines(&mut self, _pixels: &[u8; 160], _count: u32) {}
    fn vsync(&mut self, _on: bool, _clock: u64) {}
    fn audio(&mut self, _channel0: u8, _channel1: u8, _count: u32) {}
}

/// The line being drawn, as far as it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beam {
    /// Number of colour clocks since BLANK turned on for this line: 0..=227 as long as no RSYNC cut in.
    pub clock: u32,
    /// The line's pixels so far, as in [`Sink::lines`].
    pub pixels: [u8; 160],
    /// Number of pixels that belong to this line; those to come are of an earlier one.
    pub drawn: usize,
}
