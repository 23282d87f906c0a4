//! The console as it is played: frame by frame, with the hands, the recording and the way back in step with it.
//!
//! Nothing here knows what time it is on the host: the same frames with the same hands are the same.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use emu6507::{CYCLES_PER_LINE, Console, Input, ROWS, Row, Screen, StateError, Stop, Tv};

use super::rewind::Rewind;
use super::taps::Taps;
use crate::script::{Place, Recorder};

/// Quick saves that a recording can go back to, the newest.
const KNOWN_SAVES: usize = 64;

/// What belongs to a state beside the console's own.
#[derive(Clone, Copy, Debug)]
struct Mark {
    frame: u64,
    thinking_since: Option<u64>,
    place: Place,
    in_frame: bool,
}

/// A state cannot be taken on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadError {
    /// It is not one, or not this cartridge's.
    State(StateError),
    /// The recording does not lead to it.
    Recording,
}

/// Cycles that are run at a time. A frame without VSYNC can be longer: it is run in parts, and so shown.
const MOST_CYCLES: u64 = ROWS as u64 * CYCLES_PER_LINE;

/// A console that is being played.
pub(crate) struct Machine {
    console: Console,
    tv: Tv,
    taps: Taps,
    recorder: Recorder,
    /// Whether somebody wants the recording.
    recording: bool,
    /// Frames begun since the recording's beginning.
    frame: u64,
    /// Whether the last of them has not ended.
    in_frame: bool,
    /// The cycle in which the program stopped making a picture.
    thinking_since: Option<u64>,
    rewind: Rewind<Mark>,
    /// Quick saves made on the way that the recording tells, by their hash.
    known: VecDeque<(u64, Mark)>,
}

impl Machine {
    /// Begins with the console as it is.
    pub(crate) fn new(console: Console, tv: Tv, recording: bool) -> Self {
        Machine {
            console,
            tv,
            taps: Taps::default(),
            recorder: Recorder::default(),
            recording,
            frame: 0,
            in_frame: false,
            thinking_since: None,
            rewind: Rewind::default(),
            known: VecDeque::new(),
        }
    }

    /// The console.
    #[cfg(test)]
    pub(crate) fn console(&self) -> &Console {
        &self.console
    }

    /// The console, for its sound.
    pub(crate) fn console_mut(&mut self) -> &mut Console {
        &mut self.console
    }

    /// This is held from the next frame on.
    pub(crate) fn hold(&mut self, input: Input) {
        self.taps.push(input);
    }

    /// Runs a frame, or a part of a long one, and returns its cycles.
    pub(crate) fn run_frame(&mut self) -> u64 {
        if !self.in_frame {
            let held = *self.console.input();
            let input = self.taps.next_frame(&held);
            if input != held {
                self.console.set_input(input);
            }
            if self.recording {
                self.recorder.note(self.frame, &input);
            }
            self.frame += 1;
        }
        let before = self.console.cycle();
        self.in_frame = self.console.run_frame_until(before + MOST_CYCLES) != Stop::Frame;
        if self.in_frame {
            return self.console.cycle() - before;
        }
        self.thinking_since = self.console.is_without_vsync().then(|| self.thinking_since.unwrap_or(before));
        self.console.cycle() - before
    }

    /// Cycles a second of the Atari's time.
    pub(crate) fn cycles_per_second(&self) -> f64 {
        self.tv.cycles_per_second()
    }

    /// What there is to see: the last finished frame, or what is drawn of one that is long.
    pub(crate) fn picture(&mut self) -> &[Row] {
        if self.in_frame { self.console.screen_now().drawn() } else { self.console.screen().picture() }
    }

    /// Seconds of the Atari's time that the program has been thinking for, if it is.
    pub(crate) fn thinking(&self) -> Option<f64> {
        self.thinking_since.map(|since| (self.console.cycle() - since) as f64 / self.tv.cycles_per_second())
    }

    /// Keeps the present for [`Machine::step_back`].
    pub(crate) fn remember(&mut self) {
        let mark = self.mark();
        self.rewind.push(&self.console.save(), mark);
    }

    /// Goes back to what was remembered last. Returns whether there was something.
    pub(crate) fn step_back(&mut self) -> bool {
        let Some((state, mark)) = self.rewind.pop() else { return false };
        if self.console.load(&state).is_err() {
            return false;
        }
        self.return_to(mark);
        true
    }

    /// The present as a quick save.
    pub(crate) fn save(&mut self) -> Vec<u8> {
        let state = self.console.save();
        self.known.push_back((hash(&state), self.mark()));
        if self.known.len() > KNOWN_SAVES {
            self.known.pop_front();
        }
        state
    }

    /// Takes on a quick save. What went before it can be come back to.
    ///
    /// # Errors
    /// If it is none of this cartridge, or one that the recording does not lead to; then nothing is changed.
    pub(crate) fn load(&mut self, state: &[u8]) -> Result<(), LoadError> {
        let hash = hash(state);
        let known = self.known.iter().rev().find(|(known, _)| *known == hash).map(|(_, mark)| *mark);
        let mut loaded = self.console.clone();
        loaded.load(state).map_err(LoadError::State)?;
        if self.recording && known.is_none() {
            return Err(LoadError::Recording);
        }
        self.remember();
        self.console = loaded;
        let elsewhere =
            Mark { frame: self.frame, thinking_since: None, place: self.recorder.place(), in_frame: false };
        self.return_to(known.unwrap_or(elsewhere));
        if self.recording {
            self.rewind.clear();
        }
        Ok(())
    }

    /// A picture of the present, which a state does not have: that of the frame to come.
    pub(crate) fn preview(&self) -> Screen {
        let mut ahead = self.console.clone();
        ahead.run_frame();
        ahead.screen().clone()
    }

    /// The recording: what was held from which frame on, and the number of frames.
    pub(crate) fn recorded(&self) -> (&str, u64) {
        (self.recorder.text(), self.frame)
    }

    fn mark(&self) -> Mark {
        let (frame, in_frame) = (self.frame, self.in_frame);
        Mark { frame, thinking_since: self.thinking_since, place: self.recorder.place(), in_frame }
    }

    fn return_to(&mut self, mark: Mark) {
        (self.frame, self.in_frame) = (mark.frame, mark.in_frame);
        self.thinking_since = mark.thinking_since.filter(|since| *since <= self.console.cycle());
        self.recorder.return_to(mark.place);
        if self.recording {
            self.known.retain(|(_, known)| known.frame <= mark.frame);
        }
    }
}

fn hash(state: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use emu6507::{Cartridge, LINE_LIMIT, NTSC_CYCLES_PER_SECOND};

    use super::*;
    use crate::script::Script;

    /// A program that makes frames, and whose RAM depends on everything that was held in each.
    fn cartridge() -> Cartridge {
        // LDA #2; STA VSYNC; four WSYNCs; LDA #0; STA VSYNC;
        // LDA SWCHA; EOR SWCHB; ADC $80; ROL; EOR INPT4; STA $80; INC $81; JMP start
        let program: &[u8] = &[
            0xa9, 2, 0x85, 0, 0x85, 2, 0x85, 2, 0x85, 2, 0x85, 2, 0xa9, 0, 0x85, 0, 0xad, 0x80, 2, 0x4d,
            0x82, 2, 0x65, 0x80, 0x2a, 0x45, 0x3c, 0x85, 0x80, 0xe6, 0x81, 0x4c, 0, 0xf0,
        ];
        let mut image = vec![0xea; 4_096];
        image[..program.len()].copy_from_slice(program);
        image[0xffc..].copy_from_slice(&[0, 0xf0, 0, 0xf0]);
        Cartridge::new(&image).unwrap()
    }

    fn machine(recording: bool) -> Machine {
        Machine::new(Console::new(cartridge()), Tv::Ntsc, recording)
    }

    /// Something that changes at odd moments.
    fn held(number: u64) -> Input {
        let mut input = Input::default();
        let value = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        input.joysticks[0].up = value & 3 == 0;
        input.joysticks[0].fire = value & 0x0c == 0;
        input.joysticks[1].left = value & 0x10 == 0;
        input.switches.select = value & 0x60 == 0;
        input.switches.right_a = value & 0x180 == 0;
        input.switches.colour = value & 0x600 != 0;
        input
    }

    fn play(machine: &mut Machine, numbers: std::ops::Range<u64>) {
        for number in numbers {
            machine.hold(held(number));
            if number % 7 == 0 {
                machine.hold(held(number + 1_000));
            }
            machine.run_frame();
        }
    }

    /// Runs the recording without a window, as `--headless --input` does.
    fn replayed(machine: &Machine) -> Console {
        let (text, frames) = machine.recorded();
        let script = Script::parse(text, "recorded").unwrap();
        let mut console = Console::new(cartridge());
        let (mut next, mut input) = (0, *console.input());
        for frame in 0..frames {
            if script.apply(&mut next, frame, &mut input) {
                console.set_input(input);
            }
            console.run_frame();
        }
        console
    }

    fn assert_replays(machine: &Machine) {
        let replayed = replayed(machine);
        assert_eq!(replayed.ram(), machine.console().ram());
        assert_eq!(replayed.cycle(), machine.console().cycle());
    }

    #[test]
    fn the_program_feels_what_is_held() {
        let (mut one, mut other) = (machine(false), machine(false));
        play(&mut one, 0..100);
        play(&mut other, 1..101);
        assert_ne!(one.console().ram(), other.console().ram());
        // A frame ends before the program counts it.
        assert_eq!(one.console().ram()[1], 99);
    }

    #[test]
    fn a_recording_replays_to_the_same_ram() {
        let mut machine = machine(true);
        play(&mut machine, 0..500);
        assert_replays(&machine);
    }

    #[test]
    fn a_recording_replays_after_rewinding_and_loading() {
        let mut machine = machine(true);
        play(&mut machine, 0..50);
        let state = machine.save();
        for number in 50..200 {
            play(&mut machine, number..number + 1);
            machine.remember();
        }
        for _ in 0..80 {
            assert!(machine.step_back());
        }
        assert_eq!(machine.recorded().1, 121);
        assert_replays(&machine);
        play(&mut machine, 300..350);
        assert_replays(&machine);
        machine.load(&state).unwrap();
        assert_eq!(machine.recorded().1, 50);
        play(&mut machine, 400..450);
        assert_replays(&machine);
        assert!(!machine.step_back(), "what the recording no longer tells cannot be come back to");
    }

    #[test]
    fn a_recording_refuses_a_state_that_it_does_not_lead_to() {
        let mut other = machine(false);
        play(&mut other, 0..30);
        let state = other.save();
        let mut machine = machine(true);
        play(&mut machine, 0..10);
        let early = machine.save();
        machine.remember();
        play(&mut machine, 10..20);
        let late = machine.save();
        let ram = *machine.console().ram();
        assert_eq!(machine.load(&state), Err(LoadError::Recording));
        assert_eq!(*machine.console().ram(), ram);
        machine.load(&early).unwrap();
        assert_eq!(machine.load(&late), Err(LoadError::Recording));
        play(&mut machine, 20..30);
        assert_replays(&machine);
    }

    #[test]
    fn a_load_can_be_undone_by_rewinding() {
        let mut machine = machine(false);
        play(&mut machine, 0..10);
        let state = machine.save();
        play(&mut machine, 10..40);
        let before = *machine.console().ram();
        machine.load(&state).unwrap();
        assert_ne!(*machine.console().ram(), before);
        assert!(machine.step_back());
        assert_eq!(*machine.console().ram(), before);
    }

    #[test]
    fn a_torn_or_foreign_state_changes_nothing() {
        let mut machine = machine(false);
        play(&mut machine, 0..10);
        let state = machine.save();
        play(&mut machine, 10..20);
        let before = machine.console().save();
        let mut changed = state.clone();
        changed[1_000] ^= 1;
        let foreign = Console::new(Cartridge::new(&[0xea; 4_096]).unwrap()).save();
        for (bytes, error) in [
            (&state[..state.len() - 1], StateError::Torn),
            (&changed[..], StateError::Torn),
            (&b"no state"[..], StateError::Foreign),
            (&[][..], StateError::Foreign),
            (&foreign[..], StateError::OtherCartridge),
        ] {
            assert_eq!(machine.load(bytes), Err(LoadError::State(error)));
            assert_eq!(machine.console().save(), before);
        }
        assert!(!machine.step_back());
    }

    #[test]
    fn thinking_time_is_counted_from_the_last_picture_and_rewinds_too() {
        // JMP to itself.
        let mut image = vec![0xea; 4_096];
        image[..3].copy_from_slice(&[0x4c, 0, 0xf0]);
        image[0xffc..].copy_from_slice(&[0, 0xf0, 0, 0xf0]);
        let mut machine = Machine::new(Console::new(Cartridge::new(&image).unwrap()), Tv::Ntsc, false);
        // Each frame is run in two parts, for it is longer than the screen.
        for _ in 0..900 {
            machine.run_frame();
        }
        let early = machine.thinking().unwrap();
        machine.remember();
        for _ in 0..900 {
            machine.run_frame();
        }
        let seconds = (900 * LINE_LIMIT * CYCLES_PER_LINE) as f64 / NTSC_CYCLES_PER_SECOND;
        assert!((machine.thinking().unwrap() - seconds).abs() < 0.03, "{:?}", machine.thinking());
        machine.step_back();
        assert!((machine.thinking().unwrap() - early).abs() < 1e-9);
        let mut picture = super::tests::machine(false);
        picture.run_frame();
        picture.run_frame();
        assert_eq!(picture.thinking(), None);
    }
}
