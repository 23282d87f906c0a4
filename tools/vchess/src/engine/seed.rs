//! The frame counter `$D3`, on which the program's choice depends.

use std::fmt;
use std::str::FromStr;

/// What the frame counter's low byte is when a search begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seed {
    /// It runs on sixty times a second, as on the console, while the opponent ponders and while the joystick moves.
    #[default]
    Advancing,
    /// Always this.
    Fixed(u8),
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Advancing => f.write_str("advancing"),
            Self::Fixed(byte) => write!(f, "{byte}"),
        }
    }
}

impl FromStr for Seed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("advancing") {
            return Ok(Self::Advancing);
        }
        let hex = text.strip_prefix('$').or_else(|| text.strip_prefix("0x"));
        let byte = match hex {
            Some(digits) => u8::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        byte.map(Self::Fixed).ok_or_else(|| {
            format!("expected advancing, a number from 0 to 255, or one in hex such as $40, and not {text:?}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_and_nothing_else() {
        for (text, seed) in [
            ("advancing", Seed::Advancing),
            ("0", Seed::Fixed(0)),
            ("255", Seed::Fixed(255)),
            ("$40", Seed::Fixed(64)),
            ("0x1b", Seed::Fixed(27)),
        ] {
            assert_eq!(text.parse(), Ok(seed));
            assert_eq!(seed.to_string().parse(), Ok(seed));
        }
        for text in ["", "256", "-1", "$100", "random"] {
            assert!(text.parse::<Seed>().is_err(), "{text}");
        }
    }
}
