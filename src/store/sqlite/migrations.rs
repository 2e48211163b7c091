//! Migrations: the steps are the files in `db/`, the version is `PRAGMA user_version`.

use std::cmp::Ordering;

use rusqlite::{Connection, Transaction};

use super::{Result, StoreError};
use crate::store::sql::{self, Statements};
use crate::text::{Skeleton, keys::blanked};

/// One step: statements, and what SQL cannot do.
type Step = (&'static str, fn(&Transaction<'_>) -> Result<()>);

/// The steps in order; step N brings version N-1 to N.
const STEPS: &[Step] = &[
    (include_str!("../../../db/0001_first.sql"), nothing),
    (include_str!("../../../db/0002_less_to_write.sql"), nothing),
    (include_str!("../../../db/0003_decisions.sql"), blank_tokens),
    (include_str!("../../../db/0004_people.sql"), nothing),
    (include_str!("../../../db/0005_limits.sql"), note_skeletons),
    (include_str!("../../../db/0006_time.sql"), nothing),
    (
        include_str!("../../../db/0007_meeting.sql"),
        note_bare_names,
    ),
    (include_str!("../../../db/0008_copies.sql"), nothing),
    (include_str!("../../../db/0009_subjects.sql"), nothing),
    (include_str!("../../../db/0010_copies.sql"), nothing),
    (include_str!("../../../db/0011_acts.sql"), nothing),
    (include_str!("../../../db/0012_index.sql"), nothing),
    (include_str!("../../../db/0013_addresses.sql"), nothing),
    (include_str!("../../../db/0014_sections.sql"), nothing),
    (include_str!("../../../db/0015_variant_files.sql"), nothing),
    (include_str!("../../../db/0016_hosts.sql"), nothing),
    (include_str!("../../../db/0017_knows.sql"), nothing),
    (include_str!("../../../db/0018_ratings.sql"), nothing),
    (include_str!("../../../db/0019_contests.sql"), nothing),
    (include_str!("../../../db/0020_partner.sql"), nothing),
    (include_str!("../../../db/0021_came_back.sql"), nothing),
    (include_str!("../../../db/0022_engines.sql"), nothing),
    (include_str!("../../../db/0023_reviews.sql"), nothing),
    (include_str!("../../../db/0024_proven.sql"), nothing),
];

fn nothing(_: &Transaction<'_>) -> Result<()> {
    Ok(())
}

/// The first version whose secret is not in the database.
const SECRET_OUTSIDE: u32 = 3;

/// The schema version of this program.
const CURRENT: u32 = STEPS.len() as u32;

pub(super) fn version(connection: &Connection) -> Result<u32> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

/// The schema version of the database, and that of this program.
///
/// # Errors
/// The database cannot be read.
pub(super) fn versions(connection: &Connection) -> Result<(u32, u32)> {
    Ok((version(connection)?, CURRENT))
}

/// Checks that the schema is that of this program.
///
/// # Errors
/// The schema is older or newer.
pub(super) fn require_current(connection: &Connection) -> Result<()> {
    let found = version(connection)?;
    let wanted = CURRENT;
    Err(StoreError::Unavailable(match found.cmp(&wanted) {
        Ordering::Equal => return Ok(()),
        Ordering::Less => {
            format!(
                "it has schema {found}, this program needs {wanted}: run `zugpost upgrade` (or `zugpost db migrate`, which \
                 makes no copy)"
            )
        }
        Ordering::Greater => format!(
            "it has schema {found}, this program knows only {wanted}: use a newer zugpost, or \
             restore the copy that was made before the upgrade"
        ),
    }))
}

/// The secret that a database before schema 3 holds.
///
/// # Errors
/// The database cannot be read.
pub(super) fn former_secret(connection: &Connection) -> Result<Option<Vec<u8>>> {
    match version(connection)? {
        1..SECRET_OUTSIDE => sql::meta(connection, "secret"),
        _ => Ok(None),
    }
}

/// Runs all missing steps in one transaction; returns the versions before and after.
///
/// # Errors
/// The schema is newer than this program's, or a step fails, which changes nothing.
pub(super) fn migrate(connection: &mut Connection) -> Result<(u32, u32)> {
    let found = version(connection)?;
    if found >= CURRENT {
        require_current(connection)?;
        return Ok((found, CURRENT));
    }
    // A step may replace a table by a new one with the same name, which needs foreign keys switched off
    // (sqlite.org/lang_altertable.html, section 7). The setting cannot be changed in a transaction.
    connection.pragma_update(None, "foreign_keys", false)?;
    // What is deleted must not be left in the file: a secret, tokens.
    connection.pragma_update(None, "secure_delete", true)?;
    let done = take_steps(connection);
    connection.pragma_update(None, "secure_delete", false)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    let found = done?;
    // The same for the log, which holds earlier pages. A reader may keep it from being emptied; it is
    // then emptied when the last connection is closed.
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
    Ok((found, CURRENT))
}

/// Runs the missing steps; returns the version before them.
fn take_steps(connection: &mut Connection) -> Result<u32> {
    let transaction = super::immediate(connection)?;
    // Another process may have taken them since the version was read.
    let found = version(&transaction)?;
    for (sql, after) in STEPS.iter().skip(found as usize) {
        transaction.execute_batch(sql)?;
        after(&transaction)?;
    }
    let dangling: i64 = transaction.one("SELECT count(*) FROM pragma_foreign_key_check", ())?;
    if dangling > 0 {
        return Err(StoreError::Corrupt(format!(
            "{dangling} rows refer to something that is not there: nothing was changed; \
             `zugpost db check` says more"
        )));
    }
    transaction.pragma_update(None, "user_version", CURRENT.max(found))?;
    transaction.commit()?;
    Ok(found)
}

/// Columns of rows before schema 3 that may hold what a mail or a relay has said.
const FOREIGN_TEXTS: [(&str, &str); 4] = [
    ("inbox", "reason"),
    ("inbox", "sender"),
    ("inbox", "message_id"),
    ("outbox", "last_error"),
];

/// Blanks what has the form of a token in texts that mails and relays have written.
fn blank_tokens(transaction: &Transaction<'_>) -> Result<()> {
    for (table, column) in FOREIGN_TEXTS {
        // No shorter text holds a token.
        let long = format!("SELECT id, {column} FROM {table} WHERE length({column}) >= 24");
        let sql = format!("UPDATE {table} SET {column} = ?2 WHERE id = ?1");
        let mut update = transaction.prepare(&sql)?;
        for (id, text) in transaction.rows::<(i64, String)>(&long, ())? {
            let shown = blanked(&text);
            if shown != text {
                update.execute((id, shown))?;
            }
        }
    }
    Ok(())
}

const NAMES: &str = "SELECT id, name FROM players";

/// Writes what names that look alike have in common.
fn note_skeletons(transaction: &Transaction<'_>) -> Result<()> {
    let mut update = transaction
        .prepare("UPDATE players SET skeleton = ?2, skeleton_typed = ?3 WHERE id = ?1")?;
    for (id, name) in transaction.rows::<(i64, String)>(NAMES, ())? {
        let looks = Skeleton::of(&name);
        update.execute((id, looks.folded, looks.typed))?;
    }
    Ok(())
}

/// Writes what names have in common without accents and inner signs.
fn note_bare_names(transaction: &Transaction<'_>) -> Result<()> {
    let mut update = transaction.prepare("UPDATE players SET skeleton_bare = ?2 WHERE id = ?1")?;
    for (id, name) in transaction.rows::<(i64, String)>(NAMES, ())? {
        update.execute((id, Skeleton::of(&name).bare))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
