//! Who of two players is the computer, and at which level, as far as a game's tags tell.

use shakmaty::Color;
use video_chess::Level;

use crate::pgn::Game;

/// Words in a name that tell the cartridge.
const COMPUTER: [&str; 7] = ["atari", "video chess", "videochess", "2600", "vcs", "vchess", "cartridge"];
/// Words that tell any computer, where the other name tells none of those.
const MACHINE: [&str; 3] = ["computer", "cpu", "machine"];

/// The computer's colours by the names; none where they do not tell, two where both are.
#[must_use]
pub fn computers(game: &Game) -> Vec<Color> {
    let named = |words: &[&str]| -> Vec<Color> {
        [(Color::White, "White"), (Color::Black, "Black")]
            .into_iter()
            .filter(|(_, tag)| {
                let name = game.tag(tag).to_lowercase();
                words.iter().any(|word| name.contains(word))
            })
            .map(|(colour, _)| colour)
            .collect()
    };
    let certain = named(&COMPUTER);
    if certain.is_empty() { named(&MACHINE) } else { certain }
}

/// The level that the tags give a player: in the name, in `WhiteLevel`, or for both in any other tag.
#[must_use]
pub fn level(game: &Game, computer: Color) -> Option<Level> {
    let (name, own) = match computer {
        Color::White => ("White", "WhiteLevel"),
        Color::Black => ("Black", "BlackLevel"),
    };
    let by_tag = || Level::from_number(game.tag(own).trim().parse().ok()?);
    let by_other = || {
        let mut others = game.tags.iter().filter(|(tag, _)| !matches!(tag.as_str(), "White" | "Black"));
        others.find_map(|(_, value)| in_words(value))
    };
    in_words(game.tag(name)).or_else(by_tag).or_else(by_other)
}

/// The level in a text: a digit behind `level`, `lvl`, `lev.` or `skill`.
fn in_words(text: &str) -> Option<Level> {
    let text = text.to_lowercase();
    for word in ["level", "lvl", "lev", "skill"] {
        for (at, _) in text.match_indices(word) {
            let rest = text[at + word.len()..].trim_start_matches(|c: char| " .:#-=_(".contains(c));
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            if let Some(level) = digits.parse().ok().and_then(Level::from_number) {
                return Some(level);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::read::read;

    fn game(tags: &str) -> Game {
        read(&format!("{tags}\n\n1. e4 e5 *")).expect("PGN").remove(0)
    }

    #[test]
    fn names_tell() {
        let published = game("[White \"thegoldenband\"]\n[black \"Atari Video Chess, Level 6\"]");
        assert_eq!(computers(&published), [Color::Black]);
        assert_eq!(level(&published, Color::Black), Some(Level::Six));
        let ours = game("[White \"Video Chess, level 2\"]\n[Black \"Video Chess, level 8, cartridge\"]");
        assert_eq!(computers(&ours), [Color::White, Color::Black]);
        assert_eq!(level(&ours, Color::White), Some(Level::Two));
        assert_eq!(level(&ours, Color::Black), Some(Level::Eight));
        let event = game("[Event \"Skill level: 3\"]\n[White \"Computer\"]\n[Black \"me\"]");
        assert_eq!(computers(&event), [Color::White]);
        assert_eq!(level(&event, Color::White), Some(Level::Three));
        let silent = game("[White \"Greg\"]\n[Black \"?\"]");
        assert_eq!(computers(&silent), []);
        assert_eq!(level(&silent, Color::Black), None);
        assert_eq!(level(&game("[Black \"Atari level 12\"]"), Color::Black), None);
    }
}
