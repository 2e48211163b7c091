//! `timers`: what is due when.

use crate::store::sql::values::params;

use super::{View, commit::Writing, limit, statements::Statements};
use crate::ids::GameId;
use crate::store::{NewTimer, Result, TimerKind, TimerRow, snapshot::ReadTimers};

/// In place of a game, which cannot be NULL in a primary key. Nor can the seat, which no timer has: it is -1.
const NO_GAME: i64 = 0;

impl ReadTimers for View<'_> {
    fn due_timers(&self, now: &str, count: usize) -> Result<Vec<TimerRow>> {
        let sql = "SELECT due, kind, nullif(game_id, 0) FROM timers WHERE due <=
         ?1 ORDER BY due, kind, game_id, seat LIMIT ?2";
        self.rows(sql, params![now, limit(count)])
    }

    fn timer(&self, kind: TimerKind) -> Result<Option<String>> {
        let sql = "SELECT min(due) FROM timers WHERE kind = ?1 AND game_id = ?2";
        self.one(sql, params![kind.as_str(), NO_GAME])
    }

    fn next_timer(&self) -> Result<Option<String>> {
        self.one("SELECT min(due) FROM timers", ())
    }
}

impl Writing<'_> {
    /// Sets a timer in place of one of the same kind and game.
    pub(super) fn set_timer(&self, new: &NewTimer) -> Result<()> {
        let game = new.game.map(|game| self.game_of(game)).transpose()?;
        let sql = "INSERT INTO timers (kind, game_id, seat, due) VALUES (?1, ?2, -1, ?3)
         ON CONFLICT (kind, game_id, seat) DO UPDATE SET due =
            CASE WHEN ?4 AND timers.due < excluded.due THEN timers.due ELSE excluded.due END";
        let (kind, game) = (new.kind.as_str(), game.map_or(NO_GAME, |game| game.0));
        self.run(sql, params![kind, game, new.due, new.keep_earlier])
    }

    /// Sets the timer of what waits for a time of its own anew, if another host has added to that meanwhile.
    pub(super) fn keep_waking(&self, kind: TimerKind) -> Result<()> {
        let earliest = match kind {
            TimerKind::Digest => "SELECT min(due) FROM digests",
            TimerKind::Challenge => "SELECT min(expires_at) FROM challenges WHERE status = 'open'",
            TimerKind::Question => "SELECT min(due_at) FROM account_questions",
            // The other host changes the contest, too.
            TimerKind::Forget | TimerKind::Clock | TimerKind::Contest => return Ok(()),
        };
        let Some(due) = self.row::<Option<String>>(earliest, ())?.flatten() else {
            return Ok(());
        };
        let (game, keep_earlier) = (None, true);
        self.set_timer(&NewTimer {
            kind,
            game,
            due,
            keep_earlier,
        })
    }

    /// Deletes the timer of a game.
    pub(super) fn clear_timer(&self, kind: TimerKind, game: GameId) -> Result<()> {
        let sql = "DELETE FROM timers WHERE kind = ?1 AND game_id = ?2";
        self.run(sql, params![kind.as_str(), game.0])
    }
}
