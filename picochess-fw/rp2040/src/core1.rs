//! Core 1 thinks. One question travels to it and back: who has it may read and write it, so nothing is shared.

use core::{
    cell::RefCell,
    sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed, Ordering::SeqCst},
};

use cortex_m::singleton;
use critical_section::Mutex;
use picochess_fw::{Answer, Brain, Level, Log, Request, Task, Thinker};
use rp2040_hal::{
    Timer,
    multicore::{Multicore, Stack},
};

use crate::telemetry::TELEMETRY;

/// Positions between two looks at what core 0 wants: a few milliseconds.
const SLICE: u32 = 16;
/// A thinker that stays in one slice for so long has lost its way, in microseconds.
const LOST_US: u64 = 3_000_000;

/// Words of core 1's stack; docs/firmware.md tells how much of it is used.
const STACK_WORDS: usize = 2048;
static STACK: Stack<STACK_WORDS> = Stack::new();

/// A question, with its own copy of the moves.
struct Question {
    id: u32,
    task: Task,
    brain: Brain,
    level: Level,
    seed: u32,
    moves: Log,
}

impl Question {
    fn request(&self) -> Request<'_> {
        let Self { id, task, brain, level, seed, ref moves } = *self;
        Request { id, task, brain, level, seed, moves }
    }
}

/// The question on its way to core 1, and on its way back.
struct Post {
    there: Option<&'static mut Question>,
    back: Option<(&'static mut Question, Option<(u32, Answer)>)>,
}

static POST: Mutex<RefCell<Post>> = Mutex::new(RefCell::new(Post { there: None, back: None }));
/// Core 0 no longer wants to know.
static WITHDRAWN: AtomicBool = AtomicBool::new(false);
/// Core 0 wants core 1 out of the flash.
static PARK: AtomicBool = AtomicBool::new(false);
/// Core 1 is out of the flash.
static PARKED: AtomicBool = AtomicBool::new(false);
/// Counts slices.
static BEATS: AtomicU32 = AtomicU32::new(0);

/// Core 0's side.
pub(crate) struct Courier {
    home: Option<&'static mut Question>,
    /// The number of the question that is away.
    sent: u32,
    beat: (u32, u64),
}

impl Courier {
    /// Starts core 1.
    pub(crate) fn start(multicore: &mut Multicore<'_>, timer: Timer) -> Option<Self> {
        let thinker = singleton!(: Thinker = Thinker::new())?;
        #[cfg(feature = "original")]
        if let Some(rom) = crate::flash::cartridge() {
            thinker.insert(rom);
        }
        let home = singleton!(: Question = Question {
            id: 0,
            task: Task::Move,
            brain: Brain::VideoChess,
            level: Level::FIRST,
            seed: 0,
            moves: Log::new(),
        })?;
        let [_, core1] = multicore.cores() else { return None };
        core1.spawn(STACK.take()?, move || think(thinker, timer)).ok()?;
        Some(Self { home: Some(home), sent: 0, beat: (0, 0) })
    }

    /// Takes a question over, and brings an answer back when there is one.
    pub(crate) fn exchange(&mut self, request: Option<&Request<'_>>) -> Option<(u32, Answer)> {
        let mut answer = None;
        if self.home.is_none() {
            let back = critical_section::with(|token| POST.borrow_ref_mut(token).back.take());
            if let Some((question, came)) = back {
                self.home = Some(question);
                answer = came;
            }
        }
        if let Some((id, answer)) = &answer {
            TELEMETRY.nodes.store(answer.nodes, Relaxed);
            let [place, best, more] = &TELEMETRY.answer;
            place.store(*id, Relaxed);
            best.store(answer.best.map_or(u32::MAX, |m| u32::from(m.0)), Relaxed);
            let score = answer.score.map_or(0x8000, |score| u32::from(score as u16));
            more.store(score | u32::from(answer.substituted) << 16, Relaxed);
            TELEMETRY.answers.store(TELEMETRY.answers.load(Relaxed) + 1, Relaxed);
            return Some((*id, *answer));
        }
        match (request, self.home.take()) {
            (Some(request), Some(question)) => {
                let Request { id, task, brain, level, seed, moves } = *request;
                (question.id, question.task, question.brain) = (id, task, brain);
                (question.level, question.seed) = (level, seed);
                question.moves.clone_from(moves);
                self.sent = id;
                WITHDRAWN.store(false, SeqCst);
                critical_section::with(|token| POST.borrow_ref_mut(token).there = Some(question));
                cortex_m::asm::sev();
            }
            (request, None) => {
                if request.is_none_or(|request| request.id != self.sent) {
                    WITHDRAWN.store(true, SeqCst);
                }
            }
            (None, home) => self.home = home,
        }
        None
    }

    /// Whether core 1 does what it is there for.
    pub(crate) fn is_alive(&mut self, now: u64) -> bool {
        let beats = BEATS.load(Relaxed);
        if self.home.is_some() || beats != self.beat.0 {
            self.beat = (beats, now);
        }
        now - self.beat.1 < LOST_US
    }

    /// Does `work` while core 1 waits in RAM and touches no flash.
    #[expect(clippy::unused_self, reason = "one at a time: the courier is borrowed for the while")]
    pub(crate) fn parked<T>(&mut self, work: impl FnOnce() -> T) -> T {
        PARK.store(true, SeqCst);
        cortex_m::asm::sev();
        while !PARKED.load(SeqCst) {
            core::hint::spin_loop();
        }
        let done = work();
        PARK.store(false, SeqCst);
        while PARKED.load(SeqCst) {
            core::hint::spin_loop();
        }
        done
    }
}

/// Core 1.
fn think(thinker: &'static mut Thinker, timer: Timer) -> ! {
    let mut held: Option<&'static mut Question> = None;
    let mut began = 0;
    loop {
        BEATS.store(BEATS.load(Relaxed).wrapping_add(1), Relaxed);
        if PARK.load(SeqCst) {
            park();
        }
        let Some(question) = held.take() else {
            held = critical_section::with(|token| POST.borrow_ref_mut(token).there.take());
            if held.is_none() {
                cortex_m::asm::wfe();
            }
            began = timer.get_counter().ticks();
            continue;
        };
        let withdrawn = WITHDRAWN.load(SeqCst);
        let request = question.request();
        let answer = thinker.work((!withdrawn).then_some(&request), SLICE, timer.get_counter().ticks());
        if withdrawn || answer.is_some() {
            #[cfg(feature = "original")]
            tell_cycles(thinker.original_cycles());
            TELEMETRY.thought_us.store((timer.get_counter().ticks() - began) as u32, Relaxed);
            critical_section::with(|token| POST.borrow_ref_mut(token).back = Some((question, answer)));
        } else {
            held = Some(question);
        }
    }
}

#[cfg(feature = "original")]
fn tell_cycles(cycles: u64) {
    let [low, high] = &TELEMETRY.original;
    low.store(cycles as u32, Relaxed);
    high.store((cycles >> 32) as u32, Relaxed);
}

/// Waits in RAM until core 0 has done with the flash. No interrupt is enabled on this core.
#[inline(never)]
#[unsafe(link_section = ".data.park")]
fn park() {
    PARKED.store(true, SeqCst);
    while PARK.load(SeqCst) {
        core::hint::spin_loop();
    }
    PARKED.store(false, SeqCst);
}
