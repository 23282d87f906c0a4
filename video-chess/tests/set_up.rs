//! Set-up mode by joystick: the left difficulty switch on A, the button steps the piece under the cursor.

use std::fmt::Write as _;

use video_chess::cartridge::{Cartridge, Controls, Frame};
use video_chess::tables::kind::{HUMAN, PAWN, QUEEN, ROOK};
use video_chess::{Colour, Game, Level, Ram, Thought};

struct Hands {
    cartridge: Cartridge,
    controls: Controls,
}

impl Hands {
    fn new() -> Self {
        Self { cartridge: Cartridge::power_on(&Controls::NONE), controls: Controls::NONE }
    }

    fn ram(&self) -> &Ram {
        self.cartridge.ram()
    }

    fn hold(&mut self, controls: Controls) {
        assert!(matches!(self.cartridge.frame(&controls), Frame::Shown));
    }

    fn wait(&mut self) {
        self.hold(self.controls);
        while self.ram().byte(0xf4) != 0 {
            self.hold(self.controls);
        }
    }

    /// Leads the cursor to the square with this number.
    fn go(&mut self, square: u8) {
        self.wait();
        while self.ram().counter() != square {
            let at = self.ram().counter();
            self.hold(Controls {
                up: square >> 3 < at >> 3,
                down: square >> 3 > at >> 3,
                left: square & 7 < at & 7,
                right: square & 7 > at & 7,
                ..self.controls
            });
            self.wait();
        }
    }

    fn press(&mut self) {
        self.wait();
        self.hold(Controls { fire: true, ..self.controls });
    }

    fn board(&self) -> String {
        (0..64)
            .map(|square| char::from(b".kqbnrp??KQBNRP?"[usize::from(self.ram().square(square))]))
            .collect()
    }
}

/// Every piece comes round, and the round counts as a move of the program's.
///
/// The piece under the cursor is what counts. On the board the human's king stays once it has come up, as long as it is
/// the first on the board: every frame puts the king back that it knows of.
#[test]
fn the_button_steps_through_the_pieces() {
    let mut hands = Hands::new();
    hands.controls.set_up = true;
    hands.go(35);
    let mut pieces = Vec::new();
    for _ in 0..13 {
        hands.press();
        hands.wait();
        pieces.push(hands.ram().piece());
    }
    assert_eq!(pieces, [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 0]);
    assert_eq!(hands.ram().half_moves(), 1);
    assert_eq!(hands.ram().stage() & 0xc0, 0x80, "the opening is on again, and the king is not alone");
}

/// A square of a king or rook that has been touched counts as moved, and the castling squares are looked at after a move
/// only: the first castling is refused.
#[test]
fn castling_after_a_set_up() {
    let mut hands = Hands::new();
    hands.controls.set_up = true;
    // Bishop and knight between king and rook are stepped until their squares are empty.
    for square in [61, 62] {
        hands.go(square);
        while hands.ram().square(square) != 0 {
            hands.press();
            hands.wait();
        }
    }
    assert_eq!(&hands.board()[56..], "RNBQK..R");
    assert_eq!(hands.ram().byte(0x83) & 0x40, 0, "the king has not been touched");
    hands.controls.set_up = false;
    hands.go(60);
    hands.press();
    hands.go(62);
    hands.wait();
    assert_eq!(hands.ram().illegal(), 0xff, "what was between is remembered");

    hands.controls.set_up = true;
    hands.go(60);
    hands.press();
    assert_eq!(hands.ram().byte(0x83) & 0x40, 0x40, "touched is moved");
}

/// What is set up is played: the replies at some levels after the button has changed the board.
#[test]
fn replies_after_a_set_up() {
    // Squares by their numbers from a8 on, and what is put there.
    let boards: [(&str, &[(u8, u8)]); 3] = [
        ("no_queens", &[(3, 0), (59, 0)]),
        ("queen_and_rook_for_the_human", &[(36, QUEEN | HUMAN), (27, ROOK | HUMAN)]),
        ("pawns_far_ahead", &[(9, PAWN | HUMAN), (50, PAWN)]),
    ];
    for (name, changes) in boards {
        let mut text = String::new();
        for level in [Level::One, Level::Three, Level::Four, Level::Eight] {
            let mut hands = Hands::new();
            hands.controls.set_up = true;
            for &(square, content) in changes {
                hands.go(square);
                loop {
                    hands.press();
                    hands.wait();
                    if hands.ram().piece() == content {
                        break;
                    }
                }
            }
            hands.controls.set_up = false;
            hands.wait();
            let mut game = Game::from_ram(*hands.ram(), Colour::White);
            game.set_level(level);
            writeln!(text, "level {}", level.number()).expect("text takes text");
            for human in ["e2e4", "g1f3"] {
                let before = game.position();
                if let Err(refused) = game.play_at(human.parse().expect("a move"), 0x2a) {
                    writeln!(text, "{before}\n{human}: {refused}").expect("text takes text");
                    break;
                }
                let Thought::Replied(reply) = game.reply() else { panic!("no reply") };
                let played = reply.played.map_or("none".to_string(), |played| played.to_string());
                writeln!(
                    text,
                    "{before}\n{human} {played}, score {}, {} nodes, {:?}",
                    reply.score, reply.nodes, reply.outcome
                )
                .expect("text takes text");
            }
            writeln!(text, "{}", game.position()).expect("text takes text");
        }
        insta::assert_snapshot!(name, text);
    }
}
