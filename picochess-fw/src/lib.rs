//! An electronic chess board: scanner, game, menu, clocks, screen; and its RP2040 firmware.
#![no_std]
