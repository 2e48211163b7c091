//! `subjects`: when something was changed last, and what may not be more than so many.

use std::collections::BTreeSet;

use rusqlite::Connection;
use sha2::{Digest, Sha256};

use super::sql::Statements;
use super::{Result, StoreError, View, budgets, challenges};
use crate::store::snapshot::ReadBudgets;
use crate::store::{Counted, Decision, Subject};

/// The number of the last change.
pub(super) fn version(connection: &Connection) -> Result<i64> {
    let sql = "SELECT version FROM subjects WHERE slot = ?1";
    let last = connection.row(sql, [ANYTHING]);
    Ok(last?.unwrap_or(0))
}

/// The row of the last change of anything.
const ANYTHING: i64 = -1;
/// There are so few rows that they are on a dozen pages, which each decision writes some of.
const SLOTS: u16 = 1 << 12;

/// The row of a subject. It tells nothing about an address or a name when its player is forgotten; decisions about two
/// things in one row are made one after the other.
fn slot(subject: &Subject) -> i64 {
    let hash = Sha256::digest(subject.to_string());
    i64::from(u16::from_be_bytes([hash[0], hash[1]]) % SLOTS)
}

/// Checks that nothing that a decision is about was changed after what it was made from, and notes what it changes.
///
/// # Errors
/// [`StoreError::Conflict`] names what was changed.
pub(super) fn change(connection: &Connection, decision: &Decision) -> Result<()> {
    if let Some(seen) = decision.seen {
        let sql = "SELECT version FROM subjects WHERE slot = ?1";
        for subject in decision.about() {
            // Others may add to what is counted, as long as it fits.
            if matches!(subject, Subject::Counted(_)) {
                continue;
            }
            let last: Option<i64> = connection.row(sql, [slot(&subject)])?;
            if last.is_some_and(|last| last > seen) {
                return Err(StoreError::Conflict(subject));
            }
        }
    }
    let sql = "INSERT INTO subjects (slot, version) VALUES (?1, ?2)
         ON CONFLICT (slot) DO UPDATE SET version = excluded.version";
    let changed = decision.changed();
    if changed.is_empty() {
        return Ok(());
    }
    let next = version(connection)? + 1;
    let slots: BTreeSet<i64> = changed.iter().map(slot).collect();
    for slot in [ANYTHING].into_iter().chain(slots) {
        connection.run(sql, [slot, next])?;
    }
    Ok(())
}

/// Checks that nothing is more than a decision allows, once it is written.
///
/// # Errors
/// [`StoreError::Conflict`] names what would be more.
pub(super) fn require_room(connection: &Connection, decision: &Decision) -> Result<()> {
    let (view, day) = (View(connection), budgets::day(&decision.now));
    for (counted, most) in &decision.limits {
        let count = match counted {
            Counted::Spent(budget, key) => view.spent(*budget, day, key)?.count,
            Counted::SpentByAll(budget) => view.spent_by_all(*budget, day)?.count,
            Counted::Open(player, seeks) => challenges::count_open(connection, *player, *seeks)?,
        };
        if count > *most {
            return Err(StoreError::Conflict(Subject::Counted(counted.clone())));
        }
    }
    Ok(())
}
