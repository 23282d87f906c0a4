//! Where a batch begins.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use video_chess::cartridge::{Cartridge, Controls};
use video_chess::{Colour, Game, Level};

use crate::hunt::strew;

/// Of eight batches, six begin a game, one goes on from a board strewn with pieces, one from a board changed in set-up mode.
pub(super) fn begin(number: u64, dice: &mut ChaCha8Rng) -> Option<Game> {
    let human = if dice.next_u32().is_multiple_of(3) { Colour::Black } else { Colour::White };
    match number % 8 {
        0..6 => Some(new_game(human, dice)),
        6 => {
            let position = strew(dice)?;
            Some(Game::from_position(&position, human, Level::One, dice.next_u32() as u8))
        }
        _ => Some(set_up(&new_game(human, dice), dice)),
    }
}

fn new_game(human: Colour, dice: &mut ChaCha8Rng) -> Game {
    match human {
        Colour::White => Game::new(Level::One),
        Colour::Black => Game::new_as_black(Level::One, dice.next_u32() as u8),
    }
}

/// Has someone play about in set-up mode: the left difficulty switch on A, joystick and button at random.
fn set_up(game: &Game, dice: &mut ChaCha8Rng) -> Game {
    let off = Controls { human_is_black: game.human() == Colour::Black, ..Controls::NONE };
    let on = Controls { set_up: true, ..off };
    let mut machine = Cartridge::from_ram(*game.ram());
    let mut frame = |controls: &Controls| {
        // In set-up mode nobody thinks.
        let _ = machine.frame(controls);
        machine.ram().byte(0xf4)
    };
    for _ in 0..20 + dice.next_u32() % 60 {
        let way = dice.next_u32();
        let stick = Controls {
            up: way & 0b0011 == 0,
            down: way & 0b0011 == 0b0001,
            left: way & 0b1100 == 0,
            right: way & 0b1100 == 0b0100,
            ..on
        };
        while frame(&stick) == 0 && (stick.up || stick.down || stick.left || stick.right) {}
        // The joystick rests for half a second after a step.
        for _ in 0..40 {
            frame(&on);
        }
        if !way.is_multiple_of(5) {
            for _ in 0..=way / 16 % 13 {
                frame(&Controls { fire: true, ..on });
                frame(&on);
            }
        }
    }
    for _ in 0..40 {
        frame(&off);
    }
    Game::from_ram(*machine.ram(), game.human())
}
