//! All cartridges of the fleet, under hands that know nothing.

use std::path::PathBuf;

use emu6507::{Cartridge, Console, StateError, tv};
use vchess::contact_sheet::{FRAMES, cartridges_in, shoot_all};
use vchess::controllers;
use vchess::random_hands::RandomHands;
use vchess_tests::fleet;

fn paths() -> Option<Vec<PathBuf>> {
    let paths = cartridges_in(&fleet()?).expect("the fleet's folder can be read");
    assert_eq!(paths.len(), 108);
    Some(paths)
}

/// A minute of each: it leaves control at the end of each frame, its picture is not blank, its sound is what two
/// channels of four bits make, as many samples as the time is long.
#[test]
fn a_minute_of_every_cartridge() {
    let Some(paths) = paths() else { return };
    for shot in shoot_all(&paths, FRAMES, || {}).expect("all are cartridges") {
        assert!(!shot.jammed, "{}: the CPU has stopped", shot.name);
        assert!(!shot.is_blank(), "{}: the picture is blank", shot.name);
        // Some leave the picture alone for a while, to begin a game or to think; none stays away.
        assert!(shot.synced * 2 > FRAMES, "{}: {} frames have VSYNC", shot.name, shot.synced);
        assert!(shot.loudest <= 15, "{}: level {}", shot.name, shot.loudest);
        // A program that starts anew clears all registers, RSYNC among them, and the line that it tears lacks a sample
        // or two. Amidar does that most: 684 samples of 1,943,936.
        let whole = shot.cycles / 38;
        assert!(
            (whole - whole / 2_000..=whole + 2).contains(&shot.samples),
            "{}: {} samples in {} cycles",
            shot.name,
            shot.samples,
            shot.cycles
        );
    }
}

/// A state taken in the midst of a game goes on as if nothing had happened, in another console, bit for bit.
#[test]
fn states_of_every_cartridge_go_on_the_same() {
    const BEFORE: u64 = 150;
    const AFTER: u64 = 40;
    let Some(paths) = paths() else { return };
    let mut states: Vec<Vec<u8>> = Vec::new();
    for path in paths {
        let image = std::fs::read(&path).expect("a cartridge");
        let cartridge = Cartridge::new(&image).expect("a cartridge");
        let plugged = controllers::of(&image);
        let tv = tv::detect(&cartridge, plugged).tv;
        let fresh = || {
            let mut console = Console::new(cartridge.clone());
            console.plug(plugged);
            console.set_tv(tv);
            console
        };
        let (mut console, mut hands) = (fresh(), RandomHands::new(image.len() as u64));
        for frame in 0..BEFORE {
            console.set_input(hands.hold(frame));
            console.run_frame();
        }
        // Not at the end of a frame, where little is under way.
        console.run_until(console.cycle() + 9_973);
        let state = console.save();
        let mut other = fresh();
        other.run_until(77_777);
        other.set_input(*console.input());
        other.load(&state).expect("it is a state of this cartridge");
        assert!(other.save() == state, "{}: saved again it is another", path.display());
        console.sound_now().listen(true);
        other.sound_now().listen(true);
        for frame in BEFORE..BEFORE + AFTER {
            let input = hands.hold(frame);
            for console in [&mut console, &mut other] {
                console.set_input(input);
                console.run_frame();
            }
            assert_eq!(console.cycle(), other.cycle(), "{}: frame {frame}", path.display());
            assert!(
                frame == BEFORE || console.screen().picture() == other.screen().picture(),
                "{}: the picture of frame {frame}",
                path.display()
            );
        }
        assert!(console.sound_now().drain().eq(other.sound_now().drain()), "{}: the sound", path.display());
        assert!(console.save() == other.save(), "{}", path.display());
        if let Some(foreign) = states.last() {
            assert_eq!(console.load(foreign), Err(StateError::OtherCartridge), "{}", path.display());
        }
        let torn = &state[..state.len() - 1];
        assert_eq!(console.load(torn), Err(StateError::Torn), "{}", path.display());
        assert!(console.save() == other.save(), "{}: refused, but changed", path.display());
        states.push(state);
    }
}
