//! The program's reply before the rules of chess: what is played is legal, whatever the program says.

use shakmaty::{Chess, Move, Position as _, Role};

use super::setup;

/// What is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The move; `None` where there is no legal one.
    pub played: Option<Move>,
    /// Why it is not the program's, where it is not.
    pub note: Option<String>,
}

/// Judges a reply: `Ok` with the program's move (`None` where it gives up), `Err` with what kept it from replying.
#[must_use]
pub fn judge(chess: &Chess, reply: Result<Option<video_chess::Move>, &str>) -> Verdict {
    let named = |name: video_chess::Move| setup::legal(chess, &name.to_string());
    let why = match reply {
        Ok(Some(name)) => match named(name) {
            Some(played) => return Verdict { played: Some(played), note: None },
            None => format!("the program plays {name}, which is not legal"),
        },
        Ok(None) => "the program gives up".to_owned(),
        Err(why) => why.to_owned(),
    };
    let played = stand_in(chess);
    let note = played.map(|played| format!("{why}; {} is played in its place", setup::uci(played)));
    Verdict { played, note }
}

/// A legal move in place of the program's: the one that takes or becomes most, else the first.
#[must_use]
pub fn stand_in(chess: &Chess) -> Option<Move> {
    let worth = |role: Option<Role>| match role {
        None => 0,
        Some(Role::Pawn) => 1,
        Some(Role::Knight | Role::Bishop) => 3,
        Some(Role::Rook) => 5,
        Some(Role::Queen | Role::King) => 9,
    };
    let mut best: Option<(i32, Move)> = None;
    for candidate in chess.legal_moves() {
        let gain = worth(candidate.capture()) + worth(candidate.promotion());
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, candidate));
        }
    }
    best.map(|(_, played)| played)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess(fen: &str) -> Chess {
        setup::read(fen).expect("a position").chess
    }

    #[test]
    fn a_legal_reply_is_played() {
        let verdict = judge(&Chess::default(), Ok("e2e4".parse().ok()));
        assert_eq!(verdict.played.map(setup::uci).as_deref(), Some("e2e4"));
        assert_eq!(verdict.note, None);
    }

    #[test]
    fn an_illegal_one_is_replaced_and_said() {
        let position = chess("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
        let verdict = judge(&position, Ok("e1e3".parse().ok()));
        assert_eq!(verdict.played.map(setup::uci).as_deref(), Some("e4d5"));
        assert!(verdict.note.expect("a note").contains("e1e3"));
        assert!(judge(&position, Ok(None)).note.expect("a note").contains("gives up"));
        assert!(judge(&position, Err("it derails")).note.expect("a note").contains("it derails"));
    }

    #[test]
    fn without_a_legal_move_nothing_is_played() {
        let mated = chess("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
        assert_eq!(judge(&mated, Ok(None)), Verdict { played: None, note: None });
    }
}
