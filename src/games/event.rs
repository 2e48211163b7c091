//! What happens in a game: the entries of its log.

use anyhow::{Context, Result, anyhow};

use crate::rules::game::Seat;
use crate::store::{LoggedEvent, NewEvent};

/// An event: what somebody did, as data. The log keeps kind, seat, reader and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn, in canonical notation.
    Turn {
        /// Who plays it.
        seat: Seat,
        /// The turn.
        text: String,
    },
    /// A seat resigns.
    Resign(Seat),
    /// The umpire takes a seat out of the game; the others play on, if there are two of them.
    Forfeit {
        /// Which.
        seat: Seat,
        /// Why, in his words; may be empty.
        reason: String,
    },
    /// A seat offers a draw, or agrees to one.
    Offer(Seat),
    /// A seat declines the draw offers that stand.
    Decline(Seat),
    /// A seat claims a draw, and the claim is right.
    Claim(Seat),
    /// Words to others.
    Say {
        /// Who says them; `None`: the umpire.
        by: Option<Seat>,
        /// Who reads them; `None`: everybody else.
        to: Option<Seat>,
        /// The words.
        words: String,
    },
    /// The umpire takes back the end of the game, or the last turn or departure of a seat, and what came after it.
    Undo {
        /// Why, in his words; may be empty.
        reason: String,
    },
    /// The umpire ends the game.
    Adjudicate {
        /// The result as he writes it: `1-0`, `red>blue=green>yellow`.
        result: String,
        /// Why, in his words; may be empty.
        reason: String,
    },
    /// The game is called off.
    Abort {
        /// The seat that declines it; `None`: the umpire.
        by: Option<Seat>,
        /// Why, in the umpire's words; may be empty.
        reason: String,
    },
}

/// What an event is, as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// See [`Event::Turn`].
    Turn,
    /// See [`Event::Resign`].
    Resign,
    /// See [`Event::Forfeit`].
    Forfeit,
    /// See [`Event::Offer`].
    Offer,
    /// See [`Event::Decline`].
    Decline,
    /// See [`Event::Claim`].
    Claim,
    /// See [`Event::Say`].
    Say,
    /// See [`Event::Undo`].
    Undo,
    /// See [`Event::Adjudicate`].
    Adjudicate,
    /// See [`Event::Abort`].
    Abort,
}

impl EventKind {
    const ALL: [(Self, &'static str); 10] = [
        (Self::Turn, "turn"),
        (Self::Resign, "resign"),
        (Self::Forfeit, "forfeit"),
        (Self::Offer, "offer"),
        (Self::Decline, "decline"),
        (Self::Claim, "claim"),
        (Self::Say, "say"),
        (Self::Undo, "undo"),
        (Self::Adjudicate, "adjudicate"),
        (Self::Abort, "abort"),
    ];

    /// The word in the log.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let mut all = Self::ALL.iter();
        all.find(|(kind, _)| *kind == self)
            .map_or("", |(_, word)| word)
    }

    /// The kind with this word, if there is one.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        let mut all = Self::ALL.iter();
        all.find(|(_, known)| *known == word).map(|(kind, _)| *kind)
    }

    /// Whether it moves the game on: an undo takes back the last one of these. A seat that leaves a game of two
    /// ends it.
    #[must_use]
    pub fn is_step(self) -> bool {
        matches!(self, Self::Turn | Self::Resign | Self::Forfeit)
    }

    /// Whether it raises the game's state number. Talk does not.
    #[must_use]
    pub fn counts(self) -> bool {
        self != Self::Say
    }

    /// Whether it makes the reply tokens of letters void that were written before it: the position is
    /// another one. Talk and draw offers void nothing.
    #[must_use]
    pub fn voids_tokens(self) -> bool {
        !matches!(self, Self::Say | Self::Offer | Self::Decline)
    }
}

impl Event {
    /// What it is.
    #[must_use]
    pub fn kind(&self) -> EventKind {
        match self {
            Self::Turn { .. } => EventKind::Turn,
            Self::Resign(_) => EventKind::Resign,
            Self::Forfeit { .. } => EventKind::Forfeit,
            Self::Offer(_) => EventKind::Offer,
            Self::Decline(_) => EventKind::Decline,
            Self::Claim(_) => EventKind::Claim,
            Self::Say { .. } => EventKind::Say,
            Self::Undo { .. } => EventKind::Undo,
            Self::Adjudicate { .. } => EventKind::Adjudicate,
            Self::Abort { .. } => EventKind::Abort,
        }
    }

    /// The seat that it is of, if any.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Turn { seat, .. }
            | Self::Forfeit { seat, .. }
            | Self::Resign(seat)
            | Self::Offer(seat)
            | Self::Decline(seat)
            | Self::Claim(seat) => Some(*seat),
            Self::Say { by, .. } | Self::Abort { by, .. } => *by,
            Self::Undo { .. } | Self::Adjudicate { .. } => None,
        }
    }

    /// Reads an entry of the log.
    ///
    /// # Errors
    /// The kind is unknown, or the seat is missing.
    pub fn read(row: &LoggedEvent<'_>) -> Result<Self> {
        let known = EventKind::parse(row.kind);
        let kind = known.ok_or_else(|| anyhow!("unknown event {:?}", row.kind))?;
        let seat = row.seat.map(Seat);
        let by = || seat.with_context(|| format!("{} without a seat", row.kind));
        let text = row.text.to_owned();
        Ok(match kind {
            EventKind::Turn => Self::Turn { seat: by()?, text },
            EventKind::Resign => Self::Resign(by()?),
            EventKind::Forfeit => Self::Forfeit {
                seat: by()?,
                reason: text,
            },
            EventKind::Offer => Self::Offer(by()?),
            EventKind::Decline => Self::Decline(by()?),
            EventKind::Claim => Self::Claim(by()?),
            EventKind::Say => Self::Say {
                by: seat,
                to: row.reader.map(Seat),
                words: text,
            },
            EventKind::Undo => Self::Undo { reason: text },
            EventKind::Adjudicate => {
                let (result, reason) = text.split_once(' ').unwrap_or((&text, ""));
                Self::Adjudicate {
                    result: result.to_owned(),
                    reason: reason.to_owned(),
                }
            }
            EventKind::Abort => Self::Abort {
                by: seat,
                reason: text,
            },
        })
    }

    /// As an entry of the log, without what caused it.
    #[must_use]
    pub fn row(&self, state: i64, to_move: Seat) -> NewEvent {
        let text = match self {
            Self::Turn { text, .. } => text.clone(),
            Self::Say { words, .. } => words.clone(),
            Self::Undo { reason } | Self::Abort { reason, .. } | Self::Forfeit { reason, .. } => {
                reason.clone()
            }
            Self::Adjudicate { result, reason } => format!("{result} {reason}").trim().to_owned(),
            Self::Resign(_) | Self::Offer(_) | Self::Decline(_) | Self::Claim(_) => String::new(),
        };
        let reader = match self {
            Self::Say { to, .. } => to.map(|seat| seat.0),
            _ => None,
        };
        NewEvent {
            state,
            to_move: to_move.0,
            arrived_at: None,
            kind: self.kind().as_str().to_owned(),
            seat: self.seat().map(|seat| seat.0),
            reader,
            text,
            typed: None,
            mail: None,
            actor: None,
        }
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
