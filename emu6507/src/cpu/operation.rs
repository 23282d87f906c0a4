//! What instructions that read, modify and write do in between, as types.
//!
//! A function handed over as a value is called through a shim that the compiler may leave out of line. One such call
//! takes the address of the registers, and then none of them can live in a register of the host.

use super::Cpu;

/// An operation on a byte of memory.
pub(super) trait Operation {
    /// The new value; the registers change too.
    fn apply(self, cpu: &mut Cpu, value: u8) -> u8;
}

macro_rules! operations {
    ($($name:ident $method:ident,)*) => {
        $(
            #[doc = concat!("[`Cpu::", stringify!($method), "`].")]
            pub(super) struct $name;

            impl Operation for $name {
                #[inline(always)]
                fn apply(self, cpu: &mut Cpu, value: u8) -> u8 {
                    cpu.$method(value)
                }
            }
        )*
    };
}

operations! {
    Asl asl,
    Dcp dcp,
    Dec dec,
    Inc inc,
    Isc isc,
    Lsr lsr,
    Rla rla,
    Rol rol,
    Ror ror,
    Rra rra,
    Slo slo,
    Sre sre,
}
