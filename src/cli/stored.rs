//! The store that the settings name. Nothing else in this program says which one that is.

use std::path::Path;

use anyhow::{Context, Result};

use crate::config::{Config, DatabaseUrl, PostgresStoreSettings, StoreSettings};
use crate::mail::auth;
use crate::office::host;
use crate::store::{Maintain, PostgresSettings, PostgresStore, SqliteStore, StoreError};

use super::upgrade;

/// How it is opened.
#[derive(Clone, Copy)]
pub(super) enum How {
    /// It has to have the schema of this program.
    Current,
    /// It may have any schema.
    AnyVersion,
    /// It is made if it is not there.
    Make,
}

/// Opens it.
///
/// # Errors
/// There is none, or it is not usable.
pub(super) fn open(config: &Config) -> Result<Box<dyn Maintain>> {
    opened(config, How::Current)
}

/// Opens it whatever its schema version, to migrate or copy it.
///
/// # Errors
/// As [`open`], except for the version.
pub(super) fn open_any_version(config: &Config) -> Result<Box<dyn Maintain>> {
    opened(config, How::AnyVersion)
}

/// Makes it.
///
/// # Errors
/// A file of that name exists already, or it cannot be written.
pub(super) fn create(config: &Config) -> Result<()> {
    opened(config, How::Make).map(drop)
}

fn opened(config: &Config, how: How) -> Result<Box<dyn Maintain>> {
    let keep = config.server.keep_sent;
    opened_at(&config.store, &config.database(), keep, how)
}

/// Opens another one than that of the settings; `file` is that of SQLite.
///
/// # Errors
/// As [`open`].
pub(super) fn at(settings: &StoreSettings, file: &Path, how: How) -> Result<Box<dyn Maintain>> {
    opened_at(settings, file, true, how)
}

fn opened_at(
    settings: &StoreSettings,
    file: &Path,
    keep: bool,
    how: How,
) -> Result<Box<dyn Maintain>> {
    Ok(match settings {
        StoreSettings::Sqlite {} => {
            let store = match how {
                How::Current => SqliteStore::open(file),
                How::AnyVersion => SqliteStore::open_any_version(file),
                How::Make => SqliteStore::create(file),
            };
            let store = store.map_err(|error| way_back(error, file))?;
            Box::new(store.keep_sent(keep))
        }
        StoreSettings::Postgres(settings) => {
            let settings = postgres(settings)?;
            let store = match how {
                How::Current => PostgresStore::open(settings),
                How::AnyVersion => PostgresStore::open_any_version(settings),
                How::Make => PostgresStore::create(settings),
            };
            Box::new(store?.keep_sent(keep))
        }
    })
}

/// Names the copy with the schema of this program, if a newer one has changed the database after it was made.
fn way_back(error: StoreError, file: &Path) -> StoreError {
    let versions = || SqliteStore::open_any_version(file)?.versions();
    let copy = match versions() {
        Ok((found, known)) if found > known => upgrade::copy_of(file, known),
        _ => None,
    };
    match (error, copy) {
        (StoreError::Unavailable(why), Some(copy)) => {
            let copy = copy.display();
            StoreError::Unavailable(format!(
                "{why}; that copy is {copy}: put it in the place of {} and delete the files with -wal and -shm beside it",
                file.display()
            ))
        }
        (error, _) => error,
    }
}

/// What is said to PostgreSQL.
fn postgres(settings: &PostgresStoreSettings) -> Result<PostgresSettings> {
    let url = match &settings.url {
        DatabaseUrl::Plain(url) => url.clone(),
        DatabaseUrl::Secret(secret) => {
            let read = auth::read(secret).context("url in [store]")?;
            read.expose().to_owned()
        }
    };
    let name = settings.host.clone().unwrap_or_else(host);
    Ok(PostgresSettings::new(
        &url,
        &name,
        settings.ca_file.as_deref(),
    )?)
}
