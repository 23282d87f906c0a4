//! The search of the 1979 cartridge Video Chess, equal to the ROM move for move.
#![no_std]
