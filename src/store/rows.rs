//! What is stored, as it is read.

use serde::{Deserialize, Serialize};

use crate::ids::About;
use crate::status::{GameStatus, LetterFormat};
use crate::time::PlayerTimes;
use crate::tokens::{Scope, TokenBase};

use super::{
    AccountQuestionId, ChallengeId, GameId, LetterId, LetterKind, LetterStatus, MailId, MailStatus,
    PlayerId, QuestionId, Queue, TimerKind, TokenId,
};

mod challenges;
mod digests;
mod people;
mod times;

pub use challenges::{ChallengeRow, PlaceRow};
pub use digests::DigestRow;
pub use people::{NoteRow, OutsiderRow, RelationRow};
pub use times::{ClockCounts, LeaveRow, OpenTurn, OutageRow};

/// A game: the setup, and the course that the events have led to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameRow {
    /// Game number.
    pub id: GameId,
    /// Variant id.
    pub variant: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Options as a JSON object.
    pub options: String,
    /// Start position, if not that of the variant.
    pub position: Option<String>,
    /// The terms of time that it was begun with; `None`: without clocks.
    pub time: Option<String>,
    /// Whether it is in no public list, and only its players see it.
    pub private: bool,
    /// When it was created.
    pub created_at: String,
    /// Who has created it.
    pub created_by: String,
    /// The course of the game (a cache of its events).
    pub course: Course,
    /// Position in the log of the last event; 0 if there is none.
    pub seq: i64,
    /// Time of the last event, or of the creation.
    pub updated_at: String,
}

/// State, status, side to move and result of a game. They follow from its events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Course {
    /// State number: counts all events but talk; never reused.
    pub state: i64,
    /// How it stands.
    pub status: GameStatus,
    /// Index of the seat to move.
    pub to_move: u8,
    /// The result, such as `1-0`.
    pub result: Option<String>,
    /// The reason of the result, such as `checkmate`.
    pub reason: Option<String>,
}

impl Course {
    /// Whether status, result and reason are equal: what is stored with the game.
    #[must_use]
    pub fn has_same_end(&self, other: &Self) -> bool {
        (self.status, &self.result, &self.reason) == (other.status, &other.result, &other.reason)
    }
}

/// One seat of a game with its player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeatRow {
    /// Seat index.
    pub seat: u8,
    /// Player id.
    pub player: PlayerId,
    /// Name of the player.
    pub name: String,
    /// The address that the player's letters go to ([`AddressRow`]); empty if there is none.
    pub address: String,
    /// Letters to that address that could not be delivered.
    pub failures: i64,
    /// Language of the player; `None`: that of the server.
    pub language: Option<String>,
    /// What letters to the player are made of.
    pub format: LetterFormat,
    /// The held beginning of a turn.
    pub held: Option<String>,
    /// State number at which an unproven mail was last answered.
    pub nudged: Option<i64>,
    /// Answers to mails that have changed nothing.
    pub answers: Answers,
    /// The conditional turns of the seat, as JSON.
    pub plans: Option<String>,
    /// The turn that the seat has to play, in a game with clocks.
    pub open_turn: OpenTurn,
    /// What the player has chosen about times.
    pub times: PlayerTimes,
    /// What else he has chosen, as JSON; `None`: nothing.
    pub settings: Option<String>,
}

impl SeatRow {
    /// The seat of a player in a game that begins.
    #[must_use]
    pub fn new(seat: u8, player: PlayerId, name: String, address: String) -> Self {
        Self {
            seat,
            player,
            name,
            address,
            failures: 0,
            language: None,
            format: LetterFormat::Both,
            held: None,
            nudged: None,
            answers: Answers::default(),
            plans: None,
            open_turn: OpenTurn::default(),
            times: PlayerTimes::default(),
            settings: None,
        }
    }
}

/// How many mails of a seat were answered that have changed nothing in the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answers {
    /// How many.
    pub count: i64,
    /// The state number of the game meanwhile; they count no more after it has changed.
    pub state: i64,
    /// The day of the last one, such as `2026-01-31`.
    pub day: String,
}

/// What was spent of a budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// How often.
    pub count: i64,
    /// How many bytes.
    pub bytes: i64,
}

/// An event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventRow {
    /// Position in the log, from 1.
    pub seq: i64,
    /// The game's state number after it.
    pub state: i64,
    /// When it was decided.
    pub at: String,
    /// When the mail that caused it arrived; `None`: the command line, or not known.
    pub arrived_at: Option<String>,
    /// The kind of event.
    pub kind: String,
    /// The seat that it is of, if any.
    pub seat: Option<u8>,
    /// The seat that alone may read its words; `None`: all.
    pub reader: Option<u8>,
    /// A turn in canonical notation, words, a result, or a reason.
    pub text: String,
    /// The line as the player wrote it, if it differs from `text`.
    pub typed: Option<String>,
    /// The mail that caused it.
    pub mail: Option<MailId>,
    /// The umpire who caused it; `None`: the author of that mail.
    pub actor: Option<String>,
    /// The account of the time of a turn or a flag, as JSON.
    pub time: Option<String>,
}

/// What replaying a game needs of an event; see [`EventRow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoggedEvent<'a> {
    /// Position in the log, from 1.
    pub seq: i64,
    /// The game's state number after it.
    pub state: i64,
    /// The kind of event.
    pub kind: &'a str,
    /// The seat that it is of, if any.
    pub seat: Option<u8>,
    /// The seat that alone may read its words.
    pub reader: Option<u8>,
    /// See [`EventRow::text`].
    pub text: &'a str,
    /// When it was decided.
    pub at: &'a str,
    /// See [`EventRow::arrived_at`].
    pub arrived_at: Option<&'a str>,
    /// See [`EventRow::time`].
    pub time: Option<&'a str>,
    /// See [`EventRow::is_planned`].
    pub planned: bool,
}

impl EventRow {
    /// What replaying needs of it.
    #[must_use]
    pub fn logged(&self) -> LoggedEvent<'_> {
        LoggedEvent {
            seq: self.seq,
            state: self.state,
            kind: &self.kind,
            seat: self.seat,
            reader: self.reader,
            text: &self.text,
            at: &self.at,
            arrived_at: self.arrived_at.as_deref(),
            time: self.time.as_deref(),
            planned: self.is_planned(),
        }
    }

    /// Whether a plan may have caused it: neither a mail holds it nor the umpire has entered it. Of turns and what
    /// else a seat does, only plans do so; clocks cause other events without either.
    #[must_use]
    pub fn is_planned(&self) -> bool {
        self.mail.is_none() && self.actor.is_none()
    }
}

/// A player with the address that letters go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Id.
    pub id: PlayerId,
    /// Name as shown.
    pub name: String,
    /// The address that letters go to ([`AddressRow`]); empty if there is none.
    pub address: String,
    /// Letters to that address that could not be delivered since the last mail from it.
    pub failures: i64,
    /// Language; `None`: that of the server.
    pub language: Option<String>,
    /// What letters are made of.
    pub format: LetterFormat,
    /// What he has chosen about times.
    pub times: PlayerTimes,
    /// What else he has chosen, as JSON; `None`: nothing.
    pub settings: Option<String>,
    /// Since when he is a member, and whether he is one.
    pub membership: Membership,
}

/// How a player belongs to the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Membership {
    /// Since when he is known.
    pub since: String,
    /// When he last changed his name himself.
    pub named_at: Option<String>,
    /// Since when he is no member any more.
    pub left_at: Option<String>,
    /// Since when the umpire has banned him.
    pub banned_at: Option<String>,
    /// When his name and addresses were blanked.
    pub forgotten_at: Option<String>,
}

impl Membership {
    /// Whether he is a member: he has not left, and is not banned.
    #[must_use]
    pub fn is_member(&self) -> bool {
        self.left_at.is_none() && self.banned_at.is_none() && self.forgotten_at.is_none()
    }
}

/// An address of record.
///
/// Letters go to the main one of a player. If it is marked ([`AddressRow::failed_at`]), they go to the oldest one
/// that is not; if all are, to the main one again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddressRow {
    /// Whose.
    pub player: PlayerId,
    /// The address.
    pub address: String,
    /// Whether it is the main one.
    pub main: bool,
    /// Letters to it that could not be delivered since the last mail from it.
    pub failures: i64,
    /// Since when letters to it cannot be delivered; `None`: they can, as far as is known.
    pub failed_at: Option<String>,
    /// When a delivery to it last failed, for good or for a while.
    pub trouble_at: Option<String>,
    /// Why it failed then.
    pub trouble: Option<String>,
}

/// A change of a player's name or addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLogRow {
    /// When.
    pub at: String,
    /// The umpire who made it, or the mail: `i12`.
    pub by: String,
    /// `renamed`, `main-address`, `address` or `address-removed`.
    pub what: String,
    /// The new name, or the address.
    pub value: String,
}

/// An address that a player wants to add, and that was not confirmed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfirmationRow {
    /// The player.
    pub player: PlayerId,
    /// The address.
    pub address: String,
    /// Random bytes, from which the code is derived.
    pub nonce: Vec<u8>,
    /// The generation of the secret.
    pub generation: i64,
    /// When it was asked for.
    pub created_at: String,
}

/// A token: what it proves, and what it is derived from besides the secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenRow {
    /// Public id, with which the token begins.
    pub id: TokenId,
    /// What it proves.
    pub scope: TokenScope,
    /// Random bytes.
    pub nonce: Vec<u8>,
    /// The generation of the secret.
    pub generation: i64,
    /// Which way of deriving: 1 for tokens from before schema 3, 2 for today's.
    pub form: i64,
    /// Whether it no longer counts, because others have seen it.
    pub void: bool,
}

impl TokenRow {
    /// What the token is derived from, besides the secret.
    #[must_use]
    pub fn base(&self) -> TokenBase<'_> {
        TokenBase {
            id: self.id.0,
            scope: match self.scope {
                TokenScope::Seat { game, seat, state } => Scope::Seat {
                    game: game.0,
                    seat,
                    state,
                },
                TokenScope::Player(player) => Scope::Player(player.0),
                TokenScope::Challenge {
                    challenge,
                    place,
                    version,
                } => Scope::Challenge {
                    challenge: challenge.0,
                    place,
                    version,
                },
                TokenScope::Question(question) => Scope::Question(question.0),
                TokenScope::List(player) => Scope::List(player.0),
            },
            nonce: &self.nonce,
            generation: self.generation,
            form: self.form,
        }
    }
}

/// What a token proves that its bearer has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenScope {
    /// A letter to a seat, which showed a state of the game.
    Seat {
        /// The game.
        game: GameId,
        /// Seat index.
        seat: u8,
        /// State number that the letter showed.
        state: i64,
    },
    /// A letter to a player about no game. It opens what is about him, never a turn.
    Player(PlayerId),
    /// A letter about a challenge to somebody who shall play.
    Challenge {
        /// The challenge.
        challenge: ChallengeId,
        /// His place in it.
        place: u8,
        /// The version of the terms that the letter showed.
        version: i64,
    },
    /// A letter that asks something about no game ([`AccountQuestionRow`]).
    Question(AccountQuestionId),
    /// A letter to a player about several of his games ([`super::Snapshot::token_sections`]). For each of them it has the force of
    /// a token of that seat.
    List(PlayerId),
}

/// A seat that a token of a list is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenSection {
    /// The game.
    pub game: GameId,
    /// Seat index.
    pub seat: u8,
    /// State number that the letter showed.
    pub state: i64,
}

/// A question about no game that waits for an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// A player, at any of his addresses of record.
    Player(PlayerId),
    /// An address, in lower case: the answer counts from there alone.
    Address(String),
}

/// A mail that waits to be judged, with its bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimedMail {
    /// Id.
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
    /// The mail.
    pub bytes: MailBytes,
}

/// A mail with its envelope. Its recipient may hold a token.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailBytes {
    /// Envelope sender; `Some("")` is the empty return path, `None` unknown.
    pub sender: Option<String>,
    /// Envelope recipients.
    pub recipients: Vec<String>,
    /// Whether `raw` is only the beginning.
    pub truncated: bool,
    /// The bytes.
    pub raw: Vec<u8>,
}

/// A stored mail and the verdict on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailRow {
    /// Id.
    pub id: MailId,
    /// Source key.
    pub source: String,
    /// When it was stored.
    pub received_at: String,
    /// When it arrived, as far as can be trusted.
    pub arrived_at: String,
    /// How it stands.
    pub status: MailStatus,
    /// How often judging it was begun.
    pub attempts: i64,
    /// The verdict, if it was judged.
    pub verdict: Option<super::Verdict>,
}

/// A letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetterRow {
    /// Id.
    pub id: LetterId,
    /// What it is written for.
    pub kind: LetterKind,
    /// Envelope recipient, as of its last try; before the first, as of its writing.
    pub recipient: String,
    /// Game, seat, and the events that it is about.
    pub about: Option<About>,
    /// The mail that it answers or that has caused it.
    pub mail: Option<MailId>,
    /// Its tokens, the one for replies first.
    pub tokens: Vec<TokenId>,
    /// What it says, as JSON; `None`: it was rendered before schema 3, or it is forgotten.
    pub data: Option<String>,
    /// Whether its bytes are kept.
    pub rendered: bool,
    /// How it stands.
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
}

/// A question that waits for a player's `yes`.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// A timer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimerRow {
    /// When it is due.
    pub due: String,
    /// What it is for.
    pub kind: TimerKind,
    /// The game, if it is for one.
    pub game: Option<GameId>,
    /// The seat, if it is for one.
    pub seat: Option<u8>,
}

/// The last success and the last failure of a queue.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct QueueRow {
    /// Which.
    pub queue: Queue,
    /// When it last worked.
    pub last_success: Option<String>,
    /// When it last failed.
    pub last_failure: Option<String>,
    /// Why it failed then.
    pub failure: Option<String>,
}

/// What stands before the failure of a queue that somebody wants to work at once.
pub(super) const RETRIED: &str = "before `mail retry`: ";

impl QueueRow {
    /// Whether it fails, and somebody wants it to work again at once.
    #[must_use]
    pub fn is_to_retry(&self) -> bool {
        let failure = self.failure.as_deref();
        self.fails() && failure.is_some_and(|why| why.starts_with(RETRIED))
    }

    /// Whether the last failure is later than the last success.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.last_failure.is_some() && self.last_failure >= self.last_success
    }
}

/// Numbers of games, mails and letters by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// Games being played.
    pub playing: i64,
    /// Games that have ended.
    pub finished: i64,
    /// Games that were called off.
    pub aborted: i64,
    /// Games that are frozen because of an error in their events.
    pub frozen: i64,
    /// Mails that are not judged yet.
    pub new_mails: i64,
    /// Mails that are quarantined.
    #[serde(rename = "parked_mails")]
    pub quarantined_mails: i64,
    /// Letters that are not sent yet.
    pub waiting_letters: i64,
    /// Of these, letters whose last try has failed.
    pub deferred_letters: i64,
    /// Letters that were given up.
    pub failed_letters: i64,
    /// Letters to the umpire that are kept because the settings name none.
    pub kept_reports: i64,
    /// Letters that are quarantined.
    pub quarantined_letters: i64,
    /// Addresses of record to which letters cannot be delivered.
    pub failed_addresses: i64,
}
