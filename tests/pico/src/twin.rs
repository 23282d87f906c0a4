//! The library on the host, fed with what the firmware saw, and what it draws then.

use anyhow::{Context as _, Result, ensure};
use picochess_fw::{
    Board, Config, Silent, Thinker,
    original::ROM_BYTES,
    screen::{Frame, Painter},
};

use crate::{Look, Pico};

/// What the firmware says of the hardware's speed.
const CARTRIDGE_SPEED: u32 = 10_000;
const ORIGINAL_SPEED: u32 = 5_000_000;

/// A board on the host that has seen all that the firmware has seen, at the same times.
pub struct Twin {
    board: Box<Board>,
    thinker: Box<Thinker>,
    answers: u32,
    seen: usize,
}

impl Default for Twin {
    fn default() -> Self {
        Self::with_config(Config::default())
    }
}

impl Twin {
    /// A board that begins with these settings.
    pub fn with_config(config: Config) -> Self {
        let config = Config { cartridge_speed: CARTRIDGE_SPEED, ..config };
        Self {
            board: Box::new(Board::new(config, [None, None])),
            thinker: Box::default(),
            answers: 0,
            seen: 0,
        }
    }

    /// A board that begins with these settings and has the cartridge.
    pub fn with_cartridge(config: Config, rom: &[u8; ROM_BYTES]) -> Self {
        let mut twin = Self::with_config(Config { original_speed: Some(ORIGINAL_SPEED), ..config });
        twin.thinker.insert(rom);
        twin
    }

    /// Cycles of the 6507 that the cartridge's own program has taken for its last reply.
    pub fn original_cycles(&self) -> u64 {
        self.thinker.original_cycles()
    }

    /// Sees what the firmware has seen since the last call. Each answer of the firmware's thinker must be this one's.
    ///
    /// # Errors
    /// If an answer differs.
    pub fn follow(&mut self, pico: &Pico) -> Result<()> {
        for look in &pico.looks()[self.seen..] {
            self.look(look, pico)?;
        }
        self.seen = pico.looks().len();
        Ok(())
    }

    fn look(&mut self, look: &Look, pico: &Pico) -> Result<()> {
        self.board.tick(look.now, look.reeds, look.keys, &mut Silent);
        if look.answers == self.answers {
            return Ok(());
        }
        self.answers = look.answers;
        let answer = loop {
            let request = self.board.request().context("the firmware has an answer, and nobody has asked")?;
            if let Some(answer) = self.thinker.work(Some(&request), 1_000_000, look.now) {
                break answer;
            }
        };
        let (id, best) = look.answer;
        ensure!(id == answer.0, "question {id} is answered there, {} here", answer.0);
        let here = answer.1.best.map_or(u32::MAX, |m| u32::from(m.0));
        ensure!(
            best == here,
            "the reply is {best:#x} there, {here:#x} here, after {}",
            pico.game().log().len()
        );
        self.board.answer(answer.0, answer.1, &mut Silent);
        Ok(())
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The words of the picture, painted anew.
    pub fn picture(&self) -> Vec<u32> {
        let mut frame = Box::new(Frame::new());
        Painter::new().paint(&self.board.scene(), &mut frame, u32::MAX);
        frame.words().to_vec()
    }
}
