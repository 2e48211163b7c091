//! What happens in a game: the entries of its log.

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};

use crate::rules::{Seat, outcome::Reason};
use crate::store::{EventRow, LoggedEvent};

mod kind;
mod person;
mod time;
mod votes;

pub use kind::EventKind;
pub use person::{Person, Replacement};
pub use time::{CreditReason, Proposal, ReopenReason};
pub use votes::Votes;

/// An event: what somebody did, as data. The log keeps kind, seat, reader and text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A turn, in canonical notation.
    Turn {
        /// The seat that plays it, which is to move before it.
        seat: Seat,
        /// The turn in canonical notation, without its number.
        text: String,
    },
    /// A seat resigns; the others play on, if at least two are left.
    Resign(Seat),
    /// The umpire takes a seat out of the game; the others play on, if at least two are left.
    Forfeit {
        /// The seat that is taken out.
        seat: Seat,
        /// Why, in the umpire's words; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// A seat offers a draw, or agrees to one.
    Offer(Seat),
    /// A seat declines the draw offers that stand.
    Decline(Seat),
    /// A seat claims a draw, and the claim is right.
    Claim(Seat),
    /// Words of a seat or the umpire; they leave the state number as it is.
    Say {
        /// Who says them; `None`: the umpire.
        by: Option<Seat>,
        /// Who reads them; `None`: everybody else.
        to: Option<Seat>,
        /// What is said; may have several lines.
        #[serde(default)]
        words: String,
    },
    /// The umpire takes back the end of the game, or the last turn or departure of a seat, and what came after it.
    Undo {
        /// Why, in the umpire's words; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// The umpire ends the game.
    Adjudicate {
        /// The result as the umpire writes it: `1-0`, `red>blue=green>yellow`.
        #[serde(default)]
        result: String,
        /// Why, in the umpire's words; may be empty.
        #[serde(default)]
        reason: String,
        /// What the adjudicators of its event have said; `None`: the umpire has decided it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        votes: Option<Votes>,
    },
    /// The game is called off.
    Abort {
        /// The seat that declines it; `None`: the umpire.
        by: Option<Seat>,
        /// Why, in the umpire's words; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// A seat proposes something to the others, or agrees to it.
    Propose {
        /// The seat that proposes it or agrees to it.
        seat: Seat,
        /// What it proposes or agrees to.
        what: Proposal,
    },
    /// A seat declines something that is proposed.
    Refuse {
        /// The seat that declines.
        seat: Seat,
        /// The proposal that it declines.
        what: Proposal,
    },
    /// The last turn of a seat, and all after it, are taken back: the others have agreed.
    TakeBack(Seat),
    /// The clocks stand still from here on.
    Pause {
        /// The seat that has agreed to it last; `None`: the umpire.
        by: Option<Seat>,
        /// Why, in the umpire's words; may be empty.
        #[serde(default)]
        reason: String,
    },
    /// The clocks go on: a day later if a seat says so, at once if the umpire or the server does.
    Resume {
        /// Who; `None`: the umpire, or the server because the pause was too long.
        by: Option<Seat>,
    },
    /// New terms of time hold from the next turn on.
    Terms(String),
    /// A seat gets time.
    Credit {
        /// The seat that gets it.
        seat: Seat,
        /// How much, in seconds.
        seconds: i64,
        /// Why it gets time.
        why: CreditReason,
    },
    /// The grace of a seat has begun: its clock is at zero. It only tells the players; the account
    /// says how much grace is used.
    Grace(Seat),
    /// The time of a seat is over.
    Flag {
        /// The seat whose time is over.
        seat: Seat,
        /// The game is drawn, since the others cannot win.
        drawn: bool,
    },
    /// The fall of a seat's flag is taken back.
    Reopen {
        /// The seat whose flag had fallen.
        seat: Seat,
        /// Why the fall is taken back.
        why: ReopenReason,
    },
    /// A seat that has won by flag only lets the game not count for ratings.
    RefusePoints(Seat),
    /// Another player takes a seat.
    Replace {
        /// The seat that changes its player.
        seat: Seat,
        /// Who held it, who holds it from now on, and why.
        change: Replacement,
    },
    /// The umpire takes back all turns from this one on, or what ended the game when it was due.
    Rollback {
        /// The label of the turn that is to be played again: `12.` or `12...`.
        label: String,
        /// Why, in the umpire's words; may be empty.
        #[serde(default)]
        reason: String,
    },
}

impl Event {
    /// Its kind without the data, which the log keeps as a word.
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
            Self::Propose { .. } => EventKind::Propose,
            Self::Refuse { .. } => EventKind::Refuse,
            Self::TakeBack(_) => EventKind::TakeBack,
            Self::Pause { .. } => EventKind::Pause,
            Self::Resume { .. } => EventKind::Resume,
            Self::Terms(_) => EventKind::Terms,
            Self::Credit { .. } => EventKind::Credit,
            Self::Grace(_) => EventKind::Grace,
            Self::Flag { .. } => EventKind::Flag,
            Self::Reopen { .. } => EventKind::Reopen,
            Self::RefusePoints(_) => EventKind::RefusePoints,
            Self::Replace { .. } => EventKind::Replace,
            Self::Rollback { .. } => EventKind::Rollback,
        }
    }

    /// The seat that leaves the game by it, and why.
    pub fn leaves(&self) -> Option<(Seat, Reason)> {
        match self {
            Self::Resign(seat) => Some((*seat, Reason::Resignation)),
            Self::Forfeit { seat, .. } => Some((*seat, Reason::Umpire)),
            Self::Flag { seat, drawn: false } => Some((*seat, Reason::Time)),
            _ => None,
        }
    }

    /// The seat that it is of, if any.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Turn { seat, .. }
            | Self::Forfeit { seat, .. }
            | Self::Resign(seat)
            | Self::Offer(seat)
            | Self::Decline(seat)
            | Self::Propose { seat, .. }
            | Self::Refuse { seat, .. }
            | Self::TakeBack(seat)
            | Self::Credit { seat, .. }
            | Self::Grace(seat)
            | Self::RefusePoints(seat)
            | Self::Flag { seat, .. }
            | Self::Reopen { seat, .. }
            | Self::Replace { seat, .. }
            | Self::Claim(seat) => Some(*seat),
            Self::Say { by, .. }
            | Self::Abort { by, .. }
            | Self::Pause { by, .. }
            | Self::Resume { by } => *by,
            _ => None,
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
                let (result, votes) = Votes::split(result);
                Self::Adjudicate {
                    result: result.to_owned(),
                    reason: reason.to_owned(),
                    votes,
                }
            }
            EventKind::Abort => Self::Abort {
                by: seat,
                reason: text,
            },
            EventKind::Propose => Self::Propose {
                seat: by()?,
                what: serde_json::from_str(&text)?,
            },
            EventKind::Refuse => Self::Refuse {
                seat: by()?,
                what: serde_json::from_str(&text)?,
            },
            EventKind::TakeBack => Self::TakeBack(by()?),
            EventKind::Pause => Self::Pause {
                by: seat,
                reason: text,
            },
            EventKind::Resume => Self::Resume { by: seat },
            EventKind::Terms => Self::Terms(text),
            EventKind::Credit => {
                let (why, seconds) = text.split_once(' ').context("no seconds")?;
                Self::Credit {
                    seat: by()?,
                    seconds: seconds.parse()?,
                    why: word(why)?,
                }
            }
            EventKind::Grace => Self::Grace(by()?),
            EventKind::Flag => Self::Flag {
                seat: by()?,
                drawn: text == DRAWN,
            },
            EventKind::Reopen => Self::Reopen {
                seat: by()?,
                why: word(&text)?,
            },
            EventKind::RefusePoints => Self::RefusePoints(by()?),
            EventKind::Replace => Self::Replace {
                seat: by()?,
                change: serde_json::from_str(&text)?,
            },
            EventKind::Rollback => {
                let (label, reason) = text.split_once(' ').unwrap_or((&text, ""));
                Self::Rollback {
                    label: label.to_owned(),
                    reason: reason.to_owned(),
                }
            }
        })
    }

    /// As an entry of the log, without what caused it.
    pub fn row(&self, state: i64, to_move: Seat) -> EventRow {
        let text = match self {
            Self::Turn { text, .. } => text.clone(),
            Self::Say { words, .. } => words.clone(),
            Self::Undo { reason }
            | Self::Abort { reason, .. }
            | Self::Forfeit { reason, .. }
            | Self::Pause { reason, .. } => reason.clone(),
            Self::Adjudicate {
                result,
                reason,
                votes,
            } => {
                let votes = votes.map_or_else(String::new, |votes| votes.written());
                format!("{result}{votes} {reason}").trim().to_owned()
            }
            Self::Propose { what, .. } | Self::Refuse { what, .. } => {
                serde_json::to_string(what).unwrap_or_default()
            }
            Self::Terms(terms) => terms.clone(),
            Self::Credit { seconds, why, .. } => format!("{} {seconds}", word_of(*why)),
            Self::Flag { drawn, .. } => if *drawn { DRAWN } else { LOST }.to_owned(),
            Self::Reopen { why, .. } => word_of(*why),
            Self::Replace { change, .. } => serde_json::to_string(change).unwrap_or_default(),
            Self::Rollback { label, reason } => format!("{label} {reason}").trim().to_owned(),
            Self::Resign(_)
            | Self::Offer(_)
            | Self::Decline(_)
            | Self::Claim(_)
            | Self::TakeBack(_)
            | Self::Resume { .. }
            | Self::RefusePoints(_)
            | Self::Grace(_) => String::new(),
        };
        let reader = match self {
            Self::Say { to, .. } => to.map(|seat| seat.0),
            _ => None,
        };
        EventRow {
            state,
            to_move: Some(to_move.0),
            kind: self.kind().as_str().to_owned(),
            seat: self.seat().map(|seat| seat.0),
            reader,
            text,
            ..EventRow::default()
        }
    }
}

/// What the fall of a flag brings about, in the log.
const LOST: &str = "lost";
const DRAWN: &str = "drawn";

/// A value of an enum without data, from its word in the log.
fn word<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    Ok(serde_json::from_value(text.into())?)
}

/// The word of such a value.
fn word_of(value: impl Serialize) -> String {
    let value = serde_json::to_value(value).ok();
    let word = value.as_ref().and_then(serde_json::Value::as_str);
    word.unwrap_or_default().to_owned()
}

/// A turn that was played and not taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTurn {
    /// Its number: `3.` or `3...`.
    pub label: String,
    /// The seat that played it.
    pub seat: Seat,
    /// The turn in canonical notation, without its number.
    pub text: String,
    /// State number of the game after it.
    pub state: i64,
    /// Whether a plan has played it.
    pub planned: bool,
}

impl StoredTurn {
    /// The turn with its number.
    pub fn numbered(&self) -> String {
        format!("{} {}", self.label, self.text)
    }
}
