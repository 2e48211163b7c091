//! What players are told and asked in letters about no game.

use serde::{Deserialize, Serialize};

use crate::store::{ChallengeId, GameId};

use super::{ChallengeNotice, Lack};

/// Something that a player is told in a letter about no game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerNotice {
    /// A question: his `yes` to the letter answers it.
    Asked(AccountQuestion),
    /// Something has happened to a challenge.
    Challenge(Box<ChallengeNotice>),
    /// Words of the umpire to all players.
    Announced {
        /// The words.
        words: String,
    },
    /// Another player has taken the reader's seat.
    SeatTaken {
        /// The game.
        game: GameId,
        /// The name of its variant.
        variant: String,
        /// The name of the player who holds the seat now.
        newcomer: String,
        /// Why, in the umpire's words; may be empty.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
}

/// A question about no game: what waits for a `yes`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccountQuestion {
    /// Lines of a mail in the player's name that proves nothing; they are about no game.
    Lines {
        /// The lines.
        lines: Vec<String>,
        /// What was missing.
        lack: Lack,
    },
    /// The terms of a challenge, which the answer to a mail has shown: whether the player accepts them.
    Accept {
        /// The challenge.
        challenge: ChallengeId,
        /// The version of its terms.
        version: i64,
    },
}

impl AccountQuestion {
    /// As it is stored. It cannot fail: every key is a string.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
