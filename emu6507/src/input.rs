//! Joysticks and the console's switches, as a person holds them.

/// What is held on one joystick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joystick {
    /// Pushed away.
    pub up: bool,
    /// Pulled near.
    pub down: bool,
    /// Pushed left.
    pub left: bool,
    /// Pushed right.
    pub right: bool,
    /// The button.
    pub fire: bool,
}

impl Joystick {
    /// Four pins, low where a direction is held: right, left, down, up from bit 3 to bit 0.
    pub(crate) fn pins(self) -> u8 {
        !(self.up as u8 | (self.down as u8) << 1 | (self.left as u8) << 2 | (self.right as u8) << 3) & 0x0f
    }
}

/// The six switches of the console, less power and channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Game Select, held.
    pub select: bool,
    /// Game Reset, held.
    pub reset: bool,
    /// Left difficulty at A ("pro").
    pub left_a: bool,
    /// Right difficulty at A ("pro").
    pub right_a: bool,
    /// TV type at colour, not at black-and-white.
    pub colour: bool,
}

impl Default for Switches {
    /// Nothing held, both difficulties B, colour.
    fn default() -> Self {
        Switches { select: false, reset: false, left_a: false, right_a: false, colour: true }
    }
}

impl Switches {
    /// Port B: bit 0 Reset and 1 Select, low when held; 3 colour; 6 and 7 left and right difficulty, high at A.
    /// Pins that no switch is wired to read high.
    pub(crate) fn pins(self) -> u8 {
        0b0011_0100
            | !self.reset as u8
            | (!self.select as u8) << 1
            | (self.colour as u8) << 3
            | (self.left_a as u8) << 6
            | (self.right_a as u8) << 7
    }
}

/// Everything a person can hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The left and the right joystick.
    pub joysticks: [Joystick; 2],
    /// The console's switches.
    pub switches: Switches,
}
