//! Which of the four colours a pixel gets.

use crate::archive::Archive;
use crate::collision::{BL, M0, M1, P0, P1, PF};

/// Colour registers and the bits of CTRLPF that choose among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Colours {
    pub(crate) player0: u8,
    pub(crate) player1: u8,
    pub(crate) playfield: u8,
    pub(crate) background: u8,
    pub(crate) score: bool,
    pub(crate) priority: bool,
    /// Score mode takes the left, or the right colour.
    pub(crate) left: bool,
    pub(crate) right: bool,
}

impl Colours {
    /// Set by the centre of the line, cleared by blanking; in between both may be off.
    pub(crate) fn settle(&mut self, blank: bool, centre: bool) {
        // Two cross-coupled gates: `left` is the output of the one that the centre pulls down.
        if blank && centre {
            (self.left, self.right) = (false, false);
        } else if blank {
            (self.left, self.right) = (true, false);
        } else if centre || !self.left {
            (self.left, self.right) = (false, true);
        }
    }

    /// The colour of a pixel in which these objects are on.
    pub(crate) fn choose(&self, pixel: u8) -> u8 {
        let field = pixel & (PF | BL) != 0;
        let first = self.priority && field;
        // A side is shown by the gate that is not off: with both off, both sides are.
        let score = self.score && pixel & PF != 0;
        if !first && (pixel & (P0 | M0) != 0 || score && !self.right) {
            self.player0
        } else if !first && (pixel & (P1 | M1) != 0 || score && !self.left) {
            self.player1
        } else if field {
            self.playfield
        } else {
            self.background
        }
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        for colour in [&mut self.player0, &mut self.player1, &mut self.playfield, &mut self.background] {
            archive.u8(colour);
        }
        for wire in [&mut self.score, &mut self.priority, &mut self.left, &mut self.right] {
            archive.bool(wire);
        }
    }
}
