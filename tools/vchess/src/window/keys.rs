//! Which key and which part of a gamepad does what: the one table that the program, its help and the README go by.

use minifb::Key;

/// A direction or the button of a joystick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Pushed away.
    Up,
    /// Pulled near.
    Down,
    /// Pushed left.
    Left,
    /// Pushed right.
    Right,
    /// The button.
    Fire,
}

/// What lasts as long as a key is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A part of a joystick: 0 left, 1 right.
    Joystick(usize, Part),
    /// A key of a keypad, 0 left, 1 right, by its place in [`emu6507::Keypad::KEYS`].
    Keypad(usize, u8),
    /// The console's Game Select.
    Select,
    /// The console's Game Reset.
    Reset,
    /// Time goes backwards.
    Rewind,
    /// Time goes as fast as the host can.
    FastForward,
}

/// What happens once at each press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Shows the help, or hides it.
    Help,
    /// Moves the left difficulty switch.
    LeftDifficulty,
    /// Moves the right difficulty switch.
    RightDifficulty,
    /// Moves the TV type switch.
    TvType,
    /// Keeps the state in a file.
    Save,
    /// Takes the state from the file.
    Load,
    /// Real pace while the program thinks, or as fast as the host can.
    Pace,
    /// Stops time, or lets it go on.
    Pause,
    /// Sound off, or on.
    Mute,
    /// Writes the picture to a file.
    Screenshot,
    /// Leaves the help, or asks whether to quit.
    Escape,
    /// Quits; with Control only.
    Quit,
}

/// What a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// It is held.
    Hold(Control),
    /// It is pressed.
    Press(Action),
}

/// One line of the help.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The keys, as they are written on a keyboard.
    pub keys: &'static str,
    /// The parts of a gamepad, empty where there is none.
    pub gamepad: &'static str,
    /// What they do.
    pub does: &'static str,
    /// The same for the program.
    pub bound: &'static [(Key, Command)],
}

const fn keypad(number: usize, key: u8) -> Command {
    Command::Hold(Control::Keypad(number, key))
}

const fn joystick(number: usize, part: Part) -> Command {
    Command::Hold(Control::Joystick(number, part))
}

/// Everything that there is, in the order of the help.
pub const LINES: [Line; 21] = [
    Line {
        keys: "Arrow keys",
        gamepad: "D-pad, stick",
        does: "Left joystick",
        bound: &[
            (Key::Up, joystick(0, Part::Up)),
            (Key::Down, joystick(0, Part::Down)),
            (Key::Left, joystick(0, Part::Left)),
            (Key::Right, joystick(0, Part::Right)),
        ],
    },
    Line {
        keys: "Space, Enter",
        gamepad: "A, B, X, Y",
        does: "Its button: pick up a piece, put it down",
        bound: &[(Key::Space, joystick(0, Part::Fire)), (Key::Enter, joystick(0, Part::Fire))],
    },
    Line {
        keys: "W A S D",
        gamepad: "second gamepad",
        does: "Right joystick",
        bound: &[
            (Key::W, joystick(1, Part::Up)),
            (Key::S, joystick(1, Part::Down)),
            (Key::A, joystick(1, Part::Left)),
            (Key::D, joystick(1, Part::Right)),
        ],
    },
    Line {
        keys: "Tab",
        gamepad: "second gamepad",
        does: "Its button",
        bound: &[(Key::Tab, joystick(1, Part::Fire))],
    },
    Line { keys: "Mouse", gamepad: "stick", does: "Paddle; joystick keys turn it too", bound: &[] },
    Line {
        keys: "1 to 9, 0, -, =",
        gamepad: "",
        does: "Left keypad: - is *, = is #",
        bound: &[
            (Key::Key1, keypad(0, 0)),
            (Key::Key2, keypad(0, 1)),
            (Key::Key3, keypad(0, 2)),
            (Key::Key4, keypad(0, 3)),
            (Key::Key5, keypad(0, 4)),
            (Key::Key6, keypad(0, 5)),
            (Key::Key7, keypad(0, 6)),
            (Key::Key8, keypad(0, 7)),
            (Key::Key9, keypad(0, 8)),
            (Key::Minus, keypad(0, 9)),
            (Key::Key0, keypad(0, 10)),
            (Key::Equal, keypad(0, 11)),
        ],
    },
    Line {
        keys: "Number pad",
        gamepad: "",
        does: "Right keypad: / is #",
        bound: &[
            (Key::NumPad1, keypad(1, 0)),
            (Key::NumPad2, keypad(1, 1)),
            (Key::NumPad3, keypad(1, 2)),
            (Key::NumPad4, keypad(1, 3)),
            (Key::NumPad5, keypad(1, 4)),
            (Key::NumPad6, keypad(1, 5)),
            (Key::NumPad7, keypad(1, 6)),
            (Key::NumPad8, keypad(1, 7)),
            (Key::NumPad9, keypad(1, 8)),
            (Key::NumPadAsterisk, keypad(1, 9)),
            (Key::NumPad0, keypad(1, 10)),
            (Key::NumPadSlash, keypad(1, 11)),
        ],
    },
    Line { keys: "F1", gamepad: "", does: "This help", bound: &[(Key::F1, Command::Press(Action::Help))] },
    Line {
        keys: "F2",
        gamepad: "Select",
        does: "Select: the next level",
        bound: &[(Key::F2, Command::Hold(Control::Select))],
    },
    Line {
        keys: "F3",
        gamepad: "Start",
        does: "Reset: a new game",
        bound: &[(Key::F3, Command::Hold(Control::Reset))],
    },
    Line {
        keys: "F4",
        gamepad: "",
        does: "Left difficulty; A: set up a position",
        bound: &[(Key::F4, Command::Press(Action::LeftDifficulty))],
    },
    Line {
        keys: "F5",
        gamepad: "",
        does: "Right difficulty; A, then Reset: play black",
        bound: &[(Key::F5, Command::Press(Action::RightDifficulty))],
    },
    Line {
        keys: "F6",
        gamepad: "",
        does: "TV type: colour, black-and-white",
        bound: &[(Key::F6, Command::Press(Action::TvType))],
    },
    Line { keys: "F7", gamepad: "", does: "Quick save", bound: &[(Key::F7, Command::Press(Action::Save))] },
    Line { keys: "F8", gamepad: "", does: "Quick load", bound: &[(Key::F8, Command::Press(Action::Load))] },
    Line {
        keys: "Backspace",
        gamepad: "left shoulder",
        does: "Rewind, while held",
        bound: &[(Key::Backspace, Command::Hold(Control::Rewind))],
    },
    Line {
        keys: "F",
        gamepad: "right shoulder",
        does: "Fast-forward, while held",
        bound: &[(Key::F, Command::Hold(Control::FastForward))],
    },
    Line {
        keys: "R",
        gamepad: "",
        does: "Thinking: real pace, or fast",
        bound: &[(Key::R, Command::Press(Action::Pace))],
    },
    Line {
        keys: "P, Pause",
        gamepad: "",
        does: "Pause",
        bound: &[(Key::P, Command::Press(Action::Pause)), (Key::Pause, Command::Press(Action::Pause))],
    },
    Line { keys: "M", gamepad: "", does: "Mute", bound: &[(Key::M, Command::Press(Action::Mute))] },
    Line {
        keys: "F12",
        gamepad: "",
        does: "Screenshot",
        bound: &[(Key::F12, Command::Press(Action::Screenshot))],
    },
];

/// The last line of the help, about leaving.
pub const LEAVE: Line = Line {
    keys: "Esc Esc, Ctrl+Q",
    gamepad: "",
    does: "Quit",
    bound: &[(Key::Escape, Command::Press(Action::Escape)), (Key::Q, Command::Press(Action::Quit))],
};

/// All lines of the help.
pub fn lines() -> impl Iterator<Item = &'static Line> {
    LINES.iter().chain([&LEAVE])
}

/// What a key is for, if anything.
pub fn command(key: Key) -> Option<Command> {
    lines().flat_map(|line| line.bound).find(|(bound, _)| *bound == key).map(|(_, command)| *command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_is_for_two_things() {
        let bound: Vec<Key> = lines().flat_map(|line| line.bound).map(|(key, _)| *key).collect();
        for (index, key) in bound.iter().enumerate() {
            assert!(!bound[index + 1..].contains(key), "{key:?} is bound twice");
        }
        assert_eq!(command(Key::F2), Some(Command::Hold(Control::Select)));
        assert_eq!(command(Key::Z), None);
    }

    #[test]
    fn the_readme_has_the_same_table() {
        let readme = include_str!("../../../../README.md");
        let section = readme.split("\n## Keys\n").nth(1).expect("a section Keys in README.md");
        let section = section.split("\n## ").next().unwrap_or_default();
        for line in lines() {
            let row = format!("| {} | {} | {} |", line.keys, line.gamepad, line.does);
            assert!(section.contains(&row), "README.md lacks this row under Keys:\n{row}");
        }
    }
}
