//! `events`: the append-only log that games are rebuilt from.

use anyhow::Result;
use rusqlite::params;

use super::Tx;

/// Something that happened in a game, as far as replaying needs it. The log has more
/// (when, by whom), which loading a game would only carry about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Position in the log, from 1.
    pub seq: i64,
    /// The game's state number after it.
    pub state: i64,
    /// What.
    pub kind: String,
    /// Whose.
    pub seat: Option<u8>,
    /// A turn in canonical notation, words, a result …
    pub text: String,
    /// The line as it was written.
    pub typed: Option<String>,
    /// The mail it came by.
    pub inbox_id: Option<i64>,
}

/// Something that happens now.
#[derive(Clone, Debug)]
pub struct NewEvent<'a> {
    /// Game number.
    pub game: i64,
    /// Position in the log, from 1.
    pub seq: i64,
    /// The game's state number after it.
    pub state: i64,
    /// When.
    pub now: &'a str,
    /// What.
    pub kind: &'a str,
    /// Whose.
    pub seat: Option<u8>,
    /// See [`Event::text`].
    pub text: &'a str,
    /// The line as it was written.
    pub typed: Option<&'a str>,
    /// The mail it came by.
    pub inbox_id: Option<i64>,
    /// Who did it.
    pub actor: &'a str,
}

impl Tx<'_> {
    /// Appends an event.
    ///
    /// # Errors
    /// The place is taken (two writers), or trouble with the file.
    pub fn add_event(&self, new: &NewEvent<'_>) -> Result<()> {
        self.connection
            .prepare_cached(
                "INSERT INTO events (game_id, seq, state, at, kind, seat, text, typed, inbox_id, actor)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?
            .execute(params![
                new.game,
                new.seq,
                new.state,
                new.now,
                new.kind,
                new.seat,
                new.text,
                new.typed,
                new.inbox_id,
                new.actor
            ])?;
        Ok(())
    }

    /// All events of a game in order.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn events(&self, game: i64) -> Result<Vec<Event>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT seq, state, kind, seat, text, typed, inbox_id FROM events
             WHERE game_id = ?1 ORDER BY seq",
        )?;
        let rows = statement.query_map([game], |row| {
            Ok(Event {
                seq: row.get(0)?,
                state: row.get(1)?,
                kind: row.get(2)?,
                seat: row.get(3)?,
                text: row.get(4)?,
                typed: row.get(5)?,
                inbox_id: row.get(6)?,
            })
        })?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }
}
