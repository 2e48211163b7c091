//! `events`: the append-only log of each game.

use crate::store::sql::values::{Values, params};

use super::{View, columns, commit::Writing, statements::Statements};
use crate::ids::GameId;
use crate::store::{EventRow, LoggedEvent, Result, snapshot::ReadEvents};

impl ReadEvents for View<'_> {
    fn replay(
        &self,
        game: GameId,
        count: Option<i64>,
        each: &mut dyn FnMut(LoggedEvent<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let sql = "SELECT seq, state, kind, seat, reader, text, at, arrived_at, time,
                inbox_id IS NULL AND actor IS NULL
             FROM events WHERE game_id = ?1 AND seq <= ?2 ORDER BY seq";
        let mut failed = None;
        let values = [game.0, count.unwrap_or(i64::MAX)];
        self.0.query(sql, &values.list(), &mut |row| {
            failed = each(columns::read(row)?).err();
            Ok(failed.is_none())
        })?;
        failed.map_or(Ok(()), Err)
    }

    fn events(&self, game: GameId, count: Option<i64>) -> Result<Vec<EventRow>> {
        let sql = "SELECT seq, state, to_move, at, arrived_at, kind, seat, reader, text, typed,
         inbox_id, actor, time FROM events WHERE game_id = ?1 AND seq <= ?2 ORDER BY seq";
        self.rows(sql, [game.0, count.unwrap_or(i64::MAX)])
    }
}

impl Writing<'_> {
    /// Appends an event at position `seq`.
    pub(super) fn append_event(&self, game: GameId, seq: i64, new: &EventRow) -> Result<()> {
        let sql = "INSERT INTO events (game_id, seq, state, to_move, at, kind, seat, text, typed,
            inbox_id, actor, reader, arrived_at, time)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
        let values = params![
            game.0,
            seq,
            new.state,
            new.to_move,
            self.now,
            new.kind,
            new.seat,
            new.text,
            new.typed.as_ref().filter(|typed| **typed != new.text),
            new.mail.map(|mail| mail.0),
            new.actor,
            new.reader,
            new.arrived_at,
            new.time,
        ];
        self.run(sql, values)
    }
}
