//! `subjects`: when something was changed last that has no number of its own.

use rusqlite::{Connection, OptionalExtension, params};

use super::{Result, StoreError};
use crate::store::{Decision, Subject};

/// The number of the last change.
pub(super) fn version(connection: &Connection) -> Result<i64> {
    let mut select = connection.prepare_cached("SELECT coalesce(max(version), 0) FROM subjects")?;
    Ok(select.query_row([], |row| row.get(0))?)
}

/// The name of a subject in the table. It holds no address, which would outlive a player who is forgotten.
fn key(subject: &Subject) -> String {
    match subject {
        Subject::Address(_) => "addresses".to_owned(),
        other => other.to_string(),
    }
}

/// Checks that nothing that a decision is about was changed after what it was made from.
pub(super) fn require_unchanged(connection: &Connection, decision: &Decision) -> Result<()> {
    let Some(seen) = decision.seen else {
        return Ok(());
    };
    let mut select =
        connection.prepare_cached("SELECT version FROM subjects WHERE subject = ?1")?;
    for subject in decision.subjects() {
        let last = select.query_row([key(&subject)], |row| row.get::<_, i64>(0));
        if last.optional()?.is_some_and(|last| last > seen) {
            return Err(StoreError::Conflict(subject));
        }
    }
    Ok(())
}

/// Notes that something was changed.
pub(super) fn note(connection: &Connection, subject: &Subject) -> Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO subjects (subject, version) VALUES (?1, ?2)
         ON CONFLICT (subject) DO UPDATE SET version = excluded.version",
    )?;
    insert.execute(params![key(subject), version(connection)? + 1])?;
    Ok(())
}
