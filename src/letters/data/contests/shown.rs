//! An event with its table and its games, as letters and the command line show it.

use serde::{Deserialize, Serialize};

use crate::contests::{Allowed, ContestKind, Tie};
use crate::ids::GameId;
use crate::status::{ContestStatus, GameStatus, Public};

use super::ShownTeam;

/// An event as a reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownContest {
    /// The name by which players write of it.
    pub name: String,
    /// How far it is.
    pub status: ContestStatus,
    /// The id of the variant of its games.
    pub variant: String,
    /// What its games are played by, as a line that a player could write.
    pub line: String,
    /// Who plays whom.
    #[serde(default)]
    pub kind: ContestKind,
    /// Whether everybody meets everybody else twice.
    #[serde(default)]
    pub double: bool,
    /// How many rounds it has at most, if that is known before its end.
    #[serde(default)]
    pub rounds: Option<usize>,
    /// The round that is played now; 0: it has none, or has not begun.
    #[serde(default)]
    pub round: usize,
    /// The terms of time of the games that decide a level match.
    #[serde(default)]
    pub faster: Option<String>,
    /// In a ladder: the challenges that are not answered: who, whom, until when.
    #[serde(default)]
    pub challenges: Vec<(String, String, String)>,
    /// In a ladder: how many places above a player can be challenged; 0: it is none.
    #[serde(default)]
    pub reach: usize,
    /// On how many boards teams play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub boards: Option<usize>,
    /// The teams: in the order of their entries, and as they are drawn when it has begun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub teams: Vec<ShownTeam>,
    /// So many can enter: players, or teams.
    pub places: usize,
    /// When it begins, if not when it is full.
    #[serde(default)]
    pub starts_at: Option<String>,
    /// When its last day is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_day: Option<String>,
    /// Whether adjudicators decide games that are not over then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub adjudicated: bool,
    /// Only players with at least this rating can enter.
    #[serde(default)]
    pub rating_from: Option<i64>,
    /// Only players with a lower rating can enter.
    #[serde(default)]
    pub rating_below: Option<i64>,
    /// Who has entered: names.
    pub entrants: Vec<String>,
    /// Who waits for a place that gets free, in order: names.
    #[serde(default)]
    pub reserves: Vec<String>,
    /// Whose entry waits for the umpire: names.
    #[serde(default)]
    pub held: Vec<String>,
    /// The game whose result was changed after the end.
    #[serde(default)]
    pub corrected: Option<GameId>,
    /// How many games it has; 0 before it begins.
    #[serde(default)]
    pub games: usize,
    /// How many of them are over.
    #[serde(default)]
    pub over: usize,
    /// After so many days the next round begins at the latest.
    #[serde(default)]
    pub round_days: Option<u16>,
    /// The program that pairs its rounds; `None`: the server does.
    #[serde(default)]
    pub pairing: Option<String>,
    /// A word for events that count for the same titles.
    #[serde(default)]
    pub category: Option<String>,
    /// The turns with which each game begins, with their numbers.
    #[serde(default)]
    pub opening: Option<String>,
    /// How many groups it has; `None`: it has none.
    #[serde(default)]
    pub groups: Option<usize>,
    /// What the players of a game can agree on.
    #[serde(default)]
    pub allowed: Vec<Allowed>,
    /// What is shown on public pages of those who have said nothing themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<Public>,
    /// What breaks ties, in order.
    #[serde(default)]
    pub ties: Vec<Tie>,
    /// Who had no game in which round: the round, and the name.
    #[serde(default)]
    pub byes: Vec<(usize, String)>,
    /// Who directs it besides the umpire: names.
    #[serde(default)]
    pub directors: Vec<String>,
    /// The table, the best first, a line for each player or team; empty before it begins.
    #[serde(default)]
    pub table: Vec<ShownStanding>,
    /// Who has won it, or would if it was over now.
    #[serde(default)]
    pub winners: Vec<String>,
    /// Who has a better place than they, and has left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<String>,
    /// Why it was called off.
    #[serde(default)]
    pub reason: Option<String>,
}

impl ShownContest {
    /// How many players have entered, or teams.
    #[must_use]
    pub fn entered(&self) -> usize {
        match self.kind {
            ContestKind::Teams => self
                .teams
                .iter()
                .filter(|team| team.open.is_empty())
                .count(),
            _ => self.entrants.len(),
        }
    }
}

/// A line of the table of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownStanding {
    /// The group, from 1; 0: the final of groups. `None`: there are no groups.
    #[serde(default)]
    pub group: Option<usize>,
    /// The place; `None`: the player has left, and none of their results counts.
    pub place: Option<usize>,
    /// Whose it is: a player, or a team.
    pub name: String,
    /// Points of games or matches, in halves; matches won or penalty points, where these count instead, as many halves.
    pub points: u32,
    /// How many games that count have a result.
    pub played: usize,
    /// The values that break ties, as in [`crate::contests::Standing`].
    pub ties: Vec<Option<u32>>,
    /// Half points against each of the others, in the order of the table; empty where not everybody meets everybody else.
    pub against: Vec<Vec<Option<u8>>>,
}

/// A game of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPairing {
    /// The round of the tables, from 1.
    pub round: usize,
    /// Who plays it, in playing order.
    pub players: Vec<String>,
    /// The names of their teams, and the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teams: Option<([String; 2], usize)>,
    /// The game; `None`: it is not begun yet.
    #[serde(default)]
    pub game: Option<GameId>,
    /// How far the game is.
    #[serde(default)]
    pub status: Option<GameStatus>,
    /// How it has ended.
    #[serde(default)]
    pub result: Option<String>,
}
