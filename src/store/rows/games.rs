//! Games, their seats and their events.

use serde::{Deserialize, Serialize};

use crate::ids::{ContestId, GameId, MailId, PlayerId};
use crate::status::{GameStatus, LetterFormat};
use crate::store::OpenTurn;
use crate::time::PlayerTimes;

/// Who has caused what a program of the server's has done in its game, as [`EventRow::actor`] has it. No umpire is called so.
pub const BY_PROGRAM: &str = "(program)";

/// A game: the setup, and the course that the events have led to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameRow {
    /// The number of the game, as players write it: `#17`.
    pub id: GameId,
    /// The id of the variant, such as `chess`.
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
    /// Whether it is rated.
    pub rated: bool,
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
    /// Of a game by file: its section, and those that it takes over from, as text. What a later file says does not
    /// change the game.
    pub section: Option<String>,
    /// The contest that it is a game of.
    pub contest: Option<ContestId>,
    /// Which of the games of its contest, from 1; 0: it is of none.
    pub pairing: i64,
}

/// State, status, side to move and result of a game. They follow from its events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Course {
    /// State number: counts all events but talk; never reused.
    pub state: i64,
    /// Whether it is being played, and how it has ended if not.
    pub status: GameStatus,
    /// Index of the seat to move.
    pub to_move: u8,
    /// The result, such as `1-0`.
    pub result: Option<String>,
    /// The reason of the result, such as `checkmate`.
    pub reason: Option<String>,
    /// What counts of a rated game that has ended, as JSON.
    pub rated_end: Option<String>,
}

impl Course {
    /// Whether status, result and reason are equal.
    pub fn has_same_result(&self, other: &Self) -> bool {
        let own = (self.status, &self.result, &self.reason);
        own == (other.status, &other.result, &other.reason)
    }

    /// Whether status, result, reason and what counts are equal: what is stored with the game.
    pub fn has_same_end(&self, other: &Self) -> bool {
        let Self {
            status,
            result,
            reason,
            rated_end,
            ..
        } = other;
        (self.status, &self.result, &self.reason, &self.rated_end)
            == (*status, result, reason, rated_end)
    }
}

/// What tells which games have changed since somebody has looked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameMarks {
    /// Games that are being played, and new ones, with the number of the last event.
    pub playing: Vec<(GameId, i64)>,
    /// Games that new letters are about: nothing else changes in a game without one.
    pub told: Vec<GameId>,
    /// The number of the newest letter.
    pub letter: i64,
}

/// One seat of a game with its player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeatRow {
    /// The index of the seat in playing order, from 0.
    pub seat: u8,
    /// The player who holds the seat now; events say who held it before.
    pub player: PlayerId,
    /// Name of the player.
    pub name: String,
    /// The address that the player's letters go to ([`super::AddressRow`]); empty if there is none.
    pub address: String,
    /// Letters to that address that could not be delivered.
    pub failures: i64,
    /// Language of the player; `None`: that of the server.
    pub language: Option<String>,
    /// What letters to the player are made of.
    pub format: LetterFormat,
    /// The held beginning of a turn.
    pub held: Option<String>,
    /// State number at which an unproven mail was last answered; of a program, that of the turn after which it was said
    /// that it does not play on.
    pub nudged: Option<i64>,
    /// Answers to mails that have changed nothing.
    pub answers: Answers,
    /// The conditional turns of the seat, as JSON.
    pub plans: Option<String>,
    /// The turn that the seat has to play, in a game with clocks.
    pub open_turn: OpenTurn,
    /// What the player has chosen about times.
    pub times: PlayerTimes,
    /// What else the player has chosen, as JSON; `None`: nothing.
    pub settings: Option<String>,
    /// The level of the player if it is a program of the server's; 0: a person.
    pub program: i64,
    /// The name in the settings if that is a program of others; empty: it is not.
    pub engine: String,
}

impl SeatRow {
    /// The seat of a player in a game that begins.
    pub fn new(seat: u8, player: PlayerId, name: String, address: String) -> Self {
        Self {
            seat,
            player,
            name,
            address,
            ..Self::default()
        }
    }
}

/// How many mails of a seat were answered that have changed nothing in the game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answers {
    /// How many on `day` while the game was at `state`; at the limit it stays, also on later days.
    pub count: i64,
    /// The state number of the game meanwhile; they no longer count after it has changed.
    pub state: i64,
    /// The day of the last one, such as `2026-01-31`.
    pub day: String,
}

/// An event of a game as it is stored; `games::Event::read` says what it means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EventRow {
    /// Position in the log, from 1.
    pub seq: i64,
    /// The game's state number after it.
    pub state: i64,
    /// The seat to move after it; `None`: it was written with schema 1, and was not the last then.
    pub to_move: Option<u8>,
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
    /// The line as the player wrote it; stored only if it differs from `text`.
    pub typed: Option<String>,
    /// The mail that caused it.
    pub mail: Option<MailId>,
    /// The umpire who caused it; `None`: the author of that mail.
    pub actor: Option<String>,
    /// The account of the time of a turn or a flag, as JSON.
    pub time: Option<String>,
}

/// What replaying a game needs of an event; see [`EventRow`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
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
    /// A turn, words, a result or a reason, as its kind has it: see [`EventRow::text`].
    pub text: &'a str,
    /// When it was decided.
    pub at: &'a str,
    /// When its mail arrived; `None`: no mail, or not known. See [`EventRow::arrived_at`].
    pub arrived_at: Option<&'a str>,
    /// The account of a turn or a flag, as JSON: see [`EventRow::time`].
    pub time: Option<&'a str>,
    /// Whether neither a mail nor the umpire has caused it: see [`EventRow::is_planned`].
    pub planned: bool,
}

impl EventRow {
    /// What replaying needs of it.
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

    /// Whether the umpire has caused it.
    pub fn is_by_umpire(&self) -> bool {
        self.actor
            .as_deref()
            .is_some_and(|actor| actor != BY_PROGRAM)
    }

    /// Whether a plan may have caused it: neither a mail holds it nor the umpire has entered it. Of turns and what
    /// else a seat does, only plans do so; clocks cause other events without either.
    pub fn is_planned(&self) -> bool {
        self.mail.is_none() && self.actor.is_none()
    }
}

/// What a program of the server's has thought about one turn. In a decision it is added to what is there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ThoughtRow {
    /// The game.
    pub game: GameId,
    /// The state number of the game in which it was to move.
    pub state: i64,
    /// Its seat.
    pub seat: u8,
    /// How often it has begun to think: if the process ends meanwhile, the turn is thought about again.
    pub begun: i64,
    /// How good it has found the turn that it has played, in hundredths of a pawn; `None`: it has not played yet.
    pub score: Option<i64>,
    /// How often a program of others has not answered with a turn that can be played.
    pub failed: i64,
}

/// What came of trying whether a program of others can play a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct EngineGameRow {
    /// The name of the program in the settings.
    pub engine: String,
    /// The id of the game.
    pub variant: String,
    /// A hash of what was tried: the command, and the section of the game.
    pub proof: String,
    /// The day.
    pub day: String,
    /// What came of it.
    pub verdict: String,
}

/// A game that a player wants to look back at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ReviewRow {
    /// Who wants it.
    pub player: PlayerId,
    /// The game, which is over.
    pub game: GameId,
    /// When it was asked for.
    pub asked_at: String,
    /// The state number of the game that is looked at.
    pub state: i64,
    /// How often the piece of work that is next has begun: if the process ends meanwhile, it begins again.
    pub begun: i64,
    /// Whether the player was told that it goes on another day.
    pub waits: bool,
    /// What was found so far, as JSON; empty: nothing.
    pub found: String,
}
