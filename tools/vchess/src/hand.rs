//! A hand on the joystick that plays moves into the running cartridge.
//!
//! It looks at the program's RAM as a player looks at the screen, and touches nothing but the joystick and the
//! switches.

use anyhow::{Context, Result, bail, ensure};
use emu6507::{Console, Input, Joystick, Stop};

/// The program counter is here once a frame, right after the store that clears VSYNC.
pub const FRAME_START: u16 = 0xf056;
/// Entry of the search.
pub const SEARCH: u16 = 0xf574;

/// The cursor where the check of the move in hand, which runs a bit in each frame, does not touch it.
const CURSOR: usize = 0xdd - 0x80;
const FRAME: usize = 0xd3 - 0x80;
const SWITCHES: usize = 0xed - 0x80;
const STEP: usize = 0xf3 - 0x80;
const COUNTDOWN: usize = 0xf4 - 0x80;
const ILLEGAL: usize = 0xf5 - 0x80;
/// `STEP` while the cursor is free, and with a piece in hand.
const FREE: u8 = 0;
const IN_HAND: u8 = 1;

/// A step of the cursor takes 33 frames at least; a program that does not obey for so many has another mind.
const PATIENCE: usize = 400;

/// A hand, and the console before it.
pub struct Hand<'a> {
    console: &'a mut Console,
}

/// A square as the program counts: eight to a rank from its own back rank on, each from file a to file h.
pub type Square = u8;

impl<'a> Hand<'a> {
    /// The console must show its board: no search, no reply that still blinks.
    pub fn new(console: &'a mut Console) -> Self {
        Hand { console }
    }

    /// The console.
    pub fn console(&mut self) -> &mut Console {
        self.console
    }

    fn ram(&self, index: usize) -> u8 {
        self.console.ram()[index]
    }

    /// One frame with the joystick held so.
    ///
    /// # Errors
    /// If the program makes no frame.
    fn frame(&mut self, joystick: Joystick) -> Result<()> {
        let mut input: Input = *self.console.input();
        input.joysticks[0] = joystick;
        self.console.set_input(input);
        let limit = self.console.cycle() + 1_000_000;
        ensure!(self.console.run_to(FRAME_START, limit) == Stop::Address, "the program makes no more frames");
        Ok(())
    }

    /// Holds `joystick` until `done`, then lets go for a frame.
    fn hold(&mut self, joystick: Joystick, what: &str, done: impl Fn(&Self) -> bool) -> Result<()> {
        for _ in 0..PATIENCE {
            self.frame(joystick)?;
            if done(self) {
                return self.frame(Joystick::default());
            }
        }
        bail!("the program does not obey: {what}")
    }

    /// Waits, with the joystick at rest.
    fn wait(&mut self, what: &str, done: impl Fn(&Self) -> bool) -> Result<()> {
        self.hold(Joystick::default(), what, done)
    }

    /// Moves the cursor, diagonally where that is shorter; it does not use that the board's edges are joined.
    ///
    /// # Errors
    /// If the program does not obey.
    pub fn point_at(&mut self, target: Square) -> Result<()> {
        while self.ram(CURSOR) != target {
            let cursor = self.ram(CURSOR);
            ensure!(cursor < 64, "the cursor is off the board, at ${cursor:02X}");
            let (file, rank) = (cursor % 8, cursor / 8);
            // Where the human is black, the screen shows the files mirrored.
            let mirrored = self.ram(SWITCHES) & 0x80 != 0;
            let (lower, higher) = (file > target % 8, file < target % 8);
            let joystick = Joystick {
                left: if mirrored { higher } else { lower },
                right: if mirrored { lower } else { higher },
                up: rank > target / 8,
                down: rank < target / 8,
                fire: false,
            };
            self.hold(joystick, "a step of the cursor", |hand| hand.ram(CURSOR) != cursor)?;
        }
        Ok(())
    }

    /// Points at `source`, picks the piece up, and points at `target`.
    ///
    /// # Errors
    /// If the program does not obey, or takes the move for illegal.
    pub fn carry(&mut self, source: Square, target: Square) -> Result<()> {
        if self.ram(STEP) & 0x80 != 0 {
            let nudge = Joystick { right: true, ..Joystick::default() };
            self.hold(nudge, "the program's reply is taken note of", |hand| hand.ram(STEP) == FREE)?;
        }
        self.wait("the cursor comes free", |hand| hand.ram(STEP) == FREE && hand.ram(COUNTDOWN) == 0)?;
        self.point_at(source)?;
        self.hold(FIRE, "a piece is picked up", |hand| hand.ram(STEP) == IN_HAND)?;
        self.point_at(target)?;
        self.wait("the joystick is read again", |hand| hand.ram(COUNTDOWN) == 0)?;
        let illegal = self.ram(ILLEGAL);
        ensure!(illegal == 0, "the program takes {source} to {target} for illegal (${illegal:02X})");
        Ok(())
    }

    /// Drops the piece in hand and runs to the entry of the search.
    ///
    /// # Errors
    /// If the program does not obey.
    pub fn drop_piece(&mut self) -> Result<()> {
        self.hold(FIRE, "a piece is dropped", |hand| hand.ram(STEP) & 0x80 != 0)?;
        let limit = self.console.cycle() + 20_000_000;
        ensure!(self.console.run_to(SEARCH, limit) == Stop::Address, "the program does not begin to search");
        Ok(())
    }

    /// Drops the piece in hand so that the search begins with this frame counter, `$D3`: it waits for up to 256
    /// frames first.
    ///
    /// # Errors
    /// If the program does not obey, or gets another counter in the end.
    pub fn drop_piece_at(&mut self, frame_counter: u8) -> Result<()> {
        let mut rehearsal = self.console.clone();
        Hand::new(&mut rehearsal).drop_piece().context("a rehearsal")?;
        let wait = frame_counter.wrapping_sub(rehearsal.ram()[FRAME]);
        for _ in 0..wait {
            self.frame(Joystick::default())?;
        }
        self.drop_piece()?;
        let found = self.ram(FRAME);
        ensure!(found == frame_counter, "the search begins with $D3 = {found}, wanted {frame_counter}");
        Ok(())
    }

    /// Runs the search to its end, and on to the next frame.
    ///
    /// # Errors
    /// If it takes more than `limit` cycles.
    pub fn think(&mut self, limit: u64) -> Result<()> {
        let limit = self.console.cycle().saturating_add(limit);
        ensure!(self.console.run_to(FRAME_START, limit) == Stop::Address, "the program thinks for too long");
        Ok(())
    }
}

const FIRE: Joystick = Joystick { fire: true, up: false, down: false, left: false, right: false };
