//! A game as programs and other people get it: everything that happened, when, and who may read it.
//! No address is in it.

use serde::{Deserialize, Serialize};

use crate::store::EventRow;

use super::event::EventKind;
use super::stored_game::StoredGame;

/// The version of this form.
const VERSION: u32 = 1;

/// A game with its whole course.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The version of this form.
    pub version: u32,
    /// Game number.
    pub game: i64,
    /// Variant id.
    pub variant: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Options, key to value.
    pub options: serde_json::Value,
    /// Start position, if not that of the variant.
    pub start: Option<String>,
    /// When it was set up, in UTC.
    pub created_at: String,
    /// When something last happened, in UTC.
    pub updated_at: String,
    /// The seats in playing order.
    pub seats: Vec<SeatRecord>,
    /// `playing`, `finished`, `aborted` or `frozen`.
    pub status: String,
    /// The seat to move, while it is being played.
    pub to_move: Option<String>,
    /// The result, such as `1-0`.
    pub result: Option<String>,
    /// The reason of the result, such as `checkmate`.
    pub reason: Option<String>,
    /// The turns that stand, in canonical notation.
    pub turns: Vec<String>,
    /// The position text after them.
    pub position: String,
    /// Everything that happened, also what was taken back; without words that one player alone may
    /// read.
    pub events: Vec<EventRecord>,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// Its word: `white`.
    pub seat: String,
    /// The name of its player.
    pub player: String,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRecord {
    /// Position in the log, from 1.
    pub event: i64,
    /// What it is: `turn`, `resign`, `offer`, `decline`, `claim`, `say`, `undo`, `adjudicate`, `abort`.
    pub kind: String,
    /// The seat that it is of; none: the umpire.
    pub seat: Option<String>,
    /// A turn, words, a result with its reason, or a reason.
    pub text: String,
    /// Who may read the text.
    pub readers: Readers,
    /// When it was decided, in UTC.
    pub at: String,
    /// When the mail that caused it arrived, in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived_at: Option<String>,
    /// Whether the umpire has caused it.
    pub by_umpire: bool,
}

/// Who may read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Readers {
    /// Anybody.
    All,
    /// The players of the game: what they say to each other.
    Players,
}

impl GameRecord {
    /// The record of a game, with the events of its log. Words for one player alone are left out.
    #[must_use]
    pub fn new(stored: &StoredGame, events: &[EventRow]) -> Self {
        let course = stored.course();
        let names = stored.variant.seats();
        let name = |seat: u8| names.get(usize::from(seat)).map(|name| (*name).to_owned());
        let seats = stored.seats.iter().zip(names);
        let shown = events.iter().filter(|event| event.reader.is_none());
        Self {
            version: VERSION,
            game: stored.row.id.0,
            variant: stored.variant.id().to_owned(),
            rules_version: stored.row.rules_version,
            options: serde_json::from_str(&stored.row.options).unwrap_or_default(),
            start: stored.row.position.clone(),
            created_at: stored.row.created_at.clone(),
            updated_at: stored.row.updated_at.clone(),
            seats: seats
                .map(|(row, seat)| SeatRecord {
                    seat: (*seat).to_owned(),
                    player: row.name.clone(),
                })
                .collect(),
            to_move: stored.is_on().then(|| name(course.to_move)).flatten(),
            status: course.status.as_str().to_owned(),
            result: course.result,
            reason: course.reason,
            turns: stored.turns.iter().map(|turn| turn.text.clone()).collect(),
            position: stored.game.position(),
            events: shown
                .map(|event| EventRecord {
                    event: event.seq,
                    kind: event.kind.clone(),
                    seat: event.seat.and_then(name),
                    text: event.text.clone(),
                    readers: if event.kind == EventKind::Say.as_str() {
                        Readers::Players
                    } else {
                        Readers::All
                    },
                    at: event.at.clone(),
                    arrived_at: event.arrived_at.clone(),
                    by_umpire: event.actor.is_some(),
                })
                .collect(),
        }
    }

    /// The record as anybody may read it: without what the players say to each other.
    #[must_use]
    pub fn public(mut self) -> Self {
        self.events.retain(|event| event.readers == Readers::All);
        self
    }
}
