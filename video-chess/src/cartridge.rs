//! The cartridge without its picture: what a video frame does to the RAM (`$F00F`–`$F573`).
//!
//! The program has no loop of its own for the human. Once a frame it looks at the switches, lets a sixtieth of a second's
//! work be done on the check of the human's move, shows the picture, and reads the joystick. [`Cartridge::frame`] does
//! the same to the same bytes, residue of picture and machine stack included, so that a game through this door is byte
//! for byte a game on the machine. What no memory byte shows (the picture itself, the sound) is left out.
//!
//! A frame here runs from one end of vertical sync (`$F056`, with X = 0 and Y = `$24`) to the next.
//!
//! ```text
//!  between two searches
//!  $C0..$CF  pointers to the last row's shapes        $E6  the button a frame ago (bit 7 clear: down)
//!  $CC, $CD  piece sought and found (9: human's king) $E7  $80 the reply blinks, 15 a buzz, 0 silence
//!  $D0       frames to stay dark after a search       $E8  pattern of a board row
//!  $D3, $F1  frame counter                            $E9  colour mask
//!  $D4..$D8  source (or cursor), target, piece there, $EB  64: the picture is done
//!            captured, cursor (or counter)            $ED  switches
//!  $D9..$DD  the same, kept from the generator        $F0  255 once the colours drift
//!  $DE..$E1  colours: black, white, board, screen     $F2  frames with Select down
//!  $F3       0 cursor free, 1 piece picked up, $80 the reply blinks, $C0 the human's move blinks
//!  $F4       frames until the joystick is read again  $F5  0: the pair of squares is a move
//!  $F6       $FE: check                               $F7  the human's king
//!  $F8..$FF  colours of the last row's pieces, return addresses
//! ```

use crate::level::{self, Level, Material};
use crate::moves::push_address;
use crate::ram::Ram;
use crate::rules;
use crate::search::Search;
use crate::tables::DIRECTIONS;
use crate::tables::kind::{HUMAN, KING};

/// What the human's hands do during a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Controls {
    /// The stick is pushed up.
    pub up: bool,
    /// Down.
    pub down: bool,
    /// To the left.
    pub left: bool,
    /// To the right.
    pub right: bool,
    /// The button is down.
    pub fire: bool,
    /// The console's Reset is held: a new game.
    pub reset: bool,
    /// Select is held: the next level, and a further one every half second.
    pub select: bool,
    /// The colour switch is on colour, not black and white.
    pub colour: bool,
    /// The left difficulty switch is on A: set-up mode.
    pub set_up: bool,
    /// The right difficulty switch is on A: the human plays black, from the next Reset on.
    pub human_is_black: bool,
}

impl Controls {
    /// Nobody touches anything; colour, both difficulty switches on B.
    pub const NONE: Self = Self {
        up: false,
        down: false,
        left: false,
        right: false,
        fire: false,
        reset: false,
        select: false,
        colour: true,
        set_up: false,
        human_is_black: false,
    };

    /// Port A of the RIOT: the left joystick in the upper half, clear where pushed.
    #[must_use]
    pub const fn stick_port(&self) -> u8 {
        0xff ^ ((self.right as u8) << 7
            | (self.left as u8) << 6
            | (self.down as u8) << 5
            | (self.up as u8) << 4)
    }

    /// Port B: the console's switches, with its unused lines high.
    #[must_use]
    pub const fn switch_port(&self) -> u8 {
        (self.human_is_black as u8) << 7
            | (self.set_up as u8) << 6
            | 0x34
            | (self.colour as u8) << 3
            | (!self.select as u8) << 1
            | !self.reset as u8
    }

    /// INPT4 as it is read at `$F46C`: bit 7 from the button, the rest is left on the bus by the instruction.
    const fn button_port(&self) -> u8 {
        if self.fire { 0x3c } else { 0xbc }
    }
}

/// What a frame has come to.
#[derive(Clone, Debug)]
pub enum Frame {
    /// The next frame follows.
    Shown,
    /// The human has moved: the machine thinks, and shows nothing until [`Cartridge::resume`] is called.
    Thinks(Search),
}

/// The machine between two searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cartridge {
    ram: Ram,
}

impl Cartridge {
    /// The machine as it is at the first end of vertical sync after power-on, with these controls.
    #[must_use]
    pub fn power_on(controls: &Controls) -> Self {
        let mut cartridge = Self { ram: Ram::ZERO };
        rules::new_game(&mut cartridge.ram);
        // What the calls of this routine have left, until the picture overwrites it.
        push_address(&mut cartridge.ram, 0xff, 0xf00e);
        cartridge.begin_frame(controls);
        cartridge
    }

    /// The machine with this memory at the end of vertical sync.
    #[must_use]
    pub const fn from_ram(ram: Ram) -> Self {
        Self { ram }
    }

    /// Its memory.
    #[must_use]
    pub const fn ram(&self) -> &Ram {
        &self.ram
    }

    /// Its memory, to be changed.
    pub const fn ram_mut(&mut self) -> &mut Ram {
        &mut self.ram
    }

    /// Goes on from the memory that a search has ended with.
    pub fn resume(&mut self, ram: &Ram, controls: &Controls) {
        self.ram = *ram;
        self.begin_frame(controls);
    }

    /// One frame.
    pub fn frame(&mut self, controls: &Controls) -> Frame {
        self.read_switches(controls);
        self.show_blinking();
        self.draw_picture();
        if let Turn::Over = self.human_turn(controls) {
            return Frame::Thinks(Search::new(self.ram));
        }
        push_address(&mut self.ram, 0xff, 0xf28f);
        rules::note_stage(&mut self.ram);
        self.ram.set_byte(0xff, self.ram.stage());
        self.begin_frame(controls);
        Frame::Shown
    }

    /// `$F00F`: frame counter and colours.
    fn begin_frame(&mut self, controls: &Controls) {
        /// Screen, board, white, black for a black-and-white set, then for a colour set (`$FF6E`).
        const COLOUR_SETS: [[u8; 4]; 2] = [[0x06, 0x08, 0x0e, 0x00], [0x82, 0x84, 0x8e, 0x26]];
        let ram = &mut self.ram;
        ram.set_frame(ram.frame().wrapping_add(1));
        if ram.frame() == 0 {
            ram.set_byte(FRAME_HIGH, ram.byte(FRAME_HIGH).wrapping_add(1));
            if ram.byte(FRAME_HIGH) == 0 {
                ram.set_byte(ATTRACT, 0xff);
            }
        }
        let mask = !ram.byte(ATTRACT) | 0xf7;
        ram.set_scratch(mask);
        let drift = ram.byte(FRAME_HIGH) & ram.byte(ATTRACT);
        let set = COLOUR_SETS[usize::from(controls.colour)];
        for (address, colour) in (BLACK_COLOUR..=SCREEN_COLOUR).rev().zip(set) {
            ram.set_byte(address, (drift ^ colour) & mask);
        }
        ram.set_byte(SWITCHES, controls.switch_port());
        if controls.human_is_black {
            let black = ram.byte(BLACK_COLOUR);
            ram.set_byte(BLACK_COLOUR, ram.byte(WHITE_COLOUR));
            ram.set_byte(WHITE_COLOUR, black);
        }
    }

    /// `$F2AA`: Reset, Select, and a step of the human's move check.
    fn read_switches(&mut self, controls: &Controls) {
        if controls.reset {
            rules::new_game(&mut self.ram);
            return;
        }
        self.hold_select(controls.select);
        rules::check_move(&mut self.ram);
    }

    /// `$F2FF`: Select steps the level at once, and again after 31 frames.
    fn hold_select(&mut self, select: bool) {
        let ram = &mut self.ram;
        let mut held = 0;
        if select {
            held = ram.byte(SELECT_HELD);
            if held == 0 {
                ram.set_level(ram.level().wrapping_add(1) & 7);
            }
            held = if held >= 30 { 0 } else { held + 1 };
        }
        ram.set_byte(SELECT_HELD, held);
    }

    /// `$F05C`–`$F0D7`: the board as this frame shows it: cursor, blinking pieces, a king in check.
    fn show_blinking(&mut self) {
        let ram = &mut self.ram;
        let is_on = ram.frame() & 0x0c >= 4;
        rules::keep_if_ready(ram);
        let step = ram.byte(STEP);
        let (kept_piece, kept_captured) = (ram.byte(0xdb), ram.byte(0xdc));
        let shows_source = is_on && step & 0x80 == 0 && (kept_piece != 0 || step != 0);
        let source = ram.byte(0xd9);
        put_piece(ram, source, if shows_source { kept_piece } else { CURSOR });

        let target = ram.byte(0xda);
        let noise = ram.byte(NOISE);
        let shown = if noise & 0x80 != 0 || step & 0x80 != 0 {
            Some(if is_on { 0 } else { kept_piece })
        } else if step != 0 {
            Some(if is_on { kept_captured } else { kept_piece })
        } else {
            None
        };
        if let Some(piece) = shown {
            ram.set_byte(target, ram.byte(target) & 0xf0 | piece);
        }

        let mut sound = noise;
        if (1..0x80).contains(&noise) {
            sound |= ram.byte(FIRE_BEFORE);
            if sound & 0x80 != 0 {
                sound = 0;
                ram.set_byte(NOISE, 0);
            }
        }
        let king = ram.byte(HUMAN_KING);
        if sound != 0 && king & 0x80 == 0 && ram.byte(IN_CHECK) != 0 {
            put_piece(ram, king, if is_on { FALLEN_KING | HUMAN } else { KING | HUMAN });
        }
        let dark = ram.byte(BLANK_FRAMES);
        if dark.wrapping_sub(1) & 0x80 == 0 {
            ram.set_byte(BLANK_FRAMES, dark - 1);
        }
    }

    /// `$F0D9`–`$F284`: what drawing the picture leaves behind.
    fn draw_picture(&mut self) {
        let ram = &mut self.ram;
        turn_files(ram);
        ram.set_byte(BOARD_PATTERN, 0x66);
        ram.set_byte(ROW_SQUARE, 64);
        for file in 0..8 {
            let shape = ram.byte(56 + file) << 3;
            let is_white = shape > CURSOR << 3;
            let colour = ram.byte(if is_white { WHITE_COLOUR } else { BLACK_COLOUR });
            ram.set_byte(0xce - 2 * file, if is_white { shape & 0x38 } else { shape });
            ram.set_byte(0xcf - 2 * file, 0xff);
            ram.set_byte(0xff - file, colour);
        }
        push_address(ram, 0xff, 0xf285);
        turn_files(ram);
    }

    /// `$F3E7`: the true board is put back, and the human is served.
    fn human_turn(&mut self, controls: &Controls) -> Turn {
        let ram = &mut self.ram;
        push_address(ram, 0xff, 0xf288);
        push_address(ram, 0xfd, 0xf3e9);
        rules::keep_if_ready(ram);
        if ram.byte(STEP) != 0 {
            put_piece(ram, ram.byte(0xda), ram.byte(0xdc));
        }
        put_piece(ram, ram.byte(0xd9), ram.byte(0xdb));
        push_address(ram, 0xfd, 0xf3fb);
        let king = ram.byte(HUMAN_KING);
        if king & 0x80 == 0 {
            put_piece(ram, king, KING | HUMAN);
            push_address(ram, 0xfd, 0xf404);
        }

        let countdown = ram.byte(COUNTDOWN);
        if countdown != 0 {
            ram.set_byte(COUNTDOWN, countdown - 1);
            if countdown == 1 && (1..=0x80).contains(&ram.byte(STEP)) {
                if ram.source() & 0x80 == 0 {
                    // The check of the move is not over: one more frame.
                    ram.set_byte(COUNTDOWN, 1);
                } else {
                    rules::restore_move(ram);
                }
            }
            return Turn::GoesOn;
        }
        if ram.byte(STEP) & 0xc0 == 0xc0 {
            self.human_has_moved();
            return Turn::Over;
        }
        if ram.byte(STEP) & 0x80 != 0 {
            ram.set_counter(ram.source());
        }
        let button = controls.button_port();
        let pressed = (button ^ ram.byte(FIRE_BEFORE)) & ram.byte(FIRE_BEFORE) & 0x80 != 0;
        ram.set_byte(FIRE_BEFORE, button);
        if !pressed || !self.press_button(controls) {
            self.move_cursor(controls);
        }
        Turn::GoesOn
    }

    /// `$F422`: the human's move is carried out and the depths of the search are set.
    fn human_has_moved(&mut self) {
        let ram = &mut self.ram;
        rules::restore_move(ram);
        put_piece(ram, ram.source(), ram.piece());
        push_address(ram, 0xfd, 0xf42d);
        let material = rules::complete_move(ram, 0xfb);
        Self::set_depths(ram, material);
        ram.set_byte(0xfd, ram.stage());
    }

    /// `$F42E`–`$F463`: stage and depths of the coming search.
    pub(crate) fn set_depths(ram: &mut Ram, material: Material) {
        ram.set_stage(level::stage(ram.stage(), material));
        let level = Level::ALL[usize::from(ram.level() & 7)];
        let depths = level::depths(level, ram.stage(), material);
        ram.set_max_depth(depths.max_depth);
        ram.set_next_full_width(depths.full_width);
        ram.set_generates_attacks(false);
    }

    /// `$F477`: what the button does; says whether the frame is done with it.
    fn press_button(&mut self, controls: &Controls) -> bool {
        let ram = &mut self.ram;
        push_address(ram, 0xfd, 0xf47b);
        accept_input(ram);
        if controls.set_up {
            set_up_piece(ram);
            return true;
        }
        match ram.byte(STEP) {
            0 => {
                if ram.piece() <= HUMAN {
                    return false;
                }
                ram.set_captured(0);
                ram.set_target(ram.counter());
                ram.set_byte(STEP, PICKED_UP);
            }
            _ if ram.source() == ram.target() => ram.set_byte(STEP, 0),
            _ if ram.illegal() != 0 => ram.set_byte(NOISE, BUZZ),
            _ => {
                ram.set_byte(STEP, MOVE_BLINKS);
                ram.set_byte(COUNTDOWN, MOVE_BLINKS);
                if rules::special_move(ram) {
                    push_address(ram, 0xfd, 0xf181);
                }
            }
        }
        true
    }

    /// `$F4D6`: the joystick moves the cursor, and with it the piece in hand.
    fn move_cursor(&mut self, controls: &Controls) {
        let ram = &mut self.ram;
        let mut stick = controls.stick_port();
        if stick >= 0xf0 {
            return;
        }
        if ram.byte(SWITCHES) & 0x80 != 0 {
            // The picture shows the files the other way round.
            stick ^= 0xc0;
        }
        push_address(ram, 0xfd, 0xf4e7);
        accept_input(ram);
        ram.set_scratch(stick << 4);
        let from = ram.counter();
        let mut to = from;
        for (bit, direction) in (4..8).zip(DIRECTIONS) {
            if stick & 1 << bit == 0 {
                to = to.wrapping_add_signed(direction);
            }
        }
        to &= 63;
        ram.set_counter(to);
        if ram.byte(STEP) & PICKED_UP == 0 {
            ram.set_source(to);
            ram.set_square(from, ram.piece());
            ram.set_piece(ram.square(to));
            ram.set_captured(ram.piece());
        } else {
            ram.set_square(from, ram.captured());
            ram.set_target(to);
            ram.set_captured(if to == ram.source() { 0 } else { ram.square(to) });
        }
        rules::new_pair(ram);
    }
}

/// Whether the frame goes on after the human's turn.
enum Turn {
    GoesOn,
    Over,
}

/// Shape of the cursor, a cross.
const CURSOR: u8 = 8;
/// Shape of a toppled king.
const FALLEN_KING: u8 = 7;

const FOUND: u8 = 0xcd;
const BLANK_FRAMES: u8 = 0xd0;
const BLACK_COLOUR: u8 = 0xde;
const WHITE_COLOUR: u8 = 0xdf;
const SCREEN_COLOUR: u8 = 0xe1;
const FIRE_BEFORE: u8 = 0xe6;
const NOISE: u8 = 0xe7;
const BOARD_PATTERN: u8 = 0xe8;
const ROW_SQUARE: u8 = 0xeb;
const SWITCHES: u8 = 0xed;
const OUTCOME: u8 = 0xee;
const ATTRACT: u8 = 0xf0;
const FRAME_HIGH: u8 = 0xf1;
const SELECT_HELD: u8 = 0xf2;
const STEP: u8 = 0xf3;
const COUNTDOWN: u8 = 0xf4;
const IN_CHECK: u8 = 0xf6;
const HUMAN_KING: u8 = 0xf7;

/// `$F3` with a piece picked up.
const PICKED_UP: u8 = 1;
/// `$F3` and `$F4` once the human has moved: 192 frames of blinking.
const MOVE_BLINKS: u8 = 0xc0;
/// `$E7` as a buzz.
const BUZZ: u8 = 15;

/// `$FE64`: puts a piece on a square.
fn put_piece(ram: &mut Ram, square: u8, piece: u8) {
    ram.set_byte(FOUND, piece);
    ram.set_byte(square, ram.byte(square) & 0xf0 | piece);
}

/// `$F1E6`: the reply stops blinking; a pawn that has promoted in it becomes a queen now.
fn accept_input(ram: &mut Ram) {
    if ram.byte(NOISE) & 0x80 != 0 {
        ram.set_byte(STEP, 0);
        if ram.byte(OUTCOME) != 0 {
            put_piece(ram, ram.byte(0xda), ram.piece());
            push_address(ram, 0xfb, 0xf1f8);
            ram.set_piece(0);
        }
    }
    ram.set_byte(NOISE, 0);
}

/// `$F497`: set-up mode puts the next piece on the square under the cursor. Each round of all pieces counts as a move.
fn set_up_piece(ram: &mut Ram) {
    let next = match ram.piece() & 15 {
        6 | 7 => 9,
        14 => {
            ram.set_half_moves(ram.half_moves().wrapping_add(1));
            0
        }
        piece => (piece + 1) & 15,
    };
    ram.set_piece(next);
    ram.set_stage(0xc0);
    ram.set_double_step(0xc0);
    ram.set_target(ram.source());
    ram.set_counter(ram.source());
    push_address(ram, 0xfd, 0xf4b8);
    rules::mark_moved(ram);
    ram.set_byte(STEP, 0);
}

/// `$F545`: where the human is black, mirrors the files, or turns them back.
fn turn_files(ram: &mut Ram) {
    if ram.byte(SWITCHES) & 0x80 == 0 {
        return;
    }
    for square in (0..64).rev().step_by(2) {
        let mirrored = square ^ 7;
        let (here, there) = (ram.square(square), ram.square(mirrored));
        ram.set_byte(0xf8, there);
        ram.set_byte(0xf9, here);
        ram.set_square(square, there);
        ram.set_square(mirrored, here);
    }
}
