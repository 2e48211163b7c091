//! `digests`: news that wait for the next digest of their player. `watchers`: who gets letters about games of others.

use crate::store::sql::values::params;

use super::{Connection, Result, View, commit::Writing, limit, statements::Statements};
use crate::ids::{GameId, PlayerId};
use crate::store::snapshot::{ReadDigests, ReadWatchers};
use crate::store::{DigestRow, WatchChange};

/// In place of a seat, for a player who watches a game.
const WATCHES: i64 = -1;

impl ReadDigests for View<'_> {
    fn due_digests(&self, now: &str, count: usize) -> Result<Vec<PlayerId>> {
        let sql = "SELECT player_id FROM digests WHERE due <= ?1 GROUP BY player_id
         ORDER BY min(due), player_id LIMIT ?2";
        self.rows(sql, params![now, limit(count)])
    }

    fn next_digest(&self) -> Result<Option<String>> {
        self.one("SELECT min(due) FROM digests", ())
    }

    fn digests(&self, player: PlayerId) -> Result<Vec<DigestRow>> {
        let sql = "SELECT player_id, game_id, nullif(seat, -1), first_event, last_event, due FROM
         digests WHERE player_id = ?1 ORDER BY game_id, seat";
        self.rows(sql, [player.0])
    }
}

impl ReadWatchers for View<'_> {
    fn watchers(&self, game: GameId) -> Result<Vec<PlayerId>> {
        let sql = "SELECT player_id FROM watchers WHERE game_id = ?1 ORDER BY at, player_id";
        self.rows(sql, [game.0])
    }

    fn watched(&self, player: PlayerId) -> Result<Vec<GameId>> {
        let sql = "SELECT game_id FROM watchers WHERE player_id = ?1 ORDER BY game_id";
        self.rows(sql, [player.0])
    }
}

/// What waits for a seat, or for all seats and watchers, of a game.
const OF_SEAT: &str = "game_id = ?1 AND (seat = ?2 OR ?2 IS NULL)";

/// The first event of the news that wait for a seat, or for all seats and watchers, of a game.
pub(super) fn first_event(
    connection: &dyn Connection,
    game: GameId,
    seat: Option<u8>,
) -> Result<Option<i64>> {
    let sql = format!("SELECT min(first_event) FROM digests WHERE {OF_SEAT}");
    connection.one(&sql, (game.0, seat))
}

impl Writing<'_> {
    /// Lets news wait, with those of the same seat that wait already. The clock of the seat runs from now on, as if they
    /// had left: that they wait is its player's own choice.
    pub(super) fn wait_for_digest(&self, new: &DigestRow) -> Result<()> {
        let sql = "INSERT INTO digests (player_id, game_id, seat, first_event, last_event, due)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (player_id, game_id, seat) DO UPDATE SET
            first_event = CASE WHEN excluded.first_event < digests.first_event
                THEN excluded.first_event ELSE digests.first_event END,
            last_event = CASE WHEN excluded.last_event > digests.last_event
                THEN excluded.last_event ELSE digests.last_event END,
            due = CASE WHEN excluded.due < digests.due THEN excluded.due ELSE digests.due END";
        let (player, game, last) = (new.player.0, new.game.0, new.last_event);
        let seat = new.seat.map_or(WATCHES, i64::from);
        self.run(sql, (player, game, seat, new.first_event, last, &new.due))?;
        let sql = "UPDATE seats SET left_at = ?3 WHERE game_id = ?1 AND seat = ?2
         AND turn_seq <= ?4 AND (left_at IS NULL OR left_at > ?3)";
        self.run(sql, (game, new.seat, self.now, last))
    }

    /// News are told up to the last event of `told`: what has come later goes on waiting.
    pub(super) fn close_digest(&self, told: &DigestRow) -> Result<()> {
        let seat = told.seat.map_or(WATCHES, i64::from);
        let key = [told.player.0, told.game.0, seat, told.last_event];
        let which = "player_id = ?1 AND game_id = ?2 AND seat = ?3";
        self.run(
            &format!("DELETE FROM digests WHERE {which} AND last_event <= ?4"),
            key,
        )?;
        self.run(
            &format!("UPDATE digests SET first_event = ?4 + 1 WHERE {which}"),
            key,
        )
    }

    /// Drops the news of a seat, or of all seats and watchers of a game, that wait. Returns the first event, for a letter
    /// that tells them.
    pub(super) fn take_digest(&self, game: GameId, seat: Option<u8>) -> Result<Option<i64>> {
        // `RETURNING` would make SQLite open a temporary table, for each letter.
        let first = first_event(self.connection(), game, seat)?;
        if first.is_some() {
            let sql = format!("DELETE FROM digests WHERE {OF_SEAT}");
            self.run(&sql, (game.0, seat))?;
        }
        Ok(first)
    }

    pub(super) fn change_watch(&self, change: WatchChange) -> Result<()> {
        match change {
            WatchChange::Begin(game, player) => {
                let sql = "INSERT INTO watchers (game_id, player_id, at) VALUES (?1, ?2, ?3)
                     ON CONFLICT DO NOTHING";
                self.run(sql, (game.0, player.0, self.now))
            }
            WatchChange::End(game, player) => {
                let sql = "DELETE FROM digests WHERE game_id = ?1 AND player_id = ?2 AND seat = -1";
                self.run(sql, [game.0, player.0])?;
                let sql = "DELETE FROM watchers WHERE game_id = ?1 AND player_id = ?2";
                self.run(sql, [game.0, player.0])
            }
            WatchChange::EndAllOf(player) => {
                let sql = "DELETE FROM digests WHERE player_id = ?1 AND seat = -1";
                self.run(sql, [player.0])?;
                self.run("DELETE FROM watchers WHERE player_id = ?1", [player.0])
            }
            // The last news still go.
            WatchChange::EndOfGame(game) => {
                self.run("DELETE FROM watchers WHERE game_id = ?1", [game.0])
            }
        }
    }
}
