//! Rows of contests.

use serde::{Deserialize, Serialize};

use crate::ids::{ContestId, GameId};
use crate::status::{ContestStatus, GameStatus};

/// A contest as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContestRow {
    /// Its number.
    pub id: ContestId,
    /// By which players write of it, in lower case.
    pub name: String,
    /// How often it was written; 0: it is not stored yet.
    pub revision: i64,
    /// How far it is; as if it were being played if it is called off and letters about that are still to be written.
    pub status: ContestStatus,
    /// What its acts lead to, as JSON; the store does not read it.
    pub data: String,
}

/// A game of a contest.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ContestGame {
    /// The game.
    pub game: GameId,
    /// Which of the games of its contest, from 1.
    pub pairing: i64,
    /// Whether it is being played, and how it has ended if not.
    pub status: GameStatus,
    /// Its result, such as `1-0`.
    pub result: Option<String>,
}
