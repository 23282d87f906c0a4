//! A board with power, reeds, a thinker and a monitor.

use picochess_fw::{
    Board, Config, Keys, Ports, Slot, Sound, State, Thinker,
    original::ROM_BYTES,
    screen::{Frame, Painter},
};

use super::noise::Noise;

/// What the board says to the outside.
#[derive(Clone, Debug, Default)]
pub struct Outside {
    /// The two places of the storage.
    pub storage: [Option<Vec<u8>>; 2],
    /// Sounds since somebody listened.
    pub sounds: Vec<Sound>,
    /// How often something was stored.
    pub saves: u64,
}

impl Ports for Outside {
    fn sound(&mut self, sound: Sound) {
        self.sounds.push(sound);
    }

    fn save(&mut self, slot: Slot, bytes: &[u8]) {
        self.saves += 1;
        self.storage[slot as usize] = Some(bytes.to_vec());
    }
}

/// A board with all that belongs to it.
pub struct Session {
    /// The board, while it has power.
    board: Option<Box<Board>>,
    config: Config,
    cartridge: Option<Box<[u8; ROM_BYTES]>>,
    thinker: Box<Thinker>,
    painter: Painter,
    frame: Box<Frame>,
    /// Storage and sounds.
    pub outside: Outside,
    /// The squares with men on.
    pub men: u64,
    /// The keys held.
    pub keys: Keys,
    noise: Option<Noise>,
    now: u64,
    powered_at: u64,
    pixels: u32,
}

impl Session {
    /// A board with power and no men, and with the cartridge if there is one.
    pub fn new(
        config: Config,
        storage: [Option<Vec<u8>>; 2],
        noise: Option<u64>,
        cartridge: Option<&[u8; ROM_BYTES]>,
    ) -> Self {
        let mut session = Self {
            board: None,
            config,
            cartridge: cartridge.map(|rom| Box::new(*rom)),
            thinker: Box::default(),
            painter: Painter::new(),
            frame: Box::default(),
            outside: Outside { storage, ..Outside::default() },
            men: 0,
            keys: Keys::NONE,
            noise: noise.map(Noise::new),
            now: 0,
            powered_at: 0,
            pixels: 0,
        };
        session.power(true);
        session
    }

    /// Switches the power on or off. Off, everything but the storage and the men is gone.
    pub fn power(&mut self, on: bool) {
        if on == self.board.is_some() {
            return;
        }
        *self.thinker = Thinker::new();
        if let Some(rom) = &self.cartridge {
            self.thinker.insert(rom);
        }
        self.painter = Painter::new();
        *self.frame = Frame::new();
        self.powered_at = self.now;
        let [a, b] = &self.outside.storage;
        self.board = on.then(|| Box::new(Board::new(self.config, [a.as_deref(), b.as_deref()])));
    }

    /// The board, while it has power.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_deref()
    }

    /// What the board is doing, while it has power.
    pub fn state(&self) -> Option<State> {
        self.board().map(Board::state)
    }

    /// Microseconds since the start.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// The monitor.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Pixels painted in the last tick.
    pub fn pixels(&self) -> u32 {
        self.pixels
    }

    /// Whether the computer has been asked something and has not answered.
    pub fn is_thinking(&self) -> bool {
        self.board().is_some_and(|board| board.request().is_some())
    }

    /// Lets the time go on to `now_us`: the board looks at reeds and keys once, the thinker thinks for
    /// `nodes` positions.
    pub fn tick(&mut self, now_us: u64, nodes: u32) {
        self.now = now_us;
        let reeds = match &mut self.noise {
            Some(noise) => noise.contacts(now_us, self.men),
            None => self.men,
        };
        let Some(board) = &mut self.board else { return };
        board.tick(now_us - self.powered_at, reeds, self.keys, &mut self.outside);
        if let Some((id, answer)) = self.thinker.work(board.request().as_ref(), nodes, now_us) {
            board.answer(id, answer, &mut self.outside);
        }
    }

    /// Brings the monitor up to date.
    pub fn paint(&mut self) {
        if let Some(board) = &self.board {
            self.pixels = self.painter.paint(&board.scene(), &mut self.frame, u32::MAX);
        }
    }
}
