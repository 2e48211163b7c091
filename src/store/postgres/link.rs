//! A connection to PostgreSQL, and statements on it.
//!
//! The client library is asynchronous: each connection has a runtime of its own, which runs only while a call waits for
//! the database, in the thread that calls. Statements that return nothing are not waited for: they are sent with the
//! next one that does, so that a decision does not need a round trip for each row. Queries that will be asked are sent
//! together ([`Ahead`]).

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, AtomicI64, Ordering};

use bytes::BytesMut;
use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use futures_util::future::{join, join_all};
use tokio::runtime::{Builder, Runtime};
use tokio_postgres::binary_copy::BinaryCopyInWriter;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{AsyncMessage, Client, Row, SimpleQueryMessage, Statement};

use super::ahead::{Ahead, Asked, Noted};
use super::errors;
use super::settings::PostgresSettings;
use super::values;
use crate::store::sql::{self, DecisionName, Dialect, Each, Statements, Value};
use crate::store::{Datum, Result, StoreError};

/// A statement that is not sent yet.
struct Waiting {
    statement: Statement,
    values: Vec<Datum>,
    /// What has happened if it writes no row, if it has to.
    otherwise: Option<StoreError>,
}

impl Waiting {
    fn new(statement: Statement, values: &[Value<'_>]) -> Self {
        Self {
            statement,
            values: values.iter().copied().map(Datum::from).collect(),
            otherwise: None,
        }
    }

    /// Whether it has to write a row.
    fn is_needed(&self) -> bool {
        self.otherwise.is_some()
    }
}

/// The next numbers of the rows of a table, of which so many will be added.
const NUMBERS: &str = "SELECT nextval(pg_get_serial_sequence(?1, 'id')::regclass)
     FROM generate_series(1, ?2::bigint)";

/// The process of the database that serves a connection.
const PROCESS: &str = "SELECT pg_backend_pid()";

/// A connection.
pub(super) struct Link {
    runtime: Runtime,
    client: Client,
    /// By their text as it is written in the code.
    statements: RefCell<HashMap<String, Statement>>,
    waiting: RefCell<Vec<Waiting>>,
    ahead: RefCell<Ahead>,
    /// Whether the last error was one after which the transaction may be run again.
    repeatable: Cell<bool>,
    /// Whether the database has said that it ends the connection.
    ending: Cell<bool>,
    /// How often others have told that something has changed.
    told: Arc<AtomicI64>,
    /// A name that no other connection has, and how many names of decisions begin with it.
    name: String,
    names: Cell<u64>,
    /// The number of the process of the database that serves it.
    process: String,
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
        let connected = runtime.block_on(connected).map_err(StoreError::from);
        let (client, mut connection) = connected.map_err(|error| match error {
            StoreError::Unavailable(why) => {
                StoreError::Unavailable(format!("{}: {why}", settings.servers))
            }
            error => error,
        })?;
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
        let mut link = Self {
            runtime,
            client,
            statements: RefCell::default(),
            waiting: RefCell::default(),
            ahead: RefCell::default(),
            repeatable: Cell::new(false),
            ending: Cell::new(false),
            told,
            name: String::new(),
            names: Cell::new(0),
            process: String::new(),
        };
        let begin = format!("{}{PROCESS}; SELECT gen_random_uuid()", settings.session);
        let mut known = link.batch(&begin)?;
        link.name = known.pop().unwrap_or_default();
        link.process = known.pop().unwrap_or_default();
        process_id.store(link.process.parse().unwrap_or_default(), Ordering::Relaxed);
        Ok(link)
    }

    /// Whether this connection is one session of the database. A pooler that gives each transaction any connection that is
    /// free gives ours to another one.
    pub fn is_one_session(&self, settings: &PostgresSettings) -> Result<bool> {
        let other = Self::open(settings)?;
        let used = other.batch(&format!("BEGIN; {PROCESS}"))?;
        Ok(used.concat() != self.process && self.batch(PROCESS)?.concat() == self.process)
    }

    /// Whether the database has ended the connection, or cannot be reached over it.
    pub fn is_closed(&self) -> bool {
        self.ending.get() || self.client.is_closed()
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

    /// The transaction that has failed may be run again, as after an error that others have caused.
    pub fn repeat(&self) {
        self.repeatable.set(true);
    }

    /// A name for decisions that are written together over this connection at `now`.
    pub fn new_name(&self, now: DateTime<Utc>) -> DecisionName {
        self.names.set(self.names.get() + 1);
        DecisionName {
            day: now.date_naive().to_string(),
            key: format!("{}/{}", self.name, self.names.get()),
        }
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

    /// Sends what waits, and `last` after it: in one round trip, or after what waits if that may fail without an error of the
    /// database.
    pub fn flush_with(&self, last: &str) -> Result<()> {
        let last = self.statement(last)?;
        if self.waiting.borrow().iter().any(Waiting::is_needed) {
            // It must not be sent if one of these fails.
            self.flush()?;
        }
        self.waiting.borrow_mut().push(Waiting::new(last, &[]));
        self.flush()
    }

    /// Sends what waits.
    fn flush(&self) -> Result<()> {
        let waiting = self.waiting.take();
        self.runtime.block_on(self.send(waiting))
    }

    /// Nothing is known of what is stored: a transaction begins or is rolled back. `view`: it sees what was there when it began,
    /// and nothing else.
    pub fn forget(&self, view: bool) {
        self.waiting.borrow_mut().clear();
        self.ahead.replace(Ahead::new(view));
    }

    /// Sends statements together; the first error is that of the transaction.
    async fn send(&self, waiting: Vec<Waiting>) -> Result<()> {
        let sent = waiting.iter().map(|waiting| {
            let values: Vec<Value<'_>> = waiting.values.iter().map(Datum::value).collect();
            self.client.execute_raw(&waiting.statement, values)
        });
        let answers = join_all(sent).await;
        for (waiting, answer) in waiting.into_iter().zip(answers) {
            let written = answer.map_err(|error| self.failed(error))?;
            match waiting.otherwise {
                Some(otherwise) if written == 0 => return Err(otherwise),
                _ => {}
            }
        }
        Ok(())
    }

    /// Sends queries together; returns the rows of each.
    fn ask_together(&self, asked: &[Asked]) -> Result<Vec<Vec<Row>>> {
        let mut prepared = Vec::with_capacity(asked.len());
        for (sql, values) in asked {
            let values: Vec<Value<'_>> = values.iter().map(Datum::value).collect();
            prepared.push((self.statement(sql)?, values));
        }
        let asked = prepared.iter();
        let asked = asked.map(|(statement, values)| self.ask(statement, values));
        self.runtime.block_on(join_all(asked)).into_iter().collect()
    }

    /// Sends what waits, and a query with it; returns its rows.
    async fn ask(&self, statement: &Statement, values: &[Value<'_>]) -> Result<Vec<Row>> {
        let waiting = self.waiting.take();
        let asked = async {
            let rows = self.client.query_raw(statement, values.iter().copied());
            rows.await?.try_collect().await
        };
        let (written, found) = join(self.send(waiting), asked).await;
        written?;
        found.map_err(|error| self.failed(error))
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
        // One that only follows another says nothing.
        if error.code() != Some(&SqlState::IN_FAILED_SQL_TRANSACTION) {
            self.repeatable.set(errors::is_repeatable(&error));
        }
        if errors::ends_connection(&error) {
            self.ending.set(true);
        }
        error.into()
    }
}

impl sql::Connection for Link {
    fn dialect(&self) -> Dialect {
        Dialect::Postgres
    }

    fn query(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()> {
        let known = self.ahead.borrow_mut().rows(sql, values);
        let found = match known {
            Some(found) => found,
            None => {
                let statement = self.statement(sql)?;
                let found = self.runtime.block_on(self.ask(&statement, values));
                found?.into()
            }
        };
        for row in &*found {
            if !each(row)? {
                break;
            }
        }
        Ok(())
    }

    fn stream(&self, sql: &str, values: &[Value<'_>], each: &mut Each<'_>) -> Result<()> {
        if self.ahead.borrow().has_rows() {
            return self.query(sql, values, each);
        }
        let statement = self.statement(sql)?;
        let waiting = self.waiting.take();
        let asked = async {
            let rows = self.client.query_raw(&statement, values.iter().copied());
            let mut rows = pin!(rows.await?);
            while let Some(row) = rows.try_next().await? {
                match each(&row) {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) => return Ok(Err(error)),
                }
            }
            Ok(Ok(()))
        };
        let (written, read) = self.runtime.block_on(join(self.send(waiting), asked));
        written?;
        read.map_err(|error| self.failed(error))?
    }

    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<usize> {
        let statement = self.statement(sql)?;
        let waiting = self.waiting.take();
        let written = self.client.execute_raw(&statement, values.iter().copied());
        let (before, written) = self.runtime.block_on(join(self.send(waiting), written));
        before?;
        let written = written.map_err(|error| self.failed(error))?;
        Ok(usize::try_from(written).unwrap_or(usize::MAX))
    }

    fn execute_later(
        &self,
        sql: &str,
        values: &[Value<'_>],
        otherwise: Option<StoreError>,
    ) -> Result<()> {
        let statement = self.statement(sql)?;
        // One that cannot be sent must not be missing among those that are.
        for (value, wanted) in values.iter().zip(statement.params()) {
            let fits = value.to_sql(wanted, &mut BytesMut::new());
            fits.map_err(|error| StoreError::Constraint(format!("{error}: {sql}")))?;
        }
        let mut waiting = Waiting::new(statement, values);
        waiting.otherwise = otherwise;
        self.waiting.borrow_mut().push(waiting);
        Ok(())
    }

    fn add_all(&self, table: &str, columns: &[&str], rows: &[Vec<Value<'_>>]) -> Result<()> {
        let Some(first) = rows.first() else {
            return Ok(());
        };
        // What waits was written before.
        self.flush()?;
        let types: Vec<Type> = first.iter().map(values::type_of).collect();
        let sql = format!(
            "COPY {table} ({}) FROM STDIN (FORMAT binary)",
            columns.join(", ")
        );
        let copied = self.runtime.block_on(async {
            let sink = self.client.copy_in(&sql).await?;
            let mut writer = pin!(BinaryCopyInWriter::new(sink, &types));
            for row in rows {
                writer.as_mut().write_raw(row.iter().copied()).await?;
            }
            writer.finish().await
        });
        copied.map_err(|error| self.failed(error))?;
        Ok(())
    }

    fn ahead(&self, reads: &dyn Fn(&dyn sql::Connection)) -> Result<()> {
        let noted = Noted::default();
        reads(&noted);
        let (mut asked, reserved) = noted.into_parts();
        let mut new = HashSet::new();
        asked.retain(|asked| !self.ahead.borrow().knows(asked) && new.insert(asked.clone()));
        let numbers = reserved.iter().map(|(table, rows)| {
            let rows = i64::try_from(*rows).unwrap_or(i64::MAX);
            let values = vec![Datum::Text((*table).to_owned()), Datum::Integer(rows)];
            (NUMBERS.to_owned(), values)
        });
        let read = asked.len();
        asked.extend(numbers);
        let found = self.ask_together(&asked)?;
        let mut ahead = self.ahead.borrow_mut();
        for (at, (asked, found)) in asked.into_iter().zip(found).enumerate() {
            if at < read {
                ahead.keep(asked, found);
                continue;
            }
            let numbers = found.iter().map(|row| row.get::<_, i64>(0));
            ahead.keep_numbers(reserved[at - read].0, numbers);
        }
        Ok(())
    }

    fn insert(&self, sql: &str, values: &[Value<'_>]) -> Result<i64> {
        let reserved = self.ahead.borrow_mut().number_for(sql);
        if let Some(id) = reserved {
            let values: Vec<Value<'_>> =
                values.iter().copied().chain([Value::Integer(id)]).collect();
            self.execute_later(&with_id(sql, values.len()), &values, None)?;
            return Ok(id);
        }
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

/// A statement that adds a row, with the number of the row as its last parameter.
fn with_id(insert: &str, parameters: usize) -> String {
    let columns = insert.find(')').unwrap_or(insert.len());
    let values = insert.rfind(')').unwrap_or(insert.len());
    let (before, between) = (&insert[..columns], &insert[columns..values]);
    format!("{before}, id{between}, ?{parameters})")
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
    use super::{translated, with_id};

    #[test]
    fn a_number_is_added_to_the_values_of_a_row() {
        assert_eq!(
            with_id("INSERT INTO t (a, b)\n VALUES (?1, (SELECT 1))", 2),
            "INSERT INTO t (a, b, id)\n VALUES (?1, (SELECT 1), ?2)"
        );
    }

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
