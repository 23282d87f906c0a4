//! Random games by a simulated hand: every order of lifts and drops, bounces, slides, wrong placements,
//! cancelled captures, moves taken back. After each move the library's FEN is shakmaty's.
//!
//! 2,000 games in all, or more with `HAND_GAMES`. A failure names its seed; `HAND_SEED=n cargo test -p picochess-fw --test hand one` plays it alone.

mod common;

use common::{Hand, Rng, fen, reference_fen};
use picochess_fw::{Answer, Brain, Footprint, Keys, Mode, PackedMove, Settings, State};
use shakmaty::{Chess, Color, Move, Position, Role, Square};

const PLIES: usize = 80;

/// A hand that makes moves in all the ways that hands have.
struct Player {
    hand: Hand,
    reference: Vec<Chess>,
}

impl Player {
    fn new(seed: u64, settings: Settings) -> Self {
        Player { hand: Hand::started(seed, settings), reference: vec![Chess::default()] }
    }

    fn position(&self) -> &Chess {
        self.reference.last().unwrap()
    }

    fn check(&self, what: &str) {
        let expected = reference_fen(self.position());
        assert_eq!(fen(&self.hand.board), expected, "{what}; {}", self.hand.tell());
    }

    fn rng(&mut self) -> &mut Rng {
        &mut self.hand.rng
    }

    /// Waits, two seconds at most, until the board has the reference's position.
    fn expect(&mut self, what: &str) {
        let expected = reference_fen(self.position());
        for _ in 0..200 {
            if fen(&self.hand.board) == expected {
                break;
            }
            self.hand.pass(10_000);
        }
        self.check(what);
    }

    fn play(&mut self, m: Move) {
        let before = self.position().clone();
        let mut after = before.clone();
        after.play_unchecked(m);
        let mark = Footprint::of(m);
        match m {
            Move::Castle { .. } => self.castle(mark, m),
            Move::EnPassant { .. } => self.en_passant(mark, m),
            _ if m.is_capture() => self.capture(mark, m),
            _ => self.walk(mark, m),
        }
        self.reference.push(after);
        if let Some(role) = m.promotion() {
            self.promote(role, bit(m.to()));
        }
        self.expect(&format!("after {m:?}"));
    }

    fn walk(&mut self, mark: Footprint, m: Move) {
        self.hand.open(mark.vacated);
        if self.rng().one_in(3) && matches!(m.role(), Role::Rook | Role::Bishop | Role::Queen) {
            // Slid over the squares between; sometimes it rests on one, and the board takes that for the move.
            let between = shakmaty::attacks::between(m.from().unwrap(), m.to());
            let mut squares: Vec<Square> = between.into_iter().collect();
            if m.to() < m.from().unwrap() {
                squares.reverse();
            }
            for square in squares {
                self.hand.close_in(bit(square), 5_000);
                let rest = if self.rng().one_in(12) { 700_000 } else { 60_000 + self.rng().below(120_000) };
                self.hand.pass(rest);
                self.hand.open_in(bit(square), 5_000);
            }
        }
        if self.rng().one_in(8) {
            self.misplace(mark);
        }
        self.hand.close(mark.filled);
    }

    /// Puts the man in hand where it must not go, looks at the borders, and takes it up again.
    fn misplace(&mut self, mark: Footprint) {
        let legal_targets = self
            .position()
            .legal_moves()
            .iter()
            .filter(|m| Footprint::of(**m).vacated & mark.vacated != 0)
            .fold(0, |set, m| set | Footprint::of(*m).filled);
        let free = !self.hand.men & !legal_targets & !mark.vacated & !mark.all();
        let Some(wrong) = self.rng().bit_of(free) else { return };
        let moves = self.hand.board.game().log().len();
        self.hand.close(wrong);
        self.hand.pass(800_000);
        assert_eq!(
            self.hand.board.game().log().len(),
            moves,
            "an illegal placement counts for nothing; {}",
            self.hand.tell()
        );
        if self.hand.board.state() != State::Invalid {
            // The reeds may still be those of a capture half made.
            assert!(
                matches!(self.hand.board.state(), State::OwnLifted | State::BothLifted | State::EnemyLifted),
                "{}",
                self.hand.tell()
            );
        }
        self.hand.open(wrong);
    }

    fn capture(&mut self, mark: Footprint, m: Move) {
        let target = mark.replaced;
        match self.rng().below(6) {
            0 => {
                // The enemy's man first.
                self.hand.open(target);
                self.hand.open(mark.vacated);
                self.hand.close(target);
            }
            1 => {
                // The own man first.
                self.hand.open(mark.vacated);
                self.hand.open(target);
                self.hand.close(target);
            }
            2 => {
                // Both hands at once, and quick.
                self.hand.open_in(target | mark.vacated, 45_000);
                self.hand.close(target);
            }
            3 => {
                // With the man in hand the other one is pushed off: open for two looks at the reeds.
                self.hand.open(mark.vacated);
                let quick = 2 * self.hand.tick_us;
                self.hand.open_in(target, quick.max(25_000));
                self.hand.close(target);
            }
            4 => {
                // Begun, given up, begun again: the enemy's man first, which goes back last.
                self.hand.open(target);
                self.hand.open(mark.vacated);
                self.hand.close(mark.vacated);
                self.hand.close(target);
                self.hand.pass(400_000);
                self.check("after a capture given up");
                self.hand.open(mark.vacated);
                self.hand.open(target);
                self.hand.close(target);
            }
            _ => {
                // The enemy's man is looked at and put back.
                self.hand.open(target);
                self.hand.pass(300_000);
                self.hand.close(target);
                self.hand.pass(700_000);
                self.check("after a man looked at");
                self.hand.open(target);
                self.hand.open(mark.vacated);
                if self.rng().one_in(4) {
                    self.misplace(mark);
                }
                self.hand.close(target);
            }
        }
        let _ = m;
    }

    fn castle(&mut self, mark: Footprint, m: Move) {
        let packed = PackedMove::pack(m);
        let (king, king_to) = (bit(packed.from()), bit(packed.to()));
        let (rook, rook_to) = (mark.vacated & !king, mark.filled & !king_to);
        match self.rng().below(4) {
            0 => {
                for (off, on) in [(king, king_to), (rook, rook_to)] {
                    self.hand.open(off);
                    self.hand.close(on);
                }
            }
            1 => {
                self.hand.open(rook);
                self.hand.close(rook_to);
                // Slow hands let the board believe in the rook's move; the king's makes it a castling.
                if self.rng().one_in(2) {
                    self.hand.pass(1_500_000);
                }
                self.hand.open(king);
                self.hand.close(king_to);
            }
            2 => {
                self.hand.open(king);
                self.hand.open(rook);
                self.hand.close(rook_to);
                self.hand.close(king_to);
            }
            _ => {
                self.hand.open(rook);
                self.hand.open(king);
                self.hand.close(king_to);
                self.hand.close(rook_to);
            }
        }
    }

    fn en_passant(&mut self, mark: Footprint, m: Move) {
        let from = bit(m.from().unwrap());
        let taken = mark.vacated & !from;
        match self.rng().below(3) {
            0 => {
                self.hand.open(from);
                self.hand.close(mark.filled);
                self.hand.pass(600_000);
                self.hand.open(taken);
            }
            1 => {
                self.hand.open(taken);
                self.hand.open(from);
                self.hand.close(mark.filled);
            }
            _ => {
                self.hand.open(from);
                self.hand.open(taken);
                self.hand.close(mark.filled);
            }
        }
    }

    fn promote(&mut self, role: Role, to: u64) {
        for _ in 0..200 {
            if self.hand.board.state() == State::Promotion {
                break;
            }
            self.hand.pass(10_000);
        }
        assert_eq!(self.hand.board.state(), State::Promotion, "{}", self.hand.tell());
        if self.rng().one_in(2) {
            // Pawn and piece change places.
            self.hand.open(to);
            self.hand.pass(300_000);
            self.hand.close(to);
        }
        self.hand.pass(100_000);
        let downs =
            [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].iter().position(|&r| r == role).unwrap();
        for _ in 0..downs {
            self.hand.press(Keys::DOWN);
        }
        self.hand.press(Keys::SELECT);
    }

    /// Men are lifted, bumped, spilled, for a moment or for long, and put back.
    fn disturb(&mut self) {
        let men = self.hand.men;
        let before = fen(&self.hand.board);
        // A man put where the last capture came from takes the capture back, as it should.
        let capture = self.reference.iter().rev().nth(1).and_then(|earlier| {
            let last = self.hand.board.game().log().last()?;
            earlier.board().piece_at(last.to()).map(|_| bit(last.from()))
        });
        for _ in 0..=self.rng().below(4) {
            if self.rng().one_in(3) {
                if let Some(free) = self.hand.rng.bit_of(!self.hand.men & !capture.unwrap_or(0)) {
                    self.hand.close(free);
                }
            } else if let Some(man) = self.hand.rng.bit_of(self.hand.men) {
                self.hand.open(man);
            }
            if self.rng().one_in(4) {
                self.hand.pass(900_000);
            }
        }
        let back = men & !self.hand.men;
        self.hand.open(self.hand.men & !men);
        if self.hand.board.state() == State::Promotion {
            // A pawn strayed to its last rank: putting it back ends the question.
            self.hand.pass(50_000);
        }
        self.hand.close(back);
        self.hand.pass(1_200_000);
        // By chance the spilled men can have made legal moves; the menu takes them back.
        let moves = self.reference.len() - 1;
        while self.hand.board.game().log().len() > moves {
            assert_eq!(self.hand.board.settings().mode, Mode::TwoPlayers, "{}", self.hand.tell());
            for key in [Keys::SELECT, Keys::DOWN, Keys::DOWN, Keys::SELECT] {
                self.hand.press(key);
            }
            self.hand.pass(400_000);
        }
        assert_eq!(fen(&self.hand.board), before, "after a disturbance; {}", self.hand.tell());
        assert!(
            matches!(self.hand.board.state(), State::Idle | State::Computer | State::Over),
            "{}",
            self.hand.tell()
        );
    }

    /// Takes the last move back with the men, checks, and makes it again.
    fn take_back_and_again(&mut self, m: Move) {
        let mark = Footprint::of(m);
        self.hand.open(mark.filled);
        if mark.replaced != 0 {
            self.hand.open(mark.replaced);
        }
        self.hand.close(mark.vacated);
        if mark.replaced != 0 {
            self.hand.close(mark.replaced);
        }
        let after = self.reference.pop().unwrap();
        self.expect(&format!("after taking back {m:?}"));
        assert_eq!(self.hand.board.state(), State::Idle, "{}", self.hand.tell());
        self.hand.pass(400_000);
        let again = after;
        self.play(m);
        assert_eq!(self.position(), &again);
    }
}

fn bit(square: Square) -> u64 {
    1 << square as u64
}

/// Likes rare moves: castling, en passant, promotions, captures.
fn choose(rng: &mut Rng, position: &Chess) -> Option<Move> {
    let moves = position.legal_moves();
    let rare: Vec<Move> =
        moves.iter().copied().filter(|m| m.is_castle() || m.is_en_passant() || m.is_promotion()).collect();
    let captures: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture()).collect();
    if !rare.is_empty() && !rng.one_in(4) {
        return Some(rare[rng.below(rare.len() as u64) as usize]);
    }
    if !captures.is_empty() && rng.one_in(3) {
        return Some(captures[rng.below(captures.len() as u64) as usize]);
    }
    (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u64) as usize])
}

fn two_players(seed: u64) {
    let settings = Settings { mode: Mode::TwoPlayers, ..Settings::default() };
    let mut player = Player::new(seed, settings);
    for _ in 0..PLIES {
        let position = player.position().clone();
        let Some(m) = choose(player.rng(), &position) else { break };
        if player.rng().one_in(12) {
            player.disturb();
        }
        player.play(m);
        if player.hand.board.game().ending().is_some() {
            break;
        }
        if player.rng().one_in(14) {
            // Fresh enough to be taken back: with the men standing still.
            player.hand.pass(600_000);
            player.take_back_and_again(m);
        }
        if player.rng().one_in(3) {
            player.hand.pass(500_000);
        }
    }
}

/// Against a computer whose moves are random: its moves are made on the board in any order.
fn against_computer(seed: u64) {
    let human = Color::from_white(seed.is_multiple_of(2));
    let settings = Settings { mode: Mode::OnePlayer, brain: Brain::Modern, human, ..Settings::default() };
    let mut player = Player::new(seed, settings);
    for _ in 0..PLIES {
        let position = player.position().clone();
        let Some(m) = choose(player.rng(), &position) else { break };
        if position.turn() == human {
            if player.rng().one_in(12) {
                player.disturb();
            }
            player.play(m);
        } else {
            computer_moves(&mut player, m);
        }
        if player.hand.board.game().ending().is_some() {
            break;
        }
    }
}

fn computer_moves(player: &mut Player, m: Move) {
    player.hand.pass(30_000);
    let id = player.hand.board.request().expect("the computer is asked").id;
    let answer = Answer { best: Some(PackedMove::pack(m)), ..Answer::default() };
    let mut silent = picochess_fw::Silent;
    player.hand.board.answer(id, answer, &mut silent);
    let mut after = player.position().clone();
    after.play_unchecked(m);
    player.reference.push(after);
    player.check("after the computer's answer");
    if player.hand.board.game().ending().is_some() {
        return;
    }
    assert_eq!(player.hand.board.state(), State::Verify);
    let mark = Footprint::of(m);
    let mut off: Vec<u64> = bits(mark.vacated | mark.replaced);
    player.hand.rng.shuffle(&mut off);
    let mut on: Vec<u64> = bits(mark.filled | mark.replaced);
    player.hand.rng.shuffle(&mut on);
    if mark.replaced != 0 && player.hand.rng.one_in(3) {
        // The captured man goes, the other one takes its place, as one does.
        off = vec![mark.replaced, mark.vacated];
    }
    for square in off {
        player.hand.open(square);
        if player.hand.rng.one_in(10) {
            // The person's own man put back where it came from would take its move back.
            let log = player.hand.board.game().log();
            let own = log.len().checked_sub(2).map_or(0, |i| bit(log[i].from()));
            let free = !player.hand.men & !mark.all() & !own;
            if let Some(wrong) = player.hand.rng.bit_of(free) {
                player.hand.close(wrong);
                player.hand.pass(700_000);
                assert_eq!(player.hand.board.state(), State::Verify, "a wrong square is not taken");
                player.hand.open(wrong);
            }
        }
    }
    for square in on {
        player.hand.close(square);
    }
    for _ in 0..200 {
        if player.hand.board.state() == State::Idle {
            break;
        }
        player.hand.pass(10_000);
    }
    assert_eq!(player.hand.board.state(), State::Idle, "after the computer's {m:?}; {}", player.hand.tell());
    player.check("after the computer's move is made");
    player.hand.pass(300_000);
}

fn bits(set: u64) -> Vec<u64> {
    (0..64).map(|i| 1 << i).filter(|bit| set & bit != 0).collect()
}

/// Half of the games of a kind: 500, or as many as `HAND_GAMES` says.
fn games(half: u64) -> std::ops::Range<u64> {
    let count = std::env::var("HAND_GAMES").map_or(500, |n| n.parse().expect("HAND_GAMES is a number"));
    half * count..(half + 1) * count
}

#[test]
fn two_players_a() {
    games(0).for_each(two_players);
}

#[test]
fn two_players_b() {
    games(1).for_each(two_players);
}

#[test]
fn against_the_computer_a() {
    games(0).for_each(against_computer);
}

#[test]
fn against_the_computer_b() {
    games(1).for_each(against_computer);
}

#[test]
fn one() {
    if let Ok(seed) = std::env::var("HAND_SEED") {
        let seed = seed.parse().expect("a number");
        two_players(seed);
        against_computer(seed);
    } else {
        two_players(0);
    }
}
