//! Finds, checks and fetches cartridge images.
