//! `timers`: what is due when.

use rusqlite::{Connection, params};

use super::View;
use super::limit;
use super::sql::Statements;
use crate::ids::GameId;
use crate::store::snapshot::ReadTimers;
use crate::store::{NewTimer, Result, TimerKind, TimerRow};

/// In place of a game or a seat, which cannot be NULL in a primary key.
const NO_GAME: i64 = 0;
const NO_SEAT: i64 = -1;

impl ReadTimers for View<'_> {
    fn due_timers(&self, now: &str, count: usize) -> Result<Vec<TimerRow>> {
        let sql = "SELECT due, kind, nullif(game_id, 0), nullif(seat, -1) FROM timers WHERE due <=
         ?1 ORDER BY due, kind, game_id, seat LIMIT ?2";
        self.0.rows(sql, params![now, limit(count)])
    }

    fn timer(&self, kind: TimerKind) -> Result<Option<String>> {
        let sql = "SELECT min(due) FROM timers WHERE kind = ?1 AND game_id = ?2";
        self.0.one(sql, params![kind.as_str(), NO_GAME])
    }

    fn next_timer(&self) -> Result<Option<String>> {
        self.0.one("SELECT min(due) FROM timers", [])
    }
}

/// Sets a timer of a game in place of one of the same kind, game and seat.
pub(super) fn set(connection: &Connection, new: &NewTimer, game: Option<GameId>) -> Result<()> {
    let sql = "INSERT INTO timers (kind, game_id, seat, due) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT DO UPDATE SET due = iif(?5, min(due, excluded.due), excluded.due)";
    let values = params![
        new.kind.as_str(),
        game.map_or(NO_GAME, |game| game.0),
        new.seat.map_or(NO_SEAT, i64::from),
        new.due,
        new.keep_earlier
    ];
    connection.run(sql, values)
}

/// Deletes the timer of a game.
pub(super) fn clear(connection: &Connection, kind: TimerKind, game: GameId) -> Result<()> {
    let sql = "DELETE FROM timers WHERE kind = ?1 AND game_id = ?2";
    connection.run(sql, params![kind.as_str(), game.0])
}
