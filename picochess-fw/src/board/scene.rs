//! What the board shows.

use core::fmt::{self, Write};

use heapless::String;
use shakmaty::{Board as Men, Chess, Color, Move, Piece, Position, Role, Square};

use super::{
    Board, Stage, State, Why,
    hand::Sight,
    menu::{Item, Page},
    play::PROMOTIONS,
    texts::Note,
};
use crate::{
    Brain, Hints, Mode, PackedMove,
    level::ATARI_SPEED,
    rules::{Footprint, bit},
    scan::bits,
    screen::{Border, Cell, ClockView, Line, Scene, Tone, layout::HISTORY_ROWS},
};

/// The rows of the history or menu.
type Rows = [Line<23>; HISTORY_ROWS];

impl Board {
    /// The picture as it should be.
    pub fn scene(&self) -> Scene {
        let mut scene = Scene { flipped: self.is_flipped(), ..Scene::default() };
        self.show_cells(&mut scene.cells);
        scene.headline = self.headline();
        scene.advice = self.advice();
        scene.legend = self.legend();
        if self.stage != Stage::Setup {
            let lower = Color::from_white(!scene.flipped);
            scene.clocks = [Some(self.clock_view(!lower)), Some(self.clock_view(lower))];
        }
        match self.open_menu() {
            Some(menu) => self.show_menu(menu.page, menu.cursor, &mut scene.rows),
            None => self.show_history(&mut scene.rows),
        }
        scene
    }

    fn is_flipped(&self) -> bool {
        self.settings.bottom().is_black() != self.flipped
    }

    fn show_cells(&self, cells: &mut [Cell; 64]) {
        let start = Chess::default();
        let position = if self.stage == Stage::Setup { &start } else { self.game.position() };
        show_men(position.board(), cells);
        let (lifted, extra) = (self.lifted(), self.extra());
        let right = self.expected() & self.reading.stable;
        let show_wrong = |cells: &mut [Cell; 64]| {
            for square in bits(lifted) {
                cells[usize::from(square)].ghost = true;
                cells[usize::from(square)].border = Border::Missing;
            }
            put(cells, extra, Border::Unexpected);
        };
        match self.stage {
            Stage::Setup => {
                put(cells, right, Border::Right);
                show_wrong(cells);
            }
            Stage::Restore(why) => {
                if why == Why::Power {
                    put(cells, right, Border::Right);
                }
                show_wrong(cells);
            }
            Stage::Verify { .. } => {
                show_wrong(cells);
                self.show_move_to_make(cells);
            }
            Stage::Over => {
                self.show_last_move(cells, if lifted | extra == 0 { Border::Last } else { Border::Move });
            }
            Stage::Play => {
                self.show_last_move(cells, Border::Last);
                if self.promotion.is_some() {
                    self.show_promotion(cells);
                } else {
                    match self.hand.sight() {
                        Sight::Wrong => show_wrong(cells),
                        Sight::Quiet => self.show_quiet(cells),
                        Sight::Underway(_) => self.show_underway(cells, lifted, extra),
                    }
                }
            }
        }
        if self.reeds_shown {
            let raw = self.scanner.raw();
            for (i, cell) in cells.iter_mut().enumerate() {
                cell.reed = Some(raw >> i & 1 != 0);
            }
        }
    }

    fn show_last_move(&self, cells: &mut [Cell; 64], border: Border) {
        if let Some(last) = self.game.log().last() {
            put(cells, bit(last.from()) | bit(last.to()), border);
        }
    }

    fn show_move_to_make(&self, cells: &mut [Cell; 64]) {
        let Some((packed, m)) = self.to_make() else { return };
        let mark = Footprint::of(m);
        put(cells, mark.vacated | mark.filled, Border::Move);
        put(cells, mark.replaced | mark.vacated & their_loss(m), Border::Capture);
        // Before it is made, the mover's men still stand on the squares that they will leave.
        let before = self.game.before(0).map(Position::board);
        for square in bits(mark.vacated & self.reading.stable) {
            let cell = &mut cells[usize::from(square)];
            cell.piece = before.and_then(|men| men.piece_at(Square::new(square.into())));
            cell.ghost = false;
        }
        let arrived = mark.vacated & self.reading.stable & bit(packed.from()) == 0;
        for square in bits(mark.filled | mark.replaced) {
            let cell = &mut cells[usize::from(square)];
            cell.ghost = !arrived || self.reading.stable >> square & 1 == 0;
            let taken = mark.replaced >> square & 1 != 0 && self.reading.touched >> square & 1 == 0;
            if taken && self.reading.stable >> square & 1 != 0 {
                // The captured man still stands there.
                cell.piece = before.and_then(|men| men.piece_at(Square::new(square.into())));
                cell.ghost = false;
            }
        }
    }

    fn show_promotion(&self, cells: &mut [Cell; 64]) {
        let Some(promotion) = self.promotion else { return };
        let role = PROMOTIONS[usize::from(promotion.choice)];
        cells[promotion.from as usize] = Cell { border: Border::Last, ..Cell::default() };
        cells[promotion.to as usize] = Cell {
            piece: Some(Piece { color: self.game.turn(), role }),
            border: Border::Move,
            ghost: self.is_open(promotion.to),
            ..Cell::default()
        };
    }

    fn show_quiet(&self, cells: &mut [Cell; 64]) {
        if let Some(hint) = self.hint {
            let capture = self.game.position().board().piece_at(hint.to()).is_some();
            put(cells, bit(hint.from()), Border::Move);
            put(cells, bit(hint.to()), if capture { Border::Capture } else { Border::Move });
        }
        let persons = !self.settings.is_computer(self.game.turn());
        if self.settings.hints == Hints::All && persons {
            for m in self.game.legal() {
                if let Some(from) = m.from() {
                    cells[from as usize].movable = true;
                }
            }
        }
    }

    fn show_underway(&self, cells: &mut [Cell; 64], lifted: u64, extra: u64) {
        for square in bits(lifted) {
            cells[usize::from(square)].ghost = true;
        }
        let position = self.game.position();
        let own = lifted & u64::from(position.us());
        let started = extra != 0 || lifted.count_ones() > 1;
        if self.settings.hints == Hints::Off && !started {
            return;
        }
        for &m in self.game.legal() {
            let mark = Footprint::of(m);
            if lifted & !(mark.vacated | mark.replaced) != 0 || extra & !mark.filled != 0 {
                continue;
            }
            let loss = their_loss(m);
            if own == 0 {
                // An enemy's man is off: who can take it?
                put(cells, mark.replaced | loss, Border::Capture);
                put(cells, mark.vacated & !loss, Border::Move);
            } else if extra == 0 && lifted.is_power_of_two() {
                let king_or_rook = PackedMove::pack(m).to();
                let target = if m.is_castle() { bit(king_or_rook) } else { bit(m.to()) };
                let castles_by_rook = m.is_castle() && own & bit(PackedMove::pack(m).from()) == 0;
                if !castles_by_rook {
                    put(cells, target | loss, if m.is_capture() { Border::Capture } else { Border::Move });
                }
            } else {
                self.show_arrived(cells, m, extra);
                // The rest of a move of several men.
                put(cells, mark.vacated & !lifted & !loss | mark.filled & !extra, Border::Move);
                put(cells, (mark.replaced | loss) & !(lifted & loss), Border::Capture);
            }
        }
    }

    /// The men of a move of several men that have reached their squares.
    fn show_arrived(&self, cells: &mut [Cell; 64], m: Move, extra: u64) {
        let mut after = self.game.position().clone();
        after.play_unchecked(m);
        for square in bits(extra) {
            cells[usize::from(square)].piece = after.board().piece_at(Square::new(square.into()));
        }
    }

    fn headline(&self) -> Line<48> {
        let game = &self.game;
        let turn = game.turn();
        let side = Self::side_name(turn);
        if self.paused && self.stage == Stage::Play {
            return Line::new(Tone::Busy, format_args!("The clock is stopped"));
        }
        match self.state() {
            State::Setup if self.is_ready() => Line::new(Tone::Good, format_args!("Ready to start")),
            State::Setup => Line::new(Tone::Plain, format_args!("Put up the pieces")),
            State::Restore => match self.stage {
                Stage::Restore(Why::Power) => {
                    Line::new(Tone::Busy, format_args!("The game goes on: put up the pieces as shown"))
                }
                _ => Line::new(Tone::Busy, format_args!("Taken back: put the pieces as shown")),
            },
            State::Over => match game.ending() {
                Some(ending) => Line::new(
                    if ending.winner().is_some() { Tone::Good } else { Tone::Plain },
                    format_args!("{ending}"),
                ),
                None => Line::default(),
            },
            State::Invalid => Line::new(Tone::Bad, format_args!("Some pieces are not in their places")),
            State::Computer => Line::new(Tone::Busy, format_args!("{} is thinking", Opponent(self))),
            State::Verify => {
                let san = game.sans().next_back().unwrap_or_default();
                let mover = Self::side_name(self.last_mover());
                Line::new(Tone::Busy, format_args!("{mover} plays {san}"))
            }
            State::Promotion => {
                let role = self.promotion.map_or(Role::Queen, |p| PROMOTIONS[usize::from(p.choice)]);
                Line::new(Tone::Busy, format_args!("The pawn becomes a {}", role_name(role)))
            }
            State::Idle | State::OwnLifted | State::EnemyLifted | State::BothLifted => {
                let check = if game.position().is_check() { ": check!" } else { "" };
                let tone = if check.is_empty() { Tone::Plain } else { Tone::Bad };
                if self.waiting {
                    Line::new(Tone::Busy, format_args!("The computer's move is taken back"))
                } else if self.settings.mode == Mode::OnePlayer {
                    Line::new(tone, format_args!("Your move, {side}{check}"))
                } else {
                    Line::new(tone, format_args!("{side} to move{check}"))
                }
            }
        }
    }

    fn advice(&self) -> Line<71> {
        let state = self.state();
        // Where the computer waits there is more to say than that its move is taken back.
        let is_told = self.waiting && self.note == Note::TakenBack;
        if !self.note.text().is_empty() && state != State::Invalid && !is_told {
            return Line::new(Tone::Busy, format_args!("{}", self.note.text()));
        }
        match state {
            State::Setup | State::Restore | State::Invalid => self.name_differences(0),
            State::Verify => {
                let (lifted, extra) = (self.lifted(), self.extra());
                match self.to_make() {
                    Some((_, m)) => {
                        let mark = Footprint::of(m).all();
                        if (lifted | extra) & !mark == 0 {
                            let mut line = Line::new(Tone::Busy, format_args!(""));
                            let _ = self.tell_move(&mut line, m);
                            capitalise(&mut line);
                            line
                        } else {
                            self.name_differences(mark)
                        }
                    }
                    None => Line::default(),
                }
            }
            State::Promotion => {
                Line::new(Tone::Plain, format_args!("Choose with 2 and 8; 5 makes the move."))
            }
            State::OwnLifted | State::BothLifted => self.advise_lifted(),
            State::EnemyLifted => Line::new(Tone::Plain, format_args!("Now the piece that takes it.")),
            State::Idle if self.waiting => Line::new(
                Tone::Plain,
                format_args!("Take back your move too, or let it move: 5 opens the menu."),
            ),
            State::Idle => match self.hint {
                Some(hint) => Line::new(Tone::Busy, format_args!("Hint: {} to {}.", hint.from(), hint.to())),
                None if self.reeds_shown => {
                    let raw = self.scanner.raw();
                    Line::new(Tone::Dim, format_args!("{} of 64 reeds closed: {raw:016X}", raw.count_ones()))
                }
                None => Line::new(Tone::Dim, format_args!("Lift a piece to see where it can go.")),
            },
            State::Over => Line::new(Tone::Plain, format_args!("5 opens the menu: new game, or take back.")),
            State::Computer => Line::default(),
        }
    }

    /// What a move of several men still lacks.
    fn advise_lifted(&self) -> Line<71> {
        let (lifted, extra) = (self.lifted(), self.extra());
        if extra != 0 {
            for &m in self.game.legal() {
                let mark = Footprint::of(m);
                let fits = lifted & !mark.vacated == 0 && extra & !mark.filled == 0;
                if fits && m.is_castle() {
                    return Line::new(Tone::Busy, format_args!("Now the other piece of the castling."));
                }
                if fits && m.is_en_passant() {
                    return Line::new(Tone::Busy, format_args!("Now remove the pawn taken en passant."));
                }
            }
        }
        let mut line = Line::new(Tone::Plain, format_args!(""));
        let men = self.game.position().board();
        let mut squares = bits(lifted).map(|square| Square::new(square.into()));
        if let Some(square) = squares.next()
            && let Some(piece) = men.piece_at(square)
        {
            let _ = write!(line, "{} {square} lifted", name(piece));
            capitalise(&mut line);
            if let Some(other) = squares.next()
                && let Some(piece) = men.piece_at(other)
            {
                let _ = write!(line, ", {} {other} lifted", name(piece));
            }
            let _ = line.write_str(".");
        }
        line
    }

    /// Names the squares on which something is missing or too much, except those of `but`.
    fn name_differences(&self, but: u64) -> Line<71> {
        let (lifted, extra) = (self.lifted() & !but, self.extra() & !but);
        if lifted | extra == 0 {
            return match self.stage {
                Stage::Setup => {
                    Line::new(Tone::Good, format_args!("All 32 pieces stand. Press 5 on \"Start\"."))
                }
                _ => Line::new(Tone::Good, format_args!("All pieces stand.")),
            };
        }
        let start = Chess::default();
        let men = if self.stage == Stage::Setup { start.board() } else { self.game.position().board() };
        let mut line = Line::new(Tone::Bad, format_args!(""));
        if self.stage == Stage::Setup && lifted.count_ones() > 16 {
            let _ = write!(line, "{} pieces missing.", lifted.count_ones());
        } else if lifted != 0 {
            let _ = line.write_str("Missing:");
            for square in bits(lifted) {
                let square = Square::new(square.into());
                let letter = men.role_at(square).map_or('?', Role::upper_char);
                let _ = write!(line, " {letter}{square}");
                if line.text.len() > 46 {
                    let _ = line.write_str(" ...");
                    break;
                }
            }
            let _ = line.write_str(". ");
        }
        if extra != 0 {
            let _ = line.write_str(if lifted == 0 { "Too much:" } else { " Too much:" });
            for square in bits(extra) {
                if line.text.len() > 64 {
                    let _ = line.write_str(" ..");
                    break;
                }
                let _ = write!(line, " {}", Square::new(square.into()));
            }
            if line.text.len() < 70 {
                let _ = line.write_str(".");
            }
        }
        line
    }

    /// Says how to make the computer's move.
    fn tell_move(&self, line: &mut Line<71>, m: Move) -> fmt::Result {
        let mover = self.last_mover();
        match m {
            Move::Castle { .. } => {
                let mark = PackedMove::pack(m);
                let (king, to) = (mark.from(), mark.to());
                let (rook, beside) = if to > king {
                    (
                        Square::from_coords(shakmaty::File::H, king.rank()),
                        Square::from_coords(shakmaty::File::F, king.rank()),
                    )
                } else {
                    (
                        Square::from_coords(shakmaty::File::A, king.rank()),
                        Square::from_coords(shakmaty::File::D, king.rank()),
                    )
                };
                write!(line, "Castle: king {king} to {to}, rook {rook} to {beside}.")
            }
            Move::EnPassant { from, to } => {
                let taken = Square::from_coords(to.file(), from.rank());
                write!(line, "Pawn {from} to {to}, and remove the pawn on {taken}.")
            }
            _ => {
                let (Some(from), to) = (m.from(), m.to()) else { return Ok(()) };
                if let Some(captured) = m.capture() {
                    let captured = Piece { color: !mover, role: captured };
                    write!(line, "Remove the {} on {to}; ", name(captured))?;
                }
                match m.promotion() {
                    Some(role) => write!(line, "pawn {from} off, {} on {to}.", role_name(role)),
                    None => write!(line, "{} {from} to {to}.", role_name(m.role())),
                }
            }
        }
    }

    fn legend(&self) -> Line<80> {
        let text = if self.promotion.is_some() {
            "2/8 other piece   5 take it"
        } else if self.stage == Stage::Setup {
            "2 up   8 down   5 change or start"
        } else if self.menu.is_some() {
            "2 up   8 down   5 choose"
        } else if self.game.log().len() > 2 * HISTORY_ROWS {
            "5 menu   2/8 earlier and later moves"
        } else {
            "5 menu"
        };
        Line::new(Tone::Dim, format_args!("{text}"))
    }

    fn clock_view(&self, side: Color) -> ClockView {
        let mut name = String::new();
        let who = Self::side_name(side);
        let _ = if self.settings.is_computer(side) {
            write!(name, "{who}: {}", Opponent(self))
        } else if self.settings.mode == Mode::OnePlayer {
            write!(name, "{who}: you")
        } else {
            write!(name, "{who}")
        };
        let seconds = self.clocks.seconds(side);
        let timed = self.clocks.control().is_timed();
        ClockView { name, seconds, running: self.clocks.running() == Some(side), low: timed && seconds < 20 }
    }

    fn show_history(&self, rows: &mut Rows) {
        let count = self.game.log().len();
        if count == 0 {
            rows[0] = Line::new(Tone::Dim, format_args!("No moves yet"));
            return;
        }
        let ending = self.game.ending();
        let moves = count.div_ceil(2);
        let total = moves + usize::from(ending.is_some());
        let first = total.saturating_sub(HISTORY_ROWS).saturating_sub(usize::from(self.scroll));
        for (i, row) in rows.iter_mut().enumerate() {
            let number = first + i;
            if number >= moves {
                if let Some(ending) = ending.filter(|_| number == moves) {
                    *row = Line::new(Tone::Title, format_args!("     {}", ending.score()));
                }
                continue;
            }
            let san = |ply| self.game.san(ply).unwrap_or_default();
            let white = san(2 * number);
            *row = Line::new(Tone::Plain, format_args!("{:>3}. {white:<8}", number + 1));
            if 2 * number + 1 < count {
                let _ = write!(row, "{:<8}", san(2 * number + 1));
            }
            if number + 1 == moves {
                let last = san(count - 1).as_str().len() as u8;
                row.mark = (if count % 2 == 1 { 5 } else { 13 }, last);
            }
        }
    }

    fn show_menu(&self, page: Page, cursor: u8, rows: &mut Rows) {
        let title = match page {
            Page::Setup => "New game",
            Page::Game => "Menu",
            Page::AskResign => "Resign?",
            Page::AskDraw => "Do both want a draw?",
            Page::AskNewGame => "Leave this game?",
        };
        rows[0] = Line::new(Tone::Title, format_args!("{title}"));
        for (i, item) in self.items(page).into_iter().enumerate() {
            let tone = if i == usize::from(cursor) {
                Tone::Cursor
            } else if item == Item::Start && !self.is_ready() {
                Tone::Dim
            } else {
                Tone::Plain
            };
            let row = &mut rows[i + 1];
            *row = Line::new(tone, format_args!(" "));
            let _ = self.write_item(row, item);
            while row.text.len() < 23 && tone == Tone::Cursor && row.text.push(' ').is_ok() {}
        }
        if page == Page::Setup && self.settings.mode != Mode::TwoPlayers {
            self.explain_level(rows);
        }
    }

    fn write_item(&self, row: &mut Line<23>, item: Item) -> fmt::Result {
        let settings = &self.settings;
        let on = |yes: bool| if yes { "on" } else { "off" };
        match item {
            Item::Start => row.write_str("Start"),
            Item::Players => {
                let mode = match settings.mode {
                    Mode::OnePlayer => "one",
                    Mode::TwoPlayers => "two",
                    Mode::Demo => "none",
                };
                write!(row, "Players   {mode}")
            }
            Item::Computer => {
                write!(row, "Computer  {}", settings.brain.name())
            }
            Item::Level => write!(row, "Level     {}", settings.level.number()),
            Item::Side => write!(row, "You play  {}", Self::side_name(settings.human)),
            Item::Clock if settings.time.is_timed() => {
                write!(row, "Clock     {}+{}", settings.time.minutes(), settings.time.increment())
            }
            Item::Clock => row.write_str("Clock     none"),
            Item::Hints => {
                let hints = match settings.hints {
                    Hints::Off => "off",
                    Hints::Lifted => "on lift",
                    Hints::All => "all",
                };
                write!(row, "Help      {hints}")
            }
            Item::Sound => write!(row, "Sound     {}", on(settings.sound)),
            Item::Reeds => write!(row, "Reeds     {}", on(self.reeds_shown)),
            Item::Back => row.write_str("Back to the game"),
            Item::Move => row.write_str("Let it move"),
            Item::Hint => row.write_str("Hint"),
            Item::TakeBack => row.write_str("Take back"),
            Item::Draw => row.write_str("Draw"),
            Item::Resign => row.write_str("Resign"),
            Item::Pause if self.paused => row.write_str("Start the clock"),
            Item::Pause => row.write_str("Stop the clock"),
            Item::Turn => row.write_str("Turn the picture"),
            Item::NewGame => row.write_str("New game"),
            Item::No => row.write_str("No"),
            Item::YesResign => row.write_str("Yes, resign"),
            Item::YesDraw => row.write_str("Yes, draw"),
            Item::YesNewGame => row.write_str("Yes, leave it"),
        }
    }

    fn explain_level(&self, rows: &mut Rows) {
        let level = self.settings.level;
        let number = level.number();
        let last = HISTORY_ROWS;
        match self.settings.brain {
            brain @ (Brain::VideoChess | Brain::Original) => {
                let here = match (brain, self.config.original_speed) {
                    (Brain::Original, Some(speed)) => {
                        (u64::from(level.atari_seconds()) * u64::from(ATARI_SPEED) / u64::from(speed.max(1)))
                            as u32
                    }
                    _ => level.cartridge_nodes() / self.config.cartridge_speed.max(1),
                };
                rows[last - 3] = Line::new(Tone::Dim, format_args!("Level {number}: about"));
                rows[last - 2] =
                    Line::new(Tone::Dim, format_args!("{} on an Atari,", Duration(level.atari_seconds())));
                rows[last - 1] = Line::new(Tone::Dim, format_args!("{} here.", Duration(here)));
            }
            Brain::Modern => {
                let noise = level.modern_noise();
                rows[last - 3] = Line::new(Tone::Dim, format_args!("Level {number}: looks at"));
                rows[last - 2] = Line::new(Tone::Dim, format_args!("{} positions,", level.modern_nodes()));
                rows[last - 1] =
                    Line::new(Tone::Dim, format_args!("errs by {}.{:02} pawns.", noise / 100, noise % 100));
            }
        }
    }
}

/// The square of a pawn taken en passant.
fn their_loss(m: Move) -> u64 {
    match m {
        Move::EnPassant { from, to } => bit(Square::from_coords(to.file(), from.rank())),
        _ => 0,
    }
}

/// The computer's name and level.
struct Opponent<'a>(&'a Board);

impl fmt::Display for Opponent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = &self.0.settings;
        write!(f, "{} {}", settings.brain.name(), settings.level.number())
    }
}

/// Seconds, as one says them.
struct Duration(u32);

impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("under 1 s"),
            s @ 1..=119 => write!(f, "{s} s"),
            s => write!(f, "{} min", (s + 30) / 60),
        }
    }
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// A piece's name with its side.
struct Name(Piece);

const fn name(piece: Piece) -> Name {
    Name(piece)
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.0.color.is_white() { "white" } else { "black" };
        write!(f, "{side} {}", role_name(self.0.role))
    }
}

fn capitalise<const N: usize>(line: &mut Line<N>) {
    let mut text = String::new();
    for (i, c) in line.text.chars().enumerate() {
        let _ = text.push(if i == 0 { c.to_ascii_uppercase() } else { c });
    }
    line.text = text;
}

fn show_men(men: &Men, cells: &mut [Cell; 64]) {
    for (square, piece) in men {
        cells[square as usize].piece = Some(piece);
    }
}

fn put(cells: &mut [Cell; 64], squares: u64, border: Border) {
    for square in bits(squares) {
        cells[usize::from(square)].border = border;
    }
}
