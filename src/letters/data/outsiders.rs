//! What people who are no members are told.

use serde::{Deserialize, Serialize};

use crate::meeting::NameFault;

/// Something in a letter to somebody who is no member. No word of a sender's is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutsiderNotice {
    /// Somebody has written from his address: what this is, and how he can become a player.
    Join,
    /// Somebody has asked from his address to become a player: `yes` says that it was him.
    Register,
    /// The name that he has asked for cannot be his.
    NameRefused(NameFault),
    /// Nobody becomes a player by mail.
    Closed {
        /// Whether a player may invite him.
        invited: bool,
    },
    /// A player asks him for a game.
    Invited {
        /// The player.
        by: String,
        /// The variant's id.
        variant: String,
        /// The terms, without who plays.
        line: String,
        /// How many play.
        players: usize,
        /// Until when he can answer: RFC 3339.
        until: String,
    },
    /// The game that he was invited to is not offered any more.
    InvitationOver,
}
