//! The chess clocks.

use shakmaty::Color;

/// Time for each player: a start and an increment after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl(u8);

/// Minutes at the start and seconds a move.
const CHOICES: [(u16, u16); 11] =
    [(0, 0), (1, 0), (2, 1), (3, 2), (5, 0), (5, 3), (10, 0), (15, 10), (30, 0), (60, 30), (90, 30)];

impl TimeControl {
    /// No clock.
    pub const NONE: TimeControl = TimeControl(0);

    /// The choice of that number, 0 being no clock.
    pub const fn from_index(index: u8) -> Option<TimeControl> {
        if (index as usize) < CHOICES.len() { Some(TimeControl(index)) } else { None }
    }

    /// The choice of that many minutes and seconds a move.
    pub fn find(minutes: u16, increment: u16) -> Option<TimeControl> {
        CHOICES.iter().position(|&c| c == (minutes, increment)).map(|i| TimeControl(i as u8))
    }

    /// The number of the choice.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The next choice; the last is followed by the first.
    #[must_use]
    pub const fn next(self) -> TimeControl {
        TimeControl((self.0 + 1) % CHOICES.len() as u8)
    }

    /// Minutes at the start. 0: no clock.
    pub const fn minutes(self) -> u16 {
        CHOICES[self.0 as usize].0
    }

    /// Seconds added after each move.
    pub const fn increment(self) -> u16 {
        CHOICES[self.0 as usize].1
    }

    /// Whether there is a clock at all.
    pub const fn is_timed(self) -> bool {
        self.0 != 0
    }
}

/// Two clocks, at most one of them running. Times are microseconds.
///
/// Without a time control they count up: the time that each player has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    us: [u64; 2],
    running: Option<Color>,
    updated: u64,
}

impl Clocks {
    /// Both clocks at their start.
    pub fn new(control: TimeControl) -> Self {
        let start = u64::from(control.minutes()) * 60_000_000;
        Self { control, us: [start; 2], running: None, updated: 0 }
    }

    /// The clocks as they stood when a game was saved.
    pub fn resumed(control: TimeControl, us: [u64; 2]) -> Self {
        Self { control, us, running: None, updated: 0 }
    }

    /// Lets time pass; then lets the clock of `side`, or none, run.
    pub fn run(&mut self, now_us: u64, side: Option<Color>) {
        if let Some(running) = self.running {
            let passed = now_us.saturating_sub(self.updated);
            let clock = &mut self.us[index(running)];
            *clock = if self.control.is_timed() {
                clock.saturating_sub(passed)
            } else {
                clock.saturating_add(passed)
            };
        }
        self.updated = now_us;
        self.running = side;
    }

    /// Adds the increment to the clock of `side`, who has moved.
    pub fn moved(&mut self, side: Color) {
        let increment = u64::from(self.control.increment()) * 1_000_000;
        self.us[index(side)] = self.us[index(side)].saturating_add(increment);
    }

    /// Sets both clocks, as when a move is taken back.
    pub fn set(&mut self, us: [u64; 2]) {
        self.us = us;
    }

    /// The time left (with a time control) or used (without) of `side`.
    pub fn us(&self, side: Color) -> u64 {
        self.us[index(side)]
    }

    /// White's and Black's time.
    pub fn both(&self) -> [u64; 2] {
        self.us
    }

    /// The side whose time is up.
    pub fn fallen(&self) -> Option<Color> {
        if !self.control.is_timed() {
            return None;
        }
        [Color::White, Color::Black].into_iter().find(|&side| self.us(side) == 0)
    }

    /// The side whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The seconds to show: with a time control a second is shown until it is used up.
    pub fn seconds(&self, side: Color) -> u32 {
        let us = self.us(side);
        let seconds = if self.control.is_timed() { us.div_ceil(1_000_000) } else { us / 1_000_000 };
        seconds.min(359_999) as u32
    }
}

const fn index(side: Color) -> usize {
    match side {
        Color::White => 0,
        Color::Black => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choices_go_round_from_none_and_hold_one_plus_nothing() {
        let mut control = TimeControl::NONE;
        for _ in 0..CHOICES.len() {
            control = control.next();
        }
        assert_eq!(control, TimeControl::NONE);
        assert_eq!(TimeControl::find(1, 0).map(TimeControl::minutes), Some(1));
        assert_eq!(TimeControl::from_index(CHOICES.len() as u8), None);
    }

    #[test]
    fn only_the_running_clock_runs() {
        let mut clocks = Clocks::new(TimeControl::find(3, 2).unwrap());
        clocks.run(0, Some(Color::White));
        clocks.run(10_000_000, Some(Color::Black));
        clocks.moved(Color::White);
        clocks.run(15_000_000, None);
        clocks.run(99_000_000, None);
        assert_eq!(clocks.both(), [172_000_000, 175_000_000]);
    }

    #[test]
    fn a_flag_falls_at_nothing_left() {
        let mut clocks = Clocks::new(TimeControl::find(1, 0).unwrap());
        clocks.run(0, Some(Color::Black));
        clocks.run(59_999_999, Some(Color::Black));
        assert_eq!((clocks.fallen(), clocks.seconds(Color::Black)), (None, 1));
        clocks.run(60_000_000, Some(Color::Black));
        assert_eq!((clocks.fallen(), clocks.seconds(Color::Black)), (Some(Color::Black), 0));
    }

    #[test]
    fn the_longest_clock_shows_all_of_its_ninety_minutes() {
        let mut clocks = Clocks::new(TimeControl::find(90, 30).unwrap());
        assert_eq!(clocks.seconds(Color::White), 90 * 60);
        clocks.run(0, Some(Color::White));
        clocks.run(1_000_001, None);
        clocks.moved(Color::White);
        assert_eq!(clocks.seconds(Color::White), 90 * 60 + 29);
    }

    #[test]
    fn without_a_control_time_counts_up_and_no_flag_falls() {
        let mut clocks = Clocks::new(TimeControl::NONE);
        clocks.run(0, Some(Color::White));
        clocks.run(61_500_000, None);
        assert_eq!((clocks.seconds(Color::White), clocks.fallen()), (61, None));
    }
}
