//! `letter_keys`: the public part of each letter's reply token. The secret part is never stored.

use anyhow::Result;
use rusqlite::{OptionalExtension, params};

use super::Tx;

/// A row of `letter_keys`: what a reply token proves, and what it is derived from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyTokenRow {
    /// Public id, with which the token begins.
    pub id: i64,
    /// Game number.
    pub game: i64,
    /// Seat index.
    pub seat: u8,
    /// State of the game that the letter showed.
    pub state: i64,
    /// Random bytes that the secret part is derived from.
    pub nonce: Vec<u8>,
    /// Whether it no longer counts, because others have seen it.
    pub void: bool,
}

impl Tx<'_> {
    /// Adds the row of a new reply token; returns its public id.
    ///
    /// # Errors
    /// The database fails.
    pub fn add_reply_token(&self, game: i64, seat: u8, state: i64, nonce: &[u8]) -> Result<i64> {
        self.connection
            .prepare_cached(
                "INSERT INTO letter_keys (game_id, seat, state, nonce) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![game, seat, state, nonce])?;
        Ok(self.connection.last_insert_rowid())
    }

    /// The reply token with this public id.
    ///
    /// # Errors
    /// The database fails.
    pub fn reply_token(&self, id: i64) -> Result<Option<ReplyTokenRow>> {
        let mut statement = self.connection.prepare_cached(
            "SELECT id, game_id, seat, state, nonce, void FROM letter_keys WHERE id = ?1",
        )?;
        let row = statement.query_row([id], |row| {
            Ok(ReplyTokenRow {
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

    /// Makes a reply token void, because others have seen it.
    ///
    /// # Errors
    /// The database fails.
    pub fn void_reply_token(&self, id: i64) -> Result<()> {
        self.connection
            .execute("UPDATE letter_keys SET void = 1 WHERE id = ?1", [id])?;
        Ok(())
    }
}
