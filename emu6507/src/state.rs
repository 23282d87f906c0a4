//! Save states: the whole console in a row of bytes.
//!
//! Layout: eight bytes of magic with the version, the cartridge's fingerprint, the length of what follows,
//! its checksum, then every field in the order of [`Console::archive`], little endian.

use alloc::vec::Vec;
use core::fmt;

use tia::Archive;

use crate::console::Console;

/// The last two bytes are the version.
const MAGIC: [u8; 8] = *b"A2600S02";
const HEADER: usize = MAGIC.len() + 8 + 4 + 8;

/// Why a save state is refused. The console is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateError {
    /// Not a save state, or one of another version.
    Foreign,
    /// A save state of another cartridge.
    OtherCartridge,
    /// Bytes are missing or were changed.
    Torn,
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            StateError::Foreign => "this is no save state of this version of the program",
            StateError::OtherCartridge => "this save state belongs to another cartridge",
            StateError::Torn => "this save state is damaged: bytes are missing or were changed",
        })
    }
}

impl core::error::Error for StateError {}

struct Writer(Vec<u8>);

impl Archive for Writer {
    fn u8(&mut self, value: &mut u8) {
        self.0.push(*value);
    }
    fn u16(&mut self, value: &mut u16) {
        self.0.extend(value.to_le_bytes());
    }
    fn u32(&mut self, value: &mut u32) {
        self.0.extend(value.to_le_bytes());
    }
    fn u64(&mut self, value: &mut u64) {
        self.0.extend(value.to_le_bytes());
    }
    fn bool(&mut self, value: &mut bool) {
        self.0.push(*value as u8);
    }
    fn bytes(&mut self, value: &mut [u8]) {
        self.0.extend_from_slice(value);
    }
}

/// Reads what a [`Writer`] wrote; `ok` tells whether there was enough and every flag was 0 or 1.
struct Reader<'a> {
    left: &'a [u8],
    ok: bool,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        if let Some((bytes, left)) = self.left.split_first_chunk() {
            self.left = left;
            *bytes
        } else {
            self.ok = false;
            [0; N]
        }
    }
}

impl Archive for Reader<'_> {
    fn u8(&mut self, value: &mut u8) {
        [*value] = self.take();
    }
    fn u16(&mut self, value: &mut u16) {
        *value = u16::from_le_bytes(self.take());
    }
    fn u32(&mut self, value: &mut u32) {
        *value = u32::from_le_bytes(self.take());
    }
    fn u64(&mut self, value: &mut u64) {
        *value = u64::from_le_bytes(self.take());
    }
    fn bool(&mut self, value: &mut bool) {
        let [byte] = self.take();
        self.ok &= byte < 2;
        *value = byte == 1;
    }
    fn bytes(&mut self, value: &mut [u8]) {
        if let Some((bytes, left)) = self.left.split_at_checked(value.len()) {
            value.copy_from_slice(bytes);
            self.left = left;
        } else {
            self.ok = false;
        }
    }
}

/// FNV-1a, 64 bits: enough to notice damage.
fn checksum(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl Console {
    fn fingerprint(&self) -> u64 {
        let cartridge = self.cartridge();
        checksum(cartridge.image().iter().copied().chain(cartridge.scheme().name().bytes()))
    }

    /// The whole state. A console with the same cartridge that loads it goes on as this one does.
    pub fn save(&self) -> Vec<u8> {
        let mut body = Writer(Vec::new());
        self.clone().archive(&mut body);
        let body = body.0;
        let mut bytes = Vec::with_capacity(HEADER + body.len());
        bytes.extend(MAGIC);
        bytes.extend(self.fingerprint().to_le_bytes());
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(checksum(body.iter().copied()).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// Takes on a saved state. What is plugged in and what a person holds stay as they are.
    ///
    /// # Errors
    /// If the bytes are no save state of this cartridge, whole and unchanged; then nothing is changed.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), StateError> {
        let mut header = Reader { left: bytes, ok: true };
        let (magic, fingerprint) = (header.take::<8>(), u64::from_le_bytes(header.take()));
        let (length, sum) = (u32::from_le_bytes(header.take()), u64::from_le_bytes(header.take()));
        if magic != MAGIC {
            return Err(StateError::Foreign);
        }
        let body = header.left;
        if !header.ok || body.len() != length as usize || checksum(body.iter().copied()) != sum {
            return Err(StateError::Torn);
        }
        if fingerprint != self.fingerprint() {
            return Err(StateError::OtherCartridge);
        }
        let mut loaded = self.clone();
        let mut reader = Reader { left: body, ok: true };
        loaded.archive(&mut reader);
        if !reader.ok || !reader.left.is_empty() || !loaded.is_valid() {
            return Err(StateError::Torn);
        }
        loaded.set_input(*self.input());
        *self = loaded;
        Ok(())
    }
}
