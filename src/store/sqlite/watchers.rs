//! `watchers`: who gets letters about games of others.

use rusqlite::{Connection, params};

use super::Result;
use super::View;
use super::sql::Statements;
use crate::ids::{GameId, PlayerId};
use crate::store::WatchChange;
use crate::store::snapshot::ReadWatchers;

impl ReadWatchers for View<'_> {
    fn watchers(&self, game: GameId) -> Result<Vec<PlayerId>> {
        let sql = "SELECT player_id FROM watchers WHERE game_id = ?1 ORDER BY at, player_id";
        self.0.rows(sql, [game.0])
    }

    fn watched(&self, player: PlayerId) -> Result<Vec<GameId>> {
        let sql = "SELECT game_id FROM watchers WHERE player_id = ?1 ORDER BY game_id";
        self.0.rows(sql, [player.0])
    }
}

pub(super) fn change(connection: &Connection, change: WatchChange, now: &str) -> Result<()> {
    match change {
        WatchChange::Begin(game, player) => {
            let sql = "INSERT OR IGNORE INTO watchers (game_id, player_id, at) VALUES (?1, ?2, ?3)";
            connection.run(sql, params![game.0, player.0, now])
        }
        WatchChange::End(game, player) => {
            let sql = "DELETE FROM digests WHERE game_id = ?1 AND player_id = ?2 AND seat = -1";
            connection.run(sql, [game.0, player.0])?;
            let sql = "DELETE FROM watchers WHERE game_id = ?1 AND player_id = ?2";
            connection.run(sql, [game.0, player.0])
        }
        WatchChange::EndAllOf(player) => {
            let sql = "DELETE FROM digests WHERE player_id = ?1 AND seat = -1";
            connection.run(sql, [player.0])?;
            connection.run("DELETE FROM watchers WHERE player_id = ?1", [player.0])
        }
        // The last news still go.
        WatchChange::EndOfGame(game) => {
            connection.run("DELETE FROM watchers WHERE game_id = ?1", [game.0])
        }
    }
}
