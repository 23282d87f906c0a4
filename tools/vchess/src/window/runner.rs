//! The thread that the console runs in: at the Atari's pace, as fast as it can, backwards, or not at all.
//!
//! The window's thread sends [`Order`]s and looks at the [`View`] whenever it repaints; neither waits for the other.

use std::mem;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use emu6507::{Input, Row};

use super::machine::{LoadError, Machine};
use super::pacing::Pacer;
use crate::audio::{Feed, Mode};

/// Between two states to rewind to.
const REMEMBER: Duration = Duration::from_millis(66);
/// Between two steps back: time goes backwards four times as fast as forwards.
const STEP_BACK: Duration = Duration::from_millis(16);
/// How long it runs fast before it looks for orders.
const SLICE: Duration = Duration::from_millis(4);
/// How long it sleeps where nothing is to be done.
const REST: Duration = Duration::from_secs(1);
/// Seconds of the Atari's time that a program must have thought for, to be told of.
const LONG: f64 = 1.0;

/// What the window's thread wants.
pub(crate) enum Order {
    /// This is held from now on.
    Hold(Input),
    /// Time stops, or goes on.
    Pause(bool),
    /// Time goes backwards as long as this is on.
    Rewind(bool),
    /// Time goes as fast as it can as long as this is on.
    FastForward(bool),
    /// Whether it also does so by itself while the program thinks.
    FastThinking(bool),
    /// Send the state.
    Save,
    /// Take on this state.
    Load(Vec<u8>),
    /// From now on sound goes this way.
    Sound(Box<Feed>),
    /// Sound is to be heard, or not.
    Mute(bool),
}

/// What the window's thread is told.
pub(crate) enum Report {
    /// Something for the screen.
    Notice(String),
    /// The state that was asked for.
    State(Vec<u8>),
}

/// What time does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Time {
    /// It goes at the Atari's pace.
    #[default]
    Real,
    /// It goes as fast as it can.
    Fast,
    /// It goes backwards.
    Backwards,
    /// It stands.
    Paused,
}

/// What there is to see.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    /// The last finished frame.
    pub(crate) rows: Vec<Row>,
    /// What time does.
    pub(crate) time: Time,
    /// Seconds of the Atari's time that the program has been thinking for, if it is.
    pub(crate) thinking: Option<f64>,
}

/// The thread's own.
pub(crate) struct Runner {
    machine: Machine,
    orders: Receiver<Order>,
    reports: Sender<Report>,
    view: Arc<Mutex<View>>,
    pacer: Pacer,
    feed: Option<Box<Feed>>,
    time: Time,
    paused: bool,
    backwards: bool,
    fast: bool,
    fast_thinking: bool,
    /// Whether there is nothing left to go back to, and it was said.
    at_the_beginning: bool,
    /// When sound was last sent, and a state last kept.
    sent: Instant,
    remembered: Instant,
    /// Seconds that the think in progress has come to, if some of it was fast.
    hurried: Option<f64>,
}

impl Runner {
    /// Gets ready.
    pub(crate) fn new(
        machine: Machine,
        fast_thinking: bool,
        orders: Receiver<Order>,
        reports: Sender<Report>,
        view: Arc<Mutex<View>>,
    ) -> Self {
        let now = Instant::now();
        Runner {
            orders,
            reports,
            view,
            pacer: Pacer::new(machine.cycles_per_second()),
            machine,
            feed: None,
            time: Time::Real,
            paused: false,
            backwards: false,
            fast: false,
            fast_thinking,
            at_the_beginning: false,
            sent: now,
            remembered: now,
            hurried: None,
        }
    }

    /// Runs until nobody sends orders any more, and gives the machine back.
    pub(crate) fn run(mut self) -> Machine {
        let mut before = Instant::now();
        let mut stepped = before;
        loop {
            let wait = match self.time {
                Time::Real => self.pacer.wait(),
                Time::Fast => Duration::ZERO,
                Time::Backwards => STEP_BACK.saturating_sub(stepped.elapsed()),
                Time::Paused => REST,
            };
            if !self.take_orders(wait) {
                return self.machine;
            }
            let now = Instant::now();
            match self.time {
                Time::Real => {
                    self.pacer.pass(now - before);
                    if self.pacer.is_due() {
                        self.run_frame();
                        self.show();
                    }
                }
                Time::Fast => {
                    while now.elapsed() < SLICE && self.time == Time::Fast {
                        self.run_frame();
                    }
                    self.show();
                }
                Time::Backwards if stepped.elapsed() >= STEP_BACK => {
                    stepped = now;
                    self.step_back();
                }
                Time::Backwards | Time::Paused => {}
            }
            before = now;
        }
    }

    /// Waits for an order so long, then takes all that there are. Returns whether anybody is left to give some.
    fn take_orders(&mut self, wait: Duration) -> bool {
        let mut next = match self.orders.recv_timeout(wait) {
            Ok(order) => Some(order),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return false,
        };
        while let Some(order) = next {
            self.obey(order);
            next = self.orders.try_recv().ok();
        }
        true
    }

    fn obey(&mut self, order: Order) {
        match order {
            Order::Hold(input) => self.machine.hold(input),
            Order::Pause(on) => self.paused = on,
            Order::Rewind(on) => {
                self.backwards = on;
                self.at_the_beginning = false;
            }
            Order::FastForward(on) => self.fast = on,
            Order::FastThinking(on) => self.fast_thinking = on,
            Order::Save => {
                let state = self.machine.save();
                self.report(Report::State(state));
            }
            Order::Load(state) => self.load(&state),
            Order::Sound(feed) => {
                self.feed = Some(feed);
                self.switch_sound();
            }
            Order::Mute(on) => {
                if let Some(feed) = &mut self.feed {
                    feed.set_mute(on);
                }
            }
        }
        self.choose_time();
    }

    fn load(&mut self, state: &[u8]) {
        let notice = match self.machine.load(state) {
            Ok(()) => {
                self.hurried = None;
                self.show_preview();
                "Quick save loaded".to_owned()
            }
            Err(LoadError::State(error)) => format!("Not loaded: {error}"),
            Err(LoadError::Recording) => "Not loaded: the recording does not lead there".to_owned(),
        };
        self.report(Report::Notice(notice));
    }

    /// Nobody minds if the window has gone.
    fn report(&self, report: Report) {
        let _ = self.reports.send(report);
    }

    fn step_back(&mut self) {
        self.hurried = None;
        if self.machine.step_back() {
            self.show_preview();
        } else if !mem::replace(&mut self.at_the_beginning, true) {
            self.report(Report::Notice("That is as far back as it goes".to_owned()));
        }
    }

    fn run_frame(&mut self) {
        let cycles = self.machine.run_frame();
        self.pacer.ran(cycles);
        self.note_thinking();
        if let Some(feed) = self.feed.as_mut().filter(|_| self.time == Time::Real) {
            feed.send(self.machine.console_mut().sound_now().drain(), self.sent.elapsed());
            self.sent = Instant::now();
        }
        if self.remembered.elapsed() >= REMEMBER {
            self.machine.remember();
            self.remembered = Instant::now();
        }
        self.choose_time();
    }

    /// Tells how long a think was, if it was not seen to be so long.
    fn note_thinking(&mut self) {
        match self.machine.thinking() {
            Some(seconds) if self.time == Time::Fast || self.hurried.is_some() => {
                self.hurried = Some(seconds);
            }
            Some(_) => {}
            None => {
                if let Some(seconds) = self.hurried.take().filter(|seconds| *seconds >= LONG) {
                    self.report(Report::Notice(format!(
                        "The Atari would have thought for {}",
                        clock(seconds)
                    )));
                }
            }
        }
    }

    fn choose_time(&mut self) {
        let thinks = self.machine.thinking().is_some();
        let time = if self.paused {
            Time::Paused
        } else if self.backwards {
            Time::Backwards
        } else if self.fast || self.fast_thinking && thinks {
            Time::Fast
        } else {
            Time::Real
        };
        if mem::replace(&mut self.time, time) == time {
            return;
        }
        self.pacer.restart();
        self.switch_sound();
        self.lock().time = time;
    }

    fn switch_sound(&mut self) {
        let Some(feed) = &mut self.feed else { return };
        feed.set_mode(match self.time {
            Time::Real => Mode::Play,
            Time::Paused => Mode::Hold,
            Time::Fast | Time::Backwards => Mode::Drain,
        });
        self.sent = Instant::now();
        self.machine.console_mut().sound_now().listen(self.time == Time::Real);
    }

    fn show(&mut self) {
        let thinking = self.machine.thinking().filter(|seconds| *seconds >= LONG);
        let rows = self.machine.picture();
        let mut view = self.view.lock().unwrap_or_else(PoisonError::into_inner);
        view.rows.clear();
        view.rows.extend_from_slice(rows);
        view.thinking = thinking;
    }

    fn show_preview(&self) {
        let screen = self.machine.preview();
        let mut view = self.lock();
        view.rows.clear();
        view.rows.extend_from_slice(screen.picture());
        view.thinking = self.machine.thinking().filter(|seconds| *seconds >= LONG);
    }

    fn lock(&self) -> MutexGuard<'_, View> {
        self.view.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Hours, minutes and seconds.
pub(crate) fn clock(seconds: f64) -> String {
    let seconds = seconds as u64;
    format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_on_a_clock() {
        assert_eq!(clock(3_287.9), "00:54:47");
        assert_eq!(clock(100.0 * 3_600.0 + 59.999), "100:00:59");
    }
}
