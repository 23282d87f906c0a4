//! The window: the cartridge on the screen, a person at the keys.
//!
//! Two threads. The window's own looks at keys and gamepads and repaints about sixty times a second, whatever the
//! program in the cartridge does ([`play`]); the console's runs at the Atari's pace ([`runner`]). What happens is a
//! matter of frames and of what was held in which ([`machine`]); when it happens is a matter of the host's clock.

mod display;
mod files;
#[cfg(target_os = "linux")]
mod frame;
mod gamepad;
mod hands;
pub mod keys;
pub(crate) mod lettering;
mod machine;
mod overlay;
mod pacing;
mod play;
mod rewind;
mod runner;
mod scaling;
mod screen_size;
mod taps;

pub use play::{Options, run};
