//! Statements on a connection to SQLite. They are prepared once, and kept by the connection.

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection, ToSql};

use crate::store::sql::{self, Dialect, Each, Row, Statements, Value};
use crate::store::{Result, StoreError};

impl sql::Connection for Connection {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn query(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()> {
        let mut select = bound(self, sql, values)?;
        let mut rows = select.raw_query();
        while let Some(row) = rows.next()? {
            if !each(row)? {
                break;
            }
        }
        Ok(())
    }

    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize> {
        Ok(bound(self, sql, values)?.raw_execute()?)
    }

    fn insert(&self, sql: &str, values: &[Value<'_>]) -> Result<i64> {
        bound(self, sql, values)?.raw_execute()?;
        Ok(self.last_insert_rowid())
    }
}

/// A statement with its values.
fn bound<'c>(
    connection: &'c Connection,
    sql: &str,
    values: &[Value<'_>],
) -> Result<CachedStatement<'c>> {
    let mut statement = connection.prepare_cached(sql)?;
    let (wanted, given) = (statement.parameter_count(), values.len());
    if wanted != given {
        let why = format!("{wanted} parameters, but {given} values: {sql}");
        return Err(StoreError::Constraint(why));
    }
    for (at, value) in (1..).zip(values) {
        statement.raw_bind_parameter(at, value)?;
    }
    Ok(statement)
}

impl ToSql for Value<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(*number),
            Self::Text(text) => ValueRef::Text(text.as_bytes()),
            Self::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}

impl Row for rusqlite::Row<'_> {
    fn get(&self, column: usize) -> Result<Value<'_>> {
        Ok(match self.get_ref(column)? {
            ValueRef::Null => Value::Null,
            ValueRef::Integer(number) => Value::Integer(number),
            ValueRef::Text(text) => Value::Text(
                std::str::from_utf8(text)
                    .map_err(|error| StoreError::Corrupt(error.to_string()))?,
            ),
            ValueRef::Blob(bytes) => Value::Blob(bytes),
            ValueRef::Real(number) => {
                return Err(StoreError::Corrupt(format!("{number} in a column")));
            }
        })
    }
}

impl Statements for Connection {
    fn connection(&self) -> &dyn sql::Connection {
        self
    }
}
