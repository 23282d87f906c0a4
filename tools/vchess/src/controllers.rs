//! Which controllers a cartridge wants: a table of facts.

use cartridges::fleet;
use emu6507::Controller;

/// The cartridges of the fleet that are played with paddles. All others are played with joysticks.
const PADDLES: [&str; 7] = ["backgammon", "blackjack", "breakout", "casino", "kaboom", "pong", "warlords"];

/// What belongs into the left and the right port for a cartridge's image. It is known by its hash; with an unknown
/// cartridge it is joysticks.
pub fn of(image: &[u8]) -> [Controller; 2] {
    let known = PADDLES.iter().filter_map(|name| fleet::by_name(name));
    if known.into_iter().any(|cartridge| cartridge.is(image)) {
        [Controller::Paddles; 2]
    } else {
        [Controller::Joystick; 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_in_the_fleet() {
        for name in PADDLES {
            assert!(fleet::by_name(name).is_some(), "{name}");
        }
    }
}
