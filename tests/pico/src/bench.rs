//! How long a reply takes.

use anyhow::{Result, ensure};
use board_script::{Rig, Script, play};
use picochess_fw::{Brain, Level, PackedMove, Settings};

use crate::{Bench, CLOCK_HZ, Image, Pico};

/// A reply.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// The reply.
    pub reply: Option<PackedMove>,
    /// Positions that it took.
    pub nodes: u32,
    /// Clocks that core 1 thought, to the microsecond.
    pub clocks: u64,
    /// Cycles of the emulated 6507, where the cartridge's own program has thought.
    pub cycles: u64,
}

/// Plays a first move (its two squares) against a level on the emulated chip and measures the reply.
///
/// # Errors
/// If the firmware does not come to a reply.
pub fn measure(image: &Image, brain: Brain, level: Level, (from, to): (&str, &str)) -> Result<Measured> {
    let settings = Settings { brain, level, ..Settings::default() };
    let image = image.clone().with_settings(&settings)?;
    let mut bench = Bench { pico: Pico::new(&image)? };
    bench.pico.stop_picture();
    // The script ends with time for the move to be accepted.
    let script = format!("0 setup\n100 key 5\n300 lift {from}\n450 drop {to}");
    play(&Script::parse(&script)?, &mut bench, None)?;
    while bench.is_thinking() {
        ensure!(bench.now() < Bench::PATIENCE_US, "no reply in {} s", Bench::PATIENCE_US / 1_000_000);
        let next = bench.now() + 10_000;
        bench.advance(next)?;
    }
    let told = bench.pico.told();
    ensure!(told.look().answers > 0, "the board has asked nobody: {}", bench.report());
    let reply = told.answer().1;
    Ok(Measured {
        reply: (reply != u32::MAX).then_some(PackedMove(reply as u16)),
        nodes: told.nodes(),
        clocks: u64::from(told.thought_us()) * (CLOCK_HZ / 1_000_000),
        cycles: told.original_cycles(),
    })
}
