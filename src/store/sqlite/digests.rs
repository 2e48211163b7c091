//! `digests`: news that wait for the next digest of their player.

use rusqlite::{Connection, params};

use super::sql::Statements;
use super::{Result, View, limit};
use crate::ids::{GameId, PlayerId};
use crate::store::DigestRow;
use crate::store::snapshot::ReadDigests;

/// In place of a seat, for a player who watches a game.
const WATCHES: i64 = -1;

impl ReadDigests for View<'_> {
    fn due_digests(&self, now: &str, count: usize) -> Result<Vec<PlayerId>> {
        let sql = "SELECT player_id FROM digests WHERE due <= ?1 GROUP BY player_id
         ORDER BY min(due), player_id LIMIT ?2";
        self.0.rows(sql, params![now, limit(count)])
    }

    fn next_digest(&self) -> Result<Option<String>> {
        self.0.one("SELECT min(due) FROM digests", [])
    }

    fn digests(&self, player: PlayerId) -> Result<Vec<DigestRow>> {
        let sql = "SELECT player_id, game_id, nullif(seat, -1), first_event, last_event, due FROM
         digests WHERE player_id = ?1 ORDER BY game_id, seat";
        self.0.rows(sql, [player.0])
    }
}

/// Lets news wait, with those of the same seat that wait already. The clock of the seat runs from now on, as if they
/// had left: that they wait is its player's own choice.
pub(super) fn wait(connection: &Connection, new: &DigestRow, now: &str) -> Result<()> {
    let sql = "INSERT INTO digests (player_id, game_id, seat, first_event, last_event, due)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT DO UPDATE SET first_event = min(first_event, excluded.first_event),
            last_event = max(last_event, excluded.last_event), due = min(due, excluded.due)";
    let values = params![
        new.player.0,
        new.game.0,
        new.seat.map_or(WATCHES, i64::from),
        new.first_event,
        new.last_event,
        new.due
    ];
    connection.count(sql, values)?;
    let sql = "UPDATE seats SET left_at = ?3 WHERE game_id = ?1 AND seat = ?2
         AND turn_seq <= ?4 AND (left_at IS NULL OR left_at > ?3)";
    connection.run(sql, params![new.game.0, new.seat, now, new.last_event])
}

/// News are told up to the last event of `told`: what has come later goes on waiting.
pub(super) fn close(connection: &Connection, told: &DigestRow) -> Result<()> {
    let seat = told.seat.map_or(WATCHES, i64::from);
    let key = params![told.player.0, told.game.0, seat, told.last_event];
    let which = "player_id = ?1 AND game_id = ?2 AND seat = ?3";
    let sql = format!("DELETE FROM digests WHERE {which} AND last_event <= ?4");
    connection.run(&sql, key)?;
    let sql = format!("UPDATE digests SET first_event = ?4 + 1 WHERE {which}");
    connection.run(&sql, key)
}

/// The first event of the news of a seat that wait: a letter tells them now.
pub(super) fn take(connection: &Connection, game: GameId, seat: u8) -> Result<Option<i64>> {
    let which = "FROM digests WHERE game_id = ?1 AND seat = ?2";
    let (sql, key) = (format!("SELECT min(first_event) {which}"), (game.0, seat));
    let first: Option<i64> = connection.one(&sql, key)?;
    if first.is_some() {
        connection.run(&format!("DELETE {which}"), key)?;
    }
    Ok(first)
}

/// The news of a game no longer wait.
pub(super) fn drop_of_game(connection: &Connection, game: GameId) -> Result<()> {
    connection.run("DELETE FROM digests WHERE game_id = ?1", [game.0])
}
