//! A program at the other end of two pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// `vchess` with pipes to it.
pub(crate) struct Pipes {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Everything that it has said.
    pub(crate) said: Vec<String>,
}

impl Pipes {
    /// Starts `vchess` with these arguments.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_vchess"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("vchess starts");
        let input = child.stdin.take();
        let output = child.stdout.take().expect("a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, input, lines, said: Vec::new() }
    }

    /// Says a line, or several.
    pub(crate) fn tell(&mut self, text: &str) {
        self.tell_bytes(text.as_bytes());
        self.tell_bytes(b"\n");
    }

    /// Says anything.
    pub(crate) fn tell_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the pipe is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("vchess listens");
    }

    /// Waits for a line that begins so.
    #[track_caller]
    pub(crate) fn expect(&mut self, start: &str, limit: Duration) -> String {
        let from = self.said.len();
        let until = Instant::now() + limit;
        loop {
            match self.next_line(until.saturating_duration_since(Instant::now())) {
                Ok(line) if line.starts_with(start) => return line,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => {
                    panic!("no {start:?} within {limit:?}, but {:?}", &self.said[from..]);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("vchess has gone without {start:?}, after {:?}", &self.said[from..]);
                }
            }
        }
    }

    /// Says a line and waits for one that begins so.
    #[track_caller]
    pub(crate) fn ask(&mut self, text: &str, start: &str, limit: Duration) -> String {
        self.tell(text);
        self.expect(start, limit)
    }

    /// The next line within this time.
    pub(crate) fn next_line(&mut self, limit: Duration) -> Result<String, RecvTimeoutError> {
        let line = self.lines.recv_timeout(limit)?;
        self.said.push(line.clone());
        Ok(line)
    }

    /// Closes the pipe to it.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn end(&mut self, limit: Duration) -> ExitStatus {
        let until = Instant::now() + limit;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < until, "vchess has not ended within {limit:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
