//! `meta`: values of the server itself, by name, such as the secret that tokens are derived from.

use anyhow::Result;
use rusqlite::{OptionalExtension, params};

use super::Tx;

impl Tx<'_> {
    /// The value with this name; `None` if it was never set.
    ///
    /// # Errors
    /// The database fails.
    pub fn meta(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
        Ok(statement.query_row([name], |row| row.get(0)).optional()?)
    }

    /// Sets the value with this name.
    ///
    /// # Errors
    /// The database fails.
    pub fn set_meta(&self, name: &str, value: &[u8]) -> Result<()> {
        self.connection
            .prepare_cached(
                "INSERT INTO meta (key, value) VALUES (?1, ?2)
                 ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            )?
            .execute(params![name, value])?;
        Ok(())
    }
}
