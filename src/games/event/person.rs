//! Players in events: who has taken the seat of whom.

use serde::{Deserialize, Serialize};

use crate::ids::PlayerId;

/// A player as an event names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// The player's id; `None`: the same decision added the player, who is the former player of the
    /// next replacement of the seat, or holds it.
    pub id: Option<i64>,
    /// The player's name then.
    pub name: String,
}

impl Person {
    /// Whether this is that stored player.
    pub fn is(&self, player: PlayerId) -> bool {
        self.id == Some(player.0)
    }
}

/// Another player takes a seat. In the log it is a JSON object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replacement {
    /// Who has held it.
    pub former: Person,
    /// Who holds it from then on.
    pub newcomer: Person,
    /// Why, in the umpire's words; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
}
