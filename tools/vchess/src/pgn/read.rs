//! Reads PGN as it is found: the standard's import format and what people type.
//!
//! The usual reader of PGN passes over what it does not know, which is right for a database and wrong here: a move that is
//! not understood must be an error that says where it stands. So this one takes tokens apart itself and leaves the rules
//! of chess to shakmaty. Tag names are taken in any case; dashes and dots between moves, comments of all kinds,
//! annotation glyphs and variations are passed over.

use std::fmt;

use shakmaty::{Chess, Position as _};

use super::san::{self, NoMove};
use super::{Game, Played};
use crate::engine::setup;

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError {
    /// The line, from 1.
    pub line: usize,
    /// What was expected there.
    pub what: String,
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for PgnError {}

/// Reads all games of a text.
///
/// # Errors
/// The first thing that is no PGN, no legal move or no position.
pub fn read(text: &str) -> Result<Vec<Game>, PgnError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { rest: text, line: 1, at_line_start: true };
    let mut games = Vec::new();
    while let Some(game) = reader.game()? {
        games.push(game);
    }
    if games.is_empty() {
        return Err(PgnError { line: 1, what: "there is no game in it; expected PGN".to_owned() });
    }
    Ok(games)
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    at_line_start: bool,
}

enum Token<'a> {
    Tag(String, String),
    Comment(String),
    /// A move, perhaps; or a number, a result, a glyph.
    Word(&'a str),
}

impl<'a> Reader<'a> {
    fn error<T>(&self, what: impl Into<String>) -> Result<T, PgnError> {
        Err(PgnError { line: self.line, what: what.into() })
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        if let Some(last) = taken.chars().last() {
            self.at_line_start = last == '\n';
        }
        taken
    }

    /// Takes everything to `end`, which is taken too and not given back; what is missing an end is an error.
    fn take_to(&mut self, end: char, what: &str) -> Result<&'a str, PgnError> {
        match self.rest.find(end) {
            Some(at) => {
                let taken = self.advance(at);
                self.advance(end.len_utf8());
                Ok(taken)
            }
            None => self.error(format!("{what} has no end: expected {end}")),
        }
    }

    fn skip_space(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.advance(blank);
            // A line that begins with % is for somebody else.
            if self.rest.starts_with('%') && self.at_line_start {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.advance(end);
            } else {
                return;
            }
        }
    }

    fn token(&mut self) -> Result<Option<Token<'a>>, PgnError> {
        self.skip_space();
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        Ok(Some(match first {
            '[' => {
                let (name, value) = self.tag()?;
                Token::Tag(name, value)
            }
            '{' => {
                self.advance(1);
                let text = self.take_to('}', "a comment")?;
                Token::Comment(text.split_whitespace().collect::<Vec<_>>().join(" "))
            }
            ';' => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                Token::Comment(self.advance(end)[1..].trim().to_owned())
            }
            '(' if !self.in_word() => {
                self.variation()?;
                Token::Comment(String::new())
            }
            ')' | '}' | ']' => return self.error(format!("{first} without its beginning")),
            _ => {
                let end = self
                    .rest
                    .find(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | ';' | '[' | ']'))
                    .unwrap_or(self.rest.len());
                Token::Word(self.advance(end.max(first.len_utf8())))
            }
        }))
    }

    /// Whether the bracket here encloses a promotion: `(Q)`.
    fn in_word(&self) -> bool {
        let mut ahead = self.rest.chars().skip(1);
        matches!(ahead.next(), Some('Q' | 'R' | 'B' | 'N')) && ahead.next() == Some(')')
    }

    /// Passes over a variation and those in it.
    fn variation(&mut self) -> Result<(), PgnError> {
        let began = self.line;
        let mut depth = 0;
        loop {
            let Some(at) = self.rest.find(['(', ')', '{', ';']) else {
                return Err(PgnError { line: began, what: "a variation has no end: expected )".to_owned() });
            };
            self.advance(at);
            match self.advance(1) {
                "(" => depth += 1,
                ")" => depth -= 1,
                "{" => {
                    self.take_to('}', "a comment")?;
                }
                _ => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.advance(end);
                }
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn tag(&mut self) -> Result<(String, String), PgnError> {
        self.advance(1);
        let name_end = self.rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == ' '));
        let name = self.advance(name_end.unwrap_or(self.rest.len())).trim().to_owned();
        if name.is_empty() || !self.rest.starts_with('"') {
            return self.error("a tag is [Name \"value\"]");
        }
        self.advance(1);
        let mut value = String::new();
        let mut chars = self.rest.char_indices();
        let end = loop {
            match chars.next() {
                Some((at, '"')) => break at,
                Some((_, '\\')) => value.extend(chars.next().map(|(_, c)| c)),
                // A long name may have been broken by somebody's screen.
                Some((at, '\n')) if breaks_once(&self.rest[at + 1..]) => value.push(' '),
                Some((_, '\n')) | None => return self.error(format!("the tag {name} has no closing quote")),
                Some((_, c)) => value.push(c),
            }
        };
        self.advance(end + 1);
        self.skip_space();
        if !self.rest.starts_with(']') {
            return self.error(format!("the tag {name} has no closing bracket"));
        }
        self.advance(1);
        Ok((name, value))
    }

    /// The next game, if there is one.
    fn game(&mut self) -> Result<Option<Game>, PgnError> {
        let mut game: Option<Game> = None;
        let mut chess = Chess::default();
        loop {
            // Another game's tags end one without a result.
            self.skip_space();
            let has_moves = game.as_ref().is_some_and(|game| !game.moves.is_empty());
            if has_moves && self.rest.starts_with('[') {
                break;
            }
            let line = self.line;
            let Some(token) = self.token()? else { break };
            let so_far = game.get_or_insert_with(|| Game::new(Chess::default()));
            match token {
                Token::Tag(name, value) => {
                    if name.eq_ignore_ascii_case("FEN") {
                        let start = setup::read(&value).map_err(|what| PgnError { line, what })?;
                        chess = start.chess.clone();
                        so_far.start = start.chess;
                    }
                    so_far.tags.push((standard_name(&name), value));
                }
                Token::Comment(comment) => {
                    let place = match so_far.moves.last_mut() {
                        Some(played) => &mut played.comment,
                        None => &mut so_far.opening_comment,
                    };
                    if !place.is_empty() && !comment.is_empty() {
                        place.push(' ');
                    }
                    *place += &comment;
                }
                Token::Word(word) => {
                    if let Some(result) = result(word) {
                        result.clone_into(&mut so_far.result);
                        so_far.ends_with_result = true;
                        self.last_words(so_far)?;
                        return Ok(game);
                    }
                    if let Some(text) = move_of(word) {
                        let played = san::read(&chess, text).map_err(|why| PgnError {
                            line,
                            what: match why {
                                NoMove::Unreadable => format!("{text:?} is no move"),
                                NoMove::Illegal => {
                                    format!("{text} is not legal in {}", setup::fen(&chess))
                                }
                                NoMove::Ambiguous => {
                                    format!("{text} can be several moves in {}", setup::fen(&chess))
                                }
                            },
                        })?;
                        chess.play_unchecked(played);
                        so_far.moves.push(Played { played, comment: String::new(), line });
                    }
                }
            }
        }
        if let Some(game) = &mut game
            && let Some(known) = result(game.tag("Result"))
        {
            game.result = known.to_owned();
        }
        // Comments alone are no game.
        Ok(game.filter(|game| !game.tags.is_empty() || !game.moves.is_empty()))
    }

    /// Comments behind the result belong to the game's last move.
    fn last_words(&mut self, game: &mut Game) -> Result<(), PgnError> {
        loop {
            self.skip_space();
            if !self.rest.starts_with(['{', ';']) {
                return Ok(());
            }
            if let (Some(Token::Comment(comment)), Some(played)) = (self.token()?, game.moves.last_mut()) {
                if !played.comment.is_empty() {
                    played.comment.push(' ');
                }
                played.comment += &comment;
            }
        }
    }
}

/// Whether a tag's value that is broken here ends in the next line.
fn breaks_once(rest: &str) -> bool {
    let line = rest.lines().next().unwrap_or_default();
    line.trim_end().ends_with("\"]") && !line.starts_with('[')
}

/// A tag's name as the standard spells it.
fn standard_name(name: &str) -> String {
    const KNOWN: [&str; 9] = ["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN"];
    let known = KNOWN.iter().find(|known| known.eq_ignore_ascii_case(name));
    known.map_or_else(|| name.to_owned(), |&known| known.to_owned())
}

fn result(word: &str) -> Option<&'static str> {
    match word {
        "1-0" => Some("1-0"),
        "0-1" => Some("0-1"),
        "1/2-1/2" | "1/2" | "½-½" => Some("1/2-1/2"),
        "*" => Some("*"),
        _ => None,
    }
}

/// The move in a word: without its number; `None` where there is nothing else.
fn move_of(word: &str) -> Option<&str> {
    let castles = ["0-0", "O-O", "o-o"].iter().any(|start| word.starts_with(start));
    let text = if castles {
        word
    } else {
        let digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let dotted = digits.trim_start_matches(['.', '…']);
        // 1e4 is nobody's number.
        if digits.len() < word.len() && (dotted.len() < digits.len() || digits.is_empty()) {
            dotted
        } else {
            word
        }
    };
    let text = text.trim_start_matches(['.', '…']);
    let glyph = text.starts_with('$') || text.chars().all(|c| "!?+-=/\\~–—_".contains(c));
    let passant = matches!(text, "e.p." | "e.p" | "ep");
    (!text.is_empty() && !glyph && !passant).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::write;

    fn moves(text: &str) -> Vec<Vec<String>> {
        read(text).expect("PGN").iter().map(|game| game.uci().collect()).collect()
    }

    #[test]
    fn as_it_is_found() {
        let last = read("1. e4 {one} 1-0 {two} ; three\n").expect("PGN");
        assert_eq!((last.len(), last[0].moves[0].comment.as_str()), (1, "one two three"));
        let broken = read("[White \"the\ngoldenband\"]\n\n1. e4 *").expect("PGN");
        assert_eq!(broken[0].tag("White"), "the goldenband");
        let text = "%for a database\n[Date \"2012.06.17\"]\n[White \"A \\\"B\\\"\"]\n[black \"Atari Video Chess, Level 6\"]\n\n\
            {first} 1. e4 $1 e5!? (1... c5 2. Nf3 {a comment with )} (2. c3)) 2.Nf3 Nc6 ; to the end ) of the line\n\
            3. Bb5 ... a6 4 Ba4 ---------- Nf6 5. 0-0 Be7 1-0\n\n1. d4 d5 *\n[Event \"x\"]\n1. c4\n[Event \"y\"]\n\n1/2-1/2\n";
        let games = read(text).expect("PGN");
        assert_eq!(games.len(), 4);
        assert_eq!(games[0].tag("Black"), "Atari Video Chess, Level 6");
        assert_eq!(games[0].tag("White"), "A \"B\"");
        assert_eq!(games[0].result, "1-0");
        assert_eq!(games[0].opening_comment, "first");
        assert_eq!(
            moves(text)[0],
            ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1", "f8e7"]
        );
        assert_eq!(moves(text)[1..], [vec!["d2d4", "d7d5"], vec!["c2c4"], vec![]]);
    }

    #[test]
    fn errors_say_where() {
        for (text, line, what) in [
            ("", 1, "no game"),
            ("1. e4 e5\n2. Ke3", 2, "not legal"),
            ("1. e4 {no end\n\n", 1, "no end"),
            ("[White \"x]\n", 1, "closing quote"),
            ("[White \"x\"\n1. e4", 2, "closing bracket"),
            ("[White]\n1. e4", 1, "a tag is"),
            ("1. e4 e5 2. hello", 1, "no move"),
            ("1. e4 (1. d4\n", 1, "no end"),
            ("1. e4 ) e5", 1, "without its beginning"),
            ("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n", 1, "refused"),
            ("\u{0}\u{1}PNG", 1, "no move"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.line, line, "{text:?}: {error}");
            assert!(error.what.contains(what), "{text:?}: {error}");
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let fen = "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R b K - 0 30\"]\n";
        let text = fen.to_owned() + "30... Kd7 {say {it} 31. O-O {castles} Kc7 32. a8=N+ Kd6 33. Nb6 0-1";
        let games = read(&text).expect("PGN");
        let again = read(&write::write(&games[0])).expect("PGN");
        assert_eq!(again.len(), 1);
        assert_eq!(again[0].uci().collect::<Vec<_>>(), games[0].uci().collect::<Vec<_>>());
        assert_eq!(again[0].start, games[0].start);
        assert_eq!(again[0].result, "0-1");
        assert_eq!(again[0].moves[0].comment, "say (it");
        assert_eq!(write::write(&again[0]), write::write(&games[0]));
    }
}
