//! The Atari 2600's TIA, colour clock by colour clock, equal to the chip's netlist.
#![no_std]
