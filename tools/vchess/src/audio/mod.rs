//! Sound for people: from the TIA's two channels to the host's loudspeaker.
//!
//! The way of a sample: [`Mixer`] adds both channels as the console's resistors do and takes the constant part
//! away; [`Resampler`] brings it from two samples a line to the device's rate; a ring hands it to the device's
//! thread, where [`Speaker`] plays it, fading in and out wherever sound begins or ends. [`Feed`] is the near end of
//! it all, [`Device`] the far end. [`Servo`] keeps the ring's filling steady, whatever the two clocks do.

mod device;
mod feed;
mod mixer;
mod resampler;
mod servo;
mod speaker;
#[cfg(test)]
mod tests;

pub use device::{Device, Line};
pub use feed::Feed;
pub use mixer::Mixer;
pub use resampler::Resampler;
pub use servo::Servo;
pub use speaker::{Mode, Speaker};
