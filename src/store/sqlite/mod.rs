//! A store in one SQLite file. Statements are in one file for each table, or for a few that belong together.
//!
//! Connections use WAL, `synchronous=FULL`, `BEGIN IMMEDIATE` for everything that is written, foreign
//! keys and a busy timeout (`docs/operations.md`). A reader waits for nobody.

mod acts;
mod backup;
mod budgets;
mod bytes;
mod challenges;
mod claims;
mod clocks;
mod columns;
mod commit;
mod delivery;
mod digests;
mod errors;
mod events;
mod forgetting;
mod games;
mod inbox;
mod intake;
mod migrations;
mod outbox;
mod people;
mod players;
mod questions;
mod sql;
mod subjects;
mod timers;
mod tokens;
mod trait_impl;
mod upkeep;
mod variants;

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::{Result, Snapshot, StoreError};

/// A connection in a read transaction.
struct View<'a>(&'a Connection);

impl Snapshot for View<'_> {}

/// A store in one SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Connection,
    keep_sent: bool,
    /// Whose mail was claimed last: the turn of others comes first.
    last_sender: claims::LastSender,
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
    /// The file does not exist, is no database of Zugpost, or has another schema version (the message
    /// says what to run).
    pub fn open(path: &Path) -> Result<Self> {
        let store = Self::open_any_version(path)?;
        migrations::require_current(&store.connection)?;
        Ok(store)
    }

    /// Opens the database at `path` whatever its schema version, to migrate or copy it.
    ///
    /// # Errors
    /// As [`SqliteStore::open`], except for the version.
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
            last_sender: claims::LastSender::default(),
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

    /// Brings the schema up to date, and deletes the secret that a database before schema 3 holds;
    /// returns the versions before and after.
    ///
    /// # Errors
    /// The database is newer than this program, or cannot be written.
    pub fn migrate(&mut self) -> Result<(u32, u32)> {
        migrations::migrate(&mut self.connection)
    }

    /// The schema version of the database, and that of this program.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn versions(&self) -> Result<(u32, u32)> {
        migrations::versions(&self.connection)
    }

    /// The secret that a database before schema 3 holds. It has to be stored elsewhere before
    /// [`SqliteStore::migrate`] deletes it.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn former_secret(&self) -> Result<Option<Vec<u8>>> {
        migrations::former_secret(&self.connection)
    }

    /// Runs `work` in one write transaction. It is committed durably if `work` returns `Ok`, else rolled
    /// back.
    fn write<T>(&mut self, work: impl FnOnce(&Transaction<'_>) -> Result<T>) -> Result<T> {
        let transaction = immediate(&mut self.connection)?;
        let result = work(&transaction)?;
        transaction.commit()?;
        Ok(result)
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

/// A limit as SQLite takes it.
fn limit(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
