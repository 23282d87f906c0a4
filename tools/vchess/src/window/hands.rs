//! What is held on the keyboard, on gamepads and by switches that stay where they are put, as one [`Input`].

use emu6507::{Input, Joystick};
use minifb::Key;

use super::keys::{Command, Control, Part, command};

/// What is held on one gamepad.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pad {
    /// Its stick, D-pad and buttons.
    pub(crate) joystick: Joystick,
    /// Its Select button.
    pub(crate) select: bool,
    /// Its Start button.
    pub(crate) start: bool,
    /// Its left shoulder button.
    pub(crate) rewind: bool,
    /// Its right shoulder button.
    pub(crate) fast_forward: bool,
}

/// Everything that a person holds.
#[derive(Clone, Debug)]
pub(crate) struct Hands {
    /// Keys that are down, the first pressed first.
    keys: Vec<Key>,
    /// The gamepads, the left joystick's first.
    pub(crate) pads: [Pad; 2],
    /// Switches that stay; the rest of it is not looked at.
    pub(crate) switches: emu6507::Switches,
}

impl Hands {
    /// Nothing held, and the switches where the console has them.
    pub(crate) fn new(input: &Input) -> Self {
        Hands { keys: Vec::new(), pads: [Pad::default(); 2], switches: input.switches }
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
        let mut joysticks = self.pads.map(|pad| pad.joystick);
        for key in &self.keys {
            if let Some(Command::Hold(Control::Joystick(number, part))) = command(*key) {
                push(&mut joysticks[number], part);
            }
        }
        Input { joysticks, switches, ..Input::default() }
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
        Hands::new(&Input::default())
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
