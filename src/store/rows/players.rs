//! Players and their addresses, and what else is known about people.

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, PlayerId};
use crate::status::{LetterFormat, Relation};
use crate::time::PlayerTimes;

/// A player with the address that letters go to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct PlayerRow {
    /// The number of the player, which stays when name and addresses change.
    pub id: PlayerId,
    /// The name as others see it; no other player has it; upper and lower case count as the same.
    pub name: String,
    /// The address that letters go to ([`AddressRow`]); empty if there is none.
    pub address: String,
    /// Letters to that address that could not be delivered since the last mail from it.
    pub failures: i64,
    /// Language; `None`: that of the server.
    pub language: Option<String>,
    /// What letters are made of.
    pub format: LetterFormat,
    /// What the player has chosen about times.
    pub times: PlayerTimes,
    /// What else the player has chosen, as JSON; `None`: nothing.
    pub settings: Option<String>,
    /// Since when the player is a member, and whether they are one.
    pub membership: Membership,
}

/// How a player belongs to the server.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Membership {
    /// Since when the player is known.
    pub since: String,
    /// When the player last changed their name themselves.
    pub named_at: Option<String>,
    /// Since when the player is no longer a member.
    pub left_at: Option<String>,
    /// Since when the umpire has banned the player.
    pub banned_at: Option<String>,
    /// When the player's name and addresses were blanked.
    pub forgotten_at: Option<String>,
    /// The level of a program of the server's that plays; 0: a person.
    pub program: i64,
    /// The name in the settings if that is a program of others; empty: it is not.
    pub engine: String,
}

impl Membership {
    /// Whether the player is a member: they have not left, are not banned, and are no program.
    pub fn is_member(&self) -> bool {
        let gone = self.left_at.is_some() || self.banned_at.is_some();
        !gone && self.forgotten_at.is_none() && self.program == 0
    }
}

/// An address of record.
///
/// Letters go to the main one of a player. If it is marked ([`AddressRow::failed_at`]), they go to the oldest one
/// that is not; if all are, to the main one again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddressRow {
    /// The player to whom it belongs; in JSON it is within that player.
    #[serde(skip_serializing)]
    pub player: PlayerId,
    /// The address as it was given; upper and lower case count as the same.
    pub address: String,
    /// Whether it is the main one.
    pub main: bool,
    /// Letters to it that could not be delivered since the last mail from it.
    #[serde(rename = "returned_letters")]
    pub failures: i64,
    /// Since when letters to it cannot be delivered; `None`: they can, as far as is known.
    pub failed_at: Option<String>,
    /// When a delivery to it last failed, for good or for a while.
    pub trouble_at: Option<String>,
    /// Why it failed then.
    pub trouble: Option<String>,
}

/// A change of a player's name or addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerLogRow {
    /// When the change was written, as RFC 3339 in UTC.
    pub at: String,
    /// The umpire who made it, or the mail: `i12`.
    pub by: String,
    /// `renamed`, `main-address`, `address` or `address-removed`.
    pub what: String,
    /// The new name, or the address.
    pub value: String,
}

/// An address that a player wants to add, and that was not confirmed yet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ConfirmationRow {
    /// The player who wants to add it.
    pub player: PlayerId,
    /// The address that is to be added; several players may want the same one.
    pub address: String,
    /// Random bytes, from which the code is derived.
    pub nonce: Vec<u8>,
    /// The generation of the secret.
    pub generation: i64,
    /// When it was asked for.
    pub created_at: String,
}

/// What is known about a mailbox that is no member's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct OutsiderRow {
    /// When the last letter was written to it.
    pub last_letter: Option<String>,
    /// Letters since it last answered.
    pub unanswered: i64,
    /// When a member last invited it.
    pub invited_at: Option<String>,
    /// Until when it is not invited after a no; for others the time of the last such change; `None`: neither.
    pub refused_until: Option<String>,
    /// Whether it wants no letter ever again.
    pub never: bool,
    /// Whether it is one of a banned player.
    pub banned: bool,
}

/// Somebody whom a player mutes or blocks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct RelationRow {
    /// The player who is muted or blocked.
    pub other: PlayerId,
    /// Whether it is muting or blocking; each has a row of its own.
    pub relation: Relation,
    /// Since when; saying it again does not change that.
    pub at: String,
}

/// A player's own note.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NoteRow {
    /// The game that it is about; every note is about one.
    pub game: GameId,
    /// When it was written.
    pub at: String,
    /// The note, which nobody else reads.
    pub text: String,
}
