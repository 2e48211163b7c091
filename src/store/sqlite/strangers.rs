//! `strangers`: addresses without a proven seat that were answered today.

use anyhow::Result;
use rusqlite::params;

use super::Tx;

impl Tx<'_> {
    /// Notes that `address` is answered on `day` (`2026-01-31`) and returns true. Returns false and notes
    /// nothing if it was answered that day already, or `limit` addresses were.
    ///
    /// # Errors
    /// The database fails.
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
