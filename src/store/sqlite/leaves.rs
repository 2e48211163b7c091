//! `leaves`: days on which the clocks of a player stand still.

use rusqlite::{Connection, params};

use super::Result;
use crate::ids::PlayerId;
use crate::store::LeaveRow;

/// The leaves of a player that end after `since`, in order of their beginning.
pub(super) fn of_player(
    connection: &Connection,
    player: PlayerId,
    since: &str,
) -> Result<Vec<LeaveRow>> {
    let mut select = connection.prepare_cached(
        "SELECT id, player_id, from_at, to_at, booked_at, cancelled_at FROM leaves
         WHERE player_id = ?1 AND to_at > ?2 ORDER BY from_at, id",
    )?;
    let rows = select.query_map(params![player.0, since], |row| {
        Ok(LeaveRow {
            id: row.get(0)?,
            player: PlayerId(row.get(1)?),
            from_at: row.get(2)?,
            to_at: row.get(3)?,
            booked_at: row.get(4)?,
            cancelled_at: row.get(5)?,
        })
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn book(
    connection: &Connection,
    player: PlayerId,
    (from, to): (&str, &str),
    now: &str,
) -> Result<()> {
    connection.execute(
        "INSERT INTO leaves (player_id, from_at, to_at, booked_at) VALUES (?1, ?2, ?3, ?4)",
        params![player.0, from, to, now],
    )?;
    Ok(())
}

/// Moves the end of a leave forward; it never ends before it begins.
pub(super) fn cut(connection: &Connection, leave: i64, to: &str, now: &str) -> Result<()> {
    connection.execute(
        "UPDATE leaves SET to_at = max(from_at, min(to_at, ?2)), cancelled_at = ?3 WHERE id = ?1",
        params![leave, to, now],
    )?;
    Ok(())
}
