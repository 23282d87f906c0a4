//! Hands that press at random, the same from the same seed.

use emu6507::{Input, Joystick, Keypad, Paddle, Wheel};

/// Frames that something is held at most.
const LONGEST: u64 = 24;
/// Frames at the start in which nothing is touched, then Reset is pressed for a while: a game begins.
const START: u64 = 30;
const RESET: u64 = 6;

/// Two people who do not know the game.
#[derive(Clone, Debug)]
pub struct RandomHands {
    state: u64,
    until: u64,
    input: Input,
}

impl RandomHands {
    /// Hands with a character of their own.
    pub fn new(seed: u64) -> Self {
        RandomHands { state: seed | 1, until: 0, input: Input::default() }
    }

    /// The next 64 bits of Marsaglia's xorshift generator.
    fn next(&mut self) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// One in `n`.
    fn one_in(&mut self, n: u64) -> bool {
        (self.next() >> 32).is_multiple_of(n)
    }

    /// What is held in `frame`; to be asked frame by frame.
    pub fn hold(&mut self, frame: u64) -> Input {
        if frame < START + RESET {
            let mut input = Input::default();
            input.switches.reset = frame >= START;
            return input;
        }
        if frame >= self.until {
            self.until = frame + 1 + (self.next() >> 32) % LONGEST;
            self.change();
        }
        self.input
    }

    fn change(&mut self) {
        for port in 0..2 {
            self.input.joysticks[port] = Joystick {
                up: self.one_in(4),
                left: self.one_in(3),
                fire: self.one_in(2),
                ..Joystick::default()
            };
            let joystick = &self.input.joysticks[port];
            let (up, left) = (joystick.up, joystick.left);
            // A stick cannot be pushed to both sides.
            self.input.joysticks[port].down = !up && self.one_in(3);
            self.input.joysticks[port].right = !left && self.one_in(2);
            let keys = (self.next() >> 32) as u16 & 0x0fff;
            self.input.keypads[port] = Keypad(if self.one_in(2) { keys & keys >> 3 } else { 0 });
            let step = if self.one_in(2) { 1 } else { u8::MAX };
            let wheel = self.input.wheels[port];
            self.input.wheels[port] =
                Wheel { position: wheel.position.wrapping_add(step), fire: self.one_in(2) };
        }
        for paddle in 0..4 {
            self.input.paddles[paddle] = Paddle { turn: (self.next() >> 32) as u16, fire: self.one_in(2) };
        }
        self.input.switches.select = self.one_in(200);
        self.input.switches.reset = self.one_in(100);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_holds_the_same() {
        let held = |seed| {
            let mut hands = RandomHands::new(seed);
            (0..500).map(|frame| hands.hold(frame)).collect::<Vec<_>>()
        };
        assert_eq!(held(7), held(7));
        assert_ne!(held(7), held(8));
        let impossible =
            |joystick: &Joystick| joystick.up && joystick.down || joystick.left && joystick.right;
        assert!(!held(7).iter().flat_map(|input| input.joysticks).any(|joystick| impossible(&joystick)));
    }
}
