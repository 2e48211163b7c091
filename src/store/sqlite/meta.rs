//! `meta`: values of the server itself, by name.

use rusqlite::{Connection, params};

use super::{Result, sql::Statements};

/// The value by which the secret that belongs to the database is recognised.
pub(super) const SECRET_CHECK: &str = "secret check";
/// The first letter that may still have to be forgotten.
pub(super) const FORGOTTEN: &str = "forgotten";

/// The time up to which bytes were last deleted.
pub(super) const FORGOTTEN_UNTIL: &str = "forgotten until";

pub(super) fn get(connection: &Connection, name: &str) -> Result<Option<Vec<u8>>> {
    connection.row("SELECT value FROM meta WHERE key = ?1", [name])
}

pub(super) fn set(connection: &Connection, name: &str, value: &[u8]) -> Result<()> {
    let sql = "INSERT INTO meta (key, value) VALUES (?1, ?2)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    connection.run(sql, params![name, value])
}
