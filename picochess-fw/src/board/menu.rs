//! Menus: what three keys can choose.

use heapless::Vec;

use super::{Board, Stage, texts::Note};
use crate::{Brain, Hints, Keys, Mode, Ports, Sound, board::play::PROMOTIONS};

/// A line of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Start,
    Players,
    Computer,
    Level,
    Side,
    Clock,
    Hints,
    Sound,
    Reeds,
    Back,
    Move,
    Hint,
    TakeBack,
    Draw,
    Resign,
    Pause,
    Turn,
    NewGame,
    No,
    YesResign,
    YesDraw,
    YesNewGame,
}

/// A list of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Page {
    Setup,
    Game,
    AskResign,
    AskDraw,
    AskNewGame,
}

/// A menu and the line under its cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Menu {
    pub(super) page: Page,
    pub(super) cursor: u8,
}

/// The lines of a menu.
pub(super) type Items = Vec<Item, 12>;

impl Menu {
    pub(super) const fn setup() -> Menu {
        Menu { page: Page::Setup, cursor: 0 }
    }

    const fn open(page: Page) -> Menu {
        Menu { page, cursor: 0 }
    }
}

impl Board {
    /// The lines of `page` as things stand.
    pub(super) fn items(&self, page: Page) -> Items {
        let mut items = Items::new();
        let mut add = |item: Item, shown: bool| {
            if shown {
                let _ = items.push(item);
            }
        };
        let computer = self.settings.mode != Mode::TwoPlayers;
        let running = matches!(self.stage, Stage::Play | Stage::Verify { .. } | Stage::Restore(_));
        match page {
            Page::Setup => {
                add(Item::Start, true);
                add(Item::Players, true);
                add(Item::Computer, computer);
                add(Item::Level, computer);
                add(Item::Side, self.settings.mode == Mode::OnePlayer);
                add(Item::Clock, true);
                add(Item::Hints, true);
                add(Item::Sound, true);
                add(Item::Reeds, true);
            }
            Page::Game => {
                add(Item::Move, self.waiting);
                add(Item::Back, true);
                add(Item::Hint, running && self.settings.mode != Mode::Demo);
                add(Item::TakeBack, !self.game.log().is_empty());
                add(Item::Draw, running && self.settings.mode != Mode::Demo);
                add(Item::Resign, running);
                add(Item::Pause, running && self.settings.time.is_timed());
                add(Item::Turn, true);
                add(Item::Hints, running);
                add(Item::Sound, true);
                add(Item::Reeds, true);
                add(Item::NewGame, true);
            }
            Page::AskResign => {
                add(Item::No, true);
                add(Item::YesResign, true);
            }
            Page::AskDraw => {
                add(Item::No, true);
                add(Item::YesDraw, true);
            }
            Page::AskNewGame => {
                add(Item::No, true);
                add(Item::YesNewGame, true);
            }
        }
        items
    }

    /// The menu on the screen.
    pub(super) fn open_menu(&self) -> Option<Menu> {
        if self.stage == Stage::Setup { Some(self.setup) } else { self.menu }
    }

    /// A key was pressed.
    pub(super) fn press(&mut self, key: Keys, ports: &mut impl Ports) {
        if let Some(promotion) = &mut self.promotion {
            let count = PROMOTIONS.len() as u8;
            if key == Keys::UP {
                promotion.choice = (promotion.choice + count - 1) % count;
            } else if key == Keys::DOWN {
                promotion.choice = (promotion.choice + 1) % count;
            } else {
                self.promote(ports);
            }
            return;
        }
        let Some(mut menu) = self.open_menu() else {
            if key == Keys::SELECT {
                self.menu = Some(Menu::open(Page::Game));
                self.note = Note::None;
            } else {
                self.scroll_history(key == Keys::UP);
            }
            return;
        };
        let items = self.items(menu.page);
        let count = items.len() as u8;
        if key == Keys::SELECT {
            if let Some(&item) = items.get(usize::from(menu.cursor)) {
                self.choose(item, ports);
            }
            return;
        }
        menu.cursor =
            if key == Keys::UP { (menu.cursor + count - 1) % count } else { (menu.cursor + 1) % count };
        if self.stage == Stage::Setup {
            self.setup = menu;
            self.note = Note::None;
        } else {
            self.menu = Some(menu);
        }
    }

    /// Lines can go while the menu is open, by what the hand does.
    pub(super) fn keep_cursor(&mut self) {
        if let Some(menu) = self.open_menu() {
            let last = self.items(menu.page).len().saturating_sub(1) as u8;
            let cursor = menu.cursor.min(last);
            if self.stage == Stage::Setup {
                self.setup.cursor = cursor;
            } else if let Some(open) = &mut self.menu {
                open.cursor = cursor;
            }
        }
    }

    fn scroll_history(&mut self, up: bool) {
        let rows = self.game.log().len().div_ceil(2) as u16;
        let most = rows.saturating_sub(crate::screen::layout::HISTORY_ROWS as u16);
        self.scroll = if up { (self.scroll + 1).min(most) } else { self.scroll.saturating_sub(1) };
    }

    fn choose(&mut self, item: Item, ports: &mut impl Ports) {
        let settings = &mut self.settings;
        match item {
            Item::Start => self.start(ports),
            Item::Players => {
                settings.mode = match settings.mode {
                    Mode::OnePlayer => Mode::TwoPlayers,
                    Mode::TwoPlayers => Mode::Demo,
                    Mode::Demo => Mode::OnePlayer,
                };
            }
            Item::Computer => {
                settings.brain = match settings.brain {
                    Brain::VideoChess if self.config.original_speed.is_some() => Brain::Original,
                    Brain::VideoChess | Brain::Original => Brain::Modern,
                    Brain::Modern => Brain::VideoChess,
                };
            }
            Item::Level => settings.level = settings.level.next(),
            Item::Side => settings.human = !settings.human,
            Item::Clock => {
                settings.time = settings.time.next();
                self.clocks = crate::Clocks::new(settings.time);
            }
            Item::Hints => {
                settings.hints = match settings.hints {
                    Hints::All => Hints::Lifted,
                    Hints::Lifted => Hints::Off,
                    Hints::Off => Hints::All,
                };
            }
            Item::Sound => {
                settings.sound = !settings.sound;
                self.sound(Sound::Key, ports);
            }
            Item::Reeds => self.reeds_shown = !self.reeds_shown,
            Item::Turn => self.flipped = !self.flipped,
            Item::Pause => {
                self.paused = !self.paused;
                self.menu = None;
            }
            Item::Back | Item::No => self.menu = None,
            Item::Move => {
                self.waiting = false;
                self.menu = None;
            }
            Item::Hint => {
                self.menu = None;
                self.ask_hint();
            }
            Item::TakeBack => {
                self.menu = None;
                self.take_back_by_menu(ports);
            }
            Item::Draw => {
                if self.settings.mode == Mode::TwoPlayers {
                    self.menu = Some(Menu::open(Page::AskDraw));
                } else {
                    self.menu = None;
                    self.offer_draw(ports);
                }
            }
            Item::Resign => self.menu = Some(Menu::open(Page::AskResign)),
            Item::NewGame if self.stage == Stage::Over => self.leave_game(ports),
            Item::NewGame => self.menu = Some(Menu::open(Page::AskNewGame)),
            Item::YesResign => self.resign(ports),
            Item::YesDraw => self.offer_draw(ports),
            Item::YesNewGame => self.leave_game(ports),
        }
    }
}
