//! The host's window.

use std::cell::RefCell;
use std::mem;
use std::rc::Rc;

use anyhow::{Result, anyhow};
use minifb::{InputCallback, Key, MouseButton, MouseMode, Scale, ScaleMode, UseGPU, Window, WindowOptions};

use super::hands::Mouse;
use super::lettering::Canvas;
use super::scaling::{HEIGHT, WIDTH};
use super::screen_size;

/// Repaints and looks at the keyboard so many times a second.
const REPAINTS: usize = 60;

/// Something that happened to a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeyEvent {
    /// It went down, or repeats.
    Down(Key),
    /// It went up.
    Up(Key),
    /// The keyboard went to another window: nothing is held here.
    Lost,
}

/// An open window.
pub(crate) struct Display {
    window: Window,
    keys: Rc<RefCell<Vec<KeyEvent>>>,
    pixels: Vec<u32>,
    active: bool,
}

/// Takes every change of a key: between two looks at the keyboard one may go down and up.
struct Keyboard(Rc<RefCell<Vec<KeyEvent>>>);

impl InputCallback for Keyboard {
    fn add_char(&mut self, _: u32) {}

    fn set_key_state(&mut self, key: Key, down: bool) {
        self.0.borrow_mut().push(if down { KeyEvent::Down(key) } else { KeyEvent::Up(key) });
    }
}

impl Display {
    /// Opens it.
    ///
    /// # Errors
    /// If there is no screen to open it on.
    pub(crate) fn open(title: &str) -> Result<Self> {
        // Where the screen's size is not known here, it is to the library.
        let (scale, times) = screen_size::scale().map_or((Scale::FitScreen, 1), |scale| (Scale::X1, scale));
        let options = WindowOptions {
            resize: true,
            scale,
            scale_mode: ScaleMode::UpperLeft,
            use_gpu: UseGPU::Disabled,
            ..WindowOptions::default()
        };
        let mut window = Window::new(title, WIDTH * times, HEIGHT * times, options).map_err(|error| {
            anyhow!(
                "no window can be opened here ({error})\nIt takes a screen, by X11 or Wayland. \
                 Without one, `--headless` runs the cartridge and leaves files behind."
            )
        })?;
        window.set_target_fps(REPAINTS);
        let keys = Rc::default();
        window.set_input_callback(Box::new(Keyboard(Rc::clone(&keys))));
        Ok(Display { window, keys, pixels: Vec::new(), active: false })
    }

    /// Whether nobody has closed it.
    pub(crate) fn is_open(&self) -> bool {
        self.window.is_open()
    }

    /// The mouse, if it was over the window and the window has the keyboard.
    pub(crate) fn mouse(&self) -> Option<Mouse> {
        let (x, _) = self.window.get_mouse_pos(MouseMode::Clamp).filter(|_| self.active)?;
        let across = (x / (self.window.get_size().0.max(2) - 1) as f32).clamp(0.0, 1.0);
        Some(Mouse { across, pressed: self.window.get_mouse_down(MouseButton::Left) })
    }

    /// Whether it has the keyboard.
    pub(crate) fn is_active(&self) -> bool {
        self.active
    }

    /// Repaints, waits until the next repaint is due, and returns what happened to keys since the last.
    ///
    /// # Errors
    /// If the screen is gone.
    pub(crate) fn repaint(&mut self, paint: impl FnOnce(&mut Canvas)) -> Result<Vec<KeyEvent>> {
        let (width, height) = self.window.get_size();
        if width == 0 || height == 0 {
            // Minimised: there is nothing to paint on, but keys and closing go on.
            self.window.update();
        } else {
            self.pixels.resize(width * height, 0);
            paint(&mut Canvas { pixels: &mut self.pixels, width, height });
            self.window
                .update_with_buffer(&self.pixels, width, height)
                .map_err(|error| anyhow!("the window cannot be painted: {error}"))?;
        }
        let mut events = mem::take(&mut *self.keys.borrow_mut());
        if self.active && !self.window.is_active() {
            events.push(KeyEvent::Lost);
        }
        self.active = self.window.is_active();
        Ok(events)
    }
}
