//! Teams of events, as letters and the command line show them, and what captains and players are asked.

use serde::{Deserialize, Serialize};

use super::ShownContest;

/// A team of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownTeam {
    /// Its name.
    pub name: String,
    /// The name of its captain.
    pub captain: String,
    /// Who plays: by boards when the event has begun.
    pub players: Vec<ShownMember>,
    /// Who can take the place of one of them: names.
    #[serde(default)]
    pub reserves: Vec<String>,
    /// Who has not agreed yet: names.
    #[serde(default)]
    pub open: Vec<String>,
}

/// A player of a team.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownMember {
    /// The name.
    pub name: String,
    /// The half points of the player's games.
    #[serde(default)]
    pub points: u32,
    /// How many of these have a result.
    #[serde(default)]
    pub played: usize,
}

/// In which team a reader plays, on which board, and against which teams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnBoard {
    /// The name of the team.
    pub name: String,
    /// The board, from 1.
    pub board: usize,
    /// The names of the other teams.
    pub others: Vec<String>,
}

/// What a captain is asked who names a team, and each player whom the captain has named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamAsked {
    /// The event.
    pub shown: Box<ShownContest>,
    /// The team.
    pub team: ShownTeam,
    /// Until when a player can answer; `None`: the captain is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

/// Why a team cannot be named so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TeamFault {
    /// No team or no players are written.
    Form,
    /// Too few players are named, or too many.
    Count,
    /// No team can have this name.
    Name,
    /// There are no such members.
    Unknown,
    /// They are named twice.
    Twice,
    /// They are in another team, are adjudicators, or have said no to this captain.
    Taken,
    /// They cannot enter it now: by their ratings, because they have enough games, or because they are barred; or they block
    /// the captain.
    Limits,
    /// The captain has named enough teams for one day.
    Often,
}
