//! What is stored about clocks, leave and outages.

use serde::{Deserialize, Serialize};

use crate::ids::PlayerId;

/// What is stored about the turn that a seat has to play, besides the events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenTurn {
    /// The event that gave it, 0 for the start; `None`: there is no clock.
    pub seq: Option<i64>,
    /// When the letter that gives it first left.
    pub left_at: Option<String>,
    /// When the mail arrived whose turn was first asked back.
    pub asked_at: Option<String>,
    /// The last reminder, in seconds before the deadline.
    pub reminded: Option<i64>,
    /// How many delivery reports have stopped the clock of the seat in this game.
    pub returned: i64,
}

/// Days on which the clocks of a player stand still.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct LeaveRow {
    /// Id.
    pub id: i64,
    /// Whose.
    pub player: PlayerId,
    /// From here.
    pub from_at: String,
    /// To here; equal to `from_at`: it was cancelled as a whole.
    pub to_at: String,
    /// When it was booked.
    pub booked_at: String,
    /// When its end was moved forward.
    pub cancelled_at: Option<String>,
}

/// A time in which no mail was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutageRow {
    /// Id.
    pub id: i64,
    /// From here.
    pub from_at: String,
    /// To here.
    pub to_at: String,
    /// Who has declared it; `None`: the server has noticed it.
    pub declared: Option<String>,
    /// When it was noted.
    pub noted_at: String,
}

/// The state of the clocks of the games that are being played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockCounts {
    /// Games with clocks.
    pub clocks: i64,
    /// Of these, games in which the grace of the seat to move runs.
    pub grace: i64,
    /// Of these, games whose clocks the players or the umpire have stopped.
    pub paused: i64,
}
