//! What is known about people besides names and addresses.

use serde::Deserialize;

use crate::ids::{GameId, PlayerId};
use crate::status::Relation;

/// What is known about a mailbox that is no member's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct OutsiderRow {
    /// When the last letter was written to it.
    pub last_letter: Option<String>,
    /// Letters since it last answered.
    pub unanswered: i64,
    /// When a member last invited it.
    pub invited_at: Option<String>,
    /// No invitation before.
    pub refused_until: Option<String>,
    /// Whether it wants no letter ever again.
    pub never: bool,
    /// Whether it is one of a banned player.
    pub banned: bool,
}

/// Somebody whom a player mutes or blocks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RelationRow {
    /// Whom.
    pub other: PlayerId,
    /// What.
    pub relation: Relation,
    /// Since when.
    pub at: String,
}

/// A player's own note.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NoteRow {
    /// About which game.
    pub game: GameId,
    /// When it was written.
    pub at: String,
    /// The words.
    pub text: String,
}
