//! `digests`: news that wait for the next digest of their player.

use rusqlite::{Connection, params};

use super::{Result, limit};
use crate::ids::{GameId, PlayerId};
use crate::store::DigestRow;

/// In place of a seat, for a player who watches a game.
const WATCHES: i64 = -1;

/// Lets news wait, with those of the same seat that wait already. The clock of the seat runs from now on, as if they
/// had left: that they wait is its player's own choice.
pub(super) fn wait(connection: &Connection, new: &DigestRow, now: &str) -> Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO digests (player_id, game_id, seat, first_event, last_event, due)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT DO UPDATE SET first_event = min(first_event, excluded.first_event),
            last_event = max(last_event, excluded.last_event), due = min(due, excluded.due)",
    )?;
    insert.execute(params![
        new.player.0,
        new.game.0,
        new.seat.map_or(WATCHES, i64::from),
        new.first_event,
        new.last_event,
        new.due
    ])?;
    let mut update = connection.prepare_cached(
        "UPDATE seats SET left_at = ?3 WHERE game_id = ?1 AND seat = ?2
         AND turn_seq <= ?4 AND (left_at IS NULL OR left_at > ?3)",
    )?;
    update.execute(params![new.game.0, new.seat, now, new.last_event])?;
    Ok(())
}

/// News are told up to the last event of `told`: what has come later goes on waiting.
pub(super) fn close(connection: &Connection, told: &DigestRow) -> Result<()> {
    let seat = told.seat.map_or(WATCHES, i64::from);
    let key = params![told.player.0, told.game.0, seat, told.last_event];
    let which = "player_id = ?1 AND game_id = ?2 AND seat = ?3";
    connection
        .prepare_cached(&format!(
            "DELETE FROM digests WHERE {which} AND last_event <= ?4"
        ))?
        .execute(key)?;
    connection
        .prepare_cached(&format!(
            "UPDATE digests SET first_event = ?4 + 1 WHERE {which}"
        ))?
        .execute(key)?;
    Ok(())
}

/// The first event of the news of a seat that wait: a letter tells them now.
pub(super) fn take(connection: &Connection, game: GameId, seat: u8) -> Result<Option<i64>> {
    let mut delete = connection.prepare_cached(
        "DELETE FROM digests WHERE game_id = ?1 AND seat = ?2 RETURNING first_event",
    )?;
    let rows = delete.query_map(params![game.0, seat], |row| row.get(0))?;
    let first: Vec<i64> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(first.into_iter().min())
}

/// The news of a game wait no more.
pub(super) fn drop_of_game(connection: &Connection, game: GameId) -> Result<()> {
    connection
        .prepare_cached("DELETE FROM digests WHERE game_id = ?1")?
        .execute([game.0])?;
    Ok(())
}

pub(super) fn due(connection: &Connection, now: &str, count: usize) -> Result<Vec<PlayerId>> {
    let mut select = connection.prepare_cached(
        "SELECT player_id FROM digests WHERE due <= ?1 GROUP BY player_id
         ORDER BY min(due), player_id LIMIT ?2",
    )?;
    let rows = select.query_map(params![now, limit(count)], |row| row.get(0).map(PlayerId))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn next(connection: &Connection) -> Result<Option<String>> {
    let mut select = connection.prepare_cached("SELECT min(due) FROM digests")?;
    Ok(select.query_row([], |row| row.get(0))?)
}

pub(super) fn of(connection: &Connection, player: PlayerId) -> Result<Vec<DigestRow>> {
    let mut select = connection.prepare_cached(
        "SELECT game_id, nullif(seat, -1), first_event, last_event, due FROM digests
         WHERE player_id = ?1 ORDER BY game_id, seat",
    )?;
    let rows = select.query_map([player.0], |row| {
        Ok(DigestRow {
            player,
            game: GameId(row.get(0)?),
            seat: row.get(1)?,
            first_event: row.get(2)?,
            last_event: row.get(3)?,
            due: row.get(4)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
