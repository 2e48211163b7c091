//! What the umpire is told.

use serde::{Deserialize, Serialize};

use crate::rules::game::Seat;
use crate::store::{GameId, LetterId, MailId};

/// Something that the umpire is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// Mails of a player make no sense.
    NoSense {
        /// The game.
        game: GameId,
        /// The seat.
        seat: Seat,
        /// How many in a row.
        count: i64,
    },
    /// A player wants no more letters.
    Unsubscribe {
        /// The game.
        game: GameId,
        /// The seat.
        seat: Seat,
    },
    /// A player has declined a game.
    Declined {
        /// The game.
        game: GameId,
        /// The seat.
        seat: Seat,
    },
    /// A mail could not be judged.
    MailQuarantined {
        /// The mail.
        mail: MailId,
        /// Why.
        reason: String,
    },
    /// A letter could not be rendered.
    LetterQuarantined {
        /// The letter.
        letter: LetterId,
        /// Why.
        reason: String,
    },
    /// A letter was refused for what it says or how it is sent.
    LetterRefused {
        /// The letter.
        letter: LetterId,
        /// The address.
        address: String,
        /// Why.
        reason: String,
    },
    /// Letters to an address cannot be delivered.
    Undeliverable {
        /// The address.
        address: String,
        /// How many were not.
        count: i64,
        /// The last reason.
        reason: String,
        /// The player's address that letters go to from now on.
        #[serde(default)]
        next: Option<String>,
    },
    /// A game is frozen.
    Frozen {
        /// The game.
        game: GameId,
        /// Why.
        reason: Frozen,
    },
}

/// Why a game is frozen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Frozen {
    /// A replay has found a difference.
    Difference(String),
    /// The version of its rules is not known here.
    UnknownRules {
        /// The variant.
        variant: String,
        /// The version.
        version: u32,
    },
}
