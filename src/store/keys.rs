//! `letter_keys`: the public part of each letter's key. The secret part is never stored.

use anyhow::Result;
use rusqlite::{OptionalExtension, params};

use super::Tx;

/// What a key opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRow {
    /// The public id.
    pub id: i64,
    /// Game number.
    pub game: i64,
    /// Seat index.
    pub seat: u8,
    /// State of the game that the letter showed.
    pub state: i64,
    /// Random bytes that went into the secret.
    pub nonce: Vec<u8>,
    /// Used in a mail that others could read.
    pub void: bool,
}

impl Tx<'_> {
    /// Records a new key; returns its public id.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn add_key(&self, game: i64, seat: u8, state: i64, nonce: &[u8]) -> Result<i64> {
        self.connection
            .prepare_cached(
                "INSERT INTO letter_keys (game_id, seat, state, nonce) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![game, seat, state, nonce])?;
        Ok(self.connection.last_insert_rowid())
    }

    /// The key with this public id.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn key(&self, id: i64) -> Result<Option<KeyRow>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, game_id, seat, state, nonce, void FROM letter_keys WHERE id = ?1",
        )?;
        let row = statement.query_row([id], |row| {
            Ok(KeyRow {
                id: row.get(0)?,
                game: row.get(1)?,
                seat: row.get(2)?,
                state: row.get(3)?,
                nonce: row.get(4)?,
                void: row.get(5)?,
            })
        });
        Ok(row.optional()?)
    }

    /// Makes a key void: others have seen it.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn void_key(&self, id: i64) -> Result<()> {
        self.connection
            .execute("UPDATE letter_keys SET void = 1 WHERE id = ?1", [id])?;
        Ok(())
    }

    /// A value of the server's own, such as the secret that keys are derived from.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn meta(&self, key: &str) -> Result<Option<Vec<u8>>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
        Ok(statement.query_row([key], |row| row.get(0)).optional()?)
    }

    /// Sets a value of the server's own.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn set_meta(&self, key: &str, value: &[u8]) -> Result<()> {
        self.connection
            .prepare_cached(
                "INSERT INTO meta (key, value) VALUES (?1, ?2)
                 ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            )?
            .execute(params![key, value])?;
        Ok(())
    }
}
