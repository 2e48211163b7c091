//! Statements in one call each.

use serde::de::DeserializeOwned;

use super::connection::{Connection, Row};
use super::values::Values;
use super::{Result, StoreError, View, columns};

/// What is asked of a connection.
pub(in crate::store) trait Statements {
    /// The connection that is asked.
    fn connection(&self) -> &dyn Connection;

    /// All rows that a query finds, whose columns are the fields of `T`.
    fn rows<T: DeserializeOwned>(&self, sql: &str, values: impl Values) -> Result<Vec<T>> {
        let mut all = Vec::new();
        self.connection().stream(sql, &values.list(), &mut |row| {
            all.push(columns::read(row)?);
            Ok(true)
        })?;
        Ok(all)
    }

    /// The first row that a query finds, whose columns are the fields of `T`.
    fn row<T: DeserializeOwned>(&self, sql: &str, values: impl Values) -> Result<Option<T>> {
        self.first(sql, values, |row| columns::read(row))
    }

    /// The first row that a query finds, read by hand: a long value is copied as a whole.
    fn first<T>(
        &self,
        sql: &str,
        values: impl Values,
        read: impl Fn(&dyn Row) -> Result<T>,
    ) -> Result<Option<T>> {
        let mut found = None;
        self.connection().query(sql, &values.list(), &mut |row| {
            found = Some(read(row)?);
            Ok(false)
        })?;
        Ok(found)
    }

    /// The first column of a query that always finds a row, such as a count.
    fn one<T: DeserializeOwned>(&self, sql: &str, values: impl Values) -> Result<T> {
        let row = self.row(sql, values)?;
        row.ok_or_else(|| StoreError::Corrupt(format!("no row: {sql}")))
    }

    /// Whether a query finds a row.
    fn is_there(&self, sql: &str, values: impl Values) -> Result<bool> {
        Ok(self.first(sql, values, |_| Ok(()))?.is_some())
    }

    /// Writes; returns how many rows.
    fn count(&self, sql: &str, values: impl Values) -> Result<usize> {
        self.connection().execute(sql, &values.list())
    }

    /// Writes any number of rows.
    fn run(&self, sql: &str, values: impl Values) -> Result<()> {
        self.connection().execute_later(sql, &values.list(), None)
    }

    /// Writes at least one row, or fails as `otherwise` says.
    fn require(&self, sql: &str, values: impl Values, otherwise: StoreError) -> Result<()> {
        let connection = self.connection();
        connection.execute_later(sql, &values.list(), Some(otherwise))
    }

    /// Adds a row; returns its number.
    fn add(&self, sql: &str, values: impl Values) -> Result<i64> {
        self.connection().insert(sql, &values.list())
    }
}

impl Statements for dyn Connection + '_ {
    fn connection(&self) -> &dyn Connection {
        self
    }
}

impl Statements for View<'_> {
    fn connection(&self) -> &dyn Connection {
        self.0
    }
}
