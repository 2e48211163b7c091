//! What events about time are of.

use serde::{Deserialize, Serialize};

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
