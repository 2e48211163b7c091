//! `watchers`: who gets letters about games of others.

use rusqlite::{Connection, params};

use super::Result;
use crate::ids::{GameId, PlayerId};
use crate::store::WatchChange;

pub(super) fn change(connection: &Connection, change: WatchChange, now: &str) -> Result<()> {
    match change {
        WatchChange::Begin(game, player) => connection
            .prepare_cached(
                "INSERT OR IGNORE INTO watchers (game_id, player_id, at) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![game.0, player.0, now])?,
        WatchChange::End(game, player) => {
            connection
                .prepare_cached(
                    "DELETE FROM digests WHERE game_id = ?1 AND player_id = ?2 AND seat = -1",
                )?
                .execute(params![game.0, player.0])?;
            connection
                .prepare_cached("DELETE FROM watchers WHERE game_id = ?1 AND player_id = ?2")?
                .execute(params![game.0, player.0])?
        }
        WatchChange::EndAllOf(player) => {
            connection
                .prepare_cached("DELETE FROM digests WHERE player_id = ?1 AND seat = -1")?
                .execute([player.0])?;
            connection
                .prepare_cached("DELETE FROM watchers WHERE player_id = ?1")?
                .execute([player.0])?
        }
        // The last news still go.
        WatchChange::EndOfGame(game) => connection
            .prepare_cached("DELETE FROM watchers WHERE game_id = ?1")?
            .execute([game.0])?,
    };
    Ok(())
}

pub(super) fn of_game(connection: &Connection, game: GameId) -> Result<Vec<PlayerId>> {
    let mut select = connection.prepare_cached(
        "SELECT player_id FROM watchers WHERE game_id = ?1 ORDER BY at, player_id",
    )?;
    let rows = select.query_map([game.0], |row| row.get(0).map(PlayerId))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

pub(super) fn of_player(connection: &Connection, player: PlayerId) -> Result<Vec<GameId>> {
    let mut select = connection
        .prepare_cached("SELECT game_id FROM watchers WHERE player_id = ?1 ORDER BY game_id")?;
    let rows = select.query_map([player.0], |row| row.get(0).map(GameId))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
