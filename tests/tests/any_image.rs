//! Images that are no programs: whatever lies in the slot, the console keeps control.

use emu6507::{Cartridge, Console, Controller, Scheme, tv};
use proptest::prelude::*;
use vchess::random_hands::RandomHands;

/// Sizes that a wiring takes.
fn sizes(scheme: Scheme) -> Vec<usize> {
    (1..=0x1_0000).filter(|size| scheme.fits(*size)).collect()
}

/// Bytes of Marsaglia's generator, and one in four of an opcode that touches hardware or the stack.
fn image(size: usize, mut seed: u64) -> Vec<u8> {
    const BUSY: [u8; 16] =
        [0x20, 0x60, 0x8d, 0x85, 0xad, 0xa5, 0x4c, 0x48, 0x68, 0x00, 0x40, 0x9d, 0xee, 0x6c, 0x9a, 0x91];
    seed |= 1;
    (0..size)
        .map(|_| {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let byte = (seed >> 32) as u8;
            if seed >> 60 < 4 { BUSY[usize::from(byte & 15)] } else { byte }
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn noise_in_the_slot_leaves_control(
        scheme in prop::sample::select(Scheme::ALL.to_vec()),
        size: prop::sample::Index,
        seed: u64,
    ) {
        let sizes = sizes(scheme);
        let image = image(sizes[size.index(sizes.len())], seed);
        let cartridge = Cartridge::with_scheme(&image, scheme).expect("the size fits");
        prop_assert_eq!(cartridge.image(), &image[..]);
        let mut console = Console::new(cartridge);
        let all = Controller::ALL;
        console.plug([all[(seed >> 8 & 3) as usize], all[(seed >> 10 & 3) as usize]]);
        let mut hands = RandomHands::new(seed);
        for frame in 0..12 {
            console.set_input(hands.hold(30 + frame));
            console.run_frame();
        }
        for address in 0..=u16::MAX {
            let _ = console.peek(address);
        }
        let state = console.save();
        let mut other = console.clone();
        console.run_frame();
        other.load(&state).expect("its own state");
        other.run_frame();
        prop_assert!(console.save() == other.save());
    }

    /// Detection takes every size for a wiring that fits, or says which ones there are.
    #[test]
    fn every_size_is_a_cartridge_or_an_error(size in 0_usize..0x1_2000, seed: u64, round: bool) {
        let size = if round { size & !0x7ff } else { size };
        let image = image(size, seed);
        match emu6507::cartridge::detect(&image) {
            Ok(found) => {
                prop_assert!(found.scheme.fits(size));
                let cartridge = Cartridge::new(&image).expect("what was found fits");
                let _ = tv::detect(&cartridge, [Controller::Joystick; 2]).to_string();
            }
            Err(error) => {
                let error = error.to_string();
                prop_assert!(error.contains("8,192"), "{}", error);
                prop_assert!(Cartridge::new(&image).is_err());
            }
        }
        for scheme in Scheme::ALL {
            prop_assert_eq!(Cartridge::with_scheme(&image, scheme).is_ok(), scheme.fits(size));
        }
    }
}
