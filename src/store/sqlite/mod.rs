//! A store in one SQLite file.
//!
//! Connections use WAL, `synchronous=FULL`, `BEGIN IMMEDIATE` for everything that is written, foreign
//! keys and a busy timeout (`docs/guarantees.md`). A reader waits for nobody.

mod backup;
mod connection;
mod errors;
mod migrations;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::sql::{self, Database, LastSender, Locks, Statements, set_meta};
use super::{Maintain, Result, StoreError};

/// A store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
    keep_sent: bool,
    /// Whose mail was claimed last: the turn of others comes first.
    last_sender: LastSender,
}

impl SqliteStore {
    /// Makes a new database at `path`, owner-only (0600), with the current schema.
    ///
    /// # Errors
    /// The file exists already or cannot be written.
    pub fn create(path: &Path) -> Result<Self> {
        create_file(path).map_err(StoreError::Unavailable)?;
        let made = Connection::open(path).map_err(StoreError::from);
        let made = made.and_then(Self::make);
        if made.is_err() {
            // It is an incomplete file of ours, which would keep the next attempt from working.
            let _ = std::fs::remove_file(path);
        }
        made
    }

    /// Opens the database at `path`.
    ///
    /// # Errors
    /// The file does not exist, is no database of Zugpost, has another schema version (the message says what to run), or
    /// was copied to another store.
    pub fn open(path: &Path) -> Result<Self> {
        let store = Self::open_any_version(path)?;
        migrations::require_current(&store.connection)?;
        sql::require_open(&store.connection)?;
        Ok(store)
    }

    /// Opens the database at `path` whatever its schema version, to migrate or copy it.
    ///
    /// # Errors
    /// As [`SqliteStore::open`], except for the version and the copy.
    pub fn open_any_version(path: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(|error| {
            let mend = match path.try_exists() {
                Ok(false) => " (`zugpost init` makes one)",
                _ => " (it must belong to the user that runs zugpost)",
            };
            StoreError::Unavailable(format!("cannot open {}{mend}: {error}", path.display()))
        })?;
        Self::prepare(connection).map_err(|error| match error {
            StoreError::Unavailable(why) => StoreError::Unavailable(explained(path, &why)),
            error => error,
        })
    }

    /// A new store in memory, for tests.
    ///
    /// # Errors
    /// There is no memory.
    pub fn in_memory() -> Result<Self> {
        Self::make(Connection::open_in_memory()?)
    }

    /// A new store with the current schema.
    fn make(connection: Connection) -> Result<Self> {
        let mut store = Self::prepare(connection)?;
        store.migrate()?;
        Ok(store)
    }

    fn prepare(connection: Connection) -> Result<Self> {
        connection.busy_timeout(Duration::from_secs(10))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // In kilobytes. SQLite's default of 2 MB is less than one batch of mails writes: with 100,000
        // games a mail took 552 us with the default, and 512 us with 8 MB.
        connection.pragma_update(None, "cache_size", -8_000)?;
        // Query plans must not depend on bound values, else SQLite plans half of the cached statements
        // again at every use.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
        connection.set_prepared_statement_cache_capacity(128);
        Ok(Self {
            connection,
            keep_sent: false,
            last_sender: LastSender::default(),
        })
    }

    /// Whether the bytes of letters are kept after they were sent.
    #[must_use]
    pub fn keep_sent(mut self, keep: bool) -> Self {
        self.keep_sent = keep;
        self
    }

    /// The connection itself, for tests that watch its transactions.
    #[doc(hidden)]
    pub fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }
}

impl Database for SqliteStore {
    fn view(
        &mut self,
        work: &mut dyn FnMut(&dyn sql::Connection) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let transaction = self.connection.transaction().map_err(StoreError::from)?;
        let result = work(&*transaction);
        transaction.rollback().map_err(StoreError::from)?;
        result
    }

    /// One writes at a time: there is nothing to lock.
    fn write<T>(
        &mut self,
        _: Locks<'_>,
        mut work: impl FnMut(&dyn sql::Connection) -> Result<T>,
    ) -> Result<T> {
        let transaction = immediate(&mut self.connection)?;
        let result = work(&*transaction)?;
        transaction.commit()?;
        Ok(result)
    }

    fn keeps_sent(&self) -> bool {
        self.keep_sent
    }

    fn last_sender(&mut self) -> &mut LastSender {
        &mut self.last_sender
    }

    fn changes(&self) -> Result<i64> {
        self.connection.one("PRAGMA data_version", ())
    }

    fn ahead(&self) -> Option<Arc<AtomicI64>> {
        None
    }
}

impl Maintain for SqliteStore {
    fn versions(&mut self) -> Result<(u32, u32)> {
        migrations::versions(&self.connection)
    }

    fn migrate(&mut self) -> Result<(u32, u32)> {
        migrations::migrate(&mut self.connection)
    }

    fn former_secret(&mut self) -> Result<Option<Vec<u8>>> {
        migrations::former_secret(&self.connection)
    }

    /// A file has no standby.
    fn accept_failover(&mut self, _: bool) -> Result<Option<(String, String)>> {
        Ok(None)
    }

    fn most_connections(&mut self) -> Result<Option<usize>> {
        Ok(None)
    }

    fn require_session(&mut self) -> Result<()> {
        Ok(())
    }

    fn has_synchronous_standby(&mut self) -> Result<Option<bool>> {
        Ok(None)
    }

    /// SQLite's checks of the file.
    fn check(&mut self) -> Result<Vec<String>> {
        let mut complaints: Vec<String> = self.connection.rows("PRAGMA integrity_check", ())?;
        complaints.retain(|line| line != "ok");
        let tables: Vec<String> = self.connection.rows("PRAGMA foreign_key_check", ())?;
        complaints.extend(
            tables
                .iter()
                .map(|of| format!("a row of {of} points nowhere")),
        );
        Ok(complaints)
    }

    fn try_write(&mut self) -> Result<()> {
        let transaction = immediate(&mut self.connection)?;
        set_meta(&*transaction, "doctor", b"was here")?;
        Ok(transaction.rollback()?)
    }

    fn backup(&mut self, file: &Path, with_mail: bool, with_plans: bool) -> Result<()> {
        Self::backup(self, file, with_mail, with_plans)
    }
}

/// A transaction in which something is written.
fn immediate(connection: &mut Connection) -> Result<Transaction<'_>> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

/// Makes an empty file, owner-only (0600): a database holds letters with reply tokens.
fn create_file(path: &Path) -> std::result::Result<(), String> {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let made = options.open(path);
    made.map(drop).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => format!("{} exists already", path.display()),
        _ => format!("cannot create {}: {error}", path.display()),
    })
}

/// Why a database cannot be used, with its path, and with what its folder says: SQLite writes files beside it.
fn explained(path: &Path, why: &str) -> String {
    let folder = path.parent().unwrap_or(path);
    let writable = rustix::fs::access(folder, rustix::fs::Access::WRITE_OK);
    let folder = writable.err().map(|error| {
        let error = std::io::Error::from(error);
        format!(" (its folder cannot be written: {error})")
    });
    format!("{}: {why}{}", path.display(), folder.unwrap_or_default())
}
