//! What players are told and asked in letters about no game.

use serde::{Deserialize, Serialize};

use crate::store::GameId;

use super::Lack;

/// Something that a player is told in a letter about no game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerNotice {
    /// A question: his `yes` to the letter answers it.
    Asked(AccountQuestion),
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
    /// Commands of an umpire's mail.
    Umpire {
        /// The commands.
        lines: Vec<String>,
        /// The address of the umpire who has written them, if it is another one: he plays in the game himself.
        /// `None`: the mail seems to come from the reader, and nobody vouches for that.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
}

impl AccountQuestion {
    /// As it is stored. It cannot fail: every key is a string.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
