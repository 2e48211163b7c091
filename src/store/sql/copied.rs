//! What a copy asks of a database.

use super::connection::{Dialect, Row};
use super::{
    Connection, Database, Locks, Result, StoreError, Value, statements::Statements, upkeep,
};
use crate::store::copied::{self, COPIED_FROM, Chunk, Copied, Datum, MOVED_TO, OWN, Table};

impl<D: Database> Copied for D {
    fn columns(&mut self, table: &Table) -> Result<Vec<String>> {
        looked(self, |view| {
            let sql = match view.dialect() {
                Dialect::Sqlite => "SELECT name FROM pragma_table_info(?1) ORDER BY name",
                Dialect::Postgres => {
                    "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(?1)
                     AND attnum > 0 AND NOT attisdropped ORDER BY attname"
                }
            };
            view.rows(sql, [table.name])
        })
    }

    fn rows_after(
        &mut self,
        table: &Table,
        columns: &[String],
        after: Option<&[Datum]>,
    ) -> Result<Chunk> {
        let key = table.key.join(", ");
        let beyond = match after {
            Some(_) => format!("WHERE ({key}) > ({})", parameters(table.key.len())),
            None => String::new(),
        };
        let (all, name) = (columns.join(", "), table.name);
        // The key comes first, so that it is known of a row that cannot be read.
        let sql = format!(
            "SELECT {key}, {all} FROM {name} {beyond} ORDER BY {key} LIMIT {}",
            table.rows
        );
        let values: Vec<Value<'_>> = after.unwrap_or_default().iter().map(Datum::value).collect();
        looked(self, |view| {
            let mut chunk = Chunk::default();
            view.query(&sql, &values, &mut |row| {
                let key = data(row, 0..table.key.len())?;
                match checked(row, columns, table.key.len()) {
                    Ok(data) => chunk.rows.push(data),
                    Err(why) => chunk.faults.push(format!("{name} {}: {why}", shown(&key))),
                }
                chunk.last = Some(key);
                Ok(true)
            })?;
            Ok(chunk)
        })
    }

    fn last_key(&mut self, table: &Table) -> Result<Option<Vec<Datum>>> {
        let (key, name) = (table.key.join(", "), table.name);
        let falling = table.key.join(" DESC, ");
        let sql = format!("SELECT {key} FROM {name} ORDER BY {falling} DESC LIMIT 1");
        looked(self, |view| {
            view.first(&sql, (), |row| data(row, 0..table.key.len()))
        })
    }

    fn add_rows(&mut self, table: &Table, columns: &[String], rows: &[Vec<Datum>]) -> Result<()> {
        let (all, values) = (columns.join(", "), parameters(columns.len()));
        let sql = format!("INSERT INTO {} ({all}) VALUES ({values})", table.name);
        self.write(Locks::Rows, |tx| {
            for row in rows {
                let values: Vec<Value<'_>> = row.iter().map(Datum::value).collect();
                tx.execute_later(&sql, &values, None)?;
            }
            Ok(())
        })
    }

    fn last_number(&mut self, table: &Table) -> Result<i64> {
        if table.key != ["id"] {
            return Ok(0);
        }
        let name = table.name;
        looked(self, |view| {
            let numbers = match view.dialect() {
                Dialect::Sqlite => "SELECT seq FROM sqlite_sequence WHERE name = ?1",
                Dialect::Postgres => {
                    "SELECT pg_sequence_last_value(pg_get_serial_sequence(?1, 'id')::regclass)"
                }
            };
            let given: Option<i64> = view.row::<Option<i64>>(numbers, [name])?.flatten();
            let last = format!("SELECT coalesce(max(id), 0) FROM {name}");
            Ok(given.unwrap_or_default().max(view.one(&last, ())?))
        })
    }

    fn set_last_number(&mut self, table: &Table, number: i64) -> Result<()> {
        let name = table.name;
        self.write(Locks::Rows, |tx| match tx.dialect() {
            Dialect::Postgres => {
                let sql = "SELECT setval(pg_get_serial_sequence(?1, 'id'), ?2)";
                tx.row::<Option<i64>>(sql, (name, number)).map(drop)
            }
            // Other tables go on after their last row.
            Dialect::Sqlite => {
                let sql = "DELETE FROM sqlite_sequence WHERE name = ?1";
                tx.run(sql, [name])?;
                let sql = "INSERT INTO sqlite_sequence (name, seq) SELECT ?1, ?2 FROM sqlite_schema
                     WHERE name = ?1 AND sql LIKE '%AUTOINCREMENT%'";
                tx.run(sql, (name, number))
            }
        })
    }

    fn values(&mut self) -> Result<Vec<(String, Vec<u8>)>> {
        looked(self, |view| {
            let mut all = Vec::new();
            let sql = "SELECT key, value FROM meta ORDER BY key";
            view.query(sql, &[], &mut |row| {
                let name = row.text(0)?.unwrap_or_default();
                if !OWN.contains(&name) {
                    all.push((name.to_owned(), row.blob(1)?.to_vec()));
                }
                Ok(true)
            })?;
            Ok(all)
        })
    }

    fn value(&mut self, name: &str) -> Result<Option<String>> {
        let value = looked(self, |view| upkeep::meta(view, name))?;
        Ok(value.map(|value| String::from_utf8_lossy(&value).into_owned()))
    }

    fn set_values(&mut self, values: &[(&str, Option<&[u8]>)]) -> Result<()> {
        self.write(Locks::Rows, |tx| {
            for (name, value) in values {
                match value {
                    Some(value) => upkeep::set_meta(tx, name, value)?,
                    None => tx.run("DELETE FROM meta WHERE key = ?1", [name])?,
                }
            }
            Ok(())
        })
    }
}

impl Datum {
    /// As a statement takes it.
    pub(in crate::store) fn value(&self) -> Value<'_> {
        match self {
            Self::Null => Value::Null,
            Self::Integer(number) => Value::Integer(*number),
            Self::Text(text) => Value::Text(text),
            Self::Blob(bytes) => Value::Blob(bytes),
        }
    }
}

impl From<Value<'_>> for Datum {
    fn from(value: Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Integer(number) => Self::Integer(number),
            Value::Text(text) => Self::Text(text.to_owned()),
            Value::Blob(bytes) => Self::Blob(bytes.to_vec()),
        }
    }
}

/// Checks that the database was not copied elsewhere, and that it was not left in the middle of a copy.
///
/// # Errors
/// It was, or it cannot be read.
pub(in crate::store) fn require_open(connection: &dyn Connection) -> Result<()> {
    let value = |name| -> Result<Option<String>> {
        let value = upkeep::meta(connection, name)?;
        Ok(value.map(|value| String::from_utf8_lossy(&value).into_owned()))
    };
    let (moved, copied) = (value(MOVED_TO)?, value(COPIED_FROM)?);
    copied::closed(moved.as_deref(), copied.as_deref()).map_or(Ok(()), Err)
}

/// What is found in one view.
fn looked<T>(
    database: &mut impl Database,
    work: impl Fn(&dyn Connection) -> Result<T>,
) -> Result<T> {
    let mut found = None;
    let looked = database.view(&mut |view| {
        found = Some(work(view)?);
        Ok(())
    });
    match (looked, found) {
        (Ok(()), Some(found)) => Ok(found),
        (Err(error), _) => Err(error
            .downcast()
            .unwrap_or_else(|error| StoreError::Unavailable(format!("{error:#}")))),
        (Ok(()), None) => Err(StoreError::Unavailable("nothing was read".to_owned())),
    }
}

fn parameters(count: usize) -> String {
    let numbers: Vec<String> = (1..=count).map(|number| format!("?{number}")).collect();
    numbers.join(", ")
}

fn data(row: &dyn Row, columns: std::ops::Range<usize>) -> Result<Vec<Datum>> {
    columns.map(|at| row.get(at).map(Datum::from)).collect()
}

/// The values of a row, or what is wrong with one of them. SQLite keeps texts that PostgreSQL refuses.
fn checked(
    row: &dyn Row,
    columns: &[String],
    first: usize,
) -> std::result::Result<Vec<Datum>, String> {
    let mut data = Vec::with_capacity(columns.len());
    for (at, column) in columns.iter().enumerate() {
        match row.get(first + at).map(Datum::from) {
            Ok(Datum::Text(text)) if text.contains('\0') => {
                return Err(format!("{column} contains a NUL"));
            }
            Ok(datum) => data.push(datum),
            Err(error) => return Err(format!("{column}: {error}")),
        }
    }
    Ok(data)
}

/// The key of a row, for people.
fn shown(key: &[Datum]) -> String {
    let data = key.iter().map(|datum| match datum {
        Datum::Null => "NULL".to_owned(),
        Datum::Integer(number) => number.to_string(),
        Datum::Text(text) => text.clone(),
        Datum::Blob(bytes) => data_encoding::HEXLOWER.encode(bytes),
    });
    data.collect::<Vec<_>>().join("/")
}
