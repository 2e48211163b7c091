//! What umpires are answered and asked who write their commands by mail.

use serde::{Deserialize, Serialize};

use crate::games::Refusal;
use crate::ids::GameId;

/// A command of an umpire's mail, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulingEcho {
    /// The command as typed.
    pub line: String,
    /// What came of it.
    pub reply: RulingReply,
}

/// What came of a command of an umpire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RulingReply {
    /// It is done, and the players are told.
    Done {
        /// The game that the command was about.
        game: GameId,
        /// The event after which it is shown.
        after: i64,
    },
    /// It is not done.
    Refused {
        /// The game that the command was about.
        game: GameId,
        /// The event after which that was decided.
        after: i64,
        /// Why it is not done.
        refusal: Refusal,
    },
    /// There is no such game.
    NoGame(GameId),
    /// There is no such player, or the player cannot be added.
    NoPlayer(String),
    /// It is not written as a command is.
    NotUnderstood,
    /// It is no command of the umpire's, but may be meant for the server: such lines need a mail of their own.
    NotRead,
    /// The umpire plays in the game: another umpire was asked.
    Waits(GameId),
    /// Not done yet: it is so much time that the umpire is asked for a `yes`.
    Long,
    /// The same mail was carried out before.
    Repeated,
    /// The letter that the umpire answers was answered before.
    AnsweredBefore,
    /// The umpire has answered `no`.
    Dropped,
}
