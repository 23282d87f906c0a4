//! The port's tables, built from what they stand for, are the cartridge's.

use video_chess::tables;

fn at(rom: &[u8; 4096], address: u16, length: usize) -> &[u8] {
    &rom[usize::from(address & 0x0fff)..][..length]
}

fn bytes(table: &[i8]) -> Vec<u8> {
    table.iter().map(|&value| value as u8).collect()
}

#[test]
fn tables_are_the_roms() {
    let Some(rom) = vchess_tests::rom() else { return };
    let decimal: Vec<u8> = tables::STEPS.iter().map(|step| ((step / 10) << 4) | (step % 10)).collect();
    assert_eq!(at(rom, 0xff82, 102), decimal);
    assert_eq!(at(rom, 0xffe8, 7), tables::STEPS_OF);
    assert_eq!(at(rom, 0xffee, 7), tables::FIRST_COUNTER);
    assert_eq!(at(rom, 0xfed5, 16), bytes(&tables::SIGNED_WORTH));
    assert_eq!(at(rom, 0xfedd, 7)[..6], tables::WORTH[..6]);
    assert_eq!(at(rom, 0xfee3, 15), bytes(&tables::APPROACH));
    assert_eq!(at(rom, 0xfec6, 13), tables::DEVELOPMENT);
    assert_eq!(at(rom, 0xfef2, 8), tables::BACK_RANK);
    assert_eq!(at(rom, 0xf682, 5), tables::CASTLING);
    assert_eq!(at(rom, 0xfefa, 6), tables::CASTLING_HOMES);
    assert_eq!(at(rom, 0xff76, 4), tables::CASTLING_KINGS);
    assert_eq!(at(rom, 0xff7a, 4), tables::CASTLING_PATHS);
    assert_eq!(at(rom, 0xff7e, 4), bytes(&tables::DIRECTIONS));
    let levels: Vec<u8> = tables::LEVEL_DEPTHS.iter().map(|(full, most)| full << 4 | most).collect();
    assert_eq!(at(rom, 0xfff5, 7), &levels[..7]);
    // Level 8 reads on into the low byte of the reset vector.
    assert_eq!(at(rom, 0xfffc, 1), &levels[7..]);
}
