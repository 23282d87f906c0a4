//! What `identify` says of the ROM itself and of the ways in which it gets damaged.

use vchess_rom::{RomProblem, identify};

#[test]
fn the_rom_and_its_damaged_copies() {
    let Some(rom) = vchess_tests::rom() else { return };
    let rom = rom.to_vec();
    assert_eq!(identify(&rom).map(|rom| rom.bytes().len()), Ok(4096));

    let headered = [vec![0x41; 128], rom.clone()].concat();
    assert_eq!(identify(&headered), Err(RomProblem::Wrapped { before: 128, after: 0 }));
    let padded = [rom.clone(), vec![0xff; 300]].concat();
    assert_eq!(identify(&padded), Err(RomProblem::Wrapped { before: 0, after: 300 }));
    let doubled = [rom.clone(), rom.clone()].concat();
    assert_eq!(identify(&doubled), Err(RomProblem::Repeated { times: 2 }));
    assert_eq!(identify(&rom[..4000]), Err(RomProblem::WrongLength { length: 4000 }));

    let mut flipped = rom;
    flipped[0x0fed] ^= 0x10;
    assert!(matches!(identify(&flipped), Err(RomProblem::WrongHash { sha256 }) if sha256.len() == 64));
}
