//! Signals that end the program: files under way do not stay behind, and a window closes as by its button.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// What an interrupted program still does, with its signals' handler installed by the first who needs one.
struct Last {
    /// Files that have no name of their own yet.
    unfinished: Vec<PathBuf>,
    /// Ends the program in an orderly way.
    closing: Option<Box<dyn Fn() + Send>>,
}

static LAST: Mutex<Last> = Mutex::new(Last { unfinished: Vec::new(), closing: None });

fn last() -> MutexGuard<'static, Last> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on a signal calls `close`, which ends the program soon, in place of ending it at once.
pub(crate) fn on_signal(close: impl Fn() + Send + 'static) {
    last().closing = Some(Box::new(close));
    install();
}

/// A signal removes this file, until [`settled`] is told of it.
pub(crate) fn unfinished(path: &Path) {
    last().unfinished.push(path.to_path_buf());
    install();
}

/// The file has its name, or is gone.
pub(crate) fn settled(path: &Path) {
    last().unfinished.retain(|kept| kept != path);
}

/// Returns whether the program ends by itself.
fn answer() -> bool {
    let mut last = last();
    if let Some(close) = &last.closing {
        close();
        return true;
    }
    for path in last.unfinished.drain(..) {
        let _ = fs::remove_file(path);
    }
    false
}

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler a signal does what it always does: that is no reason not to run.
        let _ = listen();
    });
}

#[cfg(unix)]
fn listen() -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let ignored = ignored();
    let heard =
        [SIGHUP, SIGINT, SIGQUIT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(heard)?;
    // A file that has reached the size it may have is an error of the write, with the file's name.
    signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)))?;
    std::thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            if !answer() {
                let _ = emulate_default_handler(signal);
            }
        }
    })?;
    Ok(())
}

/// The signals that the program was started to ignore, as `nohup` does: bit 0 is signal 1. None where the system
/// does not say.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
fn listen() -> io::Result<()> {
    ctrlc::set_handler(|| {
        if !answer() {
            std::process::exit(130);
        }
    })
    .map_err(io::Error::other)
}
