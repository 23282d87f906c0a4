//! One walk over every field of a state, for writing and for reading alike.

/// A writer copies each value out, a reader replaces it: the order of the calls is the format.
pub trait Archive {
    /// One byte.
    fn u8(&mut self, value: &mut u8);
    /// Two bytes.
    fn u16(&mut self, value: &mut u16);
    /// Four bytes.
    fn u32(&mut self, value: &mut u32);
    /// Eight bytes.
    fn u64(&mut self, value: &mut u64);
    /// A wire: 0 or 1.
    fn bool(&mut self, value: &mut bool);
    /// A block of bytes of fixed length.
    fn bytes(&mut self, value: &mut [u8]);
}
