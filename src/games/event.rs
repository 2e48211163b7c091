//! What happens in a game: the entries of its log.

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Serialize};

use crate::rules::game::Seat;
use crate::rules::outcome::Reason;
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
    /// A seat proposes something to the others, or agrees to it.
    Propose {
        /// Which seat.
        seat: Seat,
        /// What.
        what: Proposal,
    },
    /// A seat declines something that is proposed.
    Refuse {
        /// Which seat.
        seat: Seat,
        /// What.
        what: Proposal,
    },
    /// The last turn of a seat, and all after it, are taken back: the others have agreed.
    TakeBack(Seat),
    /// The clocks stand still from here on.
    Pause {
        /// The seat that has agreed to it last; `None`: the umpire.
        by: Option<Seat>,
        /// Why, in the umpire's words; may be empty.
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
        /// Which.
        seat: Seat,
        /// How much, in seconds.
        seconds: i64,
        /// Why.
        why: CreditReason,
    },
    /// The grace of a seat has begun: its clock stands at zero. It only tells the players; the account says how
    /// much grace is used.
    Grace(Seat),
    /// The time of a seat is over.
    Flag {
        /// Which.
        seat: Seat,
        /// The game is drawn, since the others cannot win.
        drawn: bool,
    },
    /// The fall of a seat's flag is taken back.
    Reopen {
        /// Which seat.
        seat: Seat,
        /// Why.
        why: ReopenReason,
    },
}

/// What a seat may propose to the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// That its own last turn, and all after it, are taken back.
    TakeBack,
    /// That the clocks stand still.
    Pause,
    /// Other terms of time, in canonical text.
    Terms(String),
    /// That the seat to move gets the time of one more turn.
    Forgive,
    /// That the seat to move gets so many seconds.
    AddTime(i64),
}

/// Why a seat gets time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CreditReason {
    /// The others forgive it that its time is over.
    Forgive,
    /// The others give it time.
    AddTime,
    /// No mail was read, which was noticed later.
    Outage,
    /// The umpire gives it.
    Umpire,
}

/// Why the fall of a flag is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReopenReason {
    /// The turn had come in time, and was found later.
    InTime,
    /// The others forgive it.
    Forgiven,
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
    /// See [`Event::Propose`].
    Propose,
    /// See [`Event::Refuse`].
    Refuse,
    /// See [`Event::TakeBack`].
    TakeBack,
    /// See [`Event::Pause`].
    Pause,
    /// See [`Event::Resume`].
    Resume,
    /// See [`Event::Terms`].
    Terms,
    /// See [`Event::Credit`].
    Credit,
    /// See [`Event::Grace`].
    Grace,
    /// See [`Event::Flag`].
    Flag,
    /// See [`Event::Reopen`].
    Reopen,
}

impl EventKind {
    const ALL: [(Self, &'static str); 20] = [
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
        (Self::Propose, "propose"),
        (Self::Refuse, "refuse"),
        (Self::TakeBack, "take-back"),
        (Self::Pause, "pause"),
        (Self::Resume, "resume"),
        (Self::Terms, "terms"),
        (Self::Credit, "credit"),
        (Self::Grace, "grace"),
        (Self::Flag, "flag"),
        (Self::Reopen, "reopen"),
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
        matches!(self, Self::Turn | Self::Resign | Self::Forfeit | Self::Flag)
    }

    /// Whether somebody who is out of the game need not be told of it.
    #[must_use]
    pub fn is_everyday(self) -> bool {
        matches!(
            self,
            Self::Turn
                | Self::Offer
                | Self::Decline
                | Self::Propose
                | Self::Refuse
                | Self::TakeBack
                | Self::Pause
                | Self::Resume
                | Self::Terms
                | Self::Credit
                | Self::Grace
        )
    }

    /// Whether it raises the game's state number. Talk does not, nor what only tells of the clock.
    #[must_use]
    pub fn counts(self) -> bool {
        !matches!(self, Self::Say | Self::Grace)
    }

    /// Whether the seat of the event has done it, and knows of it. What happens to a clock is news to its own seat.
    #[must_use]
    pub fn is_of_author(self) -> bool {
        !matches!(
            self,
            Self::TakeBack | Self::Credit | Self::Grace | Self::Flag | Self::Reopen
        )
    }

    /// Whether it makes the reply tokens of letters void that were written before it: the position is
    /// another one. Talk, offers and clocks void nothing; a flag does where others play on.
    #[must_use]
    pub fn voids_tokens(self) -> bool {
        match self {
            Self::Turn
            | Self::Resign
            | Self::Forfeit
            | Self::Claim
            | Self::Undo
            | Self::Adjudicate
            | Self::Abort
            | Self::TakeBack => true,
            Self::Say
            | Self::Offer
            | Self::Decline
            | Self::Propose
            | Self::Refuse
            | Self::Pause
            | Self::Resume
            | Self::Terms
            | Self::Credit
            | Self::Grace
            | Self::Flag
            | Self::Reopen => false,
        }
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
        }
    }

    /// The seat that leaves the game by it, and why.
    #[must_use]
    pub fn leaves(&self) -> Option<(Seat, Reason)> {
        match self {
            Self::Resign(seat) => Some((*seat, Reason::Resignation)),
            Self::Forfeit { seat, .. } => Some((*seat, Reason::Umpire)),
            Self::Flag { seat, drawn: false } => Some((*seat, Reason::Time)),
            _ => None,
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
            | Self::Propose { seat, .. }
            | Self::Refuse { seat, .. }
            | Self::TakeBack(seat)
            | Self::Credit { seat, .. }
            | Self::Grace(seat)
            | Self::Flag { seat, .. }
            | Self::Reopen { seat, .. }
            | Self::Claim(seat) => Some(*seat),
            Self::Say { by, .. }
            | Self::Abort { by, .. }
            | Self::Pause { by, .. }
            | Self::Resume { by } => *by,
            Self::Undo { .. } | Self::Adjudicate { .. } | Self::Terms(_) => None,
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
            Self::Propose { what, .. } | Self::Refuse { what, .. } => {
                serde_json::to_string(what).unwrap_or_default()
            }
            Self::Pause { reason, .. } => reason.clone(),
            Self::Terms(terms) => terms.clone(),
            Self::Credit { seconds, why, .. } => format!("{} {seconds}", word_of(*why)),
            Self::Flag { drawn, .. } => if *drawn { DRAWN } else { LOST }.to_owned(),
            Self::Reopen { why, .. } => word_of(*why),
            Self::Resign(_)
            | Self::Offer(_)
            | Self::Decline(_)
            | Self::Claim(_)
            | Self::TakeBack(_)
            | Self::Resume { .. }
            | Self::Grace(_) => String::new(),
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
            time: None,
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
    /// Whether a plan has played it.
    pub planned: bool,
}
