//! `budgets`: what was done today that has a limit.

use rusqlite::{Connection, OptionalExtension, params};

use crate::store::{Budget, Result, Spent};

/// Counts something that was done on `day`.
pub(super) fn spend(
    connection: &Connection,
    (budget, day, key): (Budget, &str, &str),
    spent: Spent,
) -> Result<()> {
    let mut add = connection.prepare_cached(
        "INSERT INTO budgets (day, kind, key, count, bytes) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (day, kind, key) DO UPDATE SET count = count + ?4, bytes = bytes + ?5",
    )?;
    let Spent { count, bytes } = spent;
    add.execute(params![day, budget.as_str(), key, count, bytes])?;
    Ok(())
}

/// What was spent on `day` under a key.
pub(super) fn spent(
    connection: &Connection,
    (budget, day, key): (Budget, &str, &str),
) -> Result<Spent> {
    let mut select = connection.prepare_cached(
        "SELECT count, bytes FROM budgets WHERE day = ?1 AND kind = ?2 AND key = ?3",
    )?;
    let row = select.query_row(params![day, budget.as_str(), key], spent_row);
    Ok(row.optional()?.unwrap_or_default())
}

/// What was spent on `day` under all keys together.
pub(super) fn spent_by_all(connection: &Connection, budget: Budget, day: &str) -> Result<Spent> {
    let mut select = connection.prepare_cached(
        "SELECT coalesce(sum(count), 0), coalesce(sum(bytes), 0) FROM budgets
         WHERE day = ?1 AND kind = ?2",
    )?;
    Ok(select.query_row(params![day, budget.as_str()], spent_row)?)
}

/// Deletes what was spent on days before.
pub(super) fn forget(connection: &Connection, today: &str) -> Result<()> {
    connection.execute("DELETE FROM budgets WHERE day < ?1", [today])?;
    Ok(())
}

fn spent_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Spent> {
    Ok(Spent {
        count: row.get(0)?,
        bytes: row.get(1)?,
    })
}

/// The day of a time such as `2026-01-31T12:00:00Z`.
pub(super) fn day(now: &str) -> &str {
    now.get(..10).unwrap_or(now)
}
