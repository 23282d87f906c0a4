//! Where the monitor's beam is, and where it is safe to paint: behind it, and far enough before it.

use super::{HEIGHT, Rect};

/// A part of the picture that is to be painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Where it is.
    pub rect: Rect,
    /// How long it takes on an RP2040 at 126 MHz, in microseconds: more than was measured.
    pub us: u32,
}

/// How long the beam takes for a line, in microseconds, rounded down.
const LINE_US: u32 = 31;
/// So many times as long as painting takes the beam has to be away: for what no measurement has seen, such as misses of
/// the flash's cache.
const MARGIN: u32 = 2;

/// Whether a part can be painted now so that no frame shows it half done.
///
/// `line` is the line whose pixels are being fetched, 480 when the last one has been. The pause between two frames is
/// not counted as time: how much of it has passed is not known here.
pub const fn is_clear(line: u16, patch: Patch) -> bool {
    let part = patch.rect;
    let ahead = if line < part.y {
        part.y - line
    } else if line < part.y + part.h {
        return false;
    } else {
        HEIGHT as u16 - line + part.y
    };
    // Of the line that is being fetched hardly anything may be left.
    (ahead as u32).saturating_sub(1) * LINE_US > MARGIN * patch.us
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::layout;

    fn clear(patch: Patch) -> std::vec::Vec<u16> {
        (0..=480).filter(|&line| is_clear(line, patch)).collect()
    }

    #[test]
    fn a_part_is_not_painted_under_the_beam_nor_right_before_it() {
        let lines = clear(Patch { rect: Rect::new(28, 232, 48, 48), us: 310 });
        assert_eq!((lines[0], lines[lines.len() - 1]), (0, 480));
        // Twice ten lines' time and less than a line.
        assert!(lines.contains(&210) && !lines.contains(&211));
        assert!((211..280).all(|line| !lines.contains(&line)) && lines.contains(&280));
    }

    #[test]
    fn after_the_last_line_the_beam_is_at_the_first_one() {
        let top = Patch { rect: layout::HEADLINE, us: 310 };
        let lines = clear(top);
        assert_eq!((lines[0], lines[lines.len() - 1]), (34, 458));
        let below = Patch { rect: Rect::new(0, 34, 640, 32), us: 310 };
        assert!(is_clear(480, below) && !is_clear(480, Patch { us: 520, ..below }));
    }
}
