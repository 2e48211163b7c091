//! What is said of games that players look back at.

use serde::{Deserialize, Serialize};

use crate::ids::GameId;
use crate::partner::Moment;
use crate::rules::game::Seat;

/// An answer to who wants to look back at a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReviewNote {
    /// The letter comes when the program has looked at the game.
    Asked {
        /// The game.
        game: GameId,
        /// Whether it was asked for before.
        again: bool,
    },
    /// There is no such game, or it is private and not the reader's.
    NoGame {
        /// The number that was asked for.
        game: GameId,
    },
    /// The game is being played.
    Running {
        /// The game.
        game: GameId,
    },
    /// It cannot be looked at: it has no turns, or its rules are not known here.
    NoTurns {
        /// The game.
        game: GameId,
    },
    /// The line names no game.
    Which,
    /// So many games of the reader wait.
    TooMany {
        /// How many may wait.
        most: usize,
    },
    /// The server has turned it off.
    Off,
}

/// What was found in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewFound {
    /// The game.
    pub game: GameId,
    /// The event after which it was looked at.
    pub after: i64,
    /// The worst mistakes, in the order of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moments: Vec<Moment>,
    /// How many blunders each seat made.
    pub blunders: Vec<(Seat, usize)>,
    /// How good the game stood for the first of two seats after each turn, in hundredths of a pawn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<i32>,
    /// How many mistakes are left out, since their positions stand in games that the reader plays or watches.
    #[serde(default)]
    pub hidden: usize,
    /// How many of the mistakes are the reader's own, for which `quiz` asks.
    #[serde(default)]
    pub quiz: usize,
}
