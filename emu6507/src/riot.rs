//! The 6532 RIOT without its RAM: two ports with data direction, an interval timer, an edge detector on PA7.
//!
//! The chip decodes A0 to A4 (with A9 high). Everything is computed when it is looked at: the timer is kept
//! as its value at one cycle, and caught up in closed form.

/// What the timer holds at power-on, with the divider of 1024. On a chip it is anything; some programs wait for it to
/// reach 0 before they do anything else, which takes them a twentieth of a second from here.
const POWER_ON_TIMER: u8 = 64;
/// Set in [`INSTAT`](Riot::read) once the timer has passed zero.
const TIMER_FLAG: u8 = 0x80;
/// Set in `INSTAT` once PA7 has seen the edge that is looked for.
const PA7_FLAG: u8 = 0x40;

/// The chip's state, with the levels that the outside world puts on its pins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Riot {
    /// Levels that the outside puts on PA0 to PA7: 1 where nothing pulls the pin low. The controllers.
    pins_a: u8,
    /// Levels on PB0 to PB7. The console's switches.
    pins_b: u8,
    output_a: u8,
    output_b: u8,
    direction_a: u8,
    direction_b: u8,
    /// The cycle that `timer` and `prescaler` are true for.
    cycle: u64,
    timer: u8,
    /// Cycles counted towards the next decrement, 0 to 2^`shift` - 1.
    prescaler: u16,
    /// The divider is 1, 8, 64 or 1024: a shift of 0, 3, 6 or 10.
    shift: u8,
    flags: u8,
    /// Whether the timer stepped from 0 to $FF in `cycle` itself: a read in that very cycle does not clear the flag.
    expired_now: bool,
    /// PA7's edge that sets the flag: rising if true.
    rising: bool,
}

impl Default for Riot {
    fn default() -> Self {
        Self::new()
    }
}

impl Riot {
    /// The chip after reset: all pins inputs, the timer running with the divider of 1024.
    pub const fn new() -> Self {
        Riot {
            pins_a: 0xff,
            pins_b: 0xff,
            output_a: 0,
            output_b: 0,
            direction_a: 0,
            direction_b: 0,
            cycle: 0,
            timer: POWER_ON_TIMER,
            prescaler: 0,
            shift: 10,
            flags: 0,
            expired_now: false,
            rising: false,
        }
    }

    /// The levels on the pins of port A as the chip sees them: an output that is low, or the outside, pulls down.
    pub const fn port_a(&self) -> u8 {
        self.pins_a & (self.output_a | !self.direction_a)
    }

    /// What the program drives on port A: bits of outputs are the latch, inputs read 1. Keypads listen to this.
    pub const fn driven_a(&self) -> u8 {
        self.output_a | !self.direction_a
    }

    /// Port B as a read shows it: for outputs the latch, for inputs the pin.
    const fn port_b(&self) -> u8 {
        self.output_b & self.direction_b | self.pins_b & !self.direction_b
    }

    /// Changes the levels that the outside puts on port A.
    pub fn set_pins_a(&mut self, levels: u8) {
        let before = self.port_a();
        self.pins_a = levels;
        self.watch_pa7(before);
    }

    /// Changes the levels that the outside puts on port B.
    pub fn set_pins_b(&mut self, levels: u8) {
        self.pins_b = levels;
    }

    fn watch_pa7(&mut self, before: u8) {
        let after = self.port_a();
        if (before ^ after) & 0x80 != 0 && (after & 0x80 != 0) == self.rising {
            self.flags |= PA7_FLAG;
        }
    }

    /// Brings the timer to the end of `cycle`.
    ///
    /// Until it expires the timer falls by one every 2^shift cycles, the first time one cycle after it was
    /// written. The step from 0 to $FF sets the flag; while that is set it falls by one every cycle. The
    /// prescaler runs on all the time.
    fn catch_up(&mut self, cycle: u64) {
        let elapsed = cycle.saturating_sub(self.cycle);
        if elapsed == 0 {
            return;
        }
        self.cycle = cycle;
        self.expired_now = false;
        let counted = elapsed + self.prescaler as u64;
        self.prescaler = (counted & ((1 << self.shift) - 1)) as u16;
        let mut beyond = elapsed;
        if self.flags & TIMER_FLAG == 0 {
            let ticks = counted >> self.shift;
            if ticks <= self.timer as u64 {
                self.timer -= ticks as u8;
                return;
            }
            // Cycles from the step to $FF until now.
            beyond = counted - ((self.timer as u64 + 1) << self.shift);
            self.timer = 0xff;
            self.flags |= TIMER_FLAG;
        }
        self.timer = self.timer.wrapping_sub(beyond as u8);
        self.expired_now = self.timer == 0xff;
    }

    /// A read in `cycle`. `address` counts by its low three bits: SWCHA, SWACNT, SWCHB, SWBCNT, then INTIM
    /// and INSTAT, twice.
    pub fn read(&mut self, cycle: u64, address: u16) -> u8 {
        match address & 0x07 {
            0 => self.port_a(),
            1 => self.direction_a,
            2 => self.port_b(),
            3 => self.direction_b,
            4 | 6 => {
                self.catch_up(cycle);
                if !self.expired_now {
                    self.flags &= !TIMER_FLAG;
                }
                self.timer
            }
            _ => {
                self.catch_up(cycle);
                let flags = self.flags;
                self.flags &= !PA7_FLAG;
                flags
            }
        }
    }

    /// A write in `cycle`. With A2 low the ports; with A2 and A4 high the timer, A1 and A0 choosing the
    /// divider; with A2 high and A4 low the edge detector, A0 choosing the edge.
    pub fn write(&mut self, cycle: u64, address: u16, value: u8) {
        let before = self.port_a();
        match (address & 0x04 != 0, address & 0x10 != 0) {
            (true, true) => {
                self.catch_up(cycle);
                self.shift = [0, 3, 6, 10][(address & 0x03) as usize];
                self.prescaler = (1 << self.shift) - 1;
                self.timer = value;
                self.flags &= !TIMER_FLAG;
                self.expired_now = false;
            }
            (true, false) => self.rising = address & 0x01 != 0,
            (false, _) => match address & 0x03 {
                0 => self.output_a = value,
                1 => self.direction_a = value,
                2 => self.output_b = value,
                _ => self.direction_b = value,
            },
        }
        self.watch_pa7(before);
    }

    /// One walk over the whole state, for save states.
    pub fn archive<A: tia::Archive>(&mut self, archive: &mut A) {
        for byte in [
            &mut self.pins_a,
            &mut self.pins_b,
            &mut self.output_a,
            &mut self.output_b,
            &mut self.direction_a,
            &mut self.direction_b,
            &mut self.timer,
            &mut self.shift,
            &mut self.flags,
        ] {
            archive.u8(byte);
        }
        archive.u64(&mut self.cycle);
        archive.u16(&mut self.prescaler);
        archive.bool(&mut self.expired_now);
        archive.bool(&mut self.rising);
    }

    /// Whether a loaded state is one that the chip can be in.
    pub fn is_valid(&self) -> bool {
        matches!(self.shift, 0 | 3 | 6 | 10)
            && self.prescaler < 1 << self.shift
            && self.flags & !(TIMER_FLAG | PA7_FLAG) == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTIM: u16 = 0x284;
    const INSTAT: u16 = 0x285;
    const TIM8T: u16 = 0x295;
    const TIM64T: u16 = 0x296;

    #[test]
    fn timer_falls_one_cycle_after_the_write_then_every_divider() {
        let mut riot = Riot::new();
        riot.write(100, TIM64T, 10);
        assert_eq!(riot.read(101, INTIM), 9);
        assert_eq!(riot.read(164, INTIM), 9);
        assert_eq!(riot.read(165, INTIM), 8);
    }

    #[test]
    fn after_expiry_it_falls_every_cycle_until_read() {
        let mut riot = Riot::new();
        riot.write(0, TIM8T, 1);
        assert_eq!(riot.read(1, INTIM), 0);
        assert_eq!(riot.read(8, INSTAT), 0);
        assert_eq!(riot.read(9, INSTAT), TIMER_FLAG);
        assert_eq!(riot.read(9 + 5, INSTAT), TIMER_FLAG);
        assert_eq!(riot.read(9 + 6, INTIM), 0xff - 6);
        assert_eq!(riot.read(9 + 7, INSTAT), 0);
        // The divider is in force again.
        assert_eq!(riot.read(9 + 8, INTIM), 0xff - 7);
        assert_eq!(riot.read(9 + 15, INTIM), 0xff - 7);
        assert_eq!(riot.read(9 + 16, INTIM), 0xff - 8);
    }

    #[test]
    fn a_read_in_the_cycle_of_expiry_leaves_the_flag() {
        let mut riot = Riot::new();
        riot.write(0, TIM8T, 1);
        assert_eq!(riot.read(9, INTIM), 0xff);
        assert_eq!(riot.read(10, INSTAT), TIMER_FLAG);
    }

    #[test]
    fn a_write_clears_the_flag() {
        let mut riot = Riot::new();
        riot.write(0, TIM8T, 0);
        assert_eq!(riot.read(5, INSTAT), TIMER_FLAG);
        riot.write(6, TIM8T, 20);
        assert_eq!(riot.read(6, INSTAT), 0);
    }

    #[test]
    fn pa7_sees_its_edge_from_outside_and_from_the_latch() {
        let mut riot = Riot::new();
        riot.set_pins_a(0x7f);
        assert_eq!(riot.read(1, INSTAT), PA7_FLAG, "falling is the edge after reset");
        assert_eq!(riot.read(2, INSTAT), 0, "the read clears it");
        riot.write(3, 0x285, 0);
        riot.set_pins_a(0xff);
        assert_eq!(riot.read(4, INSTAT), PA7_FLAG);
        riot.write(5, 0x284, 0);
        riot.write(6, 0x281, 0x80);
        assert_eq!(riot.read(7, INSTAT), PA7_FLAG, "an output that is low pulls the pin");
    }

    #[test]
    fn outputs_and_inputs_of_the_ports() {
        let mut riot = Riot::new();
        riot.set_pins_a(0b1010_1111);
        riot.set_pins_b(0b0000_1011);
        riot.write(0, 0x281, 0xf0);
        riot.write(1, 0x280, 0b0110_0000);
        assert_eq!(riot.read(2, 0x280), 0b0010_1111, "a pin is low if either side pulls it");
        riot.write(3, 0x283, 0xf0);
        riot.write(4, 0x282, 0b1001_0000);
        assert_eq!(riot.read(5, 0x282), 0b1001_1011, "port B outputs read as the latch");
        assert_eq!(riot.read(6, 0x281), 0xf0);
        assert_eq!(riot.read(7, 0x29b), 0xf0, "mirrors by A3 and A4");
    }

    proptest::proptest! {
        /// Catching up in one step and cycle by cycle agree.
        #[test]
        fn closed_form_equals_single_steps(value: u8, divider in 0u16..4, gaps in proptest::collection::vec((1u64..3000, 0u16..3), 1..20)) {
            let (mut lazy, mut eager) = (Riot::new(), Riot::new());
            lazy.write(0, 0x294 + divider, value);
            eager.write(0, 0x294 + divider, value);
            let mut cycle = 0;
            for (gap, kind) in gaps {
                for _ in 0..gap {
                    cycle += 1;
                    eager.catch_up(cycle);
                }
                match kind {
                    0 => proptest::prop_assert_eq!(lazy.read(cycle, INTIM), eager.read(cycle, INTIM)),
                    1 => proptest::prop_assert_eq!(lazy.read(cycle, INSTAT), eager.read(cycle, INSTAT)),
                    _ => {
                        lazy.catch_up(cycle);
                        proptest::prop_assert_eq!(&lazy, &eager);
                    }
                }
            }
        }
    }
}
