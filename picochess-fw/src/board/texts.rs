//! What the board says.

/// A remark that stands until something else happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Note {
    None,
    NotReady,
    TakenBack,
    Thinking,
    Hint,
    Substituted,
    PutPromoted,
    DrawOffered,
    DrawDeclined,
    AskOnYourTurn,
}

impl Note {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Note::None | Note::Hint => "",
            Note::NotReady => "The game starts when all squares are green.",
            Note::TakenBack => "Taken back.",
            Note::Thinking => "Looking for a good move...",
            Note::Substituted => "The cartridge had no legal move: Modern moved for it.",
            Note::PutPromoted => "Put the piece on its square first, then press 5.",
            Note::DrawOffered => "The computer thinks about a draw...",
            Note::DrawDeclined => "The computer declines the draw.",
            Note::AskOnYourTurn => "Ask again when it is your turn.",
        }
    }
}
