//! Changes of what is held, to be applied between frames so that none is lost.

use std::collections::VecDeque;

use emu6507::Input;

/// A queue. A press that is over before the frame is lasts one frame all the same.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taps {
    queue: VecDeque<Input>,
}

impl Taps {
    /// This is held from now on.
    pub(crate) fn push(&mut self, input: Input) {
        self.queue.push_back(input);
    }

    /// What is held in the frame that begins, where `held` is what was held in the one before. Takes all changes
    /// that have come, up to the first that would undo one of them.
    pub(crate) fn next_frame(&mut self, held: &Input) -> Input {
        let (mut held, mut changed) = (*held, 0);
        while let Some(next) = self.queue.front() {
            let change = bits(&held) ^ bits(next);
            if change & changed != 0 {
                break;
            }
            changed |= change;
            held = *next;
            self.queue.pop_front();
        }
        held
    }
}

/// Everything that can be pressed, a bit each. What is turned has none: where it is counts, not how it came there.
fn bits(input: &Input) -> u64 {
    let [left, right] =
        input.joysticks.map(|stick| [stick.up, stick.down, stick.left, stick.right, stick.fire]);
    let switches = &input.switches;
    let console = [switches.select, switches.reset, switches.left_a, switches.right_a, switches.colour];
    let [a, b, c, d] = input.paddles.map(|paddle| paddle.fire);
    let [e, f] = input.wheels.map(|wheel| wheel.fire);
    let keypads = u64::from(input.keypads[0].0) << 12 | u64::from(input.keypads[1].0);
    let buttons = [left, right, console].into_iter().flatten().chain([a, b, c, d, e, f]);
    buttons.fold(keypads, |bits, held| bits << 1 | u64::from(held))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fire(fire: bool, up: bool) -> Input {
        let mut input = Input::default();
        (input.joysticks[0].fire, input.joysticks[0].up) = (fire, up);
        input
    }

    #[test]
    fn a_tap_within_one_frame_lasts_that_frame() {
        let mut taps = Taps::default();
        taps.push(fire(true, false));
        taps.push(fire(false, false));
        let first = taps.next_frame(&Input::default());
        assert_eq!(first, fire(true, false));
        let second = taps.next_frame(&first);
        assert_eq!(second, fire(false, false));
        assert_eq!(taps.next_frame(&second), second);
    }

    #[test]
    fn two_taps_in_one_frame_are_two() {
        let mut taps = Taps::default();
        for held in [true, false, true, false] {
            taps.push(fire(held, false));
        }
        let mut held = Input::default();
        for expected in [true, false, true, false, false] {
            held = taps.next_frame(&held);
            assert_eq!(held, fire(expected, false));
        }
    }

    #[test]
    fn changes_that_do_not_undo_each_other_come_together() {
        let mut taps = Taps::default();
        taps.push(fire(false, true));
        taps.push(fire(true, true));
        assert_eq!(taps.next_frame(&Input::default()), fire(true, true));
    }

    #[test]
    fn everything_that_can_be_held_has_a_bit_of_its_own() {
        let mut seen = vec![bits(&Input::default())];
        let mut changed = |change: fn(&mut Input)| {
            let mut input = Input::default();
            change(&mut input);
            let bits = bits(&input);
            assert!(!seen.contains(&bits));
            seen.push(bits);
        };
        changed(|input| input.joysticks[0].up = true);
        changed(|input| input.joysticks[0].down = true);
        changed(|input| input.joysticks[0].left = true);
        changed(|input| input.joysticks[0].right = true);
        changed(|input| input.joysticks[0].fire = true);
        changed(|input| input.joysticks[1].up = true);
        changed(|input| input.joysticks[1].down = true);
        changed(|input| input.joysticks[1].left = true);
        changed(|input| input.joysticks[1].right = true);
        changed(|input| input.joysticks[1].fire = true);
        changed(|input| input.switches.select = true);
        changed(|input| input.switches.reset = true);
        changed(|input| input.switches.left_a = true);
        changed(|input| input.switches.right_a = true);
        changed(|input| input.switches.colour = false);
        changed(|input| input.paddles[0].fire = true);
        changed(|input| input.paddles[3].fire = true);
        changed(|input| input.wheels[0].fire = true);
        changed(|input| input.wheels[1].fire = true);
        for key in 0..12 {
            for port in 0..2 {
                let mut input = Input::default();
                input.keypads[port].0 = 1 << key;
                let bits = bits(&input);
                assert!(!seen.contains(&bits));
                seen.push(bits);
            }
        }
    }

    #[test]
    fn what_is_turned_comes_at_once() {
        let mut taps = Taps::default();
        for turn in [100, 200, 300] {
            let mut input = Input::default();
            (input.paddles[0].turn, input.wheels[1].position) = (turn, turn as u8);
            taps.push(input);
        }
        assert_eq!(taps.next_frame(&Input::default()).paddles[0].turn, 300);
    }
}
