//! Every wiring but the plain one, behind one type.

use alloc::boxed::Box;

use tia::Archive;

use super::Mapper;
use super::activision::Activision;
use super::banked::Banked;
use super::commavid::Commavid;
use super::dpc::Dpc;
use super::mnetwork::MNetwork;
use super::outside::Outside;
use super::parker::Parker;
use super::tigervision::Tigervision;

/// Where the four kilobytes that the slot shows begin in the ROM.
pub(super) type Shown = [u32; 4];

/// A wiring that shows parts of a larger ROM.
pub(super) trait Banks: Mapper {
    /// First and last offset of the 4 KB at which a read has no effect and gives what [`shown`](Banks::shown) tells,
    /// whatever the state. No range: reads of the ROM matter everywhere.
    const QUIET: Option<(u16, u16)>;

    /// Where each kilobyte of the slot begins in the ROM, as far as it lies in [`QUIET`](Banks::QUIET).
    fn shown(&self) -> Shown;
}

/// The CPU's loop is compiled once for each [`Mapper`] that runs in it, and is large: these share one. Where reads have
/// no effect, which is nearly everywhere, it reads the ROM here without asking which wiring it is.
#[derive(Clone)]
pub(crate) struct Switched {
    rom: Box<[u8]>,
    shown: Shown,
    /// The first quiet offset, and how many there are.
    quiet: (u16, u16),
    snoops: bool,
    kind: Kind,
}

#[derive(Clone)]
pub(super) enum Kind {
    Banked(Banked<0>),
    Superchip(Banked<128>),
    RamPlus(Banked<256>),
    Activision(Activision),
    Parker(Parker),
    MNetwork(MNetwork),
    Tigervision(Tigervision),
    Commavid(Commavid),
    Outside(Outside),
    Dpc(Dpc),
}

/// Runs `$job` with `$mapper` bound to whichever mapper it is.
macro_rules! each {
    ($kind:expr, $mapper:ident => $job:expr) => {
        match $kind {
            Kind::Banked($mapper) => $job,
            Kind::Superchip($mapper) => $job,
            Kind::RamPlus($mapper) => $job,
            Kind::Activision($mapper) => $job,
            Kind::Parker($mapper) => $job,
            Kind::MNetwork($mapper) => $job,
            Kind::Tigervision($mapper) => $job,
            Kind::Commavid($mapper) => $job,
            Kind::Outside($mapper) => $job,
            Kind::Dpc($mapper) => $job,
        }
    };
}

fn quiet<B: Banks>(_: &B) -> (u16, u16) {
    B::QUIET.map_or((0, 0), |(first, last)| (first, last - first + 1))
}

fn snoops<B: Banks>(_: &B) -> bool {
    B::SNOOPS
}

impl Switched {
    pub(super) fn new(image: &[u8], kind: Kind) -> Self {
        Switched {
            rom: image.into(),
            shown: each!(&kind, mapper => mapper.shown()),
            quiet: each!(&kind, mapper => quiet(mapper)),
            snoops: each!(&kind, mapper => snoops(mapper)),
            kind,
        }
    }

    fn look(&mut self) {
        self.shown = each!(&self.kind, mapper => mapper.shown());
    }

    #[inline(never)]
    fn loud_read(&mut self, cycle: u64, address: u16, bus: u8) -> u8 {
        let value = each!(&mut self.kind, mapper => mapper.read(cycle, address, bus));
        self.look();
        value
    }

    #[inline(never)]
    fn follow(&mut self, address: u16, value: u8, is_write: bool) {
        each!(&mut self.kind, mapper => mapper.snoop(address, value, is_write));
        self.look();
    }
}

impl Mapper for Switched {
    const SNOOPS: bool = true;

    #[inline(always)]
    fn code_range(&self) -> (u16, u16) {
        // An instruction's last byte must be quiet too.
        (self.quiet.0, self.quiet.1.saturating_sub(2))
    }

    #[inline(always)]
    fn code(&self, offset: u16) -> u8 {
        let start = self.shown[(offset >> 10 & 3) as usize];
        self.rom.get((start + u32::from(offset & 0x03ff)) as usize).copied().unwrap_or_default()
    }

    #[inline(always)]
    fn is_snooping(&self) -> bool {
        self.snoops
    }

    #[inline(always)]
    fn read(&mut self, cycle: u64, address: u16, bus: u8) -> u8 {
        let offset = address & 0x0fff;
        if offset.wrapping_sub(self.quiet.0) < self.quiet.1 {
            self.code(offset)
        } else {
            self.loud_read(cycle, address, bus)
        }
    }

    #[inline(never)]
    fn write(&mut self, cycle: u64, address: u16, value: u8) {
        each!(&mut self.kind, mapper => mapper.write(cycle, address, value));
        self.look();
    }

    #[inline(always)]
    fn snoop(&mut self, address: u16, value: u8, is_write: bool) {
        self.follow(address, value, is_write);
    }

    fn peek(&self, address: u16) -> u8 {
        each!(&self.kind, mapper => mapper.peek(address))
    }

    fn image(&self) -> &[u8] {
        each!(&self.kind, mapper => mapper.image())
    }

    fn archive<A: Archive>(&mut self, archive: &mut A) {
        each!(&mut self.kind, mapper => mapper.archive(archive));
        if self.is_valid() {
            self.look();
        }
    }

    fn is_valid(&self) -> bool {
        each!(&self.kind, mapper => mapper.is_valid())
    }
}
