//! What is held on the keyboard, on gamepads and by switches that stay where they are put, as one [`Input`].

use emu6507::{Controller, Input, Joystick, Paddle, Wheel};
use minifb::Key;

use super::keys::{Command, Control, Part, command};

/// What is held on one gamepad.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Pad {
    /// Its stick, D-pad and buttons.
    pub(crate) joystick: Joystick,
    /// How far its stick leans to the right, -1 to 1.
    pub(crate) turn: f32,
    /// Its Select button.
    pub(crate) select: bool,
    /// Its Start button.
    pub(crate) start: bool,
    /// Its left shoulder button.
    pub(crate) rewind: bool,
    /// Its right shoulder button.
    pub(crate) fast_forward: bool,
}

/// The mouse over the window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Mouse {
    /// Where it is across the window, 0 to 1.
    pub(crate) across: f32,
    /// Whether its button is down.
    pub(crate) pressed: bool,
}

/// Looks at the keyboard that a paddle takes from stop to stop while a key turns it.
const SWEEP: f32 = 60.0;
/// Looks for a step of a wheel: programs must not miss one.
const STEP: u32 = 2;
/// What a stick or a mouse must move to count.
const MOVED: f32 = 0.004;

/// Everything that a person holds.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    /// Keys that are down, the first pressed first.
    keys: Vec<Key>,
    /// The gamepads, the left joystick's first.
    pub(crate) pads: [Pad; 2],
    /// Switches that stay; the rest of it is not looked at.
    pub(crate) switches: emu6507::Switches,
    /// What is plugged in.
    controllers: [Controller; 2],
    mouse: Mouse,
    /// How far each port's first two paddles are turned to the right, 0 to 1.
    turns: [f32; 4],
    /// Where the sticks were when they last turned a paddle.
    leant: [f32; 2],
    wheels: [u8; 2],
    looks: u32,
}

impl Hands {
    /// Nothing held, and the switches where the console has them.
    pub(crate) fn new(input: &Input, controllers: [Controller; 2]) -> Self {
        Hands {
            keys: Vec::new(),
            pads: [Pad::default(); 2],
            switches: input.switches,
            controllers,
            mouse: Mouse::default(),
            turns: [0.5; 4],
            leant: [0.0; 2],
            wheels: [0; 2],
            looks: 0,
        }
    }

    /// Looks at what turns; to be called sixty times a second. The mouse is the first paddle that is plugged in, or the
    /// first wheel's button.
    pub(crate) fn look(&mut self, mouse: Option<Mouse>) {
        self.looks = self.looks.wrapping_add(1);
        let joysticks = self.joysticks();
        let first = self.first_paddle();
        if let Some(mouse) = mouse {
            if (mouse.across - self.mouse.across).abs() > MOVED
                && let Some(first) = first
            {
                self.turns[first] = mouse.across;
            }
            self.mouse = mouse;
        }
        for (player, held) in joysticks.into_iter().enumerate() {
            let lean = self.pads[player].turn;
            let paddle = first.map(|first| first + player);
            if (lean - self.leant[player]).abs() > MOVED
                && let Some(paddle) = paddle
            {
                self.turns[paddle] = lean.mul_add(0.5, 0.5);
                self.leant[player] = lean;
            }
            // A stick that leans is not a key that is held.
            let joystick = if lean.abs() > MOVED { Joystick::default() } else { held };
            let way = i8::from(joystick.right) - i8::from(joystick.left);
            if let Some(paddle) = paddle {
                self.turns[paddle] = (self.turns[paddle] + f32::from(way) / SWEEP).clamp(0.0, 1.0);
            }
            if self.looks.is_multiple_of(STEP) {
                let way = i8::from(held.right) - i8::from(held.left);
                self.wheels[player] = self.wheels[player].wrapping_add_signed(way);
            }
        }
    }

    /// The first paddle of the first port that has some.
    fn first_paddle(&self) -> Option<usize> {
        self.controllers.iter().position(|controller| *controller == Controller::Paddles).map(|port| 2 * port)
    }

    /// A key goes down. Returns what it is for, unless it was down already.
    pub(crate) fn press(&mut self, key: Key) -> Option<Command> {
        if self.keys.contains(&key) {
            return None;
        }
        self.keys.push(key);
        command(key)
    }

    /// A key goes up.
    pub(crate) fn release(&mut self, key: Key) {
        self.keys.retain(|held| *held != key);
    }

    /// All keys are up: they are another window's now.
    pub(crate) fn release_all(&mut self) {
        self.keys.clear();
    }

    /// Whether either Control key is down.
    pub(crate) fn holds_control(&self) -> bool {
        self.keys.iter().any(|key| matches!(key, Key::LeftCtrl | Key::RightCtrl))
    }

    /// Whether time is to go backwards.
    pub(crate) fn rewinds(&self) -> bool {
        self.holds(Control::Rewind) || self.pads.iter().any(|pad| pad.rewind)
    }

    /// Whether time is to go fast.
    pub(crate) fn fast_forwards(&self) -> bool {
        self.holds(Control::FastForward) || self.pads.iter().any(|pad| pad.fast_forward)
    }

    fn holds(&self, control: Control) -> bool {
        self.keys.iter().any(|key| command(*key) == Some(Command::Hold(control)))
    }

    /// What the console gets of it.
    pub(crate) fn input(&self) -> Input {
        let mut switches = self.switches;
        switches.select = self.holds(Control::Select) || self.pads.iter().any(|pad| pad.select);
        switches.reset = self.holds(Control::Reset) || self.pads.iter().any(|pad| pad.start);
        let joysticks = self.joysticks();
        let mut input = Input { joysticks, switches, ..Input::default() };
        for key in &self.keys {
            if let Some(Command::Hold(Control::Keypad(number, key))) = command(*key) {
                input.keypads[number].0 |= 1 << key;
            }
        }
        if let Some(first) = self.first_paddle() {
            let fires = joysticks.map(|joystick| joystick.fire);
            for (paddle, turn) in input.paddles.iter_mut().zip(self.turns) {
                *paddle = Paddle { turn: (turn * f32::from(u16::MAX)) as u16, fire: false };
            }
            input.paddles[first].fire = fires[0] || self.mouse.pressed;
            input.paddles[first + 1].fire = fires[1];
        }
        if self.controllers.contains(&Controller::Driving) {
            for (port, wheel) in input.wheels.iter_mut().enumerate() {
                let fire = joysticks[port].fire || port == 0 && self.mouse.pressed;
                *wheel = Wheel { position: self.wheels[port], fire };
            }
        }
        input
    }

    fn joysticks(&self) -> [Joystick; 2] {
        let mut joysticks = self.pads.map(|pad| pad.joystick);
        for key in &self.keys {
            if let Some(Command::Hold(Control::Joystick(number, part))) = command(*key) {
                push(&mut joysticks[number], part);
            }
        }
        joysticks
    }
}

/// A stick cannot be at two opposite ends: what was pressed last counts.
fn push(joystick: &mut Joystick, part: Part) {
    let (end, opposite) = match part {
        Part::Up => (&mut joystick.up, &mut joystick.down),
        Part::Down => (&mut joystick.down, &mut joystick.up),
        Part::Left => (&mut joystick.left, &mut joystick.right),
        Part::Right => (&mut joystick.right, &mut joystick.left),
        Part::Fire => {
            joystick.fire = true;
            return;
        }
    };
    (*end, *opposite) = (true, false);
}

#[cfg(test)]
mod tests {
    use emu6507::Switches;

    use super::super::keys::Action;
    use super::*;

    fn hands() -> Hands {
        Hands::new(&Input::default(), [Controller::Joystick; 2])
    }

    #[test]
    fn the_mouse_and_keys_turn_paddles() {
        let mut hands = Hands::new(&Input::default(), [Controller::Joystick, Controller::Paddles]);
        hands.look(Some(Mouse { across: 1.0, pressed: true }));
        let paddles = hands.input().paddles;
        assert_eq!(paddles[2], Paddle { turn: u16::MAX, fire: true });
        hands.look(Some(Mouse { across: 1.0, pressed: false }));
        hands.press(Key::Left);
        hands.press(Key::D);
        hands.press(Key::Tab);
        for _ in 0..30 {
            hands.look(Some(Mouse { across: 1.0, pressed: false }));
        }
        let paddles = hands.input().paddles;
        assert!((32_000..33_500).contains(&paddles[2].turn) && !paddles[2].fire, "{paddles:?}");
        assert!(paddles[3].turn > 65_000 && paddles[3].fire, "{paddles:?}");
        hands.pads[0].turn = -1.0;
        hands.look(None);
        assert_eq!(hands.input().paddles[2].turn, 0);
    }

    #[test]
    fn keys_turn_a_wheel_step_by_step() {
        let mut hands = Hands::new(&Input::default(), [Controller::Driving; 2]);
        hands.press(Key::Right);
        hands.press(Key::A);
        let mut before = hands.input().wheels;
        for _ in 0..40 {
            hands.look(None);
            let after = hands.input().wheels;
            assert!(after[0].position.wrapping_sub(before[0].position) <= 1);
            assert!(before[1].position.wrapping_sub(after[1].position) <= 1);
            before = after;
        }
        assert_eq!(before.map(|wheel| wheel.position), [20, 236]);
    }

    #[test]
    fn keypads_have_their_keys() {
        let mut hands = Hands::new(&Input::default(), [Controller::Keypad; 2]);
        for key in [Key::Key1, Key::Equal, Key::NumPad0] {
            hands.press(key);
        }
        assert_eq!(hands.input().keypads.map(|keypad| keypad.0), [1 | 1 << 11, 1 << 10]);
    }

    #[test]
    fn keys_hold_what_the_table_says() {
        let mut hands = hands();
        for key in [Key::Up, Key::Right, Key::Space, Key::A, Key::Tab, Key::F2] {
            assert!(matches!(hands.press(key), Some(Command::Hold(_))), "{key:?}");
        }
        let left = Joystick { up: true, right: true, fire: true, ..Joystick::default() };
        let right = Joystick { left: true, fire: true, ..Joystick::default() };
        let switches = Switches { select: true, ..Switches::default() };
        assert_eq!(hands.input(), Input { joysticks: [left, right], switches, ..Input::default() });
        hands.release_all();
        assert_eq!(hands.input(), Input::default());
    }

    #[test]
    fn a_held_key_acts_once_although_the_keyboard_repeats() {
        let mut hands = hands();
        assert_eq!(hands.press(Key::P), Some(Command::Press(Action::Pause)));
        assert_eq!(hands.press(Key::P), None);
        hands.release(Key::P);
        assert_eq!(hands.press(Key::P), Some(Command::Press(Action::Pause)));
        assert_eq!(hands.press(Key::Z), None);
    }

    #[test]
    fn of_two_opposite_ends_the_later_counts_and_the_earlier_comes_back() {
        let mut hands = hands();
        hands.press(Key::Left);
        hands.press(Key::Right);
        let stick = |hands: &Hands| hands.input().joysticks[0];
        assert!(stick(&hands).right && !stick(&hands).left);
        hands.release(Key::Right);
        assert!(stick(&hands).left && !stick(&hands).right);
    }

    #[test]
    fn two_keys_for_one_button_hold_it_together() {
        let mut hands = hands();
        hands.press(Key::Space);
        hands.press(Key::Enter);
        hands.release(Key::Space);
        assert!(hands.input().joysticks[0].fire);
        hands.release(Key::Enter);
        assert!(!hands.input().joysticks[0].fire);
    }

    #[test]
    fn gamepads_and_keys_add_up() {
        let mut hands = hands();
        hands.pads[1].joystick.down = true;
        hands.pads[0].start = true;
        hands.press(Key::D);
        let input = hands.input();
        assert!(input.joysticks[1].down && input.joysticks[1].right && input.switches.reset);
        hands.pads[0].rewind = true;
        assert!(hands.rewinds() && !hands.fast_forwards());
    }
}
