//! Pictures of the monitor.

use picochess_fw::screen::{Frame, HEIGHT, WIDTH};

/// The frame as the monitor shows it: three bytes a pixel.
pub fn monitor_rgb(frame: &Frame) -> Vec<u8> {
    let mut rgb = Vec::with_capacity((WIDTH * HEIGHT * 3) as usize);
    for y in 0..HEIGHT {
        for x in 0..WIDTH {
            rgb.extend_from_slice(&frame.pixel(x, y).rgb());
        }
    }
    rgb
}
