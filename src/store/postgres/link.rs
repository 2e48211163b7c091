//! A connection to PostgreSQL, and statements on it.
//!
//! The client library is asynchronous: each connection has a runtime of its own, which runs only while a call waits for
//! the database, in the thread that calls. Statements that return nothing are not waited for: they are sent with the
//! next one that does, so that a decision does not need a round trip for each row.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicI64, Ordering};

use bytes::BytesMut;
use futures_util::future::{join, join_all};
use futures_util::{TryStreamExt, pin_mut};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::types::ToSql;
use tokio_postgres::{AsyncMessage, Client, SimpleQueryMessage, Statement};

use super::errors;
use super::settings::PostgresSettings;
use crate::store::sql::{self, Dialect, Each, Statements, Value};
use crate::store::{Datum, Result, StoreError};

/// A statement that is not sent yet.
type Waiting = (Statement, Vec<Datum>);

/// A connection.
pub(super) struct Link {
    runtime: Runtime,
    client: Client,
    /// By their text as it is written in the code.
    statements: RefCell<HashMap<String, Statement>>,
    waiting: RefCell<Vec<Waiting>>,
    /// Whether the last error was one after which the transaction may be run again.
    repeatable: Cell<bool>,
    /// How often others have told that something has changed.
    told: Arc<AtomicI64>,
}

impl Link {
    /// Connects.
    ///
    /// # Errors
    /// The database cannot be reached.
    pub fn open(settings: &PostgresSettings) -> Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| StoreError::Unavailable(error.to_string()))?;
        let connected = settings.config.connect(settings.tls.clone());
        let (client, mut connection) = runtime.block_on(connected)?;
        let told = Arc::new(AtomicI64::new(0));
        let counted = Arc::clone(&told);
        // What this connection has told itself is nothing new.
        let process_id = Arc::new(AtomicI32::new(0));
        let own = Arc::clone(&process_id);
        runtime.spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await
            {
                if let AsyncMessage::Notification(notice) = message
                    && notice.process_id() != own.load(Ordering::Relaxed)
                {
                    counted.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        let link = Self {
            runtime,
            client,
            statements: RefCell::default(),
            waiting: RefCell::default(),
            repeatable: Cell::new(false),
            told,
        };
        let process = link.batch("SELECT pg_backend_pid()")?;
        let process = process.first().and_then(|process| process.parse().ok());
        process_id.store(process.unwrap_or_default(), Ordering::Relaxed);
        Ok(link)
    }

    /// Whether the database has ended the connection, or cannot be reached over it.
    pub fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// How often others have told that something has changed. What has arrived is looked at first.
    pub fn told(&self) -> i64 {
        self.runtime.block_on(tokio::task::yield_now());
        self.told.load(Ordering::Relaxed)
    }

    /// Whether the last error was one after which the transaction may be run again; asked once.
    pub fn is_repeatable(&self) -> bool {
        self.repeatable.take()
    }

    /// Runs statements without parameters, in one round trip; returns the first column of each row, if it has a value.
    pub fn batch(&self, sql: &str) -> Result<Vec<String>> {
        self.repeatable.set(false);
        let answers = self.runtime.block_on(self.client.simple_query(sql));
        let answers = answers.map_err(|error| self.failed(error))?;
        let values = answers.iter().filter_map(|answer| match answer {
            SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        });
        Ok(values.collect())
    }

    /// Sends what waits, and `last` after it, in one round trip.
    pub fn flush_with(&self, last: &str) -> Result<()> {
        let last = self.statement(last)?;
        self.waiting.borrow_mut().push((last, Vec::new()));
        self.flush()
    }

    /// Sends what waits.
    fn flush(&self) -> Result<()> {
        let waiting = self.waiting.take();
        let written = self.runtime.block_on(self.send(&waiting));
        written.map_err(|error| self.failed(error))
    }

    /// Forgets what waits: its transaction is rolled back.
    pub fn forget_waiting(&self) {
        self.waiting.borrow_mut().clear();
    }

    /// Sends statements together; the first error is that of the transaction.
    async fn send(&self, waiting: &[Waiting]) -> std::result::Result<(), tokio_postgres::Error> {
        let sent = waiting.iter().map(|(statement, values)| {
            let values: Vec<Value<'_>> = values.iter().map(Datum::value).collect();
            self.client.execute_raw(statement, values)
        });
        let answers = join_all(sent).await;
        answers.into_iter().try_for_each(|answer| answer.map(drop))
    }

    /// The prepared statement of a text in the dialect of [`sql`].
    fn statement(&self, sql: &str) -> Result<Statement> {
        if let Some(known) = self.statements.borrow().get(sql) {
            return Ok(known.clone());
        }
        let prepared = self.runtime.block_on(self.client.prepare(&translated(sql)));
        let statement = prepared.map_err(|error| self.failed(error))?;
        let mut all = self.statements.borrow_mut();
        all.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    fn failed(&self, error: tokio_postgres::Error) -> StoreError {
        self.repeatable.set(errors::is_repeatable(&error));
        error.into()
    }
}

impl sql::Connection for Link {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn query(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()> {
        let statement = self.statement(sql)?;
        let waiting = self.waiting.take();
        let asked = async {
            let rows = self.client.query_raw(&statement, values.iter().copied());
            let (written, rows) = join(self.send(&waiting), rows).await;
            written?;
            let rows = rows?;
            pin_mut!(rows);
            let mut found = Vec::new();
            while let Some(row) = rows.try_next().await? {
                found.push(row);
            }
            Ok(found)
        };
        let found = self.runtime.block_on(asked);
        for row in found.map_err(|error| self.failed(error))? {
            if !each(&row)? {
                break;
            }
        }
        Ok(())
    }

    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize> {
        let statement = self.statement(sql)?;
        let waiting = self.waiting.take();
        let written = self.client.execute_raw(&statement, values.iter().copied());
        let (before, written) = self.runtime.block_on(join(self.send(&waiting), written));
        let written = before.and(written).map_err(|error| self.failed(error))?;
        Ok(usize::try_from(written).unwrap_or(usize::MAX))
    }

    fn execute_later(&self, sql: &str, values: &[Value<'_>]) -> Result<()> {
        let statement = self.statement(sql)?;
        // One that cannot be sent must not be missing among those that are.
        for (value, wanted) in values.iter().zip(statement.params()) {
            let fits = value.to_sql(wanted, &mut BytesMut::new());
            fits.map_err(|error| StoreError::Constraint(format!("{error}: {sql}")))?;
        }
        let values = values.iter().copied().map(Datum::from).collect();
        self.waiting.borrow_mut().push((statement, values));
        Ok(())
    }

    fn insert(&self, sql: &str, values: &[Value<'_>]) -> Result<i64> {
        let mut id = None;
        self.query(&format!("{sql} RETURNING id"), values, &mut |row| {
            id = Some(row.integer(0)?);
            Ok(false)
        })?;
        id.ok_or_else(|| {
            // It has met the same key of another transaction that was not there before.
            self.repeatable.set(true);
            StoreError::Busy("another host has written the same".to_owned())
        })
    }
}

impl Statements for Link {
    fn connection(&self) -> &dyn sql::Connection {
        self
    }
}

/// A statement as PostgreSQL writes it: parameters are `$1`, and no index is named.
fn translated(sql: &str) -> String {
    let mut made = String::with_capacity(sql.len());
    let mut quoted = false;
    for part in sql.split_inclusive('\'') {
        if quoted {
            made.push_str(part);
        } else {
            made.push_str(&part.replace('?', "$"));
        }
        quoted = !quoted;
    }
    while let Some(at) = made.find(" INDEXED BY ") {
        let name = at + " INDEXED BY ".len();
        let end = made[name..].find(|c: char| c.is_whitespace() || c == ')');
        let end = end.map_or(made.len(), |end| name + end);
        made.replace_range(at..end, "");
    }
    made
}

#[cfg(test)]
mod tests {
    use super::translated;

    #[test]
    fn parameters_and_indexes_are_written_as_postgresql_has_them() {
        for (sql, expected) in [
            ("SELECT ?1, '?', ?12", "SELECT $1, '?', $12"),
            (
                "SELECT '' || ?1 || 'it''s ?'",
                "SELECT '' || $1 || 'it''s ?'",
            ),
            (
                "SELECT a FROM t INDEXED BY t_a\n WHERE a = ?1",
                "SELECT a FROM t\n WHERE a = $1",
            ),
            ("(SELECT a FROM t INDEXED BY t_a)", "(SELECT a FROM t)"),
        ] {
            assert_eq!(translated(sql), expected);
        }
    }
}
