//! What the CPU sees of the world.

/// The sixteen address lines, the eight data lines, R/W, SYNC and RDY of an NMOS 6502.
///
/// Every call of [`read`](Bus::read), [`write`](Bus::write) and their named variants is exactly one clock
/// cycle. The 6507 brings out only A0 to A12; masking is up to the bus.
///
/// The variants say what the core knows about a cycle. Each has a default body that falls back to a plain
/// read or write, so that a recorder needs only the two; a fast bus overrides them to leave work out.
pub trait Bus {
    /// One read cycle at `address`.
    fn read(&mut self, address: u16) -> u8;

    /// One write cycle at `address`.
    fn write(&mut self, address: u16, value: u8);

    /// The level of RDY as phi2 of the cycle just made falls. While it is low after a read, the core repeats
    /// that read; writes are never held.
    #[inline(always)]
    fn ready(&mut self) -> bool {
        true
    }

    /// The read of an opcode: SYNC is high.
    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        self.read(address)
    }

    /// The read of an instruction's second or third byte.
    #[inline(always)]
    fn operand(&mut self, address: u16) -> u8 {
        self.read(address)
    }

    /// A read of the byte after the opcode, by an instruction that has no use for it.
    #[inline(always)]
    fn idle_operand(&mut self, address: u16) {
        self.operand(address);
    }

    /// A read whose value the core throws away. Hardware sees it all the same.
    #[inline(always)]
    fn dummy_read(&mut self, address: u16) {
        self.read(address);
    }

    /// The last of an instruction's writes that stand in a row: the next cycle is a read, the first that a low
    /// RDY can hold.
    #[inline(always)]
    fn write_last(&mut self, address: u16, value: u8) {
        self.write(address, value);
    }
}
