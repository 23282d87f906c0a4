//! What a script is played on.

use anyhow::Result;
use picochess_fw::{Keys, State};

use crate::Report;

/// A picture: width, height, three bytes a pixel.
pub type Picture = (u32, u32, Vec<u8>);

/// A board with a table around it: hands can reach its squares, its keys and its power.
pub trait Rig {
    /// From one look of the hand to the next, in microseconds.
    const TICK_US: u64 = 10_000;
    /// A wait for the computer is given up after so many microseconds.
    const PATIENCE_US: u64;

    /// Microseconds since the start.
    fn now(&self) -> u64;
    /// Lets the time go on to `until_us`.
    fn advance(&mut self, until_us: u64) -> Result<()>;
    /// The squares with men on: bit 0 a1, bit 63 h8.
    fn men(&mut self) -> &mut u64;
    /// The keys held.
    fn keys(&mut self) -> &mut Keys;
    /// Switches the power on or off. Off, everything but the storage and the men is gone.
    fn power(&mut self, on: bool) -> Result<()>;
    /// What the board is doing, while it has power.
    fn state(&self) -> Option<State>;
    /// Whether the computer has been asked something and has not answered.
    fn is_thinking(&self) -> bool;
    /// The monitor's picture.
    fn monitor(&mut self) -> Result<Picture>;
    /// Table and monitor together, where there is a table to be seen.
    fn table(&mut self) -> Result<Picture>;
    /// How things stand.
    fn report(&self) -> Report;
}
