//! The window's loop.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use emu6507::{Console, Input, Tv};

use super::display::{Display, KeyEvent};
use super::files::Files;
use super::gamepad::Gamepads;
use super::hands::Hands;
use super::keys::{Action, Command, Control};
use super::lettering::Canvas;
use super::machine::Machine;
use super::overlay::Overlay;
use super::runner::{Order, Report, Runner, View};
use super::scaling;
use crate::audio::Device;
use crate::interrupt;
use crate::output::Output;
use crate::palette::{self, Palette};
use crate::script::heading;

/// How soon Escape must be pressed again to quit.
const TWICE: Duration = Duration::from_secs(3);
/// Between two tries to open a sound device in place of a lost one.
const LOST: Duration = Duration::from_secs(2);

/// How a cartridge is played.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The cartridge's name.
    pub title: String,
    /// The television that it is connected to.
    pub tv: Tv,
    /// What is said at the beginning.
    pub notice: String,
    /// Run as fast as the host can while the program thinks.
    pub fast_thinking: bool,
    /// Begin without sound.
    pub mute: bool,
    /// Write down what is held, as an input script.
    pub record: Option<PathBuf>,
    /// The words of the command line that bring the console to where it begins, for the recording's first line.
    pub set_up: String,
}

/// Plays until the window is closed.
///
/// # Errors
/// If there is no screen, or a file cannot be written.
pub fn run(console: Console, options: &Options) -> Result<()> {
    #[cfg(target_os = "linux")]
    super::frame::see_to();
    let record = options.record.as_deref().map(Output::open).transpose()?;
    let display = Display::open(&options.title)?;
    let stopped = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&stopped);
    // Ctrl-C in the terminal closes the window as its button does: a recording is not lost.
    interrupt::on_signal(move || stop.store(true, Ordering::Relaxed));

    let (image, input): (Vec<u8>, Input) = (console.cartridge().image().to_vec(), *console.input());
    let (order, orders) = mpsc::channel();
    let (report, reports) = mpsc::channel();
    let view = Arc::new(Mutex::new(View::default()));
    let controllers = console.controllers();
    let machine = Machine::new(console, options.tv, record.is_some());
    let runner = Runner::new(machine, options.fast_thinking, orders, report, Arc::clone(&view));
    let thread = thread::Builder::new()
        .name("console".into())
        .spawn(move || runner.run())
        .context("the console's thread cannot be started")?;

    let mut play = Play {
        files: Files::of_user(&options.title, &image),
        hands: Hands::new(&input, controllers),
        held: input,
        gamepads: Gamepads::new(),
        overlay: Overlay::default(),
        palette: palette::of(options.tv),
        tv: options.tv,
        notice: options.notice.clone(),
        orders: order,
        reports,
        view,
        seen: View::default(),
        rewinds: false,
        fast_forwards: false,
        paused: false,
        mute: options.mute,
        fast_thinking: options.fast_thinking,
        device: None,
        no_device: false,
        lost: None,
        escaped: None,
        quits: false,
    };
    let result = play.run(display, &stopped, &|| thread.is_finished());
    // Sound fades out while the console still makes some.
    drop(play.device.take());
    drop(play);
    let machine = thread.join().map_err(|_| anyhow!("the console's thread has broken off"))?;
    if let Some(output) = record {
        write_recording(output, &machine, options)?;
    }
    result
}

fn write_recording(output: Output, machine: &Machine, options: &Options) -> Result<()> {
    let (events, frames) = machine.recorded();
    let text = heading(&options.title, &options.set_up, frames, output.path()) + events;
    output.write(text.as_bytes())?;
    output.finish()
}

/// The loop's own.
struct Play {
    files: Files,
    hands: Hands,
    /// What the console was last told to be held.
    held: Input,
    gamepads: Gamepads,
    overlay: Overlay,
    palette: Palette,
    tv: Tv,
    /// What is said at the beginning.
    notice: String,
    orders: Sender<Order>,
    reports: Receiver<Report>,
    view: Arc<Mutex<View>>,
    /// What the console's thread showed last.
    seen: View,
    rewinds: bool,
    fast_forwards: bool,
    paused: bool,
    mute: bool,
    fast_thinking: bool,
    device: Option<Device>,
    /// Whether it was tried to open one in vain.
    no_device: bool,
    /// Since when there is none where there was one.
    lost: Option<Instant>,
    escaped: Option<Instant>,
    quits: bool,
}

impl Play {
    fn run(&mut self, mut display: Display, stopped: &AtomicBool, broken: &dyn Fn() -> bool) -> Result<()> {
        let notice = [&self.notice[..], "F1: help"].join(if self.notice.is_empty() { "" } else { ". " });
        self.overlay.notify(notice, Instant::now());
        let mut first = true;
        while display.is_open() && !self.quits && !stopped.load(Ordering::Relaxed) && !broken() {
            self.look();
            let events = display.repaint(|canvas| self.paint(canvas))?;
            for event in events {
                self.key(event);
            }
            self.hands.look(display.mouse());
            self.poll_gamepads(display.is_active());
            self.listen();
            if std::mem::take(&mut first) && !self.mute {
                self.open_device();
            }
            self.replace_lost_device();
        }
        Ok(())
    }

    /// Takes over what there is to see; the console's thread is not kept waiting while it is painted.
    fn look(&mut self) {
        let view = self.view.lock().unwrap_or_else(PoisonError::into_inner);
        self.seen.clone_from(&view);
    }

    fn paint(&mut self, canvas: &mut Canvas) {
        scaling::draw(self.tv, &self.seen.rows, &self.palette, canvas.pixels, canvas.width, canvas.height);
        self.overlay.draw(canvas, &self.seen, Instant::now());
    }

    fn key(&mut self, event: KeyEvent) {
        match event {
            KeyEvent::Down(key) => match self.hands.press(key) {
                Some(Command::Press(action)) => self.act(action),
                Some(Command::Hold(control)) => self.notice_control(control),
                None => {}
            },
            KeyEvent::Up(key) => self.hands.release(key),
            KeyEvent::Lost => self.hands.release_all(),
        }
        self.hold();
    }

    fn poll_gamepads(&mut self, active: bool) {
        let overlay = &mut self.overlay;
        let pads = self.gamepads.poll(|notice| overlay.notify(notice, Instant::now()));
        // While another window has the keyboard, the gamepad is for that too.
        self.hands.pads = if active { pads } else { Default::default() };
        self.hold();
    }

    /// Tells the console what is held, if that has changed.
    fn hold(&mut self) {
        let input = self.hands.input();
        if input != self.held {
            self.held = input;
            self.order(Order::Hold(input));
        }
        if self.hands.rewinds() != self.rewinds {
            self.rewinds = !self.rewinds;
            self.order(Order::Rewind(self.rewinds));
        }
        if self.hands.fast_forwards() != self.fast_forwards {
            self.fast_forwards = !self.fast_forwards;
            self.order(Order::FastForward(self.fast_forwards));
        }
    }

    /// The console's thread takes orders as long as this one lives.
    fn order(&self, order: Order) {
        let _ = self.orders.send(order);
    }

    fn notify(&mut self, notice: impl Into<String>) {
        self.overlay.notify(notice, Instant::now());
    }

    fn notice_control(&mut self, control: Control) {
        match control {
            Control::Select => self.notify("Select"),
            Control::Reset => self.notify("Reset"),
            // Joysticks show on the screen; what time does is said as long as it does it.
            Control::Joystick(..) | Control::Keypad(..) | Control::Rewind | Control::FastForward => {}
        }
    }

    fn act(&mut self, action: Action) {
        let a_or_b = |a: bool| if a { "A" } else { "B" };
        match action {
            Action::Help => self.overlay.help = !self.overlay.help,
            Action::LeftDifficulty => {
                self.hands.switches.left_a ^= true;
                self.notify(format!("Left difficulty: {}", a_or_b(self.hands.switches.left_a)));
            }
            Action::RightDifficulty => {
                self.hands.switches.right_a ^= true;
                self.notify(format!("Right difficulty: {}", a_or_b(self.hands.switches.right_a)));
            }
            Action::TvType => {
                self.hands.switches.colour ^= true;
                let name = if self.hands.switches.colour { "colour" } else { "black-and-white" };
                self.notify(format!("TV type: {name}"));
            }
            Action::Save => self.order(Order::Save),
            Action::Load => match self.files.load() {
                Ok(state) => self.order(Order::Load(state)),
                Err(error) => self.notify(format!("Not loaded: {error:#}")),
            },
            Action::Pace => {
                self.fast_thinking ^= true;
                self.order(Order::FastThinking(self.fast_thinking));
                self.notify(if self.fast_thinking { "Thinking: fast" } else { "Thinking: real pace" });
            }
            Action::Pause => {
                self.paused ^= true;
                self.order(Order::Pause(self.paused));
                if !self.paused {
                    self.notify("Going on");
                }
            }
            Action::Mute => self.set_mute(!self.mute),
            Action::Screenshot => {
                let notice = match self.files.screenshot(self.tv, &self.seen.rows, &self.palette) {
                    Ok(name) => format!("Screenshot: {name}"),
                    Err(error) => format!("No screenshot: {error:#}"),
                };
                self.notify(notice);
            }
            Action::Escape => self.escape(),
            Action::Quit => self.quits = self.hands.holds_control(),
        }
    }

    fn escape(&mut self) {
        if std::mem::take(&mut self.overlay.help) {
            return;
        }
        self.quits = self.escaped.is_some_and(|pressed| pressed.elapsed() < TWICE);
        self.escaped = Some(Instant::now());
        self.notify("Esc again: quit");
    }

    fn set_mute(&mut self, mute: bool) {
        self.mute = mute;
        if !mute && self.device.is_none() {
            self.open_device();
            if self.no_device {
                self.notify("There is no sound device");
                return;
            }
        }
        self.order(Order::Mute(mute));
        self.notify(if mute { "Sound off" } else { "Sound on" });
    }

    fn open_device(&mut self) {
        match Device::open(self.tv.samples_per_second()) {
            Ok((device, feed)) => {
                self.device = Some(device);
                self.no_device = false;
                self.order(Order::Sound(Box::new(feed)));
                self.order(Order::Mute(self.mute));
            }
            Err(error) => {
                if !self.no_device {
                    crate::note!("warning: no sound: {error:#}");
                }
                self.no_device = true;
            }
        }
    }

    /// Headphones were pulled out: sound goes on by whatever is the default then.
    fn replace_lost_device(&mut self) {
        if self.device.as_ref().is_some_and(Device::is_lost) {
            self.device = None;
            self.lost = Some(Instant::now());
        }
        if self.lost.is_some_and(|since| since.elapsed() >= LOST) {
            self.lost = None;
            self.open_device();
            if self.no_device {
                self.lost = Some(Instant::now());
            }
        }
    }

    /// Hears what the console's thread reports.
    fn listen(&mut self) {
        while let Ok(report) = self.reports.try_recv() {
            match report {
                Report::Notice(notice) => self.notify(notice),
                Report::State(state) => {
                    let notice = match self.files.save(&state) {
                        Ok(()) => "Quick save written".to_owned(),
                        Err(error) => format!("Not saved: {error:#}"),
                    };
                    self.notify(notice);
                }
            }
        }
    }
}
