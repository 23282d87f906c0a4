//! The horizontal counter, and what is decoded from it: blanking, sync, the playfield's start, the audio clock.

use crate::archive::Archive;
use crate::mechanism::two_phase::TwoPhase;

/// Value at which the counter starts over: 57 counts of 4 clocks are a line's 228.
const LAST_COUNT: u8 = 56;
const SET_SYNC: u8 = 4;
const RESET_SYNC: u8 = 8;
const RESET_BLANK: u8 = 16;
const LATE_RESET_BLANK: u8 = 18;
const CENTRE: u8 = 36;

/// Its two-phase clock steps in the middle of each colour clock, on the falling edge of the pixel clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Horizontal {
    pub(crate) clock: TwoPhase,
    pub(crate) count: u8,
    /// The counter is being cleared: the first count of a line.
    pub(crate) clear: bool,
    /// RSYNC waits for the next phase 2.
    pub(crate) pending: bool,
    /// HBLANK is off: the objects' clocks run.
    pub(crate) visible: bool,
    pub(crate) visible_latch: bool,
    pub(crate) end_blank_latch: bool,
    /// HMOVE in this line: blanking ends 8 clocks late.
    pub(crate) late: bool,
    pub(crate) sync: bool,
    pub(crate) sync_latch: bool,
    pub(crate) set_sync_latch: bool,
    pub(crate) reset_sync_latch: bool,
    pub(crate) centre_latch: bool,
    /// The count after the centre: score mode turns to the second colour.
    pub(crate) centre: bool,
    pub(crate) clear_latch: bool,
    pub(crate) late_latch: bool,
    /// Phases 1 and 2 of the audio clock, each one count long, twice a line.
    pub(crate) audio1: bool,
    pub(crate) audio2: bool,
}

impl Horizontal {
    /// At the start of color clock 0, which the pins show three half clocks after the counter was cleared.
    pub(crate) fn new() -> Self {
        Self {
            clock: TwoPhase::from_step(1),
            count: 0,
            clear: true,
            pending: false,
            visible: false,
            visible_latch: true,
            end_blank_latch: false,
            late: false,
            sync: false,
            sync_latch: false,
            set_sync_latch: false,
            reset_sync_latch: false,
            centre_latch: false,
            centre: false,
            clear_latch: false,
            late_latch: false,
            audio1: false,
            audio2: false,
        }
    }

    /// RSYNC, for as long as it lasts.
    pub(crate) fn hold(&mut self) {
        self.clock.hold();
        self.pending = true;
    }

    /// The dynamic latches of phase 1 follow their inputs, and end with the last value.
    pub(crate) fn settle(&mut self) {
        if self.clock.phase1() {
            self.visible_latch = self.visible;
            self.end_blank_latch = self.count == if self.late { LATE_RESET_BLANK } else { RESET_BLANK };
            self.sync_latch = self.sync;
            self.set_sync_latch = self.count == SET_SYNC;
            self.reset_sync_latch = self.count == RESET_SYNC;
            self.centre_latch = self.count == CENTRE;
            self.clear_latch = self.clear;
            self.late_latch = self.count == LATE_RESET_BLANK;
        }
    }

    /// One step of the two-phase clock. `strobe`: HMOVE's pulse is on as this step ends.
    pub(crate) fn tick(&mut self) {
        self.clock.step();
        if self.clock.phase2() {
            self.clear = self.pending || self.count == LAST_COUNT;
            self.count = if self.clear { 0 } else { self.count + 1 };
            self.visible = !self.clear && (self.visible_latch || self.end_blank_latch);
            self.sync = (self.sync_latch || self.set_sync_latch) && !self.reset_sync_latch;
            self.centre = self.centre_latch;
            self.audio1 = self.clear_latch || self.late_latch;
            self.audio2 = self.reset_sync_latch || self.centre_latch;
            self.pending = false;
        }
    }

    pub(crate) fn starts_playfield(&self) -> bool {
        self.count == RESET_BLANK
    }

    pub(crate) fn starts_second_half(&self) -> bool {
        self.count == CENTRE
    }

    pub(crate) fn sync(&self) -> bool {
        self.sync
    }

    /// Half clocks from the middle of this clock until the counter is cleared next.
    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A) {
        self.clock.archive(archive);
        archive.u8(&mut self.count);
        for wire in [
            &mut self.clear,
            &mut self.pending,
            &mut self.visible,
            &mut self.visible_latch,
            &mut self.end_blank_latch,
            &mut self.late,
            &mut self.sync,
            &mut self.sync_latch,
            &mut self.set_sync_latch,
            &mut self.reset_sync_latch,
            &mut self.centre_latch,
            &mut self.centre,
            &mut self.clear_latch,
            &mut self.late_latch,
            &mut self.audio1,
            &mut self.audio2,
        ] {
            archive.bool(wire);
        }
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.count <= LAST_COUNT
    }
}
