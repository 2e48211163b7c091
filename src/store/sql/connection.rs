//! What the statements need of a database.

use super::{Result, StoreError, values::Value};

/// A connection to a database, in a transaction.
///
/// Statements are SQL that both databases understand, with the parameters `?1`, `?2` …; where they have no words in
/// common, the code asks for the [`Dialect`].
pub(in crate::store) trait Connection {
    /// Whose SQL it understands.
    fn dialect(&self) -> Dialect;

    /// Runs a query, and hands over its rows until `each` returns `false`.
    ///
    /// # Errors
    /// The database cannot be read, or `each` returns an error; so for all methods.
    fn query(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()>;

    /// As [`Connection::query`], but the database may still be looking for rows while others are handed over. So `each` must
    /// not use the connection.
    fn stream(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()> {
        self.query(sql, values, each)
    }

    /// Writes; returns how many rows.
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize>;

    /// Writes any number of rows; if there has to be one and is not, that has failed as `otherwise` says. A connection may
    /// send it later, with the next statement that returns something or with the end of the transaction, which fail in its
    /// place.
    fn execute_later(
        &self,
        sql: &str,
        values: &[Value<'_>],
        otherwise: Option<StoreError>,
    ) -> Result<()> {
        match (self.execute(sql, values)?, otherwise) {
            (0, Some(otherwise)) => Err(otherwise),
            _ => Ok(()),
        }
    }

    /// Adds rows to a table. There is a value for each of these columns; none of the keys may be there.
    fn add_all(&self, table: &str, columns: &[&str], rows: &[Vec<Value<'_>>]) -> Result<()> {
        let values: Vec<String> = (1..=columns.len()).map(|at| format!("?{at}")).collect();
        let (columns, values) = (columns.join(", "), values.join(", "));
        let sql = format!("INSERT INTO {table} ({columns}) VALUES ({values})");
        for row in rows {
            self.execute(&sql, row)?;
        }
        Ok(())
    }

    /// Adds a row to a table whose key is `id`; returns that.
    fn insert(&self, sql: &str, values: &[Value<'_>]) -> Result<i64>;

    /// Runs the queries of `reads` together, if that saves round trips, and keeps their rows: the same queries are answered
    /// from them until the transaction ends, each once if that writes. Nothing of it may be written in between.
    fn ahead(&self, _reads: &dyn Fn(&dyn Connection)) -> Result<()> {
        Ok(())
    }

    /// Says in [`Connection::ahead`] how many rows will be added to a table whose key is `id`, so that their numbers are
    /// asked for together.
    fn reserve(&self, _table: &'static str, _rows: usize) -> Result<()> {
        Ok(())
    }
}

/// What is done with each row; `false`: no more are wanted.
pub(in crate::store) type Each<'a> = dyn FnMut(&dyn Row) -> Result<bool> + 'a;

/// A row that a query has found.
pub(in crate::store) trait Row {
    /// The value of a column, from 0.
    ///
    /// # Errors
    /// There is no such column, or it is of no type that is known here.
    fn get(&self, column: usize) -> Result<Value<'_>>;
}

/// Whose SQL a database understands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Dialect {
    Sqlite,
    Postgres,
}

impl dyn Row + '_ {
    /// A number, or a truth value.
    pub(in crate::store) fn integer(&self, column: usize) -> Result<i64> {
        match self.get(column)? {
            Value::Integer(number) => Ok(number),
            other => Err(unexpected(column, other)),
        }
    }

    /// A text that may be missing.
    pub(in crate::store) fn text(&self, column: usize) -> Result<Option<&str>> {
        match self.get(column)? {
            Value::Text(text) => Ok(Some(text)),
            Value::Null => Ok(None),
            other => Err(unexpected(column, other)),
        }
    }

    /// Bytes.
    pub(in crate::store) fn blob(&self, column: usize) -> Result<&[u8]> {
        match self.get(column)? {
            Value::Blob(bytes) => Ok(bytes),
            other => Err(unexpected(column, other)),
        }
    }
}

fn unexpected(column: usize, value: Value<'_>) -> StoreError {
    StoreError::Corrupt(format!("column {column} of a row: {value:?}"))
}
