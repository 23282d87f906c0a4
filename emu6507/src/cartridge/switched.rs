//! Every wiring but the plain one, behind one type.

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

/// The CPU's loop is compiled once for each [`Mapper`] that runs in it, and is large: these share one, at the price
/// of a branch for each access to the cartridge.
#[derive(Clone)]
pub(crate) enum Switched {
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
    ($switched:expr, $mapper:ident => $job:expr) => {
        match $switched {
            Switched::Banked($mapper) => $job,
            Switched::Superchip($mapper) => $job,
            Switched::RamPlus($mapper) => $job,
            Switched::Activision($mapper) => $job,
            Switched::Parker($mapper) => $job,
            Switched::MNetwork($mapper) => $job,
            Switched::Tigervision($mapper) => $job,
            Switched::Commavid($mapper) => $job,
            Switched::Outside($mapper) => $job,
            Switched::Dpc($mapper) => $job,
        }
    };
}

impl Mapper for Switched {
    const SNOOPS: bool = true;

    #[inline(never)]
    fn read(&mut self, cycle: u64, address: u16, bus: u8) -> u8 {
        each!(self, mapper => mapper.read(cycle, address, bus))
    }

    #[inline(never)]
    fn write(&mut self, cycle: u64, address: u16, value: u8) {
        each!(self, mapper => mapper.write(cycle, address, value));
    }

    #[inline(never)]
    fn snoop(&mut self, address: u16, value: u8, is_write: bool) {
        match self {
            Switched::Activision(mapper) => mapper.snoop(address, value, is_write),
            Switched::Tigervision(mapper) => mapper.snoop(address, value, is_write),
            Switched::Outside(mapper) => mapper.snoop(address, value, is_write),
            _ => {}
        }
    }

    fn peek(&self, address: u16) -> u8 {
        each!(self, mapper => mapper.peek(address))
    }

    fn image(&self) -> &[u8] {
        each!(self, mapper => mapper.image())
    }

    fn archive<A: Archive>(&mut self, archive: &mut A) {
        each!(self, mapper => mapper.archive(archive));
    }

    fn is_valid(&self) -> bool {
        each!(self, mapper => mapper.is_valid())
    }
}
