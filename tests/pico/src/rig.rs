//! The emulated Pico as something that scripts are played on.

use anyhow::{Context as _, Result, bail, ensure};
use board_script::{Picture, Report, Rig};
use picochess_fw::{Keys, State, screen::Colour};

use crate::{CLOCK_HZ, Pico, vga::VISIBLE};

/// Clocks of a frame.
const FRAME: u64 = CLOCK_HZ / 60;

/// A Pico on the bench.
pub struct Bench {
    /// The Pico.
    pub pico: Pico,
}

impl Bench {
    /// The picture that the monitor shows, as 640 by 480 colours, once the board has painted what is to be seen.
    ///
    /// # Errors
    /// If there is no signal, or the board does not get done with painting.
    pub fn picture(&mut self) -> Result<Vec<u8>> {
        for _ in 0..30 {
            if self.pico.told().is_painted() {
                let signal = self.pico.watch(2 * FRAME + FRAME / 8)?;
                // Something may have changed meanwhile, such as a clock.
                if self.pico.told().is_painted() {
                    return signal.frames().pop().context("the monitor gets no signal");
                }
            }
            self.pico.run(FRAME / 2)?;
        }
        bail!("the picture does not come to rest");
    }

    /// Lets time go on until the firmware has looked at its board so many times.
    ///
    /// # Errors
    /// If it does not within a second.
    pub fn looks(&mut self, more: u32) -> Result<()> {
        let goal = self.pico.told().looks() + more;
        let limit = self.pico.cycles() + CLOCK_HZ;
        while self.pico.told().looks() < goal {
            ensure!(self.pico.cycles() < limit, "the firmware does not look at its board");
            self.pico.run(20_000)?;
        }
        Ok(())
    }
}

impl Rig for Bench {
    const PATIENCE_US: u64 = 600_000_000;

    fn now(&self) -> u64 {
        self.pico.now()
    }

    fn advance(&mut self, until_us: u64) -> Result<()> {
        let now = self.pico.now();
        if until_us > now {
            self.pico.run((until_us - now) * (CLOCK_HZ / 1_000_000))?;
        }
        Ok(())
    }

    fn men(&mut self) -> &mut u64 {
        self.pico.men()
    }

    fn keys(&mut self) -> &mut Keys {
        self.pico.keys()
    }

    fn power(&mut self, on: bool) -> Result<()> {
        self.pico.power(on)
    }

    fn state(&self) -> Option<State> {
        self.pico.is_powered().then(|| self.pico.told().state()).flatten()
    }

    fn is_thinking(&self) -> bool {
        self.pico.is_powered() && self.pico.told().is_asking()
    }

    fn monitor(&mut self) -> Result<Picture> {
        ensure!(self.pico.is_powered(), "without power there is no picture");
        let rgb = self.picture()?.into_iter().flat_map(|colour| Colour(colour).rgb()).collect();
        Ok((VISIBLE.0 as u32, VISIBLE.1 as u32, rgb))
    }

    fn table(&mut self) -> Result<Picture> {
        bail!("there is no table around the emulated Pico: use picture")
    }

    fn report(&self) -> Report {
        match self.state() {
            Some(state) => Report::new(state, &self.pico.game()),
            None => Report::off(),
        }
    }
}
