//! `events`: the append-only log of each game.

use rusqlite::types::FromSqlError;
use rusqlite::{Connection, OptionalExtension, params};

use crate::ids::{GameId, MailId};
use crate::store::{EventRow, LoggedEvent, NewEvent, Result, StoreError};

/// Position in the log of the last event of a game; 0 if there is none.
pub(super) fn last(connection: &Connection, game: GameId) -> Result<i64> {
    let mut select = connection.prepare_cached("SELECT max(seq) FROM events WHERE game_id = ?1")?;
    let last: Option<Option<i64>> = select.query_row([game.0], |row| row.get(0)).optional()?;
    Ok(last.flatten().unwrap_or(0))
}

/// Appends an event at position `seq`.
pub(super) fn append(
    connection: &Connection,
    game: GameId,
    seq: i64,
    new: &NewEvent,
    now: &str,
) -> Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO events (game_id, seq, state, to_move, at, kind, seat, text, typed, inbox_id,
            actor, reader, arrived_at, time)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
    )?;
    insert.execute(params![
        game.0,
        seq,
        new.state,
        new.to_move,
        now,
        new.kind,
        new.seat,
        new.text,
        new.typed.as_ref().filter(|typed| **typed != new.text),
        new.mail.map(|mail| mail.0),
        new.actor,
        new.reader,
        new.arrived_at,
        new.time,
    ])?;
    Ok(())
}

/// Calls `each` with the events of a game in order: all, or the first `count`.
pub(super) fn replay(
    connection: &Connection,
    game: GameId,
    count: Option<i64>,
    each: &mut dyn FnMut(LoggedEvent<'_>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let trouble = |error: rusqlite::Error| anyhow::Error::from(StoreError::from(error));
    let text = |error: FromSqlError| anyhow::Error::from(StoreError::Corrupt(error.to_string()));
    let mut select = connection
        .prepare_cached(
            "SELECT seq, state, kind, seat, reader, text, at, arrived_at, time,
                inbox_id IS NULL AND actor IS NULL
             FROM events WHERE game_id = ?1 AND seq <= ?2 ORDER BY seq",
        )
        .map_err(trouble)?;
    let mut rows = select
        .query(params![game.0, count.unwrap_or(i64::MAX)])
        .map_err(trouble)?;
    while let Some(row) = rows.next().map_err(trouble)? {
        each(LoggedEvent {
            seq: row.get(0).map_err(trouble)?,
            state: row.get(1).map_err(trouble)?,
            kind: row.get_ref(2).map_err(trouble)?.as_str().map_err(text)?,
            seat: row.get(3).map_err(trouble)?,
            reader: row.get(4).map_err(trouble)?,
            text: row.get_ref(5).map_err(trouble)?.as_str().map_err(text)?,
            at: row.get_ref(6).map_err(trouble)?.as_str().map_err(text)?,
            arrived_at: row
                .get_ref(7)
                .map_err(trouble)?
                .as_str_or_null()
                .map_err(text)?,
            time: row
                .get_ref(8)
                .map_err(trouble)?
                .as_str_or_null()
                .map_err(text)?,
            planned: row.get(9).map_err(trouble)?,
        })?;
    }
    Ok(())
}

/// The events of a game in order: all, or the first `count`.
pub(super) fn of_game(
    connection: &Connection,
    game: GameId,
    count: Option<i64>,
) -> Result<Vec<EventRow>> {
    let mut select = connection.prepare_cached(
        "SELECT seq, state, at, arrived_at, kind, seat, reader, text, typed, inbox_id, actor, time
         FROM events WHERE game_id = ?1 AND seq <= ?2 ORDER BY seq",
    )?;
    let rows = select.query_map(params![game.0, count.unwrap_or(i64::MAX)], |row| {
        Ok(EventRow {
            seq: row.get(0)?,
            state: row.get(1)?,
            at: row.get(2)?,
            arrived_at: row.get(3)?,
            kind: row.get(4)?,
            seat: row.get(5)?,
            reader: row.get(6)?,
            text: row.get(7)?,
            typed: row.get(8)?,
            mail: row.get::<_, Option<i64>>(9)?.map(MailId),
            actor: row.get(10)?,
            time: row.get(11)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
