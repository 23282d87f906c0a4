//! Addresses of the chip's registers.

macro_rules! registers {
    ($($(#[$doc:meta])* $name:ident = $value:literal;)*) => { $($(#[$doc])* pub const $name: u8 = $value;)* };
}

registers! {
    /// Bit 1: vertical sync.
    VSYNC = 0x00;
    /// Bit 1: vertical blanking; bit 6: I4 and I5 latch; bit 7: I0 to I3 to ground.
    VBLANK = 0x01;
    /// Strobe: RDY low until the next line.
    WSYNC = 0x02;
    /// Strobe: a new line begins.
    RSYNC = 0x03;
    /// Bits 2..0: copies and size of player 0; bits 5..4: width of missile 0.
    NUSIZ0 = 0x04;
    /// The same for player 1 and missile 1.
    NUSIZ1 = 0x05;
    /// Colour of player 0 and missile 0.
    COLUP0 = 0x06;
    /// Colour of player 1 and missile 1.
    COLUP1 = 0x07;
    /// Colour of playfield and ball.
    COLUPF = 0x08;
    /// Colour of the background.
    COLUBK = 0x09;
    /// Bit 0: reflect; bit 1: score; bit 2: priority; bits 5..4: width of the ball.
    CTRLPF = 0x0a;
    /// Bit 3: player 0 reflected.
    REFP0 = 0x0b;
    /// Bit 3: player 1 reflected.
    REFP1 = 0x0c;
    /// Bits 4..7, from left to right.
    PF0 = 0x0d;
    /// Bits 7..0, from left to right.
    PF1 = 0x0e;
    /// Bits 0..7, from left to right.
    PF2 = 0x0f;
    /// Strobe: position of player 0.
    RESP0 = 0x10;
    /// Strobe: position of player 1.
    RESP1 = 0x11;
    /// Strobe: position of missile 0.
    RESM0 = 0x12;
    /// Strobe: position of missile 1.
    RESM1 = 0x13;
    /// Strobe: position of the ball.
    RESBL = 0x14;
    /// Bits 3..0: waveform of channel 0.
    AUDC0 = 0x15;
    /// Bits 3..0: waveform of channel 1.
    AUDC1 = 0x16;
    /// Bits 4..0: divider of channel 0.
    AUDF0 = 0x17;
    /// Bits 4..0: divider of channel 1.
    AUDF1 = 0x18;
    /// Bits 3..0: volume of channel 0.
    AUDV0 = 0x19;
    /// Bits 3..0: volume of channel 1.
    AUDV1 = 0x1a;
    /// Graphics of player 0; copies player 1's into its delayed latch.
    GRP0 = 0x1b;
    /// Graphics of player 1; copies player 0's and the ball's into their delayed latches.
    GRP1 = 0x1c;
    /// Bit 1: missile 0 on.
    ENAM0 = 0x1d;
    /// Bit 1: missile 1 on.
    ENAM1 = 0x1e;
    /// Bit 1: ball on.
    ENABL = 0x1f;
    /// Bits 7..4: motion of player 0.
    HMP0 = 0x20;
    /// Bits 7..4: motion of player 1.
    HMP1 = 0x21;
    /// Bits 7..4: motion of missile 0.
    HMM0 = 0x22;
    /// Bits 7..4: motion of missile 1.
    HMM1 = 0x23;
    /// Bits 7..4: motion of the ball.
    HMBL = 0x24;
    /// Bit 0: player 0 shows its delayed graphics.
    VDELP0 = 0x25;
    /// Bit 0: player 1 shows its delayed graphics.
    VDELP1 = 0x26;
    /// Bit 0: the ball shows its delayed enable.
    VDELBL = 0x27;
    /// Bit 1: missile 0 off and locked to player 0.
    RESMP0 = 0x28;
    /// Bit 1: missile 1 off and locked to player 1.
    RESMP1 = 0x29;
    /// Strobe: motion as HMxx say.
    HMOVE = 0x2a;
    /// Strobe: all HMxx 0.
    HMCLR = 0x2b;
    /// Strobe: all collision latches 0.
    CXCLR = 0x2c;
}
