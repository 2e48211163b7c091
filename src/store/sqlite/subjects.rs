//! `subjects`: when something was changed last, and what may not be more than so many.

use std::collections::BTreeSet;

use sha2::{Digest, Sha256};

use super::{Result, StoreError, budgets, commit::Writing, sql::Statements};
use crate::store::snapshot::{ReadBudgets, ReadServer};
use crate::store::{Counted, Subject};

/// The row of the last change of anything.
pub(super) const ANYTHING: i64 = -1;
/// There are so few rows that they are on a dozen pages, which each decision writes some of.
const SLOTS: u16 = 1 << 12;

/// The row of a subject. It tells nothing about an address or a name when its player is forgotten; decisions about two
/// things in one row are made one after the other.
fn slot(subject: &Subject) -> i64 {
    let hash = Sha256::digest(subject.to_string());
    i64::from(u16::from_be_bytes([hash[0], hash[1]]) % SLOTS)
}

impl Writing<'_> {
    /// Checks that nothing that a decision is about was changed after what it was made from, and notes what it changes.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] names what was changed.
    pub(super) fn change_subjects(&self) -> Result<()> {
        if let Some(seen) = self.decision.seen {
            let sql = "SELECT version FROM subjects WHERE slot = ?1";
            for subject in self.decision.about() {
                // Others may add to what is counted, as long as it fits.
                if matches!(subject, Subject::Counted(_)) {
                    continue;
                }
                let last: Option<i64> = self.row(sql, [slot(&subject)])?;
                if last.is_some_and(|last| last > seen) {
                    return Err(StoreError::Conflict(subject));
                }
            }
        }
        let slots: BTreeSet<i64> = self.decision.changed().iter().map(slot).collect();
        if slots.is_empty() {
            return Ok(());
        }
        let next = self.view().version()? + 1;
        let sql = "INSERT INTO subjects (slot, version) VALUES (?1, ?2)
             ON CONFLICT (slot) DO UPDATE SET version = excluded.version";
        let mut all = [ANYTHING].into_iter().chain(slots);
        all.try_for_each(|slot| self.run(sql, [slot, next]))
    }

    /// Checks that nothing is more than a decision allows, once it is written.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] names what would be more.
    pub(super) fn require_room(&self) -> Result<()> {
        let (view, day) = (self.view(), budgets::day(self.now));
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
