//! Mails and letters, the news that wait for one, and the questions that wait for an answer.

use serde::{Deserialize, Serialize};

use crate::ids::{
    About, AccountQuestionId, GameId, LetterId, MailId, PlayerId, QuestionId, TokenId,
};
use crate::store::{LetterKind, LetterStatus, MailStatus, Spent, Verdict};

/// A mail that waits to be judged, with its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimedMail {
    /// The number of the mail, as the umpire writes it: `i12`.
    pub id: MailId,
    /// How often judging it was begun before.
    pub attempts: i64,
    /// The address of its author, as it says; empty: it names no single one.
    pub sender: String,
    /// When it arrived, as the source says.
    pub arrived_at: String,
    /// When it was stored.
    pub received_at: String,
    /// When all sources had last been read to their end before that.
    pub looked_at: Option<String>,
    /// How many mails of its sender were judged today, with this one; none if it has no single sender.
    pub of_sender: Spent,
    /// How many mails of all senders were.
    pub of_all: Spent,
    /// The mail as it was stored, with its envelope.
    pub bytes: MailBytes,
    /// The key under which its source knows it.
    pub source: String,
}

/// A mail with its envelope. Its recipient may hold a token.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailBytes {
    /// Envelope sender; `Some("")` is the empty return path, `None` unknown.
    pub sender: Option<String>,
    /// Envelope recipients; empty if the source knows none.
    pub recipients: Vec<String>,
    /// Whether `raw` is only the beginning.
    pub truncated: bool,
    /// The mail with its headers, or the beginning of it if it is `truncated`.
    pub raw: Vec<u8>,
}

/// A stored mail and the verdict on it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MailRow {
    /// The number of the mail, as the umpire writes it: `i12`.
    pub id: MailId,
    /// The key under which its source knows it; `#2` is added if another mail had it.
    pub source: String,
    /// When it was stored.
    pub received_at: String,
    /// When it arrived, as far as can be trusted.
    pub arrived_at: String,
    /// How far it has been judged.
    pub status: MailStatus,
    /// How often judging it was begun.
    pub attempts: i64,
    /// The verdict, if it was judged.
    pub verdict: Option<Verdict>,
}

/// A letter as it is kept in the outbox, without its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct LetterRow {
    /// The number of the letter, as the umpire writes it: `o12`.
    pub id: LetterId,
    /// What it is written for.
    pub kind: LetterKind,
    /// Envelope recipient, as of its last try; before the first, as of its writing.
    pub recipient: String,
    /// The mail that it answers or that has caused it.
    pub mail: Option<MailId>,
    /// Its tokens, the one for replies first.
    pub tokens: Vec<TokenId>,
    /// What it says, as JSON; `None`: it was rendered before schema 3, or it is forgotten.
    pub data: Option<String>,
    /// Whether its bytes are kept.
    pub rendered: bool,
    /// How far it has been sent.
    pub status: LetterStatus,
    /// How often rendering it was begun.
    pub renderings: i64,
    /// How many times sending it was tried.
    pub tries: i64,
    /// When it may be tried next; of a closed letter, when it was closed.
    pub next_try: String,
    /// Whether the last try hung until it was cut off.
    pub hung: bool,
    /// Why the last try failed, or the letter is not sent.
    pub last_error: Option<String>,
    /// The letter that says what this one would have said.
    pub superseded_by: Option<LetterId>,
    /// When it was written.
    pub created_at: String,
    /// When it was last made to wait again after it was closed: its age counts from then.
    pub revived_at: Option<String>,
    /// When it was closed: sent, given up, dropped, superseded or quarantined.
    pub closed_at: Option<String>,
    /// Whether a delivery report was counted for it.
    pub bounced: bool,
    /// Game, seat, and the events that it is about.
    pub about: Option<About>,
}

/// News of a game that wait for the next digest of a player.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct DigestRow {
    /// The player who gets the digest.
    pub player: PlayerId,
    /// The game that the news is about.
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

/// A question about no game that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct AccountQuestionRow {
    /// The number of the question, which the token of its letter may name.
    pub id: AccountQuestionId,
    /// Who may answer it: a player from any address of record, or one address alone.
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
#[serde(try_from = "(Option<PlayerId>, Option<String>)")]
pub enum Asked {
    /// A player, at any of their addresses of record.
    Player(PlayerId),
    /// An address, in lower case: the answer counts from there alone.
    Address(String),
}

impl TryFrom<(Option<PlayerId>, Option<String>)> for Asked {
    type Error = &'static str;

    fn try_from(columns: (Option<PlayerId>, Option<String>)) -> Result<Self, Self::Error> {
        match columns {
            (Some(player), None) => Ok(Self::Player(player)),
            (None, Some(address)) => Ok(Self::Address(address)),
            _ => Err("it asks a player or an address"),
        }
    }
}

/// A question that waits for a player's `yes`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct QuestionRow {
    /// The number by which a decision closes it.
    pub id: QuestionId,
    /// The game of the seat; at most one question waits for each seat.
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
