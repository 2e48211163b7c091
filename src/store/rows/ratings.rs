//! Rows of ratings.

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, PlayerId};

/// What counts of a rated game that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RatedRow {
    /// The game.
    pub game: GameId,
    /// The id of its variant.
    pub variant: String,
    /// By which its section is known, in hexadecimal, if it comes from a file.
    pub section: Option<String>,
    /// What counts, as JSON.
    pub end: String,
    /// When the last event was written by which a game may end.
    pub ended_at: String,
    /// The account of that event, as JSON, if the game has clocks.
    pub account: Option<String>,
    /// Who has the seats, in playing order.
    pub players: Vec<PlayerId>,
}

/// The rating of a player in a list after a month in which they have played there.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RatingRow {
    /// The list: a variant; empty: all games for two.
    pub list: String,
    /// Whose rating it is.
    pub player: PlayerId,
    /// The month: `2026-11`.
    pub month: String,
    /// In hundredths of a point.
    pub rating: i64,
    /// The rating deviation, in hundredths of a point.
    pub deviation: i64,
    /// The volatility, in millionths.
    pub volatility: i64,
    /// How many games were counted in this list up to then.
    pub games: u32,
    /// Against how many others.
    pub opponents: u32,
    /// Whether they are games for two.
    pub of_two: bool,
}
