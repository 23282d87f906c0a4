//! The port against the cartridge, in lock step: the whole memory at every node of a search, and at every frame of a
//! game played by joystick.
//!
//! The cartridge runs on our 6507 ([`BlindMachine`]). Nothing of the one reaches the other but the first memory and what
//! is held in a frame.

use std::fmt;
use std::ops::AddAssign;
use std::time::{Duration, Instant};

use crate::blind::BlindMachine;
use anyhow::{Result, ensure};
use indicatif::ProgressBar;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use vchess_rom::ram_map;
use video_chess::game::Seen;
use video_chess::ram::{Difference, differences};
use video_chess::search::STACK_AT_NODES;
use video_chess::{Colour, Derailment, Game, Level, Move, Outcome, Position, Ram, Reply, Search, Square};

/// The program counter once a frame, after the store that ends vertical sync.
const FRAME: u16 = 0xf056;
/// The search begins.
const SEARCH: u16 = 0xf574;
/// A move is about to be made.
const NODE: u16 = 0xf821;
/// The answer is given.
const ANSWER: u16 = 0xfa30;
/// The search is over.
const SEARCH_END: u16 = 0xf00f;
/// Where the search stacks its move counters, one a ply.
const COUNTER_STACK: u8 = 0xef;
/// At a node, so many bytes from `$80` on are compared: all but [`STACK_AT_NODES`].
const COMPARED_AT_NODES: usize = 128 - STACK_AT_NODES.len();
/// More cycles than a frame takes.
const FRAME_LIMIT: u64 = 100_000;
/// More cycles than it takes from power-on to the first frame.
const BOOT_LIMIT: u64 = 1_000_000;
/// More cycles than ever lie between two nodes: at a root of 200 moves, two rankings of all of them.
const NODE_LIMIT: u64 = 20_000_000;

/// Where port and cartridge part.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// Why the port does not go on, where that is it.
    pub derailment: Option<Derailment>,
    /// Where: a node's number, a frame, the end of a search.
    pub place: String,
    /// The level.
    pub level: u8,
    /// The position as a FEN, where it is known.
    pub position: String,
    /// The moves from the root to the node.
    pub line: String,
    /// Nodes before it.
    pub nodes: u64,
    /// The memory that the search began with.
    pub root: Ram,
    /// The port's memory.
    pub port: Ram,
    /// The cartridge's.
    pub rom: Ram,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} at level {}, {} nodes before it", self.place, self.level, self.nodes)?;
        writeln!(f, "  position {}", self.position)?;
        writeln!(f, "  line     {}", self.line)?;
        writeln!(f, "  root RAM {}", hex::encode(self.root.bytes()))?;
        writeln!(f, "  port RAM {}", hex::encode(self.port.bytes()))?;
        writeln!(f, "  ROM RAM  {}", hex::encode(self.rom.bytes()))?;
        for byte in differences(&self.port, &self.rom, &[]) {
            let kind = if STACK_AT_NODES.contains(&byte.address) { " (not compared at nodes)" } else { "" };
            writeln!(f, "  {}{kind}", named(&byte))?;
        }
        Ok(())
    }
}

/// A byte in which port and cartridge differ, with its names.
pub fn named(byte: &Difference) -> String {
    let names: Vec<&str> = ram_map::uses_of(byte.address).map(|usage| usage.name).collect();
    format!("${:02X} port {:02x}, ROM {:02x}: {}", byte.address, byte.left, byte.right, names.join(", "))
}

impl Divergence {
    /// Whether it is none: the port does not go on, and the cartridge never answers either.
    pub fn both_derail(&self, rom: &Rom) -> bool {
        self.derailment.is_some() && !rom_answers(rom, &self.root, PATIENCE)
    }
}

/// Cycles that the cartridge is given to answer after all where the port says that it never will: 28 minutes of its time.
const PATIENCE: u64 = 2_000_000_000;

/// What a search has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The memory at its end (`$F00F`).
    pub ram: Ram,
    /// `$C0` as the answer is given (`$FA30`): `$80` is equal, more is better for the program.
    pub score: u8,
    /// Moves made.
    pub nodes: u64,
}

/// Has the port search a memory.
///
/// # Errors
/// Where it does not go on.
pub fn port_finds(root: &Ram) -> Result<Found, Derailment> {
    let mut search = Search::new(*root);
    search.run();
    match search.derailment() {
        Some(why) => Err(why),
        None => Ok(Found {
            ram: *search.ram(),
            // Where no move has been found the score is still what a pass begins with.
            score: search.best().map_or(1, |best| best.score),
            nodes: search.nodes(),
        }),
    }
}

/// The cartridge, before its first frame.
#[derive(Clone)]
pub struct Rom(BlindMachine);

impl Rom {
    /// Powers on.
    ///
    /// # Errors
    /// If the program does not reach its first frame.
    pub fn new(rom: &[u8; 4096]) -> Result<Self> {
        let mut machine = BlindMachine::new(rom);
        let arrived = machine.run_to([FRAME, FRAME], BOOT_LIMIT);
        ensure!(arrived, "the program did not reach ${FRAME:04X} within {BOOT_LIMIT} cycles of power-on");
        Ok(Self(machine))
    }

    /// Its memory.
    pub fn ram(&self) -> Ram {
        Ram::from(*self.0.ram())
    }

    /// Cycles since power-on.
    pub fn cycle(&self) -> u64 {
        self.0.cycle()
    }

    /// Has the cartridge search a memory: what it finds, and the cycles of the 6507 that this takes. `None` where it goes
    /// astray: no further node, nor the end, within [`NODE_LIMIT`] cycles. `seen` is told the nodes so far.
    pub fn finds(&self, root: &Ram, mut seen: impl FnMut(u64)) -> Option<(Found, u64)> {
        let mut rom = self.clone();
        rom.put_at_search(root);
        let begun = rom.0.cycle();
        let mut nodes = 0;
        while rom.0.run_to([NODE, ANSWER], NODE_LIMIT) {
            if rom.0.program_counter() == NODE {
                nodes += 1;
                seen(nodes);
                continue;
            }
            let score = rom.ram().score(0);
            let ended = rom.0.run_to([SEARCH_END, SEARCH_END], NODE_LIMIT);
            return ended.then(|| (Found { ram: rom.ram(), score, nodes }, rom.0.cycle() - begun));
        }
        None
    }

    /// Makes this the memory at the beginning of a search.
    pub(crate) fn put_at_search(&mut self, ram: &Ram) {
        *self.0.ram_mut() = *ram.bytes();
        self.0.jump(SEARCH);
    }

    /// Runs to the next node, or the end of the search. `None`: neither came about.
    pub(crate) fn run_search(&mut self) -> Option<Stop> {
        let arrived = self.0.run_to([NODE, SEARCH_END], NODE_LIMIT);
        arrived.then(|| if self.0.program_counter() == NODE { Stop::Node } else { Stop::End })
    }

    /// Runs a frame, or to the search that begins in it.
    fn run_frame(&mut self, seen: &Seen<'_>) -> bool {
        self.0.hold(seen.controls);
        let goal = if seen.thinks { SEARCH } else { FRAME };
        self.0.run_to([FRAME, SEARCH], FRAME_LIMIT) && self.0.program_counter() == goal
    }
}

/// Where a search of the cartridge is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A move is about to be made.
    Node,
    /// The search is over.
    End,
}

/// What has been compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Searches.
    pub searches: u64,
    /// Nodes, the whole memory at each.
    pub nodes: u64,
    /// Frames, the whole memory at the end of each.
    pub frames: u64,
    /// Cycles of the 6507 that the cartridge has thought.
    pub cycles: u64,
    /// How near the machine's stack, growing down from `$FF`, has come to the search's stack of counters, growing up from
    /// `$EF`: bytes between the two, negative where they overlapped. `None` without a search.
    pub stack_gap: Option<i16>,
}

impl AddAssign for Compared {
    fn add_assign(&mut self, other: Self) {
        self.searches += other.searches;
        self.nodes += other.nodes;
        self.frames += other.frames;
        self.cycles += other.cycles;
        self.stack_gap = match (self.stack_gap, other.stack_gap) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
    }
}

/// Whether the cartridge's search of a memory ends within so many cycles.
pub fn rom_answers(rom: &Rom, root: &Ram, cycles: u64) -> bool {
    let mut rom = rom.clone();
    rom.put_at_search(root);
    rom.0.run_to([SEARCH_END, SEARCH_END], cycles)
}

/// Searches a memory in both and compares all 128 bytes at the end, and at every node all but [`STACK_AT_NODES`].
///
/// # Errors
/// The first difference.
pub fn search(rom: &Rom, root: &Ram) -> Result<Compared, Box<Divergence>> {
    search_up_to(rom, root, u64::MAX)
}

/// The same for the first `most_nodes` nodes of the search; [`Compared::searches`] is 0 where it has not ended by then.
///
/// # Errors
/// The first difference.
pub fn search_up_to(rom: &Rom, root: &Ram, most_nodes: u64) -> Result<Compared, Box<Divergence>> {
    search_disturbed(rom, root, most_nodes, |_| {})
}

/// The same with a hand in it: after every node `disturb` may change what the port has, so that one can see what a
/// difference looks like.
///
/// # Errors
/// The first difference.
pub fn search_disturbed(
    rom: &Rom,
    root: &Ram,
    most_nodes: u64,
    disturb: impl FnMut(&mut Search),
) -> Result<Compared, Box<Divergence>> {
    let mut rom = rom.clone();
    rom.put_at_search(root);
    let human = human_of(root);
    let position = Position::from_ram(root, human, human.other()).to_string();
    lock_step(&mut rom, &mut Search::new(*root), &position, most_nodes, disturb)
}

/// The human's colour in a memory: black where the program has opened.
fn human_of(ram: &Ram) -> Colour {
    if ram.program_opened() { Colour::Black } else { Colour::White }
}

fn lock_step(
    rom: &mut Rom,
    search: &mut Search,
    position: &str,
    most_nodes: u64,
    mut disturb: impl FnMut(&mut Search),
) -> Result<Compared, Box<Divergence>> {
    let root = *search.ram();
    let begun = rom.0.cycle();
    let mut stack_gap = i16::MAX;
    rom.0.watch_stack();
    let compared = |search: &Search, rom: &Rom, stack_gap| Compared {
        searches: 1,
        nodes: search.nodes(),
        frames: 0,
        cycles: rom.0.cycle() - begun,
        stack_gap: (search.nodes() > 0).then_some(stack_gap),
    };
    let differ = |place: String, nodes: u64, search: &Search, port: &Ram, rom: &Rom| {
        let human = human_of(&root);
        let name = |square| Square::from_index(square, human);
        let line: Vec<String> =
            search.line().map(|step| format!("{}{}", name(step.source), name(step.target))).collect();
        Box::new(Divergence {
            derailment: search.derailment(),
            place,
            level: root.level().wrapping_add(1),
            position: position.to_owned(),
            line: line.join(" "),
            nodes,
            root,
            port: *port,
            rom: rom.ram(),
        })
    };
    loop {
        let mut at_node = None;
        search.step_observed(1, &mut |ram: &Ram| at_node = Some(*ram));
        let Some(port) = at_node else {
            if let Some(why) = search.derailment() {
                return Err(differ(
                    format!("The port does not go on: {why}"),
                    search.nodes(),
                    search,
                    search.ram(),
                    rom,
                ));
            }
            break;
        };
        if rom.run_search() != Some(Stop::Node) {
            return Err(differ(
                "A node that the ROM does not come to".into(),
                search.nodes() - 1,
                search,
                &port,
                rom,
            ));
        }
        // At a node of ply p, the plies up to p are stacked, or about to be.
        stack_gap = stack_gap.min(i16::from(rom.0.lowest_push()) - i16::from(COUNTER_STACK + port.ply()) - 1);
        rom.0.watch_stack();
        if port.bytes()[..COMPARED_AT_NODES] != rom.0.ram()[..COMPARED_AT_NODES] {
            return Err(differ(format!("Node {}", search.nodes()), search.nodes() - 1, search, &port, rom));
        }
        disturb(search);
        if search.nodes() >= most_nodes {
            return Ok(Compared { searches: 0, ..compared(search, rom, stack_gap) });
        }
    }
    let is_over = rom.run_search() == Some(Stop::End);
    if !is_over || differences(search.ram(), &rom.ram(), &[]).next().is_some() {
        let place = if is_over { "The end of the search" } else { "A node that the port does not come to" };
        return Err(differ(place.into(), search.nodes(), search, search.ram(), rom));
    }
    Ok(compared(search, rom, stack_gap))
}

/// Games to be played against both.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    /// How many.
    pub games: u64,
    /// The level.
    pub level: Level,
    /// The games are numbered from this seed on; a number is a game.
    pub seed: u64,
    /// A game ends after so many moves of both sides, if not before.
    pub plies: u32,
}

/// What games have come to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// What has been compared.
    pub compared: Compared,
    /// Games.
    pub games: u64,
    /// Games in which the program gave up.
    pub program_lost: u64,
    /// Games in which the human lost.
    pub human_lost: u64,
    /// The first difference of each game that has one.
    pub differences: Vec<Divergence>,
    /// How long it took.
    pub took: Duration,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compared { searches, nodes, frames, cycles, stack_gap } = self.compared;
        let gap = stack_gap.map_or("-".to_owned(), |bytes| bytes.to_string());
        f.write_str("| games | searches | nodes | frames | 6507 cycles | bytes between stacks ")?;
        writeln!(f, "| program lost | human lost | differences |")?;
        writeln!(f, "|---:|---:|---:|---:|---:|---:|---:|---:|---:|")?;
        write!(
            f,
            "| {} | {searches} | {nodes} | {frames} | {cycles} | {gap} | {} | {} | {} |",
            self.games,
            self.program_lost,
            self.human_lost,
            self.differences.len()
        )
    }
}

/// Plays whole games against both, the cartridge's by joystick, over all cores. Every frame and every node is compared.
///
/// The human's moves are chosen by the game's number among those that the cartridge accepts; every third game the human
/// has black.
///
/// # Errors
/// If the ROM does not start.
pub fn games(rom: &[u8; 4096], games: &Games, bar: &ProgressBar) -> Result<Summary> {
    let rom = Rom::new(rom)?;
    let started = Instant::now();
    bar.set_length(games.games);
    let mut summary = (0..games.games)
        .into_par_iter()
        .map(|number| {
            let played = play(&rom, games, games.seed.wrapping_add(number));
            bar.inc(1);
            played
        })
        .reduce(Summary::default, |mut all, one| {
            all.compared += one.compared;
            all.games += one.games;
            all.program_lost += one.program_lost;
            all.human_lost += one.human_lost;
            all.differences.extend(one.differences);
            all
        });
    summary.took = started.elapsed();
    Ok(summary)
}

/// Puts the cartridge where a game is, at the end of vertical sync.
pub fn set_up(rom: &Rom, game: &Game) -> Rom {
    let mut rom = rom.clone();
    *rom.0.ram_mut() = *game.ram().bytes();
    rom
}

/// Has the human wait some frames and move, on both sides, and both reply: every frame and every node is compared.
///
/// # Errors
/// The first difference. A move that the cartridge's rules refuse leaves everything as it is and is `Ok(None)`.
pub fn answer(
    rom: &mut Rom,
    game: &mut Game,
    frames_before: u32,
    human: Move,
) -> Result<Option<(Compared, Reply)>, Box<Divergence>> {
    if game.accepts(human).is_err() {
        return Ok(None);
    }
    let before = game.position().to_string();
    let mut frames = Frames { rom, compared: 0, failed: None };
    game.wait_seen(frames_before, |seen| frames.follow(&seen));
    let played = game.play_seen(human, |seen| frames.follow(&seen));
    let Frames { rom, compared, failed } = frames;
    if let Some((port, seen)) = failed {
        return Err(Box::new(Divergence {
            derailment: None,
            place: format!("Frame {compared} of the human's move {human}"),
            level: game.level().number(),
            position: before,
            line: String::new(),
            nodes: 0,
            root: port,
            port,
            rom: seen,
        }));
    }
    let (Ok(()), Some(search)) = (played, game.search()) else { return Ok(None) };
    let mut search = search.clone();
    let mut all = lock_step(rom, &mut search, &game.position().to_string(), u64::MAX, |_| {})?;
    all.frames = compared;
    rom.0.run_to([FRAME, FRAME], FRAME_LIMIT);
    Ok(game.adopt(search).map(|reply| (all, reply)))
}

/// One game.
fn play(rom: &Rom, games: &Games, number: u64) -> Summary {
    let mut dice = ChaCha8Rng::seed_from_u64(number);
    let mut game = if number.is_multiple_of(3) {
        Game::new_as_black(games.level, dice.next_u32() as u8)
    } else {
        Game::new(games.level)
    };
    let mut rom = set_up(rom, &game);
    let mut summary = Summary { games: 1, ..Summary::default() };
    for _ in 0..games.plies / 2 {
        let Some(chosen) = choose(&game, &mut dice) else { break };
        match answer(&mut rom, &mut game, dice.next_u32() % 64, chosen) {
            Ok(Some((compared, reply))) => {
                summary.compared += compared;
                summary.program_lost += u64::from(reply.outcome == Outcome::ProgramLost);
                summary.human_lost += u64::from(reply.outcome == Outcome::HumanLost);
                if reply.outcome != Outcome::PlayOn {
                    break;
                }
            }
            Ok(None) => break,
            Err(mut divergence) => {
                divergence.place = format!("Game {number}: {}", divergence.place);
                summary.differences.push(*divergence);
                break;
            }
        }
    }
    summary
}

/// Follows the port's frames on the cartridge.
struct Frames<'a> {
    rom: &'a mut Rom,
    compared: u64,
    /// Both memories after the first frame that differs.
    failed: Option<(Ram, Ram)>,
}

impl Frames<'_> {
    fn follow(&mut self, seen: &Seen<'_>) {
        if self.failed.is_some() {
            return;
        }
        let arrived = self.rom.run_frame(seen);
        self.compared += 1;
        let rom = self.rom.ram();
        if !arrived || rom != *seen.ram {
            self.failed = Some((*seen.ram, rom));
        }
    }
}

/// A move of the human's: mostly any, often a capture, early mostly one that brings a piece or pawn out.
pub(crate) fn choose(game: &Game, dice: &mut ChaCha8Rng) -> Option<Move> {
    let accepted: Vec<Move> = game.accepted_moves().collect();
    let captures: Vec<Move> = accepted.iter().copied().filter(|m| game.piece_on(m.to).is_some()).collect();
    let forward = |m: &Move| match game.human() {
        Colour::White => m.to.rank() > m.from.rank(),
        Colour::Black => m.to.rank() < m.from.rank(),
    };
    let advances: Vec<Move> = accepted.iter().copied().filter(forward).collect();
    let kind = dice.next_u32() % 10;
    let from = match kind {
        0..4 if !captures.is_empty() => captures,
        0..7 if !advances.is_empty() => advances,
        _ => accepted,
    };
    let count = u32::try_from(from.len()).ok().filter(|&count| count > 0)?;
    Some(from[(dice.next_u32() % count) as usize])
}
