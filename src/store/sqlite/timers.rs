//! `timers`: what is due when.

use rusqlite::{Connection, params};

use super::errors::word;
use super::limit;
use crate::ids::GameId;
use crate::store::{NewTimer, Result, TimerKind, TimerRow};

/// In place of a game or a seat, which cannot be NULL in a primary key.
const NO_GAME: i64 = 0;
const NO_SEAT: i64 = -1;

/// Sets a timer of a game in place of one of the same kind, game and seat.
pub(super) fn set(connection: &Connection, new: &NewTimer, game: Option<GameId>) -> Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO timers (kind, game_id, seat, due) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET due = iif(?5, min(due, excluded.due), excluded.due)",
    )?;
    insert.execute(params![
        new.kind.as_str(),
        game.map_or(NO_GAME, |game| game.0),
        new.seat.map_or(NO_SEAT, i64::from),
        new.due,
        new.keep_earlier
    ])?;
    Ok(())
}

/// Deletes the timer of a game.
pub(super) fn clear(connection: &Connection, kind: TimerKind, game: GameId) -> Result<()> {
    let mut delete =
        connection.prepare_cached("DELETE FROM timers WHERE kind = ?1 AND game_id = ?2")?;
    delete.execute(params![kind.as_str(), game.0])?;
    Ok(())
}

pub(super) fn due(connection: &Connection, now: &str, count: usize) -> Result<Vec<TimerRow>> {
    let mut select = connection.prepare_cached(
        "SELECT kind, nullif(game_id, 0), nullif(seat, -1), due FROM timers WHERE due <= ?1
         ORDER BY due, kind, game_id, seat LIMIT ?2",
    )?;
    let rows = select.query_map(params![now, limit(count)], |row| {
        Ok(TimerRow {
            kind: word(row, 0, TimerKind::parse)?,
            game: row.get::<_, Option<i64>>(1)?.map(GameId),
            seat: row.get(2)?,
            due: row.get(3)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// When the timer of a kind that is of no game is due.
pub(super) fn of_no_game(connection: &Connection, kind: TimerKind) -> Result<Option<String>> {
    let mut select = connection
        .prepare_cached("SELECT min(due) FROM timers WHERE kind = ?1 AND game_id = ?2")?;
    Ok(select.query_row(params![kind.as_str(), NO_GAME], |row| row.get(0))?)
}

pub(super) fn next(connection: &Connection) -> Result<Option<String>> {
    let mut select = connection.prepare_cached("SELECT min(due) FROM timers")?;
    Ok(select.query_row([], |row| row.get(0))?)
}
