//! `subjects`: when something was changed last, and what may not be more than so many.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::{
    Connection, Dialect, Result, StoreError, commit::Writing, statements::Statements, times,
};
use crate::store::snapshot::ReadBudgets;
use crate::store::{Counted, Decision, Seen, Subject};

/// The row of the last change of anything, in SQLite.
const ANYTHING: i64 = -1;
/// There are so few rows that they are on a dozen pages, which each decision writes some of.
const SLOTS: u16 = 1 << 12;

/// The row of a subject, in `0..SLOTS`. It tells nothing about an address or a name when its player is forgotten; decisions about two
/// things in one row are made one after the other.
pub(in crate::store) fn slot(subject: &Subject) -> i64 {
    let hash = Sha256::digest(subject.to_string());
    i64::from(u16::from_be_bytes([hash[0], hash[1]]) % SLOTS)
}

/// What a view has seen: the number of the last change in SQLite; in PostgreSQL, which transactions are in it.
pub(super) fn seen(connection: &dyn Connection) -> Result<Seen> {
    Ok(Seen(match connection.dialect() {
        Dialect::Sqlite => last_change(connection)?.to_string(),
        Dialect::Postgres => connection.one("SELECT pg_current_snapshot()::text", ())?,
    }))
}

fn last_change(connection: &dyn Connection) -> Result<i64> {
    let sql = "SELECT version FROM subjects WHERE slot = ?1";
    Ok(connection.row(sql, [ANYTHING])?.unwrap_or(0))
}

/// What a decision is about and was changed after what it was made from.
pub(super) fn changed(connection: &dyn Connection, decision: &Decision) -> Result<Option<Subject>> {
    let Some(seen) = &decision.seen else {
        return Ok(None);
    };
    let sql = match connection.dialect() {
        Dialect::Sqlite => {
            "SELECT 1 FROM subjects WHERE slot = ?1 AND version > CAST(?2 AS INTEGER)"
        }
        Dialect::Postgres => {
            "SELECT 1 FROM subjects WHERE slot = ?1
             AND NOT pg_visible_in_snapshot(version::text::xid8, ?2::text::pg_snapshot)"
        }
    };
    for subject in decision.about() {
        // Others may add to what is counted, as long as it fits.
        if matches!(subject, Subject::Counted(_)) {
            continue;
        }
        if connection.is_there(sql, (slot(&subject), &seen.0))? {
            return Ok(Some(subject));
        }
    }
    Ok(None)
}

impl Writing<'_> {
    /// Checks that nothing that a decision is about was changed after what it was made from, and notes what it changes.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] names what was changed.
    pub(super) fn change_subjects(&self) -> Result<()> {
        if let Some(subject) = changed(self.connection(), self.decision)? {
            return Err(StoreError::Conflict(subject));
        }
        let slots: BTreeSet<i64> = self.decision.changed().iter().map(slot).collect();
        if slots.is_empty() {
            return Ok(());
        }
        match self.connection().dialect() {
            Dialect::Sqlite => {
                let next = last_change(self.connection())? + 1;
                let sql = "INSERT INTO subjects (slot, version) VALUES (?1, ?2)
                     ON CONFLICT (slot) DO UPDATE SET version = excluded.version";
                let mut all = [ANYTHING].into_iter().chain(slots);
                all.try_for_each(|slot| self.run(sql, [slot, next]))
            }
            // All rows are there. That of the last change would be one that all wait for.
            Dialect::Postgres => {
                let sql = "UPDATE subjects SET version = pg_current_xact_id()::text::bigint
                     WHERE slot = ?1";
                slots.iter().try_for_each(|slot| self.run(sql, [*slot]))
            }
        }
    }

    /// Checks that nothing is more than a decision allows, once it is written.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] names what would be more.
    pub(super) fn require_room(&self) -> Result<()> {
        let (view, day) = (self.view(), times::day(self.now));
        for (counted, most) in &self.decision.limits {
            let count = match counted {
                Counted::Spent(budget, key) => view.spent(*budget, day, key)?.count,
                Counted::SpentByAll(budget) => view.spent_by_all(*budget, day)?.count,
                Counted::Open(player, seeks) => view.count_open(*player, *seeks)?,
            };
            if count > *most {
                return Err(StoreError::Conflict(Subject::Counted(counted.clone())));
            }
        }
        Ok(())
    }
}
