//! What the program itself says on the screen: the help, what time does, notices.

use std::time::{Duration, Instant};

use super::keys::{self, Line};
use super::lettering::{Canvas, Lettering};
use super::runner::{Time, View, clock};

/// How long a notice stays.
const NOTICE: Duration = Duration::from_millis(2_500);
/// Columns and lines that the letters of notices are chosen for.
const COLUMNS: usize = 52;
const LINES: usize = 24;
/// Colours of letters, of the keys' names in the help, and of what stands behind notices.
const WHITE: u32 = 0xf4_f4f4;
const YELLOW: u32 = 0xff_d75f;
const BEHIND: u32 = 0x10_1018;

/// What is shown.
#[derive(Debug, Default)]
pub(crate) struct Overlay {
    /// Whether the help is.
    pub(crate) help: bool,
    notice: Option<(String, Instant)>,
}

impl Overlay {
    /// Shows a notice, in place of the one before.
    pub(crate) fn notify(&mut self, text: impl Into<String>, now: Instant) {
        self.notice = Some((text.into(), now));
    }

    /// Draws everything over the picture.
    pub(crate) fn draw(&mut self, canvas: &mut Canvas, view: &View, now: Instant) {
        let notice = self.notice.as_ref().filter(|(_, since)| now.duration_since(*since) < NOTICE);
        let labels = labels(view, notice.map(|(text, _)| text.as_str()), canvas.width, canvas.height);
        if self.help {
            draw_help(canvas);
        }
        for label in labels {
            // The help has the middle of the window; notices answer the key just pressed.
            label.draw(canvas);
        }
    }
}

/// A line of text in a box.
#[derive(Debug)]
struct Label {
    x: usize,
    y: usize,
    text: String,
    lettering: Lettering,
}

impl Label {
    fn width(&self) -> usize {
        (self.text.chars().count() + 1) * self.lettering.width()
    }

    fn height(&self) -> usize {
        self.lettering.height() * 5 / 4
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.fill(self.x, self.y, self.width(), self.height(), BEHIND);
        let (x, y) = (self.x + self.lettering.width() / 2, self.y + self.lettering.height() / 8);
        canvas.write(x, y, &self.text, self.lettering, WHITE);
    }
}

/// What time does, at the top; the notice, at the bottom.
fn labels(view: &View, notice: Option<&str>, width: usize, height: usize) -> Vec<Label> {
    let lettering = Lettering::fitting(COLUMNS, LINES, width, height);
    let margin = lettering.width();
    let columns = (width.saturating_sub(2 * margin) / lettering.width()).saturating_sub(1).max(1);
    let mut lines = Vec::new();
    if let Some(seconds) = view.thinking {
        lines.push(format!("Thinking: the Atari would be at {}", clock(seconds)));
    }
    match view.time {
        Time::Paused => lines.push("Paused (P goes on)".to_owned()),
        Time::Backwards => lines.push("Rewind".to_owned()),
        Time::Fast if view.thinking.is_none() => lines.push("Fast-forward".to_owned()),
        Time::Fast | Time::Real => {}
    }
    let mut labels = Vec::new();
    let mut place = |lines: Vec<String>, mut y: usize| {
        for text in lines {
            let label = Label { x: margin, y, text, lettering };
            y += label.height();
            labels.push(label);
        }
    };
    place(lines.iter().flat_map(|line| wrap(line, columns)).collect(), margin);
    if let Some(notice) = notice {
        let lines = wrap(notice, columns);
        let y = height.saturating_sub(lines.len() * (lettering.height() * 5 / 4) + margin);
        place(lines, y);
    }
    labels
}

/// Breaks a text into lines of so many letters, between words where it can.
fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for (index, piece) in letters.chunks(columns).enumerate() {
            let piece: String = piece.iter().collect();
            let last = lines.last_mut().map_or(0, |line| line.chars().count());
            let glue = usize::from(last > 0 && index == 0);
            match lines.last_mut() {
                Some(line) if index == 0 && last + glue + piece.chars().count() <= columns => {
                    line.push_str(&" ".repeat(glue));
                    line.push_str(&piece);
                }
                _ => lines.push(piece),
            }
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Width of the help's columns in letters: keys, gamepad, what they do.
fn help_columns() -> [usize; 3] {
    let longest = |text: fn(&Line) -> &'static str| {
        keys::lines().map(|line| text(line).len()).max().unwrap_or_default()
    };
    [longest(|line| line.keys), longest(|line| line.gamepad), longest(|line| line.does)]
}

/// Letters of a help line, and lines of the help with its heading, its empty lines and room above and below.
fn help_size() -> (usize, usize) {
    (help_columns().iter().sum::<usize>() + 6, keys::lines().count() + 6)
}

fn draw_help(canvas: &mut Canvas) {
    canvas.dim();
    let (columns, lines) = help_size();
    let lettering = Lettering::fitting(columns, lines, canvas.width, canvas.height);
    let [keys_width, gamepad_width, _] = help_columns();
    // Lines stand a little apart where there is room.
    let pitch = (canvas.height / lines).min(lettering.height() * 4 / 3);
    let left = canvas.width.saturating_sub((columns - 2) * lettering.width()) / 2;
    let mut y = canvas.height.saturating_sub((lines - 2) * pitch) / 2;
    let at = |column: usize| left + column * lettering.width();
    let (gamepad, does) = (keys_width + 2, keys_width + gamepad_width + 4);
    for (column, heading) in [(0, "Keyboard"), (gamepad, "Gamepad"), (does, "What it does")] {
        canvas.write(at(column), y, heading, lettering, YELLOW);
    }
    y += 2 * pitch;
    for line in keys::lines() {
        canvas.write(at(0), y, line.keys, lettering, WHITE);
        canvas.write(at(gamepad), y, line.gamepad, lettering, WHITE);
        canvas.write(at(does), y, line.does, lettering, WHITE);
        y += pitch;
    }
    canvas.write(at(0), y + pitch, "F1 or Esc: back to the game", lettering, YELLOW);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(usize, usize); 6] =
        [(320, 240), (640, 480), (960, 720), (1_280, 960), (1_920, 1_080), (2_560, 1_920)];

    fn view(time: Time, thinking: Option<f64>) -> View {
        View { rows: Vec::new(), time, thinking }
    }

    #[test]
    fn the_help_fits_every_window_from_the_smallest_scale_on() {
        let (columns, lines) = help_size();
        for (width, height) in SIZES {
            let lettering = Lettering::fitting(columns, lines, width, height);
            assert!(lettering.width() * columns <= width, "{width}x{height}: too wide");
            assert!(lettering.height() * lines <= height, "{width}x{height}: too high");
        }
    }

    #[test]
    fn the_help_is_drawn_within_its_columns() {
        let (width, height) = (960, 720);
        let mut pixels = vec![0; width * height];
        draw_help(&mut Canvas { pixels: &mut pixels, width, height });
        let lit = |x: usize, y: usize| pixels[y * width + x] != 0;
        assert!((0..height).any(|y| (0..width).any(|x| lit(x, y))));
        assert!((0..height).all(|y| !lit(0, y) && !lit(width - 1, y)), "nothing is cut off at the sides");
        assert!((0..width).all(|x| !lit(x, 0) && !lit(x, height - 1)), "nothing is cut off above or below");
    }

    #[test]
    fn labels_lie_within_the_window_and_not_upon_each_other() {
        let long = "Screenshot: ~/Pictures/a rather long name of a folder/video-chess-0001.png";
        for (width, height) in SIZES {
            for time in [Time::Real, Time::Fast, Time::Backwards, Time::Paused] {
                let labels = labels(&view(time, Some(1e6)), Some(long), width, height);
                assert!(labels.len() >= 3);
                let mut below = 0;
                for label in &labels {
                    assert!(label.x + label.width() <= width, "{label:?} in {width}x{height}");
                    assert!(label.y >= below && label.y + label.height() <= height, "{label:?}");
                    below = label.y + label.height();
                }
            }
        }
    }

    #[test]
    fn what_time_does_is_said() {
        let texts = |time, thinking| -> Vec<String> {
            labels(&view(time, thinking), None, 640, 480).into_iter().map(|label| label.text).collect()
        };
        assert_eq!(texts(Time::Fast, Some(3_287.0)), ["Thinking: the Atari would be at 00:54:47"]);
        assert_eq!(texts(Time::Fast, None), ["Fast-forward"]);
        assert_eq!(texts(Time::Paused, None), ["Paused (P goes on)"]);
        assert!(texts(Time::Real, None).is_empty());
    }

    #[test]
    fn a_notice_goes_away() {
        let (start, mut overlay) = (Instant::now(), Overlay::default());
        overlay.notify("Mute", start);
        let mut lit = |after: u64| {
            let mut pixels = vec![0; 640 * 480];
            let mut canvas = Canvas { pixels: &mut pixels, width: 640, height: 480 };
            overlay.draw(&mut canvas, &View::default(), start + Duration::from_millis(after));
            pixels.iter().any(|pixel| *pixel != 0)
        };
        assert!(lit(0) && lit(2_400) && !lit(2_600));
    }

    #[test]
    fn long_texts_are_broken_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("a/very/long/path is", 8), ["a/very/l", "ong/path", "is"]);
        assert_eq!(wrap("short", 80), ["short"]);
        assert!(wrap("", 5).is_empty());
    }
}
