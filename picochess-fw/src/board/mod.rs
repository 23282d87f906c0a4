//! The board: everything between the reeds and the picture.

mod hand;
mod menu;
mod play;
mod scene;
mod setup;
mod state;
mod texts;

use shakmaty::{Color, Move, Square};

pub use state::State;

use crate::{
    Answer, Brain, Clocks, Ending, Game, Keypad, Keys, Mode, PackedMove, Ports, Request, SAVE_BYTES, Save,
    Scanner, Settings, Slot, Sound, Task,
    rules::{Reading, bit},
    save::{Head, SavedState},
};
use hand::Hand;
use menu::Menu;

/// The reeds that the 32 men close before a game.
pub const START_REEDS: u64 = 0xFFFF_0000_0000_FFFF;

/// What the board's builder knows about its hardware.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Nodes of Video Chess's search that the hardware does in a second, for the text about levels.
    pub cartridge_speed: u32,
    /// Cycles of an emulated 6507 that the hardware does in a second where the cartridge itself is at hand: the menu
    /// offers [`Brain::Original`] then.
    pub original_speed: Option<u32>,
    /// The settings to begin with, where no save says otherwise.
    pub settings: Settings,
}

impl Default for Config {
    fn default() -> Self {
        Self { cartridge_speed: 10_000, original_speed: None, settings: Settings::default() }
    }
}

/// What the board is doing, apart from what the hand is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Before a game.
    Setup,
    /// A game waits for the men to be put where it says.
    Restore(Why),
    /// A game.
    Play,
    /// The computer's move waits to be made on the board.
    Verify { capture: u64 },
    /// A game has ended.
    Over,
}

/// Why the men have to be put up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// Power is back.
    Power,
    /// A move was taken back by the menu.
    TakenBack,
}

/// A promotion waits for the choice of the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Promotion {
    from: Square,
    to: Square,
    choice: u8,
}

/// A question to a thinker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Question {
    id: u32,
    task: Task,
}

/// The whole board.
#[derive(Clone, Debug)]
pub struct Board {
    config: Config,
    settings: Settings,
    scanner: Scanner,
    keypad: Keypad,
    game: Game,
    clocks: Clocks,
    stage: Stage,
    reading: Reading,
    hand: Hand,
    promotion: Option<Promotion>,
    menu: Option<Menu>,
    setup: Menu,
    question: Option<Question>,
    asked: u32,
    /// The computer does not move although it is its turn, because its move was taken back.
    waiting: bool,
    /// That move, which a person may make again.
    undone: Option<PackedMove>,
    /// The players have stopped the clock.
    paused: bool,
    flipped: bool,
    reeds_shown: bool,
    hint: Option<PackedMove>,
    note: texts::Note,
    scroll: u16,
    seed: u32,
    sequence: u32,
    slot: Slot,
    now: u64,
    hurried: u32,
    record: heapless::Vec<u8, SAVE_BYTES>,
}

impl Board {
    /// A board that has just been switched on. `saved` are the bytes kept in slots A and B.
    pub fn new(config: Config, saved: [Option<&[u8]>; 2]) -> Self {
        let mut board = Self {
            config,
            settings: config.settings,
            scanner: Scanner::default(),
            keypad: Keypad::default(),
            game: Game::new(),
            clocks: Clocks::new(config.settings.time),
            stage: Stage::Setup,
            reading: Reading::default(),
            hand: Hand::default(),
            promotion: None,
            menu: None,
            setup: Menu::setup(),
            question: None,
            asked: 0,
            waiting: false,
            undone: None,
            paused: false,
            flipped: false,
            reeds_shown: false,
            hint: None,
            note: texts::Note::None,
            scroll: 0,
            seed: 0,
            sequence: 0,
            slot: Slot::B,
            now: 0,
            hurried: 0,
            record: heapless::Vec::new(),
        };
        if let Some((slot, save)) = Save::newest(saved) {
            board.resume(slot, &save);
        }
        board
    }

    fn resume(&mut self, slot: Slot, save: &Save) {
        self.slot = slot;
        self.sequence = save.sequence;
        self.settings = save.settings;
        if self.settings.brain == Brain::Original && self.config.original_speed.is_none() {
            // The cartridge is gone; its port gives the same replies.
            self.settings.brain = Brain::VideoChess;
        }
        self.seed = save.seed;
        self.clocks = Clocks::resumed(save.settings.time, save.clocks);
        if save.state == SavedState::None {
            return;
        }
        self.game.load(save.moves.iter().copied());
        if let SavedState::Ended(ending) = save.state {
            self.game.end(ending);
        }
        // The men may stand as they will: an ended game has its result, and the menu.
        self.stage = if self.game.ending().is_some() { Stage::Over } else { Stage::Restore(Why::Power) };
    }

    /// Lets the board see the time (microseconds, never falling), the reeds (bit 0 a1, bit 63 h8; set where
    /// closed) and the keys held. Call it every 30 ms or more often.
    pub fn tick(&mut self, now_us: u64, reeds: u64, keys: Keys, ports: &mut impl Ports) {
        self.now = now_us;
        let scan = self.scanner.sample(now_us, reeds);
        self.reading.note(&scan);
        let pressed = self.keypad.presses(now_us, keys);
        for key in Keys::ALL {
            if pressed.contains(key) {
                self.sound(Sound::Key, ports);
                self.press(key, ports);
            }
        }
        self.run_clocks(ports);
        match self.stage {
            Stage::Setup => self.watch_setup(),
            Stage::Restore(_) => self.watch_restore(ports),
            Stage::Play => self.watch_play(ports),
            Stage::Verify { capture } => self.watch_verify(capture, ports),
            Stage::Over => self.watch_over(ports),
        }
        self.keep_cursor();
        self.wonder();
    }

    /// The board's question to a thinker. The same number means the same question as before.
    pub fn request(&self) -> Option<Request<'_>> {
        let question = self.question?;
        let brain = match question.task {
            Task::Move => self.settings.brain,
            Task::Hint | Task::Judge => Brain::Modern,
        };
        let level = match question.task {
            Task::Move => self.settings.level,
            Task::Hint => crate::Level::new(7).unwrap_or(self.settings.level),
            Task::Judge => crate::Level::new(4).unwrap_or(self.settings.level),
        };
        Some(Request {
            id: question.id,
            task: question.task,
            brain,
            level,
            seed: self.seed.wrapping_add(self.game.log().len() as u32),
            moves: self.game.log(),
        })
    }

    /// Takes the answer to question `id`. An answer to an older question is ignored.
    pub fn answer(&mut self, id: u32, answer: Answer, ports: &mut impl Ports) {
        let Some(question) = self.question.filter(|q| q.id == id) else { return };
        self.question = None;
        match question.task {
            Task::Move => self.computer_moves(answer, ports),
            Task::Hint => {
                self.hint = answer.best;
                self.note = texts::Note::Hint;
            }
            Task::Judge => self.computer_answers_draw(answer, ports),
        }
    }

    /// What the board is doing.
    pub fn state(&self) -> State {
        self.current_state()
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The squares on which men should stand: those of the usual start before a game.
    pub fn expected(&self) -> u64 {
        match self.stage {
            Stage::Setup => START_REEDS,
            _ => self.game.reeds(),
        }
    }

    /// The move that the person has to make for the computer.
    pub fn to_make(&self) -> Option<(PackedMove, Move)> {
        if !matches!(self.stage, Stage::Verify { .. }) {
            return None;
        }
        let packed = *self.game.log().last()?;
        let m = packed.unpack_unchecked(self.game.before(0)?)?;
        Some((packed, m))
    }

    fn sound(&self, sound: Sound, ports: &mut impl Ports) {
        if self.settings.sound {
            ports.sound(sound);
        }
    }

    fn wonder(&mut self) {
        if self.computer_to_move() {
            if self.question.is_none_or(|q| q.task == Task::Hint) {
                self.ask(Task::Move);
            }
        } else if self.question.is_some_and(|q| q.task == Task::Move) {
            self.question = None;
        }
    }

    fn ask(&mut self, task: Task) {
        self.asked = self.asked.wrapping_add(1);
        self.question = Some(Question { id: self.asked, task });
    }

    fn computer_to_move(&self) -> bool {
        self.stage == Stage::Play
            && self.game.ending().is_none()
            && !self.waiting
            && self.settings.is_computer(self.game.turn())
    }

    fn is_demo(&self) -> bool {
        self.settings.mode == Mode::Demo
    }

    fn run_clocks(&mut self, ports: &mut impl Ports) {
        let running = self.stage == Stage::Play && !self.waiting && !self.paused;
        let side = running.then(|| self.game.turn());
        self.clocks.run(self.now, side);
        let Some(side) = side else { return };
        if !self.clocks.control().is_timed() {
            return;
        }
        let left = self.clocks.seconds(side);
        if (1..10).contains(&left) && left != self.hurried {
            self.hurried = left;
            self.sound(Sound::Hurry, ports);
        }
        if self.clocks.fallen() == Some(side) {
            self.promotion = None;
            self.finish(self.game.flag_falls(side), ports);
        }
    }

    fn finish(&mut self, ending: Ending, ports: &mut impl Ports) {
        self.game.end(ending);
        self.enter_over(ports);
        self.save(ports);
    }

    fn enter_over(&mut self, ports: &mut impl Ports) {
        self.stage = Stage::Over;
        self.menu = None;
        self.question = None;
        self.hint = None;
        self.promotion = None;
        self.clocks.run(self.now, None);
        let sound = match self.game.ending() {
            Some(Ending::Mate(_)) => Sound::Mate,
            Some(Ending::Flag(_) | Ending::FlagDraw) => Sound::Flag,
            _ => Sound::Draw,
        };
        self.sound(sound, ports);
    }

    fn save(&mut self, ports: &mut impl Ports) {
        self.sequence = self.sequence.wrapping_add(1);
        self.slot = self.slot.other();
        let state = match (self.stage, self.game.ending()) {
            (Stage::Setup, _) => SavedState::None,
            (_, Some(ending)) => SavedState::Ended(ending),
            _ => SavedState::Playing,
        };
        let head = Head {
            sequence: self.sequence,
            settings: self.settings,
            state,
            clocks: self.clocks.both(),
            seed: self.seed,
        };
        head.encode(self.game.log(), &mut self.record);
        ports.save(self.slot, &self.record);
    }

    fn side_name(side: Color) -> &'static str {
        if side.is_white() { "White" } else { "Black" }
    }

    fn lifted(&self) -> u64 {
        self.expected() & !self.reading.stable
    }

    fn extra(&self) -> u64 {
        self.reading.stable & !self.expected()
    }

    fn is_open(&self, square: Square) -> bool {
        self.reading.stable & bit(square) == 0
    }
}
