//! An object on the line being drawn.

use crate::archive::Archive;
use crate::bits::{Bits, FIRST_PIXEL, LINE};
use crate::mechanism::missile::Missile;
use crate::mechanism::player::Player;
use crate::motion::COUNTS;
use crate::object::Object;

/// Time before a line's first edge: the colour clock whose first half brought the last edge of the line before.
///
/// Times are colour clocks of the line. An object's clock rises in the first half of a clock in the visible part,
/// and in the middle of one when it is an extra clock. The pixel latch takes the level of the clock before.
pub(crate) const LINE_START: i32 = -2;
/// The clock with the line's last edge.
pub(crate) const LINE_END: i32 = 226;
/// The first clock with a visible edge, and the same if HMOVE has made the blanking longer.
pub(crate) const VISIBLE: i32 = 67;
pub(crate) const LATE_VISIBLE: i32 = 75;

/// Extra clocks as bits: bit n is the one in the middle of colour clock 4n.
pub(crate) type Extra = u64;

/// Those of them that come in the blanking.
pub(crate) fn blanked(visible: i32) -> Extra {
    if visible == VISIBLE { (1 << 17) - 1 } else { (1 << 19) - 1 }
}

/// What the clock of an object is made of in a line.
#[derive(Clone, Copy)]
pub(crate) struct Clocks {
    extra: Extra,
    visible: i32,
    lost: bool,
}

impl Clocks {
    /// Whether an extra clock in the middle of clock `time` runs into the regular one before it, and is no edge.
    fn loses(self, time: i32) -> bool {
        self.lost && (self.visible..=LINE_END).contains(&time)
    }
}

/// Whether an extra clock begins in the middle of this colour clock.
pub(crate) fn is_extra(extra: Extra, clock: i32) -> bool {
    clock >= 0 && clock % 4 == 0 && extra >> (clock / 4) & 1 != 0
}

/// The bits have to be drawn.
const DRAW: u8 = 1;
/// The object may have come to another place.
const CHECK: u8 = 2;
/// There are extra clocks, or the blanking is longer.
const MOVED: u8 = 4;
/// Some of the line is final: [`Track::keep`] is not 0.
const KEPT: u8 = 8;
/// The object has been disturbed: its latches count, not its phase.
const LOOSE: u8 = 16;

/// The bits have been drawn since somebody looked.
const FRESH: u8 = 32;
/// The object was at rest when its strobe came, and nothing has happened to it since: it comes to phase 0 at pixel
/// [`Track::restart`].
const RESET: u8 = 64;
/// Flags of an object that [`Track::refresh`] has something to do for.
pub(crate) const UNSEEN: u8 = DRAW | CHECK | FRESH;
/// Flags of an object in whose line something happened that the next line does not repeat.
pub(crate) const DISTURBED: u8 = MOVED | KEPT | LOOSE;

/// An object, its registers, and what it shows on the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Track<O> {
    /// The registers are those in force. The latches are those after the edge of clock `at`, unless the object is
    /// regular: undisturbed since the line began, in phase `phase` then.
    pub(crate) object: O,
    flags: u8,
    pub(crate) phase: u8,
    pub(crate) at: i32,
    /// Extra clocks of the line, and the number of those that come in the blanking.
    pub(crate) extra: Extra,
    ticks: u32,
    /// The first clock with a visible edge.
    pub(crate) visible: i32,
    /// See [`crate::Revision::lost_clocks`].
    lost: bool,
    /// The pixels: final before clock `keep`; from there on as the registers were when they were drawn.
    bits: Bits,
    empty: bool,
    keep: u32,
    /// What the bits were drawn for, if regular: start, extra clocks, first visible edge.
    drawn: (u32, Extra, i32),
    /// They are the same however the object came to its place in the blanking, which is well away from it.
    plain: bool,
    /// If regular: with fewer extra clocks than this it is off throughout the blanking.
    quiet: u8,
    /// The latches at the end of the line, as drawn.
    end: Option<O>,
    restart: u32,
}

impl<O: Object> Track<O> {
    /// An undisturbed object.
    pub(crate) fn new(object: O, phase: u8, lost: bool) -> Self {
        let mut track = Self {
            object,
            flags: DRAW,
            phase,
            at: LINE_START,
            extra: 0,
            ticks: 0,
            visible: VISIBLE,
            lost,
            bits: Bits::default(),
            empty: true,
            keep: 0,
            drawn: (0, 0, 0),
            plain: false,
            quiet: 0,
            end: None,
            restart: 0,
        };
        track.find_quiet();
        track
    }

    /// An object in any state, at the start of a line.
    pub(crate) fn resume(object: O, lost: bool) -> Self {
        let mut track = Self::new(object, 0, lost);
        track.flags |= LOOSE;
        track.close();
        track
    }

    fn clocks(&self) -> Clocks {
        Clocks { extra: self.extra, visible: self.visible, lost: self.lost }
    }

    /// Undisturbed since the line began.
    #[inline]
    pub(crate) fn is_regular(&self) -> bool {
        self.flags & LOOSE == 0
    }

    /// The registers allow pixels.
    #[inline]
    pub(crate) fn is_shown(&self) -> bool {
        self.object.shown()
    }

    /// It is regular, but not shown.
    #[inline]
    pub(crate) fn is_hidden(&self) -> bool {
        self.is_regular() && !self.object.shown()
    }

    /// It is off throughout the blanking even with so many extra clocks.
    #[inline]
    pub(crate) fn is_quiet(&self, ticks: u8) -> bool {
        ticks < self.quiet
    }

    /// How many extra clocks the object can take before it is on.
    #[inline]
    fn find_quiet(&mut self) {
        self.quiet = if self.is_regular() { self.object.quiet(self.phase) } else { 0 };
    }

    /// Pixel at which an undisturbed object comes to phase 0.
    #[inline]
    fn start(&self) -> u32 {
        let late = if self.visible == VISIBLE { 0 } else { 8 };
        let mut start = 320 + late - u32::from(self.phase) - self.ticks;
        while start >= 160 {
            start -= 160;
        }
        start
    }

    /// Draws the line, if it is not yet drawn as it would be if no register changed any more. True if the bits are not
    /// those of the last call.
    #[inline]
    pub(crate) fn refresh(&mut self) -> bool {
        if self.flags & UNSEEN == 0 {
            return false;
        }
        self.redraw();
        let fresh = self.flags & FRESH != 0;
        self.flags &= !FRESH;
        fresh
    }

    #[inline(never)]
    fn redraw(&mut self) {
        if self.flags & (DRAW | CHECK) == 0 {
            return;
        }
        let bits = if self.is_regular() {
            let start = self.start();
            let seen = |extra: Extra, visible: i32| extra & !blanked(visible);
            let (before, extra, visible) = self.drawn;
            let same = if self.plain && !self.lost && self.ticks < u32::from(self.quiet) {
                seen(self.extra, self.visible) == seen(extra, visible)
            } else {
                (self.extra, self.visible) == (extra, visible)
            };
            if self.flags & DRAW == 0 && same && start == before {
                self.flags &= !CHECK;
                return;
            }
            self.drawn = (start, self.extra, self.visible);
            self.draw_regular()
        } else if !self.object.shown() {
            Bits::default()
        } else if self.flags & RESET != 0 {
            self.object.shape_after_strobe(self.restart).and(Bits::below(LINE))
        } else {
            let mut bits = Bits::default();
            let mut object = self.object;
            run(&mut object, self.at, LINE_END, self.clocks(), &mut bits);
            self.end = Some(object);
            bits.and(Bits::below(LINE))
        };
        let bits = if self.keep == 0 { bits } else { self.bits.join(self.keep, bits) };
        self.flags &= !(DRAW | CHECK);
        if bits != self.bits {
            self.bits = bits;
            self.empty = bits.is_empty();
            self.flags |= FRESH;
        }
    }

    /// Nothing is shown, as of the last [`Self::refresh`].
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.empty
    }

    /// What the object shows, as of the last [`Self::refresh`].
    #[inline]
    pub(crate) fn bits(&self) -> &Bits {
        &self.bits
    }

    fn draw_regular(&mut self) -> Bits {
        if !self.object.shown() {
            self.plain = true;
            return Bits::default();
        }
        let seen = self.extra & !blanked(self.visible);
        let still = self.ticks == 0 && self.visible == VISIBLE;
        let quiet = self.ticks < u32::from(self.quiet);
        self.plain = false;
        if self.lost && seen != 0 {
            let mut bits = Bits::default();
            let mut object = self.object;
            object.set_regular(self.phase);
            run(&mut object, LINE_START, LINE_END, self.clocks(), &mut bits);
            return bits.and(Bits::below(LINE));
        }
        if quiet || still {
            let mut bits = self.object.shape(self.drawn.0);
            if bits.meets_edge() {
                if quiet && !still {
                    // It is off as long as the blanking lasts.
                    bits = bits.without(Bits::range(0, (self.visible + 1) as u32));
                } else if bits.get(FIRST_PIXEL) {
                    // The level waits through the blanking.
                    bits = bits.or(Bits::below(FIRST_PIXEL));
                }
            } else {
                self.plain = quiet;
            }
            return if seen == 0 { bits } else { merge(bits, seen) };
        }
        let bits = self.object.shape(self.drawn.0);
        let bits = if seen == 0 { bits } else { merge(bits, seen) };
        // In the blanking each extra clock brings the next level. In a line that starts with phase 0, pixels are phases.
        let round = self.object.shape(0);
        let mut phase = u32::from(self.phase);
        let mut blank = Bits::default();
        let mut from = 0;
        let mut left = self.extra & blanked(self.visible);
        loop {
            let until = if left == 0 { self.visible as u32 + 2 } else { 4 * left.trailing_zeros() + 2 };
            if round.get(FIRST_PIXEL + phase) {
                blank = blank.or(Bits::range(from, until));
            }
            if left == 0 {
                return blank.join(until, bits);
            }
            left &= left - 1;
            phase = (phase + 1) % 160;
            from = until;
        }
    }

    /// A register that says what is drawn, not where, is about to change in clock `time`.
    #[inline]
    pub(crate) fn change(&mut self, time: i32) {
        self.end = None;
        let off = self.ticks < u32::from(self.quiet);
        if time < VISIBLE - 1 && off {
            self.flags |= DRAW;
            return;
        }
        self.change_visibly(time, off);
    }

    /// The change comes when some of the line has been shown.
    #[inline(never)]
    fn change_visibly(&mut self, time: i32, off: bool) {
        if off && self.flags & (KEPT | LOOSE) == 0 && !self.lost {
            let (lead, length) = self.object.span();
            let first = self.start() + lead;
            // The pixels from here on show the change.
            let from = (time + 2) as u32 - FIRST_PIXEL;
            if first + length <= 160 {
                // Extra clocks may show a copy's first pixel a clock before its time.
                let early = u32::from(self.extra & !blanked(self.visible) != 0);
                if from + early <= first {
                    // All copies are yet to come.
                    self.flags |= DRAW;
                    return;
                }
                if from >= first + length {
                    // All copies are past.
                    self.redraw();
                    self.keep = LINE;
                    self.flags |= KEPT;
                    return;
                }
            }
        }
        self.fix(time);
        self.flags |= DRAW;
    }

    /// The extra clocks are these, but for those in the past, and the first visible edge is this.
    pub(crate) fn schedule(&mut self, past: Extra, extra: Extra, visible: i32) {
        let extra = self.extra & past | extra & !past;
        self.begin_motion(extra, (extra & blanked(visible)).count_ones(), visible);
    }

    /// The line's extra clocks, the number of those that come in the blanking, and the first visible edge.
    #[inline]
    pub(crate) fn begin_motion(&mut self, extra: Extra, ticks: u32, visible: i32) {
        self.extra = extra;
        self.ticks = ticks;
        self.visible = visible;
        self.flags |= CHECK | MOVED;
        if !self.is_regular() {
            self.flags = self.flags & !RESET | DRAW;
            self.end = None;
        }
    }

    /// The registers, for a change that is announced by [`Self::change`] or can't be seen now.
    #[inline]
    pub(crate) fn registers(&mut self) -> &mut O {
        self.end = None;
        &mut self.object
    }

    /// The pixels up to what the pixel latch has taken by this clock are final.
    fn fix(&mut self, time: i32) {
        if self.keep != LINE {
            self.redraw();
        }
        self.keep = (time + 2) as u32;
        self.flags |= KEPT;
    }

    /// The latches after the edge of clock `time`.
    pub(crate) fn state(&self, time: i32) -> O {
        let mut object = self.object;
        if self.is_regular() {
            object.set_regular(self.phase_at(time));
        } else {
            run(&mut object, self.at, time, self.clocks(), &mut Bits::default());
        }
        object
    }

    /// The phase after the edge of clock `time`, if regular.
    ///
    /// An extra clock in the visible part comes in place of the edge after it: it makes no difference once that is past.
    fn phase_at(&self, time: i32) -> u8 {
        let past = self.extra & ((1 << ((time + 3) / 4)) - 1);
        let blank = blanked(self.visible);
        let lost = if self.lost { (past & !blank).count_ones() } else { 0 };
        let ticks = (past & blank).count_ones() + (time + 1 - self.visible).max(0) as u32 - lost;
        ((u32::from(self.phase) + ticks) % 160) as u8
    }

    /// Brings the latches to clock `time`, for an event that disturbs them.
    pub(crate) fn sync(&mut self, time: i32) {
        self.fix(time);
        let object = self.state(time);
        self.disturb(object, time);
    }

    /// These are the latches after the edge of clock `time`.
    fn disturb(&mut self, object: O, time: i32) {
        self.object = object;
        self.at = time;
        self.flags = self.flags & !RESET | LOOSE | DRAW;
        self.quiet = 0;
        self.end = None;
    }

    /// The reset strobe, written in clock `time`: it swallows the edges of three half clocks.
    pub(crate) fn strobe(&mut self, time: i32) {
        let rests = self.rests_at(time);
        self.sync(time);
        self.object.hold();
        if rests {
            // Nothing is to be seen of it until it has started anew.
            if (self.visible..=LINE_END).contains(&(time + 2)) {
                self.object.tick(false);
            }
            self.restart = (time - 63).max(self.visible - 65) as u32;
            self.flags |= RESET;
        } else {
            let mut bits = Bits::default();
            let clocks = self.clocks();
            let mut edges = |time: i32, object: &mut O, held: bool| {
                step(object, time, clocks, true, held, &mut bits);
            };
            edges(time, &mut self.object, true);
            edges(time + 1, &mut self.object, false);
            self.bits = self.bits.join(self.keep, bits);
            self.empty = self.bits.is_empty();
            self.flags |= FRESH;
            self.keep = (time + 4) as u32;
        }
        self.at = time + 2;
    }

    /// Whether a strobe in clock `time` finds the object at rest, so that it starts anew and nothing else happens.
    fn rests_at(&self, time: i32) -> bool {
        // The last clocks of a line leave no time to do so; extra clocks to come make things difficult.
        if time > LINE_END - 6 || self.extra >> ((time + 3) / 4) != 0 {
            return false;
        }
        if self.is_regular() {
            let phase = self.phase_at(time);
            return self.object.quiet(phase) > 0 && !self.object.is_starting(phase);
        }
        // After a strobe there is no first copy.
        let since = time - (self.restart as i32 + VISIBLE - 1);
        self.flags & RESET != 0 && (0..160).contains(&since) && {
            let phase = since as u8;
            let first = phase < self.object.length() && O::STARTS_LATE;
            (first || self.object.quiet(phase) > 0) && !self.object.is_starting(phase)
        }
    }

    /// A register that says where copies are is about to change in clock `time`: `set` changes it.
    pub(crate) fn reshape(&mut self, time: i32, set: impl Fn(&mut O)) {
        if self.is_regular() && self.extra == 0 {
            // At rest both before and after, the object can't tell when the change came.
            let phase = self.phase_at(time);
            let mut object = self.object;
            set(&mut object);
            if phase % 4 != 3 && self.object.quiet(phase) > 0 && object.quiet(phase) > 0 {
                self.fix(time);
                self.flags |= DRAW;
                self.object = object;
                self.find_quiet();
                return;
            }
        }
        self.sync(time);
        set(&mut self.object);
        self.object.relatch();
    }

    /// The line ends.
    #[inline]
    pub(crate) fn finish(&mut self) {
        if self.flags & DISTURBED != 0 {
            self.finish_changed();
        }
    }

    #[inline(never)]
    fn finish_changed(&mut self) {
        if self.flags & RESET != 0 {
            let phase = (160 - self.restart) as u8;
            if phase >= self.object.length() || !O::STARTS_LATE {
                self.phase = phase % 160;
                self.flags = self.flags & !(RESET | LOOSE) | CHECK;
                self.rest();
                self.release();
                self.flags |= DRAW;
                self.find_quiet();
                return;
            }
        }
        if self.flags & LOOSE != 0 {
            self.object = match self.end {
                Some(end) if self.flags & DRAW == 0 => end,
                _ => self.state(LINE_END),
            };
            self.close();
            return;
        }
        if self.flags & MOVED != 0 {
            let phase = if self.lost { self.phase_at(LINE_END) } else { (160 - self.start()) as u8 % 160 };
            self.rest();
            self.flags |= CHECK;
            if phase != self.phase {
                self.phase = phase;
                self.find_quiet();
            }
        }
        self.release();
    }

    /// No motion in the next line.
    fn rest(&mut self) {
        self.extra = 0;
        self.ticks = 0;
        self.visible = VISIBLE;
        self.flags &= !MOVED;
    }

    /// What was final is past.
    fn release(&mut self) {
        if self.keep != 0 {
            self.keep = 0;
            self.flags = self.flags & !KEPT | DRAW;
        }
    }

    /// The latches are those of the end of a line, or of the start of the next.
    fn close(&mut self) {
        self.at = LINE_START;
        self.rest();
        self.release();
        self.flags = self.flags & !RESET | DRAW;
        self.end = None;
        if let Some(phase) = self.object.regular_phase() {
            self.flags &= !LOOSE;
            self.phase = phase;
        }
        self.find_quiet();
    }
}

impl<O: Object> Track<O> {
    /// See [`UNSEEN`] and [`DISTURBED`].
    #[inline]
    pub(crate) fn flags(&self) -> u8 {
        self.flags
    }

    /// The object's clock after the edge of clock `time`.
    pub(crate) fn is_high(&self, time: i32) -> bool {
        (self.visible..=LINE_END).contains(&time) || is_extra(self.extra, time - 1)
    }

    pub(crate) fn archive<A: Archive>(&mut self, archive: &mut A, object: impl Fn(&mut O, &mut A)) {
        object(&mut self.object, archive);
        archive.u8(&mut self.flags);
        archive.u8(&mut self.phase);
        let mut at = self.at as u32;
        archive.u32(&mut at);
        self.at = at as i32;
        archive.u64(&mut self.extra);
        archive.u32(&mut self.ticks);
        self.bits.archive(archive);
        archive.bool(&mut self.empty);
        archive.u32(&mut self.keep);
        let mut visible = self.visible as u32;
        archive.u32(&mut visible);
        self.visible = visible as i32;
        archive.bool(&mut self.lost);
        archive.bool(&mut self.plain);
        archive.u32(&mut self.drawn.0);
        archive.u64(&mut self.drawn.1);
        let mut visible = self.drawn.2 as u32;
        archive.u32(&mut visible);
        self.drawn.2 = visible as i32;
        archive.u8(&mut self.quiet);
        archive.u32(&mut self.restart);
        // What can be worked out again is not kept.
        self.end = None;
    }

    /// See [`crate::Revision::lost_clocks`].
    pub(crate) fn loses_clocks(&self) -> bool {
        self.lost
    }

    pub(crate) fn is_valid(&self) -> bool {
        self.phase < 160
            && (LINE_START..=LINE_END).contains(&self.at)
            && self.flags < 128
            && self.restart < 160
            && matches!(self.visible, VISIBLE | LATE_VISIBLE)
            && self.extra < 1 << COUNTS
            && self.ticks == (self.extra & blanked(self.visible)).count_ones()
            && self.keep <= LINE
            && self.empty == self.bits.is_empty()
            && self.bits.without(Bits::below(LINE)).is_empty()
    }
}

/// How a player's main copy sets a locked missile.
struct Lock {
    /// The player's phase in which it holds the missile.
    holds: u8,
    /// How far the missile's phase is behind the player's from then on.
    behind: u8,
}

impl Lock {
    fn of(player: &Player) -> Self {
        match player.mode {
            5 => Self { holds: 5, behind: 8 },
            7 => Self { holds: 9, behind: 12 },
            _ => Self { holds: 2, behind: 5 },
        }
    }
}

impl Track<Missile> {
    /// Brings a locked missile to clock `time`, with its player.
    pub(crate) fn sync_locked(&mut self, player: &Track<Player>, time: i32) {
        self.fix(time);
        let missile = self.locked_state(player, time);
        self.disturb(missile, time);
    }

    /// The latches of a locked missile after the edge of clock `time`.
    pub(crate) fn locked_state(&self, player: &Track<Player>, time: i32) -> Missile {
        let mut missile = self.object;
        let from = if self.is_regular() {
            missile.set_regular(self.phase);
            LINE_START
        } else {
            self.at
        };
        let mut first = player.state(from);
        for clock in from..time {
            pair(&mut first, &mut missile, clock, [player.clocks(), self.clocks()], [false; 4]);
        }
        missile
    }

    /// A strobe in clock `time`, of a locked missile or of its player.
    pub(crate) fn strobe_locked(&mut self, player: &Track<Player>, time: i32, of_player: bool) {
        self.sync_locked(player, time);
        let mut first = player.state(time);
        if of_player {
            Object::hold(&mut first);
        } else {
            Object::hold(&mut self.object);
        }
        for (clock, next) in [(time, true), (time + 1, false)] {
            let held = [of_player, of_player && next, !of_player, !of_player && next];
            let clocks = [player.clocks(), self.clocks()];
            pair(&mut first, &mut self.object, clock, clocks, held);
        }
        self.at = time + 2;
        self.keep = (time + 4) as u32;
    }

    /// The line ends with the missile locked. To be called before the player's line is finished. False if the missile
    /// has come to a place that it may not keep in the next line.
    pub(crate) fn finish_locked(&mut self, player: &Track<Player>) -> bool {
        let lock = Lock::of(&player.object);
        if player.is_regular() && (player.extra | self.extra) & !blanked(self.visible) == 0 {
            let behind =
                |phase: u8| phase.checked_sub(lock.behind).unwrap_or_else(|| phase + (160 - lock.behind));
            let clear = |phase: u8| phase < lock.holds || phase >= lock.behind + 8;
            let together = self.extra == player.extra
                && (0..=self.ticks as u8).all(|extra| clear((player.phase + extra) % 160));
            if self.is_regular() && self.phase == behind(player.phase) && together {
                self.finish();
                return true;
            }
            // The player passes the place in the visible part of the line, and the missile has drawn since.
            let end = player.phase_at(LINE_END);
            let passed = LINE_END - i32::from(end) + i32::from(lock.holds);
            if end >= lock.behind + 8 && passed >= self.visible.max(self.at) {
                self.object.set_regular(behind(end));
                self.close();
                return false;
            }
        }
        self.object = self.locked_state(player, LINE_END);
        self.flags |= LOOSE;
        self.close();
        false
    }
}

/// What becomes of an undisturbed object's pixels by extra clocks in the visible part of the line.
///
/// Such a clock comes half a clock before the edge that it replaces, and so just before the pixel latch looks: it sees
/// what it would otherwise see a clock later.
fn merge(bits: Bits, extra: Extra) -> Bits {
    // Extra clock n acts on the pixel of clock 4n + 2.
    let early = Bits([0, 16, 32, 48].map(|first| {
        let counts = extra >> first & 0xffff;
        let counts = (counts | counts << 24) & 0x0000_00ff_0000_00ff;
        let counts = (counts | counts << 12) & 0x000f_000f_000f_000f;
        let counts = (counts | counts << 6) & 0x0303_0303_0303_0303;
        ((counts | counts << 3) & 0x1111_1111_1111_1111) << 2
    }));
    let [a, b, c, d] = bits.0;
    let next = Bits([a >> 1 | b << 63, b >> 1 | c << 63, c >> 1 | d << 63, d >> 1]);
    bits.without(early).or(next.and(early))
}

/// [`step`] for a player and the missile that is locked to it. `held`: the player's strobe, in the middle of the clock
/// and at the beginning of the next; the same for the missile's.
fn pair(player: &mut Player, missile: &mut Missile, time: i32, clocks: [Clocks; 2], held: [bool; 4]) {
    let extra = clocks.map(|clocks| is_extra(clocks.extra, time));
    let lost = [extra[0] && clocks[0].loses(time), extra[1] && clocks[1].loses(time)];
    // The common clock is low, and the extra ones not yet high.
    player.high = lost[0];
    let places = player.places_missile();
    if places {
        Object::hold(missile);
    }
    if extra[0] && !lost[0] {
        Object::tick(player, held[0]);
        player.high = true;
    }
    if extra[1] && !lost[1] {
        Object::tick(missile, held[2] || places);
    }
    let places = player.places_missile();
    if places {
        Object::hold(missile);
    }
    if time + 1 >= clocks[0].visible && time < LINE_END {
        if !extra[0] {
            Object::tick(player, held[1]);
            player.high = true;
        }
        if !extra[1] {
            Object::tick(missile, held[3] || places);
        }
    }
    if player.places_missile() {
        Object::hold(missile);
    }
}

/// The edges of an object's clock from the middle of clock `time` to the beginning of the next, and the pixel that the
/// latch takes in between.
pub(crate) fn step<O: Object>(
    object: &mut O,
    time: i32,
    clocks: Clocks,
    held: bool,
    held_next: bool,
    bits: &mut Bits,
) {
    let extra = is_extra(clocks.extra, time);
    if extra && !clocks.loses(time) {
        object.tick(held);
    }
    if object.level() {
        bits.set((time + 2) as u32);
    }
    if time + 1 >= clocks.visible && time < LINE_END && !extra {
        object.tick(held_next);
    }
}

/// All edges after that of clock `from`, up to that of clock `to`.
pub(crate) fn run<O: Object>(object: &mut O, from: i32, to: i32, clocks: Clocks, bits: &mut Bits) {
    let mut from = from;
    while from < to {
        let ahead = clocks.extra & !((1 << ((from.max(-3) + 3) / 4)) - 1);
        let next = 4 * ahead.trailing_zeros() as i32;
        if next == from {
            step(object, from, clocks, false, false, bits);
            from += 1;
        } else {
            let until = next.min(to);
            glide(object, from, until, clocks.visible, bits);
            from = until;
        }
    }
}

/// The same without extra clocks.
fn glide<O: Object>(object: &mut O, from: i32, to: i32, visible: i32, bits: &mut Bits) {
    let first = visible.max(from + 1);
    if object.level() {
        *bits = bits.or(Bits::range((from + 2) as u32, (first.min(to) + 2) as u32));
    }
    if first <= to {
        object.advance((to - first + 1) as u32, bits, (first + 2) as u32);
        // The latch does not see the level after the last edge: an extra clock may come first.
        *bits = bits.and(Bits::below((to + 2) as u32));
    }
}
