//! `budgets`: what was done today that has a limit, and the names of decisions that were written.

use super::values::params;

use super::{Connection, View, statements::Statements};
use crate::store::{Budget, Result, Spent, snapshot::ReadBudgets};

/// The day of what is counted without one. It is later than all days, so that it is never deleted with those that are over.
pub(super) const EVER: &str = "ever";

impl ReadBudgets for View<'_> {
    fn spent(&self, budget: Budget, day: &str, key: &str) -> Result<Spent> {
        let sql = "SELECT count, bytes FROM budgets WHERE day = ?1 AND kind = ?2 AND key = ?3";
        let row = self.row(sql, [day, budget.as_str(), key]);
        Ok(row?.unwrap_or_default())
    }

    fn complaints(&self) -> Result<Vec<(String, i64)>> {
        let sql = "SELECT key, count FROM budgets WHERE day = ?1 AND kind = ?2
            ORDER BY count DESC, key";
        self.rows(sql, [EVER, Budget::Complaints.as_str()])
    }

    fn spent_by_all(&self, budget: Budget, day: &str) -> Result<Spent> {
        let sql = "SELECT CAST(coalesce(sum(count), 0) AS BIGINT),
            CAST(coalesce(sum(bytes), 0) AS BIGINT) FROM budgets
            WHERE day = ?1 AND kind = ?2";
        let row = self.row(sql, [day, budget.as_str()]);
        Ok(row?.unwrap_or_default())
    }
}

/// Counts something that was done on `day`.
pub(super) fn spend(
    connection: &dyn Connection,
    (budget, day, key): (Budget, &str, &str),
    spent: Spent,
) -> Result<()> {
    let sql = "INSERT INTO budgets (day, kind, key, count, bytes) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (day, kind, key) DO UPDATE SET count = budgets.count + ?4,
            bytes = budgets.bytes + ?5";
    let Spent { count, bytes } = spent;
    connection.run(sql, params![day, budget.as_str(), key, count, bytes])
}

/// The name of a transaction that writes decisions, which is given once.
pub(in crate::store) struct DecisionName {
    /// The day on which it is given.
    pub day: String,
    pub key: String,
}

const TAKE: &str = "INSERT INTO budgets (day, kind, key, count, bytes) VALUES (?1, ?2, ?3, ?4, 0)";

/// Takes the name of the decisions that are being written, which fails if it is taken.
pub(in crate::store) fn name_decisions(
    connection: &dyn Connection,
    name: &DecisionName,
) -> Result<()> {
    let kind = Budget::Decisions.as_str();
    connection.run(TAKE, (&name.day, kind, &name.key, 1))
}

/// Whether the decisions of this name were written. If not, they never will be: the name is taken then, by a row that says so.
/// Waits for a transaction that is writing them.
pub(in crate::store) fn were_written(
    connection: &dyn Connection,
    name: &DecisionName,
) -> Result<bool> {
    let (day, kind, key) = (&name.day, Budget::Decisions.as_str(), &name.key);
    let sql = format!("{TAKE} ON CONFLICT DO NOTHING");
    connection.count(&sql, (day, kind, key, 0))?;
    let sql = "SELECT count FROM budgets WHERE day = ?1 AND kind = ?2 AND key = ?3";
    Ok(connection.one::<i64>(sql, (day, kind, key))? == 1)
}
