//! A chess program on the line, where its moves and the board's do not come in the usual order.

mod common;

use common::{Desk, Kept};
use picochess_fw::{Ending, Keys, Link, START_REEDS, Settings, State};
use shakmaty::Color;

/// A board and its line.
struct Wire {
    desk: Desk,
    link: Link,
}

impl Wire {
    fn new(human: Color) -> Self {
        let mut desk = Desk::new(Settings { human, ..Settings::default() });
        desk.men = START_REEDS;
        desk.wait(100);
        Wire { desk, link: Link::new() }
    }

    fn started(human: Color) -> Self {
        let mut wire = Wire::new(human);
        wire.desk.key(Keys::SELECT);
        wire.wait(50);
        wire
    }

    fn wait(&mut self, ms: u64) -> String {
        let mut said = String::new();
        for _ in 0..ms / 10 {
            self.desk.wait(10);
            self.link.follow(&mut self.desk.board, &mut Kept::default(), &mut said).unwrap();
        }
        said
    }

    fn say(&mut self, text: &str) -> String {
        let mut said = String::new();
        self.link.receive(text.as_bytes(), &mut self.desk.board, &mut Kept::default(), &mut said).unwrap();
        said
    }

    /// A man goes from one square to another; what the board says meanwhile.
    fn make(&mut self, from: &str, to: &str) -> String {
        self.desk.off(from);
        let mut said = self.wait(150);
        self.desk.on_at_once(to);
        said += &self.wait(800);
        said
    }
}

#[test]
fn a_move_for_another_moment_of_the_game_is_not_made() {
    let mut wire = Wire::started(Color::White);
    // Black's move, before White has moved.
    wire.say("uci\nposition startpos moves e7e5\ngo\n");
    let said = wire.make("d2", "d4");
    assert_eq!((wire.desk.moves(), wire.desk.state()), (1, State::Computer));
    assert!(!said.contains("bestmove"), "{said}");
    wire.say("position startpos moves d2d4 e7e5\n");
    assert_eq!((wire.desk.last().as_str(), wire.desk.state()), ("e7e5", State::Verify));
}

#[test]
fn a_pc_that_has_left_makes_no_move_any_more() {
    let mut wire = Wire::new(Color::Black);
    wire.say("uci\nposition startpos moves e2e4\nquit\n");
    wire.desk.key(Keys::SELECT);
    wire.wait(200);
    assert_eq!((wire.desk.moves(), wire.desk.state()), (0, State::Computer));
    // One that is still there makes it.
    let mut wire = Wire::new(Color::Black);
    wire.say("uci\nposition startpos moves e2e4\n");
    wire.desk.key(Keys::SELECT);
    wire.wait(200);
    assert_eq!((wire.desk.last().as_str(), wire.desk.state()), ("e2e4", State::Verify));
}

#[test]
fn the_move_that_mates_is_told_and_after_it_there_is_none() {
    let mut wire = Wire::started(Color::Black);
    wire.say("uci\nposition startpos moves f2f3\ngo\n");
    wire.make("f2", "f3");
    assert!(wire.make("e7", "e5").ends_with("bestmove e7e5\n"));
    wire.say("position startpos moves f2f3 e7e5 g2g4\ngo\n");
    wire.make("g2", "g4");
    let said = wire.make("d8", "h4");
    assert_eq!(wire.desk.board.game().ending(), Some(Ending::Mate(Color::Black)));
    assert!(said.ends_with("bestmove d8h4\n"), "{said}");
    let said = wire.say("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo\n");
    assert_eq!(said, "bestmove 0000\n");
}

#[test]
fn a_move_taken_back_is_told_as_a_position_alone() {
    let mut wire = Wire::started(Color::White);
    let said = wire.make("e2", "e4");
    assert!(said.starts_with("move e2e4\nfen "), "{said}");
    wire.say("position startpos moves e2e4 e7e5\n");
    wire.make("e7", "e5");
    let said = wire.make("e5", "e7");
    assert_eq!(wire.desk.moves(), 1);
    assert!(said.starts_with("fen ") && !said.contains("move"), "{said}");
}
