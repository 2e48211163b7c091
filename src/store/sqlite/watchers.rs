//! `watchers`: who gets letters about games of others.

use super::{Result, View, commit::Writing, sql::Statements};
use crate::ids::{GameId, PlayerId};
use crate::store::{WatchChange, snapshot::ReadWatchers};

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

impl Writing<'_> {
    pub(super) fn change_watch(&self, change: WatchChange) -> Result<()> {
        match change {
            WatchChange::Begin(game, player) => {
                let sql =
                    "INSERT OR IGNORE INTO watchers (game_id, player_id, at) VALUES (?1, ?2, ?3)";
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
