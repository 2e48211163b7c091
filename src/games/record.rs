//! A game as programs and other people get it: everything that happened, when, and who may read it.
//! No address is in it.

use serde::{Deserialize, Serialize};

use crate::rules::Seat;
use crate::store::EventRow;

use super::{clocks::Account, event::EventKind, plans::by_plan, stored_game::StoredGame};

/// A game with its whole course (`docs/operations.md`, The record of a game).
///
/// ```
/// use zugpost::games::GameRecord;
///
/// let text = r#"{
///     "version": 1, "game": 17, "variant": "chess", "rules_version": 1, "options": {},
///     "start": null, "created_at": "2026-01-01T12:00:00Z", "updated_at": "2026-01-02T08:30:00Z",
///     "seats": [{"seat": "white", "player": "Anna"}, {"seat": "black", "player": "Boris"}],
///     "status": "finished", "to_move": null, "result": "0-1", "reason": "resignation",
///     "turns": [], "position": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
///     "events": [
///         {"event": 1, "kind": "say", "seat": "black", "text": "Well?", "readers": "players",
///          "at": "2026-01-02T08:00:00Z", "by_umpire": false},
///         {"event": 2, "kind": "resign", "seat": "white", "text": "", "readers": "all",
///          "at": "2026-01-02T08:30:00Z", "by_umpire": false}
///     ]
/// }"#;
/// let record: GameRecord = serde_json::from_str(text)?;
/// assert_eq!(record.version, GameRecord::VERSION);
/// assert_eq!(record.public().events.len(), 1);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The version of this form: [`GameRecord::VERSION`].
    pub version: u32,
    /// The number of the game, as in `#17`.
    pub game: i64,
    /// The id of the variant, such as `chess`.
    pub variant: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Of a game by file: its section, and those that it takes over from, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Options, key to value.
    pub options: serde_json::Value,
    /// The terms of time that it was begun with (`docs/time.md`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
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

/// A seat of the game, with its player and place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// The word for the seat, in lower case: `white`.
    pub seat: String,
    /// The name of its player.
    pub player: String,
    /// Its place, from 1, once it has one: the game is over, or it has left a game that others play on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<usize>,
}

/// An event of the log, with who caused it and who may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventRecord {
    /// Position in the log, from 1.
    pub event: i64,
    /// What it is: `turn`, `resign`, `forfeit`, `offer`, `decline`, `claim`, `say`, `undo`, `adjudicate`, `abort`,
    /// `propose`, `refuse`, `take-back`, `pause`, `resume`, `terms`, `credit`, `grace`, `flag`, `reopen`, `replace`, `rollback`.
    pub kind: String,
    /// The seat that it is of; none: the umpire.
    pub seat: Option<String>,
    /// A turn, words, a result with its reason, or a reason; of `rollback` the turn to which it goes back, with the
    /// reason; of `replace` a JSON object: `former` and `newcomer`, each with `id` and `name`, and `reason`.
    pub text: String,
    /// Who may read the text.
    pub readers: Readers,
    /// When it was decided, in UTC.
    pub at: String,
    /// When the mail that caused it arrived, in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub arrived_at: Option<String>,
    /// Of a turn or a flag in a game with clocks: where the time went (`docs/time.md`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Account>,
    /// Whether the umpire has caused it.
    pub by_umpire: bool,
    /// Whether the seat had planned it, so that it happened at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub planned: bool,
}

/// Who may read a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Readers {
    /// Anybody who may see the game.
    All,
    /// The players of the game: what they say to each other.
    Players,
}

impl GameRecord {
    /// The version of the form that this program writes. A field that is added does not change it; one
    /// that goes, or gets another meaning, does.
    pub const VERSION: u32 = 1;

    /// The record of a game, with the events of its log. Words for one player alone are left out.
    pub fn new(stored: &StoredGame, events: &[EventRow]) -> Self {
        let course = stored.course();
        let names = stored.variant.seats();
        let name = |seat: u8| names.get(usize::from(seat)).map(|name| (*name).to_owned());
        let seats = stored.seats.iter().zip(&names);
        let seats = seats.map(|(row, seat)| SeatRecord {
            seat: (*seat).to_owned(),
            player: row.name.clone(),
            place: stored.game.place(Seat(row.seat)),
        });
        let shown = events.iter().filter(|event| event.reader.is_none());
        let shown = shown.map(|event| {
            let account = event.time.as_deref();
            let readers = match event.kind == EventKind::Say.as_str() {
                true => Readers::Players,
                false => Readers::All,
            };
            EventRecord {
                event: event.seq,
                kind: event.kind.clone(),
                seat: event.seat.and_then(name),
                text: event.text.clone(),
                readers,
                at: event.at.clone(),
                arrived_at: event.arrived_at.clone(),
                account: account.and_then(|text| serde_json::from_str(text).ok()),
                by_umpire: event.is_by_umpire(),
                planned: by_plan(event),
            }
        });
        Self {
            version: Self::VERSION,
            game: stored.row.id.0,
            variant: stored.variant.id().to_owned(),
            rules_version: stored.row.rules_version,
            section: stored.row.section.clone(),
            options: serde_json::from_str(&stored.row.options).unwrap_or_default(),
            time: stored.row.time.clone(),
            start: stored.row.position.clone(),
            created_at: stored.row.created_at.clone(),
            updated_at: stored.row.updated_at.clone(),
            seats: seats.collect(),
            to_move: stored.is_on().then(|| name(course.to_move)).flatten(),
            status: course.status.as_str().to_owned(),
            result: course.result,
            reason: course.reason,
            turns: stored.turns.iter().map(|turn| turn.text.clone()).collect(),
            position: stored.game.position(),
            events: shown.collect(),
        }
    }

    /// The record as anybody may read it: without what the players say to each other, and without accounts of time,
    /// which tell who was on leave.
    #[must_use]
    pub fn public(mut self) -> Self {
        self.events.retain(|event| event.readers == Readers::All);
        for event in &mut self.events {
            event.account = None;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::event::Event;
    use super::super::tests::chess;
    use super::*;
    const WHITE: Seat = Seat(0);
    const BLACK: Seat = Seat(1);

    /// Lets an event happen; returns it as an entry of the log.
    fn happen(stored: &mut StoredGame, event: &Event) -> EventRow {
        let state = stored.state + i64::from(event.kind().counts());
        stored.apply(event, state).expect("applied");
        stored.seq += 1;
        let new = event.row(state, stored.game.to_move());
        EventRow {
            seq: stored.seq,
            at: "2026-01-01T12:00:00Z".to_owned(),
            arrived_at: new.seat.map(|_| "2026-01-01T11:59:58Z".to_owned()),
            actor: new.seat.is_none().then(|| "umpire@example.org".to_owned()),
            typed: Some("as typed, from anna@example.org".to_owned()),
            ..new
        }
    }

    /// A game in which everything is said, by and to everybody.
    fn talk() -> (StoredGame, Vec<EventRow>) {
        let mut stored = chess();
        stored.seats[0].address = "anna@example.org".to_owned();
        stored.seats[1].address = "boris@example.net".to_owned();
        stored.seats[0].held = Some("d2-d4".to_owned());
        let text = "e2-e4".to_owned();
        let mut events = vec![happen(&mut stored, &Event::Turn { seat: WHITE, text })];
        for by in [Some(WHITE), Some(BLACK), None] {
            for to in [None, Some(WHITE), Some(BLACK)] {
                let words = if to.is_some() { "private" } else { "to all" }.to_owned();
                events.push(happen(&mut stored, &Event::Say { by, to, words }));
            }
        }
        events.push(happen(&mut stored, &Event::Resign(BLACK)));
        (stored, events)
    }

    #[test]
    fn a_record_has_neither_private_words_nor_addresses() {
        let (stored, events) = talk();
        let record = GameRecord::new(&stored, &events);
        let text = serde_json::to_string(&record).expect("JSON");
        for word in ["private", "@example", "as typed", "d2-d4"] {
            assert!(!text.contains(word), "{word}: {text}");
        }
        let said = record.events.iter().filter(|event| event.kind == "say");
        assert!(said.clone().all(|event| event.readers == Readers::Players));
        assert_eq!(said.count(), 3);
    }

    #[test]
    fn a_public_record_has_no_words_of_players() {
        let (stored, events) = talk();
        let record = GameRecord::new(&stored, &events).public();
        let kinds: Vec<&str> = record
            .events
            .iter()
            .map(|event| event.kind.as_str())
            .collect();
        assert_eq!(kinds, ["turn", "resign"]);
        let text = serde_json::to_string(&record).expect("JSON");
        assert!(!text.contains("to all"), "{text}");
    }

    #[test]
    fn a_record_is_read_back() {
        let (stored, events) = talk();
        let record = GameRecord::new(&stored, &events);
        let text = serde_json::to_string(&record).expect("JSON");
        let read: GameRecord = serde_json::from_str(&text).expect("a record");
        assert_eq!(read, record);
        assert_eq!(read.result.as_deref(), Some("1-0"));
        assert_eq!(
            read.events[0].arrived_at.as_deref(),
            Some("2026-01-01T11:59:58Z")
        );
        assert!(read.events.iter().any(|event| event.by_umpire));
    }
}
