//! What needs the consent of others: taking back, pauses, other terms of time, and time that is given.

use serde::{Deserialize, Serialize};

use crate::rules::Seat;
use crate::time::DAY;

use super::event::Proposal;

/// No more than this may be added in one game, in seconds: 30 days.
pub const MOST_ADDED: i64 = 30 * DAY;

/// What a player may ask the others for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wish {
    /// That their last turn, and all after it, are taken back.
    TakeBack,
    /// That the clocks stand still.
    Pause,
    /// Other terms of time, as typed.
    Terms(String),
}

/// What a proposal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// That the last turn of a seat, and all after it, are taken back.
    TakeBack,
    /// That the clocks stand still.
    Pause,
    /// That other terms of time hold.
    Terms,
    /// That the seat to move, or whose flag has fallen, gets the time of one more turn.
    Forgive,
    /// That the seat to move gets some seconds more.
    AddTime,
}

impl Proposal {
    /// What it is about.
    pub fn topic(&self) -> Topic {
        match self {
            Self::TakeBack => Topic::TakeBack,
            Self::Pause => Topic::Pause,
            Self::Terms(_) => Topic::Terms,
            Self::Forgive => Topic::Forgive,
            Self::AddTime(_) => Topic::AddTime,
        }
    }
}

/// Why nothing is proposed, agreed to, or given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConsentRefusal {
    /// The seat has said the same already, and the others have not answered.
    SaidAlready(Topic),
    /// Another seat has asked to take back its turn: whether that is agreed to has to be said.
    AnswerFirst(Seat),
    /// The seat has played no turn that could be taken back.
    NoTurn,
    /// A seat has left the game since the turn that is to be taken back.
    LeftSince(Seat),
    /// Nobody asks for this.
    NothingAsked(Topic),
    /// The letter that is answered did not show what is asked for.
    NotSeen,
    /// Several terms are proposed: it has to be said which.
    WhichTerms(Vec<String>),
    /// The game has no clock.
    NoClock,
    /// The game has no clock before the next turn.
    NoClockYet,
    /// The clocks stand still already.
    PausedAlready,
    /// The clocks do not stand still.
    NotPaused,
    /// The umpire has stopped the clocks.
    PausedByUmpire,
    /// This text is no terms of time; why, follows from reading it again.
    NoTerms(String),
    /// The game has these terms already.
    SameTerms(String),
    /// The seat that gets the time cannot give it.
    OwnTime,
    /// The flag has fallen too long ago.
    TooLate,
    /// This text is no length of time.
    NoLength(String),
    /// No more than this is left of what may be added in one game, in seconds.
    TooMuch(i64),
    /// The clock has as much as the terms allow.
    AtMaximum(Seat),
    /// The umpire has to give more than nothing.
    NothingToGive,
}
