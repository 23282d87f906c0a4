//! Standard output that may be a pipe somebody closed.

use std::io::{self, ErrorKind, Write};
use std::process;

/// Prints a line. If the reader has gone (`vchess disasm | head`), the program ends quietly: nobody is left to
/// tell. If standard output cannot take it for another reason, the program says so and exits with 1.
pub fn line(text: &str) {
    let mut out = io::stdout().lock();
    check(out.write_all(text.as_bytes()).and_then(|()| out.write_all(b"\n")));
}

/// Hands on what is buffered.
pub fn flush() {
    check(io::stdout().flush());
}

fn check(result: io::Result<()>) {
    match result {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => process::exit(0),
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: cannot write to standard output: {error}");
            process::exit(1);
        }
    }
}

/// Says something on standard error, if that takes it: it is not what the program is for.
pub fn aside(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// `eprintln!` through [`aside()`].
#[macro_export]
macro_rules! note {
    ($($arg:tt)*) => { $crate::say::aside(&format!($($arg)*)) };
}

/// `println!` through [`line()`].
#[macro_export]
macro_rules! say {
    () => { $crate::say::line("") };
    ($($arg:tt)*) => { $crate::say::line(&format!($($arg)*)) };
}
