//! What most commands need: the settings, the database, the office, source and transport.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow};

use crate::clock::SystemClock;
use crate::config::{Config, Inbox, Outbox};
use crate::ids;
use crate::letters::Templates;
use crate::mail::Address;
use crate::mail::source::{ImapSource, MaildirSource, Source};
use crate::mail::transport::{MaildirTransport, SendmailTransport, SmtpTransport, Transport};
use crate::office::{Office, Settings};
use crate::store::{Store, Tx};

use super::lock::Lock;

/// How a server opens what it works with: its database, its source, its transport. Tests put their
/// own around the real ones.
pub trait Connect: Sync {
    /// The database.
    ///
    /// # Errors
    /// There is none, or it is not usable.
    fn store(&self, config: &Config) -> Result<Store> {
        Store::open(&config.database())
    }

    /// Where mail comes from; `None` if it comes by `receive` alone.
    fn source(&self, config: &Config) -> Option<Box<dyn Source>> {
        match &config.inbox {
            Inbox::Stdin { .. } => None,
            Inbox::Imap(imap) => Some(Box::new(ImapSource::new(imap))),
            Inbox::Maildir { dir, processed, .. } => {
                Some(Box::new(MaildirSource::new(dir, processed)))
            }
        }
    }

    /// Where letters go.
    fn transport(&self, config: &Config) -> Box<dyn Transport> {
        match &config.outbox {
            Outbox::Smtp(smtp) => Box::new(SmtpTransport::new(smtp)),
            Outbox::Maildir { dir, .. } => Box::new(MaildirTransport::new(dir)),
            Outbox::Sendmail {
                command, timeout, ..
            } => Box::new(SendmailTransport::new(command.clone(), *timeout)),
        }
    }
}

/// Opens what the settings name.
pub struct AsConfigured;

impl Connect for AsConfigured {}

/// An opened server.
pub struct Server {
    /// Its settings.
    pub config: Config,
    /// Its database.
    pub store: Store,
    /// Its office.
    pub office: Office,
    connect: &'static dyn Connect,
}

impl Server {
    /// Opens the server that the settings describe.
    ///
    /// # Errors
    /// The settings are missing or wrong, there is no database, or a template cannot be read.
    pub fn open(config: Option<&Path>) -> Result<Self> {
        Self::with(Config::load(config)?)
    }

    /// Opens the server with these settings.
    ///
    /// # Errors
    /// There is no database, or a template cannot be read.
    pub fn with(config: Config) -> Result<Self> {
        Self::connected(config, &AsConfigured)
    }

    /// Opens the server with these settings, on what `connect` opens.
    ///
    /// # Errors
    /// As [`Server::with`].
    pub fn connected(config: Config, connect: &'static dyn Connect) -> Result<Self> {
        let mut store = connect.store(&config)?;
        let templates = Templates::load(config.server.templates.as_deref())?;
        let office = Office::open(
            &mut store,
            settings(&config)?,
            templates,
            ids::system_chance()?,
            Box::new(SystemClock),
        )?;
        Ok(Self {
            config,
            store,
            office,
            connect,
        })
    }

    /// Runs a change in one transaction; with `dry_run` it is rolled back.
    ///
    /// # Errors
    /// `work` returns an error, or the database fails.
    pub fn change<T>(
        &mut self,
        dry_run: bool,
        work: impl FnOnce(&mut Office, &Tx<'_>) -> Result<T>,
    ) -> Result<T> {
        let office = &mut self.office;
        if dry_run {
            self.store.read(|tx| work(office, tx))
        } else {
            self.store.write(|tx| work(office, tx))
        }
    }

    /// Runs `work` on one consistent snapshot of the database.
    ///
    /// # Errors
    /// `work` returns an error, or the database fails.
    pub fn look<T>(&mut self, work: impl FnOnce(&Office, &Tx<'_>) -> Result<T>) -> Result<T> {
        let office = &self.office;
        self.store.read(|tx| work(office, tx))
    }

    /// The source of mail; `None` if mail comes by `receive` alone.
    #[must_use]
    pub fn source(&self) -> Option<Box<dyn Source>> {
        self.connect.source(&self.config)
    }

    /// The transport for letters.
    #[must_use]
    pub fn transport(&self) -> Box<dyn Transport> {
        self.connect.transport(&self.config)
    }

    /// The lock of the process that works on the database; see [`Lock::take`].
    ///
    /// # Errors
    /// The lock file cannot be made or written.
    pub fn lock(&self, role: &'static str, wait: Duration) -> Result<Option<Lock>> {
        Lock::take(&self.config.server.data, role, wait)
    }
}

/// The settings that the office needs.
///
/// # Errors
/// An address is invalid.
pub fn settings(config: &Config) -> Result<Settings> {
    let address = |text: &str| {
        Address::parse(text).map_err(|_| anyhow!("{text:?} in the settings is no mail address"))
    };
    Ok(Settings {
        address: address(&config.server.address)?,
        name: config.server.name.clone(),
        delimiter: config.server.recipient_delimiter,
        umpire: config.server.umpire.as_deref().map(address).transpose()?,
        keep_days: config.server.keep_raw_days,
    })
}
