//! News that wait for a digest.

use serde::Deserialize;

use crate::ids::{GameId, PlayerId};

/// News of a game that wait for the next digest of a player.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct DigestRow {
    /// The player.
    pub player: PlayerId,
    /// The game.
    pub game: GameId,
    /// The player's seat; `None`: the player watches the game.
    pub seat: Option<u8>,
    /// The first event that is to be told.
    pub first_event: i64,
    /// The last event when they were last added to.
    pub last_event: i64,
    /// When the digest is due.
    pub due: String,
}
