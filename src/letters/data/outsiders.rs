//! What people who are no members are told.

use serde::{Deserialize, Serialize};

use crate::meeting::NameFault;

/// Something in a letter to somebody who is no member. No word of a sender's is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutsiderNotice {
    /// Somebody has written from the reader's address: what this is, and how to become a player.
    Join,
    /// Somebody has asked from the reader's address to become a player: `yes` says that it was the
    /// reader.
    Register,
    /// The reader's `yes` begins the game against a program that was asked for with it.
    FirstGame,
    /// Whoever joins can play against the program at once.
    Program {
        /// The word by which it is challenged.
        partner: String,
    },
    /// The reader cannot have the name that they have asked for.
    NameRefused(NameFault),
    /// Nobody becomes a player by mail.
    Closed {
        /// Whether a player may invite the reader.
        invited: bool,
    },
    /// A player asks the reader for a game.
    Invited {
        /// The name of the player who invites the reader.
        by: String,
        /// The id of the variant that is to be played.
        variant: String,
        /// The terms, without who plays.
        line: String,
        /// How many players the game has, the reader as well.
        players: usize,
        /// Until when the reader can answer: RFC 3339.
        until: String,
    },
    /// The game that the reader was invited to is not offered any more.
    InvitationOver,
}
