//! A hand over a board: reeds with bounce, time, keys.
#![allow(dead_code, unused_imports, unreachable_pub, reason = "each test uses a part")]

mod desk;

pub use desk::{Desk, Kept, SEEN, bit, cursor};
use picochess_fw::{Board, Config, Keys, START_REEDS, Settings, Silent, State};
use shakmaty::{Chess, EnPassantMode, fen::Fen};

/// Xorshift.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 11
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of the set bits.
    pub fn bit_of(&mut self, set: u64) -> Option<u64> {
        let count = u64::from(set.count_ones());
        (count > 0).then(|| {
            let n = self.below(count);
            (0..64).map(|i| 1u64 << i).filter(|bit| set & bit != 0).nth(n as usize).unwrap()
        })
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

/// A hand, and the board under it.
pub struct Hand {
    pub board: Box<Board>,
    pub rng: Rng,
    pub men: u64,
    pub now: u64,
    pub tick_us: u64,
    bounce_until: [u64; 64],
    bouncing: u64,
    seed: u64,
    tail: Vec<String>,
}

impl Hand {
    /// A board on which a game has just been started.
    pub fn started(seed: u64, settings: Settings) -> Self {
        let mut hand = Hand::over(Board::new(Config { settings, ..Config::default() }, [None, None]), seed);
        hand.men = START_REEDS;
        hand.pass(100_000);
        assert_eq!(hand.board.state(), State::Setup);
        hand.press(Keys::SELECT);
        assert_ne!(hand.board.state(), State::Setup);
        hand
    }

    /// A hand over this board.
    pub fn over(board: Board, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let tick_us = [5_000, 10_000, 16_000, 30_000][rng.below(4) as usize];
        Hand {
            board: Box::new(board),
            rng,
            men: 0,
            now: 0,
            tick_us,
            bounce_until: [0; 64],
            bouncing: 0,
            seed,
            tail: Vec::new(),
        }
    }

    /// The reeds now: those of the men, and noise where one has just changed.
    fn reeds(&mut self) -> u64 {
        let mut reeds = self.men;
        if self.bouncing != 0 {
            for i in 0..64 {
                if self.bouncing >> i & 1 != 0 {
                    if self.now >= self.bounce_until[i] {
                        self.bouncing &= !(1 << i);
                    } else if self.rng.one_in(2) {
                        reeds ^= 1 << i;
                    }
                }
            }
        }
        reeds
    }

    fn tick(&mut self, keys: Keys) {
        self.now += self.tick_us;
        let reeds = self.reeds();
        self.board.tick(self.now, reeds, keys, &mut Silent);
    }

    /// Lets time pass.
    pub fn pass(&mut self, us: u64) {
        let until = self.now + us;
        while self.now < until {
            self.tick(Keys::NONE);
        }
    }

    /// Presses and lets go of a key.
    pub fn press(&mut self, key: Keys) {
        for _ in 0..4 {
            self.tick(key);
        }
        self.pass(90_000);
    }

    fn change(&mut self, squares: u64, closed: bool, us: u64) {
        if closed {
            self.men |= squares;
        } else {
            self.men &= !squares;
        }
        for i in 0..64 {
            if squares >> i & 1 != 0 {
                let bounce = self.rng.below(9_000);
                self.bounce_until[i] = self.now + bounce;
                self.bouncing |= 1 << i;
                let name = format!(
                    "{}{}{}",
                    if closed { '+' } else { '-' },
                    (b'a' + i as u8 % 8) as char,
                    i / 8 + 1
                );
                self.tail.push(name);
            }
        }
        self.pass(us);
    }

    /// Lifts men, and takes the time that a hand takes.
    pub fn open(&mut self, squares: u64) {
        let us = 60_000 + self.rng.below(250_000);
        self.change(squares, false, us);
    }

    /// Puts men down, and takes the time that a hand takes.
    pub fn close(&mut self, squares: u64) {
        let us = 60_000 + self.rng.below(150_000);
        self.change(squares, true, us);
    }

    /// Lifts men and waits so long.
    pub fn open_in(&mut self, squares: u64, us: u64) {
        self.change(squares, false, us);
    }

    /// Puts men down and waits so long.
    pub fn close_in(&mut self, squares: u64, us: u64) {
        self.change(squares, true, us);
    }

    /// What led here, for a failure's message.
    pub fn tell(&self) -> String {
        let from = self.tail.len().saturating_sub(14);
        let moves: Vec<String> = self.board.game().sans().map(|san| san.to_string()).collect();
        format!(
            "seed {}, state {}, tick {} us, moves {}, hand {}",
            self.seed,
            self.board.state(),
            self.tick_us,
            moves.join(" "),
            self.tail[from..].join(" ")
        )
    }
}

/// The board's position.
pub fn fen(board: &Board) -> String {
    reference_fen(board.game().position())
}

/// A position's FEN.
pub fn reference_fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}
