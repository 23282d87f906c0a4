//! The host's sound device.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use cpal::traits::{DeviceTrait, HostTrait, StreamTrait};
use cpal::{
    BufferSize, Error, ErrorKind, FromSample, I24, SampleFormat, SizedSample, Stream, StreamConfig,
    SupportedBufferSize, U24,
};

use super::feed::Feed;
use super::speaker::{Shared, connect};

/// Samples a block, the first wish first. A device's own wish comes last: some have seconds of it.
const BLOCKS: [u32; 4] = [512, 1024, 2048, 4096];
/// How long the device may take to play its last blocks before it is closed.
const LAST_BLOCKS: Duration = Duration::from_millis(250);

/// The default device, playing blocks of samples as long as this lives.
pub struct Line {
    stream: Stream,
    lost: Arc<AtomicBool>,
}

impl Line {
    /// Opens the default device and starts it. `connect` makes, for a rate in samples a second, what fills the
    /// blocks, and the caller's end of it; it is asked again for each size of block that the device refuses.
    ///
    /// # Errors
    /// If there is no device, or none that can be used.
    pub fn open<End, Fill: FnMut(&mut [f32]) + Send + 'static>(
        mut connect: impl FnMut(u32) -> (End, Fill),
    ) -> Result<(Self, End)> {
        keep_library_quiet();
        let device = cpal::default_host().default_output_device().context("there is no sound device")?;
        let supported = device.default_output_config().context("the sound device says nothing of itself")?;
        let allowed = |block: &u32| match supported.buffer_size() {
            SupportedBufferSize::Range { min, max } => (min..=max).contains(&block),
            SupportedBufferSize::Unknown => true,
        };
        let sizes = BLOCKS.into_iter().filter(allowed).map(BufferSize::Fixed);
        let mut refusal = anyhow!("it takes no size of block");
        for buffer_size in sizes.chain([BufferSize::Default]) {
            let config = StreamConfig { buffer_size, ..supported.config() };
            let (end, fill) = connect(config.sample_rate);
            let lost = Arc::new(AtomicBool::new(false));
            let stream = start(&device, config, supported.sample_format(), fill, &lost)
                .and_then(|stream| stream.play().map(|()| stream).map_err(Into::into));
            match stream {
                Ok(stream) => return Ok((Line { stream, lost }, end)),
                Err(error) => refusal = error,
            }
        }
        Err(refusal.context("the sound device cannot be used"))
    }
}

/// The console's sound on the default device. It ends with a fade when this is dropped.
pub struct Device {
    line: Line,
    shared: Arc<Shared>,
}

impl Device {
    /// Opens the default device for a console that makes `source` samples a second, and starts it.
    ///
    /// # Errors
    /// As [`Line::open`].
    pub fn open(source: f64) -> Result<(Self, Feed)> {
        let (line, (feed, shared)) = Line::open(|rate| {
            let (feed, mut speaker, shared) = connect(source, rate);
            ((feed, shared), move |block: &mut [f32]| speaker.fill(block))
        })?;
        Ok((Device { line, shared }, feed))
    }

    /// Whether it was unplugged, or its system has stopped.
    pub fn is_lost(&self) -> bool {
        self.line.lost.load(Ordering::Relaxed)
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        self.shared.set_mute(true);
        if self.is_lost() {
            return;
        }
        let begin = Instant::now();
        while !self.shared.is_silent() && begin.elapsed() < LAST_BLOCKS {
            thread::sleep(Duration::from_millis(5));
        }
        // The silent block is with the device; what it has before that is to be heard.
        thread::sleep(Duration::from_millis(20));
        let _ = self.line.stream.pause();
    }
}

fn start(
    device: &cpal::Device,
    config: StreamConfig,
    format: SampleFormat,
    fill: impl FnMut(&mut [f32]) + Send + 'static,
    lost: &Arc<AtomicBool>,
) -> Result<Stream> {
    match format {
        SampleFormat::I8 => build::<i8>(device, config, fill, lost),
        SampleFormat::I16 => build::<i16>(device, config, fill, lost),
        SampleFormat::I24 => build::<I24>(device, config, fill, lost),
        SampleFormat::I32 => build::<i32>(device, config, fill, lost),
        SampleFormat::I64 => build::<i64>(device, config, fill, lost),
        SampleFormat::U8 => build::<u8>(device, config, fill, lost),
        SampleFormat::U16 => build::<u16>(device, config, fill, lost),
        SampleFormat::U24 => build::<U24>(device, config, fill, lost),
        SampleFormat::U32 => build::<u32>(device, config, fill, lost),
        SampleFormat::U64 => build::<u64>(device, config, fill, lost),
        SampleFormat::F32 => build::<f32>(device, config, fill, lost),
        SampleFormat::F64 => build::<f64>(device, config, fill, lost),
        other => Err(anyhow!("it wants samples of the kind {other}, which this program does not make")),
    }
}

fn build<T: SizedSample + FromSample<f32>>(
    device: &cpal::Device,
    config: StreamConfig,
    mut fill: impl FnMut(&mut [f32]) + Send + 'static,
    lost: &Arc<AtomicBool>,
) -> Result<Stream> {
    let channels = usize::from(config.channels.max(1));
    let mut block = Vec::new();
    let play = move |data: &mut [T], _: &cpal::OutputCallbackInfo| {
        block.resize(data.len() / channels, 0.0);
        fill(&mut block);
        for (frame, &sample) in data.chunks_mut(channels).zip(&block) {
            frame.fill(T::from_sample(sample));
        }
    };
    let lost = Arc::clone(lost);
    Ok(device.build_output_stream(config, play, move |error| report(&error, &lost), None)?)
}

/// What goes wrong later is said once; a block that came late is a matter of the moment.
fn report(error: &Error, lost: &AtomicBool) {
    let passing =
        matches!(error.kind(), ErrorKind::Xrun | ErrorKind::DeviceChanged | ErrorKind::RealtimeDenied);
    if !passing && !lost.swap(true, Ordering::Relaxed) {
        crate::note!("warning: sound: {error}");
    }
}

/// ALSA writes what it thinks to standard error. What comes of it is said by this program.
fn keep_library_quiet() {
    #[cfg(target_os = "linux")]
    let _ = alsa::Output::local_error_handler();
}
