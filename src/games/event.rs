//! The kinds of events in a game's log, and the turns that they add up to.

use crate::rules::game::Seat;

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A turn; the text is canonical.
    Turn,
    /// A seat resigns.
    Resign,
    /// A seat offers a draw, or agrees to one.
    Offer,
    /// A seat declines the draw offers that stand.
    Decline,
    /// A seat claims a draw, and the claim is right.
    Claim,
    /// Words from a seat or the umpire to others.
    Say,
    /// The umpire takes back the end of the game, or the last turn and what came after it.
    Undo,
    /// The umpire ends the game; the text is `RESULT REASON…`.
    Adjudicate,
    /// The umpire calls the game off.
    Abort,
}

impl EventKind {
    const ALL: [(Self, &'static str); 9] = [
        (Self::Turn, "turn"),
        (Self::Resign, "resign"),
        (Self::Offer, "offer"),
        (Self::Decline, "decline"),
        (Self::Claim, "claim"),
        (Self::Say, "say"),
        (Self::Undo, "undo"),
        (Self::Adjudicate, "adjudicate"),
        (Self::Abort, "abort"),
    ];

    /// The word in the column `events.kind`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(kind, _)| *kind == self)
            .map_or("", |(_, word)| word)
    }

    /// The kind with this word, if there is one.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, known)| *known == word)
            .map(|(kind, _)| *kind)
    }

    /// Whether it raises the game's state number. Talk does not, so that it leaves the reply tokens of
    /// the other players current.
    #[must_use]
    pub fn counts(self) -> bool {
        self != Self::Say
    }
}

/// A turn that was played and not taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTurn {
    /// Its number: `3.` or `3...`.
    pub label: String,
    /// The seat that played it.
    pub seat: Seat,
    /// Canonical notation.
    pub text: String,
    /// State number of the game after it.
    pub state: i64,
}
