//! UF2: the format of the file that is dropped on a Pico's drive. Blocks of 512 bytes, each with 256 bytes for the flash
//! and the address where they go.

use anyhow::{Result, ensure};

const MAGIC: [u32; 2] = [0x0A32_4655, 0x9E5D_5157];
const MAGIC_END: u32 = 0x0AB1_6F30;
/// The block says for which chip it is.
const FAMILY_PRESENT: u32 = 0x2000;
/// The RP2040.
const FAMILY: u32 = 0xE48B_FF56;
/// Bytes for the flash in a block: a page.
const PAGE: u32 = 256;

/// Encodes parts of the flash (address and bytes, in ascending order). Pages that they do not fill are filled with ones.
pub(crate) fn encode(parts: &[(u32, Vec<u8>)]) -> Result<Vec<u8>> {
    let mut pages: Vec<(u32, [u8; PAGE as usize])> = Vec::new();
    for (address, bytes) in parts {
        for (at, &byte) in (*address..).zip(bytes) {
            let page = at & !(PAGE - 1);
            if pages.last().is_none_or(|&(last, _)| last != page) {
                ensure!(pages.last().is_none_or(|&(last, _)| last < page), "the parts are not in order");
                pages.push((page, [0xFF; PAGE as usize]));
            }
            if let Some((_, content)) = pages.last_mut() {
                content[(at % PAGE) as usize] = byte;
            }
        }
    }
    let mut file = Vec::with_capacity(pages.len() * 512);
    for (number, (address, content)) in pages.iter().enumerate() {
        let head = [
            MAGIC[0],
            MAGIC[1],
            FAMILY_PRESENT,
            *address,
            PAGE,
            u32::try_from(number)?,
            u32::try_from(pages.len())?,
            FAMILY,
        ];
        for word in head {
            file.extend_from_slice(&word.to_le_bytes());
        }
        file.extend_from_slice(content);
        file.resize(number * 512 + 508, 0);
        file.extend_from_slice(&MAGIC_END.to_le_bytes());
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(file: &[u8], at: usize) -> u32 {
        u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]])
    }

    #[test]
    fn pages_are_filled_and_numbered() {
        let parts = [(0x1000_0000, vec![1; 256]), (0x1000_0100, vec![2; 10]), (0x1000_010A, vec![3; 300])];
        let file = encode(&parts).unwrap();
        assert_eq!(file.len(), 3 * 512);
        for (i, address) in [0x1000_0000, 0x1000_0100, 0x1000_0200].into_iter().enumerate() {
            let block = &file[i * 512..][..512];
            assert_eq!((word(block, 0), word(block, 4), word(block, 508)), (MAGIC[0], MAGIC[1], MAGIC_END));
            assert_eq!((word(block, 8), word(block, 12), word(block, 16)), (FAMILY_PRESENT, address, 256));
            assert_eq!((word(block, 20), word(block, 24), word(block, 28)), (i as u32, 3, FAMILY));
        }
        assert_eq!((file[512 + 32 + 9], file[512 + 32 + 10], file[512 + 32 + 255]), (2, 3, 3));
        assert_eq!((file[1024 + 32 + 53], file[1024 + 32 + 54]), (3, 0xFF));
    }

    #[test]
    fn parts_out_of_order_are_refused() {
        assert!(encode(&[(0x1000_0200, vec![0]), (0x1000_0000, vec![0])]).is_err());
    }
}
