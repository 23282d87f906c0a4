//! The port thinks.

use video_chess::{Progress, Ram, Search};

use super::{Cycles, Engine, Thinking, time};

/// Nodes of a step: about a millisecond.
const NODES: u64 = 4096;

/// The port of the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Port;

impl Engine for Port {
    fn name(&self) -> &'static str {
        "port"
    }

    fn think(&self, root: &Ram) -> Box<dyn Thinking> {
        Box::new(PortThinking(Search::new(*root)))
    }
}

struct PortThinking(Search);

impl Thinking for PortThinking {
    fn step(&mut self) -> Progress {
        self.0.step(NODES)
    }

    fn search(&self) -> &Search {
        &self.0
    }

    fn cycles(&self) -> Cycles {
        Cycles::Reckoned(time::reckon(&self.0))
    }
}
