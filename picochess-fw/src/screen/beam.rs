//! Where the monitor's beam is, and where it is safe to paint: behind it, and far enough before it.

use super::{HEIGHT, Rect};

/// Lines that the beam moves on while a part is got ready, whatever its size.
const BEGIN: u16 = 6;
/// Pixels painted, at the least, while the beam moves on by a line (32 microseconds): a third of what the slowest
/// part of the picture was measured to take on an RP2040 at 126 MHz.
const PIXELS_A_LINE: u32 = 96;

/// Whether a part can be painted now so that no frame shows it half done.
///
/// `line` is the line whose pixels are being fetched, 480 when the last one has been. The pause between two frames is
/// not counted as time: how much of it has passed is not known here.
pub const fn is_clear(line: u16, part: Rect) -> bool {
    let ahead = if line < part.y {
        part.y - line
    } else if line < part.y + part.h {
        return false;
    } else {
        HEIGHT as u16 - line + part.y
    };
    ahead as u32 > BEGIN as u32 + part.area() / PIXELS_A_LINE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::layout;

    #[test]
    fn a_part_is_not_painted_under_the_beam_nor_right_before_it() {
        let part = Rect::new(28, 232, 48, 48);
        let clear: std::vec::Vec<u16> = (0..=480).filter(|&line| is_clear(line, part)).collect();
        assert_eq!((clear[0], clear[clear.len() - 1]), (0, 480));
        // 24 lines' worth of pixels and 6 to begin with.
        assert!(!clear.contains(&202) && clear.contains(&201));
        assert!((202..280).all(|line| !clear.contains(&line)) && clear.contains(&280));
    }

    #[test]
    fn every_part_of_the_picture_has_its_moment() {
        let mut parts = std::vec![layout::HEADLINE, layout::ADVICE, layout::LEGEND];
        parts.extend([layout::UPPER_CLOCK, layout::LOWER_CLOCK, Rect::new(0, 0, 640, 32)]);
        parts.extend((0..layout::HISTORY_ROWS).map(layout::row));
        parts.extend((0..64).map(|i| layout::square(i % 8, i / 8)));
        parts.extend((0..480).step_by(32).map(|y| Rect::new(0, y, 640, 32)));
        for part in parts {
            let lines = (0..=480).filter(|&line| is_clear(line, part)).count();
            assert!(lines > 90, "{part:?}: {lines} lines");
        }
    }
}
