//! The database. It stores text, bytes and ids, and is the only module with SQL.
//!
//! A [`Store`] is one open database file. Everything is read and written through a [`Tx`], whose methods
//! are in one file per table. Connections use WAL, `synchronous=FULL`, `BEGIN IMMEDIATE`, foreign keys and
//! a busy timeout (`docs/operations.md`).

mod events;
mod games;
mod inbox;
mod meta;
mod migrations;
mod outbox;
mod players;
mod strangers;
mod tokens;
mod upkeep;

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};

pub use events::{Event, NewEvent};
pub use games::{Course, GameRow, NewGame, SeatRow};
pub use inbox::{InboxRow, NewMail, Verdict};
pub use outbox::{LetterRow, NewLetter};
pub use players::PlayerRow;
pub use tokens::ReplyTokenRow;
pub use upkeep::Counts;

/// One open database file.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
}

/// One transaction. It is rolled back unless [`Store::write`] returns `Ok`.
#[derive(Debug)]
pub struct Tx<'a> {
    connection: &'a Connection,
}

impl Store {
    /// Makes a new database at `path` with the current schema.
    ///
    /// # Errors
    /// The file exists already or cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        anyhow::ensure!(!path.exists(), "{} exists already", path.display());
        let connection = Connection::open(path)
            .with_context(|| format!("cannot create the database {}", path.display()))?;
        restrict(path)?;
        let mut store = Self::prepare(connection)?;
        store.migrate()?;
        Ok(store)
    }

    /// Opens the database at `path`.
    ///
    /// # Errors
    /// The file does not exist, is no database of Zugpost, or has another schema version (the message
    /// says what to run).
    pub fn open(path: &Path) -> Result<Self> {
        let store = Self::open_any_version(path)?;
        migrations::require_current(&store.connection)?;
        Ok(store)
    }

    /// Opens the database at `path` whatever its schema version, to migrate it.
    ///
    /// # Errors
    /// As [`Store::open`], except for the version.
    pub fn open_any_version(path: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).with_context(|| {
            format!(
                "cannot open the database {} (`zugpost init` makes one)",
                path.display()
            )
        })?;
        Self::prepare(connection)
    }

    fn prepare(connection: Connection) -> Result<Self> {
        connection.busy_timeout(Duration::from_secs(10))?;
        connection
            .pragma_update(None, "journal_mode", "WAL")
            .context("not a usable database")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // In kilobytes. SQLite's default of 2 MB is less than one batch of mails writes: with 100,000
        // games a mail took 552 us with the default, and 512 us with 8 MB.
        connection.pragma_update(None, "cache_size", -8_000)?;
        // Query plans must not depend on bound values, else SQLite plans half of the cached statements
        // again at every use.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.set_prepared_statement_cache_capacity(128);
        Ok(Self { connection })
    }

    /// The connection itself, for tests that watch its transactions.
    #[doc(hidden)]
    pub fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    /// Brings the schema up to date; returns the versions before and after.
    ///
    /// # Errors
    /// The database is newer than this program, or cannot be written.
    pub fn migrate(&mut self) -> Result<(u32, u32)> {
        migrations::migrate(&mut self.connection)
    }

    /// Runs `work` in one write transaction. It is committed durably if `work` returns `Ok`, else rolled
    /// back.
    ///
    /// # Errors
    /// `work` returns an error, or the database fails.
    pub fn write<T>(&mut self, work: impl FnOnce(&Tx<'_>) -> Result<T>) -> Result<T> {
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)?;
        let result = work(&Tx {
            connection: &transaction,
        })?;
        transaction.commit()?;
        Ok(result)
    }

    /// Runs `work` on one consistent snapshot. Whatever it writes is rolled back.
    ///
    /// # Errors
    /// `work` returns an error, or the database fails.
    pub fn read<T>(&mut self, work: impl FnOnce(&Tx<'_>) -> Result<T>) -> Result<T> {
        let transaction = self.connection.transaction()?;
        let result = work(&Tx {
            connection: &transaction,
        });
        transaction.rollback()?;
        result
    }

    /// A number that changes when another process, or another [`Store`] of this one, writes. Reading it
    /// takes microseconds.
    ///
    /// # Errors
    /// The database fails.
    pub fn change_counter(&self) -> Result<i64> {
        Ok(self
            .connection
            .prepare_cached("PRAGMA data_version")?
            .query_row([], |row| row.get(0))?)
    }

    /// Journal mode and `synchronous` level of the connection, for benchmarks.
    ///
    /// # Errors
    /// The database fails.
    pub fn durability(&self) -> Result<(String, i64)> {
        let mode = self
            .connection
            .pragma_query_value(None, "journal_mode", |r| r.get(0))?;
        let sync = self
            .connection
            .pragma_query_value(None, "synchronous", |r| r.get(0))?;
        Ok((mode, sync))
    }
}

/// Whether an error comes from the database file (busy, full, unreadable …) and not from the mail or
/// game in hand. The work has to be tried again later.
#[must_use]
pub fn is_database_error(error: &anyhow::Error) -> bool {
    use rusqlite::ErrorCode as Code;
    let passing = |error: &rusqlite::Error| {
        // Our SQL fits our schema, so another program has migrated the database meanwhile.
        let schema = error
            .sqlite_error()
            .is_some_and(|error| error.extended_code == rusqlite::ffi::SQLITE_ERROR);
        schema
            || matches!(
                error.sqlite_error_code(),
                Some(
                    Code::DatabaseBusy
                        | Code::DatabaseLocked
                        | Code::DiskFull
                        | Code::SystemIoFailure
                        | Code::ReadOnly
                        | Code::OutOfMemory
                        | Code::CannotOpen
                        | Code::DatabaseCorrupt
                        | Code::NotADatabase
                        | Code::PermissionDenied
                        | Code::FileLockingProtocolFailed
                )
            )
    };
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref())
        .any(passing)
}

/// Makes the file owner-only (0600): it holds letters with reply tokens, and the server's secret.
#[cfg(unix)]
fn restrict(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600))?;
    Ok(())
}

#[cfg(not(unix))]
fn restrict(_path: &Path) -> Result<()> {
    Ok(())
}
