//! What can be plugged into the console's two ports, and what each does to a port's pins.

use core::fmt;
use core::str::FromStr;

use tia::Pin;

use crate::input::{Input, Joystick, Keypad, Paddle, Wheel};

/// What is plugged into a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Controller {
    /// The joystick.
    #[default]
    Joystick,
    /// A pair of paddles on one plug.
    Paddles,
    /// A keypad of twelve keys.
    Keypad,
    /// The driving controller: a wheel that turns without end.
    Driving,
}

impl Controller {
    /// All of them.
    pub const ALL: [Controller; 4] =
        [Controller::Joystick, Controller::Paddles, Controller::Keypad, Controller::Driving];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Controller::Joystick => "joystick",
            Controller::Paddles => "paddles",
            Controller::Keypad => "keypad",
            Controller::Driving => "driving",
        }
    }
}

impl fmt::Display for Controller {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name is none of [`Controller::name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownController;

impl fmt::Display for UnknownController {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("expected joystick, paddles, keypad or driving")
    }
}

impl core::error::Error for UnknownController {}

impl FromStr for Controller {
    type Err = UnknownController;

    fn from_str(name: &str) -> Result<Self, UnknownController> {
        Controller::ALL.into_iter().find(|controller| controller.name() == name).ok_or(UnknownController)
    }
}

/// The pins of a port, as a controller sets them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pins {
    /// Pins 1 to 4, the RIOT's, from bit 0 to bit 3: low where something pulls them down.
    pub(crate) digital: u8,
    /// Pin 5 (INPT0 or INPT2) and pin 9 (INPT1 or INPT3).
    pub(crate) analogue: [Pin; 2],
    /// Pin 6 (INPT4 or INPT5).
    pub(crate) trigger: bool,
}

/// Nothing connected: the capacitor at the pin is never charged.
const OPEN: Pin = Pin::Charge(u32::MAX);

impl Pins {
    /// The pins of port `port` (0 left, 1 right). `driven` is what the program drives on pins 1 to 4.
    pub(crate) fn new(controller: Controller, port: usize, input: &Input, driven: u8) -> Self {
        match controller {
            Controller::Joystick => joystick(input.joysticks[port]),
            Controller::Paddles => paddles([input.paddles[2 * port], input.paddles[2 * port + 1]]),
            Controller::Keypad => keypad(input.keypads[port], driven),
            Controller::Driving => driving(input.wheels[port]),
        }
    }
}

fn joystick(joystick: Joystick) -> Pins {
    let Joystick { up, down, left, right, fire } = joystick;
    let pulled = up as u8 | (down as u8) << 1 | (left as u8) << 2 | (right as u8) << 3;
    Pins { digital: !pulled & 0x0f, analogue: [OPEN; 2], trigger: !fire }
}

/// The buttons are where a joystick has right (first paddle) and left (second).
fn paddles(pair: [Paddle; 2]) -> Pins {
    let pulled = (pair[0].fire as u8) << 3 | (pair[1].fire as u8) << 2;
    Pins { digital: !pulled & 0x0f, analogue: pair.map(|paddle| Pin::Charge(paddle.charge())), trigger: true }
}

/// A held key joins its row, pins 1 to 4 from above, to its column, pins 5, 9 and 6 from the left; resistors pull
/// the columns up. So a column is low if the program pulls the row of one of its held keys down.
fn keypad(keypad: Keypad, driven: u8) -> Pins {
    let low =
        |column: u8| (0..4).any(|row| driven >> row & 1 == 0 && keypad.0 >> (3 * row + column) & 1 != 0);
    Pins { digital: 0x0f, analogue: [Pin::Level(!low(0)), Pin::Level(!low(1))], trigger: !low(2) }
}

/// Two contacts a quarter step apart: from one position to the next clockwise, one of pins 1 and 2 changes.
fn driving(wheel: Wheel) -> Pins {
    const GRAY: [u8; 4] = [0b11, 0b01, 0b00, 0b10];
    let digital = 0b1100 | GRAY[(wheel.position & 3) as usize];
    Pins { digital, analogue: [OPEN; 2], trigger: !wheel.fire }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wheel_changes_one_contact_a_step() {
        let digital = |position| driving(Wheel { position, fire: false }).digital;
        for position in 0..8_u8 {
            let changed = digital(position) ^ digital(position.wrapping_add(1));
            assert_eq!(changed.count_ones(), 1, "from {position}");
        }
        assert_eq!(digital(0), digital(4));
    }

    #[test]
    fn keys_pull_their_column_while_their_row_is_low() {
        for (index, key) in "123456789*0#".chars().enumerate() {
            let held = Keypad::default().with(key).unwrap();
            for row in 0..4 {
                let pins = keypad(held, !(1 << row));
                let columns = [pins.analogue[0], pins.analogue[1], Pin::Level(pins.trigger)];
                for (column, pin) in columns.into_iter().enumerate() {
                    assert_eq!(pin == Pin::Level(false), index == 3 * row + column, "{key}");
                }
            }
        }
    }
}
