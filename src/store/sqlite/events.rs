//! `events`: the append-only log of each game.

use anyhow::Result;
use rusqlite::params;

use super::Tx;

/// An event, with the columns that replaying a game needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// Position in the log, from 1.
    pub seq: i64,
    /// The game's state number after it.
    pub state: i64,
    /// The kind of event.
    pub kind: &'a str,
    /// The seat that it is of, if any.
    pub seat: Option<u8>,
    /// A turn in canonical notation, words, a result, or a reason.
    pub text: &'a str,
    /// The mail that caused it.
    pub inbox_id: Option<i64>,
}

/// An event to be appended.
#[derive(Clone, Debug)]
pub struct NewEvent<'a> {
    /// Game number.
    pub game: i64,
    /// Position in the log, from 1.
    pub seq: i64,
    /// The game's state number after it.
    pub state: i64,
    /// The present time.
    pub now: &'a str,
    /// The kind of event.
    pub kind: &'a str,
    /// The seat that it is of, if any.
    pub seat: Option<u8>,
    /// See [`Event::text`].
    pub text: &'a str,
    /// The line as the player wrote it; stored only if it differs from `text`.
    pub typed: Option<&'a str>,
    /// The mail that caused it.
    pub inbox_id: Option<i64>,
    /// The umpire who caused it; `None`: the author of that mail.
    pub actor: Option<&'a str>,
    /// The seat to move after it.
    pub to_move: u8,
}

impl Tx<'_> {
    /// Appends an event.
    ///
    /// # Errors
    /// The game has an event with this `seq` already (another process has written), or the database
    /// fails.
    pub fn add_event(&self, new: &NewEvent<'_>) -> Result<()> {
        self.connection
            .prepare_cached(
                "INSERT INTO events (game_id, seq, state, at, kind, seat, text, typed, inbox_id, actor,
                    to_move)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?
            .execute(params![
                new.game,
                new.seq,
                new.state,
                new.now,
                new.kind,
                new.seat,
                new.text,
                new.typed.filter(|typed| *typed != new.text),
                new.inbox_id,
                new.actor,
                new.to_move
            ])?;
        Ok(())
    }

    /// Calls `each` with all events of a game in order.
    ///
    /// # Errors
    /// `each` returns an error, or the database fails.
    pub fn events(&self, game: i64, each: &mut dyn FnMut(Event<'_>) -> Result<()>) -> Result<()> {
        let mut statement = self.connection.prepare_cached(
            "SELECT seq, state, kind, seat, text, inbox_id FROM events
             WHERE game_id = ?1 ORDER BY seq",
        )?;
        let mut rows = statement.query([game])?;
        while let Some(row) = rows.next()? {
            each(Event {
                seq: row.get(0)?,
                state: row.get(1)?,
                kind: row.get_ref(2)?.as_str()?,
                seat: row.get(3)?,
                text: row.get_ref(4)?.as_str()?,
                inbox_id: row.get(5)?,
            })?;
        }
        Ok(())
    }

    /// The line from which an event was read, as the player wrote it.
    ///
    /// # Errors
    /// There is no such event, or the database fails.
    pub fn typed(&self, game: i64, seq: i64) -> Result<String> {
        let mut statement = self.connection.prepare_cached(
            "SELECT coalesce(typed, text) FROM events WHERE game_id = ?1 AND seq = ?2",
        )?;
        Ok(statement.query_row([game, seq], |row| row.get(0))?)
    }
}
