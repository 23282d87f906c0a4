//! The three keys of the keypad: 2 up, 5 select, 8 down.

/// How long after a press a key's further edges count as its bounce, in microseconds.
const LOCKOUT_US: u64 = 60_000;

/// A set of keys held down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys(u8);

impl Keys {
    /// No key.
    pub const NONE: Keys = Keys(0);
    /// The key marked 2.
    pub const UP: Keys = Keys(1);
    /// The key marked 5.
    pub const SELECT: Keys = Keys(2);
    /// The key marked 8.
    pub const DOWN: Keys = Keys(4);
    /// All three, in the order 2, 5, 8.
    pub const ALL: [Keys; 3] = [Keys::UP, Keys::SELECT, Keys::DOWN];

    /// Whether all of `keys` are held.
    pub const fn contains(self, keys: Keys) -> bool {
        self.0 & keys.0 == keys.0
    }

    /// Both sets together.
    #[must_use]
    pub const fn with(self, keys: Keys) -> Keys {
        Keys(self.0 | keys.0)
    }

    /// This set without `keys`.
    #[must_use]
    pub const fn without(self, keys: Keys) -> Keys {
        Keys(self.0 & !keys.0)
    }
}

/// Turns held keys into presses: one press for each time that a key goes down, however long it stays down
/// and however much its contact bounces.
#[derive(Clone, Debug, Default)]
pub struct Keypad {
    held: Keys,
    pressed_at: [Option<u64>; 3],
}

impl Keypad {
    /// The keys pressed since the last call.
    pub fn presses(&mut self, now_us: u64, held: Keys) -> Keys {
        let mut pressed = Keys::NONE;
        for (key, at) in Keys::ALL.into_iter().zip(&mut self.pressed_at) {
            let locked = at.is_some_and(|at| now_us.saturating_sub(at) < LOCKOUT_US);
            if held.contains(key) && !self.held.contains(key) && !locked {
                pressed = pressed.with(key);
            }
            if held.contains(key) {
                *at = Some(now_us);
            }
        }
        self.held = held;
        pressed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_key_is_one_press() {
        let mut keypad = Keypad::default();
        assert_eq!(keypad.presses(0, Keys::UP), Keys::UP);
        for t in 1..50 {
            assert_eq!(keypad.presses(t * 20_000, Keys::UP), Keys::NONE);
        }
        assert_eq!(keypad.presses(1_000_000, Keys::NONE), Keys::NONE);
        assert_eq!(keypad.presses(1_100_000, Keys::UP), Keys::UP);
    }

    #[test]
    fn a_bouncing_contact_is_one_press() {
        let mut keypad = Keypad::default();
        let mut presses = 0;
        for t in 0..40u64 {
            let held = if t % 2 == 0 { Keys::SELECT } else { Keys::NONE };
            presses += u32::from(keypad.presses(t * 5_000, held) == Keys::SELECT);
        }
        assert_eq!(presses, 1);
    }

    #[test]
    fn two_keys_are_two_presses() {
        let mut keypad = Keypad::default();
        assert_eq!(keypad.presses(0, Keys::UP.with(Keys::DOWN)), Keys::UP.with(Keys::DOWN));
    }
}
