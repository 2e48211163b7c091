//! `strangers`: addresses without a proven seat that were answered today.

use rusqlite::{Connection, params};

use crate::store::Result;

/// Notes that a stranger is answered on `day`, and deletes the notes of days before.
pub(super) fn note(connection: &Connection, day: &str, address: &str) -> Result<()> {
    let mut delete = connection.prepare_cached("DELETE FROM strangers WHERE day < ?1")?;
    delete.execute([day])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO strangers (day, key) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
    )?;
    insert.execute(params![day, address.to_lowercase()])?;
    Ok(())
}

/// Whether a stranger was answered on `day`, and how many were.
pub(super) fn answered(connection: &Connection, day: &str, address: &str) -> Result<(bool, usize)> {
    let mut select =
        connection.prepare_cached("SELECT 1 FROM strangers WHERE day = ?1 AND key = ?2")?;
    let known = select.exists(params![day, address.to_lowercase()])?;
    let mut select = connection.prepare_cached("SELECT count(*) FROM strangers WHERE day = ?1")?;
    let count: i64 = select.query_row([day], |row| row.get(0))?;
    Ok((known, usize::try_from(count).unwrap_or(usize::MAX)))
}
