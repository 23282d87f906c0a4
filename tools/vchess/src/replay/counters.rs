//! Which frame counters differ to the search.
//!
//! The ranking of root moves is all that looks at `$D3`: its bits 0 and 3, and once the opening is over 1 and 4 as well,
//! choose the square that pieces are drawn to (`$FBC2`); from the eighth move on `$40` and more put captures last
//! (`$FBFC`); in the very first reply bit 6 favours one move (`$FC29`).

use video_chess::Ram;

/// One frame counter of every class for the search that begins with this memory, the least of each.
#[must_use]
pub fn classes(root: &Ram) -> Vec<u8> {
    let bits: &[u8] = if root.is_opening() { &[0x01, 0x08] } else { &[0x01, 0x02, 0x08, 0x10] };
    let looks_at_bit_6 = root.half_moves() >= 8 || root.half_moves() == 0;
    let mut counters = vec![0u8];
    for &bit in bits {
        let with: Vec<u8> = counters.iter().map(|counter| counter | bit).collect();
        counters.extend(with);
    }
    if looks_at_bit_6 {
        let with: Vec<u8> = counters.iter().map(|counter| counter | 0x40).collect();
        counters.extend(with);
    }
    counters.sort_unstable();
    counters
}

/// The class of a frame counter, as one of [`classes`].
#[must_use]
pub fn class_of(root: &Ram, counter: u8) -> u8 {
    let mask = if root.is_opening() { 0x09 } else { 0x1b };
    let high = match root.half_moves() {
        0 => counter & 0x40,
        1..8 => 0,
        _ if counter >= 0x40 => 0x40,
        _ => 0,
    };
    counter & mask | high
}
