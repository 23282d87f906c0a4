//! Gamepads: the first that comes is the left joystick, the second the right one.

use emu6507::Joystick;
use gilrs::{Axis, Button, EventType, GamepadId, Gilrs};

use super::hands::Pad;

/// How far a stick must lean to count, 0 to 1.
const LEAN: f32 = 0.5;

/// All gamepads. Where the system has no way to find them, there are none.
pub(crate) struct Gamepads {
    gilrs: Option<Gilrs>,
    /// Those that are joysticks.
    players: [Option<GamepadId>; 2],
}

impl Gamepads {
    /// Looks for them.
    pub(crate) fn new() -> Self {
        Gamepads { gilrs: Gilrs::new().ok(), players: [None; 2] }
    }

    /// What is held on them. `tell` gets a notice for each that comes or goes.
    pub(crate) fn poll(&mut self, mut tell: impl FnMut(String)) -> [Pad; 2] {
        let Some(gilrs) = &mut self.gilrs else { return [Pad::default(); 2] };
        while let Some(event) = gilrs.next_event() {
            let player = self.players.iter().position(|id| *id == Some(event.id));
            if let Some(player) = player.filter(|_| event.event == EventType::Disconnected) {
                self.players[player] = None;
                tell(format!("{} gamepad: gone", side(player)));
            }
        }
        for (id, gamepad) in gilrs.gamepads() {
            if self.players.contains(&Some(id)) {
                continue;
            }
            if let Some(player) = self.players.iter().position(Option::is_none) {
                self.players[player] = Some(id);
                tell(format!("{} gamepad: {}", side(player), gamepad.name()));
            }
        }
        self.players.map(|id| {
            let Some(gamepad) = id.and_then(|id| gilrs.connected_gamepad(id)) else { return Pad::default() };
            pad(|button| gamepad.is_pressed(button), |axis| gamepad.value(axis))
        })
    }
}

fn side(player: usize) -> &'static str {
    ["Left", "Right"][player]
}

/// What its parts come to. Axes go from -1 to 1, upwards and to the right.
fn pad(pressed: impl Fn(Button) -> bool, value: impl Fn(Axis) -> f32) -> Pad {
    let leans = |axes: [Axis; 2], sign: f32| axes.into_iter().any(|axis| value(axis) * sign >= LEAN);
    let (across, along) = ([Axis::LeftStickX, Axis::DPadX], [Axis::LeftStickY, Axis::DPadY]);
    let any = |buttons: &[Button]| buttons.iter().any(|button| pressed(*button));
    let (left, right) =
        (pressed(Button::DPadLeft) || leans(across, -1.0), pressed(Button::DPadRight) || leans(across, 1.0));
    let (down, up) =
        (pressed(Button::DPadDown) || leans(along, -1.0), pressed(Button::DPadUp) || leans(along, 1.0));
    let joystick = Joystick {
        up: up && !down,
        down: down && !up,
        left: left && !right,
        right: right && !left,
        fire: any(&[Button::South, Button::East, Button::West, Button::North]),
    };
    Pad {
        joystick,
        turn: value(Axis::LeftStickX).clamp(-1.0, 1.0),
        select: pressed(Button::Select),
        start: pressed(Button::Start),
        rewind: any(&[Button::LeftTrigger, Button::LeftTrigger2]),
        fast_forward: any(&[Button::RightTrigger, Button::RightTrigger2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(buttons: &[Button], axes: &[(Axis, f32)]) -> Pad {
        pad(
            |button| buttons.contains(&button),
            |axis| axes.iter().find(|(held, _)| *held == axis).map_or(0.0, |(_, value)| *value),
        )
    }

    #[test]
    fn stick_and_d_pad_do_the_same() {
        let up_left = Joystick { up: true, left: true, ..Joystick::default() };
        assert_eq!(held(&[Button::DPadUp, Button::DPadLeft], &[]).joystick, up_left);
        assert_eq!(held(&[], &[(Axis::LeftStickX, -0.8), (Axis::LeftStickY, 0.7)]).joystick, up_left);
        assert_eq!(held(&[], &[(Axis::DPadX, -1.0), (Axis::DPadY, 1.0)]).joystick, up_left);
        assert_eq!(
            held(&[], &[(Axis::LeftStickX, 0.2), (Axis::LeftStickY, -0.3)]).joystick,
            Joystick::default()
        );
    }

    #[test]
    fn any_of_the_four_buttons_fires() {
        for button in [Button::South, Button::East, Button::West, Button::North] {
            assert!(held(&[button], &[]).joystick.fire);
        }
        let pad = held(&[Button::Select, Button::Start, Button::LeftTrigger], &[]);
        assert!(pad.select && pad.start && pad.rewind && !pad.fast_forward && !pad.joystick.fire);
    }

    #[test]
    fn a_machine_without_gamepads_is_no_error() {
        let mut gamepads = Gamepads { gilrs: None, players: [None; 2] };
        assert_eq!(gamepads.poll(|notice| panic!("{notice}")), [Pad::default(); 2]);
        let _ = Gamepads::new().poll(|_| {});
    }
}
