//! A screen without a monitor, and a game in a window on it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConfigureWindowAux, ConnectionExt, EventMask, ImageFormat, InputFocus, Window,
};
use x11rb::rust_connection::RustConnection;

/// How long a program may take to come up on a busy machine.
const COMING_UP: Duration = Duration::from_secs(20);
/// How long an answer to a key may take on a busy machine.
const ANSWER: Duration = Duration::from_secs(10);
const NAP: Duration = Duration::from_millis(20);

/// An X server of our own, with folders of its own for the user's files.
pub(crate) struct Desktop {
    server: Child,
    display: String,
    xdotool: PathBuf,
    folder: TempDir,
}

impl Desktop {
    /// Starts it; `None` where a program is missing, and the test is to return.
    #[track_caller]
    pub(crate) fn open() -> Option<Self> {
        let xvfb = vchess_tests::tool("Xvfb")?;
        let xdotool = vchess_tests::tool("xdotool")?;
        let mut server = Command::new(xvfb)
            .args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let said = BufReader::new(server.stdout.take().unwrap()).read_line(&mut number);
        assert!(said.is_ok() && !number.trim().is_empty(), "Xvfb tells its display's number");
        let display = format!(":{}", number.trim());
        Some(Desktop { server, display, xdotool, folder: tempfile::tempdir().unwrap() })
    }

    /// A folder for the test's files.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts `vchess` with these arguments and waits for its window.
    pub(crate) fn play(&self, arguments: &[&str]) -> Game<'_> {
        let child = Command::new(env!("CARGO_BIN_EXE_vchess"))
            .args(arguments)
            .env("DISPLAY", &self.display)
            .env("HOME", self.folder())
            .env("XDG_DATA_HOME", self.folder().join("data"))
            .env("XDG_CONFIG_HOME", self.folder().join("config"))
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("vchess starts");
        let (connection, _) = x11rb::connect(Some(&self.display)).expect("the X server answers");
        let mut game = Game { desktop: self, child, connection, window: 0, saves: 0 };
        game.window = game.find_window();
        // There is no window manager here to do it.
        let focus = game.connection.set_input_focus(InputFocus::PARENT, game.window, x11rb::CURRENT_TIME);
        focus.unwrap().check().unwrap();
        game
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// A running `vchess`.
pub(crate) struct Game<'a> {
    desktop: &'a Desktop,
    child: Child,
    connection: RustConnection,
    window: Window,
    /// Quick saves written.
    saves: u32,
}

/// The window's pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Picture {
    width: usize,
    height: usize,
    pixels: Vec<[u8; 3]>,
}

impl Game<'_> {
    fn find_window(&mut self) -> Window {
        let root = self.connection.setup().roots[0].root;
        let begin = Instant::now();
        loop {
            let children = self.connection.query_tree(root).unwrap().reply().unwrap().children;
            for window in children {
                let viewable = self
                    .connection
                    .get_window_attributes(window)
                    .ok()
                    .and_then(|cookie| cookie.reply().ok())
                    .is_some_and(|reply| reply.map_state == x11rb::protocol::xproto::MapState::VIEWABLE);
                if viewable {
                    return window;
                }
            }
            assert!(self.child.try_wait().unwrap().is_none(), "vchess ended before it opened a window");
            assert!(begin.elapsed() < COMING_UP, "no window opens");
            sleep(NAP);
        }
    }

    fn xdotool(&self, words: &[&str]) {
        let status = Command::new(&self.desktop.xdotool)
            .args(words)
            .env("DISPLAY", &self.desktop.display)
            .status()
            .expect("xdotool starts");
        assert!(status.success(), "xdotool {words:?}");
    }

    /// Presses a key and lets it go.
    pub(crate) fn key(&mut self, key: &str) {
        self.xdotool(&["key", key]);
    }

    /// Presses a key.
    pub(crate) fn press(&mut self, key: &str) {
        self.xdotool(&["keydown", key]);
    }

    /// Lets a key go.
    pub(crate) fn release(&mut self, key: &str) {
        self.xdotool(&["keyup", key]);
    }

    /// The quick save's file.
    pub(crate) fn quick_save_file(&self) -> PathBuf {
        let folder = self.desktop.folder().join("data/vchess/states");
        let mut files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        files.find(|path| path.extension().is_some_and(|extension| extension == "state")).unwrap_or(folder)
    }

    /// Presses the key of the quick save and returns what it wrote.
    pub(crate) fn quick_save(&mut self) -> Vec<u8> {
        let before = self.quick_save_file();
        if before.is_file() {
            fs::remove_file(&before).unwrap();
        }
        self.key("F7");
        let begin = Instant::now();
        loop {
            let file = self.quick_save_file();
            if file.is_file() {
                self.saves += 1;
                return fs::read(file).unwrap();
            }
            assert!(self.child.try_wait().unwrap().is_none(), "vchess has ended");
            assert!(begin.elapsed() < ANSWER, "no quick save is written");
            sleep(NAP);
        }
    }

    /// The window as it is.
    pub(crate) fn picture(&self) -> Picture {
        let size = self.connection.get_geometry(self.window).unwrap().reply().unwrap();
        let image = self
            .connection
            .get_image(ImageFormat::Z_PIXMAP, self.window, 0, 0, size.width, size.height, !0)
            .unwrap()
            .reply()
            .unwrap();
        let pixels = image.data.chunks_exact(4).map(|bgrx| [bgrx[2], bgrx[1], bgrx[0]]).collect();
        Picture { width: size.width.into(), height: size.height.into(), pixels }
    }

    /// Presses the key of the screenshot and returns the file that it wrote.
    pub(crate) fn screenshot(&mut self) -> Picture {
        let folder = self.desktop.folder().join("data/vchess/screenshots");
        self.key("F12");
        let begin = Instant::now();
        loop {
            let file = fs::read_dir(&folder)
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path())
                .find(|path| path.extension().is_some_and(|extension| extension == "png"));
            if let Some(file) = file {
                return Picture::read(&file);
            }
            assert!(begin.elapsed() < ANSWER, "no screenshot is written");
            sleep(NAP);
        }
    }

    /// Whether the window's pixels change in so long.
    pub(crate) fn changes_within(&self, time: Duration) -> bool {
        let (before, begin) = (self.picture(), Instant::now());
        while begin.elapsed() < time {
            if self.picture() != before {
                return true;
            }
            sleep(NAP);
        }
        false
    }

    /// Gives the window another size.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.connection.configure_window(self.window, &size).unwrap().check().unwrap();
    }

    /// Asks the window to close, as the button of its frame does.
    pub(crate) fn close(&mut self) {
        let atom = |name: &[u8]| self.connection.intern_atom(false, name).unwrap().reply().unwrap().atom;
        let (protocols, delete) = (atom(b"WM_PROTOCOLS"), atom(b"WM_DELETE_WINDOW"));
        let message = ClientMessageEvent::new(32, self.window, protocols, [delete, 0, 0, 0, 0]);
        let sent = self.connection.send_event(false, self.window, EventMask::NO_EVENT, message);
        sent.unwrap().check().unwrap();
    }

    /// Whether the program ends, and well, in so long.
    pub(crate) fn ends_within(&mut self, time: Duration) -> bool {
        let begin = Instant::now();
        while begin.elapsed() < time {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.success();
            }
            sleep(NAP);
        }
        false
    }
}

impl Drop for Game<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Picture {
    fn read(file: &Path) -> Self {
        let mut reader =
            png::Decoder::new(BufReader::new(fs::File::open(file).unwrap())).read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().expect("a picture of some size")];
        let info = reader.next_frame(&mut bytes).unwrap();
        let pixels = bytes[..info.buffer_size()].as_chunks::<3>().0.to_vec();
        Picture { width: info.width as usize, height: info.height as usize, pixels }
    }

    /// Whether something stands on each of the 64 squares, a8 first: more than the square's own colour.
    pub(crate) fn board(&self) -> [bool; 64] {
        // A screenshot is twice the size of the picture; the board's squares are 32 wide and 34 high there.
        assert_eq!((self.width, self.height), (640, 480));
        let (left, top, across, down) = (176, 108, 32, 34);
        std::array::from_fn(|square| {
            let (x, y) = (left + square % 8 * across, top + square / 8 * down);
            let mut colours: Vec<[u8; 3]> = Vec::new();
            for (x, y) in (y..y + down).flat_map(|y| (x..x + across).map(move |x| (x, y))) {
                let colour = self.pixels[y * self.width + x];
                if !colours.contains(&colour) {
                    colours.push(colour);
                }
            }
            colours.len() > 1
        })
    }
}
