//! Sessions at the joystick recorded from the ROM: what was held from which frame on, and the memory every 40th frame.
//!
//! Random hands that pick up, drop, set up and reset, with white and with black, and whole moves with their replies.

mod golden;

use golden::{difference, ram, records, report};
use serde::Deserialize;
use video_chess::cartridge::{Cartridge, Controls, Frame};

#[derive(Deserialize)]
struct Session {
    /// Frame and what is held from it on, a bit each: up, down, left, right, button, Reset, Select, colour, left
    /// difficulty A, right difficulty A.
    controls: Vec<(u32, u16)>,
    /// Frame and memory before it.
    memory: Vec<String>,
}

fn controls(bits: u16) -> Controls {
    let held = |bit: u16| bits >> bit & 1 != 0;
    Controls {
        up: held(0),
        down: held(1),
        left: held(2),
        right: held(3),
        fire: held(4),
        reset: held(5),
        select: held(6),
        colour: held(7),
        set_up: held(8),
        human_is_black: held(9),
    }
}

#[test]
fn recorded_sessions() {
    let (mut compared, mut searches) = (0, 0);
    let mut failures = Vec::new();
    for (number, session) in records::<Session>("cartridge/frames").enumerate() {
        let mut events = session.controls.iter().copied().peekable();
        let mut held = controls(session.controls[0].1);
        let mut cartridge = Cartridge::power_on(&held);
        let mut frame = 0;
        for moment in &session.memory {
            let (at, expected) = moment.split_once(' ').expect("a frame and its memory");
            let at: u32 = at.parse().expect("a number");
            while frame < at {
                while let Some((_, bits)) = events.next_if(|&(from, _)| from <= frame) {
                    held = controls(bits);
                }
                if let Frame::Thinks(mut search) = cartridge.frame(&held) {
                    search.run();
                    cartridge.resume(search.ram(), &held);
                    searches += 1;
                }
                frame += 1;
            }
            let differing = difference(&ram(expected), cartridge.ram(), &[]);
            if !differing.is_empty() {
                failures.push(format!("session {}, frame {at}:{differing}", number + 1));
            }
            compared += 1;
        }
    }
    report(compared, &failures);
    assert_eq!((compared, searches), (1435, 12));
}
