//! What waits for an answer.

use serde::Deserialize;

use crate::ids::{AccountQuestionId, GameId, LetterId, MailId, PlayerId, QuestionId};

/// A question about no game that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct AccountQuestionRow {
    /// Id.
    pub id: AccountQuestionId,
    /// Who is asked.
    pub asked: Asked,
    /// What is asked and what waits, as JSON.
    pub data: String,
    /// The mail that has caused it.
    pub mail: Option<MailId>,
    /// When it was asked.
    pub created_at: String,
    /// From here on it cannot be answered.
    pub expires_at: String,
    /// When something is to be done if it is not answered.
    pub due_at: Option<String>,
    /// The letter to a player that asks it.
    pub letter: Option<LetterId>,
}

/// Who is asked something about no game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Asked {
    /// A player, at any of their addresses of record.
    Player(PlayerId),
    /// An address, in lower case: the answer counts from there alone.
    Address(String),
}

/// A question that waits for a player's `yes`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct QuestionRow {
    /// Id.
    pub id: QuestionId,
    /// The game.
    pub game: GameId,
    /// The seat that is asked.
    pub seat: u8,
    /// State number of the game when it was asked.
    pub state: i64,
    /// What is asked and what waits, as JSON.
    pub data: String,
    /// The mail that has caused it.
    pub mail: Option<MailId>,
    /// The letter that asks it: the first one of the decision that asks.
    pub letter: Option<LetterId>,
}
