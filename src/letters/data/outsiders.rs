//! What people who are no members are told.

use serde::{Deserialize, Serialize};

/// Something in a letter to somebody who is no member. No word of a sender's is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OutsiderNotice {
    /// Somebody has asked from his address to become a player: `yes` says that it was him.
    Register,
    /// The name that he has asked for cannot be his.
    NameRefused(NameFault),
    /// Nobody becomes a player by mail.
    Closed {
        /// Whether a player may invite him.
        invited: bool,
    },
}

/// Why a name cannot be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NameFault {
    /// It is too short or too long.
    Length,
    /// A sign stands in it that may not.
    Sign,
    /// Its letters are of several scripts.
    Scripts,
    /// It has more than two digits.
    Digits,
    /// It is a word of commands, a seat, a game or a number.
    Word,
    /// It is the name of a player, or looks like one.
    Taken,
}
