//! A serial line that the board can afford: it never waits long for a PC, and notices when the PC's program is gone.

use core::fmt::{self, Write};

use heapless::Vec;

use crate::{Board, Link, Ports};

/// How long a look at the board waits in all for a PC to take what is said, in microseconds.
const PATIENCE_US: u32 = 20_000;
/// Bytes from the PC that wait for the next look. More are held back on the line.
const INBOX: usize = 256;

/// What carries bytes between the board and a PC.
pub trait Wire {
    /// Whether a program on the PC has opened the line (over USB: it is configured, and DTR is on).
    fn is_open(&self) -> bool;

    /// Gives the line bytes to send, and returns how many of them it has taken: 0 where its buffer is full.
    fn give(&mut self, bytes: &[u8]) -> usize;

    /// Takes bytes that the PC has sent, and returns how many.
    fn take(&mut self, bytes: &mut [u8]) -> usize;

    /// Lets the line work.
    fn poll(&mut self);

    /// Microseconds, from any beginning; they wrap.
    fn now_us(&self) -> u32;
}

/// The board's end of a line, with the board's protocol ([`Link`]) on it.
///
/// A PC that opens the line and does not read it costs the board one wait of 20 ms. After that nothing is said until it
/// reads again: then come a line break, which ends the line cut short, and the position.
#[derive(Debug)]
pub struct Line<W> {
    mouth: Mouth<W>,
    link: Link,
    inbox: Vec<u8, INBOX>,
}

/// What speaks, as long as somebody listens.
#[derive(Debug)]
struct Mouth<W> {
    wire: W,
    /// What is left of this look's patience, in microseconds.
    patience: u32,
    /// The PC has not taken what was said in time, and nothing since.
    deaf: bool,
    /// What was said last, or would have been, ended its line.
    line_ended: bool,
}

impl<W: Wire> Line<W> {
    /// A line at which nobody listens yet.
    pub fn new(wire: W) -> Self {
        let mouth = Mouth { wire, patience: 0, deaf: false, line_ended: true };
        Self { mouth, link: Link::new(), inbox: Vec::new() }
    }

    /// Serves the line. Call it as often as there is time.
    pub fn poll(&mut self) {
        let wire = &mut self.mouth.wire;
        wire.poll();
        let mut bytes = [0; 64];
        let most = bytes.len().min(self.inbox.capacity() - self.inbox.len());
        if most > 0 {
            let count = wire.take(&mut bytes[..most]);
            // There is room for them.
            let _ = self.inbox.extend_from_slice(&bytes[..count]);
        }
        if !self.mouth.wire.is_open() {
            // The next program knows nothing of what the one before it has said and been told.
            (self.link, self.mouth.line_ended) = (Link::new(), true);
            self.inbox.clear();
        }
    }

    /// Takes what the PC has said, a line at most, and says what has happened. Call it after each look at the board.
    pub fn serve(&mut self, board: &mut Board, ports: &mut impl Ports) {
        if !self.mouth.wire.is_open() {
            return;
        }
        self.mouth.patience = PATIENCE_US;
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let end = self.inbox.iter().position(is_end).unwrap_or(self.inbox.len());
        let end = end + self.inbox[end..].iter().take_while(|byte| is_end(byte)).count();
        let line: Vec<u8, INBOX> = self.inbox.drain(..end).collect();
        // The mouth takes everything.
        let _ = self.link.receive(&line, board, ports, &mut self.mouth);
        let _ = self.link.follow(board, ports, &mut self.mouth);
        if self.mouth.deaf {
            self.link.missed();
        }
    }

    /// Whether a program on the PC makes the computer's moves.
    pub fn is_linked(&self) -> bool {
        self.link.is_linked() && self.mouth.wire.is_open()
    }
}

impl<W: Wire> Mouth<W> {
    /// Says all of it, or becomes deaf.
    fn say(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let taken = self.wire.give(rest);
            rest = &rest[taken..];
            if taken > 0 {
                continue;
            }
            if self.patience == 0 || !self.wire.is_open() {
                self.deaf = true;
                return;
            }
            let began = self.wire.now_us();
            self.wire.poll();
            self.patience = self.patience.saturating_sub(self.wire.now_us().wrapping_sub(began).max(1));
        }
    }
}

impl<W: Wire> Write for Mouth<W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // A buffer that has room again has been read from.
        if self.deaf && self.line_ended && self.wire.give(b"\n") > 0 {
            self.deaf = false;
        }
        if !self.deaf {
            self.say(text);
        }
        if let Some(last) = text.as_bytes().last() {
            self.line_ended = *last == b'\n';
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::VecDeque, string::String, vec::Vec};

    use super::*;
    use crate::{Config, Keys, START_REEDS, Silent};

    /// A poll of the line, in microseconds.
    const POLL_US: u32 = 50;

    /// A PC at the other end.
    struct Pc {
        open: bool,
        /// Polls from one packet that is read to the next; 0 is a PC that does not read.
        pace: u32,
        now: u32,
        polls: u32,
        /// On its way to the PC, at most 128 bytes.
        buffer: VecDeque<u8>,
        read: Vec<u8>,
        /// On its way to the board.
        sent: VecDeque<u8>,
    }

    impl Wire for Pc {
        fn is_open(&self) -> bool {
            self.open
        }

        fn give(&mut self, bytes: &[u8]) -> usize {
            let count = bytes.len().min(128 - self.buffer.len());
            self.buffer.extend(&bytes[..count]);
            count
        }

        fn take(&mut self, bytes: &mut [u8]) -> usize {
            let count = bytes.len().min(self.sent.len());
            for (to, from) in bytes.iter_mut().zip(self.sent.drain(..count)) {
                *to = from;
            }
            count
        }

        fn poll(&mut self) {
            self.now = self.now.wrapping_add(POLL_US);
            self.polls += 1;
            if self.open && self.pace > 0 && self.polls.is_multiple_of(self.pace) {
                let count = self.buffer.len().min(64);
                self.read.extend(self.buffer.drain(..count));
            }
        }

        fn now_us(&self) -> u32 {
            self.now
        }
    }

    /// A board with a game begun, on a line whose clock is about to wrap.
    struct Desk {
        board: Board,
        line: Line<Pc>,
    }

    impl Desk {
        fn new() -> Self {
            let mut board = Board::new(Config::default(), [None, None]);
            board.tick(0, START_REEDS, Keys::NONE, &mut Silent);
            board.tick(100_000, START_REEDS, Keys::SELECT, &mut Silent);
            let pc = Pc {
                open: true,
                pace: 1,
                now: u32::MAX - 500,
                polls: 0,
                buffer: VecDeque::new(),
                read: Vec::new(),
                sent: VecDeque::new(),
            };
            Self { board, line: Line::new(pc) }
        }

        fn pc(&mut self) -> &mut Pc {
            &mut self.line.mouth.wire
        }

        fn send(&mut self, text: &str) {
            self.pc().sent.extend(text.as_bytes());
        }

        /// Looks at the board so often; returns how long the longest of them and all have taken for the line.
        fn looks(&mut self, count: u32) -> (u32, u32) {
            let (mut longest, mut all) = (0, 0);
            for _ in 0..count {
                let began = self.pc().now;
                self.line.serve(&mut self.board, &mut Silent);
                let took = self.pc().now.wrapping_sub(began);
                (longest, all) = (longest.max(took), all + took);
                for _ in 0..4 {
                    self.line.poll();
                }
            }
            (longest, all)
        }

        /// What the PC has read since the last call.
        fn read(&mut self) -> String {
            String::from_utf8(std::mem::take(&mut self.pc().read)).unwrap()
        }
    }

    const FEN: &str = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";

    #[test]
    fn a_pc_that_does_not_read_costs_one_wait() {
        let mut desk = Desk::new();
        desk.pc().pace = 0;
        desk.send(&"fen\nmoves\nisready\n".repeat(100));
        let (longest, all) = desk.looks(500);
        assert!(longest <= PATIENCE_US + POLL_US, "a look has taken {longest} us");
        assert!(all <= PATIENCE_US + POLL_US, "{all} us in 500 looks");
        // It reads again: after the line that was cut short come whole ones.
        desk.pc().pace = 1;
        desk.send("state\nisready\n");
        desk.looks(20);
        let said = desk.read();
        let lines: Vec<&str> = said.lines().collect();
        assert!(said.starts_with(FEN), "{said}");
        assert!(lines.ends_with(&["state IDLE", FEN.trim_end(), "readyok"]), "{said}");
        let whole = [FEN.trim_end(), "moves none", "readyok", "state IDLE", ""];
        let cut = lines.iter().filter(|line| !whole.contains(line)).count();
        assert!(cut <= 1, "{cut} lines are cut: {said}");
    }

    #[test]
    fn a_pc_that_reads_slowly_misses_nothing_and_holds_nobody_up() {
        let mut desk = Desk::new();
        // 64 bytes in 2 ms.
        desk.pc().pace = 40;
        desk.send(&"fen\r\n".repeat(200));
        let (longest, _) = desk.looks(2_000);
        assert!(longest < PATIENCE_US, "a look has taken {longest} us");
        assert_eq!(desk.read(), FEN.repeat(201));
    }

    #[test]
    fn a_program_that_dies_gives_the_computers_moves_back() {
        let mut desk = Desk::new();
        desk.send("uci\nposition startpos\ngo\nisrea");
        desk.looks(10);
        assert!(desk.line.is_linked());
        desk.read();
        desk.pc().open = false;
        assert!(!desk.line.is_linked(), "at once");
        desk.line.poll();
        // The next program is told where the game stands; what the one before has said does not count.
        desk.pc().open = true;
        desk.send("dy\n");
        desk.looks(4);
        assert!(!desk.line.is_linked());
        assert_eq!(desk.read(), String::from(FEN) + "info string dy is not known here\n");
        desk.send("uci\n");
        desk.looks(4);
        assert!(desk.line.is_linked());
    }

    #[test]
    fn a_program_after_one_that_did_not_read_gets_whole_lines() {
        let mut desk = Desk::new();
        desk.pc().pace = 0;
        desk.send("uci\nfen\nfen\n");
        desk.looks(10);
        desk.pc().open = false;
        desk.looks(2);
        (desk.pc().open, desk.pc().pace) = (true, 1);
        desk.looks(4);
        desk.send("isready\n");
        desk.looks(4);
        let said = desk.read();
        assert_eq!(said.lines().last(), Some("readyok"), "{said}");
        assert!(said.contains(&(String::from("\n") + FEN)), "{said}");
    }

    #[test]
    fn who_hears_again_in_the_middle_of_a_line_gets_the_next_one() {
        let mut desk = Desk::new();
        desk.pc().pace = 0;
        let mouth = &mut desk.line.mouth;
        mouth.write_str(&"long ".repeat(30)).unwrap();
        mouth.write_str("half ").unwrap();
        mouth.wire.buffer.clear();
        mouth.write_str("a line\n").unwrap();
        assert!(mouth.wire.buffer.is_empty());
        mouth.write_str("another\n").unwrap();
        assert!(mouth.wire.buffer.iter().eq(b"\nanother\n"));
    }

    #[test]
    fn what_a_closed_line_carries_is_for_nobody() {
        let mut desk = Desk::new();
        desk.pc().open = false;
        desk.send(&"uci\n".repeat(300));
        let (_, all) = desk.looks(50);
        assert_eq!((all, desk.line.is_linked()), (0, false));
        assert!(desk.pc().sent.is_empty() && desk.pc().buffer.is_empty());
    }
}
