//! Answers as JSON shows them. The fields are in alphabetical order.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::rules::Refusal;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    /// The request cannot be answered: `{"error":{…}}`.
    Refused {
        /// Why it cannot be answered.
        error: Refused,
    },
    /// The request was carried out: an answer to each of its questions.
    Given(Box<Given>),
}

/// What was asked. `None` is a question that was not asked, and no field in JSON; an inner `None` is
/// the answer `null`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Given {
    /// The legal next single actions, sorted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
    /// The board in ASCII, as the first seat sees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The turns that were played, in canonical notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canonical: Option<Vec<String>>,
    /// The seats whose king another player attacks, in seat order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<Vec<String>>,
    /// The number of legal turns; `null` if there are more than `over`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "asked")]
    pub count: Option<Option<u64>>,
    /// With `actions`: whether the turn may stop here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<bool>,
    /// The position after the turns of the request, as text: the same as `position`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The legal turns in canonical notation, sorted bytewise; `null` if there are more than `over`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "asked")]
    pub legal: Option<Option<Vec<String>>>,
    /// How the game has ended; `null` if it has not.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "asked")]
    pub outcome: Option<Option<Ended>>,
    /// There are more legal turns than this many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<usize>,
    /// Numbers of leaf turns, by question: `perft:3`.
    #[serde(flatten)]
    pub perft: BTreeMap<String, u64>,
    /// The position after the turns of the request, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The name of the seat to move; always there.
    pub to_move: Option<String>,
    /// The legal turns as engines write them, sorted; `null` in games of our own.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "asked")]
    pub uci: Option<Option<Vec<String>>>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// In a word: `checkmate`.
    pub reason: String,
    /// The result, such as `1-0` or `red>blue=green>yellow`.
    pub result: String,
}

/// Why a request cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct Refused {
    /// Which action of the turn is wrong, from 1, where it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<usize>,
    /// What is wrong, for programs.
    pub code: Code,
    /// What is wrong, in English.
    pub message: String,
    /// Which turn is wrong, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<usize>,
}

impl Refused {
    /// An error that is not about a turn.
    pub const fn new(code: Code, message: String) -> Self {
        Self {
            action: None,
            code,
            message,
            turn: None,
        }
    }
}

/// What is wrong with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// It is not JSON, not an object, has a field of the wrong type, or is too long.
    BadJson,
    /// There is no such variant.
    UnknownVariant,
    /// An unknown option, value or question.
    BadOption,
    /// The position text cannot be read, or the position cannot stand.
    BadPosition,
    /// The text is no turn in any reading.
    UnreadableTurn,
    /// The text was understood, but the rules do not allow it.
    IllegalTurn,
    /// More than one legal turn fits.
    AmbiguousTurn,
    /// The beginning of a legal turn.
    IncompleteTurn,
    /// A turn after the end of the game.
    GameOver,
}

impl From<&Refusal> for Code {
    fn from(refusal: &Refusal) -> Self {
        match refusal {
            Refusal::Unreadable { .. } => Self::UnreadableTurn,
            Refusal::Illegal { .. } => Self::IllegalTurn,
            Refusal::Ambiguous { .. } => Self::AmbiguousTurn,
            Refusal::Incomplete { .. } => Self::IncompleteTurn,
            Refusal::GameOver { .. } => Self::GameOver,
        }
    }
}

/// Reads a field that is there: `null` is an answer.
fn asked<'de, D: Deserializer<'de>, T: Deserialize<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}
