//! Sets Video Chess up by its own switches: the level by Select, the colour by the right difficulty switch.

use anyhow::{Result, ensure};
use emu6507::{Console, Switches};

/// Where the program keeps the level, less one.
const LEVEL: usize = 0xea - 0x80;
/// Frames that a switch is held, and let go: the program looks once a frame and waits for it to be let go.
const HELD_FRAMES: usize = 8;
/// Presses after which a level must have come: there are eight.
const MOST_PRESSES: usize = 16;

/// Presses Select until the level (1 to 8) is on the screen, with the right difficulty on A if the human is to
/// play black, and then Reset if so. Frames pass on the console.
///
/// # Errors
/// If the program does not come to that level.
pub fn set_up(console: &mut Console, level: Option<u8>, black: bool) -> Result<()> {
    let mut input = *console.input();
    input.switches.right_a |= black;
    console.set_input(input);
    run(console, HELD_FRAMES);
    if let Some(level) = level {
        let mut presses = 0;
        while console.ram()[LEVEL] != level - 1 {
            ensure!(
                presses < MOST_PRESSES,
                "the program does not come to level {level} by its Select switch"
            );
            press(console, |switches| &mut switches.select);
            presses += 1;
        }
    }
    if black {
        press(console, |switches| &mut switches.reset);
    }
    Ok(())
}

/// Presses a switch and lets it go.
fn press(console: &mut Console, switch: fn(&mut Switches) -> &mut bool) {
    let mut input = *console.input();
    for held in [true, false] {
        *switch(&mut input.switches) = held;
        console.set_input(input);
        run(console, HELD_FRAMES);
    }
}

fn run(console: &mut Console, frames: usize) {
    for _ in 0..frames {
        console.run_frame();
    }
}
