//! Why an image is no cartridge.

use core::fmt;

use super::Scheme;

/// Why an image is no cartridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CartridgeError {
    /// No wiring is known for this many bytes.
    Size(usize),
    /// The wiring that was asked for takes images of another size.
    Misfit {
        /// The wiring.
        scheme: Scheme,
        /// Bytes of the image.
        size: usize,
    },
    /// No wiring has this name.
    Name,
}

impl fmt::Display for CartridgeError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            CartridgeError::Size(size) => {
                if size == 0 {
                    f.write_str("the file is empty")?;
                } else {
                    write!(f, "{size} bytes are no cartridge that is known here")?;
                }
                f.write_str(
                    "; expected 2,048, 4,096, 8,192, 12,288, 16,384 or 32,768 bytes, or 10,240 to 10,496 (Pitfall II)",
                )
            }
            CartridgeError::Misfit { scheme, size } => {
                write!(f, "a cartridge of {size} bytes cannot be {scheme}, which has {}", scheme.sizes())
            }
            CartridgeError::Name => {
                f.write_str("expected one of")?;
                Scheme::ALL
                    .iter()
                    .enumerate()
                    .try_for_each(|(at, scheme)| write!(f, "{} {scheme}", if at == 0 { "" } else { "," }))
            }
        }
    }
}

impl core::error::Error for CartridgeError {}
