//! `players` and `addresses`.

use anyhow::Result;
use rusqlite::{OptionalExtension, Row, params};

use super::Tx;

/// A player with the main address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerRow {
    /// Id.
    pub id: i64,
    /// Name as shown.
    pub name: String,
    /// Main address; empty if there is none.
    pub address: String,
    /// Letters to the main address that could not be delivered since the last mail from it.
    pub failures: i64,
}

const SELECT: &str = "SELECT p.id, p.name, coalesce(a.address, ''), coalesce(a.failures, 0)
    FROM players p LEFT JOIN addresses a ON a.player_id = p.id AND a.main = 1";

fn player(row: &Row<'_>) -> rusqlite::Result<PlayerRow> {
    Ok(PlayerRow {
        id: row.get(0)?,
        name: row.get(1)?,
        address: row.get(2)?,
        failures: row.get(3)?,
    })
}

impl Tx<'_> {
    /// Adds a player with a main address; returns the id.
    ///
    /// # Errors
    /// The name or the address is taken, or the database fails.
    pub fn add_player(&self, name: &str, address: &str, now: &str) -> Result<i64> {
        self.connection
            .prepare_cached("INSERT INTO players (name, name_key, created_at) VALUES (?1, ?2, ?3)")?
            .execute(params![name, name.to_lowercase(), now])?;
        let id = self.connection.last_insert_rowid();
        self.add_address(id, address, true, now)?;
        Ok(id)
    }

    /// Adds an address of record; a main one takes the place of the former main one.
    ///
    /// # Errors
    /// The address is taken, or the database fails.
    pub fn add_address(&self, player: i64, address: &str, main: bool, now: &str) -> Result<()> {
        if main {
            self.connection.execute(
                "UPDATE addresses SET main = 0 WHERE player_id = ?1",
                [player],
            )?;
        }
        self.connection
            .prepare_cached(
                "INSERT INTO addresses (key, address, player_id, main, created_at)
                 VALUES (?1, ?2, ?3, ?4, ?5)
                 ON CONFLICT (key) DO UPDATE SET address = excluded.address, main = excluded.main,
                    failures = 0 WHERE player_id = excluded.player_id",
            )?
            .execute(params![address.to_lowercase(), address, player, main, now])?;
        Ok(())
    }

    /// Renames a player.
    ///
    /// # Errors
    /// The name is taken, or the database fails.
    pub fn rename_player(&self, player: i64, name: &str) -> Result<()> {
        self.connection.execute(
            "UPDATE players SET name = ?2, name_key = ?3 WHERE id = ?1",
            params![player, name, name.to_lowercase()],
        )?;
        Ok(())
    }

    /// The player with this id.
    ///
    /// # Errors
    /// The database fails.
    pub fn player(&self, id: i64) -> Result<Option<PlayerRow>> {
        let sql = format!("{SELECT} WHERE p.id = ?1");
        Ok(self
            .connection
            .prepare_cached(&sql)?
            .query_row([id], player)
            .optional()?)
    }

    /// The player of this name, in any case.
    ///
    /// # Errors
    /// The database fails.
    pub fn player_by_name(&self, name: &str) -> Result<Option<PlayerRow>> {
        let sql = format!("{SELECT} WHERE p.name_key = ?1");
        let key = name.to_lowercase();
        Ok(self
            .connection
            .prepare_cached(&sql)?
            .query_row([key], player)
            .optional()?)
    }

    /// The player who has this address of record, main or not.
    ///
    /// # Errors
    /// The database fails.
    pub fn player_by_address(&self, address: &str) -> Result<Option<PlayerRow>> {
        let sql = format!("{SELECT} WHERE p.id = (SELECT player_id FROM addresses WHERE key = ?1)");
        let key = address.to_lowercase();
        Ok(self
            .connection
            .prepare_cached(&sql)?
            .query_row([key], player)
            .optional()?)
    }

    /// All players by name.
    ///
    /// # Errors
    /// The database fails.
    pub fn players(&self) -> Result<Vec<PlayerRow>> {
        let sql = format!("{SELECT} ORDER BY p.name_key");
        let mut statement = self.connection.prepare(&sql)?;
        Ok(statement
            .query_map([], player)?
            .collect::<rusqlite::Result<_>>()?)
    }

    /// All addresses of record of a player, the main one first.
    ///
    /// # Errors
    /// The database fails.
    pub fn addresses(&self, player: i64) -> Result<Vec<String>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT address FROM addresses WHERE player_id = ?1 ORDER BY main DESC, key",
        )?;
        Ok(statement
            .query_map([player], |r| r.get(0))?
            .collect::<rusqlite::Result<_>>()?)
    }

    /// Counts a letter to `address` that could not be delivered, or, with `reset`, sets the count to 0.
    /// Returns the count.
    ///
    /// # Errors
    /// The database fails.
    pub fn count_failure(&self, address: &str, reset: bool) -> Result<i64> {
        let key = address.to_lowercase();
        self.connection
            .prepare_cached(
                "UPDATE addresses SET failures = iif(?2, 0, failures + 1)
                 WHERE key = ?1 AND (NOT ?2 OR failures > 0)",
            )?
            .execute(params![key, reset])?;
        let count = self
            .connection
            .prepare_cached("SELECT failures FROM addresses WHERE key = ?1")?
            .query_row([key], |r| r.get(0))
            .optional()?;
        Ok(count.unwrap_or(0))
    }
}
