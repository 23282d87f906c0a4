//! Video Chess as a UCI engine.
//!
//! One thread reads lines; another obeys them and thinks in between, in steps of milliseconds ([`session`]). So `isready`,
//! `stop`, `quit` and the end of the input are answered at once whatever the engine is doing. What the protocol can ask of
//! it is in [`command`], what it can be set to in [`options`], when a search ends in [`limits`].

pub mod command;
pub mod info;
pub mod limits;
pub mod options;
pub mod session;

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// A line longer than this is cut: a game of a thousand moves has 10 KB.
const LONGEST_LINE: u64 = 1 << 20;

/// Reads lines on a thread of its own; the channel closes at the end of the input.
pub fn lines(input: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut input = BufReader::new(input);
        let mut line = Vec::new();
        loop {
            line.clear();
            match (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => break,
                Ok(_) => {}
            }
            if line.last() != Some(&b'\n') && line.len() as u64 == LONGEST_LINE {
                skip_line(&mut input);
            }
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            if sender.send(text).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Reads on to the end of a line and forgets it.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let (length, ends) = match input.fill_buf() {
            Ok([]) | Err(_) => return,
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), false),
            },
        };
        input.consume(length);
        if ends {
            return;
        }
    }
}
