//! The work of the server itself; clocks, leave and outages.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::ids::{GameId, MailId, PlayerId, VariantFileId};
use crate::store::{Queue, TimerKind};

/// A host that works on a store with others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostRow {
    /// With this word the owners of its claims begin. It belongs to the folder of its data.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// The version of the program.
    pub version: String,
    /// The number of its process.
    pub process: u32,
    /// When the process has started.
    pub since: String,
    /// Its last sign of life; empty: it has ended.
    pub alive_at: String,
    /// By which the newest secret is recognised that it has, in hexadecimal.
    pub secret: String,
    /// What differs between its settings and those of the club, separated by commas; empty: nothing.
    pub differs: String,
    /// What its program knows and others may not, in words that are separated by commas.
    pub knows: String,
}

/// What differs of a host whose program does not know what everybody has to know.
pub const PROGRAM: &str = "program";

/// What a sign of life has shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SignOfLife {
    /// The owners of claims that were given up.
    pub freed: Vec<String>,
    /// What everybody who works on the store has to know, in the words of [`HostRow::knows`].
    pub club: BTreeSet<String>,
}

/// The words of [`HostRow::knows`].
#[must_use]
pub fn words_of(knows: &str) -> BTreeSet<String> {
    let words = knows.split(',').map(str::trim);
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

impl HostRow {
    /// Whether it has neither ended nor given a sign of life since this time.
    pub fn is_silent(&self, since: &str) -> bool {
        !self.alive_at.is_empty() && self.alive_at.as_str() < since
    }
}

/// What one host alone may do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaseRow {
    /// What: `source:` and the name of a source.
    pub name: String,
    /// The id of the host.
    pub holder: String,
    /// Until when, if it is not renewed.
    pub until: String,
}

/// What was spent of a budget.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// How many mails, messages, letters or answers, as the budget says.
    pub count: i64,
    /// How many bytes the mails had; only `Budget::Mails` counts them.
    pub bytes: i64,
}

/// A timer as it is stored: at most one for each kind and game.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TimerRow {
    /// When it is due.
    pub due: String,
    /// What it is for.
    pub kind: TimerKind,
    /// The game, if it is for one.
    pub game: Option<GameId>,
}

/// The last success and the last failure of a queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueRow {
    /// Which of the queues it is about.
    pub queue: Queue,
    /// When it last worked.
    pub last_success: Option<String>,
    /// When it last failed.
    pub last_failure: Option<String>,
    /// Why it failed then.
    pub failure: Option<String>,
}

/// What comes before the failure of a queue that somebody wants to work at once.
pub(in crate::store) const RETRIED: &str = "before `mail retry`: ";

impl QueueRow {
    /// Whether it fails, and somebody wants it to work again at once.
    pub fn is_to_retry(&self) -> bool {
        let failure = self.failure.as_deref();
        self.fails() && failure.is_some_and(|why| why.starts_with(RETRIED))
    }

    /// Whether the last failure is later than the last success.
    pub fn fails(&self) -> bool {
        self.last_failure.is_some() && self.last_failure >= self.last_success
    }
}

/// Numbers of games, mails and letters by status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Games that are being played, also while their clocks are stopped.
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

/// What is stored about the turn that a seat has to play, besides the events.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenTurn {
    /// The event that gave it, 0 for the start; `None`: there is no clock.
    pub seq: Option<i64>,
    /// When the letter that gives it first left.
    pub left_at: Option<String>,
    /// When the mail arrived whose turn was first asked back.
    pub asked_at: Option<String>,
    /// The last reminder, in seconds before the deadline.
    pub reminded: Option<i64>,
    /// How many delivery reports have stopped the clock of the seat in this game.
    pub returned: i64,
    /// When a delivery report came last, of anybody, that a letter with the turn has come back.
    pub came_back_at: Option<String>,
}

/// Days on which the clocks of a player stand still.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct LeaveRow {
    /// The number of the leave, by which it is cut.
    pub id: i64,
    /// The player whose clocks stand still, in all games whose terms allow leave.
    pub player: PlayerId,
    /// When it begins, as RFC 3339 in UTC.
    pub from_at: String,
    /// To here; equal to `from_at`: it was cancelled as a whole.
    pub to_at: String,
}

/// A time in which no mail was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutageRow {
    /// The number of the outage, in the order in which they were noted.
    pub id: i64,
    /// When mail was last read to its end, or when the umpire says that it began.
    pub from_at: String,
    /// When mail was next read to its end, or when the umpire says that it ended.
    pub to_at: String,
    /// Who has declared it; `None`: the server has noticed it.
    pub declared: Option<String>,
    /// When it was noted.
    pub noted_at: String,
}

/// The state of the clocks of the games that are being played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockCounts {
    /// Games that are being played and have clocks.
    pub clocks: i64,
    /// Of these, games in which the grace of the seat to move runs.
    pub grace: i64,
    /// Of these, games whose clocks the players or the umpire have stopped.
    pub paused: i64,
}

/// A file with games that an umpire has sent by mail.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct VariantFileRow {
    /// Its number.
    pub id: VariantFileId,
    /// Its name.
    pub name: String,
    /// What is in it.
    pub text: String,
    /// The mail that it came with.
    pub mail: MailId,
    /// The umpire who has sent it.
    pub added_by: String,
    /// Whether its games are to be played; `false`: it is only to be checked.
    pub adds: bool,
    /// How often its check was begun.
    pub attempts: i64,
}

/// A game that came by mail and can be played.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct MailedGame {
    /// Its name.
    pub game: String,
    /// The text of its section, with those that it takes over from.
    pub section: String,
    /// The name of its file.
    pub file: String,
}
