//! A board on a desk, with steady hands: contacts that do not bounce, a look every 10 ms.

use std::mem::take;

use picochess_fw::{
    Answer, Board, Config, Footprint, Keys, Mode, PackedMove, Ports, START_REEDS, Settings, Slot, Sound,
    State,
    screen::{Scene, Tone},
};

/// From a change of the men until it counts as one, in milliseconds: a look that sees it, and 20 ms to settle.
pub const SEEN: u64 = 30;

/// What comes out of a board, all of it kept.
#[derive(Clone, Default)]
pub struct Kept {
    pub sounds: Vec<Sound>,
    pub slots: [Vec<u8>; 2],
    /// The slots written to, in their order.
    pub written: Vec<Slot>,
}

impl Ports for Kept {
    fn sound(&mut self, sound: Sound) {
        self.sounds.push(sound);
    }

    fn save(&mut self, slot: Slot, bytes: &[u8]) {
        self.slots[slot as usize] = bytes.to_vec();
        self.written.push(slot);
    }
}

impl Kept {
    /// What a board finds that is switched on with these slots.
    pub fn boot(&self, config: Config) -> Board {
        Board::new(config, [Some(&self.slots[0]), Some(&self.slots[1])])
    }
}

/// The board and all around it.
pub struct Desk {
    pub board: Box<Board>,
    pub men: u64,
    pub now: u64,
    pub keys: Keys,
    pub ports: Kept,
}

impl Desk {
    pub fn new(settings: Settings) -> Self {
        let config = Config { settings, ..Config::default() };
        Desk::on(Board::new(config, [None, None]), 0, Kept::default())
    }

    /// A desk with this board.
    pub fn on(board: Board, men: u64, ports: Kept) -> Self {
        Desk { board: Box::new(board), men, now: 0, keys: Keys::NONE, ports }
    }

    pub fn started(settings: Settings) -> Self {
        let mut desk = Desk::new(settings);
        desk.men = START_REEDS;
        desk.wait(200);
        desk.key(Keys::SELECT);
        desk
    }

    /// Two players who have made these moves.
    pub fn two(moves: &str) -> Self {
        let mut desk = Desk::started(Settings { mode: Mode::TwoPlayers, ..Settings::default() });
        desk.play(moves);
        desk
    }

    /// A person with White who has made these moves with the computer.
    pub fn one(moves: &str) -> Self {
        let mut desk = Desk::started(Settings::default());
        desk.play(moves);
        desk
    }

    /// The power goes off and comes back.
    pub fn power_cycle(&mut self) {
        *self.board = self.ports.boot(Config::default());
        self.now = 0;
        self.ports.sounds.clear();
    }

    pub fn wait(&mut self, ms: u64) {
        for _ in 0..ms / 10 {
            self.now += 10_000;
            self.board.tick(self.now, self.men, self.keys, &mut self.ports);
        }
    }

    pub fn key(&mut self, key: Keys) {
        self.keys = key;
        self.wait(50);
        self.keys = Keys::NONE;
        self.wait(100);
    }

    pub fn keys(&mut self, keys: &str) {
        for c in keys.chars() {
            self.key(match c {
                '2' => Keys::UP,
                '5' => Keys::SELECT,
                _ => Keys::DOWN,
            });
        }
    }

    /// Takes the cursor of the open menu to the line that begins so, and presses 5.
    pub fn choose(&mut self, item: &str) {
        for _ in 0..15 {
            let scene = self.board.scene();
            if cursor(&scene).is_some_and(|line| line.trim().starts_with(item)) {
                return self.key(Keys::SELECT);
            }
            self.key(Keys::DOWN);
        }
        panic!("the menu has no line {item}");
    }

    /// Opens the menu and chooses a line.
    pub fn menu(&mut self, item: &str) {
        self.key(Keys::SELECT);
        self.choose(item);
    }

    pub fn lift(&mut self, squares: &str) {
        self.off(squares);
        self.wait(200);
    }

    pub fn put(&mut self, squares: &str) {
        self.on_at_once(squares);
        self.wait(200);
    }

    /// Takes men off, and no time.
    pub fn off(&mut self, squares: &str) {
        squares.split(' ').for_each(|s| self.men &= !bit(s));
    }

    /// Puts men on, and takes no time.
    pub fn on_at_once(&mut self, squares: &str) {
        squares.split(' ').for_each(|s| self.men |= bit(s));
    }

    /// A man is off its square for a single look.
    pub fn glimpse(&mut self, square: &str) {
        self.off(square);
        self.wait(10);
        self.on_at_once(square);
        self.wait(10);
    }

    /// The men as they stand now have to stand for `patience` milliseconds until `done`; less is not enough, and more
    /// is not needed.
    pub fn takes(&mut self, patience: u64, done: impl Fn(&Board) -> bool) {
        self.wait(SEEN + patience - 20);
        assert!(!done(&self.board), "less than {patience} ms: {}", self.tell());
        self.wait(40);
        assert!(done(&self.board), "more than {patience} ms: {}", self.tell());
    }

    /// Makes moves on the board; the computer's are answered first.
    pub fn play(&mut self, moves: &str) {
        for text in moves.split_whitespace() {
            let packed = PackedMove::parse(text).unwrap();
            self.answer(text);
            let position = match self.board.to_make() {
                Some(_) => self.board.game().before(0).unwrap(),
                None => self.board.game().position(),
            };
            let mark = Footprint::of(packed.unpack(position).unwrap_or_else(|| panic!("{text}")));
            self.men &= !(mark.vacated | mark.replaced);
            self.wait(100);
            self.men |= mark.filled | mark.replaced;
            // Past the patience with rooks that may be castling.
            self.wait(1_100);
        }
    }

    /// Answers the board's question, if it asks one, with this move and that all is even.
    pub fn answer(&mut self, text: &str) {
        self.answer_score(text, 0);
    }

    /// The same with a score, in centipawns for the side to move.
    pub fn answer_score(&mut self, text: &str, score: i16) {
        if let Some(request) = self.board.request() {
            let id = request.id;
            let best = PackedMove::parse(text);
            let answer = Answer { best, score: Some(score), ..Answer::default() };
            self.board.answer(id, answer, &mut self.ports);
            self.wait(50);
        }
    }

    pub fn state(&self) -> State {
        self.board.state()
    }

    /// How many moves the game has.
    pub fn moves(&self) -> usize {
        self.board.game().log().len()
    }

    /// The last move.
    pub fn last(&self) -> String {
        self.board.game().log().last().map(ToString::to_string).unwrap_or_default()
    }

    /// The sounds since the last call.
    pub fn heard(&mut self) -> Vec<Sound> {
        take(&mut self.ports.sounds)
    }

    /// What the board says: headline and advice.
    pub fn says(&self) -> String {
        let scene = self.board.scene();
        format!("{}; {}", scene.headline.text, scene.advice.text)
    }

    pub fn tell(&self) -> String {
        let moves: Vec<String> = self.board.game().sans().map(|san| san.to_string()).collect();
        format!("state {}, moves {}, {}", self.state(), moves.join(" "), self.says())
    }
}

/// The line under the cursor.
pub fn cursor(scene: &Scene) -> Option<&str> {
    scene.rows.iter().find(|row| row.tone == Tone::Cursor).map(|row| row.text.as_str())
}

pub fn bit(square: &str) -> u64 {
    1 << square.parse::<shakmaty::Square>().unwrap() as u64
}
