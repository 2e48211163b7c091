//! Statements in one call each. They are prepared once, and kept by the connection.

use rusqlite::types::FromSql;
use rusqlite::{Connection, OptionalExtension, Params, Row};
use serde::de::DeserializeOwned;

use super::{Result, View, columns};

/// What is asked of a connection.
pub(super) trait Statements {
    /// The connection that is asked.
    fn connection(&self) -> &Connection;

    /// All rows that a query finds, whose columns are the fields of `T`.
    fn rows<T: DeserializeOwned>(&self, sql: &str, values: impl Params) -> Result<Vec<T>> {
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query(values)?;
        let mut all = Vec::new();
        while let Some(row) = rows.next()? {
            all.push(columns::read(row)?);
        }
        Ok(all)
    }

    /// The first row that a query finds, whose columns are the fields of `T`.
    fn row<T: DeserializeOwned>(&self, sql: &str, values: impl Params) -> Result<Option<T>> {
        let mut select = self.connection().prepare_cached(sql)?;
        let mut rows = select.query(values)?;
        rows.next()?.map(columns::read).transpose()
    }

    /// The first row that a query finds, read by hand: a long value is copied as a whole.
    fn first<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        let mut select = self.connection().prepare_cached(sql)?;
        Ok(select.query_row(values, read).optional()?)
    }

    /// The first column of a query that always finds a row, such as a count.
    fn one<T: FromSql>(&self, sql: &str, values: impl Params) -> Result<T> {
        let mut select = self.connection().prepare_cached(sql)?;
        Ok(select.query_row(values, |row| row.get(0))?)
    }

    /// Whether a query finds a row.
    fn is_there(&self, sql: &str, values: impl Params) -> Result<bool> {
        Ok(self.connection().prepare_cached(sql)?.exists(values)?)
    }

    /// Writes; returns how many rows.
    fn count(&self, sql: &str, values: impl Params) -> Result<usize> {
        Ok(self.connection().prepare_cached(sql)?.execute(values)?)
    }

    /// Writes any number of rows.
    fn run(&self, sql: &str, values: impl Params) -> Result<()> {
        self.count(sql, values).map(drop)
    }

    /// Adds a row; returns its number.
    fn add(&self, sql: &str, values: impl Params) -> Result<i64> {
        Ok(self.connection().prepare_cached(sql)?.insert(values)?)
    }
}

impl Statements for Connection {
    fn connection(&self) -> &Connection {
        self
    }
}

impl Statements for View<'_> {
    fn connection(&self) -> &Connection {
        self.0
    }
}
