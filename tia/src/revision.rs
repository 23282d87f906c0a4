//! In what other chips of the family differ from the one whose netlist this is.

use crate::archive::Archive;

/// Differences that owners of consoles have seen and named after the games that show them.
///
/// The default is the chip of the netlist. Nobody has measured these differences inside a chip: each is the simplest
/// one that gives the pictures which have been photographed. See `docs/accuracy.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Revision {
    /// PF0, PF1 and PF2 act a colour clock later (seen with Pesco).
    pub late_playfield: bool,
    /// COLUPF acts a colour clock later (seen with Quick Step).
    pub late_playfield_colour: bool,
    /// COLUBK acts a colour clock later (seen with Indy 500).
    pub late_background_colour: bool,
    /// An extra clock of HMOVE that comes in the visible part of a line runs into the regular ones before and after it,
    /// and a clock is lost: the object moves right by a pixel (some chips of the Atari 2600 Jr., seen with Kool-Aid
    /// Man). In the netlist the regular clock falls before the extra one rises, and no clock is lost.
    pub lost_clocks: bool,
}

impl Revision {
    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        archive.bool(&mut self.late_playfield);
        archive.bool(&mut self.late_playfield_colour);
        archive.bool(&mut self.late_background_colour);
        archive.bool(&mut self.lost_clocks);
    }
}
