//! The cartridge thinks, on the emulated 6507.
//!
//! The machine gets the 128 bytes with which a search begins and runs from `$F574` to `$F00F`. The port follows it node by
//! node, to read its mind: line, score and best move so far lie in the machine's memory in the form of the program's own
//! stack. At the end of every step, and of the search, the two memories must be the same; the reply is taken from the
//! machine's.

use anyhow::Result;
use video_chess::ram::differences;
use video_chess::search::STACK_AT_NODES;
use video_chess::{Progress, Ram, Search};

use super::{Cycles, Engine, Thinking};
use crate::compare::{Rom, Stop};

/// Cycles of a step: some milliseconds.
const STEP: u64 = 600_000;

/// The original cartridge.
#[derive(Clone)]
pub struct Original(Rom);

impl Original {
    /// Powers on.
    ///
    /// # Errors
    /// If the program does not start.
    pub fn new(rom: &[u8; 4096]) -> Result<Self> {
        Ok(Self(Rom::new(rom)?))
    }
}

impl Engine for Original {
    fn name(&self) -> &'static str {
        "rom"
    }

    fn think(&self, root: &Ram) -> Box<dyn Thinking> {
        let mut rom = self.0.clone();
        rom.put_at_search(root);
        Box::new(RomThinking { begun: rom.cycle(), rom, port: Search::new(*root), fault: None })
    }
}

struct RomThinking {
    rom: Rom,
    begun: u64,
    port: Search,
    fault: Option<String>,
}

impl RomThinking {
    fn differ(&mut self, what: &str) -> Progress {
        let bytes: Vec<String> = differences(self.port.ram(), &self.rom.ram(), &[])
            .map(|byte| format!("${:02X} port {:02x}, ROM {:02x}", byte.address, byte.left, byte.right))
            .collect();
        self.fault = Some(format!("port and cartridge part: {what}; {}", bytes.join(", ")));
        Progress::Derailed
    }
}

impl Thinking for RomThinking {
    fn step(&mut self) -> Progress {
        if self.port.progress() != Progress::Running || self.fault.is_some() {
            return self.port.progress();
        }
        let until = self.rom.cycle() + STEP;
        let mut port = *self.port.ram();
        while self.rom.cycle() < until {
            let mut at_node = None;
            match self.port.step_observed(1, &mut |ram: &Ram| at_node = Some(*ram)) {
                // The machine would run on for ever.
                Progress::Derailed => return Progress::Derailed,
                Progress::Finished => {
                    if self.rom.run_search() != Some(Stop::End) {
                        return self.differ("the search does not end");
                    }
                    return if self.rom.ram() == *self.port.ram() {
                        Progress::Finished
                    } else {
                        self.differ("the end of the search")
                    };
                }
                Progress::Running => {}
            }
            if let Some(ram) = at_node {
                port = ram;
                if self.rom.run_search() != Some(Stop::Node) {
                    return self.differ("a node that the cartridge does not come to");
                }
            }
        }
        if differences(&port, &self.rom.ram(), &STACK_AT_NODES).next().is_some() {
            return self.differ(&format!("node {}", self.port.nodes()));
        }
        Progress::Running
    }

    fn search(&self) -> &Search {
        &self.port
    }

    fn cycles(&self) -> Cycles {
        Cycles::Counted(self.rom.cycle() - self.begun)
    }

    fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }
}
