//! `strangers`: who without a proven seat was answered today.

use anyhow::Result;
use rusqlite::params;

use super::Tx;

impl Tx<'_> {
    /// Notes that `address` gets an answer on `day` (`2026-01-31`). False, and nothing noted, if
    /// it had one that day or `limit` others had.
    ///
    /// # Errors
    /// Trouble with the file.
    pub fn admit_stranger(&self, address: &str, day: &str, limit: usize) -> Result<bool> {
        self.connection
            .prepare_cached("DELETE FROM strangers WHERE day < ?1")?
            .execute([day])?;
        let today: i64 = self
            .connection
            .prepare_cached("SELECT count(*) FROM strangers WHERE day = ?1")?
            .query_row([day], |row| row.get(0))?;
        if usize::try_from(today).unwrap_or(usize::MAX) >= limit {
            return Ok(false);
        }
        let added = self
            .connection
            .prepare_cached(
                "INSERT INTO strangers (day, key) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            )?
            .execute(params![day, address.to_lowercase()])?;
        Ok(added > 0)
    }
}
