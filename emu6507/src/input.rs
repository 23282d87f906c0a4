//! Controllers and the console's switches, as a person holds them.

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

/// A paddle: a knob and a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paddle {
    /// How far the knob is turned clockwise, from stop to stop.
    pub turn: u16,
    /// The button.
    pub fire: bool,
}

impl Default for Paddle {
    /// Halfway between the stops.
    fn default() -> Self {
        Paddle { turn: 0x8000, fire: false }
    }
}

impl Paddle {
    /// Cycles of the 6507 until the TIA sees the capacitor charged, from when it is no longer grounded.
    ///
    /// The capacitor of 68 nF is charged through 1.8 kilohms and the knob's resistor, which is 1 megohm turned all
    /// the way left, 0 all the way right. The TIA's threshold is where 379 lines lead to at 1 megohm, as the field has
    /// measured it; the time is in proportion to the resistance.
    pub(crate) fn charge(self) -> u32 {
        const KNOB: u64 = 1_000_000;
        const SERIES: u64 = 1_800;
        const CYCLES: u64 = 379 * 76;
        let knob = KNOB * u64::from(u16::MAX - self.turn) / u64::from(u16::MAX);
        (CYCLES * (knob + SERIES)).div_ceil(KNOB + SERIES) as u32
    }
}

/// A keypad's keys, a bit each: bit 0 is `1`, then the others by rows, `*`, `0` and `#` last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keypad(
    /// The twelve bits.
    pub u16,
);

impl Keypad {
    /// The keys in the order of their bits.
    pub const KEYS: [char; 12] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'];

    /// The same keys and one more; `None` if there is no such key.
    pub fn with(self, key: char) -> Option<Self> {
        let bit = Self::KEYS.iter().position(|name| *name == key)?;
        Some(Keypad(self.0 | 1 << bit))
    }
}

/// A driving controller.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wheel {
    /// Steps that the wheel was turned clockwise, round and round: sixteen make a turn, every fourth looks the same.
    pub position: u8,
    /// The button.
    pub fire: bool,
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

/// Everything a person can hold. What counts is what is plugged in: see [`Console::plug`](crate::Console::plug).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// The left and the right joystick.
    pub joysticks: [Joystick; 2],
    /// The left port's two paddles, then the right port's.
    pub paddles: [Paddle; 4],
    /// The left and the right keypad.
    pub keypads: [Keypad; 2],
    /// The left and the right driving controller.
    pub wheels: [Wheel; 2],
    /// The console's switches.
    pub switches: Switches,
}
